"""The legal actions are those of the slow reference: no more, no fewer, each once, in a pinned order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numba
import numpy as np
import pytest

from perron.engine.actions import ALL, DECLINE, ONE
from perron.engine.choice import random_legal
from perron.engine.legal import count_legal, list_legal, nth_legal, refuse
from perron.engine.rng import cheap_below
from tests.properties.tables import at_every_table, tables_of
from tests.properties.walks import legal_numbers, plain, walks
from tests.reference.legal import legal_actions
from tests.reference.snapshot import PHASES, SETUP, TURN, Record, read
from tests.sampling import some

pytestmark = pytest.mark.sampled

NUMBERS = (DECLINE + 5) * 65536


def sampled_states(name: str, seats: int, one_in: int) -> Iterator[Record]:
    """States from the walks, at random, or some of these; every phase comes up, and always the end."""
    rng = Random(f"{name} {seats}")
    for game in walks(name, seats):
        yield from some([state for state in game.states[:-1] if rng.randrange(one_in) == 0])
        yield game.states[-1]


# fmt: off
legality_clauses = pytest.mark.rule(
    "EU-T1", "EU-D3", "EU-D8", "EU-L1", "EU-R1", "EU-R2", "EU-R4", "EU-X1", "EU-X2", "EU-X3", "EU-F1", "EU-U2", "EU-U5",
    "EU-K2", "EU-B1", "EU-B2",
    "AM-T1", "AM-D2", "AM-R1", "AM-R2", "AM-R3", "AM-X1", "AM-X2", "AM-K2",
    "BE-T1", "BE-D2", "BE-R1", "BE-R4", "BE-R5", "BE-X1", "BE-X2", "BE-K2", "FJ-R1", "FJ-R2", "FJ-X1",
    "RU-4", "RU-7", "RU-8", "RU-15", "RU-17", "RU-20", "RU-24", "RU-25", "RU-26", "RU-27", "RU-29",
)
# fmt: on


@legality_clauses
@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@at_every_table
def test_the_legal_actions_are_those_of_the_rules(name: str, seats: int, mode: int) -> None:
    tables = tables_of(name)
    for game in walks(name, seats):
        rng = Random(len(game.actions))
        for state in game.states:
            if rng.random() < (1 if len(game.actions) < 100 else 0.15):
                listed = [plain(name, number) for number in legal_numbers(tables, state, mode)]
                rules = legal_actions(game.edition, read(game.edition, state), every_payment=mode == ALL)
                assert set(listed) == rules
                assert len(listed) == len(rules), "an action is listed twice"


@at_every_table
def test_one_payment_a_colour_is_a_choice_from_all_payments(name: str, seats: int) -> None:
    for state in sampled_states(name, seats, one_in=4):
        assert set(legal_numbers(tables_of(name), state, ONE)) <= set(legal_numbers(tables_of(name), state, ALL))


def place_in_order(name: str, number: int, mode: int) -> tuple[int, ...]:
    """Where an action stands: draws by kind, tickets, claims by colour, stations by city; answers by their number."""
    kind, index, colour, wilds = number // 65536, number // 256 % 256, number // 16 % 16, number % 16
    words = plain(name, number)
    if words[0] == "claim":
        return (kind, colour, wilds, index) if mode == ALL and words[2] != "wild" else (kind, colour, 0, index)
    return (kind, index, colour, wilds)


@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@at_every_table
def test_the_order_of_the_legal_actions_is_pinned(name: str, seats: int, mode: int) -> None:
    tables = tables_of(name)
    for state in sampled_states(name, seats, one_in=8):
        listed = legal_numbers(tables, state, mode)
        assert listed == sorted(listed, key=lambda number: place_in_order(name, number, mode))
        assert [int(nth_legal(tables[0], state, mode, k)) for k in range(len(listed))] == listed
        assert count_legal(tables[0], state, mode) == len(listed)


def test_a_short_list_holds_the_first_actions_and_tells_how_many_there_are() -> None:
    for state in sampled_states("tiny", 3, one_in=10):
        listed = legal_numbers(tables_of("tiny"), state, ALL)
        room = np.full(3, -1, np.int64)
        assert list_legal(tables_of("tiny")[0], state, ALL, room) == len(listed)
        assert room.tolist()[: len(listed)] == listed[:3]


@numba.njit  # type: ignore[untyped-decorator]
def accepted(tables: np.ndarray, state: np.ndarray, out: np.ndarray) -> int:
    n = 0
    for number in range(-65536, NUMBERS):
        if refuse(tables[0], state[0], number) == 0:
            out[n] = number
            n += 1
    return n


@at_every_table
def test_of_all_numbers_just_the_legal_actions_are_accepted(name: str, seats: int) -> None:
    room = np.zeros(65536, np.int64)
    rng = Random(f"{name} {seats}")
    for game in some([*walks(name, seats)][::3]):
        for phase in range(len(PHASES)):
            in_phase = game.states[game.states["phase"] == phase]
            for i in rng.sample(range(len(in_phase)), min(2, len(in_phase))):
                n = accepted(tables_of(name), in_phase[i : i + 1], room)
                assert room[:n].tolist() == sorted(legal_numbers(tables_of(name), in_phase[i], ALL))


@at_every_table
def test_far_too_large_a_number_is_refused(name: str, seats: int) -> None:
    state = next(walks(name, seats)).states[0]
    for power in range(21, 63):
        for legal in legal_numbers(tables_of(name), state, ALL):
            assert refuse(tables_of(name)[0], state, legal + 2**power) != 0


@at_every_table
def test_a_random_action_is_a_legal_one_and_every_legal_one_comes_up(name: str, seats: int) -> None:
    generator = np.array([seats], np.uint64)
    for state in sampled_states(name, seats, one_in=200):
        listed = legal_numbers(tables_of(name), state, ONE)
        if 0 < len(listed) <= 40:
            drawn = {int(random_legal(tables_of(name)[0], state, ONE, generator)) for _ in range(40 * len(listed))}
            assert drawn == set(listed)


@pytest.mark.parametrize("mode", [ONE, ALL], ids=["one payment", "all payments"])
@at_every_table
def test_chance_names_an_action_by_its_place_in_the_pinned_order(name: str, seats: int, mode: int) -> None:
    for seed, state in enumerate(sampled_states(name, seats, one_in=2)):
        listed = legal_numbers(tables_of(name), state, mode)
        if listed:
            one, other = np.array([seed], np.uint64), np.array([seed], np.uint64)
            chosen = random_legal(tables_of(name)[0], state, mode, one)
            # The only thing that a turn can begin with takes no chance.
            place = 0 if len(listed) == 1 and PHASES[state["phase"]] == TURN else cheap_below(other, len(listed))
            assert (chosen, one[0]) == (listed[place], other[0])


@pytest.mark.rule("RU-33")
@at_every_table
def test_what_a_seat_may_keep_at_setup_does_not_depend_on_earlier_choices(name: str, seats: int) -> None:
    for game in walks(name, seats):
        choices = [
            legal_numbers(tables_of(name), state, ALL) for state in game.states if PHASES[state["phase"]] == SETUP
        ]
        assert all(choice == choices[0] for choice in choices)
