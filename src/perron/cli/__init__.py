"""The `perron` command. What a command needs is loaded when it runs, so that --help and --version are quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from perron.cli import (
    arena,
    backup,
    bench,
    board,
    bots,
    editions,
    export,
    hint,
    join,
    ladder,
    learn,
    moderate,
    perft,
    play,
    playtest,
    puzzles,
    replay,
    restore,
    review,
    rules,
    serve,
    simulate,
    tune,
    warm,
)
from perron.errors import PerronError

__all__ = ["app", "main"]

BAD_INPUT = 2
INTERRUPTED = 130


class _ReaderGone(Exception):
    """The reader of the output has closed the pipe."""


class _Commands(TyperGroup):
    """The commands. Typer itself would exit with a failure when a pipe is closed, before we could handle it."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Help and version are printed here."""
        with _reader_may_go():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        """Everything else is."""
        with _reader_may_go():
            return super().invoke(ctx)


@contextmanager
def _reader_may_go() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None


app = typer.Typer(
    name="perron",
    cls=_Commands,
    rich_markup_mode="rich" if sys.stdout is not None and sys.stdout.isatty() else None,  # boxes only on a terminal
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("arena")(arena.arena)
app.command("ladder")(ladder.ladder)
app.command("bots")(bots.bots)
app.command("hint")(hint.hint)
app.command("join")(join.join)
app.command("replay")(replay.replay)
app.command("verify")(replay.verify)
app.command("review")(review.review)
app.add_typer(editions.app, name="editions")
app.command("rules")(rules.rules)
app.command("playtest")(playtest.playtest)
app.command("puzzles")(puzzles.puzzles)
app.command("tune")(tune.tune)
app.command("learn")(learn.learn)
app.command("backup")(backup.backup)
app.command("export")(export.export)
app.command("restore")(restore.restore)
app.add_typer(moderate.app, name="moderate")
app.command("serve")(serve.serve)
app.command("board")(board.board)
app.command("perft")(perft.perft)
app.command("bench")(bench.bench)
app.command("warm")(warm.warm)

# Typer has moved this class about; the one it raises for a wrong flag is always above this one.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def _version(wanted: bool) -> None:
    if wanted:
        from perron import __version__

        typer.echo(f"perron {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def perron(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    places: Annotated[
        list[Path] | None,
        typer.Option(
            "--editions",
            help="A folder with editions of your own; may be repeated. PERRON_EDITIONS names more of them.",
            metavar="FOLDER",
            show_default=False,
        ),
    ] = None,
) -> None:
    """The Ticket to Ride family in the terminal: play it, simulate it, check records and editions."""
    if places:
        from perron.editions import look_in

        look_in(*places)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command; every user error ends in one paragraph and exit code 2."""
    _prepare_streams()
    try:
        code = app(prog_name="perron", standalone_mode=False)
        sys.stdout.flush()
    except PerronError as error:
        code = _complain(str(error))
    except _UsageError as error:
        code = _complain_of_usage(error)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except (_ReaderGone, BrokenPipeError):  # as with `| head`: the reader has all it wanted
        _drop_stdout()
        code = 0
    except OSError as error:
        _drop_stdout()
        code = _complain(": ".join(map(str, filter(None, [error.strerror or error, error.filename]))))
    sys.exit(code if isinstance(code, int) else 0)


def _prepare_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")  # no UTF-8: question marks, not a traceback


def _drop_stdout() -> None:
    """Discard what is still buffered, or Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, command: str = "perron") -> int:
    typer.echo(f"{command}: {message}", err=True)
    return BAD_INPUT


def _complain_of_usage(error: Exception) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "perron"
    told = getattr(error, "format_message", error.__str__)().rstrip(".")
    return _complain(f"{told}. See {command} --help.", command)
