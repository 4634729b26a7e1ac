"""Models of tables and editions as clients see them, and of REST requests. protocol.py has the socket's messages."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from perron.board.boxes import Point
from perron.board.geometry import Label, Space
from perron.bots.levels import Level
from perron.deal import MOST_ATTEMPTS
from perron.event import Event
from perron.review.puzzle import Difficulty
from perron.review.report import Better
from perron.server.open_view import OpenView
from perron.server.plain_text import plain_name, visible
from perron.view import View

MAX_SEATS = 5
SECONDS_A_DAY = 86_400

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(plain_name),
]
Colour = Literal["blue", "red", "green", "yellow", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""Of the players' pieces, in the order in which they are assigned."""
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Word = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Attempt = Annotated[int, Field(ge=1, le=MOST_ATTEMPTS)]
Code = Annotated[str, StringConstraints(pattern=r"^[2-9a-hjkmnp-z]{10}$")]


class Model(BaseModel):
    """Base of all models: unknown fields are refused, and instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# what a host sets


class Clock(Model):
    """How long people may think."""

    move_seconds: Annotated[int, Field(ge=5, le=30 * SECONDS_A_DAY)]
    """For each turn."""
    bank_seconds: Annotated[int, Field(ge=0, le=30 * SECONDS_A_DAY)] = 0
    """For the whole game; used up by turns that take longer."""


class TableSettings(Model):
    """What the host chooses for a table."""

    clock: Clock | None = None
    on_timeout: Literal["bot", "least"] = "bot"
    """When time is up: a bot plays on until the person is back, or the default action is played."""
    stand_in: Level = "medium"
    """The bot that plays for an absent person."""
    undo: bool = True
    """Whether actions that revealed nothing may be taken back."""
    hints: bool = True
    """Whether a player may ask a bot what it would do."""
    chat: bool = True
    listed: bool = False
    """Whether the lobby lists the table; otherwise only people with the link find it."""
    bot_pause_ms: Annotated[int, Field(ge=20, le=10_000)] = 1200
    """Time from an action to the answer of a bot, however long the bot thinks."""
    undo_pause_ms: Annotated[int, Field(ge=0, le=30_000)] = 4000
    """At least this long after an action that its player may still undo: bots wait for that."""
    keep_days: Annotated[int, Field(ge=1, le=365)] = 30
    """Days until the table is removed once it is over or abandoned."""


class SeatPlan(Model):
    """Who may sit in a seat."""

    kind: Literal["person", "bot", "open"] = "person"
    """person: somebody must sit down before the game starts; open: a bot fills it if nobody has; bot: a bot."""
    level: Level = "medium"
    """Of the bot."""


# what is told


class SeatInfo(Model):
    """One seat as everybody sees it."""

    seat: int
    kind: Literal["person", "bot", "open"]
    taken: bool
    """Whether somebody sits there."""
    level: str | None
    """Level of the bot that plays here, or fills the seat if nobody takes it."""
    name: str | None
    colour: str | None
    ready: bool
    standing_in: str | None
    """Level of the bot that plays for the person at the moment."""
    why: Literal["removed", "resigned", "voted", "timeout", "returning"] | None
    """Why it does."""
    muted: bool
    """Whether the host has muted the seat in the chat."""
    votes: list[int]
    """Seats that vote for a bot to play here."""


class BrokenInfo(Model):
    """A deal that was broken off because words did not come; that does not prove anybody's fault."""

    attempt: int
    promise: str
    key: str
    """Revealed: `promise` is its SHA-256."""
    commitments: list[str | None]
    words: list[str | None]
    missing: list[int]
    """Seats whose words were not received."""


class DealInfo(Model):
    """How far the deal has come; docs/records.md says what is hashed."""

    attempt: int
    """1, or 2 after a deal that was broken off."""
    commitments: list[str | None]
    """One per seat, to the word that it will add; None: it adds none, or has not committed yet."""
    received: list[int]
    """Seats whose words have been received."""
    deadline: int | None
    """Until when words can be sent; None: the deal waits."""
    broken: list[BrokenInfo]


