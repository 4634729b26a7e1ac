"""Is 70 % called won in 70 % of the games? `python -m tools.reliability` plays games and draws the answer.

Planners play every edition in all seats, with each number of seats in turn. One position of each game, any of them, is
judged as a review judges it. Results are kept in `build/reliability/`, and the same command goes on with them. It
writes `reliability.json` and a picture for each edition into `docs/review/`, and the tables in `docs/review.md`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from perron import Game
from perron.atomic_file import atomic_write
from perron.editions import Edition, load, names
from perron.review.planners import NO_MOVE, Planners
from perron.review.reviewer import VERSION
from tools.learning_curves import TYPE, replaced

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "review.md"
FOLDER = ROOT / "docs" / "review"
SUMMARY = FOLDER / "reliability.json"
RESULTS = ROOT / "build" / "reliability"
FUTURES = 288
"""Of a position: about twice as many as a review plays at the standard budget."""
BINS = 10
_Z = 1.959964
_SIDE, _LEFT, _TOP, _RIGHT, _BOTTOM = 364, 56, 34, 20, 46
_BLUE = "#0072b2"


class Value(Protocol):
    """What reviews judge full positions with."""

    name: str
    """With its version."""

    def chances(self, states: np.ndarray) -> NDArray[np.float64]:
        """Every seat's chance to win each game: [game, seat]."""
        ...


@dataclass(frozen=True, slots=True)
class Called:
    """A position of a game: what was called, and what came."""

    game: int
    judge: str
    called: tuple[float, ...]
    won: tuple[float, ...]
    """Shares of the win."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The chances that were called within a tenth of all there are."""

    count: int
    called: float
    """Mean."""
    won: float
    """Mean share of the win."""
    low: float
    """95 % interval of what was won, over games: the seats of one are not independent."""
    high: float


# playing


class PlannersValue:
    """What planners make of a position, and what a planner does."""

    name = f"planner {VERSION}"

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._planners: dict[int, Planners] = {}

    def _of(self, seats: int) -> Planners:
        if seats not in self._planners:
            self._planners[seats] = Planners(self.edition, seats, "reliability", FUTURES)
        return self._planners[seats]

    def choose(self, game: Game) -> int:
        """The move of the planner whose turn it is, as the engine's int."""
        return self._of(game.seats).choose(game.state.tobytes())

    def chances(self, states: np.ndarray) -> NDArray[np.float64]:
        """Every seat's share of what the futures of each game bring: [game, seat]."""
        seats = int(states[0]["seats"])
        shares = np.zeros((len(states), FUTURES, seats))
        for state, into in zip(states, shares, strict=True):
            for _ in self._of(seats).go_on(state.tobytes(), NO_MOVE, into):
                pass
        return np.asarray(shares.mean(1), np.float64)


@lru_cache(maxsize=1)
def _value(ident: str) -> PlannersValue:
    return PlannersValue(load(ident))


def play(edition: Edition, number: int, choose: Callable[[Game], int], value: Value) -> Called:
    """Play game `number` and judge one of its positions, each of them as likely."""
    sizes = range(edition.players[0], edition.players[1] + 1)
    seed = f"reliability {edition.id} {number}"
    dice = random.Random(seed)
    game = Game(edition, sizes[number % len(sizes)], seed=seed)
    kept, seen = game.state.copy(), 0
    while not game.over:
        seen += 1
        if dice.random() * seen < 1:
            kept = game.state.copy()
        game.play(choose(game))
    assert game.outcome is not None
    winners = game.outcome.winners
    won = tuple((seat in winners) / len(winners) for seat in range(game.seats))
    called = value.chances(np.array([kept]))[0, : game.seats]
    return Called(number, value.name, tuple(round(float(one), 5) for one in called), won)


def _played(task: tuple[str, int]) -> Called:
    """One game, in a process of the pool."""
    ident, number = task
    value = _value(ident)
    return play(value.edition, number, value.choose, value)


