/** The page's catalogues: the same in every language, and every message used. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const PARTS = ["page", "words", "table"] as const;
type Message = string | Record<string, string>;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (language: string, part: string): Record<string, Message> =>
  JSON.parse(readFileSync(at(`../../../src/perron/locales/${language}.${part}.json`), "utf-8")) as Record<
    string,
    Message
  >;
const forms = (message: Message): Record<string, string> =>
  typeof message === "string" ? { "": message } : message;
const names = (message: Message): string[] => {
  const found = Object.values(forms(message)).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1]!),
  );
  return [...new Set(found)].sort();
};

const sources = readdirSync(at(".."), { recursive: true, encoding: "utf-8" })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith(".test.ts"))
  .map((path) => readFileSync(at(`../${path}`), "utf-8"))
  .join("\n");
/** Keys in quotes, and the openings of keys that are put together: `level.${x}`. */
const literal = new Set([...sources.matchAll(/["'`]([a-z_]+(?:\.[a-z_]+)+)["'`]/g)].map((one) => one[1]!));
const composed = [...sources.matchAll(/`([a-z_]+\.[a-z_.]*)\$\{/g)].map((one) => one[1]!);

for (const part of PARTS) {
  const english = read("en", part);
  describe(part, () => {
    test.each(["nl", "sv"])("has the same messages in %s, filled in with the same values", (language) => {
      const other = read(language, part);
      expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
      for (const [key, message] of Object.entries(other)) {
        expect({ key, names: names(message) }).toEqual({ key, names: names(english[key]!) });
        expect({ key, forms: Object.keys(forms(message)) }).toEqual({
          key,
          forms: Object.keys(forms(english[key]!)),
        });
        for (const text of Object.values(forms(message))) expect(text.trim()).toBe(text);
      }
    });

    test("has no message that nothing shows", () => {
      const unused = Object.keys(english).filter(
        (key) => !literal.has(key) && !composed.some((start) => key.startsWith(start)),
      );
      expect(unused).toEqual([]);
    });
  });
}

test.each(["en", "nl", "sv"])(
  "in %s the reader is spoken to wherever the log speaks of somebody",
  (language) => {
    for (const [key, message] of Object.entries(read(language, "words"))) {
      if (!key.startsWith("log.") || !names(message).includes("who")) continue;
      const addressed = Object.entries(forms(message)).filter(([form]) => form.startsWith("you"));
      expect({ key, n: addressed.length }).not.toEqual({ key, n: 0 });
      for (const [, text] of addressed)
        expect({ key, text }).not.toEqual({ key, text: expect.stringContaining("{who}") });
    }
  },
);

test("no message is in two catalogues", () => {
  const all = PARTS.flatMap((part) => Object.keys(read("en", part)));
  expect(all.length).toBe(new Set(all).size);
});
