"""The ladder: which matches say how strong the bots are, and how much time each of them gets."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from perron.arena.row import Row
from perron.arena.run import Outlook, Run, run_arena
from perron.arena.schedule import Plan
from perron.arena.sequential import SequentialTest
from perron.arena.standing import Standing, stand
from perron.editions import covers, folders, load
from perron.editions.folder import table_of
from perron.learned.networks import network_of

FILE = "ladder.toml"
"""In the folder of an edition that the ladder is played on."""
EDITIONS = tuple(cover.id for cover in covers() if folders()[cover.id].text(FILE))
SEATS = (2, 4)
MINUTES = 60.0
SEARCH, DEEP = "search:200ms", "search:1s"
GUIDED, GUIDED_DEEP = "guided:200ms", "guided:1s"
LEARNED_AT_FOUR = 0.35
"""The win rate that what was learned is to beat three planners by, and with a search three searches."""
BETTER = 0.1
"""How far above the bar the test's H1 lies, where there is room for that."""
FINER = 0.05
"""The same where games are so short that more of them can be had."""


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """What the file of an edition says."""

    share: float = 1.0
    """Of the time, beside that of other editions: more where games take longer."""
    search_bar: float = 0.65
    """The win rate that search is to beat the planner by with two seats."""
    learned_bar: float = 0.65
    """The same for one pass of the network."""
    guided_bar: float = 0.65
    """The win rate that a search with the network is to beat one without it by."""
    guided_deep_bar: float | None = None
    """The win rate that a second of it is to beat the planner by."""
    search_against_itself: bool = False
    """Whether that is played too, for its points."""
    planner: Mapping[str, float] = field(default_factory=dict)
    """What the planner is to reach against itself with two seats: a player's `points`, and `tickets` made."""


def settings_of(edition: str) -> LadderSettings:
    """Those of an edition; of one without a file, the defaults."""
    return LadderSettings(**table_of(load(edition), FILE))


