import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// Prettier settles how the sources look, svelte-check and tsc their types; this finds likely mistakes.
export default defineConfig(
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-undef": "off", // tsc knows every name, the DOM's types included
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off", // tsc holds every index to be absent: `!` says where it is not
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/no-unused-svelte-ignore": "off", // svelte-check says which are needed
      "svelte/prefer-svelte-reactivity": "off", // sets and maps are replaced, never changed: plain ones will do
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
  {
    // Drawings and geometry of our own as SVG: nothing that a person has written gets into them.
    files: ["src/board/Drawings.svelte", "src/board/Tracks.svelte"],
    rules: { "svelte/no-at-html-tags": "off" },
  },
);
