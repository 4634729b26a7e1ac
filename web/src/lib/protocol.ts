// Written by `python -m tools.typescript` from the server's models: do not edit.


export const PROTOCOL = 2;

export const EMOTES = ["hello", "well_played", "thanks", "oops", "hurry", "thinking", "wow", "good_game"] as const;

export const LANGUAGES = ["en", "nl", "sv"] as const;

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;

export const COLOURS = ["blue", "red", "green", "yellow", "black"] as const;

/** What the text of an action begins with, by its kind. */
export const ACTION_WORDS = {
  "draw_face_up": "draw",
  "draw_blind": "draw blind",
  "draw_cards": "draw cards",
  "draw_tickets": "draw tickets",
  "keep_tickets": "keep",
  "swap_tickets": "swap tickets",
  "claim": "claim",
  "station": "station",
  "pay_tunnel": "pay",
  "decline": "let go",
  "pass": "pass"
} as const;

export type ActionKind = keyof typeof ACTION_WORDS;

/** Done and stored. */
export interface Accepted {
  type: "accepted";
  id: string;
  /** The entry's number; for a sealed choice, which is not an entry yet, that of the last entry. */
  number: number;
}

/** An action of a seat. First tickets are chosen by all at once: choices are sealed until the last has been made. */
export interface Act {
  type: "act";
  /** Chosen by the client, unique per seat, preferably random: a message that is sent again under its id is answered again, but not applied again. */
  id: string;
  /** The number that the action answers: the newest that the client has seen. */
  number: number;
  seat: number;
  /** As text, one of the view's `legal`. */
  action: string;
}

/** Asks what a bot would do in this seat. */
export interface AskHint {
  type: "hint";
  id: string;
  seat: number;
}

/** The person is back: the bot that stands in stops, at once or, if time is up, at the end of this turn. */
export interface Back {
  type: "back";
  id: string;
  seat: number;
}

/** A move that was better than the one played, as far as the seat could know. */
export interface Better {
  action: string;
  /** The plan behind it. */
  explanation: Explanation;
  /** How many points more it brings the seat than the move played, on average; tickets where there are no points. */
  gain: number | null;
  /** The same of the best other seat: below 0 where it costs that one points. */
  gain_of_others: number | null;
}

/** Where everything lies on a board, which is 1600 units wide; what the routes are, the edition tells. */
export interface BoardInfo {
  edition: string;
  /** The version of its rules: another version may have another board. */
  rules: number;
  width: number;
  height: number;
  /** Drawings of pieces and symbols are made for unit 1 and scaled by this. */
  unit: number;
  /** Of a place. */
  radius: number;
  /** What a tunnel's rim adds to a space on each side. */
  rim: number;
  /** Width of a metro line. */
  line: number;
  places: PlaceShape[];
  tracks: TrackShape[];
}

/** A rectangle that may be turned. */
export interface Box {
  /** Of its middle, as is y. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** In degrees, clockwise on the screen. */
  angle: number;
}

/** A deal that was broken off because words did not come; that does not prove anybody's fault. */
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

/** Lines were removed from the chat: these are the last ones now. */
export interface Chat {
  type: "chat";
  messages: Saying[];
}

/** A place. */
export interface CityInfo {
  id: string;
  name: string;
  names: Record<string, string>;
}

/** How long people may think. */
export interface Clock {
  /** For each turn. */
  move_seconds: number;
  /** For the whole game; used up by turns that take longer. */
  bank_seconds: number;
}

/** Clocks, and when a bot will answer. */
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
  /** Whether it has a place of its own on the start page; if not, it stands below. */
  featured: boolean;
  /** For whom it is, and how long a game takes, by language; empty if that is not said. */
  whom: Record<string, string>;
  time: Record<string, string>;
  /** Whether it has a picture of its own. */
  poster: boolean;
  /** Per cent from the left: what must stay in sight where the picture is cut. */
  poster_middle: number;
  /** Whether its rules are told. */
  has_rules: boolean;
  /** Of which difficulties there are puzzles on its board. */
  puzzles: ("easy" | "medium" | "hard")[];
  /** The levels that play with what a network has learned of its board. */
  learned: ("easy" | "medium" | "hard" | "expert")[];
}

