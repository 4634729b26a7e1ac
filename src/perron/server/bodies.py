"""What is told about tables, and what REST requests bring. The socket's messages are in protocol.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from perron.deal import MOST_ATTEMPTS
from perron.event import Event
from perron.server.plain_text import plain_name, visible

MAX_SEATS = 5
COLOURS = ("blue", "red", "green", "yellow", "black")
"""Of the players' pieces, in the order in which they are handed out."""
SECONDS_A_DAY = 86_400

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(plain_name),
]
Colour = Literal["blue", "red", "green", "yellow", "black"]
Level = Literal["easy", "medium", "hard", "expert"]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Word = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Attempt = Annotated[int, Field(ge=1, le=MOST_ATTEMPTS)]
Code = Annotated[str, StringConstraints(pattern=r"^[2-9a-hjkmnp-z]{10}$")]


class Body(BaseModel):
    """What all of these share: nothing unknown is let in, nothing is changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# what a host sets


class Clock(Body):
    """How long people may think."""

    move_seconds: Annotated[int, Field(ge=5, le=30 * SECONDS_A_DAY)]
    """For each turn."""
    bank_seconds: Annotated[int, Field(ge=0, le=30 * SECONDS_A_DAY)] = 0
    """For the whole game, used up when a turn takes longer than that."""


class TableSettings(Body):
    """What the host chooses for a table."""

    clock: Clock | None = None
    on_timeout: Literal["bot", "least"] = "bot"
    """When time is up: a bot plays on until the person is back, or the least legal action is taken."""
    stand_in: Level = "medium"
    """The bot that plays for an absent person."""
    undo: bool = True
    """Whether actions that revealed nothing may be taken back."""
    hints: bool = True
    """Whether a player may ask a bot what it would do."""
    chat: bool = True
    listed: bool = False
    """Whether the lobby shows the table to everybody; else only the link leads to it."""
    bot_pause_ms: Annotated[int, Field(ge=20, le=10_000)] = 1200
    """From an action to the answer of the bot whose turn it is, whatever the bot has to think about."""
    undo_pause_ms: Annotated[int, Field(ge=0, le=30_000)] = 4000
    """The same, and no less, after an action that its player may still take back: bots wait for that."""
    keep_days: Annotated[int, Field(ge=1, le=365)] = 30
    """Days that the table is kept when it is over or abandoned; then it is removed."""


class SeatPlan(Body):
    """Who may sit in a seat."""

    kind: Literal["person", "bot", "open"] = "person"
    """person: somebody has to sit down before the game starts; open: a bot fills it if nobody has; bot: a bot."""
    level: Level = "medium"
    """Of the bot."""


# what is told


class SeatInfo(Body):
    """One seat as everybody sees it."""

    seat: int
    kind: Literal["person", "bot", "open"]
    taken: bool
    """Whether somebody sits there."""
    level: str | None
    """Of the bot that plays here, or that fills the seat if nobody takes it."""
    name: str | None
    colour: str | None
    ready: bool
    standing_in: str | None
    """Level of the bot that plays for the person at the moment."""
    why: Literal["removed", "resigned", "voted", "timeout", "returning"] | None
    """Why it does."""
    muted: bool
    """Whether the host lets nothing from here into the chat."""
    votes: list[int]
    """Seats that ask for a bot to play here."""


class BrokenInfo(Body):
    """A deal that was broken off because words did not come: nobody's fault can be proved by that."""

    attempt: int
    promise: str
    key: str
    """Revealed: `promise` is its SHA-256."""
    commitments: list[str | None]
    words: list[str | None]
    missing: list[int]
    """Seats whose words were not received."""


class DealInfo(Body):
    """How far the deal has come; docs/records.md says what is hashed."""

    attempt: int
    """1, or 2 after a deal that was broken off."""
    commitments: list[str | None]
    """One a seat, to the word that it will add; None: it adds none, or has not committed yet."""
    received: list[int]
    """Seats whose words are there."""
    deadline: int | None
    """Until when words can be sent; None: the deal waits."""
    broken: list[BrokenInfo]


