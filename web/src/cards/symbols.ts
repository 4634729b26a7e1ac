/**
 * Colours and their symbols: every colour is always shown with its own. `drawn.json` is what perron.board draws symbols,
 * pieces and tracks with, so that page, notebook and pictures look alike.
 */

import drawn from "./drawn.json";

export interface Look {
  fill: string;
  /** A darker shade, for rims. */
  deep: string;
  /** Of the symbol on the fill. */
  ink: string;
  /** SVG path within a box from -12 to 12. */
  path: string;
}

type Paint = { fill: string; ink: string; symbol: string };

export const SYMBOLS: Record<string, string> = drawn.symbols;
export const PIECES = drawn.pieces as {
  length: number;
  height: number;
  badge: number;
  shapes: Record<string, string>;
  station: string;
};

/** A line along a track. */
export interface Stroke {
  /** `route`: that of the route. */
  colour: string;
  width: number;
  opacity: number;
  dash: number[];
  /** Whether its ends are. */
  is_round: boolean;
  /** Whether the width is on top of that of a metro's line. */
  on_line: boolean;
}
type Bed = "rail" | "ferry" | "line";
/** What a track looks like, in all its parts. */
export const TRACKS: Omit<typeof drawn.tracks, "beds"> & { beds: Record<Bed, Stroke[]> } = drawn.tracks;

/** One colour with some of another in it. */
export function mixed(colour: string, other: string, part: number): string {
  const pair = (i: number) =>
    [colour, other].map((one) => parseInt(one.slice(i, i + 2), 16)) as [number, number];
  const hex = [1, 3, 5].map(pair).map(([a, b]) =>
    Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

function lookOf(paint: Paint): Look {
  return {
    fill: paint.fill,
    deep: mixed(paint.fill, "#000000", 0.45),
    ink: paint.ink,
    path: SYMBOLS[paint.symbol] ?? "",
  };
}

const COLOURS: Record<string, Look> = Object.fromEntries(
  Object.entries(drawn.colours).map(([name, paint]) => [name, lookOf(paint)]),
);
export const COLOUR_NAMES: readonly string[] = Object.keys(COLOURS);
const UNKNOWN: Look = lookOf({ fill: "#8f8a99", ink: "#ffffff", symbol: "burst" });

/** The look of a card or a route. */
export function look(colour: string): Look {
  return COLOURS[colour] ?? UNKNOWN;
}

// In the order of perron.board's players.
const SEAT_COLOURS = ["red", "blue", "green", "yellow", "black"];
const SEATS: Record<string, Look> = Object.fromEntries(
  drawn.players.map((paint, i) => [SEAT_COLOURS[i] ?? "", lookOf(paint)]),
);

/** The look of a player's pieces; their symbols are not those of the cards. */
export function seatLook(colour: string | null | undefined): Look {
  return SEATS[colour ?? ""] ?? UNKNOWN;
}

/** The symbol of an edition's wild cards: their own where one is drawn, else the burst. */
export function wildSymbol({ info }: { info: { wild_kind: string } }): string {
  return info.wild_kind in SYMBOLS ? info.wild_kind : "burst";
}
