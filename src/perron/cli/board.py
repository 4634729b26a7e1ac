"""`perron board`: a board, or a game on it, as a picture."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import Json, Language, between, edition_option
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.editions import Edition
    from perron.game import Game

_RECORD = re.compile(r"(.+?)(?::(\d{1,6}))?", re.DOTALL)


class Surroundings(StrEnum):
    """What lies around the board."""

    DARK = "dark"
    LIGHT = "light"


def board(
    edition: Annotated[
        str | None, edition_option("The edition; a position or a record of a built-in one names it itself")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where the picture goes: a name in .svg or .png.", metavar="FILE")
    ] = None,
    position: Annotated[str | None, typer.Option(help="Show a position: its text, in quotes.", metavar="TEXT")] = None,
    record: Annotated[
        str | None,
        typer.Option(help="Show the game of a record, at its end or after N of its actions.", metavar="FILE[:N]"),
    ] = None,
    width: Annotated[int | None, typer.Option(help="How wide the picture is, in pixels.")] = None,
    language: Annotated[
        Language | None, typer.Option(help="Language of the names; without it, as the board was printed.")
    ] = None,
    surroundings: Annotated[Surroundings, typer.Option(help="What lies around the board.")] = Surroundings.DARK,
    json: Json = False,
) -> None:
    """Draw a board, or a game on it; or print where everything on it lies."""
    from perron.board import board_svg, geometry, need_png, picture_of
    from perron.board.geometry import PRINTED
    from perron.editions import largest, load

    between("--width", width, 100, 10_000)
    if position is not None and record is not None:
        raise PerronError("a picture shows a position or a record, not both")
    if edition is None and position is None and record is None:
        raise typer.BadParameter(f"say which board, as in --edition {largest()}", param_hint="'--edition'")
    own = None if edition is None else load(edition)
    if out is None and not json:
        name = "board" if own is None else own.id
        raise PerronError(f"say where the picture goes, as in --out {name}.svg or --out {name}.png")
    if out is not None:
        if out.suffix not in (".svg", ".png"):
            raise PerronError(f"{out} is neither an .svg nor a .png")
        if out.suffix == ".png":
            need_png()
    game = _game(own, position, record)
    chosen = own if game is None else game.edition
    assert chosen is not None
    if json:
        from perron.cli.console import print_json

        print_json(geometry(chosen).to_dict())
    if out is None:
        return
    words = PRINTED if language is None else language.value
    if game is None:
        title = chosen.title.get(words, chosen.title["en"])
        drawn = board_svg(geometry(chosen), language=words, surroundings=surroundings.value, width=width, title=title)
    else:
        drawn = picture_of(game, language=words, surroundings=surroundings.value, width=width)
    _write(out, drawn, width)


def _write(out: Path, drawn: str, width: int | None) -> None:
    from perron.atomic_file import atomic_write, check_writable
    from perron.board import to_png

    if out.suffix == ".svg":
        with atomic_write(out) as file:
            file.write(drawn)
        return
    check_writable(out)
    out.write_bytes(to_png(drawn, width))


def _game(edition: Edition | None, position: str | None, record: str | None) -> Game | None:
    """The game to be shown, if one was asked for."""
    if position is None and record is None:
        return None  # a board alone needs no engine, which takes a while to import
    from perron.cli.compiling import get_ready
    from perron.cli.replay import naming
    from perron.game import Game
    from perron.record import load_record, replay_record

    if record is None:
        assert position is not None
        get_ready()
        return Game.from_position(position, edition)
    found = _RECORD.fullmatch(record)
    assert found is not None
    path = Path(record) if Path(record).is_file() else Path(found[1])
    until = int(found[2]) if found[2] and path != Path(record) else None
    with naming(path):
        told = load_record(path, edition)
    if until is not None and until > len(told.actions):
        raise PerronError(f"{path} has {len(told.actions)} actions, not {until}")
    get_ready()
    with naming(path):
        return replay_record(told, until)
