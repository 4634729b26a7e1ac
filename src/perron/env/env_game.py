"""One game for an environment: dealt by seed and number, played by action numbers, seen by a seat at a time."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from operator import index
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from perron import codec, notation
from perron.action import Action
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.editions.edition import Edition
from perron.engine import chance, entries, refusals
from perron.engine.actions import ALL
from perron.engine.compiled import Array, Int, kernel
from perron.engine.knowledge import knowledge_of, new_knowledge
from perron.engine.state import OVER, SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.kernels import write_mask
from perron.env.observing import observe_into
from perron.env.options import GameKind, Options
from perron.env.planning import plan_into
from perron.env.rewards import UNITS, write_lead, write_rewards
from perron.env.stepping import REFUSED, play_number
from perron.errors import BotError, PerronError
from perron.keys import KEY_BYTES, key_words, simulation_key
from perron.view import View, make_view


@kernel
def _play_into(tables: Array, numbering: Array, states: Array, number: Int, tape: Array) -> Int:
    return play_number(tables[0], numbering[0], states[0], number, tape)


@kernel
def _mask_into(tables: Array, numbering: Array, states: Array, out: Array) -> None:
    write_mask(tables[0], numbering[0], states[0], out)


@kernel
def _rewards_into(states: Array, sheets: Array, which: Int, out: Array) -> None:
    write_rewards(states[0], sheets[0], which, out)


@kernel
def _lead_into(tables: Array, states: Array, out: Array) -> None:
    write_lead(tables[0], states[0], out)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as it was, hidden cards included: give it back to `restore` of the same kind of environment."""

    state: bytes
    deal: tuple[int | str | None, int]
    refused: int
    rest: Any = None
    """What the environment itself has to remember."""


class EnvGame(GameKind):
    """One game of a kind, its numbering and its observations."""

    def __init__(self, edition: str | Edition, seats: int, **options: Unpack[Options]) -> None:
        super().__init__(edition, seats, **options)
        self.tables = tables_of(self.edition)
        self._raw = np.zeros(STATE.itemsize, np.uint8)
        self.states = self._raw.view(STATE)
        self._knowledge, self._tape = new_knowledge(1), chance.new_tape(chance.OFF)
        self._sheets, self._work = np.zeros(1, SHEET), np.zeros(1, SCRATCH)
        self._units, self._lead = np.zeros(self.seats, np.int32), np.zeros(self.seats, np.int32)
        self._weights = None if self.planned_at is None else weights_for(self.edition)
        self._deal: tuple[int | str | None, int] = None, 0
        self.refused = 0
        """Illegal actions in this episode."""

    @property
    def to_move(self) -> int:
        """The seat whose decision it is; the last one's when the game is over."""
        return int(self.states["to_move"][0])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["phase"][0] == OVER)

    @property
    def game_number(self) -> int:
        """How many games were dealt since the seed, this one not counted."""
        return self._deal[1]

    def deal(self, seed: int | str | None, key: bytes | None = None) -> None:
        """Deal the first game of a seed; without one the next game of the last seed, or of a random one."""
        if seed is not None:
            self._deal = seed, 0
        elif self._deal[0] is None:
            self._deal = secrets.randbits(63), 0
        else:
            self._deal = self._deal[0], self._deal[1] + 1
        root, number = self._deal
        assert root is not None
        if key is not None and (not isinstance(key, bytes) or len(key) != KEY_BYTES):
            raise PerronError(f"a key is {KEY_BYTES} bytes")
        words = key_words(simulation_key(root, number) if key is None else key)
        entries.deal(self.tables, self.states, 0, self.seats, words, self._tape)
        self.refused = 0
        self._lead[:] = 0

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat knows, as a new flat row."""
        row = np.empty(self.size, np.uint8)
        observe_into(self.tables, self.states, 0, seat, self.what, self._knowledge, row)
        if self.planned_at is not None:
            scratch = (self._knowledge, new_memories(1), self._work, self._sheets)
            plan_into(self.tables, self.states, 0, seat, self._weights, scratch, row, self.planned_at)
        return row

    def mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat to move, as a new row of 0 and 1."""
        row = np.empty(self.numbering.size, np.int8)
        _mask_into(self.tables, self.numbering.record, self.states, row)
        return row

    def play(self, number: Any) -> bool:
        """Play an action by its number; false, and nothing changes but a count, if it is not legal."""
        try:
            asked = index(number)
        except TypeError:  # nothing, a fraction, an array of several
            asked = -1
        if not 0 <= asked < self.numbering.size:
            asked = -1
        if _play_into(self.tables, self.numbering.record, self.states, asked, self._tape) != REFUSED:
            return True
        self.refused += 1
        return False

    def play_int(self, action: int) -> None:
        """Play a legal action of the engine's."""
        entries.play_legal(self.tables, self.states, 0, action, self._tape)

    @property
    def refused_too_often(self) -> bool:
        """Whether the episode is to be cut short."""
        return 0 < self.illegal_limit <= self.refused

    def rewards(self) -> list[float]:
        """What the last action, and all since this was last asked, brings to every seat."""
        units: NDArray[np.float64] = np.zeros(self.seats)
        if self.shaping:
            before = self._lead.copy()
            self._lead[:] = 0
            if not self.over:
                _lead_into(self.tables, self.states, self._lead)
            units += self.shaping * (self._lead - before)
        if self.over:
            entries.score_into(self.tables, self.states, 0, self._sheets, self._work)
            _rewards_into(self.states, self._sheets, self.reward, self._units)
            units += self._units
        found: list[float] = (units / UNITS).tolist()
        return found

    # for bots, and for those who look on

    def knowledge(self, seat: int) -> np.ndarray:
        """What a seat knows, as a new record for compiled bots."""
        return knowledge_of(self.tables, self.states, seat)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, knows."""
        s = self.states[0]
        legal = None
        if seat is not None and seat == self.to_move and not self.over:
            out = np.zeros(32768, np.int64)
            n = entries.legal_into(self.tables, self.states, 0, ALL, out)
            legal = tuple(str(codec.decode(number, self.edition, s)) for number in out[:n].tolist())
        return make_view(self.edition, knowledge_of(self.tables, self.states, seat)[0], legal, None)

    def play_choice(self, action: Action | str) -> None:
        """Play what a bot has chosen; raises BotError if it is not legal."""
        try:
            typed = notation.parse(action, self.edition) if isinstance(action, str) else action
            number = codec.encode(typed, self.edition, self.states[0])
        except (codec.Refused, PerronError, KeyError, ValueError, TypeError, AttributeError) as error:
            raise BotError(f"a bot chose {action!s}, which is no action here") from error
        if entries.refusal(self.tables, self.states, 0, number) != refusals.LEGAL:
            raise BotError(f"a bot chose {action!s}, which is not legal")
        self.play_int(number)

    # going back

    def clone(self, rest: Any = None) -> Snapshot:
        """The game as it is."""
        return Snapshot(self._raw.tobytes() + self._lead.tobytes(), self._deal, self.refused, rest)

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a game as it was."""
        kept = np.frombuffer(snapshot.state, np.uint8)
        if kept.size != self._raw.size + self._lead.nbytes:
            raise PerronError("this snapshot is of another kind of game")
        self._raw[:] = kept[: self._raw.size]
        self._lead[:] = kept[self._raw.size :].view(np.int32)
        self._deal, self.refused = snapshot.deal, snapshot.refused
