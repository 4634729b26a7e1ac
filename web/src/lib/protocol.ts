// Written by `python -m perron.server.typescript` from the server's models: do not edit.


export const PROTOCOL = 2;

export const EMOTES = ["hello", "well_played", "thanks", "oops", "hurry", "thinking", "wow", "good_game"] as const;

/** Done and stored. */
export interface Accepted {
  type: "accepted";
  id: string;
  /** The entry's number; of a choice under seal, which is no entry yet, the last one's. */
  number: number;
}

/** An action of a seat's. First tickets are chosen by all at once: they are under seal until the last has chosen. */
export interface Act {
  type: "act";
  /** The client's own, used once for each seat: a message that comes again under its id is answered again, not applied again. Best a random text. */
  id: string;
  /** The number that the client answers: the newest it has seen. */
  number: number;
  seat: number;
  /** As text, one of the view's `legal`. */
  action: string;
}

/** What would a bot do in this seat's place? */
export interface AskHint {
  type: "hint";
  id: string;
  seat: number;
}

/** The person is back: the bot that stood in stops, at once or, if time is up for this turn, at its end. */
export interface Back {
  type: "back";
  id: string;
  seat: number;
}

/** A deal that was broken off because words did not come: nobody's fault can be proved by that. */
export interface BrokenInfo {
  attempt: number;
  promise: string;
  /** Revealed: `promise` is its SHA-256. */
  key: string;
  commitments: (string | null)[];
  words: (string | null)[];
  /** Seats whose words were not received. */
  missing: number[];
}

/** The last message before the server closes the socket. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
}

/** Lines were taken out of the chat: this is the last of it as it is now. */
export interface Chat {
  type: "chat";
  messages: Saying[];
}

/** A place. */
export interface CityInfo {
  id: string;
  name: string;
  names: Record<string, string>;
  x: number;
  y: number;
}

/** How long people may think. */
export interface Clock {
  /** For each turn. */
  move_seconds: number;
  /** For the whole game, used up when a turn takes longer than that. */
  bank_seconds: number;
}

/** Time, for tables that have clocks; and when a bot will answer. */
export interface Clocks {
  /** The server's time. */
  now: number;
  turn_began: number | null;
  /** When time is up, or the bot answers. */
  due: number | null;
  /** When time is up for each seat; None where it is not a person's turn, or there are no clocks. */
  until: (number | null)[];
  /** Milliseconds left in each seat's bank. */
  banks: (number | null)[];
}

/** An edition, enough to choose it. */
export interface CoverInfo {
  id: string;
  /** The version of its rules. */
  rules: number;
  title: Record<string, string>;
  summary: Record<string, string>;
  /** exact: board and tickets are the printed ones; part: only some of that; house: they are ours. */
  provenance: string;
  provenance_note: Record<string, string>;
  players: [number, number];
}

/** How far the deal has come; docs/records.md says what is hashed. */
export interface DealInfo {
  /** 1, or 2 after a deal that was broken off. */
  attempt: number;
  /** One a seat, to the word that it will add; None: it adds none, or has not committed yet. */
  commitments: (string | null)[];
  /** Seats whose words are there. */
  received: number[];
  /** Until when words can be sent; None: the deal waits. */
  deadline: number | null;
  broken: BrokenInfo[];
}

/** Somebody who has left games before their end, or let time run out. */
export interface Departed {
  seat: number;
  /** So many of the last games of this device with other people, of the last 30 days. */
  left: number;
  games: number;
}

/** Those who sit at a table and have left several games. */
export interface Departures {
  seats: Departed[];
}

/** All that a page needs to show an edition. */
export interface EditionInfo {
  id: string;
  /** The version of its rules. */
  rules: number;
  title: Record<string, string>;
  summary: Record<string, string>;
  /** exact: board and tickets are the printed ones; part: only some of that; house: they are ours. */
  provenance: string;
  provenance_note: Record<string, string>;
  players: [number, number];
  /** Whether this is the version of its rules that new tables get. */
  newest: boolean;
  mechanics: string[];
  /** Whether its board shows places by their names in the reader's language, and not as they were printed. */
  translated: boolean;
  aspect: number;
  wild_name: Record<string, string>;
  ticket_name: Record<string, string>;
  cards: Record<string, number>;
  pieces: Record<string, number>;
  piece_names: Record<string, Record<string, string>>;
  display: number;
  /** Cost of each. */
  stations: number[];
  last_round_at: number;
  /** With so many players or fewer, one track taken closes its twin. */
  double_closed_up_to: number;
  /** Tickets completed that end the game at once. */
  goal: number | null;
  /** Whether a ticket is laid open as soon as it is completed. */
  open_tickets: boolean;
  /** Whether players hold a fixed number of tickets, which they may swap. */
  swap_tickets: boolean;
  /** Whether points are counted; if not, tickets completed. */
  points: boolean;
  /** The lines of the score sheet, in the order in which they are read. */
  score: ScoreLineInfo[];
  /** Joining one of these with one of `west` counts as a ticket. */
  east: string[];
  west: string[];
  cities: CityInfo[];
  routes: RouteInfo[];
  tickets: TicketInfo[];
}

