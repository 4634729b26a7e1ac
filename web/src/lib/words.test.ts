/** What happened is told in whole sentences, of the reader and of others, in every language. */

import { beforeAll, describe, expect, test } from "vitest";
import { Edition } from "./edition";
import { need, t, type Key } from "./messages";
import { LEVELS, type EditionInfo, type Entry, type Event } from "./protocol";
import { LANGUAGES, settings, type Language } from "./settings.svelte";
import { entryWords, levelNote, linkName, routeName, ticketName, type Seated } from "./words";

const edition = new Edition({
  translated: false,
  goal: null,
  points: true,
  wild_name: { en: "locomotive", nl: "locomotief", sv: "lokomotiv" },
  wild_kind: "locomotive",
  ticket_kind: "ticket",
  ticket_name: { en: "ticket", nl: "bestemmingskaart", sv: "biljett" },
  cities: [
    { id: "wien", name: "Wien", names: { en: "Vienna", nl: "Wenen", sv: "Wien" }, x: 0, y: 0 },
    { id: "cadiz", name: "Cadiz", names: { en: "Cádiz", nl: "Cádiz", sv: "Cádiz" }, x: 0, y: 0 },
  ],
  routes: [{ id: "cadiz-wien", a: "cadiz", b: "wien", double: false, twin: null }],
  tickets: [{ id: "cadiz-wien", a: "cadiz", b: "wien", points: 5 }],
} as unknown as EditionInfo);

const YOU: Seated = { name: "Ann", you: true, bot: false };
const LARS: Seated = { name: "Lars", you: false, bot: false };
const BOT: Seated = { name: "Bot", you: false, bot: true };

function told(who: Seated, event: Partial<Event> | null, entry: Partial<Entry> = {}): string {
  const whole: Entry = {
    number: 1,
    at: 0,
    kind: "action",
    seat: 0,
    by: who.bot ? "bot" : "person",
    level: null,
    event: event as Event | null,
    ...entry,
  };
  return entryWords(edition, whole, () => who).join(" ");
}

async function speaking(language: Language): Promise<void> {
  settings.language = language;
  await need("page", "words", "table");
}

beforeAll(() => {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
});