class TableInfo(Body):
    """A table as everybody sees it."""

    code: str
    status: Literal["waiting", "dealing", "playing", "over", "abandoned"]
    """dealing: the words that were committed to are being sent."""
    edition: str
    rules: int
    """Version of the rules."""
    seats: list[SeatInfo]
    settings: TableSettings
    commitment: str
    """SHA-256 of the key that the deal will follow from; the record of the finished game reveals the key."""
    deal: DealInfo | None
    """None: a table from before there were commitments, to which words are sent openly."""
    number: int
    """Entries in the log."""
    to_move: int | None
    """Who has to act; where several choose at once, the first of them."""
    choosing: list[int]
    """Seats that have still to choose their first tickets, all at once; what the others chose is not told before."""
    created: int
    """This and all times: milliseconds since 1970, UTC."""
    started: int | None
    ended: int | None
    expires: int | None
    """When the table is removed; None while it is in use."""
    rematch: str | None
    """Code of the table where the same people go on."""
    rematch_by: int | None
    """The seat that asked for that; None: the host, who has no seat, or nobody knows any more."""


class OwnTable(Body):
    """A table, and what the asker is there."""

    table: TableInfo
    held: list[int]
    """Seats that the asker holds."""
    host: bool


class Sat(OwnTable):
    """The answer to sitting down or to making a table: the only time that a secret is told."""

    seat: int | None
    secret: str
    """Proves who sits here; it is in the cookie too. Whoever has it can play from any device."""
    resume: str
    """Private link to go on from another device."""


class Result(Body):
    """How a finished game ended, by seat."""

    totals: list[int]
    """Points; where none are counted, tickets made."""
    ranks: list[int]
    """Places; equal seats share one."""


class Entry(Body):
    """One entry of a table's log as the asker may know it."""

    number: int
    at: int
    kind: Literal["action", "undo", "stand_in", "hand_back", "resign", "withdraw"]
    """withdraw: an action that had not arrived is not to be done any more."""
    seat: int
    by: Literal["person", "bot", "clock", "host", "vote"]
    event: Event | None = None
    """What an action did, or what was taken back."""
    level: str | None = None
    """Of the bot that stands in from here."""


class Log(Body):
    """A table's log as the asker may know it."""

    number: int
    entries: list[Entry]


class Listed(Body):
    """A table in the lobby."""

    code: str
    edition: str
    status: str
    seats: list[SeatInfo]
    created: int


class Lobby(Body):
    """The tables that are listed."""

    tables: list[Listed]


class Next(OwnTable):
    """The table of a rematch."""


class Fault(Body):
    """Every refusal, of REST and of the socket."""

    code: str
    """Stable: programs may rely on it."""
    message: str
    """A sentence in the asker's language."""
    clause: str | None = None
    """The rule that it rests on."""
    details: list[str] | None = None
    """Fields of the request that are wrong."""


# what requests bring


class NewTable(Body):
    """A table to be made."""

    edition: Annotated[str, StringConstraints(max_length=40)]
    seats: Annotated[list[SeatPlan], Field(min_length=2, max_length=MAX_SEATS)]
    settings: TableSettings = TableSettings()


class Sit(Body):
    """Who sits down."""

    name: Name
    seat: Seat | None = None
    """The first that is free, if not said."""
    colour: Colour | None = None


class OwnSeat(Body):
    """A seat of the asker's own."""

    seat: Seat


class Ready(OwnSeat):
    """Ready to start, or not after all."""

    ready: bool = True
    commitment: Hash | None = None
    """To a word of the browser's own that will be mixed into the deal."""
    attempt: Attempt = 1
    """The one that the commitment is for."""
    word: Word | None = None
    """The word itself, at a table from before there were commitments."""


