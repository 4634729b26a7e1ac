import { expect, it } from "vitest";
import { packed, unpacked } from "./record";

it("packs a record into an address and out again", async () => {
  const text = "perron record 1\nedition europe 1\n".repeat(40) + "1 P0 draw blind = red\nÅ–é";
  const address = await packed(text);
  expect(address).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(address.length).toBeLessThan(text.length);
  expect(await unpacked(address)).toBe(text);
});