describe("every sentence about somebody", () => {
  const claim = { kind: "claim", route: "cadiz-wien", cards: { red: 2 }, points: 2 } as const;
  const SENTENCES: Record<
    Language,
    [event: Partial<Event> | null, entry: Partial<Entry>, you: string, lars: string][]
  > = {
    en: [
      [{ kind: "keep_tickets" }, {}, "You have chosen.", "Lars has chosen."],
      [
        claim,
        {},
        "You claimed Cadiz – Wien with 2 red: 2 points.",
        "Lars claimed Cadiz – Wien with 2 red: 2 points.",
      ],
      [
        claim,
        { by: "bot" },
        "Your bot claimed Cadiz – Wien with 2 red: 2 points.",
        "Lars (bot) claimed Cadiz – Wien with 2 red: 2 points.",
      ],
      [{ kind: "pass" }, { by: "clock" }, "Time was up. You passed.", "Time was up. Lars passed."],
      [null, { kind: "hand_back" }, "You play again.", "Lars plays again."],
      [null, { kind: "resign" }, "You gave up; a bot plays on for you.", "Lars gave up; a bot plays on."],
      [
        null,
        { kind: "stand_in", by: "host" },
        "A bot plays for you from here on.",
        "A bot plays for Lars from here on.",
      ],
    ],
    nl: [
      [{ kind: "keep_tickets" }, {}, "Je hebt gekozen.", "Lars heeft gekozen."],
      [{ kind: "pass" }, { by: "bot" }, "Jouw bot paste.", "Lars (bot) paste."],
      [null, { kind: "hand_back" }, "Je speelt weer zelf.", "Lars speelt weer zelf."],
      [
        null,
        { kind: "stand_in", by: "clock" },
        "Vanaf hier speelt een bot voor je.",
        "Vanaf hier speelt een bot voor Lars.",
      ],
    ],
    sv: [
      [{ kind: "keep_tickets" }, {}, "Du har valt.", "Lars har valt."],
      [{ kind: "pass" }, { by: "bot" }, "Din bot passade.", "Lars (bot) passade."],
      [null, { kind: "hand_back" }, "Du spelar själv igen.", "Lars spelar själv igen."],
      [
        null,
        { kind: "stand_in", by: "clock" },
        "Härifrån spelar en bot åt dig.",
        "Härifrån spelar en bot åt Lars.",
      ],
    ],
  };

  test.each(LANGUAGES)("is right in %s", async (language) => {
    await speaking(language);
    for (const [event, entry, you, lars] of SENTENCES[language]) {
      expect(told(YOU, event, entry)).toBe(you);
      expect(told(LARS, event, entry)).toBe(lars);
    }
  });

  test("says who plays, not what for, where a bot has the seat", async () => {
    await speaking("en");
    expect(told(BOT, { kind: "pass" })).toBe("Bot passed.");
  });

  test.each(LANGUAGES)("leaves the reader's name out in %s", async (language) => {
    await speaking(language);
    for (const kind of [
      "draw_face_up",
      "draw_blind",
      "draw_cards",
      "draw_tickets",
      "keep_tickets",
      "swap_tickets",
    ] as const)
      expect(told(YOU, { kind, cards: { red: 1 }, count: 1, offered: 3 })).not.toContain("Ann");
    for (const kind of ["claim", "pay_tunnel", "decline"] as const)
      expect(
        told(YOU, { ...claim, kind, extra: 1, shown: ["red"], bonus: 1, completed: ["cadiz-wien"] }),
      ).not.toContain("Ann");
    expect(told(YOU, { kind: "station", city: "wien", cards: { red: 1 } })).not.toContain("Ann");
  });

  test.each(LANGUAGES)("tells who won in %s", async (language) => {
    await speaking(language);
    const won = (name: string, you: boolean, n: number) => t("end.won", { who: { name, you }, n });
    expect([won("Ann", true, 1), won("Lars", false, 1), won("Ann & Lars", true, 2)]).toEqual(
      {
        en: ["You won!", "Lars won.", "Ann & Lars won together!"],
        nl: ["Je hebt gewonnen!", "Lars heeft gewonnen.", "Ann & Lars hebben samen gewonnen!"],
        sv: ["Du vann!", "Lars vann.", "Ann & Lars vann tillsammans!"],
      }[language],
    );
  });

  test("puts no s behind a name in Swedish, which may end in one", async () => {
    await speaking("sv");
    for (const key of ["status.hand_over", "cover.title"] satisfies Key[])
      expect(t(key, { who: "Lars" })).toBe("Lars står på tur");
  });
});

describe("a level", () => {
  test("says what it does on a board that was learned, and on another", async () => {
    await speaking("en");
    const notes = (learned: string[]) => LEVELS.map((level) => levelNote(level, learned));
    const [easy, medium, hard, expert] = notes([]);
    expect(new Set([easy, medium, hard, expert]).size).toBe(4);
    expect(notes(["hard"])).toEqual([easy, medium, expect.stringContaining("network"), expert]);
    expect(notes(["hard", "expert"])[3]).toContain("network");
    for (const note of [easy, medium, hard, expert]) expect(note).not.toContain("network");
  });
});

describe("a place", () => {
  test.each(LANGUAGES)("is called as on the board in the log, in %s", async (language) => {
    await speaking(language);
    expect(told(LARS, { kind: "station", city: "wien", cards: { red: 1 } })).toContain("Wien");
    expect(routeName(edition, "cadiz-wien")).toBe("Cadiz – Wien");
    expect(ticketName(edition, "cadiz-wien")).toBe("Cadiz – Wien (5)");
  });

  test("has the reader's own name in brackets where that is another word", async () => {
    await speaking("nl");
    expect(linkName(edition, "cadiz-wien", "known")).toBe("Cadiz – Wien (Wenen)");
    await speaking("sv");
    expect(linkName(edition, "cadiz-wien", "known")).toBe("Cadiz – Wien");
  });

  test("is called as the reader does on a board that is translated", async () => {
    const translated = new Edition({ ...edition.info, translated: true });
    await speaking("en");
    expect(linkName(translated, "cadiz-wien", "known")).toBe("Cádiz – Vienna");
  });
});
