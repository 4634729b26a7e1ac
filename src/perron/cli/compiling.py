"""The first use compiles the rules, and the bots where they play; this says so while it lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path


def get_ready(bots: Sequence[str] = (), *, explain: bool = False) -> None:
    """Compile what a game needs, showing how far it is; silent if an earlier run has done it.

    With `bots`, specs of those that will play, also what they need; with `explain`, what their explanations need.
    """
    from perron.engine.compiled import is_cached
    from perron.engine.warm import warm_up

    _show("the rules", "about a minute", is_cached(), warm_up)
    # The terminal's own random seats need no more than the rules.
    if any(spec != "random" for spec in bots):
        mark = _mark(explain)
        _show("the bots", "a minute or two", mark is not None and mark.is_file(), _all_of(list(_bots(explain))))
        with suppress(OSError):
            if mark is not None:
                mark.touch()


Say = Callable[[str, int, int], None]
"""Is told what is compiled, which step that is, and of how many."""


def _show(what: str, length: str, cached: bool, do: Callable[[Say | None], object]) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from perron.cli.console import err

    console = err()
    progress = Progress(
        TextColumn(f"Compiling {what}, once: {{task.description}}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed} of {task.total}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    if cached:
        do(None)
    elif console.is_terminal:
        with progress:
            task = progress.add_task("")
            do(lambda what, step, steps: progress.update(task, description=what, completed=step - 1, total=steps))
    else:
        console.print(f"Compiling {what}; this is done once and takes {length} ...")
        do(None)


def _all_of(todo: list[tuple[str, Callable[[], object]]]) -> Callable[[Say | None], None]:
    def do(say: Say | None) -> None:
        for number, (what, step) in enumerate(todo, 1):
            if say is not None:
                say(what, number, len(todo))
            step()

    return do


def _bots(explain: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """What the bots' own list has, then a choice by each kind of them."""
    from perron.bots import Clock, make_bot
    from perron.bots.built_in import CompiledBot
    from perron.bots.warm import steps
    from perron.engine.tables import tables_of
    from perron.game import Game

    def choose(spec: str) -> None:
        game, bot = Game("tiny", 2, seed=0), make_bot(spec)
        assert isinstance(bot, CompiledBot)
        bot.choose_sight(tables_of(game.edition), game.sight(0), Clock())
        if explain:
            bot.explain(game.view(0))

    yield from steps()
    for spec in ("planner", "medium", "search:64it"):
        yield f"a move of {spec.partition(':')[0]}", lambda spec=spec: choose(spec)  # type: ignore[misc]


def _mark(explain: bool) -> Path | None:
    """The file that says that an earlier run has compiled these bots; None where nothing can be kept."""
    from perron.bots import built_in
    from perron.engine import compiled

    source = Path(built_in.__file__)
    try:
        kernels = compiled.user_cache() / "kernels"
        kernels.mkdir(parents=True, exist_ok=True)
        return kernels / f"complete_bots{'_explained' if explain else ''}-{compiled.digest(source)}"
    except (OSError, RuntimeError):
        return None