@dataclass(frozen=True, slots=True)
class Match:
    """Bots that sit at a table together until the question about the first of them is answered."""

    edition: str
    seats: int
    bots: tuple[str, ...]
    games: int
    """At most."""
    share: float
    """Of the time that is left for this match and those after it."""
    bar: float | None = None
    """The win rate that the first is to beat."""
    least: int = 0
    """Games before which the test does not decide."""
    better: float = BETTER
    """How far above the bar the test's H1 lies."""

    @property
    def test(self) -> SequentialTest | None:
        """What decides that enough was played; None: the time, or the games at most."""
        if self.bar is None:
            return None
        better = min(self.bar + self.better, (1 + self.bar) / 2)
        return SequentialTest(self.bots[0], self.bots[1], self.bar, better, least=self.least // self.seats)

    @property
    def among_equals(self) -> bool:
        """Whether a bot plays itself: that says something of its scores and nothing of its strength."""
        return len(set(self.bots)) == 1

    @property
    def words(self) -> str:
        """What is played."""
        first, *others = self.bots
        if self.among_equals:
            return f"{first} against itself"
        if len(self.bots) > self.seats:
            return f"{', '.join(self.bots)} in all line-ups"
        if len(set(others)) > 1:
            return f"{', '.join(self.bots)} at one table"
        return f"{first} against {others[0] if len(others) == 1 else f'{len(others)} × {others[0]}'}"

    def plan(self) -> Plan:
        """The tournament; other matches have other deals."""
        seed = f"ladder {','.join(self.bots)}"
        return Plan.make(self.edition, self.bots, seats=self.seats, seed=seed)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match and what came of it."""

    match: Match
    run: Run

    @property
    def bar_met(self) -> bool | None:
        """Whether the first bot is above the bar; None if that is not decided."""
        assert self.match.bar is not None
        low, high = self.run.standing.bots[0].win_rate_interval
        decision = self.run.verdict.decision if self.run.verdict is not None else None
        if low > self.match.bar:
            return True if decision != "H0" else None
        return False if decision == "H0" or high < self.match.bar else None


@dataclass(frozen=True, slots=True)
class Ladder:
    """All matches that were played."""

    matches: tuple[PlayedMatch, ...]
    """By edition, then by seats."""
    seconds: float
    """How long this run has taken."""

    @property
    def tables(self) -> dict[tuple[str, int], tuple[PlayedMatch, ...]]:
        """The matches of each edition and number of seats."""
        keys = dict.fromkeys((one.match.edition, one.match.seats) for one in self.matches)
        return {key: tuple(one for one in self.matches if (one.match.edition, one.match.seats) == key) for key in keys}


def matches(edition: str, seats: int, search: str = SEARCH, deep: str = DEEP) -> tuple[Match, ...]:
    """The matches of an edition for a number of seats."""
    settings = settings_of(edition)
    slow = settings.share
    learned = network_of(load(edition)) is not None
    if seats > 2:
        field = ("planner", "medium", "easy", "greedy", "random")
        # A game without points is short.
        games, least, better = (400, 80, BETTER) if load(edition).points else (2000, 400, FINER)
        found = [
            Match(edition, seats, ("learned", *field) if learned else field, 900, slow),
            Match(edition, seats, ("expert", "hard", "medium", "easy")[:seats], 60, 2 * slow),
            Match(edition, seats, (search, *("planner",) * (seats - 1)), games, 4 * slow, 0.4, least, better),
        ]
        if learned:
            found.append(
                Match(edition, seats, ("learned", *("planner",) * (seats - 1)), 400, 2 * slow, LEARNED_AT_FOUR, 80)
            )
            found.append(Match(edition, seats, (GUIDED, *(search,) * (seats - 1)), 400, 12 * slow, LEARNED_AT_FOUR, 40))
        return tuple(found)
    found = [
        Match(edition, 2, ("greedy", "random"), 400, 0.5 * slow),
        Match(edition, 2, ("planner", "greedy"), 4000, 2 * slow, 0.95, 400),
        Match(edition, 2, ("medium", "easy"), 1000, slow, 0.5, 200),
        Match(edition, 2, ("hard", "medium"), 1000, slow, 0.5, 200),
        Match(edition, 2, ("planner", "planner"), 400, 0.5 * slow),
        Match(edition, 2, ("expert", "hard"), 100, 10 * slow, 0.5, 20),
        Match(edition, 2, (deep, "planner"), 60, slow),
        Match(edition, 2, (search, "planner"), 600, 4 * slow, settings.search_bar, 100),
    ]
    if learned:
        found.append(Match(edition, 2, ("learned", "planner"), 400, slow, settings.learned_bar, 100))
        found.append(Match(edition, 2, (GUIDED, search), 400, 14 * slow, settings.guided_bar, 40))
        found.append(Match(edition, 2, (GUIDED_DEEP, "planner"), 400, 6 * slow, settings.guided_deep_bar, 20))
    if settings.search_against_itself:
        found.append(Match(edition, 2, (search, search), 40, 2 * slow))
    return tuple(found)


def all_matches(editions: Iterable[str] = EDITIONS, seats: Iterable[int] = SEATS) -> tuple[Match, ...]:
    """Those of some editions; numbers of seats that an edition does not have are left out."""
    wanted = tuple(seats)
    found: list[Match] = []
    for edition in editions:
        fewest, most = load(edition).players
        for number in wanted:
            found += matches(edition, number) if fewest <= number <= most else ()
    return tuple(found)


def shortened(found: Iterable[Match], games: int) -> tuple[Match, ...]:
    """The same matches with that many games at most, for a first look."""
    return tuple(replace(one, games=min(one.games, games), least=min(one.least, games)) for one in found)


def _order(found: Sequence[Match]) -> list[Match]:
    """What is cheap comes first and what needs most time last, where all that others have not used is left to it."""
    return sorted(found, key=lambda one: one.share / settings_of(one.edition).share)


def results_file(folder: Path, plan: Plan) -> Path:
    """Where the games of a plan are kept: a bot, board or rule that has changed leads to another file."""
    digest = hashlib.sha256(json.dumps(plan.header(), sort_keys=True).encode()).hexdigest()[:8]
    bots = "-".join(dict.fromkeys(plan.bots)).replace(":", "_")
    return folder / f"{plan.edition.id}-{plan.seats}-{bots}-{digest}.jsonl"


def play_ladder(
    found: Sequence[Match],
    folder: Path,
    *,
    minutes: float = MINUTES,
    jobs: int | None = None,
    begin: Callable[[Match, int], Callable[[Outlook], None]] | None = None,
) -> Ladder:
    """Play the matches in about that many minutes, going on with the games in the folder.

    `begin` is told of each match and how many there were before it, and gives who is told of its games.
    """
    start = time.monotonic()
    todo = _order(found)
    done: dict[Match, PlayedMatch] = {}
    for number, match in enumerate(todo):
        plan = match.plan()
        now = time.monotonic()
        left = max(0.0, start + 60 * minutes - now) * match.share / sum(one.share for one in todo[number:])
        run = run_arena(
            plan,
            match.games,
            test=match.test,
            jobs=jobs,
            out=results_file(folder, plan),
            until=now + left,
            each=None if begin is None else begin(match, number),
        )
        done[match] = PlayedMatch(match, run)
    return Ladder(tuple(done[match] for match in found), time.monotonic() - start)


def together(played: Iterable[PlayedMatch]) -> tuple[Standing, dict[str, str]]:
    """How the bots of several matches of one edition and number of seats stand together, and their versions."""
    rows: list[Row] = []
    versions: dict[str, str] = {}
    deals, seats = 0, 2
    for one in played:
        if not one.match.among_equals:
            rows += (
                replace(row, deal=deals + row.deal) for row in one.run.rows
            )  # deals of two matches are not the same
            deals = rows[-1].deal + 1
            versions |= one.run.plan.versions()
            seats = one.match.seats
    bots = list(dict.fromkeys(bot for row in rows for bot in row.bots))
    return stand(bots, seats, rows), versions