/** All editions. */
export interface Editions {
  editions: CoverInfo[];
  /** Of bots, the weakest first. */
  levels: string[];
  /** Of the players' pieces. */
  colours: string[];
}

/** A sign without words. */
export interface Emote {
  type: "emote";
  id: string;
  emote: "hello" | "well_played" | "thanks" | "oops" | "hurry" | "thinking" | "wow" | "good_game";
  seat?: number | null;
}

/** One entry of a table's log as the asker may know it. */
export interface Entry {
  number: number;
  at: number;
  /** withdraw: an action that had not arrived is not to be done any more. */
  kind: "action" | "undo" | "stand_in" | "hand_back" | "resign" | "withdraw";
  seat: number;
  by: "person" | "bot" | "clock" | "host" | "vote";
  /** What an action did, or what was taken back. */
  event: Event | null;
  /** Of the bot that stands in from here. */
  level: string | null;
}

/** One action as its viewer may know it. */
export interface Event {
  kind: string;
  seat: number;
  route?: string | null;
  city?: string | null;
  /** Cards paid, laid or drawn; None if the viewer may not know them, or there are none. */
  cards?: Record<string, number> | null;
  /** How many cards or tickets; None if that is secret (tickets chosen at setup) or none are concerned. */
  count?: number | null;
  /** Of how many tickets some were kept. */
  offered?: number | null;
  /** The viewer's own: tickets drawn, kept, or new in hand. */
  tickets?: string[] | null;
  /** Cards turned up for a tunnel. */
  shown?: string[];
  /** Cards that the tunnel asks for on top; it is not claimed yet. */
  extra?: number;
  points?: number;
  /** Tickets laid open by it (First Journey). */
  made?: string[];
  /** Bonus cards taken by it. */
  bonus?: number;
  /** Whether the last round begins with it. */
  last_round?: boolean;
  over?: boolean;
  /** The kind of the action that was taken back. */
  undone?: string | null;
}

/** A bot's plan in words and data. */
export interface Explanation {
  choice: string;
  /** The plan as a person would tell it. */
  words: string;
  /** Tickets it is after. */
  tickets: string[];
  /** Tickets it does not expect to make. */
  given_up: string[];
  /** Routes it wants. */
  links: string[];
  /** The best moves, best first. */
  moves: MoveValue[];
  /** Cards that the plan still needs, by kind; `any`: of whatever colour. */
  cards: Record<string, number>;
}

/** Every refusal, of REST and of the socket. */
export interface Fault {
  /** Stable: programs may rely on it. */
  code: string;
  /** A sentence in the asker's language. */
  message: string;
  /** The rule that it rests on. */
  clause: string | null;
  /** Fields of the request that are wrong. */
  details: string[] | null;
}

/** A ticket that the viewer gave back and knows the place of. */
export interface GivenBack {
  ticket: string;
  /** pile or box (out of the game). */
  place: string;
  /** Tickets lying above it in the pile; 0 in the box. */
  above: number;
}

/** The first message: who is there, and what it knows already. */
export interface Hello {
  type: "hello";
  /** Of the protocol. */
  version: number;
  /** en, nl or sv, for sentences; the browser's own if not said. */
  language?: string | null;
  /** The last number that the client has seen: only later entries are sent. */
  after?: number | null;
  /** For programs without cookies. */
  secrets?: string[];
}

/** What a bot would do. */
export interface Hint {
  type: "hint";
  id: string;
  explanation: Explanation;
}

/** A page of ours as a link. */
export interface Link {
  url: string;
  /** Whether other devices can open it: not if the server listens to this machine alone. */
  reachable: boolean;
}

/** A table in the lobby. */
export interface Listed {
  code: string;
  edition: string;
  status: string;
  seats: SeatInfo[];
  created: number;
}

/** The tables that are listed. */
export interface Lobby {
  tables: Listed[];
}

/** A table's log as the asker may know it. */
export interface Log {
  number: number;
  entries: Entry[];
}

