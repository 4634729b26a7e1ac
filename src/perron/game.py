"""Game: the face that Python people use. It checks and explains; the engine underneath trusts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from perron import codec, notation
from perron.action import (
    ACTIONS,
    Action,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
)
from perron.editions import as_edition
from perron.editions.edition import Edition
from perron.engine import actions as ints
from perron.engine import chance, entries, refusals
from perron.engine.knowledge import knowledge_of
from perron.engine.sizes import TICKETS
from perron.engine.state import CHANCE_FIELDS, OVER, SCRATCH, SETUP, SHEET, STATE
from perron.engine.tables import tables_of
from perron.errors import NotationError, PerronError
from perron.explain import illegal
from perron.keys import KEY_BYTES, commitment, key_words, new_key, seed_key
from perron.notebook import game_html, standing
from perron.outcome import REASONS, Outcome, Score, read_scores
from perron.position import read_position
from perron.view import View, card_counts, make_view, ticket_ids

Seat: TypeAlias = int

_WRONG_NOW = {
    refusals.GAME_OVER,
    refusals.FINISH_DRAW,
    refusals.KEEP_FIRST,
    refusals.TUNNEL_FIRST,
    refusals.NOTHING_OFFERED,
    refusals.NO_TUNNEL,
}
_HASHED = tuple(name for name in STATE.names or () if name not in (*CHANCE_FIELDS, "spare"))


@dataclass(frozen=True, slots=True)
class Move:
    """One action as it was played."""

    seat: Seat
    action: Action
    number: int
    """The action's int."""
    answers: tuple[int, ...]
    """What chance answered: card kinds and tickets, in the order asked."""


