/** The server's REST interface. Every failure is a `Refused` with the server's code and sentence. */

import type {
  BoardInfo,
  Departures,
  EditionInfo,
  Editions,
  Fault,
  Lobby,
  Log,
  NewTable,
  Link,
  OwnTable,
  PlayOn,
  Puzzle,
  PutBot,
  Ready,
  Report,
  Result,
  Review,
  RulesInfo,
  SeatGranted,
  ShowWord,
  Sit,
  Solution,
  TableSettings,
  WordLost,
} from "./protocol";
import { settings } from "./settings.svelte";

/** The code of a request that never reached the server. */
export const AWAY = "server/away";

export class Refused extends Error {
  override name = "Refused";
  constructor(
    readonly code: string,
    message: string,
    readonly clause: string | null = null,
    readonly status = 0,
    readonly details: string[] = [],
  ) {
    super(message);
  }
}

/** Any error as a refusal. */
export function refused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  return new Refused(AWAY, error instanceof Error ? error.message : String(error));
}

async function ask(path: string, method: "GET" | "POST", body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": settings.language };
  const request: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch (error) {
    throw new Refused(AWAY, String(error));
  }
  if (response.ok) return response;
  const fault = (await response.json().catch(() => null)) as Partial<Fault> | null;
  if (fault?.code) {
    const { code, message = "", clause = null, details } = fault;
    throw new Refused(code, message, clause, response.status, details ?? []);
  }
  // Not our server's words: a proxy in between says that nobody is home.
  throw new Refused(response.status >= 500 ? AWAY : "request/not_found", "", null, response.status);
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path, "GET")).json()) as T;
}

async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await (await ask(path, "POST", body)).json()) as T;
}

export const editions = () => get<Editions>("/editions");
/** The version of an edition's rules and, of one that is not built in, the key by which the server keeps it. */
const which = (rules?: number, key?: string | null) =>
  rules === undefined ? "" : `?rules=${rules}${key ? `&key=${key}` : ""}`;
/** Without a version of its rules, the newest. */
export const edition = (id: string, rules?: number, key?: string | null) =>
  get<EditionInfo>(`/editions/${id}${which(rules, key)}`);
/** Each version of the rules may have a board of its own. */
export const board = (id: string, rules: number, key: string | null) =>
  get<BoardInfo>(`/editions/${id}/board${which(rules, key)}`);
/** The rules in every language, and the rulings that apply. */
export const rules = (id: string) => get<RulesInfo>(`/editions/${id}/rules`);
export const posterUrl = (id: string) => `/api/editions/${id}/poster.svg`;
export const backgroundUrl = (info: Pick<EditionInfo, "id" | "rules" | "key">) =>
  `/api/editions/${info.id}/background.svg${which(info.rules, info.key)}`;

/** The puzzle of a day, as in 2026-11-18. */
export const puzzle = (edition: string, difficulty: string, day: string) =>
  get<Puzzle>(`/puzzles?${new URLSearchParams({ edition, difficulty, day }).toString()}`);
/** Choose a move in a puzzle. */
export const solve = (id: string, action: string) => post<Solution>(`/puzzles/${id}/answer`, { action });

/** A page of ours as a link that other devices can open, if they can reach this server. */
export const link = (path: string) => get<Link>(`/link?path=${encodeURIComponent(path)}`);
/** The same link as a QR code. */
export const qrUrl = (path: string) => `/api/qr?path=${encodeURIComponent(path)}`;

export const lobby = () => get<Lobby>("/tables");
export const newTable = (asked: NewTable) => post<SeatGranted>("/tables", asked);
export const table = (code: string) => get<OwnTable>(`/tables/${code}`);
/** The log after a number, some hundred entries at most. */
export const log = (code: string, after = 0) => get<Log>(`/tables/${code}/log?after=${after}`);
/** How a finished game ended. */
export const result = (code: string) => get<Result>(`/tables/${code}/result`);
/** A finished game's review, as far as it is; whoever asks keeps it going. */
export const review = (code: string) => get<Review>(`/tables/${code}/review`);
/** A new table that begins in a position of a finished game. */
export const playOn = (code: string, asked: PlayOn) => post<SeatGranted>(`/tables/${code}/play_on`, asked);
export const recordUrl = (code: string) => `/api/tables/${code}/record`;
export const record = async (code: string) => (await ask(`/tables/${code}/record`, "GET")).text();

export const sit = (code: string, who: Sit) => post<SeatGranted>(`/tables/${code}/sit`, who);
export const leave = (code: string, seat: number) => post<OwnTable>(`/tables/${code}/leave`, { seat });
export const start = (code: string) => post<OwnTable>(`/tables/${code}/start`);
export const resume = (code: string, secret: string) => post<OwnTable>(`/tables/${code}/resume`, { secret });
export const rematch = (code: string) => post<OwnTable>(`/tables/${code}/rematch`);
export const change = (code: string, to: TableSettings) => post<OwnTable>(`/tables/${code}/settings`, to);
export const ready = (code: string, how: Ready) => post<OwnTable>(`/tables/${code}/ready`, how);
export const showWord = (code: string, shown: ShowWord) => post<OwnTable>(`/tables/${code}/word`, shown);
export const wordLost = (code: string, lost: WordLost) => post<OwnTable>(`/tables/${code}/word_lost`, lost);

/** Host: before the game, free a seat; during it, let a bot play for the person. */
export const remove = (code: string, seat: number) => post<OwnTable>(`/tables/${code}/seats/${seat}/remove`);
export const putBot = (code: string, seat: number, bot: PutBot) =>
  post<OwnTable>(`/tables/${code}/seats/${seat}/bot`, bot);
/** Host: give a removed person the seat back. */
export const giveBack = (code: string, seat: number) =>
  post<OwnTable>(`/tables/${code}/seats/${seat}/return`);

/** Host: let nothing from a seat into the chat, or let it again. */
export const mute = (code: string, seat: number, muted: boolean) =>
  post<OwnTable>(`/tables/${code}/seats/${seat}/mute`, { muted });
/** Host: remove somebody for good. */
export const bar = (code: string, seat: number) => post<OwnTable>(`/tables/${code}/seats/${seat}/bar`);
/** Host: who of those who sit here has left several games. */
export const departures = (code: string) => get<Departures>(`/tables/${code}/departures`);
/** Host: delete a table whose game is over. */
export const deleteTable = (code: string) => post<unknown>(`/tables/${code}/delete`);
/** A seat of this browser's asks for a bot in another's place, or no longer does. */
export const vote = (code: string, seat: number, own: number, agree: boolean) =>
  post<OwnTable>(`/tables/${code}/seats/${seat}/vote`, { seat: own, agree });
export const report = (code: string, what: Report) => post<unknown>(`/tables/${code}/report`, what);
/** Take the name off a seat of this browser's, and what was said from it out of the chat. */
export const forget = (code: string, seat: number) => post<OwnTable>(`/tables/${code}/forget`, { seat });

/** Randomness of this browser's own, mixed into the deal: 32 hexadecimal digits. */
export function word(): string {
  return hex(16);
}

/** A fresh id for a message. */
export function newId(): string {
  return hex(12);
}

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
