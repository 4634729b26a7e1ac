"""Records: one text file a game, readable in a diff. A game is its header and its actions; loading is replaying."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from perron import notation
from perron.atomic_file import atomic_write
from perron.codec import kind_name, kind_number
from perron.deal import BrokenDeal, DealList, Mixed, broken_text, is_hash, read_broken
from perron.editions import Edition, is_built_in, known_edition
from perron.errors import EditionError, NotationError, PerronError, RecordError
from perron.game import Branch, Game, Move
from perron.keys import KEY_BYTES, NO_WORD, commitment, is_word

FORMATS = (1, 2)
"""The second is of hosted games whose seats committed to their words; all others are written in the first."""
_FIRST = {f"perron record {number}": number for number in FORMATS}
_LARGEST = 4_000_000
_HASH_EVERY = 10
UNDO = "undo"
"""The text of a line that takes the action before it back."""
_COMMITTED = ("table", "attempt", "commitments", "lists")
_DEAL = (*_COMMITTED, "broken")
"""What only records of the second format have."""
_HEADER = (
    *(
        "edition",
        "rules",
        "edition_hash",
        "seats",
        "table",
        "attempt",
        "commitment",
        "key",
        "commitments",
        "lists",
        "words",
    ),
    *("broken", "position", "stand_ins", "covers", "note"),
)
_REQUIRED = ("edition", "rules", "seats")
_BRANCH = re.compile(r"branch ([0-9a-f]{64}) ([0-9a-f]{64}|-)(?: > (\S[^#]*?))?")
_STAND_IN = re.compile(r"P([0-9]):([1-9][0-9]{0,5})-([1-9][0-9]{0,5})")
_ACTION = re.compile(r"([1-9][0-9]{0,5}) (P[0-9]) ([^>#]+?)(?: > (\S[^#]*?))?(?: #([0-9a-f]{16}))?")


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One line of a record."""

    line: int
    """In the file, counted from 1."""
    number: int
    """Of the action, counted from 1."""
    seat: str
    text: str
    answers: str
    hash: str | None


