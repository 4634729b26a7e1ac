"""Spoiled position texts: refused, or games that can be played to the end."""

from __future__ import annotations

from random import Random

import pytest

from perron import EditionError, Game, NotationError
from perron.editions import Edition, load, names
from tests.fuzz import counts
from tests.fuzz.mutate import IN_A_LINE, noise, spoiled
from tests.golden import conservation


def any_position(edition: Edition, rng: Random) -> str:
    """A position text in which every part may or may not stand; most of them describe something."""
    seats = rng.randint(*edition.players)

    def some(things: list[str], most: int) -> str:
        return ",".join(rng.choice(things) for _ in range(rng.randrange(most + 1)))

    def each(things: list[str], most: int) -> str:
        return ";".join(f"P{seat}:{some(things, most)}" for seat in range(seats) if rng.random() < 0.6)

    cards = [f"{card}*{n}" for card in edition.cards for n in (1, 2)] + list(edition.cards)
    tickets = [ticket.id for ticket in edition.tickets]
    numbers = [str(n) for n in range(6)]
    parts = {
        "seats": str(seats),
        "own": each([route.id for route in edition.routes], 3),
        "stations": each([city.id for city in edition.cities], 2),
        "hand": each(cards, 4),
        "display": some([*edition.cards, "-"], 5) or "none",
        "discards": some([*cards, "rest"], 3),
        "pile": some([*cards, "rest"], 3) or "none",
        "tickets": each(tickets, 2),
        "made": each(tickets, 2),
        "offered": f"P{rng.randrange(seats)}:{some(tickets, 3)}",
        "ticket_pile": some(tickets, 4) or "none",
        "pieces": each([*numbers, *(f"{kind.id}*{rng.randrange(5)}" for kind in edition.pieces)], 2),
        "score": each(numbers, 1),
        "bonus": each(numbers[:2], 1),
        "bonus_pile": rng.choice(numbers),
        "turn": f"P{rng.randrange(seats)}",
        "phase": rng.choice(("turn", "second")),
        "last_round": rng.choice(numbers),
        "turns": rng.choice((*numbers, "998", "999")),
        "passes": rng.choice(numbers[:2]),
        "stalled": rng.choice(numbers[:2]),
        "seed": rng.choice(numbers),
    }
    chosen = rng.sample(list(parts), rng.choice((1, 2, 3, 3, 4, 6, 9)))
    return " ".join([edition.id, *(f"{name}={parts[name]}" for name in chosen)])


def played_on(game: Game, rng: Random) -> None:
    """A position that was read can be looked at, and played until the game is over."""
    free = "bonus=" not in (game.position or "") and "bonus_pile=" not in (game.position or "")
    exact = free and "pieces=" not in (game.position or "") and "ticket" not in (game.position or "")
    for number in range(40):
        for seat in (None, *range(game.seats)):
            assert game.view(seat).to_move == game.to_move
        if game.over:
            assert game.outcome is not None
            return
        if exact and number % 8 == 0 and "made=" not in (game.position or ""):
            assert conservation.faults(game) == []
        numbers = game.legal_numbers()
        assert len(numbers) > 0, game.position
        game.play(int(numbers[rng.randrange(len(numbers))]))


def described(text: str) -> Game | None:
    """The game that a text describes, if it is a position."""
    try:
        return Game.from_position(text)
    except (NotationError, EditionError) as error:
        message = str(error)
    assert len(message) < 3000
    return None


@pytest.mark.parametrize("name", names())
def test_a_position_text_is_refused_or_describes_a_game(name: str) -> None:
    rng = Random(f"positions {name}")
    edition = load(name)
    read = 0
    for number in range(counts.POSITIONS // len(names())):
        text = any_position(edition, rng)
        if rng.random() < 0.4:
            text = spoiled(text, IN_A_LINE, rng)
        elif rng.random() < 0.05:
            text = noise(rng, 200)
        game = described(text)
        if game is not None:
            read += 1
            if number % 10 == 0:
                played_on(game, rng)
    assert read > counts.POSITIONS // len(names()) // 20
