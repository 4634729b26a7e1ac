"""`perron play`: a game in the terminal against bots."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import Language, edition_option
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.bots import Bot
    from perron.editions import Edition
    from perron.game import Game

_NOTED = re.compile(r"P(\d) at the terminal(?:, the others at random|(?:; P\d [^;\s]+)+)")
_USUAL_SEATS = 3
_USUAL_BOT = "medium"


def play(
    edition: Annotated[str | None, edition_option("The edition; you are asked for it by default")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play; 3 by default.")] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat; seat 0 begins.")] = None,
    seed: Annotated[str | None, typer.Option(help="A number or a word; the same seed deals the same game.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Keep the game in this file, or go on with the one in it.", metavar="FILE"),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays against you: one bot for all, or one per seat, such as easy,planner; medium by default.",
            metavar="A,B,…",
        ),
    ] = None,
    load: Annotated[
        list[str] | None, typer.Option(help="A Python file that registers bots; may be repeated.", metavar="FILE")
    ] = None,
    language: Annotated[
        Language, typer.Option(help="Language of your own names for places, which stand in brackets.")
    ] = Language.EN,
) -> None:
    """Play in the terminal against bots."""
    from perron.arena.loading import load_once
    from perron.atomic_file import check_writable
    from perron.cli.compiling import get_ready
    from perron.cli.console import out
    from perron.terminal import Session, Stopped, Words, screen

    console = out()
    if record is not None:
        check_writable(record)
    load_once(tuple(load or ()))
    if record is not None and record.exists():
        game, seat, note = _resume(record, edition, seats, seat, seed)
        against = _opponents(bots, game.seats, seat, note.get("note", ""), record)
        get_ready(tuple(against.values()))
        screen.show(console, f"Going on with the game in {record}, after {len(game.moves)} actions.")
    else:
        board = _edition(edition)
        seats = board.seats(min(_USUAL_SEATS, board.players[1]) if seats is None else seats)
        seat = _seat(0 if seat is None else seat, seats)
        against = _opponents(bots, seats, seat)
        note = {"note": "; ".join([f"P{seat} at the terminal", *(f"P{n} {spec}" for n, spec in against.items())])}
        get_ready(tuple(against.values()))
        game = _deal(board, seats, seed)
    if game.edition.provenance != "exact":
        screen.show(console, game.edition.provenance_note["en"])
    told = ", ".join(f"P{n} is {'played at random' if spec == 'random' else spec}" for n, spec in against.items())
    screen.show(console, f"You are P{seat}. {told}. Type help for help, quit to stop.")
    if sys.stdin.isatty():
        _edit_lines()
    words = Words(game.edition, language.value)
    session = Session(game, seat, words, console, save=_saver(record, note), bots=_seated(game, against))
    try:
        session.run()
    except (Stopped, KeyboardInterrupt) as stop:
        _say_goodbye(record, edition, interrupted=isinstance(stop, KeyboardInterrupt))
    else:
        if record is not None:
            told = f"The game is kept in {record}; to look at it: perron replay {record}"
            console.print(told, soft_wrap=True)


def _edit_lines() -> None:
    """Enable the arrow keys at the prompt, where the system supports it."""
    with suppress(ImportError):
        import readline  # noqa: F401


def _edition(wanted: str | None) -> Edition:
    from perron.editions import load

    return load(wanted if wanted is not None else _ask_edition())


def _ask_edition() -> str:
    from rich.text import Text

    from perron.cli.console import out
    from perron.editions import covers
    from perron.editions.edition import PROVENANCES

    console = out()
    console.print("Which edition?", style="bold")
    ids = [cover.id for cover in covers()]
    for number, cover in enumerate(covers(), 1):
        fewest, most = cover.players
        line = Text(f" {number} ", "bold cyan").append(cover.title["en"], "bold default")
        line.append(f" ({cover.id}), {fewest} to {most} players", "default not bold")
        console.print(line.append(f", {PROVENANCES[cover.provenance]}", "dim not bold"))
    while True:
        try:
            answer = input("> ").strip().casefold()
        except EOFError:
            raise PerronError("no edition was chosen; name one with --edition") from None
        if answer in ids:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:4]) <= len(ids):
            return ids[int(answer) - 1]
        console.print(f"Type a number from 1 to {len(ids)}, or an edition's name.")


def _seat(seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise PerronError(f"there is no seat {seat}: with {seats} players they are 0 to {seats - 1}")
    return seat


def _opponents(told: str | None, seats: int, seat: int, note: str = "", record: Path | None = None) -> dict[int, str]:
    """The spec of each seat that is not the person's; a record's note says who has played there so far."""
    from perron.bots import make_bot

    others = [n for n in range(seats) if n != seat]
    noted: dict[int, str] = {}
    if _NOTED.search(note):
        found = re.findall(r"; P(\d) ([^;\s]+)", note)
        noted = {int(n): spec for n, spec in found} or dict.fromkeys(others, "random")
    specs = [spec.strip() for spec in (told or _USUAL_BOT).split(",")]
    if len(specs) == 1:
        specs *= len(others)
    if len(specs) != len(others):
        raise PerronError(f"--bots names {len(specs)} bots for {len(others)} seats: name one for all, or one for each")
    wanted = dict(zip(others, specs, strict=True))
    if sorted(noted) == others:
        if told is not None and noted != wanted:
            raise PerronError(f"{record} holds a game against {', '.join(noted.values())}; leave out --bots")
        wanted = noted
    for spec in wanted.values():
        make_bot(spec)
    return wanted


def _seated(game: Game, against: dict[int, str]) -> dict[int, Bot]:
    """The bots in their seats; the terminal itself plays seats at random. Their seeds reveal nothing about the key."""
    from hashlib import sha256

    from perron.bots import make_bot

    seated = {}
    for seat, spec in against.items():
        if spec != "random":
            seed = sha256(b"seats" + (game.key or b"") + bytes([seat])).hexdigest()
            bot = seated[seat] = make_bot(spec, seed)
            if hasattr(bot, "use_edition"):
                bot.use_edition(game.edition)
    return seated


def _deal(board: Edition, seats: int, seed: str | None) -> Game:
    from perron.game import Game

    return Game(board, seats, seed)


def _resume(
    path: Path, edition: str | None, seats: int | None, seat: int | None, seed: str | None
) -> tuple[Game, int, dict[str, str]]:
    """The game in a record, the person's seat in it, and the rest of its header."""
    from perron.cli import replay
    from perron.cli.compiling import get_ready
    from perron.editions import load
    from perron.keys import seed_key
    from perron.record import verify_record

    record = replay.load(path, edition)
    if record.result is not None:
        raise PerronError(f"the game in {path} is over: look at it with perron replay {path}, or name another file")
    get_ready()
    with replay.naming(path):
        game = verify_record(record).game
    asked = {
        "--edition": edition is None or load(edition).id == game.edition.id,
        "--seats": seats is None or seats == game.seats,
        "--seed": seed is None or seed_key(seed) == game.key,
    }
    for flag, fits in asked.items():
        if not fits:
            raise PerronError(f"{path} holds a game that {flag} does not fit; leave it out, or name another file")
    if game.key is None:
        raise PerronError(f"{path} does not have its key: it can be replayed, but not played on")
    note: dict[str, str] = {name: record.header[name] for name in ("covers", "note") if name in record.header}
    noted = _NOTED.search(note.get("note", ""))
    if seat is None:
        seat = int(noted[1]) if noted else 0
    elif noted and int(noted[1]) != seat:
        raise PerronError(f"{path} is played from seat {noted[1]}, not from seat {seat}")
    return game, _seat(seat, game.seats), note


def _saver(path: Path | None, note: dict[str, str]) -> Callable[[Game], None]:
    from perron.record import save_record

    def save(game: Game) -> None:
        if path is not None:
            save_record(game, path.resolve(), extra=note)  # a link stays a link

    return save


def _say_goodbye(path: Path | None, edition: str | None, *, interrupted: bool) -> None:
    from perron.cli.console import out

    console = out()
    own = f" --edition {edition}" if edition is not None and edition.endswith(".toml") else ""
    if path is None:
        told = "The game is not kept. To stop and go on later, start with: perron play --record FILE"
    else:
        told = f"The game is kept in {path}. To go on with it: perron play --record {path}{own}"
    console.print(("\n" if interrupted else "") + told, soft_wrap=True)
    if interrupted:
        raise typer.Exit(130)
