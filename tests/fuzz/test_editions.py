"""Spoiled edition files: every fault is told, and an edition that passes the check can be played."""

from __future__ import annotations

from importlib import resources
from random import Random

import pytest

from perron import EditionError, Game
from perron.editions import Edition, names, parse
from perron.editions.check import CODES, check
from tests.fuzz import counts
from tests.fuzz.mutate import IN_A_FILE, IN_A_LINE, noise, spoiled
from tests.golden import conservation

TEXTS = {
    name: resources.files("perron.editions").joinpath(f"{name}/edition.toml").read_text("utf-8") for name in names()
}
SHARE = {"tiny": 4, "tiny_race": 4}
"""The small files are spoiled more often: they take less time, and more of each of them is rules."""
TOTAL = sum(SHARE.get(name, 1) for name in names())


def spoiled_edition(text: str, rng: Random) -> str:
    """An edition with a line, or all of it, spoiled."""
    if rng.random() < 0.7:
        lines = text.split("\n")
        i = rng.randrange(len(lines))
        lines[i] = spoiled(lines[i], IN_A_LINE, rng)
        return "\n".join(lines)
    return spoiled(text, IN_A_FILE, rng) if rng.random() < 0.97 else noise(rng, 500)


def played_on(edition: Edition, rng: Random) -> None:
    """Some turns of a game, with as many players as there can be."""
    game = Game(edition, edition.players[1], seed=rng.randrange(100))
    for _ in range(60):
        if game.over:
            break
        numbers = game.legal_numbers()
        assert len(numbers) > 0
        game.play(int(numbers[rng.randrange(len(numbers))]))
        game.view(game.to_move)
        game.scores()
        if (
            edition.setup.returned == "under"
            or edition.swap_tickets
            or not any(ticket.long for ticket in edition.tickets)
        ):
            assert conservation.faults(game) == []


@pytest.mark.parametrize("name", names())
def test_a_spoiled_edition_is_told_its_faults_or_can_be_played(name: str) -> None:
    rng = Random(f"editions {name}")
    passed = 0
    for _ in range(counts.EDITIONS * SHARE.get(name, 1) // TOTAL + 1):
        text = spoiled_edition(TEXTS[name], rng)
        faults = check(text)
        for fault in faults:
            assert fault.code in CODES
            assert fault.line is None or 1 <= fault.line <= text.count("\n") + 1
            assert len(str(fault)) < 1000
        wrong = any(fault.severity == "error" for fault in faults)
        if wrong:
            with pytest.raises(EditionError) as error:
                parse(text)
            assert list(error.value.faults) == faults
        else:
            edition = parse(text)
            passed += 1
            if text != TEXTS[name]:
                played_on(edition, rng)
    assert passed > 5
