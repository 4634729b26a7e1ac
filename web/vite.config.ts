import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: here("src/lib"), $locales: here("../src/perron/locales") },
    // Under vitest the browser's half of Svelte is wanted too.
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  build: {
    // Into the package, so that whoever installs Perron needs no Node.
    outDir: here("../src/perron/server/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: scripts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: on a slow device each one costs more by being asked for than by what is in it.
        codeSplitting: {
          groups: [
            { name: "index", test: /src\/(main\.ts|App\.svelte)/, priority: 2 },
            { name: "lib", test: /web\/src\/(lib|board\/geometry)/, minShareCount: 2, priority: 1 },
            { name: "shared", test: /web\/src\/(?!start)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  // Files share what they load, which is most of their time: a test leaves nothing behind that another one meets.
  test: { include: ["src/**/*.test.ts"], environment: "node", pool: "threads", isolate: false },
});
