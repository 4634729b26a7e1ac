"""`perron tune`: weights of the planner for a board."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import Json, between, edition_names, edition_option

if TYPE_CHECKING:
    from perron.bots.tuning import Found, Trial
    from perron.editions import Edition

MOST_MINUTES = 10_080.0
"""A week."""
_USUAL_SEATS = 4
"""The number of seats that the weights for more than two are tuned with, where the edition can be played so."""


def tune(
    board: Annotated[
        str | None,
        typer.Argument(
            help="The edition, as --edition takes it.", metavar="[ID]", autocompletion=edition_names, show_default=False
        ),
    ] = None,
    edition: Annotated[str | None, edition_option()] = None,
    minutes: Annotated[float | None, typer.Option(help="How long, all in all; 5 by default.")] = None,
    trials: Annotated[
        int | None, typer.Option(help="Stop after this many changes tried; the same number finds the same.")
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(help="Tune the weights for this many players only, by default those for two and for more."),
    ] = None,
    deals: Annotated[int | None, typer.Option(help="Show what was found on this many deals; 400 by default.")] = None,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed tries the same changes.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Threads to play with; one per core by default.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the weights here, by default into bots.toml in the edition's folder.", metavar="FILE"),
    ] = None,
    json: Json = False,
) -> None:
    """Find weights with which the planner, and every bot that builds on it, plays a board better."""
    from perron.atomic_file import atomic_write, check_writable
    from perron.bots import tuning
    from perron.bots.tuned_file import file_text, start_from
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.cli.progress import changes_tried
    from perron.editions import load

    between("--trials", trials, 1, 1_000_000)
    between("--deals", deals, 2, 1_000_000)
    between("--jobs", jobs, 1, 1024)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise typer.BadParameter(f"{minutes:g} is not between 0 and {MOST_MINUTES:,.0f}", param_hint="'--minutes'")
    if (board is None) == (edition is None):
        raise typer.BadParameter("say which edition, once", param_hint="'--edition'")
    chosen = load(board or edition or "")
    target = _target(chosen, out)
    check_writable(target)
    groups = [chosen.seats(seats)] if seats is not None else _groups(chosen)
    # A number of changes is a bound of its own: the clock only counts if it was asked for.
    seconds = 60 * minutes if minutes is not None else float("inf") if trials is not None else 300.0
    get_ready(["planner"])
    weights = start_from(chosen, target)
    found: list[Found] = []
    with changes_tried(None if seconds == float("inf") else seconds, trials and trials * len(groups)) as tell:
        until = time.monotonic() + seconds
        for left, number in zip(range(len(groups), 0, -1), groups, strict=True):
            tuner = tuning.Tuner(chosen, number, seed, jobs or os.cpu_count() or 1, weights)
            share = (until - time.monotonic()) / left
            found.append(tuning.tune(tuner, share, trials, deals or tuning.DEALS, _told(tell, found, number)))
            if found[-1].is_better:
                weights = found[-1].weights
            if found[-1].stopped:
                break
    written = any(one.is_better for one in found)
    if written:
        with atomic_write(target) as text:
            text.write(file_text(chosen, found, weights))
    if json:
        print_json(_as_json(chosen, found, weights, target if written else None))
    else:
        _show(chosen, found, target if written else None)
    if found[-1].stopped:
        raise KeyboardInterrupt


def _target(edition: Edition, out: Path | None) -> Path:
    """The file to write: the one given, or that of the folder in which the edition lies."""
    from perron import editions
    from perron.bots.edition_weights import FILE
    from perron.editions.folder import EARLIER, EDITION
    from perron.errors import PerronError

    if out is not None:
        return out
    of = edition.folder
    place = Path(of.place if of is not None else "")
    folder = place.parent if place.name == EDITION else place
    instead = "say with --out FILE where to write weights for it"
    if of is None or of.root is not None or Path(editions.__file__).resolve().parent in folder.resolve().parents:
        raise PerronError(f"{edition.id} comes with Perron: {instead}")
    if not folder.is_dir():
        raise PerronError(
            f"{place} has no folder that {FILE} could lie in: put it into one, as {edition.id}/{EDITION}, or {instead}"
        )
    return folder / EARLIER / f"{edition.version}.{FILE}" if edition.version in of.earlier_versions() else folder / FILE


def _groups(edition: Edition) -> list[int]:
    """Numbers of seats to tune with: two, and one that stands for more."""
    fewest, most = edition.players
    found = [2] if fewest == 2 else []
    return found if most == 2 else [*found, max(fewest, min(most, _USUAL_SEATS))]


def _told(tell: Callable[[int, str, str], None], before: list[Found], seats: int) -> Any:
    """What the progress is told of each change."""
    from perron.bots.tuned_file import changes_of

    done = sum(one.tried for one in before)

    def say(tried: int, kept: int, last: Trial | None) -> None:
        news = f"{seats} seats: {changes_of(last)}" if last is not None and last.kept else ""
        tell(done + tried, f"{seats} seats: {tried} tried, {kept} kept", news)

    return say


def _as_json(edition: Edition, found: list[Found], weights: Any, written: Path | None) -> dict[str, Any]:
    from dataclasses import asdict

    from perron import __version__
    from perron.bots.tuning import group_of
    from perron.bots.weights import SEAT_GROUPS, WEIGHT_NAMES

    groups = weights.reshape(len(SEAT_GROUPS), -1).tolist()
    return {
        "edition": edition.id,
        "version": edition.version,
        "perron": __version__,
        "file": None if written is None else str(written),
        "found": [
            {
                "group": group_of(one.seats),
                "seats": one.seats,
                "seed": one.seed,
                "trials": one.tried,
                "kept": [asdict(trial) for trial in one.kept],
                "evidence": None if one.evidence is None else asdict(one.evidence),
                "better": one.is_better,
                "stopped": one.stopped,
            }
            for one in found
        ],
        "weights": {
            group: dict(zip(WEIGHT_NAMES, values, strict=True))
            for group, values in zip(SEAT_GROUPS, groups, strict=True)
        },
    }


def _show(edition: Edition, found: list[Found], written: Path | None) -> None:
    from rich.text import Text

    from perron.bots.tuned_file import changes_of
    from perron.cli.console import out

    console = out()
    console.print(Text(edition.title["en"], "bold"))
    for one in found:
        console.print(f"{one.seats} seats: {one.tried} changes tried, {len(one.kept)} kept")
        for trial in one.kept:
            console.print(f"  {changes_of(trial)}", style="dim")
        if one.evidence is not None:
            wins, low, high, even = (
                100 * share for share in (one.evidence.wins, *one.evidence.interval, one.evidence.even)
            )
            console.print(
                f"  the new weights win {wins:.1f} % ({low:.1f} to {high:.1f}) of {one.evidence.games:,} games on "
                f"fresh deals against those before; even is {even:.0f}"
            )
    if written is not None:
        console.print(f"Written to {written}", soft_wrap=True, markup=False)  # a path stays in one piece
    else:
        console.print("Nothing better was found: no file was written.")