def read_results(path: Path, judge: str) -> dict[int, Called]:
    """The games that are kept, by number. A torn line is left out, and so is what another judge has called."""
    found: dict[int, Called] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            one = Called(**json.loads(line))
        except (ValueError, TypeError):
            continue
        if one.judge == judge:
            found[one.game] = Called(one.game, judge, tuple(one.called), tuple(one.won))
    return found


def run(ident: str, games: int, results: Path, jobs: int) -> list[Called]:
    """All games of an edition, those that are kept included."""
    results.mkdir(parents=True, exist_ok=True)
    path = results / f"{ident}.jsonl"
    found = read_results(path, PlannersValue.name)
    with atomic_write(path) as file:
        file.writelines(_line(found[number]) for number in sorted(found))
    missing = [(ident, number) for number in range(games) if number not in found]
    with (
        path.open("a", encoding="utf-8") as kept,
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        for one in pool.map(_played, missing, chunksize=4):
            found[one.game] = one
            kept.write(_line(one))
            kept.flush()
            if len(found) % 100 == 0:
                print(f"{ident}: {len(found):,} of {games:,} games", flush=True)
    return [found[number] for number in range(games)]


def _line(one: Called) -> str:
    return json.dumps(asdict(one)) + "\n"


# counting


def bins_of(results: Sequence[Called]) -> list[Bin | None]:
    """What was called and what was won, by tenths of the chance that was called; None where nothing was."""
    rows: list[list[tuple[int, float, float]]] = [[] for _ in range(BINS)]
    for one in results:
        for called, won in zip(one.called, one.won, strict=True):
            rows[min(BINS - 1, int(called * BINS))].append((one.game, called, won))
    return [_bin(row) if row else None for row in rows]


def _bin(row: list[tuple[int, float, float]]) -> Bin:
    count, games = len(row), len({game for game, _, _ in row})
    won = sum(one for _, _, one in row) / count
    by_game: dict[int, float] = {}
    for game, _, one in row:
        by_game[game] = by_game.get(game, 0.0) + one - won
    variance = sum(one * one for one in by_game.values()) / count**2
    # As many independent ones as would be this unsure; where all were won, or none, each game counts as one.
    independent = won * (1 - won) / variance if variance > 0 else games
    low, high = wilson(won, min(independent, count))
    return Bin(count, *(round(one, 4) for one in (sum(called for _, called, _ in row) / count, won, low, high)))


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    middle = (share + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    half = _Z / (1 + _Z**2 / count) * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def summary_of(results: Sequence[Called]) -> dict[str, Any]:
    """What is kept of the games of an edition."""
    pairs = [pair for one in results for pair in zip(one.called, one.won, strict=True)]
    brier = sum((called - won) ** 2 for called, won in pairs) / len(pairs)
    bins = [None if one is None else asdict(one) for one in bins_of(results)]
    return {"games": len(results), "judge": results[0].judge, "brier": round(brier, 4), "bins": bins}


# drawing


def _bins(summary: Mapping[str, Any]) -> list[tuple[int, Bin]]:
    return [(k, Bin(**one)) for k, one in enumerate(summary["bins"]) if one is not None]


def picture(edition: Edition, summary: Mapping[str, Any]) -> str:
    """What was won over what was called, with intervals; on the line it is as often as called."""

    def x_at(share: float) -> float:
        return _LEFT + (_SIDE - _LEFT - _RIGHT) * share

    def y_at(share: float) -> float:
        return _SIDE - _BOTTOM - (_SIDE - _BOTTOM - _TOP) * share

    title = f"{edition.title['en']}: called and won"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}" {TYPE} role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_SIDE}" height="{_SIDE}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for k in range(0, BINS + 1, 2):
        share = k / BINS
        lines.append(f'<path d="M{_LEFT} {y_at(share):.1f}H{_SIDE - _RIGHT}" stroke="#ddd"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y_at(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
        lines.append(f'<text x="{x_at(share):.1f}" y="{_SIDE - 28}" text-anchor="middle">{100 * share:.0f}</text>')
    middle = (_LEFT + _SIDE - _RIGHT) / 2
    lines.append(f'<text x="{middle:g}" y="{_SIDE - 8}" text-anchor="middle" fill="#555">chance called, %</text>')
    diagonal = f"M{x_at(0):.1f} {y_at(0):.1f}L{x_at(1):.1f} {y_at(1):.1f}"
    lines.append(f'<path d="{diagonal}" stroke="#555" stroke-dasharray="4 4"/>')
    for _, one in _bins(summary):
        x = x_at(one.called)
        lines.append(
            f'<path d="M{x:.1f} {y_at(one.low):.1f}V{y_at(one.high):.1f}" stroke="{_BLUE}" stroke-width="2.5"/>'
        )
        lines.append(f'<circle cx="{x:.1f}" cy="{y_at(one.won):.1f}" r="4.5" fill="{_BLUE}"/>')
    return "\n".join([*lines, "</svg>", ""])


def _tables(summaries: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for ident, summary in summaries.items():
        title = load(ident).title["en"]
        yield f"### {title}"
        yield ""
        yield f"![What was called and what was won on {title}](review/{ident}.svg)"
        yield ""
        yield (
            f"{summary['games']:,} games, judged by {summary['judge']}; mean squared error of a chance "
            f"{summary['brier']:.4f}."
        )
        yield ""
        yield "| called | chances | mean | won | 95 % interval |"
        yield "|---|--:|--:|--:|---|"
        for k, one in _bins(summary):
            yield (
                f"| {100 * k // BINS} to {100 * (k + 1) // BINS} % | {one.count:,} | {100 * one.called:.1f} % | "
                f"{100 * one.won:.1f} % | {100 * one.low:.1f} to {100 * one.high:.1f} % |"
            )
        yield ""


def kept_summaries() -> dict[str, Any]:
    """What is kept of all games, by edition."""
    found: dict[str, Any] = json.loads(SUMMARY.read_text("utf-8")) if SUMMARY.exists() else {}
    return found


def page(text: str, summaries: Mapping[str, Mapping[str, Any]]) -> str:
    """The page with its tables written again."""
    return replaced(text, "reliability", _tables(summaries))


def pictures(summaries: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The pictures by the names of their files."""
    return {f"{ident}.svg": picture(load(ident), summary) for ident, summary in summaries.items()}


def write(summaries: Mapping[str, Mapping[str, Any]]) -> None:
    """Keep the summaries, and write pictures and tables of them."""
    FOLDER.mkdir(exist_ok=True)
    with atomic_write(SUMMARY) as file:
        file.write(json.dumps(summaries, indent=1) + "\n")
    for name, text in pictures(summaries).items():
        with atomic_write(FOLDER / name) as file:
            file.write(text)
    text = page(PAGE.read_text("utf-8"), summaries)
    with atomic_write(PAGE) as file:
        file.write(text)


def main(words: Iterable[str] | None = None) -> None:
    """Play what is missing, and write all of it."""
    known = list(names())
    parser = argparse.ArgumentParser(description="Play games and draw how reliable the chances of reviews are.")
    parser.add_argument("editions", nargs="*", help="all by default", metavar="EDITION")
    parser.add_argument("--games", type=int, default=2000, help="for each edition; 2,000 by default")
    parser.add_argument("--jobs", type=int, default=2, help="processes; 2 by default")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the games are kept")
    asked = parser.parse_args(None if words is None else list(words))
    for ident in asked.editions:
        if ident not in known:
            parser.error(f"there is no edition {ident!r}, but {', '.join(known)}")
    if asked.games < 1 or asked.jobs < 1:
        parser.error("--games and --jobs are 1 or more")
    summaries = kept_summaries()
    for ident in asked.editions or known:
        summaries[ident] = summary_of(run(ident, asked.games, asked.results, asked.jobs))
    write({ident: summaries[ident] for ident in known if ident in summaries})


if __name__ == "__main__":
    main()