/** How far the deal has come; docs/records.md says what is hashed. */
export interface DealInfo {
  /** 1, or 2 after a deal that was broken off. */
  attempt: number;
  /** One per seat, to the word that it will add; None: it adds none, or has not committed yet. */
  commitments: (string | null)[];
  /** Seats whose words have been received. */
  received: number[];
  /** Until when words can be sent; None: the deal waits. */
  deadline: number | null;
  broken: BrokenInfo[];
}

/** Somebody who has left games before their end, or let time run out. */
export interface Departed {
  seat: number;
  /** How many of the last games of this device with other people, within 30 days, it has left. */
  left: number;
  games: number;
}

/** People at a table who have left several games. */
export interface Departures {
  seats: Departed[];
}

/** Everything that a page needs to show an edition. */
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
  /** Whether it has a place of its own on the start page; if not, it stands below. */
  featured: boolean;
  /** For whom it is, and how long a game takes, by language; empty if that is not said. */
  whom: Record<string, string>;
  time: Record<string, string>;
  /** Whether it has a picture of its own. */
  poster: boolean;
  /** Per cent from the left: what must stay in sight where the picture is cut. */
  poster_middle: number;
  /** Whether its rules are told. */
  has_rules: boolean;
  /** Of which difficulties there are puzzles on its board. */
  puzzles: ("easy" | "medium" | "hard")[];
  /** The levels that play with what a network has learned of its board. */
  learned: ("easy" | "medium" | "hard" | "expert")[];
  /** Whether this is the version of its rules that new tables get. */
  newest: boolean;
  /** Of an edition that is not built in: what tells it, with all its files, from all others. */
  key: string | null;
  mechanics: string[];
  /** Whether the board shows place names in the reader's language, instead of as printed. */
  translated: boolean;
  wild_name: Record<string, string>;
  /** The page's own word for it, with a drawing and a plural; empty if it has none. */
  wild_kind: string;
  ticket_name: Record<string, string>;
  /** Likewise. */
  ticket_kind: string;
  cards: Record<string, number>;
  pieces: Record<string, number>;
  piece_names: Record<string, Record<string, string>>;
  display: number;
  /** Cost of each. */
  stations: number[];
  last_round_at: number;
  /** With this many players or fewer, claiming one track closes its twin. */
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
  /** Levels of bots, weakest first. */
  levels: string[];
  /** Of the players' pieces. */
  colours: string[];
}

/** An emote in the chat. */
export interface Emote {
  type: "emote";
  id: string;
  emote: "hello" | "well_played" | "thanks" | "oops" | "hurry" | "thinking" | "wow" | "good_game";
  seat?: number | null;
}

/** One entry of a table's log as the caller may know it. */
export interface Entry {
  number: number;
  at: number;
  /** withdraw: an action that had not arrived was withdrawn. */
  kind: "action" | "undo" | "stand_in" | "hand_back" | "resign" | "withdraw";
  seat: number;
  by: "person" | "bot" | "clock" | "host" | "vote";
  /** What an action did, or what was undone. */
  event: Event | null;
  /** Of the bot that stands in from here. */
  level: string | null;
}

/** One action as its viewer may know it. */
export interface Event {
  /** Of the action, or `undo`. */
  kind: ActionKind | "undo";
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
  /** Of these, the ones that cost a card more. */
  matching?: string[];
  /** Cards that the tunnel asks for on top; it is not claimed yet. */
  extra?: number;
  points?: number;
  /** Tickets laid open by it, where completed ones are. */
  completed?: string[];
  /** Bonus cards taken by it. */
  bonus?: number;
  /** Whether the last round begins with it. */
  last_round?: boolean;
  over?: boolean;
  /** The kind of the action that was taken back. */
  undone?: ActionKind | null;
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
  /** Every seat's chance to win, as the bot sees it; empty if it has no opinion. */
  chances: number[];
}