/** One move as a bot sees it. */
export interface MoveValue {
  action: string;
  /** How good: higher is better; what it measures is the bot's own affair. */
  value: number;
  /** Why, in a few words. */
  note: string;
}

/** A table to be made. */
export interface NewTable {
  edition: string;
  seats: SeatPlan[];
  settings?: TableSettings;
}

/** The table of a rematch. */
export interface Next {
  table: TableInfo;
  /** Seats that the asker holds. */
  held: number[];
  host: boolean;
}

/** The end of a game. */
export interface Outcome {
  reason: string;
  /** One seat, or those that share the win. */
  winners: number[];
  scores: Score[];
}

/** A seat of the asker's own. */
export interface OwnSeat {
  seat: number;
}

/** A table, and what the asker is there. */
export interface OwnTable {
  table: TableInfo;
  /** Seats that the asker holds. */
  held: number[];
  host: boolean;
}

/** Is the server there? */
export interface Ping {
  type: "ping";
  id: string;
}

/** What everybody knows of one player. */
export interface PlayerView {
  /** Cards in hand. */
  cards: number;
  /** Of these, cards that were surely seen to come in and not to go out: lower bounds. */
  seen: Record<string, number>;
  /** Tickets kept secret. */
  tickets: number;
  /** Tickets still to choose from. */
  offered: number;
  /** Tickets laid open, where completed tickets are. */
  made: string[];
  /** Left in stock, by kind. */
  pieces: Record<string, number>;
  routes: string[];
  /** Cities with a station of theirs. */
  stations: string[];
  stations_left: number;
  /** Points scored on the board so far; where none are counted, tickets made. */
  score: number;
  /** Bonus cards. */
  bonus: number;
}

/** The server is there. */
export interface Pong {
  type: "pong";
  id: string;
}

/** Who is connected. */
export interface Presence {
  type: "presence";
  /** Seats. */
  connected: number[];
  /** How many are there who hold no seat. */
  watching: number;
}

/** A bot for a seat. */
export interface PutBot {
  level?: "easy" | "medium" | "hard" | "expert";
}

/** Ready to start, or not after all. */
export interface Ready {
  seat: number;
  ready?: boolean;
  /** To a word of the browser's own that will be mixed into the deal. */
  commitment?: string | null;
  /** The one that the commitment is for. */
  attempt?: number;
  /** The word itself, at a table from before there were commitments. */
  word?: string | null;
}

/** Not done; nothing has changed by it. */
export interface Refusal {
  type: "refused";
  /** None if the message could not be read. */
  id: string | null;
  code: string;
  message: string;
  clause: string | null;
  number: number;
  /** With code `action/stale`: how things stand now. */
  views: View[] | null;
}

/** A record step by step. */
export interface Replay {
  edition: string;
  /** The version of its rules that the game was played by. */
  rules: number;
  seats: number;
  over: boolean;
  /** What `perron verify` says is wrong with it. */
  fault: string | null;
  steps: ReplayStep[];
}

/** The game after one action. */
export interface ReplayStep {
  /** Who acted; None before the first action. */
  seat: number | null;
  event: Event | null;
  /** A seat's view; the open one has `hands`, `tickets_of` and `offered_to` besides, one a seat. */
  view: Record<string, unknown>;
}

/** Somebody's conduct, for whoever runs the server. */
export interface Report {
  /** Whose. */
  seat: number;
  /** What happened, in the reporter's words. */
  text?: string;
}

/** A bot plays on for this seat. */
export interface Resign {
  type: "resign";
  id: string;
  number: number;
  seat: number;
}

/** How a finished game ended, by seat. */
export interface Result {
  /** Points; where none are counted, tickets made. */
  totals: number[];
  /** Places; equal seats share one. */
  ranks: number[];
}

/** A secret brought from another device. */
export interface Resume {
  secret: string;
}

/** A track. */
export interface RouteInfo {
  id: string;
  a: string;
  b: string;
  length: number;
  cards: number;
  colour: string;
  piece: string;
  double: boolean;
  tunnel: boolean;
  ferry: number;
  carts: boolean;
  twin: string | null;
  /** For claiming it; 0 where no points are counted. */
  points: number;
}

/** Somebody said something. */
export interface Said {
  number: number;
  at: number;
  kind: "say" | "emote";
  /** None: a spectator. */
  seat: number | null;
  name: string | null;
  text: string;
  type: "message";
}

