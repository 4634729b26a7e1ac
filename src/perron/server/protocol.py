"""The socket's messages: JSON texts, told apart by `type`. docs/protocol.md is written from these models."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from perron.bots.protocol import Explanation
from perron.server.models import Entry, Model, Seat, Secret, TableInfo
from perron.server.plain_text import visible
from perron.view import View

PROTOCOL = 2
"""Raised when a message changes in a way that old clients do not understand."""
SUBPROTOCOL = f"perron.{PROTOCOL}"
EMOTES = ("hello", "well_played", "thanks", "oops", "hurry", "thinking", "wow", "good_game")

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,48}$")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Message(Model):
    """What all messages share."""

    model_config = ConfigDict(strict=True)


# from the client


class Hello(Message):
    """The first message: who the client is, and what it knows already."""

    type: Literal["hello"]
    version: int
    """Of the protocol."""
    language: Annotated[str, StringConstraints(max_length=64)] | None = None
    """en, nl or sv, for sentences; by default the browser's own."""
    after: Number | None = None
    """The last number that the client has seen: only later entries are sent."""
    secrets: Annotated[tuple[Secret, ...], Field(max_length=8)] = ()
    """For programs without cookies."""


class Act(Message):
    """An action of a seat. First tickets are chosen by all at once: choices are sealed until the last has been made."""

    type: Literal["act"]
    id: Id
    """Chosen by the client, unique per seat, preferably random: a message that is sent again under its id is answered
    again, but not applied again."""
    number: Number
    """The number that the action answers: the newest that the client has seen."""
    seat: Seat
    action: Annotated[str, StringConstraints(max_length=400)]
    """As text, one of the view's `legal`."""


class Withdraw(Message):
    """Withdraws an action that was sent and not answered.

    Accepted: the server does not have it, and will not apply it should it still arrive. Refused with `action/done`: it
    was applied.
    """

    type: Literal["withdraw"]
    id: Id
    seat: Seat
    action: Id
    """Its id."""
    number: Number
    """Its number."""


class TakeBack(Message):
    """Undoes the last action, if it was this seat's and revealed nothing; or a choice that is sealed."""

    type: Literal["undo"]
    id: Id
    number: Number
    seat: Seat


class Resign(Message):
    """Resigns: a bot plays on for this seat."""

    type: Literal["resign"]
    id: Id
    number: Number
    seat: Seat


class Back(Message):
    """The person is back: the bot that stands in stops, at once or, if time is up, at the end of this turn."""

    type: Literal["back"]
    id: Id
    seat: Seat


class Say(Message):
    """A line for the table's chat."""

    type: Literal["say"]
    id: Id
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(visible)
    ]
    """Line breaks become spaces, and invisible characters are replaced by a mark."""
    seat: Seat | None = None
    """Which of the held seats speaks; by default the first."""


class Emote(Message):
    """An emote in the chat."""

    type: Literal["emote"]
    id: Id
    emote: Literal["hello", "well_played", "thanks", "oops", "hurry", "thinking", "wow", "good_game"]
    seat: Seat | None = None


class AskHint(Message):
    """Asks what a bot would do in this seat."""

    type: Literal["hint"]
    id: Id
    seat: Seat


class Ping(Message):
    """Checks that the server is there."""

    type: Literal["ping"]
    id: Id


FromClient: TypeAlias = Hello | Act | Withdraw | TakeBack | Resign | Back | Say | Emote | AskHint | Ping
READER: TypeAdapter[FromClient] = TypeAdapter(Annotated[FromClient, Field(discriminator="type")])


# from the server


class Clocks(Model):
    """Clocks, and when a bot will answer."""

    now: int
    """The server's time."""
    turn_began: int | None
    due: int | None
    """When time is up, or the bot answers."""
    until: list[int | None]
    """When time is up for each seat; None where it is not a person's turn, or there are no clocks."""
    banks: list[int | None]
    """Milliseconds left in each seat's bank."""


class Saying(Model):
    """A message of the chat."""

    number: int
    at: int
    kind: Literal["say", "emote"]
    seat: int | None
    """None: a spectator."""
    name: str | None
    text: str


class Welcome(Message):
    """The answer to hello: everything a client needs to show the table."""

    type: Literal["welcome"] = "welcome"
    version: int = PROTOCOL
    table: TableInfo
    held: list[int]
    """Seats that this client holds."""
    host: bool
    number: int
    """Entries in the log; the client sends it with its actions."""
    since: list[int]
    """For each seat the number of its own last entry: what came later is new to it."""
    entries: list[Entry]
    """The entries after `after`; by default the whole log."""
    views: list[View]
    """One for each seat held; the spectators' view if none is. Empty before the game starts."""
    clocks: Clocks
    undo: list[int]
    """Seats that may undo: the last action of the game, or a choice that is still sealed."""
    messages: list[Saying]
    """The last lines of the chat."""
    connected: list[int]
    watching: int
    """How many are connected without a seat."""


class Update(Message):
    """Something was done. If the number is unchanged, somebody has made a sealed choice of first tickets."""

    type: Literal["update"] = "update"
    number: int
    entries: list[Entry]
    views: list[View]
    clocks: Clocks
    undo: list[int]
    """Seats that may undo: the last action of the game, or a choice that is still sealed."""


class TableChanged(Message):
    """Seats, settings or status have changed."""

    type: Literal["table"] = "table"
    table: TableInfo
    held: list[int]
    host: bool


class Accepted(Message):
    """Done and stored."""

    type: Literal["accepted"] = "accepted"
    id: str
    number: int
    """The entry's number; for a sealed choice, which is not an entry yet, that of the last entry."""


class Refusal(Message):
    """Not done; nothing has changed."""

    type: Literal["refused"] = "refused"
    id: str | None
    """None if the message could not be read."""
    code: str
    message: str
    clause: str | None = None
    number: int
    views: list[View] | None = None
    """With code `action/stale`: the present views."""


class Said(Saying):
    """Somebody said something."""

    type: Literal["message"] = "message"


class Chat(Message):
    """Lines were removed from the chat: these are the last ones now."""

    type: Literal["chat"] = "chat"
    messages: list[Saying]


class Presence(Message):
    """Who is connected."""

    type: Literal["presence"] = "presence"
    connected: list[int]
    """Seats."""
    watching: int
    """How many are connected without a seat."""


class Hint(Message):
    """What a bot would do."""

    type: Literal["hint"] = "hint"
    id: str
    explanation: Explanation


class Pong(Message):
    """The server is there."""

    type: Literal["pong"] = "pong"
    id: str


class Bye(Message):
    """The last message before the server closes the socket."""

    type: Literal["bye"] = "bye"
    code: str
    message: str


FromServer: TypeAlias = (
    Welcome | Update | TableChanged | Accepted | Refusal | Said | Chat | Presence | Hint | Pong | Bye
)
WRITER: TypeAdapter[FromServer] = TypeAdapter(
    Annotated[FromServer, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)
"""Of clients and tools; the server itself writes each message by its own model."""