class TableInfo(Model):
    """A table as everybody sees it."""

    code: str
    status: Literal["waiting", "dealing", "playing", "over", "abandoned"]
    """dealing: browsers are sending the words that they committed to."""
    edition: str
    rules: int
    """Version of the rules."""
    edition_key: str | None
    """Of an edition that is not built in: what tells it, as it was when the table was made, from all others."""
    seats: list[SeatInfo]
    settings: TableSettings
    commitment: str
    """SHA-256 of the key that the deal will follow from; the record of the finished game reveals the key."""
    deal: DealInfo | None
    """None: a table from before there were commitments, with words sent in the open."""
    number: int
    """Entries in the log."""
    to_move: int | None
    """The seat to act; where several choose at once, the first of them."""
    choosing: list[int]
    """Seats that have still to choose their first tickets, all at once; choices are revealed when all are made."""
    created: int
    """This and all times: milliseconds since 1970, UTC."""
    started: int | None
    ended: int | None
    expires: int | None
    """When the table is removed; None while it is in use."""
    rematch: str | None
    """Code of the table where the same people play again."""
    rematch_by: int | None
    """The seat that asked for the rematch; None: a host without a seat, or not known any more."""
    branch: int | None
    """After how many entries of its log the game left a finished one that it goes on from; None: it was dealt here."""


class OwnTable(Model):
    """A table, with the seats and the role of the caller."""

    table: TableInfo
    held: list[int]
    """Seats that the caller holds."""
    host: bool


class SeatGranted(OwnTable):
    """The response to sitting down or making a table: the only one that contains a secret."""

    seat: int | None
    secret: str
    """Proves who holds the seat; the cookie has it too. Whoever has it can play from any device."""
    resume: str
    """Private link to continue on another device."""


class Result(Model):
    """How a finished game ended, by seat."""

    totals: list[int]
    """Points; where none are counted, completed tickets."""
    ranks: list[int]
    """Places; equal seats share one."""


class Entry(Model):
    """One entry of a table's log as the caller may know it."""

    number: int
    at: int
    kind: Literal["action", "undo", "stand_in", "hand_back", "resign", "withdraw"]
    """withdraw: an action that had not arrived was withdrawn."""
    seat: int
    by: Literal["person", "bot", "clock", "host", "vote"]
    event: Event | None = None
    """What an action did, or what was undone."""
    level: str | None = None
    """Of the bot that stands in from here."""


class Log(Model):
    """A table's log as the caller may know it."""

    number: int
    entries: list[Entry]


class Listed(Model):
    """A table in the lobby."""

    code: str
    edition: str
    status: str
    seats: list[SeatInfo]
    created: int


class Lobby(Model):
    """The tables that are listed."""

    tables: list[Listed]


class Next(OwnTable):
    """The table of a rematch."""


class Fault(Model):
    """A refusal, over REST or over the socket."""

    code: str
    """Stable: programs may rely on it."""
    message: str
    """A sentence in the caller's language."""
    clause: str | None = None
    """The rule that it rests on."""
    details: list[str] | None = None
    """Fields of the request that are wrong."""


# what requests bring


class NewTable(Model):
    """A new table."""

    edition: Annotated[str, StringConstraints(max_length=40)]
    seats: Annotated[list[SeatPlan], Field(min_length=2, max_length=MAX_SEATS)]
    settings: TableSettings = TableSettings()


class Sit(Model):
    """Somebody who sits down."""

    name: Name
    seat: Seat | None = None
    """By default the first that is free."""
    colour: Colour | None = None


class PlayOn(Model):
    """A seat in a finished game, to play on from one of its positions against bots."""

    step: Annotated[int, Field(ge=0, le=1_000_000)]
    """Of the replay: 0 is the deal, after that each action and each undo is one."""
    seat: Seat
    name: Name
    level: Level = "medium"
    """Of the bots in all other seats."""
    settings: TableSettings = TableSettings()


class OwnSeat(Model):
    """One of the caller's seats."""

    seat: Seat


class Ready(OwnSeat):
    """Ready to start, or no longer."""

    ready: bool = True
    commitment: Hash | None = None
    """Commitment to a word of the browser that will be mixed into the deal."""
    attempt: Attempt = 1
    """The attempt that the commitment is for."""
    word: Word | None = None
    """The word itself, for a table from before there were commitments."""


class ShowWord(OwnSeat):
    """The word that a seat has committed to."""

    attempt: Attempt
    word: Word
    list: Hash
    """Hash of the promise and all commitments, as the browser saw them."""


class WordLost(OwnSeat):
    """A seat whose word is lost."""

    attempt: Attempt


class Resume(Model):
    """A secret brought from another device."""

    secret: Secret


