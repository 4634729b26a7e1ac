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
    """The first message: who is there, and what it knows already."""

    type: Literal["hello"]
    version: int
    """Of the protocol."""
    language: Annotated[str, StringConstraints(max_length=64)] | None = None
    """en, nl or sv, for sentences; the browser's own if not said."""
    after: Number | None = None
    """The last number that the client has seen: only later entries are sent."""
    secrets: Annotated[tuple[Secret, ...], Field(max_length=8)] = ()
    """For programs without cookies."""


class Act(Message):
    """An action of a seat's. First tickets are chosen by all at once: they are under seal until the last has chosen."""

    type: Literal["act"]
    id: Id
    """The client's own, used once for each seat: a message that comes again under its id is answered again, not applied
    again. Best a random text."""
    number: Number
    """The number that the client answers: the newest it has seen."""
    seat: Seat
    action: Annotated[str, StringConstraints(max_length=400)]
    """As text, one of the view's `legal`."""


class Withdraw(Message):
    """An action that was sent and not answered is not to be done.

    Accepted: the server does not have it, and will not do it should it still arrive. Refused with `action/done`: it was
    done.
    """

    type: Literal["withdraw"]
    id: Id
    seat: Seat
    action: Id
    """The id that it was sent under."""
    number: Number
    """The number that it answered."""


class TakeBack(Message):
    """The last action of all was this seat's, revealed nothing, and is taken back; or a choice that is under seal."""

    type: Literal["undo"]
    id: Id
    number: Number
    seat: Seat


class Resign(Message):
    """A bot plays on for this seat."""

    type: Literal["resign"]
    id: Id
    number: Number
    seat: Seat


class Back(Message):
    """The person is back: the bot that stood in stops, at once or, if time is up for this turn, at its end."""

    type: Literal["back"]
    id: Id
    seat: Seat


class Say(Message):
    """Something for the table's chat."""

    type: Literal["say"]
    id: Id
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(visible)
    ]
    """Ends of lines become spaces, and what could not be seen is replaced by a mark."""
    seat: Seat | None = None
    """Which of the held seats speaks; the first, if not said."""


class Emote(Message):
    """A sign without words."""

    type: Literal["emote"]
    id: Id
    emote: Literal["hello", "well_played", "thanks", "oops", "hurry", "thinking", "wow", "good_game"]
    seat: Seat | None = None


class AskHint(Message):
    """What would a bot do in this seat's place?"""

    type: Literal["hint"]
    id: Id
    seat: Seat


class Ping(Message):
    """Is the server there?"""

    type: Literal["ping"]
    id: Id


FromClient: TypeAlias = Hello | Act | Withdraw | TakeBack | Resign | Back | Say | Emote | AskHint | Ping
READER: TypeAdapter[FromClient] = TypeAdapter(Annotated[FromClient, Field(discriminator="type")])


# from the server


class Clocks(Model):
    """Time, for tables that have clocks; and when a bot will answer."""

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
    """The answer to hello: everything that the client needs to show the table."""

    type: Literal["welcome"] = "welcome"
    version: int = PROTOCOL
    table: TableInfo
    held: list[int]
    """Seats that this client holds."""
    host: bool
    number: int
    """Entries in the log; the client names it when it answers."""
    since: list[int]
    """For each seat the number of its own last entry: what came after it is new to that seat."""
    entries: list[Entry]
    """What came after `after`; the whole log if that was not said."""
    views: list[View]
    """One for each seat held; the spectators' view if none is. Empty before the game starts."""
    clocks: Clocks
    undo: list[int]
    """Seats that may take back what they did last: the last action of all, or a choice that is still under seal."""
    messages: list[Saying]
    """The last of the chat."""
    connected: list[int]
    watching: int
    """How many are there who hold no seat."""


class Update(Message):
    """Something was done. With the number that was known before: somebody has chosen first tickets, under seal."""

    type: Literal["update"] = "update"
    number: int
    entries: list[Entry]
    views: list[View]
    clocks: Clocks
    undo: list[int]
    """Seats that may take back what they did last: the last action of all, or a choice that is still under seal."""


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
    """The entry's number; of a choice under seal, which is no entry yet, the last one's."""


class Refusal(Message):
    """Not done; nothing has changed by it."""

    type: Literal["refused"] = "refused"
    id: str | None
    """None if the message could not be read."""
    code: str
    message: str
    clause: str | None = None
    number: int
    views: list[View] | None = None
    """With code `action/stale`: how things stand now."""


class Said(Saying):
    """Somebody said something."""

    type: Literal["message"] = "message"


class Chat(Message):
    """Lines were taken out of the chat: this is the last of it as it is now."""

    type: Literal["chat"] = "chat"
    messages: list[Saying]


class Presence(Message):
    """Who is connected."""

    type: Literal["presence"] = "presence"
    connected: list[int]
    """Seats."""
    watching: int
    """How many are there who hold no seat."""


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
WRITER: TypeAdapter[FromServer] = TypeAdapter(Annotated[FromServer, Field(discriminator="type")])