@dataclass(frozen=True, slots=True)
class Undo:
    """An action taken back by the seat that took it."""

    seat: Seat
    move: Move


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a game that was played before goes on in another way, with chance of its own."""

    after: int
    """Entries of the log before it."""
    commitment: str
    """SHA-256 of the key that all later chance follows from."""
    key: bytes | None
    """None for a game replayed from recorded answers alone."""
    answers: tuple[int, ...]
    """The tickets of the pile whose places no seat knew, in their new order."""


class Game:
    """One game: `Game(edition, seats=4, seed=7)`."""

    __slots__ = (
        *("_answers", "_before", "_branches", "_log", "_raw", "_states", "_tables", "_viewed"),
        *("edition", "key", "position"),
    )

    edition: Edition
    key: bytes | None
    """All chance follows from it, up to a branch; None for a game replayed from recorded answers alone."""
    position: str | None
    """The position text it began with, where it did not begin with a deal."""
    _log: list[Move | Undo]
    _branches: list[Branch]
    _before: NDArray[np.uint8] | None
    """The state before the last action, while that may be taken back."""
    _viewed: tuple[bytes, View] | None
    """The last view, and the state that it is of: another view of that state takes from it what everybody knows."""
    _answers: tuple[int, ...]
    _tables: np.ndarray
    _raw: NDArray[np.uint8]
    _states: np.ndarray

    def __init__(
        self,
        edition: str | Edition,
        seats: int = 2,
        seed: int | str | None = None,
        *,
        key: bytes | None = None,
    ) -> None:
        """Deal a new game, by a seed, by a 32-byte key, or (neither given) by the system's randomness."""
        self.edition = as_edition(edition)
        seats = self.edition.seats(seats)
        if key is not None and (not isinstance(key, bytes) or len(key) != KEY_BYTES):
            raise PerronError(f"a key is {KEY_BYTES} bytes")
        if key is None:
            key = new_key() if seed is None else seed_key(seed)
        self._begin(key, None)
        words = key_words(key)
        self._answers = self._logged(4096, lambda tape: entries.deal(self._tables, self._states, 0, seats, words, tape))

    @classmethod
    def from_answers(cls, edition: str | Edition, seats: int, answers: Sequence[int]) -> Game:
        """Deal a game from what chance answered at setup, without a key. It cannot draw a card of its own."""
        game = cls.__new__(cls)
        game.edition = as_edition(edition)
        seats = game.edition.seats(seats)
        game._begin(None, None)
        tape = chance.new_tape(chance.REPLAY, answers=_as_answers(answers))
        entries.deal(game._tables, game._states, 0, seats, np.zeros(8, np.uint32), tape)
        _check_tape(tape)
        game._answers = tuple(answers)
        return game

    @classmethod
    def from_position(cls, text: str, edition: Edition | None = None) -> Game:
        """A game that begins in the middle: see docs/notation.md for the position text.

        The text names a built-in edition, or the edition given.
        """
        found, states, key = read_position(text, edition)
        game = cls.__new__(cls)
        game.edition = found
        game._begin(key, " ".join(text.split()))
        game._raw[:] = states.view(np.uint8)
        return game

    @classmethod
    def pick_up(
        cls,
        edition: str | Edition,
        seats: int,
        key: bytes,
        numbers: Sequence[int],
        branches: Sequence[tuple[int, bytes]] = (),
    ) -> Game:
        """A game in its middle, after actions given as ints: replayed in compiled code, in microseconds.

        Its `moves` begin with the last of them, unless it branches after that. A branch is the number of actions before
        it, and its key. Raises PerronError if an action was not legal.
        """
        game = cls(edition, seats, key=key)
        at = 0
        for after, branch_key in branches:
            game._replay_numbers(numbers, at, after)
            game.branch(branch_key)
            at = after
        game._replay_numbers(numbers, at, max(at, len(numbers) - 1))
        for number in numbers[max(at, len(numbers) - 1) :]:
            game.play(number)
        return game

    def _replay_numbers(self, numbers: Sequence[int], first: int, until: int) -> None:
        tape = chance.new_tape(chance.OFF)
        part = np.array(numbers[first:until], np.int64)
        played = entries.replay_actions(self._tables, self._states, 0, part, tape)
        if played < until - first:
            raise PerronError(f"action {first + played + 1} of those to pick the game up from is not legal")

    def _begin(self, key: bytes | None, position: str | None) -> None:
        self.key, self.position = key, position
        self._tables = tables_of(self.edition)
        self._log = []
        self._branches = []
        self._before = None
        self._viewed = None
        self._answers = ()
        # Copying bytes is fifty times as fast as copying an array of records.
        self._raw = np.zeros(STATE.itemsize, np.uint8)
        self._states = self._raw.view(STATE)

    # what there is to know

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._states[0]["seats"])

    @property
    def to_move(self) -> Seat | None:
        """The seat that has to decide; None when the game is over."""
        return None if self.over else int(self._states[0]["to_move"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states[0]["phase"] == OVER)

    @property
    def turn(self) -> int:
        """How many turns have been finished."""
        return int(self._states[0]["turn"])

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every action so far, those that were taken back left out."""
        moves: list[Move] = []
        for entry in self._log:
            if isinstance(entry, Move):
                moves.append(entry)
            else:
                moves.pop()
        return tuple(moves)

    @property
    def log(self) -> tuple[Move | Undo, ...]:
        """Every action so far, and every time that one was taken back."""
        return tuple(self._log)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Where the game left one that was played before and went on with chance of its own, in their order."""
        return tuple(self._branches)

    @property
    def deal(self) -> tuple[int, ...]:
        """What chance answered at setup."""
        return self._answers

    @property
    def state(self) -> Any:
        """The engine's record: everything, hidden cards included. For kernels and tests, never for players."""
        return self._states[0]

    @property
    def tables(self) -> Any:
        """The edition's record, for kernels."""
        return self._tables[0]

    def legal_numbers(self, payments: str = "all") -> NDArray[np.int64]:
        """The legal actions as ints."""
        mode = ints.ONE if payments == "one" else ints.ALL
        out = np.zeros(1024, np.int64)
        n = entries.legal_into(self._tables, self._states, 0, mode, out)
        if n > out.size:
            out = np.zeros(n, np.int64)
            entries.legal_into(self._tables, self._states, 0, mode, out)
        return out[:n]

    def legal_actions(self, payments: str = "all") -> list[Action]:
        """Every legal action of the seat to move; payments "one" gives one payment a route and colour."""
        s = codec.by_name(self._states[0])
        return [codec.decode(number, self.edition, s) for number in self.legal_numbers(payments).tolist()]

    def view(self, seat: Seat | None = None, *, with_legal: bool = True) -> View:
        """All that a seat may know; None is a spectator. Without the legal actions it takes a fraction of the time."""
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats):
            raise PerronError(f"there is no seat {seat!r}: seats are 0 to {self.seats - 1}")
        asked = with_legal and seat is not None and seat == self.to_move
        legal = tuple(map(str, self.legal_actions())) if asked else None
        state = self._raw.tobytes()
        # The views of one state share the most of their making.
        other = self._viewed[1] if self._viewed is not None and self._viewed[0] == state else None
        view = make_view(self.edition, self.knowledge(seat)[0], legal, self.outcome, other)
        self._viewed = state, view
        return view

    def knowledge(self, seat: Seat | None) -> np.ndarray:
        """The same as `view`, as a record (an array of one) for compiled bots: see `engine/knowledge.py`."""
        return knowledge_of(self._tables, self._states, seat)

    def scores(self) -> tuple[Score, ...]:
        """The score sheet, as it would be if the game ended now. It tells what is hidden until the end."""
        sheets = np.zeros(1, SHEET)
        entries.score_into(self._tables, self._states, 0, sheets, np.zeros(1, SCRATCH))
        return read_scores(self.edition, self._states[0], sheets[0])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        scores = self.scores()
        winners = tuple(seat for seat, line in enumerate(scores) if line.rank == 1)
        return Outcome(REASONS[int(self._states[0]["end_reason"])], winners, scores)

    def state_hash(self) -> str:
        """Sixteen hex digits over the whole state but its chance stream: equal for equal games."""
        digest = hashlib.sha256()
        for name in _HASHED:
            digest.update(self._states[0][name].tobytes())
        return digest.hexdigest()[:16]

    # playing

    def play(self, action: Action | str | int) -> Move:
        """Play a legal action, given as an object, a text or an int.

        Raises NotationError if it cannot be read and IllegalAction if the rules forbid it; the game is then unchanged.
        """
        number = self._checked(action)
        s = self._states[0]
        typed, seat = codec.decode(number, self.edition, s), int(s["to_move"])
        if self.key is None or (self._branches and self._branches[-1].key is None):
            raise PerronError("this game was replayed without its key: chance has nothing to answer with")
        before = self._raw.copy()
        answers = self._logged(252, lambda tape: entries.play_legal(self._tables, self._states, 0, number, tape))
        return self._done(Move(seat, typed, number, answers), before)

    def replay(self, action: Action | str | int, answers: Sequence[int]) -> Move:
        """Play a legal action with what chance answered, from a record."""
        number = self._checked(action)
        before = self._raw.copy()
        s = self._states[0]
        move = Move(int(s["to_move"]), codec.decode(number, self.edition, s), number, tuple(answers))
        tape = chance.new_tape(chance.REPLAY, answers=_as_answers(answers))
        entries.play_legal(self._tables, self._states, 0, number, tape)
        try:
            _check_tape(tape)
        except PerronError:
            self._raw[:] = before
            raise
        return self._done(move, before)

    def _done(self, move: Move, before: NDArray[np.uint8]) -> Move:
        self._log.append(move)
        old, new = before.view(STATE)[0], self._states[0]
        drawn = (
            bool(move.answers)
            or isinstance(move.action, DrawFaceUp | DrawBlind | DrawCards | DrawTickets)
            or old["ticket_top"] != new["ticket_top"]
        )
        # With the last choice at setup the table learns how many tickets everybody has kept; the end shows everything.
        revealed = self.over or (old["phase"] == SETUP) != (new["phase"] == SETUP)
        self._before = None if drawn or revealed else before
        return move

    def may_take_back(self, seat: Seat) -> bool:
        """Whether the seat may undo the last action: it was its own, and nothing was drawn or revealed by it."""
        return self._before is not None and bool(self._before.view(STATE)[0]["to_move"] == seat)

    def take_back(self, seat: Seat) -> Undo:
        """Undo the seat's last action; raises PerronError if another seat has acted since, or anything was revealed."""
        last = self._log[-1] if self._log else None
        if not self.may_take_back(seat) or self._before is None or not isinstance(last, Move):
            raise PerronError(
                f"P{seat} has nothing to take back: "
                "only the last action of all may be, by the seat that took it, and only if it drew and revealed nothing"
            )
        self._raw[:] = self._before
        self._before = None
        undo = Undo(seat, last)
        self._log.append(undo)
        return undo

    def branch(self, key: bytes) -> Branch:
        """Go on from here with chance of its own: all that is drawn from now on follows from this key.

        The cards in the pile and the tickets whose places nobody knows are shuffled; all that any seat has seen stays.
        Nothing from before can be taken back. Raises PerronError if the game is over.
        """
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise PerronError(f"a key is {KEY_BYTES} bytes")
        if self.over:
            raise PerronError("the game is over: there is nothing to go on with")
        words, order = key_words(key), np.zeros(TICKETS, np.int8)
        answers = self._logged(TICKETS, lambda tape: entries.branch(self._states, 0, words, order, tape))
        return self._branched(Branch(len(self._log), commitment(key), key, answers))

    def replay_branch(self, promise: str, answers: Sequence[int]) -> Branch:
        """The same from a record that does not give the key, but what it was committed to and what followed from it."""
        if self.over:
            raise PerronError("the game is over: there is nothing to go on with")
        before, order = self._raw.copy(), np.zeros(TICKETS, np.int8)
        tape = chance.new_tape(chance.REPLAY, answers=_as_answers(answers))
        entries.branch(self._states, 0, np.zeros(8, np.uint32), order, tape)
        try:
            _check_tape(tape)
        except PerronError:
            self._raw[:] = before
            raise
        return self._branched(Branch(len(self._log), promise, None, tuple(answers)))

    def _branched(self, branch: Branch) -> Branch:
        self._branches.append(branch)
        self._before = None
        return branch

    def repeat(self, game: Game) -> Move | Undo:
        """Do the next entry of the log of a game that began like this one, with its branches and what chance answered.

        Raises PerronError if there is none.
        """
        at = len(self._log)
        if at >= len(game._log):
            raise PerronError("there is nothing left to repeat")
        for branch in game._branches[len(self._branches) :]:
            if branch.after == at and branch.key is not None and self.key is not None:
                self.branch(branch.key)
            elif branch.after == at:
                self.replay_branch(branch.commitment, branch.answers)
        entry = game._log[at]
        if isinstance(entry, Undo):
            return self.take_back(entry.seat)
        return self.replay(entry.number, entry.answers)

    def copy(self) -> Game:
        """A game that goes on from here on its own. It has the same key: its chance answers the same."""
        game = Game.__new__(Game)
        game.edition = self.edition
        game._begin(self.key, self.position)
        game._raw[:] = self._raw
        game._answers, game._log, game._before = self._answers, self._log.copy(), self._before
        game._branches = self._branches.copy()
        return game

    def at_setup(self, seat: Seat) -> Game:
        """A copy in which this seat chooses its first tickets now; raises PerronError if it has chosen already.

        Choices at setup stay hidden until all are made (RU-33): a seat may well be asked before those in front of it.
        """
        if self._states[0]["phase"] != SETUP or not self._states[0]["to_move"] <= seat < self.seats:
            raise PerronError(f"P{seat} has no first tickets to choose")
        game = self.copy()
        game._states[0]["to_move"] = seat
        return game

    def _logged(self, room: int, do: Callable[[NDArray[np.int32]], object]) -> tuple[int, ...]:
        """Let the engine do something and give back what chance answered, with as long a tape as that takes."""
        before = self._raw.copy()
        while True:
            tape = chance.new_tape(chance.LOG, room)
            do(tape)
            if tape[chance.FAULT] != chance.TAPE_FULL:
                return tuple(tape[chance.ANSWERS : chance.ANSWERS + tape[chance.COUNT]].tolist())
            self._raw[:] = before
            room *= 4

    def _checked(self, action: Action | str | int) -> int:
        """The int of a legal action."""
        if isinstance(action, str):
            action = notation.parse(action, self.edition)
        if isinstance(action, int | np.integer) and not isinstance(action, bool):
            action = number = int(action)
            if not 0 <= number < 1 << 24:
                shown = str(number) if abs(number) < 1 << 64 else "so large a number"
                raise NotationError(f"{shown} is not an action's number")
        else:
            if type(action) not in ACTIONS:
                raise NotationError(f"an action is an Action, a text or an int, not {type(action).__name__}")
            number = self._encoded(cast(Action, action))
        reason = entries.refusal(self._tables, self._states, 0, number)
        if reason != refusals.LEGAL:
            raise illegal(self.edition, self._states[0], reason, action)
        return number

    def _encoded(self, action: Action) -> int:
        if not codec.well_formed(action):
            raise NotationError(f"a field of this {type(action).__name__} is of the wrong type, or absurdly large")
        try:
            return codec.encode(action, self.edition, self._states[0])
        except codec.Refused as refused:
            # That it does not fit the moment says more than that its amounts do not.
            now = entries.refusal(self._tables, self._states, 0, action.code << 16)
            reason = now if now in _WRONG_NOW else refused.reason
            raise illegal(self.edition, self._states[0], reason, action) from None
        except (KeyError, ValueError, TypeError, AttributeError):
            raise NotationError(
                f"{notation.shorten(repr(action))} names what {self.edition.id} does not have"
            ) from None

    # showing

    def __str__(self) -> str:
        s = self._states[0]
        table = self.view()
        lines = [
            f"{self.edition.title['en']}, {self.seats} players, turn {self.turn + 1}",
            standing(self.to_move, self.outcome),
        ]
        if table.display:
            lines.append("display: " + " ".join(kind or "-" for kind in table.display))
        for seat, player in enumerate(table.players):
            hand = " ".join(f"{kind}*{n}" for kind, n in card_counts(self.edition, s["hand"][seat].tolist()).items())
            tickets = " ".join(ticket_ids(self.edition, s["tickets"][seat].tolist()))
            offer = "" if self.edition.swap_tickets else " ".join(codec.offered(self.edition, s, seat))
            line = f"P{seat}: {player.score} {'points' if self.edition.points else 'tickets completed'}"
            line += f", hand {hand or 'empty'}, tickets {tickets or 'none'}"
            lines.append(line + (f", offered {offer}" if offer else ""))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Game {self.edition.id}, {self.seats} seats, {len(self.moves)} actions>"

    def _repr_html_(self) -> str:
        return game_html(make_view(self.edition, self.knowledge(None)[0], None, self.outcome), self.edition)


def _as_answers(answers: Sequence[int]) -> NDArray[np.int32]:
    try:
        return np.array(answers, np.int32)
    except (OverflowError, TypeError, ValueError):
        raise PerronError("the record names a card or ticket that is not there to be drawn") from None


def _check_tape(tape: NDArray[np.int32]) -> None:
    fault = int(tape[chance.FAULT])
    if fault == chance.TAPE_SHORT:
        raise PerronError("chance was asked more often than the record says")
    if fault == chance.IMPOSSIBLE:
        raise PerronError("the record names a card or ticket that is not there to be drawn")
    if tape[chance.AT] != tape[chance.COUNT]:
        raise PerronError("the record says more about chance than was asked")
