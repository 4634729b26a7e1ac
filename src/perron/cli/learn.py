"""`perron learn`: a player that learns a board by playing itself."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import EditionOption, Json, between

if TYPE_CHECKING:
    from perron.learn.training import Point, Training

MOST_MINUTES = 10_080.0
"""A week."""
MINUTES = 25.0


class Device(StrEnum):
    """What a learner computes with."""

    CUDA = "cuda"
    CPU = "cpu"


def learn(
    edition: EditionOption,
    out: Annotated[
        Path,
        typer.Option(help="Keep network, curve and checkpoint in this folder.", metavar="FOLDER", show_default=False),
    ],
    minutes: Annotated[
        float | None, typer.Option(help=f"How long to learn, all in all; {MINUTES:g} by default.", show_default=False)
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(help="Learn for this many rounds instead; on a CPU the same number learns the same."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that the folder holds.")] = False,
    start: Annotated[
        Path | None,
        typer.Option("--from", help="Begin with this network, not with the planner's play.", metavar="NETWORK"),
    ] = None,
    seed: Annotated[int, typer.Option(help="A number, for the deals and all else that is random.")] = 0,
    width: Annotated[
        int | None, typer.Option(help="Units in each layer of the network; 512 by default.", show_default=False)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(help="Games played at once; 131,072 by default, 1,024 on a CPU.", show_default=False),
    ] = None,
    device: Annotated[
        Device | None, typer.Option(help="What to learn with; a GPU if there is one.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Let a player learn a board by playing itself, past selves and the planner."""
    from perron.editions import load
    from perron.extras import need

    between("--rounds", rounds, 1, 1_000_000)
    between("--seed", seed, 0, (1 << 31) - 1)
    between("--width", width, 8, 2048)
    between("--games", games, 64, 1 << 22)
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise typer.BadParameter(f"{minutes:g} is not between 0 and {MOST_MINUTES:,.0f}", param_hint="'--minutes'")
    if minutes is not None and rounds is not None:
        raise typer.BadParameter("a run has minutes or rounds, not both", param_hint="'--rounds'")
    load(edition)
    need("learn", "learning needs")
    from perron.learn.training import Plan, Training

    found = _device(device)
    plan = Plan(edition, minutes or MINUTES, rounds, seed, games, width=width, device=found.value, start=start)
    training = Training(plan, out, resume)
    _get_ready(found)
    _learn(training, json)
    if not json:
        _show(training)


def _device(asked: Device | None) -> Device:
    """What to learn with: what was asked for, or what there is."""
    from perron.cli.console import err
    from perron.errors import PerronError
    from perron.extras import need
    from perron.learn.devices import has_gpu

    if asked is Device.CUDA:
        need("gpu", "learning on a GPU needs")
        if not has_gpu():
            raise PerronError("there is no GPU here that torch and Numba can both use: --device cpu learns without one")
    if asked is not None:
        return asked
    if has_gpu():
        return Device.CUDA
    err().print("No GPU was found: the CPU learns hundreds of times more slowly, which suits small boards only.")
    return Device.CPU


def _get_ready(device: Device) -> None:
    """Compile before the clock runs; what a GPU needs is compiled when it is first launched."""
    from perron.cli.compiling import ENVIRONMENTS, RULES, make_ready

    for what in (RULES, ENVIRONMENTS) if device is Device.CPU else (RULES,):
        make_ready(what)


def _learn(training: Training, json: bool) -> None:
    """Learn to the end; Ctrl-C keeps what was learned so far."""
    from dataclasses import asdict

    from perron.cli.console import err, print_json
    from perron.cli.progress import rounds_learned

    try:
        with rounds_learned(training.share) as tell:

            def told() -> None:
                tell(training.share, f"round {training.round}, {training.decisions:,} decisions", "")

            for point in training.run(told):
                tell(point.share, "", _words(point))
                if json:
                    print_json(asdict(point))
    except KeyboardInterrupt:
        if training.round:
            training.keep()
            err().print(f"What was learned so far is in {training.folder}: --resume goes on with it.", soft_wrap=True)
        raise


def _words(point: Point) -> str:
    """A point of the curve."""
    wins = ", ".join(f"{100 * one.wins:.1f} % with {one.seats} seats" for one in point.judged or point.explored)
    how = "best actions win" if point.judged else "wins while exploring"
    return f"{point.seconds / 60:.1f} min: {point.decisions:,} decisions, {point.rate:,} per second" + (
        f"; {how} {wins}" if wins else ""
    )


def _show(training: Training) -> None:
    from rich.text import Text

    from perron.cli.console import out
    from perron.learn.training import NETWORK, PAGE

    console = out()
    console.print(Text(training.edition.title["en"], "bold"))
    console.print(
        f"{training.round} round{'s' * (training.round > 1)}, {training.decisions:,} decisions, "
        f"{training.seconds / 60:.1f} minutes of learning"
    )
    for one in training.last_judged():
        wins, error = 100 * one.wins, 100 * one.error
        console.print(
            f"{one.seats} seats: wins {wins:.1f} % ({max(wins - error, 0):.1f} to {min(wins + error, 100):.1f}) of "
            f"{one.games:,} games against planners; even is {100 / one.seats:.0f}"
        )
    console.print(f"How it went: {training.folder / PAGE}", soft_wrap=True)
    console.print(
        f"The network: {training.folder / NETWORK}; copy it beside edition.toml, and learned and guided play with it",
        soft_wrap=True,
    )
