import { expect, test } from "vitest";
import { pageOf } from "./pages";
import { preferred } from "./settings.svelte";

test.each([
  ["/", { name: "start" }],
  ["/new", { name: "start" }],
  ["/new/europe", { name: "new", edition: "europe" }],
  ["/t/ABCDE23456", { name: "table", code: "abcde23456" }],
  ["/text/abcde23456/", { name: "text", code: "abcde23456" }],
  ["/replay", { name: "replay", code: null }],
  ["/replay/abcde23456", { name: "replay", code: "abcde23456" }],
  ["/rules/first_journey", { name: "rules", edition: "first_journey" }],
  ["/puzzle", { name: "puzzle" }],
  ["/stats/", { name: "stats" }],
  ["/puzzle/europe", { name: "lost" }],
  ["/t", { name: "lost" }],
  ["/t/abcde23456/more", { name: "lost" }],
  ["/elsewhere/x", { name: "lost" }],
])("%s shows its page", (path, page) => {
  expect(pageOf(path)).toEqual(page);
});

test.each([
  [["sv-SE", "en"], "sv"],
  [["de", "nl-BE", "en"], "nl"],
  [["de", "fr"], "en"],
  [[], "en"],
])("whoever asks for %j reads %s", (wanted, language) => {
  expect(preferred(wanted)).toBe(language);
});
