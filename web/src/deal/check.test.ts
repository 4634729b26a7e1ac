/** The page and `perron verify` are held to the same vectors. */

import { describe, expect, it } from "vitest";
import vectors from "../../../tests/records/deal_vectors.json";
import type { EditionInfo } from "$lib/protocol";
import { check } from "./check";
import { asText, fromText } from "$lib/receipt";

function changed(text: string, changes: string[][]): string {
  for (const [old = "", now = ""] of changes) {
    expect(text).toContain(old);
    text = text.replaceAll(old, now);
  }
  const [before = ""] = text.split("CUT");
  return before === text ? text : before + "\n";
}

type Games = Record<string, { edition: string; record: string; receipt: string }>;
const games = vectors.games as Games;
const editions = vectors.editions as unknown as Record<string, EditionInfo>;

describe("a hosted game's deal", () => {
  it.each(vectors.cases)("$game: $name", (one) => {
    const game = games[one.game]!;
    const receipt = one.with_receipt ? fromText(changed(game.receipt, one.receipt)) : null;
    const record = changed(game.record, one.record);
    const verdict = check(record, editions[game.edition]!, receipt);
    expect(verdict.fault).toBe(one.fault);
    expect(verdict.scheme).toBe(one.game === "older" ? "older" : "committed");
    expect(verdict.broken).toBe(record.includes("\nbroken ") ? 1 : 0);
  });

  it("draws the whole deal again", () => {
    for (const [ident, edition] of Object.entries(editions)) {
      const verdict = check(games[ident]!.record, edition, null);
      const deal = games[ident]!.record.split("\n").filter((line) => line.startsWith("deal "));
      const [cards = 0, tickets = 0] = deal.map((line) => line.split(" ").length - 1);
      expect(verdict.tickets).toBe(tickets);
      expect(verdict.cards).toBeGreaterThan(cards);
    }
  });

  it("says of a game that goes on from another that it was dealt elsewhere", () => {
    const record = games.older!.record.replace("\n1 P", "\nbranch 00 00\n1 P");
    expect(check(record, editions[games.older!.edition]!, null)).toMatchObject({
      scheme: "branched",
      fault: null,
    });
  });

  it("reads a receipt that it has written", () => {
    for (const game of Object.values(games)) expect(asText(fromText(game.receipt)!)).toBe(game.receipt);
  });

  it("says of what is no record that it cannot be read", () => {
    expect(check("", editions.europe!, null).fault).toBe("unreadable");
    expect(fromText("hello")).toBeNull();
  });
});