class Solve(Model):
    """A move for a puzzle."""

    action: Annotated[str, StringConstraints(max_length=2000)]


class PutBot(Model):
    """A bot for a seat."""

    level: Level = "medium"


class Mute(Model):
    """Mutes a seat in the chat, or unmutes it."""

    muted: bool = True


class Vote(OwnSeat):
    """The caller's seat votes for a bot to play for another, or withdraws its vote."""

    agree: bool = True


class Report(Model):
    """A report of somebody's conduct to the operator."""

    seat: Seat
    """The seat that is reported."""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(visible)] = ""
    """What happened, in the reporter's words."""


class Noted(Model):
    """It is stored."""

    at: int


class Departed(Model):
    """Somebody who has left games before their end, or let time run out."""

    seat: int
    left: int
    """How many of the last games of this device with other people, within 30 days, it has left."""
    games: int


class Departures(Model):
    """People at a table who have left several games."""

    seats: list[Departed]


class Link(Model):
    """A link to a page of this server."""

    url: str
    reachable: bool
    """Whether other devices can open it: not if the server listens on this machine only."""


class ReplayStep(Model):
    """The game after one action."""

    seat: int | None
    """Who acted; None before the first action."""
    event: Event | None
    view: View | OpenView
    """A seat's view, or the one in which all cards lie open."""


class Replay(Model):
    """A record step by step."""

    edition: str
    rules: int
    """The version of its rules that the game was played by."""
    edition_key: str | None
    """Of an edition that is not built in, as in `TableInfo`."""
    seats: int
    over: bool
    fault: str | None
    """What `perron verify` says is wrong with it."""
    steps: list[ReplayStep]


class Puzzle(Model):
    """A position in which one move is clearly best, as the seat to move sees it."""

    id: str
    edition: str
    rules: int
    """The version of its rules."""
    edition_key: str | None
    """Of an edition that is not built in, as in `TableInfo`."""
    seats: int
    seat: int
    """Whose move is to be found."""
    difficulty: Difficulty
    day: str
    """The day that it is the puzzle of, as in 2026-11-18."""
    of: int
    """How many there are of its edition and difficulty: after as many days it comes again."""
    view: View


class Solution(Model):
    """What is right in a puzzle, for somebody who has chosen a move."""

    right: bool
    action: str
    """The move that was chosen, as it is always written."""
    lost: float | None
    """The win chance that it loses; None if that was not measured."""
    better: Better
    """The best move and the plan behind it."""
    answers: list[str]
    """All moves that are right, the best first."""
    obvious: str
    """What most would play."""
    obvious_lost: float


class Verified(Model):
    """What `perron verify` says of a record."""

    ok: bool
    line: int | None
    fault: str | None
    key_checked: bool
    """Whether every card was recomputed from the key."""
    committed: bool
    """Whether the key is the one promised before the deal."""
    words_committed: bool
    """Whether the seats had committed to their words before any of them was sent."""
    broken_off: int
    """Deals that were broken off before this one."""
    actions: int


class Health(Model):
    """Whether the server works."""

    status: Literal["ok", "stopping"]


# editions


class CoverInfo(Model):
    """An edition, enough to choose it."""

    id: str
    rules: int
    """The version of its rules."""
    title: dict[str, str]
    summary: dict[str, str]
    provenance: str
    """exact: board and tickets are the printed ones; part: only some of that; house: they are ours."""
    provenance_note: dict[str, str]
    players: tuple[int, int]
    featured: bool
    """Whether it has a place of its own on the start page; if not, it stands below."""
    whom: dict[str, str]
    """For whom it is, and how long a game takes, by language; empty if that is not said."""
    time: dict[str, str]
    poster: bool
    """Whether it has a picture of its own."""
    poster_middle: int
    """Per cent from the left: what must stay in sight where the picture is cut."""
    has_rules: bool
    """Whether its rules are told."""
    puzzles: list[Difficulty]
    """Of which difficulties there are puzzles on its board."""
    learned: list[Level]
    """The levels that play with what a network has learned of its board."""


class Editions(Model):
    """All editions."""

    editions: list[CoverInfo]
    levels: list[str]
    """Levels of bots, weakest first."""
    colours: list[str]
    """Of the players' pieces."""


class CityInfo(Model):
    """A place."""

    id: str
    name: str
    names: dict[str, str]


