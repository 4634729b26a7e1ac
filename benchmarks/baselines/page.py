"""The page of the baselines, written from the runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.baselines.learners import LEARNERS
from benchmarks.baselines.measuring import OPPONENTS
from benchmarks.baselines.plot import plot
from benchmarks.baselines.results import Curve, together
from perron.editions import load

_INTRODUCTION = """\
# Baselines

How far ordinary learners get on each edition with two seats, at one fixed budget, so that you have something to compare
yours with. Written by `python -m benchmarks.baselines` (`make baselines`), which goes on with the runs it has
(`docs/baselines/runs.jsonl`); `--page` writes this page again from them.

- Every learner gets **{decisions:,} decisions** in each run; a decision is one action of the seat that learns. In
  self-play both seats learn, and the decisions of both count. The tables say how many runs there are, each with a seed
  of its own.
- At each point the likeliest action of the policy is played in {games} whole games against each bot, on deals that are
  the same for all and that nobody learned on, every seat equally often. A win is one point, a tie half a point.
- Intervals are Student's 95 % intervals of the mean **over seeds**: two runs of one learner differ more than the games
  of one run do, so five seeds are five observations, however many games each plays. Even play is 50 %.
- These are plain learners with small networks and settings that nobody tuned for a board: a floor, not a ceiling.

| name | what it is |
|---|---|
{learners}

Each run took one core: {seconds}. Measured on {machine}.
"""
_ENDING = """\

## What is the same again, and what is not

The games are: the same seed gives the same deals on every machine ([environments](environments.md)). Learning is not:
torch adds numbers in an order that depends on its version and the processor, and after some thousand updates the
policies differ. The same command gives the same curve on the same machine with the same versions, and elsewhere one of
the same kind: how much curves differ is what the intervals over seeds show.
"""


def _kind(learner: str) -> str:
    return (LEARNERS[learner].__doc__ or "").strip().splitlines()[0]


def write_page(curves: Sequence[Curve], folder: Path, machine: str) -> Path:
    """Write `baselines.md` into a folder, and the plots beside it."""
    editions = list(dict.fromkeys(curve.edition for curve in curves))
    learners = [name for name in LEARNERS if any(curve.learner == name for curve in curves)]
    parts = [
        _INTRODUCTION.format(
            decisions=max(curves[0].decisions),
            games=curves[0].games,
            learners="\n".join(f"| `{name}` | {_kind(name)} |" for name in learners),
            seconds=", ".join(
                f"{name} {min(times):.0f} to {max(times):.0f} s"
                for name in learners
                if (times := [curve.seconds for curve in curves if curve.learner == name])
            ),
            machine=machine,
        )
    ]
    (folder / "baselines").mkdir(parents=True, exist_ok=True)
    for edition in editions:
        named = load(edition)
        title = f"{named.title['en']}, two seats, rules version {named.version}"
        of_edition = [curve for curve in curves if curve.edition == edition]
        runs = {name: [curve for curve in of_edition if curve.learner == name] for name in learners}
        lines = {bot: {name: together(some, bot) for name, some in runs.items() if some} for bot in OPPONENTS}
        picture = f"baselines/{edition}.svg"
        (folder / picture).write_text(plot(title, lines), "utf-8")
        parts.append(f"\n## {named.title['en']}\n\n![Learning curves on {named.title['en']}]({picture})\n")
        parts.append("| learner | runs | " + " | ".join(f"against {bot}" for bot in OPPONENTS) + " |")
        parts.append("|---|--:|" + "--:|" * len(OPPONENTS))
        for name, some in runs.items():
            ends = [lines[bot][name][-1][1] for bot in OPPONENTS] if some else []
            cells = [f"{100 * e.points:.1f} % ({100 * e.low:.1f} to {100 * e.high:.1f})" for e in ends]
            parts.append(f"| `{name}` | {len(some)} | " + " | ".join(cells or ["–"] * len(OPPONENTS)) + " |")
    path = folder / "baselines.md"
    path.write_text("\n".join(parts) + "\n" + _ENDING, "utf-8")
    return path
