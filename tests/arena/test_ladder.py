"""The ladder: matches that stop when the question is answered, and a page that says so."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from perron.arena import Outlook, Run, run_arena
from perron.arena.ladder import (
    BETTER,
    EDITIONS,
    FINER,
    Match,
    PlayedMatch,
    all_matches,
    matches,
    play_ladder,
    results_file,
    shortened,
    together,
)
from perron.arena.ladder_page import ladder_page
from perron.arena.standing import stand
from tests.arena.plans import plan, row
from tests.cli.command import Run as Command
from tests.cli.command import assert_refused

MACHINE = {"perron": "0.0", "processor": "an abacus", "cores": "2", "load before": "0.1"}


def tiny_matches() -> tuple[Match, ...]:
    """The whole ladder of the tiny board with quick bots in place of slow ones."""
    quick = {"expert": "search:30it"}
    found = [one for seats in (2, 3) for one in matches("tiny", seats, "search:10it", "search:20it")]
    found = [replace(one, bots=tuple(quick.get(bot, bot) for bot in one.bots)) for one in found]
    wanted = [one for one in found if len(one.bots) == one.seats]
    return shortened([wanted[0], wanted[4], wanted[7], wanted[-1]], 6)


@pytest.mark.usefixtures("here")
def test_a_ladder_is_played_gone_on_with_and_written_down(tmp_path: Path) -> None:
    found = tiny_matches()
    begun: list[tuple[Match, int]] = []

    def begin(match: Match, number: int) -> Callable[[Outlook], None]:
        begun.append((match, number))
        return lambda outlook: None

    first = play_ladder(found, tmp_path, minutes=60, jobs=1, begin=begin)
    assert [number for _, number in begun] == [0, 1, 2, 3]
    assert tuple(one.match for one in first.matches) == found
    files = sorted(tmp_path.iterdir())
    assert len(files) == 4
    before = [file.read_bytes() for file in files]
    again = play_ladder(found, tmp_path, minutes=60, jobs=1)
    assert [file.read_bytes() for file in files] == before
    assert [one.run.rows for one in again.matches] == [one.run.rows for one in first.matches]
    page = ladder_page(first, MACHINE)
    assert ladder_page(again, MACHINE) == page
    for words in (
        "## Bars",
        "## Points and tickets",
        "## Tiny, 2 seats",
        "## Tiny, 3 seats",
        "Version 1 of the rules.",
        "an abacus",
        "sequential",
    ):
        assert words in page
    for one in first.matches:
        for bot, version in one.run.plan.versions().items():
            assert f"| {bot} | `{version}` |" in page
    assert not re.search(r"\bnan\b|None", page)


def test_a_bot_that_has_changed_gets_another_file(tmp_path: Path) -> None:
    told = plan("first", "claimer")
    assert results_file(tmp_path, told) == results_file(tmp_path, plan("first", "claimer"))
    assert results_file(tmp_path, told) != results_file(tmp_path, replace(told, seed="1"))


def test_every_edition_has_the_bars_of_the_ladder() -> None:
    found = all_matches()
    assert {(one.edition, one.seats) for one in found} == {(edition, seats) for edition in EDITIONS for seats in (2, 4)}
    bars = {(one.edition, one.seats, one.bots): one.bar for one in found if one.bar is not None}
    for edition in EDITIONS:
        assert bars[edition, 2, ("planner", "greedy")] == 0.95
        assert bars[edition, 2, ("search:200ms", "planner")] == (0.6 if edition == "first_journey" else 0.65)
        assert bars[edition, 4, ("search:200ms", "planner", "planner", "planner")] == 0.4
        assert bars[edition, 2, ("learned", "planner")] == (0.6 if edition == "first_journey" else 0.65)
        assert bars[edition, 2, ("guided:200ms", "search:200ms")] == 0.65
        assert bars.get((edition, 2, ("guided:1s", "planner"))) == (0.9 if edition == "europe" else None)
        assert bars[edition, 4, ("learned", "planner", "planner", "planner")] == 0.35
        assert bars[edition, 4, ("guided:200ms", "search:200ms", "search:200ms", "search:200ms")] == 0.35
        for stronger, weaker in (("medium", "easy"), ("hard", "medium"), ("expert", "hard")):
            assert bars[edition, 2, (stronger, weaker)] == 0.5


def test_what_was_learned_plays_where_something_was() -> None:
    bots = {bot for seats in (2, 3) for one in matches("tiny", seats) for bot in one.bots}
    assert not any(bot.startswith(("learned", "guided")) for bot in bots)


def test_seats_that_an_edition_does_not_have_are_left_out() -> None:
    assert {one.seats for one in all_matches(["tiny"], (2, 3, 4))} == {2, 3}


def played(wins: int, of: int, bar: float) -> PlayedMatch:
    """A match of which the first bot has won this many deals in both seats."""
    match = Match("tiny", 2, ("claimer", "first"), 2 * of, 1.0, bar)
    test = match.test
    assert test is not None
    course, rows = test.course(), []
    for deal in range(of):
        rank = (1, 2) if deal * wins // of != (deal + 1) * wins // of else (2, 1)
        rows += [row(deal, ("claimer", "first"), rank), row(deal, ("first", "claimer"), rank[::-1], rotation=1)]
        if course.verdict.decision is None:
            course.add(float(rank == (1, 2)))
    standing = stand(("claimer", "first"), 2, rows)
    return PlayedMatch(
        match, Run(plan("claimer", "first"), tuple(rows), standing, test, course.verdict, tuple(course.llrs), 0)
    )


def test_a_bar_is_met_if_the_interval_lies_above_it() -> None:
    assert played(95, 100, 0.6).bar_met is True
    assert played(30, 100, 0.6).bar_met is False
    assert played(61, 100, 0.6).bar_met is not True
    assert played(7, 10, 0.6).bar_met is None


def test_the_better_rate_of_the_test_leaves_room_below_one() -> None:
    for bar, better in ((0.65, 0.75), (0.4, 0.5), (0.95, 0.975)):
        test = Match("tiny", 2, ("a", "b"), 10, 1.0, bar).test
        assert test is not None
        assert test.h0 == bar
        assert test.h1 == pytest.approx(better)


def test_a_race_has_more_games_and_a_finer_test() -> None:
    race, points = (matches(edition, 4)[2] for edition in ("first_journey", "europe"))
    assert race.games > points.games
    assert race.test is not None
    assert points.test is not None
    assert race.test.h0 == points.test.h0
    assert race.test.h1 == pytest.approx(race.test.h0 + FINER)
    assert points.test.h1 == pytest.approx(points.test.h0 + BETTER)


def test_deals_of_two_matches_are_not_taken_for_one() -> None:
    one, other = played(5, 10, 0.5), played(7, 10, 0.5)
    standing, versions = together([one, other])
    assert (standing.deals, standing.games) == (20, 40)
    assert set(versions) == {"claimer", "first"}


@pytest.mark.usefixtures("here")
def test_a_run_whose_time_is_up_plays_one_whole_deal() -> None:
    run = run_arena(plan("first", "claimer"), 100, jobs=1, until=time.monotonic() - 1)
    assert [one.game for one in run.rows] == [(0, 0), (0, 1)]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--edition utrecht", ["utrecht"]),
        ("--edition ./mine.toml", ["mine.toml"]),
        ("--seats two", ["--seats", "two"]),
        ("--seats 9", ["--seats", "9"]),
        ("--minutes 0", ["--minutes", "0"]),
        ("--jobs 0", ["--jobs"]),
        ("--out nowhere/ladder.md", ["no folder nowhere"]),
    ],
)
def test_what_cannot_be_played_is_refused(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run("ladder", *flags.split()), *words)
    assert list(tmp_path.iterdir()) == []
