"""A bot's version is what it chooses: the same bot has the same, another bot another."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from importlib import resources
from pathlib import Path

import pytest

from perron.action import Action
from perron.arena.loading import load_once
from perron.bots import Clock, register, version
from perron.bots.frozen import FILE, frozen_games
from perron.bots.version import version_of, versions
from perron.editions import load
from perron.editions import names as editions
from perron.errors import BotError
from perron.view import View
from tests.cli.command import ENVIRONMENT

PLAYERS = str(Path(__file__).parents[1] / "arena" / "players.py")


class Nth:
    """Takes the legal action of this number, and another in one kind of position."""

    def __init__(self, number: int, but: str = "") -> None:
        self.name, self.number, self.but = "nth", number, but

    def choose(self, view: View, clock: Clock) -> str | Action:
        assert view.legal is not None
        number = 1 if view.phase == self.but else self.number
        return view.legal[number % len(view.legal)]


class Declared(Nth):
    """Says itself which version it is."""

    version = "1.2"


@pytest.fixture(scope="module", autouse=True)
def _known(_bots_of_this_file_alone: None) -> None:
    register("nth", lambda argument, _: Nth(int(argument or 0)))
    register("nth_but", lambda argument, _: Nth(0, argument))
    register("declared", lambda argument, _: Declared(int(argument or 0)))
    load_once((PLAYERS,))


def test_the_frozen_positions_are_of_every_edition_number_of_seats_and_phase() -> None:
    seats: dict[str, set[int]] = defaultdict(set)
    phases: dict[str, set[str]] = defaultdict(set)
    for positions in frozen_games():
        for game in positions:
            assert len(game.legal_numbers("one")) > 1
            seats[game.edition.id].add(game.seats)
            phases[game.edition.id].add(game.view(game.to_move).phase)
    assert set(seats) == set(editions())
    for edition, found in seats.items():
        fewest, most = load(edition).players
        assert found == set(range(fewest, most + 1))
    assert phases["europe"] == {"setup", "turn", "second_card", "keep_tickets", "tunnel"}


def test_the_frozen_positions_take_little_room() -> None:
    assert len(resources.files("perron.bots.frozen").joinpath(FILE).read_bytes()) < 200_000


def test_another_process_finds_the_same_version() -> None:
    command = "from perron.bots.version import versions; print(*versions(['greedy', 'planner', 'search:8it']).values())"
    done = subprocess.run([sys.executable, "-c", command], check=True, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stdout.split() == list(versions(["greedy", "planner", "search:8it"]).values())


def test_bots_that_play_differently_have_different_versions() -> None:
    found = versions(["random", "greedy", "planner", "easy", "medium", "search:8it"])
    assert len(set(found.values())) == 6


def test_one_choice_that_changes_changes_the_version() -> None:
    found = versions(["nth", "nth:0", "nth_but:tunnel", "nth_but:nowhere"])
    assert found["nth"] == found["nth:0"] == found["nth_but:nowhere"]
    assert found["nth_but:tunnel"] != found["nth"]


def test_a_search_with_another_budget_has_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "PLAY_OUTS", 2)  # it chooses the same with any of these budgets
    monkeypatch.setattr(version, "_known", {})
    found = versions(["search:200ms", "search:1s", "search:200it", "search:1000000it"])
    assert len(set(found.values())) == 4


def test_a_bot_can_say_itself_which_version_it_is() -> None:
    found = versions(["declared:1", "declared:2", "nth:1"])
    assert found["declared:1"] == found["declared:2"] != found["nth:1"]


def test_a_bot_that_ends_its_process_has_a_version_and_this_process_goes_on() -> None:
    found = versions(["killer", "liar", "first"], [PLAYERS])
    assert len(set(found.values())) == 3


def test_an_unknown_bot_has_no_version() -> None:
    with pytest.raises(BotError, match="nobody"):
        version_of("nobody")
