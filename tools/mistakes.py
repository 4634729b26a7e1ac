"""Is what a review calls lost lost in the real game too? `python -m tools.mistakes` counts it.

Bots of different strength play every edition with two seats and with four. Each game is reviewed at the standard
budget. Wherever the review shows a better move, both moves are played on from the real position, in which the others
hold what they really held. Results are kept in `build/mistakes/`, and the same command goes on with them. It writes
`mistakes.json` into `docs/review/`, and the table in `docs/review.md`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from perron import Game
from perron.atomic_file import atomic_write
from perron.bots import Clock, make_bot
from perron.editions import load, names
from perron.record import read_record, replay_record, write_record
from perron.review.budgets import STANDARD
from perron.review.planners import Planners
from perron.review.report import Judgement
from perron.review.reviewer import VERSION, Reviewer
from perron.review.sizes import SIZES
from tools.learning_curves import replaced
from tools.reliability import FOLDER, PAGE, ROOT

SUMMARY = FOLDER / "mistakes.json"
RESULTS = ROOT / "build" / "mistakes"
JUDGE = f"planner {VERSION}, {STANDARD}"
"""Who judged, and how thoroughly."""
GAMES = 8
BOTS = ("medium", "planner", "easy", "planner")
"""In turn, so that there are mistakes of all sizes."""
FUTURES = 512
"""Of a real position, after each of the two moves."""
MOST_SEATS = 4
_SURE = 1.959964


@dataclass(frozen=True, slots=True)
class Call:
    """A decision that was called wrong."""

    called: float
    """Win chance lost, as the review says."""
    real: float
    """The same from the real position."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game, and what was called wrong in it."""

    game: int
    judge: str
    decisions: int
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The calls of one size."""

    count: int
    called: float
    """Mean."""
    real: float
    """Mean."""
    error: float
    """Half of the 95 % interval of what was really lost, over games."""


def tables() -> list[tuple[str, int]]:
    """Printed editions, with two seats and with four."""
    printed = [load(name) for name in names() if load(name).provenance != "house"]
    return [(one.id, seats) for one in printed for seats in sorted({one.players[0], min(MOST_SEATS, one.players[1])})]


def play(ident: str, seats: int, number: int, bots: Sequence[str] = BOTS) -> Game:
    """Game `number` of a table."""
    seed = f"mistakes {ident} {seats} {number}"
    game = Game(ident, seats, seed=seed)
    players = [make_bot(bots[(seat + number) % len(bots)], f"{seed} {seat}") for seat in range(seats)]
    while game.to_move is not None:
        game.play(str(players[game.to_move].choose(game.view(game.to_move), Clock())))
    return game


def look(ident: str, seats: int, number: int, budget: int = STANDARD, futures: int = FUTURES) -> Reviewed:
    """Review a game, and play on from its real positions wherever something is called wrong."""
    game = play(ident, seats, number)
    record = read_record(write_record(game))
    reviewer = Reviewer(record, budget)
    reviewer.work()
    planners = Planners(game.edition, seats, f"mistakes {number}", futures)
    judged = [(at, one.seat, one.judgement) for at, one in enumerate(reviewer.moments) if one.judgement is not None]
    calls = tuple(
        Call(told.lost, round(really_lost(planners, replay_record(record, at - 1), seat, told), 5))
        for at, seat, told in judged
        if told.better is not None and seat is not None
    )
    return Reviewed(number, JUDGE, len(judged), calls)


def really_lost(planners: Planners, game: Game, seat: int, told: Judgement) -> float:
    """How much more the better move brings here than the one played, in the same futures of the real position."""
    assert told.better is not None
    wins = []
    for action in (told.better.action, told.action):
        shares = np.zeros((len(planners.keys), game.seats))
        for _ in planners.go_on(game.state.tobytes(), game.copy().play(action).number, shares):
            pass
        wins.append(float(shares[:, seat].mean()))
    return wins[0] - wins[1]


def _looked(task: tuple[str, int, int]) -> Reviewed:
    return look(*task)


def read_results(path: Path) -> dict[int, Reviewed]:
    """The games that are kept, by number. A torn line is left out, and so is what another judge has called."""
    found: dict[int, Reviewed] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            told = json.loads(line)
            one = Reviewed(**{**told, "calls": tuple(Call(**call) for call in told["calls"])})
        except (ValueError, TypeError, KeyError):
            continue
        if one.judge == JUDGE:
            found[one.game] = one
    return found


def run(ident: str, seats: int, games: int, results: Path, jobs: int) -> list[Reviewed]:
    """All games of a table, those that are kept included."""
    results.mkdir(parents=True, exist_ok=True)
    path = results / f"{ident}-{seats}.jsonl"
    found = read_results(path)
    with atomic_write(path) as file:
        file.writelines(_line(found[number]) for number in sorted(found))
    missing = [(ident, seats, number) for number in range(games) if number not in found]
    with (
        path.open("a", encoding="utf-8") as kept,
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        for one in pool.map(_looked, missing):
            found[one.game] = one
            kept.write(_line(one))
            kept.flush()
    print(f"{ident}, {seats} seats: {games} games", flush=True)
    return [found[number] for number in range(games)]


def _line(one: Reviewed) -> str:
    return json.dumps(asdict(one)) + "\n"


def rows_of(results: Sequence[Reviewed]) -> dict[str, Row | None]:
    """The calls by the words for their sizes, the smallest first; None where there are too few for an interval."""
    found: dict[str, Row | None] = {}
    above = float("inf")
    for least, size in SIZES:
        calls = [[one for one in game.calls if least <= one.called < above] for game in results]
        found[size], above = _row([some for some in calls if some]), least
    return dict(reversed(found.items()))


def _row(games: Sequence[Sequence[Call]]) -> Row | None:
    if len(games) < 2:
        return None
    count = sum(map(len, games))
    called, real = (sum(getattr(one, name) for some in games for one in some) / count for name in ("called", "real"))
    # Over games: the mistakes of one game are often of one plan.
    off = [sum(one.real - real for one in some) for some in games]
    error = sqrt(sum(one * one for one in off) * len(games) / (len(games) - 1)) / count
    return Row(count, *(round(one, 4) for one in (called, real, _SURE * error)))


def summary_of(ident: str, seats: int, results: Sequence[Reviewed]) -> dict[str, Any]:
    """What is kept of the games of a table."""
    rows = {size: None if row is None else asdict(row) for size, row in rows_of(results).items()}
    decisions = sum(one.decisions for one in results)
    return {"edition": ident, "seats": seats, "games": len(results), "decisions": decisions, "rows": rows}


def _table(summaries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "| game | called | decisions | mean called | mean in the real positions |"
    yield "|---|---|--:|--:|--:|"
    for one in summaries:
        name = f"{load(one['edition']).title['en']}, {one['seats']} seats ({one['decisions']:,} decisions)"
        for size, told in one["rows"].items():
            if told is not None:
                row = Row(**told)
                real = f"{100 * row.real:.1f} % ± {100 * row.error:.1f}"
                yield f"| {name} | {size} | {row.count} | {100 * row.called:.1f} % | {real} |"
                name = ""


def kept_summaries() -> list[dict[str, Any]]:
    """What is kept of all games."""
    found: list[dict[str, Any]] = json.loads(SUMMARY.read_text("utf-8")) if SUMMARY.exists() else []
    return found


def page(text: str, summaries: Iterable[Mapping[str, Any]]) -> str:
    """The page with its table written again."""
    return replaced(text, "mistakes", _table(summaries))


def main(words: Iterable[str] | None = None) -> None:
    """Play and review what is missing, and write all of it."""
    parser = argparse.ArgumentParser(description="Play games and count how much of what reviews call lost is real.")
    parser.add_argument("editions", nargs="*", help="all by default", metavar="EDITION")
    parser.add_argument("--games", type=int, default=GAMES, help=f"for each table; {GAMES} by default")
    parser.add_argument("--jobs", type=int, default=2, help="processes; 2 by default")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the games are kept")
    asked = parser.parse_args(None if words is None else list(words))
    known = [ident for ident, _ in tables()]
    for ident in asked.editions:
        if ident not in known:
            parser.error(f"there is no printed edition {ident!r}, but {', '.join(dict.fromkeys(known))}")
    if asked.games < 1 or asked.jobs < 1:
        parser.error("--games and --jobs are 1 or more")
    summaries = {(one["edition"], one["seats"]): one for one in kept_summaries()}
    for ident, seats in tables():
        if not asked.editions or ident in asked.editions:
            found = run(ident, seats, asked.games, asked.results, asked.jobs)
            summaries[ident, seats] = summary_of(ident, seats, found)
    kept = [summaries[table] for table in tables() if table in summaries]
    with atomic_write(SUMMARY) as file:
        file.write(json.dumps(kept, indent=1) + "\n")
    text = page(PAGE.read_text("utf-8"), kept)
    with atomic_write(PAGE) as file:
        file.write(text)


if __name__ == "__main__":
    main()
