"""The first use compiles the rules; this says so while it lasts."""

from __future__ import annotations


def get_ready() -> None:
    """Compile what a game needs, showing how far it is; silent if an earlier run has done it."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from perron.cli.console import err
    from perron.engine.compiled import is_cached
    from perron.engine.warm import warm_up

    console = err()
    progress = Progress(
        TextColumn("Compiling the rules, once: {task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed} of {task.total}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    if is_cached():
        warm_up()
    elif console.is_terminal:
        with progress:
            task = progress.add_task("")
            warm_up(lambda what, step, steps: progress.update(task, description=what, completed=step - 1, total=steps))
    else:
        console.print("Compiling the rules; this is done once and takes about a minute ...")
        warm_up()
