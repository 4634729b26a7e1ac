/** What lies over the table: at most one thing at a time. */

export type Overlay =
  /** Phones: what desks show beside the board. */
  | { kind: "tickets" }
  | { kind: "log" }
  | { kind: "chat" }
  | { kind: "menu" }
  | { kind: "help" }
  | { kind: "settings" }
  /** All routes, or all places for a station, as a list. */
  | { kind: "routes" }
  | { kind: "stations" }
  /** Whether tickets are to be drawn or swapped. */
  | { kind: "draw" }
  | { kind: "person"; seat: number }
  | { kind: "delete"; what: "name" | "table" }
  /** The tickets that somebody has laid open. */
  | { kind: "laid_open"; seat: number };

export type OverlayKind = Overlay["kind"];
export type Sheet = Extract<OverlayKind, "tickets" | "log" | "chat">;

/** The sheet that is open, if it is one. */
export function sheetOf(open: Overlay | null): Sheet | null {
  return open?.kind === "tickets" || open?.kind === "log" || open?.kind === "chat" ? open.kind : null;
}

/** What is open once something has closed: whatever has been opened in its place meanwhile. */
export function closed(open: Overlay | null, kind: OverlayKind): Overlay | null {
  return open?.kind === kind ? null : open;
}