class ShowWord(OwnSeat):
    """The word that a seat has committed to."""

    attempt: Attempt
    word: Word
    list: Hash
    """Of the promise and all commitments, as the browser saw them."""


class WordLost(OwnSeat):
    """A seat whose word is lost."""

    attempt: Attempt


class Resume(Body):
    """A secret brought from another device."""

    secret: Secret


class PutBot(Body):
    """A bot for a seat."""

    level: Level = "medium"


class Mute(Body):
    """Whether something from a seat is let into the chat."""

    muted: bool = True


class Vote(OwnSeat):
    """A seat of the asker's own asks for a bot to play in another's place, or no longer does."""

    agree: bool = True


class Report(Body):
    """Somebody's conduct, for whoever runs the server."""

    seat: Seat
    """Whose."""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(visible)] = ""
    """What happened, in the reporter's words."""


class Noted(Body):
    """It is stored."""

    at: int


class Departed(Body):
    """Somebody who has left games before their end, or let time run out."""

    seat: int
    left: int
    """So many of the last games of this device with other people, of the last 30 days."""
    games: int


class Departures(Body):
    """Those who sit at a table and have left several games."""

    seats: list[Departed]


class Link(Body):
    """A page of ours as a link."""

    url: str
    reachable: bool
    """Whether other devices can open it: not if the server listens to this machine alone."""


class ReplayStep(Body):
    """The game after one action."""

    seat: int | None
    """Who acted; None before the first action."""
    event: Event | None
    view: dict[str, Any]
    """A seat's view; the open one has `hands`, `tickets_of` and `offered_to` besides, one a seat."""


class Replay(Body):
    """A record step by step."""

    edition: str
    rules: int
    """The version of its rules that the game was played by."""
    seats: int
    over: bool
    fault: str | None
    """What `perron verify` says is wrong with it."""
    steps: list[ReplayStep]


class Verified(Body):
    """What `perron verify` says of a record."""

    ok: bool
    line: int | None
    fault: str | None
    key_checked: bool
    """Whether every card was computed anew from the key."""
    committed: bool
    """Whether the key is the one promised before the deal."""
    words_committed: bool
    """Whether the seats had committed to their words before any of them was sent."""
    broken_off: int
    """Deals that were broken off before this one."""
    actions: int


class Health(Body):
    """Whether the server works."""

    status: Literal["ok", "stopping"]


# editions


class CoverInfo(Body):
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


class Editions(Body):
    """All editions."""

    editions: list[CoverInfo]
    levels: list[str]
    """Of bots, the weakest first."""
    colours: list[str]
    """Of the players' pieces."""


class CityInfo(Body):
    """A place."""

    id: str
    name: str
    names: dict[str, str]
    x: float
    y: float


class RouteInfo(Body):
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


class TicketInfo(Body):
    """A ticket."""

    id: str
    a: str
    b: str
    points: int
    long: bool


class ScoreLineInfo(Body):
    """A line of the score sheet."""

    id: str
    name: dict[str, str] | None
    """Its name by language, where the edition has one of its own for it."""
    points: int
    """For each thing that it counts, or for having the most."""
    by_rank: dict[int, list[int]]
    """By number of players: points of the first place, the second and so on; empty for a line that has no places."""


class EditionInfo(CoverInfo):
    """All that a page needs to show an edition."""

    newest: bool
    """Whether this is the version of its rules that new tables get."""
    mechanics: list[str]
    translated: bool
    """Whether its board shows places by their names in the reader's language, and not as they were printed."""
    aspect: float
    wild_name: dict[str, str]
    ticket_name: dict[str, str]
    cards: dict[str, int]
    pieces: dict[str, int]
    piece_names: dict[str, dict[str, str]]
    display: int
    stations: list[int]
    """Cost of each."""
    last_round_at: int
    double_closed_up_to: int
    """With so many players or fewer, one track taken closes its twin."""
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