class RouteInfo(Model):
    """A track."""

    id: str
    a: str
    b: str
    length: int
    cards: int
    colour: str
    piece: str
    double: bool
    tunnel: bool
    ferry: int
    carts: bool
    twin: str | None
    points: int
    """For claiming it; 0 where no points are counted."""


class TicketInfo(Model):
    """A ticket."""

    id: str
    a: str
    b: str
    points: int
    long: bool


class ScoreLineInfo(Model):
    """A line of the score sheet."""

    id: str
    name: dict[str, str] | None
    """Its name by language, where the edition has one of its own for it."""
    points: int
    """For each thing that it counts, or for having the most."""
    by_rank: dict[int, list[int]]
    """By number of players: points of the first place, the second and so on; empty for a line that has no places."""


class Picture(Model):
    """What a paragraph of the rules is shown with: sets of cards, a track, some tickets, or what routes are worth."""

    kind: Literal["cards", "track", "tickets", "points"]
    sets: list[list[str]] = []
    """Of cards that would do, or that lie there."""
    colour: str = ""
    """Of the track, and of a second one beside it."""
    twin: str | None = None
    length: int = 0
    tunnel: bool = False
    ferry: int = 0
    """Its symbols."""
    carts: bool = False
    metro: int | None = None
    """What a line with a single space costs."""
    count: int = 0
    """Of tickets."""


class Paragraph(Model):
    """What players read in the rules."""

    clauses: list[str]
    """The ids of the clauses that it tells."""
    text: dict[str, str]
    """By language."""
    picture: Picture | None


class RulesSection(Model):
    """Paragraphs under a heading."""

    id: str
    title: dict[str, str]
    paragraphs: list[Paragraph]


class RulesInfo(Model):
    """The rules of an edition: its own, or those whose clauses it follows, and the rulings that apply to it."""

    sections: list[RulesSection]
    rulings: list[Paragraph]


class EditionInfo(CoverInfo):
    """Everything that a page needs to show an edition."""

    newest: bool
    """Whether this is the version of its rules that new tables get."""
    key: str | None
    """Of an edition that is not built in: what tells it, with all its files, from all others."""
    mechanics: list[str]
    translated: bool
    """Whether the board shows place names in the reader's language, instead of as printed."""
    wild_name: dict[str, str]
    wild_kind: str
    """The page's own word for it, with a drawing and a plural; empty if it has none."""
    ticket_name: dict[str, str]
    ticket_kind: str
    """Likewise."""
    cards: dict[str, int]
    pieces: dict[str, int]
    piece_names: dict[str, dict[str, str]]
    display: int
    stations: list[int]
    """Cost of each."""
    last_round_at: int
    double_closed_up_to: int
    """With this many players or fewer, claiming one track closes its twin."""
    goal: int | None
    """Tickets completed that end the game at once."""
    open_tickets: bool
    """Whether a ticket is laid open as soon as it is completed."""
    swap_tickets: bool
    """Whether players hold a fixed number of tickets, which they may swap."""
    points: bool
    """Whether points are counted; if not, tickets completed."""
    score: list[ScoreLineInfo]
    """The lines of the score sheet, in the order in which they are read."""
    east: list[str]
    """Joining one of these with one of `west` counts as a ticket."""
    west: list[str]
    cities: list[CityInfo]
    routes: list[RouteInfo]
    tickets: list[TicketInfo]


class PlaceShape(Model):
    """Where a place lies on the board."""

    id: str
    x: float
    y: float
    label: Label
    turned: Label
    """Where the name stands when the board is turned to the left, in the units and directions of the turned board."""


class TrackShape(Model):
    """Where a track lies on the board."""

    id: str
    line: bool
    """Drawn as a line with one space on it: a metro."""
    spaces: tuple[Space, ...]
    path: tuple[Point, ...]
    """The curve from place to place, as points."""
    hit: tuple[Point, ...]
    """An outline around all of it, for taps and clicks: wider than the spaces."""
    middle: Point
    """A point on it for a mark or a tooltip."""


class BoardInfo(Model):
    """Where everything lies on a board, which is 1600 units wide; what the routes are, the edition tells."""

    edition: str
    rules: int
    """The version of its rules: another version may have another board."""
    width: float
    height: float
    unit: float
    """Drawings of pieces and symbols are made for unit 1 and scaled by this."""
    radius: float
    """Of a place."""
    rim: float
    """What a tunnel's rim adds to a space on each side."""
    line: float
    """Width of a metro line."""
    places: list[PlaceShape]
    tracks: list[TrackShape]
