"""What a learner reached, run by run, kept as JSON Lines; and what the runs say together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, stdev


@dataclass(frozen=True, slots=True)
class Curve:
    """One run of a learner: how it did after a number of decisions."""

    learner: str
    edition: str
    version: int
    """Of the edition's rules."""
    seed: int
    games: int
    """Played against each bot at each point."""
    decisions: tuple[int, ...]
    points: dict[str, tuple[float, ...]]
    """Points per game against each bot, one for each of `decisions`."""
    seconds: float
    """Learning alone, without the games that measure it."""

    @property
    def run(self) -> tuple[str, str, int]:
        """What tells one run from the others."""
        return self.learner, self.edition, self.seed


def read(path: Path) -> list[Curve]:
    """The runs of a file; none where there is no file yet."""
    if not path.exists():
        return []
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        row["decisions"] = tuple(row["decisions"])
        row["points"] = {bot: tuple(values) for bot, values in row["points"].items()}
        found.append(Curve(**row))
    return found


def append(path: Path, curve: Curve) -> None:
    """Add a run to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(curve)) + "\n")


@dataclass(frozen=True, slots=True)
class Mean:
    """Points per game over several seeds, with the 95 % interval of their mean."""

    points: float
    low: float
    high: float


def over_seeds(values: Sequence[float]) -> Mean:
    """Student's interval: seeds differ more than games do, so each seed counts as one."""
    middle = mean(values)
    if len(values) < 2:
        return Mean(middle, 0.0, 1.0)
    # Read when it is needed: it takes a second.
    from scipy.stats import t as student  # noqa: PLC0415

    half = float(student.ppf(0.975, len(values) - 1)) * stdev(values) / sqrt(len(values))
    return Mean(middle, max(0.0, middle - half), min(1.0, middle + half))


def together(curves: Iterable[Curve], bot: str) -> list[tuple[int, Mean]]:
    """Decisions and what was reached after them, over the seeds of one learner on one edition."""
    found: dict[int, list[float]] = {}
    for curve in curves:
        for decisions, points in zip(curve.decisions, curve.points[bot], strict=True):
            found.setdefault(decisions, []).append(points)
    return [(decisions, over_seeds(values)) for decisions, values in sorted(found.items())]