class StandIn(NamedTuple):
    """A bot, or the clock, played for a person: the seat, and the first and the last entry of its log that were so."""

    seat: int
    first: int
    last: int

    def __str__(self) -> str:
        return f"P{self.seat}:{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class RecordedBranch:
    """Where the game left one that was played before, as its line says it."""

    line: int
    after: int
    """Actions before it."""
    commitment: str
    key: bytes | None
    tickets: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as its file says it, not yet replayed."""

    header: dict[str, str]
    lines: dict[str, int]
    """Where each header entry and the deal stand."""
    deal: tuple[str, ...]
    actions: tuple[RecordedAction, ...]
    result: str | None
    result_line: int = 0
    edition: Edition = field(repr=False, default=None)  # type: ignore[assignment]
    branches: tuple[RecordedBranch, ...] = ()
    """Where it left games that were played before, and went on with chance of its own."""
    stand_ins: tuple[StandIn, ...] = ()
    """Where a hosted game's persons did not play themselves."""

    @property
    def key(self) -> bytes | None:
        """The game's key, if the record gives it: with the seats' words mixed in, where they added some."""
        mixed = self.mixed
        return self.committed_key if mixed is None else mixed.game_key

    @property
    def committed_key(self) -> bytes | None:
        """The key as it was committed to, if the record gives it."""
        text = self.header.get("key")
        return None if text is None else bytes.fromhex(text)

    @property
    def listed(self) -> DealList | None:
        """What the seats of a hosted game committed to before their words were sent."""
        return _listed(self.header) if "commitments" in self.header else None

    @property
    def broken(self) -> tuple[BrokenDeal, ...]:
        """Deals of the same table that were broken off before this one."""
        listed = self.listed
        if listed is None or "broken" not in self.header:
            return ()
        return (read_broken(self.header["broken"], listed),)

    @property
    def mixed(self) -> Mixed | None:
        """Where the key comes from, if seats added words to it and the record gives it."""
        committed = self.committed_key
        if committed is None or "words" not in self.header:
            return None
        return Mixed(committed, tuple(self.header["words"].split(" ")), self.listed, self.broken)


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` has found true."""

    game: Game
    key_checked: bool
    """Whether the record has its key, so that every answer of chance was recomputed."""
    committed: bool
    """Whether the key was checked against a commitment."""
    hashes: int
    """How many state hashes were compared."""
    words_committed: bool = False
    """Whether the seats of a hosted game had committed to their words before any of them was sent."""
    broken: int = 0
    """How many deals were broken off before this one."""


def _listed(header: Mapping[str, str]) -> DealList:
    commitments = tuple(header["commitments"].split(" "))
    attempt, rules = int(header["attempt"]), int(header["rules"])
    return DealList(header["table"], attempt, header["edition"], rules, header["commitment"], commitments)


# writing


def _answer_words(edition: Edition, answers: Sequence[int], cards: int) -> str:
    words = [kind_name(edition, answer) for answer in answers[:cards]]
    return " ".join(words + [edition.tickets[answer].id for answer in answers[cards:]])


def _cards_dealt(game: Game) -> int:
    """How many of the deal's answers are cards: all but the tickets, which come last (RU-41)."""
    edition = game.edition
    long = sum(ticket.long for ticket in edition.tickets)
    tickets = len(edition.tickets) - long - 1 + edition.setup.long_tickets * game.seats
    return len(game.deal) - tickets


def write_record(
    game: Game,
    *,
    reveal_key: bool = True,
    extra: dict[str, str] | None = None,
    mixed: Mixed | None = None,
    stand_ins: Sequence[StandIn] = (),
) -> str:
    """The record of a game, finished or not. State hashes and the result are there only when it is over.

    `mixed` says where the key of a hosted game comes from, `stand_ins` where its persons did not play themselves.
    """
    edition = game.edition
    header = {"edition": edition.id, "rules": str(edition.version), "seats": str(game.seats)}
    if edition.digest and not is_built_in(edition):  # a version alone does not tell what somebody's own file said
        header["edition_hash"] = edition.digest
    if mixed is not None and (mixed.game_key != game.key or len(mixed.words) != game.seats):
        raise RecordError("the game was not dealt from this key and these words")
    key = game.key if mixed is None else mixed.key
    if key is not None:
        header["commitment"] = commitment(key)
        if reveal_key:
            header["key"] = key.hex()
    if mixed is not None:
        header["words"] = " ".join(mixed.words)
        if mixed.listed is not None:
            header |= _committed(mixed, mixed.listed)
    if game.position is not None:
        header["position"] = game.position
    if stand_ins:
        header["stand_ins"] = " ".join(map(str, stand_ins))
    for name, value in (extra or {}).items():
        if name not in ("covers", "note") or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise RecordError(f"a record has no room for {notation.shorten(f'{name} {value}')} in its header")
        header[name] = " ".join(value.split())
    first = f"perron record {2 if 'commitments' in header else 1}"
    lines = [first, *(f"{name} {header[name]}" for name in _HEADER if header.get(name)), ""]
    if game.position is None:
        cards = _cards_dealt(game)
        lines.append(f"deal {_answer_words(edition, game.deal[:cards], cards)}")
        lines.append(f"deal {_answer_words(edition, game.deal[cards:], 0)}")
    hashes = _hashes(game) if game.over else {}
    branches = {branch.after: branch for branch in game.branches}
    for number, entry in enumerate(game.log, 1):
        if number - 1 in branches:
            lines.append(_branch_line(edition, branches[number - 1], reveal_key))
        line = f"{number} P{entry.seat} {entry.action if isinstance(entry, Move) else UNDO}"
        if isinstance(entry, Move) and entry.answers:
            line += f" > {_answer_words(edition, entry.answers, len(entry.answers))}"
        lines.append(line + (f" #{hashes[number]}" if number in hashes else ""))
    if len(game.log) in branches:
        lines.append(_branch_line(edition, branches[len(game.log)], reveal_key))
    if game.over:
        lines.append(_result(game))
    return "\n".join(lines) + "\n"


def _branch_line(edition: Edition, branch: Branch, reveal_key: bool) -> str:
    key = branch.key.hex() if reveal_key and branch.key is not None else "-"
    line = f"branch {branch.commitment} {key}"
    return line + (f" > {_answer_words(edition, branch.answers, 0)}" if branch.answers else "")


def _committed(mixed: Mixed, listed: DealList) -> dict[str, str]:
    """The header's lines about what was committed to."""
    said = [NO_WORD if one == NO_WORD else listed.hash for one in listed.commitments]
    lines = {"table": listed.table, "attempt": str(listed.attempt), "commitments": " ".join(listed.commitments)}
    lines["lists"] = " ".join(said)
    for broken in mixed.broken:
        lines["broken"] = broken_text(broken)
    return lines


def _result(game: Game) -> str:
    outcome = game.outcome
    assert outcome is not None
    totals = " ".join(f"P{seat}:{line.total}" for seat, line in enumerate(outcome.scores))
    ranks = " ".join(f"P{seat}:{line.rank}" for seat, line in enumerate(outcome.scores))
    return f"result {outcome.reason} | {totals} | {ranks} #{game.state_hash()}"


def _beginning(game: Game) -> Game:
    """The same game before its first action."""
    if game.position is not None:
        return Game.from_position(game.position, game.edition)
    if game.key is not None:
        return Game(game.edition, game.seats, key=game.key)
    return Game.from_answers(game.edition, game.seats, game.deal)


def _hashes(game: Game) -> dict[int, str]:
    """Hash of the state after every tenth action."""
    again = _beginning(game)
    hashes = {}
    for number in range(1, len(game.log) + 1):
        again.repeat(game)
        if number % _HASH_EVERY == 0:
            hashes[number] = again.state_hash()
    return hashes


def save_record(game: Game, path: str | os.PathLike[str], *, extra: dict[str, str] | None = None) -> None:
    """Write a game's record, whole or not at all: a crash leaves the file as it was."""
    text = write_record(game, extra=extra)
    try:
        with atomic_write(Path(path)) as file:
            file.write(text)
    except PerronError as error:
        raise RecordError(str(error)) from None


# reading


def load_record(path: str | os.PathLike[str], edition: Edition | None = None) -> Record:
    """Read a record file; raises RecordError. A game on an edition of one's own is read with that edition."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"{os.fspath(path)} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > _LARGEST:
        raise RecordError(f"{os.fspath(path)} is too large for a record")
    try:
        return read_record(content.decode("utf-8"), edition)
    except UnicodeDecodeError as error:
        raise RecordError(f"{os.fspath(path)} is not a text in UTF-8 (byte {error.start})") from None


def read_record(text: str, edition: Edition | None = None) -> Record:
    """Read a record's text, without replaying it; raises RecordError, which names the line."""
    if not text.endswith("\n"):
        raise RecordError("the last line is cut off: the file is torn", text.count("\n") + 1 if text else None)
    lines = text.split("\n")[:-1]
    if lines[0] not in _FIRST:
        if lines[0].removesuffix("\r") in _FIRST:
            raise RecordError("its line ends are those of another system: a line of a record ends in a line feed", 1)
        if lines[0].startswith("perron record "):
            known = " and ".join(map(str, FORMATS))
            raise RecordError(f"this is {notation.shorten(lines[0])}; this version of Perron reads formats {known}", 1)
        raise RecordError(f"this is no record: the first line is not {min(_FIRST)!r}", 1)
    header, places, at = _read_header(lines)
    edition = _edition_of(header, places, edition)
    deal: list[str] = []
    actions: list[RecordedAction] = []
    branches: list[RecordedBranch] = []
    result, result_line = None, 0
    for number, line in enumerate(lines[at:], at + 1):
        if result is not None:
            raise RecordError("there are lines after the result", number)
        if line.startswith("deal ") and not actions and len(deal) < 2 and "position" not in header:
            places.setdefault("deal", number)
            deal.append(line[len("deal ") :])
        elif line.startswith("result "):
            result, result_line = line, number
        elif line.startswith("branch "):
            branches.append(_read_branch(line, number, len(actions), branches, "key" in header))
        else:
            actions.append(_read_action(line, number, len(actions) + 1))
    stand_ins = _read_stand_ins(header, places, actions)
    parts = (tuple(deal), tuple(actions), result, result_line, edition, tuple(branches), stand_ins)
    return Record(header, places, *parts)


def _read_branch(line: str, at: int, after: int, branches: Sequence[RecordedBranch], has_key: bool) -> RecordedBranch:
    match = _BRANCH.fullmatch(line)
    if match is None:
        raise RecordError(f"{notation.shorten(line)} is not the line of a branch", at)
    if branches and branches[-1].after == after:
        raise RecordError("a game branches once at most between two actions", at)
    key = None if match[2] == "-" else bytes.fromhex(match[2])
    if (key is not None) != has_key:
        raise RecordError("the record has the key of its deal and not of this branch, or of this and not of that", at)
    return RecordedBranch(at, after, match[1], key, match[3] or "")


def _read_stand_ins(
    header: dict[str, str], places: dict[str, int], actions: Sequence[RecordedAction]
) -> tuple[StandIn, ...]:
    """Where persons did not play themselves: ranges of entries that begin and end with one of the seat's."""
    found: list[StandIn] = []
    for word in header["stand_ins"].split(" ") if "stand_ins" in header else ():
        match = _STAND_IN.fullmatch(word)
        if match is None:
            raise RecordError(
                f"{notation.shorten(word)} is not a seat and its entries, as P1:45-80", places["stand_ins"]
            )
        one = StandIn(*map(int, match.groups()))
        if not one.first <= one.last <= len(actions):
            raise RecordError(f"the log has no entries {one.first} to {one.last}", places["stand_ins"])
        if any(actions[number - 1].seat != f"P{one.seat}" for number in (one.first, one.last)):
            raise RecordError(f"{word} does not begin and end with an entry of P{one.seat}", places["stand_ins"])
        if found and (one.seat, one.first) <= (found[-1].seat, found[-1].last):
            raise RecordError(f"{word} does not belong after {found[-1]}", places["stand_ins"])
        found.append(one)
    return tuple(found)


def _read_header(lines: list[str]) -> tuple[dict[str, str], dict[str, int], int]:
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        if line == "":
            break
        name, _, value = line.partition(" ")
        if name not in _HEADER or name in header or value != " ".join(value.split()) or not value:
            raise RecordError(f"{notation.shorten(line)} is no part of the header, or stands twice", number)
        header[name], places[name] = value, number
    else:
        raise RecordError("the header does not end: an empty line is missing", len(lines))
    for name in _REQUIRED:
        if name not in header:
            raise RecordError(f"the header has no line {name!r}", 1)
    for name in ("key", "commitment", "edition_hash"):
        if name in header and re.fullmatch(f"[0-9a-f]{{{2 * KEY_BYTES}}}", header[name]) is None:
            raise RecordError(f"the {name} is not {2 * KEY_BYTES} hex digits", places[name])
    for name in ("rules", "seats"):
        if re.fullmatch(r"[1-9][0-9]{0,3}", header[name]) is None:
            raise RecordError(f"{name} is not a number", places[name])
    words = header.get("words", "").split(" ") if "words" in header else None
    if words is not None and not (all(map(is_word, words)) and str(len(words)) == header["seats"]):
        raise RecordError("the words are not 32 hex digits a seat, or - for none", places["words"])
    _check_committed(header, places, _FIRST[lines[0]])
    return header, places, number


def _check_committed(header: dict[str, str], places: dict[str, int], number: int) -> None:
    """A record of the second format says what was committed to, and one of the first does not."""
    if number == 1:
        for name in _DEAL:
            if name in header:
                raise RecordError(f"a record of format 1 has no line {name!r}", places[name])
        return
    for name in (*_COMMITTED, "commitment", "words"):
        if name not in header:
            raise RecordError(f"the header has no line {name!r}", 1)
    if re.fullmatch(r"[2-9a-hjkmnp-z]{10}", header["table"]) is None:
        raise RecordError("the table's code is not ten letters and digits", places["table"])
    if header["attempt"] not in ("1", "2"):
        raise RecordError("the attempt is not 1 or 2", places["attempt"])
    for name in ("commitments", "lists"):
        found = header[name].split(" ")
        if str(len(found)) != header["seats"] or not all(is_hash(one) or one == NO_WORD for one in found):
            raise RecordError(f"the {name} are not 64 hex digits a seat, or - for none", places[name])
    if "broken" in header:
        try:
            read_broken(header["broken"], _listed(header))
        except PerronError as error:
            raise RecordError(str(error), places["broken"]) from None


def _edition_of(header: dict[str, str], places: dict[str, int], edition: Edition | None) -> Edition:
    """The edition that a record names, and none other; without its hash, the id and the version decide."""
    try:
        found = known_edition(header["edition"], edition)
    except EditionError as error:
        told = f"{error}; a game on an edition of one's own is read with its file: --edition FILE"
        raise RecordError(told, places["edition"]) from None
    try:
        found = known_edition(found.id, edition, int(header["rules"]))
    except EditionError as error:
        raise RecordError(str(error), places["rules"]) from None
    if header.get("edition_hash", found.digest) != found.digest:
        where = found.folder.place if found.folder is not None and found.folder.place else "the one at hand"
        raise RecordError(
            f"this is not the {found.id} that the game was played on: {where} has been changed since; "
            f"give the file as it was: --edition FILE",
            places["edition_hash"],
        )
    return found


def _read_action(line: str, at: int, expected: int) -> RecordedAction:
    match = _ACTION.fullmatch(line)
    if match is None:
        raise RecordError(f"{notation.shorten(line)} is not an action's line", at)
    if int(match[1]) != expected:
        raise RecordError(f"action {expected} should stand here, not {match[1]}", at)
    return RecordedAction(at, expected, match[2], match[3], match[4] or "", match[5])


def _read_answers(edition: Edition, text: str, line: int, tickets: bool = False) -> list[int]:
    """What chance answered: cards, but for the second line of a deal, which is of tickets."""
    answers = []
    for word in text.split(" ") if text else ():
        if tickets and word in edition.ticket_index:
            answers.append(edition.ticket_index[word])
        elif not tickets and word in edition.cards:
            answers.append(kind_number(edition, word))
        else:
            what = "ticket" if tickets else "card"
            raise RecordError(f"{notation.shorten(word)} is no {what} of {edition.id}", line)
    return answers


def _read_deal(record: Record) -> list[int]:
    first = record.lines.get("deal", record.lines["seats"])
    answers = []
    for i, text in enumerate(record.deal):
        answers += _read_answers(record.edition, text, first + i, tickets=i == 1)
    return answers


# replaying


def _begin(record: Record, with_key: bool) -> Game:
    header, edition = record.header, record.edition
    if "position" in header:
        try:
            game = Game.from_position(header["position"], edition)
        except PerronError as error:
            raise RecordError(str(error), record.lines["position"]) from None
        if game.edition != edition or game.seats != int(header["seats"]):
            raise RecordError("the position is of another edition or number of seats", record.lines["position"])
        return game
    line = record.lines.get("deal", record.lines["seats"])
    try:
        if with_key and record.key is not None:
            game = Game(edition, int(header["seats"]), key=record.key)
            cards = _cards_dealt(game)
            found = [_read_answers(edition, text, line + i, tickets=i == 1) for i, text in enumerate(record.deal)]
            for i, part in enumerate((game.deal[:cards], game.deal[cards:])):
                if i >= len(found) or found[i] != list(part):
                    raise RecordError("the deal is not the one that follows from the key", line + min(i, len(found)))
            return game
        game = Game.from_answers(edition, int(header["seats"]), _read_deal(record))
        if len(record.deal) != 2 or len(_read_answers(edition, record.deal[0], line)) != _cards_dealt(game):
            raise RecordError("a deal is a line of cards and a line of tickets", line)
        return game
    except EditionError as error:
        raise RecordError(str(error), record.lines["seats"]) from None
    except RecordError:
        raise
    except PerronError as error:
        raise RecordError(str(error), line) from None


def _step(game: Game, action: RecordedAction, with_key: bool) -> None:
    """Play one line; everything it says must be so."""
    answers = _read_answers(game.edition, action.answers, action.line)
    if action.text == UNDO:
        _take_back(game, action)
        return
    try:
        if game.to_move is not None and action.seat != f"P{game.to_move}":
            raise RecordError(f"{action.seat} is not to move, P{game.to_move} is", action.line)
        if with_key and game.key is not None:
            move = game.play(action.text)
            if list(move.answers) != answers:
                raise RecordError("chance did not answer so: the key gives other cards", action.line)
        else:
            move = game.replay(action.text, answers)
    except NotationError as error:
        raise RecordError(str(error), action.line) from None
    except RecordError:
        raise
    except PerronError as error:
        raise RecordError(str(error), action.line) from None
    if str(move.action) != action.text:
        raise RecordError(f"the action is written {str(move.action)!r}", action.line)


def _branch(game: Game, record: Record, with_key: bool) -> None:
    """Let the game go on with chance of its own, if the record says that it does so here."""
    for line in record.branches[len(game.branches) :]:
        if line.after != len(game.log):
            return
        answers = _read_answers(game.edition, line.tickets, line.line, tickets=True)
        try:
            if not with_key or line.key is None:
                game.replay_branch(line.commitment, answers)
            elif list(game.branch(line.key).answers) != answers:
                raise RecordError("the tickets are not shuffled so: the key gives another order", line.line)
        except RecordError:
            raise
        except PerronError as error:
            raise RecordError(str(error), line.line) from None


def _take_back(game: Game, action: RecordedAction) -> None:
    if action.answers:
        raise RecordError("chance has nothing to answer when an action is taken back", action.line)
    try:
        game.take_back(int(action.seat.removeprefix("P")))
    except PerronError as error:
        raise RecordError(str(error), action.line) from None


def replay_record(record: Record, until: int | None = None) -> Game:
    """The game after `until` actions, by default all. A record without its key is replayed from the answers."""
    if until is not None and not 0 <= until <= len(record.actions):
        raise RecordError(f"the record has {len(record.actions)} actions; there is no action {until}")
    with_key = record.key is not None
    game = _begin(record, with_key)
    for action in record.actions[:until]:
        _branch(game, record, with_key)
        _step(game, action, with_key)
    if until is None:
        _branch(game, record, with_key)
    return game


def verify_record(record: Record) -> Verification:
    """Replay a record and check all it says; raises RecordError with the first line that is wrong."""
    key, promised = record.committed_key, record.header.get("commitment")
    if key is not None and promised is not None and commitment(key) != promised:
        raise RecordError("the key is not the one that was committed to", record.lines["key"])
    with_key = key is not None
    _verify_committed(record)
    game = _begin(record, with_key)
    if "position" in record.header and key is not None and key != game.key:
        raise RecordError("the key is not the position's own", record.lines["key"])
    for branch in record.branches:
        if branch.key is not None and commitment(branch.key) != branch.commitment:
            raise RecordError("the key of the branch is not the one that was committed to", branch.line)
    hashes = 0
    for action in record.actions:
        _branch(game, record, with_key)
        _step(game, action, with_key)
        due = action.number % _HASH_EVERY == 0 and record.result is not None
        if (action.hash is not None) != due:
            what = "is missing" if due else "does not belong here"
            raise RecordError(f"a state hash {what}", action.line)
        if action.hash is not None:
            hashes += 1
            if action.hash != game.state_hash():
                raise RecordError("the state is another than the one recorded here", action.line)
    _branch(game, record, with_key)
    if game.over != (record.result is not None):
        last = record.actions[-1].line if record.actions else 1
        if game.over:
            raise RecordError("the game is over but the result is missing", last)
        raise RecordError("there is a result but the game is not over", record.result_line)
    if record.result is not None and record.result != _result(game):
        raise RecordError(f"the result is not so; it is {_result(game)!r}", record.result_line)
    committed = with_key and promised is not None
    return Verification(game, with_key, committed, hashes, record.listed is not None, len(record.broken))


def _verify_committed(record: Record) -> None:
    """Check that words, lists and broken-off deals are those that were committed to."""
    listed = record.listed
    if listed is None:
        return
    said = record.header["lists"].split(" ")
    for seat, one in enumerate(said):
        if one != (NO_WORD if listed.commitments[seat] == NO_WORD else listed.hash):
            raise RecordError(f"P{seat} was shown another list of commitments", record.lines["lists"])
    fault = None if record.mixed is None else record.mixed.fault()
    if fault is not None:
        line, what = fault
        raise RecordError(what, record.lines.get(line, record.lines["attempt"]))