/** The answer to sitting down or to making a table: the only time that a secret is told. */
export interface Sat {
  table: TableInfo;
  /** Seats that the asker holds. */
  held: number[];
  host: boolean;
  seat: number | null;
  /** Proves who sits here; it is in the cookie too. Whoever has it can play from any device. */
  secret: string;
  /** Private link to go on from another device. */
  resume: string;
}

/** Something for the table's chat. */
export interface Say {
  type: "say";
  id: string;
  /** Ends of lines become spaces, and what could not be seen is replaced by a mark. */
  text: string;
  /** Which of the held seats speaks; the first, if not said. */
  seat?: number | null;
}

/** A message of the chat. */
export interface Saying {
  number: number;
  at: number;
  kind: "say" | "emote";
  /** None: a spectator. */
  seat: number | null;
  name: string | null;
  text: string;
}

/** One seat's lines of the score sheet. */
export interface Score {
  /** All points; where none are counted, tickets made, the bonus counting as one. */
  total: number;
  /** What each line adds, by its id, in the edition's order; tickets missed are below 0. They add up to the total. */
  lines: Record<string, number>;
  /** Length of the longest path. */
  longest: number;
  /** How many, the East-West bonus counting as one. */
  tickets_made: number;
  made: string[];
  missed: string[];
  /** Routes of others that the seat's stations used. */
  borrowed: string[];
  /** 1 for the winners; after a tie the next rank is skipped. */
  rank: number;
}

/** A line of the score sheet. */
export interface ScoreLineInfo {
  id: string;
  /** Its name by language, where the edition has one of its own for it. */
  name: Record<string, string> | null;
  /** For each thing that it counts, or for having the most. */
  points: number;
  /** By number of players: points of the first place, the second and so on; empty for a line that has no places. */
  by_rank: Record<string, number[]>;
}

/** One seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "person" | "bot" | "open";
  /** Whether somebody sits there. */
  taken: boolean;
  /** Of the bot that plays here, or that fills the seat if nobody takes it. */
  level: string | null;
  name: string | null;
  colour: string | null;
  ready: boolean;
  /** Level of the bot that plays for the person at the moment. */
  standing_in: string | null;
  /** Why it does. */
  why: "removed" | "resigned" | "voted" | "timeout" | "returning" | null;
  /** Whether the host lets nothing from here into the chat. */
  muted: boolean;
  /** Seats that ask for a bot to play here. */
  votes: number[];
}

/** Who may sit in a seat. */
export interface SeatPlan {
  /** person: somebody has to sit down before the game starts; open: a bot fills it if nobody has; bot: a bot. */
  kind?: "person" | "bot" | "open";
  /** Of the bot. */
  level?: "easy" | "medium" | "hard" | "expert";
}

/** The word that a seat has committed to. */
export interface ShowWord {
  seat: number;
  attempt: number;
  word: string;
  /** Of the promise and all commitments, as the browser saw them. */
  list: string;
}

/** Who sits down. */
export interface Sit {
  name: string;
  /** The first that is free, if not said. */
  seat?: number | null;
  colour?: "blue" | "red" | "green" | "yellow" | "black" | null;
}

/** Seats, settings or status have changed. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  held: number[];
  host: boolean;
}

/** A table as everybody sees it. */
export interface TableInfo {
  code: string;
  /** dealing: the words that were committed to are being sent. */
  status: "waiting" | "dealing" | "playing" | "over" | "abandoned";
  edition: string;
  /** Version of the rules. */
  rules: number;
  seats: SeatInfo[];
  settings: TableSettings;
  /** SHA-256 of the key that the deal will follow from; the record of the finished game reveals the key. */
  commitment: string;
  /** None: a table from before there were commitments, to which words are sent openly. */
  deal: DealInfo | null;
  /** Entries in the log. */
  number: number;
  /** Who has to act; where several choose at once, the first of them. */
  to_move: number | null;
  /** Seats that have still to choose their first tickets, all at once; what the others chose is not told before. */
  choosing: number[];
  /** This and all times: milliseconds since 1970, UTC. */
  created: number;
  started: number | null;
  ended: number | null;
  /** When the table is removed; None while it is in use. */
  expires: number | null;
  /** Code of the table where the same people go on. */
  rematch: string | null;
  /** The seat that asked for that; None: the host, who has no seat, or nobody knows any more. */
  rematch_by: number | null;
}

