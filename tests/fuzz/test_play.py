"""Anything may be thrown at a game: it is played, or refused by one of our own errors and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from perron import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawFaceUp,
    Game,
    IllegalAction,
    KeepTickets,
    Move,
    NotationError,
    PayTunnel,
    codec,
    notation,
)
from tests.fuzz import counts
from tests.fuzz.mutate import IN_A_LINE, noise, spoiled
from tests.views.playing import TABLES, played

EACH = 40
"""Inputs tried at one position."""


def positions(name: str, seats: int, n: int) -> Iterator[Game]:
    """That many positions of games, from beginning to end."""
    seed = 100
    while n > 0:
        for game in played(name, seats, seed):
            yield game
            n -= 1
            if n == 0:
                return
        seed += 1


def tried(game: Game, action: Any) -> Move | IllegalAction | NotationError:
    """What comes of it; a refusal must leave the game as it was."""
    before, moves = game.state.tobytes(), len(game.moves)
    other = game.copy()
    result: Move | IllegalAction | NotationError
    try:
        result = other.play(action)
    except (IllegalAction, NotationError) as error:
        result = error
    if isinstance(result, Move):
        assert len(other.moves) == moves + 1
    else:
        assert other.state.tobytes() == before
        assert len(other.moves) == moves
        assert len(str(result)) < 3000
    return result


def throw(name: str, seats: int, total: int, make: Callable[[Game, Random], Any], seed: str) -> int:
    """Throw that many things at games of an edition; returns how many of them were legal after all."""
    share = -(-total // len(TABLES))
    rng = Random(f"{seed} {name} {seats}")
    thrown = legal = 0
    for game in positions(name, seats, -(-share // EACH)):
        numbers = set(game.legal_numbers().tolist())
        texts = set(map(str, game.legal_actions()))
        for _ in range(EACH):
            result = tried(game, make(game, rng))
            thrown += 1
            if isinstance(result, Move):
                legal += 1
                assert result.number in numbers
                assert str(result.action) in texts
                assert result.seat == game.to_move
    assert thrown >= share
    return legal


def any_int(game: Game, rng: Random) -> int:
    """Mostly what looks like an action's number."""
    kind = rng.randrange(10)
    if kind < 6:
        return rng.randrange(12) << 16 | rng.randrange(130) << 8 | rng.randrange(10) << 4 | rng.randrange(6)
    if kind < 8:
        numbers = game.legal_numbers()
        number = int(numbers[rng.randrange(len(numbers))]) if len(numbers) else 0
        return number ^ 1 << rng.randrange(26)
    if kind == 8:
        return rng.randrange(1 << 24)
    return rng.choice((-1, -(1 << 63), 1 << 31, 1 << 63, 1 << 64, 10**30, rng.getrandbits(80), -rng.getrandbits(70)))


def any_legal(game: Game, rng: Random) -> Action | str | int:
    """A legal action in one of its forms."""
    numbers = game.legal_numbers()
    if not len(numbers):
        return "pass"
    number = int(numbers[rng.randrange(len(numbers))])
    action = codec.decode(number, game.edition, game.state)
    return rng.choice((number, np.int32(number), action, str(action)))  # type: ignore[return-value]


def spoiled_text(game: Game, rng: Random) -> str:
    """A legal action's text, or that of one somewhere else on the board, with something wrong with it."""
    edition = game.edition
    numbers = game.legal_numbers()
    if len(numbers) and rng.random() < 0.7:
        text = str(codec.decode(int(numbers[rng.randrange(len(numbers))]), edition, game.state))
    else:
        cards = f"{rng.choice(list(edition.cards))}*{rng.randrange(5)} wild*{rng.randrange(4)}"
        text = rng.choice(
            (
                f"claim {rng.choice(edition.routes).id} {cards}",
                f"station {rng.choice(edition.cities).id} {cards}",
                f"keep {rng.choice(edition.tickets).id} {rng.choice(edition.tickets).id}",
                f"pay {cards}",
            )
        )
    return spoiled(text, IN_A_LINE, rng)


NONSENSE: tuple[Any, ...] = (
    *(None, "", "wild", "red", "blue", "gray", "rest", 0, 1, 2, 3, -1, 7, 15, 16, 255, 10**6, -(10**6), 2**63, 10**30),
    *(0.5, 2.0, float("nan"), float("inf"), True, False, (), [], {}, set(), object(), b"red", "\ud800", "\x00", 1j),
    *(np.int8(1), np.uint64(2), np.float64(1.0), np.array([1, 2]), ("red",), [["north"]], int, KeepTickets, "x" * 5000),
    *(("north-south", 3), (None,), (("a",),), range(3), 10**5000),
)


def nonsense_action(game: Game, rng: Random) -> Any:
    """A typed action with fields that may be anything."""
    edition = game.edition

    def any_of(*sensible: object) -> Any:
        return rng.choice(sensible) if rng.random() < 0.5 else rng.choice(NONSENSE)

    card = any_of(*edition.cards)
    amounts = any_of(0, 1, 2, 3), any_of(0, 1, 2, 3)
    tickets = [ticket.id for ticket in edition.tickets]
    return rng.choice(
        (
            lambda: DrawFaceUp(card),
            lambda: KeepTickets(any_of((rng.choice(tickets),), (rng.choice(tickets), any_of(*tickets)), tickets)),
            lambda: ClaimRoute(any_of(rng.choice(edition.routes).id), card, *amounts),
            lambda: BuildStation(any_of(rng.choice(edition.cities).id), card, *amounts),
            lambda: PayTunnel(card, *amounts),
            lambda: rng.choice(NONSENSE),
        )
    )()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_any_int_is_an_action_or_refused(name: str, seats: int) -> None:
    assert throw(name, seats, counts.INTS, any_int, "ints") > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_legal_action_is_played_in_every_form(name: str, seats: int) -> None:
    share = -(-counts.LEGAL // len(TABLES))
    legal = throw(name, seats, counts.LEGAL, any_legal, "legal")
    # The rest was thrown at games that were over.
    assert legal > share * 0.8


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_spoiled_text_is_an_action_or_refused(name: str, seats: int) -> None:
    assert throw(name, seats, counts.SPOILED, spoiled_text, "spoiled") > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_noise_is_refused(name: str, seats: int) -> None:
    assert throw(name, seats, counts.NOISE, lambda _game, rng: noise(rng), "noise") == 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_typed_nonsense_is_refused(name: str, seats: int) -> None:
    throw(name, seats, counts.TYPED, nonsense_action, "typed")


def test_a_text_that_can_be_read_means_one_thing() -> None:
    rng = Random("meaning")
    for game in positions("tiny", 3, 200):
        for _ in range(20):
            text = spoiled_text(game, rng)
            try:
                action = notation.parse(text, game.edition)
            except NotationError:
                continue
            assert notation.parse(str(action), game.edition) == action