/** A refusal, over REST or over the socket. */
export interface Fault {
  /** Stable: programs may rely on it. */
  code: string;
  /** A sentence in the caller's language. */
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

/** The first message: who the client is, and what it knows already. */
export interface Hello {
  type: "hello";
  /** Of the protocol. */
  version: number;
  /** en, nl or sv, for sentences; by default the browser's own. */
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

/** A decision compared with all that was legal, on what the seat knew. */
export interface Judgement {
  action: string;
  /** `bot`: one that stood in for a person; `earlier`: who sat there in the game that this one was played on from. */
  by: "seat" | "bot" | "earlier";
  size: "fine" | "inaccurate" | "mistake" | "blunder";
  /** Whether another move looked better, but not by more than chance explains. */
  within_noise: boolean;
  /** Win chance lost against the best move, measured on other re-deals than it was found on; 0 within noise. */
  lost: number;
  /** 95 % interval of what was lost, lower end; it may lie below 0. */
  low: number;
  high: number;
  /** Only where the decision was not fine. */
  better: Better | null;
}

/** A name beside its place. */
export interface Label {
  /** Where the text is anchored, and the baseline of its first line. */
  x: number;
  y: number;
  /** start, middle or end, as SVG's text-anchor. */
  anchor: string;
  /** In degrees; so far every name is level. */
  rotation: number;
  size: number;
  /** From one baseline to the next. */
  leading: number;
  /** The text, by `printed` and by language; where a board shows printed names, that is the same for all. */
  lines: Record<string, string[]>;
  /** The room that the text takes in any of these, at most. */
  box: Box;
}

/** A link to a page of this server. */
export interface Link {
  url: string;
  /** Whether other devices can open it: not if the server listens on this machine only. */
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

/** A table's log as the caller may know it. */
export interface Log {
  number: number;
  entries: Entry[];
}

/** One step of the replay: the deal, an action, or an action taken back. */
export interface Moment {
  /** Every seat's chance to win after it. */
  chances: number[];
  /** What chance has brought every seat, in win chances. */
  luck: number[];
  /** Who acted; None for the deal. */
  seat: number | null;
  /** What the move itself was worth to every seat in the real game, against what the policy would have done. */
  effect: number[];
  /** The part of the effect that the mover could know of. */
  skill: number[];
  /** Standard error of the luck, of the seat that it concerned most. */
  luck_error: number;
  /** Standard error of the effect on the mover. */
  effect_error: number;
  /** Standard error of the mover's own skill. */
  skill_error: number;
  /** Only where there was more than one legal move, and the action was not taken back. */
  judgement: Judgement | null;
}

/** One move as a bot sees it. */
export interface MoveValue {
  action: string;
  /** How good: higher is better; the scale is the bot's own. */
  value: number;
  /** Why, in a few words. */
  note: string;
}

/** A new table. */
export interface NewTable {
  edition: string;
  seats: SeatPlan[];
  settings?: TableSettings;
}

/** The table of a rematch. */
export interface Next {
  table: TableInfo;
  /** Seats that the caller holds. */
  held: number[];
  host: boolean;
}

/** A spectator's view with all cards open: what each seat's own view has, by seat. */
export interface OpenView {
  edition: string;
  rules: number;
  seats: number;
  seat: number | null;
  turn: number;
  phase: string;
  to_move: number | null;
  last_round: number | null;
  players: PlayerView[];
  closed: string[];
  display: (string | null)[];
  pile: number;
  discards: Record<string, number>;
  ticket_pile: number;
  bonus_pile: number;
  tunnel: TunnelView | null;
  hand: Record<string, number> | null;
  tickets: string[] | null;
  offered: string[] | null;
  chosen: string[] | null;
  joined: string[] | null;
  given_back: GivenBack[] | null;
  legal: string[] | null;
  outcome: Outcome | null;
  hands: (Record<string, number>)[];
  tickets_of: string[][];
  offered_to: (string[] | null)[];
  joined_of: string[][];
}

/** The end of a game. */
export interface Outcome {
  reason: string;
  /** One seat, or those that share the win. */
  winners: number[];
  scores: Score[];
}

/** One of the caller's seats. */
export interface OwnSeat {
  seat: number;
}

/** A table, with the seats and the role of the caller. */
export interface OwnTable {
  table: TableInfo;
  /** Seats that the caller holds. */
  held: number[];
  host: boolean;
}

/** What players read in the rules. */
export interface Paragraph {
  /** The ids of the clauses that it tells. */
  clauses: string[];
  /** By language. */
  text: Record<string, string>;
  picture: Picture | null;
}

/** What a paragraph of the rules is shown with: sets of cards, a track, some tickets, or what routes are worth. */
export interface Picture {
  kind: "cards" | "track" | "tickets" | "points";
  /** Of cards that would do, or that lie there. */
  sets: string[][];
  /** Of the track, and of a second one beside it. */
  colour: string;
  twin: string | null;
  length: number;
  tunnel: boolean;
  /** Its symbols. */
  ferry: number;
  carts: boolean;
  /** What a line with a single space costs. */
  metro: number | null;
  /** Of tickets. */
  count: number;
}

/** Checks that the server is there. */
export interface Ping {
  type: "ping";
  id: string;
}

/** Where a place lies on the board. */
export interface PlaceShape {
  id: string;
  x: number;
  y: number;
  label: Label;
  /** Where the name stands when the board is turned to the left, in the units and directions of the turned board. */
  turned: Label;
}

/** A seat in a finished game, to play on from one of its positions against bots. */
export interface PlayOn {
  /** Of the replay: 0 is the deal, after that each action and each undo is one. */
  step: number;
  seat: number;
  name: string;
  /** Of the bots in all other seats. */
  level?: "easy" | "medium" | "hard" | "expert";
  settings?: TableSettings;
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
  completed: string[];
  /** Left in stock, by kind. */
  pieces: Record<string, number>;
  routes: string[];
  /** Cities with a station of theirs. */
  stations: string[];
  stations_left: number;
  /** Points scored on the board so far; where none are counted, completed tickets. */
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
  /** How many are connected without a seat. */
  watching: number;
}

/** A bot for a seat. */
export interface PutBot {
  level?: "easy" | "medium" | "hard" | "expert";
}

/** A position in which one move is clearly best, as the seat to move sees it. */
export interface Puzzle {
  id: string;
  edition: string;
  /** The version of its rules. */
  rules: number;
  /** Of an edition that is not built in, as in `TableInfo`. */
  edition_key: string | null;
  seats: number;
  /** Whose move is to be found. */
  seat: number;
  difficulty: "easy" | "medium" | "hard";
  /** The day that it is the puzzle of, as in 2026-11-18. */
  day: string;
  /** How many there are of its edition and difficulty: after as many days it comes again. */
  of: number;
  view: View;
}

/** Ready to start, or no longer. */
export interface Ready {
  seat: number;
  ready?: boolean;
  /** Commitment to a word of the browser that will be mixed into the deal. */
  commitment?: string | null;
  /** The attempt that the commitment is for. */
  attempt?: number;
  /** The word itself, for a table from before there were commitments. */
  word?: string | null;
}

/** Not done; nothing has changed. */
export interface Refusal {
  type: "refused";
  /** None if the message could not be read. */
  id: string | null;
  code: string;
  message: string;
  clause: string | null;
  number: number;
  /** With code `action/stale`: the present views. */
  views: View[] | null;
}

/** A record step by step. */
export interface Replay {
  edition: string;
  /** The version of its rules that the game was played by. */
  rules: number;
  /** Of an edition that is not built in, as in `TableInfo`. */
  edition_key: string | null;
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
  /** A seat's view, or the one in which all cards lie open. */
  view: View | OpenView;
}

/** A report of somebody's conduct to the operator. */
export interface Report {
  /** The seat that is reported. */
  seat: number;
  /** What happened, in the reporter's words. */
  text?: string;
}

/** Resigns: a bot plays on for this seat. */
export interface Resign {
  type: "resign";
  id: string;
  number: number;
  seat: number;
}

/** How a finished game ended, by seat. */
export interface Result {
  /** Points; where none are counted, completed tickets. */
  totals: number[];
  /** Places; equal seats share one. */
  ranks: number[];
}

/** A secret brought from another device. */
export interface Resume {
  secret: string;
}

/** A review, as far as it is: complete when `done` equals `of`. */
export interface Review {
  format: number;
  edition: string;
  rules: number;
  seats: number;
  /** What judged, with its version. */
  judge: string;
  budget: number;
  seed: string;
  done: number;
  of: number;
  /** Chances before the deal. */
  start: number[];
  /** Shares of the win. */
  result: number[];
  /** One per step of the replay: 0 is the deal, i is entry i of the log. Those from `done` on have chances only. */
  moments: Moment[];
  /** Of the moments that are done. */
  summaries: SeatSummary[];
  /** Up to ten steps that decided the game, the largest first. */
  deciding: number[];
  /** Steps in which luck changed somebody's chance by much, in their order. */
  strikes: number[];
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

/** The rules of an edition: its own, or those whose clauses it follows, and the rulings that apply to it. */
export interface RulesInfo {
  sections: RulesSection[];
  rulings: Paragraph[];
}

/** Paragraphs under a heading. */
export interface RulesSection {
  id: string;
  title: Record<string, string>;
  paragraphs: Paragraph[];
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

/** A line for the table's chat. */
export interface Say {
  type: "say";
  id: string;
  /** Line breaks become spaces, and invisible characters are replaced by a mark. */
  text: string;
  /** Which of the held seats speaks; by default the first. */
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
  /** All points; where none are counted, completed tickets, the bonus counting as one. */
  total: number;
  /** What each line adds, by its id, in the edition's order; tickets missed are below 0. They add up to the total. */
  lines: Record<string, number>;
  /** Length of the longest path. */
  longest: number;
  /** The routes of such a path, in order; of several equal ones, one. */
  longest_routes: string[];
  /** How many, the East-West bonus counting as one. */
  tickets_completed: number;
  completed: string[];
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

/** The response to sitting down or making a table: the only one that contains a secret. */
export interface SeatGranted {
  table: TableInfo;
  /** Seats that the caller holds. */
  held: number[];
  host: boolean;
  seat: number | null;
  /** Proves who holds the seat; the cookie has it too. Whoever has it can play from any device. */
  secret: string;
  /** Private link to continue on another device. */
  resume: string;
}

/** One seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "person" | "bot" | "open";
  /** Whether somebody sits there. */
  taken: boolean;
  /** Level of the bot that plays here, or fills the seat if nobody takes it. */
  level: string | null;
  name: string | null;
  colour: string | null;
  ready: boolean;
  /** Level of the bot that plays for the person at the moment. */
  standing_in: string | null;
  /** Why it does. */
  why: "removed" | "resigned" | "voted" | "timeout" | "returning" | null;
  /** Whether the host has muted the seat in the chat. */
  muted: boolean;
  /** Seats that vote for a bot to play here. */
  votes: number[];
}

/** Who may sit in a seat. */
export interface SeatPlan {
  /** person: somebody must sit down before the game starts; open: a bot fills it if nobody has; bot: a bot. */
  kind?: "person" | "bot" | "open";
  /** Of the bot. */
  level?: "easy" | "medium" | "hard" | "expert";
}

/** What brought a seat from its chance at the start to its result: the five parts add up. */
export interface SeatSummary {
  start: number;
  result: number;
  luck: number;
  /** Of its own decisions. */
  skill: number;
  /** What the others' decisions brought it. */
  others: number;
  /** How decisions turned out because of cards that nobody who decided could know. */
  hidden: number;
  /** Estimation error: what the other parts do not explain. */
  leftover: number;
  /** Standard error of the luck. */
  luck_error: number;
  /** Standard error of the skill. */
  skill_error: number;
  /** With more than one legal move, those of a stand-in left out. */
  decisions: number;
  lost_per_decision: number;
  inaccurate: number;
  mistakes: number;
  blunders: number;
}

/** The word that a seat has committed to. */
export interface ShowWord {
  seat: number;
  attempt: number;
  word: string;
  /** Hash of the promise and all commitments, as the browser saw them. */
  list: string;
}

/** Somebody who sits down. */
export interface Sit {
  name: string;
  /** By default the first that is free. */
  seat?: number | null;
  colour?: "blue" | "red" | "green" | "yellow" | "black" | null;
}

/** What is right in a puzzle, for somebody who has chosen a move. */
export interface Solution {
  right: boolean;
  /** The move that was chosen, as it is always written. */
  action: string;
  /** The win chance that it loses; None if that was not measured. */
  lost: number | null;
  /** The best move and the plan behind it. */
  better: Better;
  /** All moves that are right, the best first. */
  answers: string[];
  /** What most would play. */
  obvious: string;
  obvious_lost: number;
}

/** A move for a puzzle. */
export interface Solve {
  action: string;
}

/** One space of a track: a rectangle around x and y, turned by the angle. */
export interface Space {
  x: number;
  y: number;
  /** In degrees, from -90 to 90: never upside down. */
  angle: number;
  /** Along the track. */
  width: number;
  /** Across it. */
  height: number;
  /** A ferry's symbol: one card for this space must be a wild. */
  locomotive: boolean;
  /** The cart symbol of the route lies on this space. */
  cart: boolean;
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
  /** dealing: browsers are sending the words that they committed to. */
  status: "waiting" | "dealing" | "playing" | "over" | "abandoned";
  edition: string;
  /** Version of the rules. */
  rules: number;
  /** Of an edition that is not built in: what tells it, as it was when the table was made, from all others. */
  edition_key: string | null;
  seats: SeatInfo[];
  settings: TableSettings;
  /** SHA-256 of the key that the deal will follow from; the record of the finished game reveals the key. */
  commitment: string;
  /** None: a table from before there were commitments, with words sent in the open. */
  deal: DealInfo | null;
  /** Entries in the log. */
  number: number;
  /** The seat to act; where several choose at once, the first of them. */
  to_move: number | null;
  /** Seats that have still to choose their first tickets, all at once; choices are revealed when all are made. */
  choosing: number[];
  /** This and all times: milliseconds since 1970, UTC. */
  created: number;
  started: number | null;
  ended: number | null;
  /** When the table is removed; None while it is in use. */
  expires: number | null;
  /** Code of the table where the same people play again. */
  rematch: string | null;
  /** The seat that asked for the rematch; None: a host without a seat, or not known any more. */
  rematch_by: number | null;
  /** After how many entries of its log the game left a finished one that it goes on from; None: it was dealt here. */
  branch: number | null;
}

/** What the host chooses for a table. */
export interface TableSettings {
  clock: Clock | null;
  /** When time is up: a bot plays on until the person is back, or the default action is played. */
  on_timeout: "bot" | "least";
  /** The bot that plays for an absent person. */
  stand_in: "easy" | "medium" | "hard" | "expert";
  /** Whether actions that revealed nothing may be taken back. */
  undo: boolean;
  /** Whether a player may ask a bot what it would do. */
  hints: boolean;
  chat: boolean;
  /** Whether the lobby lists the table; otherwise only people with the link find it. */
  listed: boolean;
  /** Time from an action to the answer of a bot, however long the bot thinks. */
  bot_pause_ms: number;
  /** At least this long after an action that its player may still undo: bots wait for that. */
  undo_pause_ms: number;
  /** Days until the table is removed once it is over or abandoned. */
  keep_days: number;
}

/** Undoes the last action, if it was this seat's and revealed nothing; or a choice that is sealed. */
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

/** Where a track lies on the board. */
export interface TrackShape {
  id: string;
  /** Drawn as a line with one space on it: a metro. */
  line: boolean;
  spaces: Space[];
  /** The curve from place to place, as points. */
  path: ([number, number])[];
  /** An outline around all of it, for taps and clicks: wider than the spaces. */
  hit: ([number, number])[];
  /** A point on it for a mark or a tooltip. */
  middle: [number, number];
}

/** A tunnel being tried: the cards laid and turned up lie open (RU-38). */
export interface TunnelView {
  route: string;
  colour: string;
  cards: number;
  wilds: number;
  shown: string[];
  /** Of these, the ones that cost a card more. */
  matching: string[];
  /** Cards asked for on top. */
  extra: number;
}

/** Something was done. If the number is unchanged, somebody has made a sealed choice of first tickets. */
export interface Update {
  type: "update";
  number: number;
  entries: Entry[];
  views: View[];
  clocks: Clocks;
  /** Seats that may undo: the last action of the game, or a choice that is still sealed. */
  undo: number[];
}

/** What `perron verify` says of a record. */
export interface Verified {
  ok: boolean;
  line: number | null;
  fault: string | null;
  /** Whether every card was recomputed from the key. */
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
  /** Tracks that nobody owns and nobody may claim any more: the other track is taken, and few play. */
  closed: string[];
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
  /** Of the tickets that the viewer keeps or has to choose from, those whose places its routes join. */
  joined: string[] | null;
  given_back: GivenBack[] | null;
  /** Legal actions, only for the seat to move and only in its own view: they tell the hand. */
  legal: string[] | null;
  /** When the game is over: every score line by line, and all tickets. */
  outcome: Outcome | null;
}

/** The answer to hello: everything a client needs to show the table. */
export interface Welcome {
  type: "welcome";
  version: number;
  table: TableInfo;
  /** Seats that this client holds. */
  held: number[];
  host: boolean;
  /** Entries in the log; the client sends it with its actions. */
  number: number;
  /** For each seat the number of its own last entry: what came later is new to it. */
  since: number[];
  /** The entries after `after`; by default the whole log. */
  entries: Entry[];
  /** One for each seat held; the spectators' view if none is. Empty before the game starts. */
  views: View[];
  clocks: Clocks;
  /** Seats that may undo: the last action of the game, or a choice that is still sealed. */
  undo: number[];
  /** The last lines of the chat. */
  messages: Saying[];
  connected: number[];
  /** How many are connected without a seat. */
  watching: number;
}

/** Withdraws an action that was sent and not answered. Accepted: the server does not have it, and will not apply it should it still arrive. Refused with `action/done`: it was applied. */
export interface Withdraw {
  type: "withdraw";
  id: string;
  seat: number;
  /** Its id. */
  action: string;
  /** Its number. */
  number: number;
}

/** A seat whose word is lost. */
export interface WordLost {
  seat: number;
  attempt: number;
}

export type FromClient = Hello | Act | Withdraw | TakeBack | Resign | Back | Say | Emote | AskHint | Ping;

export type FromServer = Welcome | Update | TableChanged | Accepted | Refusal | Said | Chat | Presence | Hint | Pong | Bye;