/** What the host chooses for a table. */
export interface TableSettings {
  clock: Clock | null;
  /** When time is up: a bot plays on until the person is back, or the least legal action is taken. */
  on_timeout: "bot" | "least";
  /** The bot that plays for an absent person. */
  stand_in: "easy" | "medium" | "hard" | "expert";
  /** Whether actions that revealed nothing may be taken back. */
  undo: boolean;
  /** Whether a player may ask a bot what it would do. */
  hints: boolean;
  chat: boolean;
  /** Whether the lobby shows the table to everybody; else only the link leads to it. */
  listed: boolean;
  /** From an action to the answer of the bot whose turn it is, whatever the bot has to think about. */
  bot_pause_ms: number;
  /** The same, and no less, after an action that its player may still take back: bots wait for that. */
  undo_pause_ms: number;
  /** Days that the table is kept when it is over or abandoned; then it is removed. */
  keep_days: number;
}

/** The last action of all was this seat's, revealed nothing, and is taken back; or a choice that is under seal. */
export interface TakeBack {
  type: "undo";
  id: string;
  number: number;
  seat: number;
}

/** A ticket. */
export interface TicketInfo {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

/** A tunnel being tried: the cards laid and turned up lie open (RU-38). */
export interface TunnelView {
  route: string;
  colour: string;
  cards: number;
  wilds: number;
  shown: string[];
  /** Cards asked for on top. */
  extra: number;
}

/** Something was done. With the number that was known before: somebody has chosen first tickets, under seal. */
export interface Update {
  type: "update";
  number: number;
  entries: Entry[];
  views: View[];
  clocks: Clocks;
  /** Seats that may take back what they did last: the last action of all, or a choice that is still under seal. */
  undo: number[];
}

/** What `perron verify` says of a record. */
export interface Verified {
  ok: boolean;
  line: number | null;
  fault: string | null;
  /** Whether every card was computed anew from the key. */
  key_checked: boolean;
  /** Whether the key is the one promised before the deal. */
  committed: boolean;
  /** Whether the seats had committed to their words before any of them was sent. */
  words_committed: boolean;
  /** Deals that were broken off before this one. */
  broken_off: number;
  actions: number;
}

/** A game as one seat, or a spectator (seat None), may see it. */
export interface View {
  edition: string;
  /** Version of the rules. */
  rules: number;
  seats: number;
  seat: number | null;
  /** Turns finished. */
  turn: number;
  phase: string;
  /** None when the game is over. */
  to_move: number | null;
  /** Turns left in the last round; None before it starts. */
  last_round: number | null;
  players: PlayerView[];
  display: (string | null)[];
  pile: number;
  discards: Record<string, number>;
  ticket_pile: number;
  bonus_pile: number;
  tunnel: TunnelView | null;
  /** The viewer's own cards; None for a spectator. */
  hand: Record<string, number> | null;
  /** Tickets the viewer keeps; where they are swapped the older first. */
  tickets: string[] | null;
  /** Tickets the viewer has to choose from. */
  offered: string[] | null;
  /** Setup: tickets the viewer has chosen to keep, while others still choose. */
  chosen: string[] | null;
  given_back: GivenBack[] | null;
  /** Legal actions, only for the seat to move and only in its own view: they tell the hand. */
  legal: string[] | null;
  /** When the game is over: every score line by line, and all tickets. */
  outcome: Outcome | null;
}

/** The answer to hello: everything that the client needs to show the table. */
export interface Welcome {
  type: "welcome";
  version: number;
  table: TableInfo;
  /** Seats that this client holds. */
  held: number[];
  host: boolean;
  /** Entries in the log; the client names it when it answers. */
  number: number;
  /** For each seat the number of its own last entry: what came after it is new to that seat. */
  since: number[];
  /** What came after `after`; the whole log if that was not said. */
  entries: Entry[];
  /** One for each seat held; the spectators' view if none is. Empty before the game starts. */
  views: View[];
  clocks: Clocks;
  /** Seats that may take back what they did last: the last action of all, or a choice that is still under seal. */
  undo: number[];
  /** The last of the chat. */
  messages: Saying[];
  connected: number[];
  /** How many are there who hold no seat. */
  watching: number;
}

/** An action that was sent and not answered is not to be done. Accepted: the server does not have it, and will not do it should it still arrive. Refused with `action/done`: it was done. */
export interface Withdraw {
  type: "withdraw";
  id: string;
  seat: number;
  /** The id that it was sent under. */
  action: string;
  /** The number that it answered. */
  number: number;
}

/** A seat whose word is lost. */
export interface WordLost {
  seat: number;
  attempt: number;
}

export type FromClient = Hello | Act | Withdraw | TakeBack | Resign | Back | Say | Emote | AskHint | Ping;

export type FromServer = Welcome | Update | TableChanged | Accepted | Refusal | Said | Chat | Presence | Hint | Pong | Bye;
