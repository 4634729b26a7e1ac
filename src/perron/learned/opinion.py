"""What a network thinks of what a seat knows, in compiled code from the record to the chances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.editions.edition import Edition
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET
from perron.engine.tables import tables_of
from perron.env.kernels import action_of, write_mask
from perron.env.numbering import numbering_of
from perron.env.observation import flat_size
from perron.env.observing import write_derived
from perron.env.planning import write_planned
from perron.learned.by_facts import add_by_facts
from perron.learned.evaluating import run_layers, write_chances, write_policy
from perron.learned.facts import kernel_facts
from perron.learned.inputs import advice_key, inputs_of
from perron.learned.network import Network

_FEWEST, _SEATS_AT, _KINDS_AT = 0, 1, 2

_key: Any = kernel(advice_key)


@kernel
def _lay_out(layout: Array, row: Array, seats: Int, inputs: Array) -> Int:
    """The inputs for an observation, as `Inputs.lay_out` has them; returns the number of the advised action."""
    sources, places, marks, numbers, _ = layout
    source, at = sources[seats], places[seats, 0]
    for j in range(inputs.size):
        inputs[j] = row[source[j]]
    inputs[marks[_SEATS_AT] + seats - marks[_FEWEST]] = 1
    kind = np.int64(row[at])
    if kind > 0:
        inputs[marks[_KINDS_AT] + kind - 1] = 1
    return numbers[_key(kind, np.int64(row[at + 1]), np.int64(row[at + 2]))]


@kernel
def observe_known(t: Record, v: Record, brain: Array, w: Array, m: Record, work: Record, borrowed: Array) -> Int:
    """Run the layers on what a seat knows; returns the number of the action that the planner advises."""
    network, layout, room = brain
    row, inputs, hidden = room[0], room[1], room[3]
    seats = np.int64(v.s.seats)
    write_derived(t, v, row)
    write_planned(t, v, m, w, work, borrowed, row, np.int64(layout[1][seats, 1]))
    advised = _lay_out(layout, row, seats, inputs)
    run_layers(network, inputs, room[7][v.seat], room[8][v.seat], hidden)
    return advised


@kernel
def judge_known(t: Record, v: Record, brain: Array, w: Array, m: Record, work: Record, borrowed: Array) -> None:
    """Each seat's chance to win as the seat that knows this sees it, by the seats' own numbers, into the room."""
    observe_known(t, v, brain, w, m, work, borrowed)
    network, _, room = brain
    seats = np.int64(v.s.seats)
    relative, chances = room[5], room[6]
    write_chances(network, room[3], seats, relative)
    for i in range(seats):
        chances[(v.seat + i) % seats] = relative[i]


@kernel
def consider(
    tables: Array,
    numbering: Array,
    knowledge: Array,
    brain: Array,
    w: Array,
    memories: Array,
    work: Array,
    sheets: Array,
) -> Int:
    """The action that speaks most for itself, as the engine's int; policy and chances are left in the room."""
    t, nb, v = tables[0], numbering[0], knowledge[0]
    network, layout, room = brain
    advised = observe_known(t, v, brain, w, memories[0], work[0], sheets[0].borrowed[0])
    mask, hidden, policy, relative, chances = room[2], room[3], room[4], room[5], room[6]
    write_mask(t, nb, v.s, mask)
    write_policy(network, hidden, mask, advised, policy)
    add_by_facts(network, layout[4], room[1], hidden[0], mask, policy)
    seats = np.int64(v.s.seats)
    write_chances(network, hidden, seats, relative)
    for i in range(seats):
        chances[(v.seat + i) % seats] = relative[i]
    best = np.int64(0)
    for k in range(policy.size):
        if mask[k] and (not mask[best] or policy[k] > policy[best]):
            best = np.int64(k)
    return action_of(t, nb, v.s, best)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a network says of a position."""

    choice: int
    """The engine's int of the best action."""
    policy: dict[int, float]
    """Likelihood of every legal action, by its number."""
    chances: tuple[float, ...]
    """Every seat's chance to win."""


class Brain:
    """A network with all the room that one thread needs to use it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        edition = self.edition = network.edition
        inputs = inputs_of(edition)
        self.numbering, self.tables = numbering_of(edition), tables_of(edition)
        self.weights = weights_for(edition)
        width = max(flat_size(edition, seats, "planned") for seats in inputs.sources) + 1
        self.policy, self.mask = np.zeros(inputs.actions), np.zeros(inputs.actions, np.int8)
        self.chances = np.zeros(SEATS)
        hidden = np.zeros((2, network.width))
        room = (
            *(np.zeros(width, np.uint8), np.zeros(inputs.size, np.uint8), self.mask, hidden),
            *(self.policy, np.zeros(SEATS), self.chances),
            # What each seat saw last, and the first layer's sums for that.
            *(np.zeros((SEATS, inputs.size), np.uint8), np.array([network.kernel_arrays[0][1]] * SEATS)),
        )
        self.arrays = (network.kernel_arrays, _layout(edition), room)
        """As kernels take it."""
        self._scratch = (new_memories(1), np.zeros(1, SCRATCH), np.zeros(1, SHEET))

    def choose(self, knowledge: np.ndarray) -> int:
        """The best action for what the seat to move knows, as the engine's int."""
        return int(consider(self.tables, self.numbering.record, knowledge, self.arrays, self.weights, *self._scratch))

    def consider(self, knowledge: np.ndarray) -> Opinion:
        """The same, with all that the network says."""
        choice = self.choose(knowledge)
        legal = np.flatnonzero(self.mask)
        spoken = self.policy[legal]
        likely = np.exp(spoken - spoken.max())
        likely /= likely.sum()
        policy = dict(zip(legal.tolist(), likely.tolist(), strict=True))
        return Opinion(choice, policy, tuple(self.chances[: int(knowledge[0]["s"]["seats"])].tolist()))


@lru_cache(maxsize=32)
def _layout(edition: Edition) -> tuple[Any, ...]:
    """`Inputs` as kernels take it: by number of seats the sources, and where the advice and the planned part stand.

    The last part is `Facts`.
    """
    inputs = inputs_of(edition)
    sources, places = np.zeros((SEATS + 1, inputs.size), np.int64), np.zeros((SEATS + 1, 2), np.int64)
    most = max(flat_size(edition, seats, "planned") for seats in inputs.sources)
    for seats, source in inputs.sources.items():
        size = flat_size(edition, seats, "planned")
        sources[seats] = np.where(source == size, most, source)  # the last byte of the room, which stays 0
        places[seats] = inputs.advice_at[seats], flat_size(edition, seats, "derived")
    marks = np.array([edition.players[0], inputs.seats_at, inputs.kinds_at], np.int64)
    return sources, places, marks, inputs.numbers, kernel_facts(edition)
