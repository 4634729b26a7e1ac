"""`perron perft`: how many sequences of legal actions there are, counted, or compared with a file."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.options import Json, Payments, PaymentsOption, between, edition_option
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.game import Game

_DEEPEST = 60
_LARGEST = 1_000_000


@dataclass(slots=True)
class Case:
    """One position of a perft file with the counts it should have."""

    name: str
    line: int
    """Where the case begins."""
    start: str = ""
    """The text after `position` or `game`."""
    dealt: bool = False
    """Whether the game is dealt by a seed."""
    payments: str = "one"
    counts: list[tuple[int, int, int]] = field(default_factory=list)
    """Line, depth, count."""

    def game(self) -> Game:
        """The game it begins with."""
        from perron.game import Game

        if not self.dealt:
            return Game.from_position(self.start)
        words = self.start.split()
        if len(words) != 3 or not (words[1].isascii() and words[1].isdigit()):
            raise PerronError(f"a deal is written: game EDITION SEATS SEED, not {self.start!r}")
        return Game(words[0], int(words[1]), words[2])


def read_cases(text: str) -> list[Case]:
    """The cases of a perft file; raises PerronError, which names the line."""
    cases: list[Case] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        if not word:
            continue
        if word != "id" and not cases:
            raise PerronError(f"line {number}: a case begins with a line: id NAME")
        try:
            _read_line(cases, number, word, rest)
        except ValueError:
            raise PerronError(f"line {number}: {line.strip()[:60]!r} is not a line of a perft file") from None
    for case in cases:
        if not case.start or not case.counts:
            raise PerronError(f"line {case.line}: {case.name} has no {'counts' if case.start else 'position'}")
    return cases


def _read_line(cases: list[Case], number: int, word: str, rest: str) -> None:
    if word == "id" and rest:
        cases.append(Case(rest, number))
    elif word in ("position", "game") and rest and not cases[-1].start:
        cases[-1].start, cases[-1].dealt = rest, word == "game"
    elif word == "payments" and rest in ("one", "all"):
        cases[-1].payments = rest
    elif word == "perft":
        depth, count = map(int, rest.split())
        if not 0 <= depth <= _DEEPEST:
            raise ValueError(depth)
        cases[-1].counts.append((number, depth, count))
    else:
        raise ValueError(word)


def count(game: Game, depth: int, payments: str) -> int:
    """The number of sequences of `depth` legal actions, with chance given by the game's key."""
    import numpy as np

    from perron.engine import actions, chance
    from perron.engine.perft import perft
    from perron.engine.state import new_states

    states = new_states(depth + 1)
    states[0] = game.state
    tables = np.array([game.tables], game.tables.dtype)
    tables.setflags(write=False)
    tape = chance.new_tape(chance.OFF)
    mode = actions.ONE if payments == "one" else actions.ALL
    leaves: list[int] = []
    # Compiled code does not notice Ctrl-C; the thread that waits for it does.
    worker = threading.Thread(
        target=lambda: leaves.append(int(perft(tables, states, depth, mode, tape))), daemon=True, name="perft"
    )
    worker.start()
    while worker.is_alive():
        worker.join(0.1)
    if not leaves:
        raise PerronError("counting was interrupted")
    return leaves[0]


def perft(
    file: Annotated[Path | None, typer.Argument(help="A perft file: check every count in it.", metavar="FILE")] = None,
    edition: Annotated[str | None, edition_option("Or an edition to count in")] = None,
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    seed: Annotated[str, typer.Option(help="The seed of the deal.")] = "0",
    depth: Annotated[int, typer.Option(help="Count up to this depth.")] = 3,
    payments: PaymentsOption = Payments.ONE,
    json: Json = False,
) -> None:
    """Count the sequences of legal actions up to a depth, or check the counts in a file."""
    from perron.cli.compiling import get_ready

    between("--depth", depth, 1, _DEEPEST)
    if (file is None) == (edition is None):
        raise typer.BadParameter("give a perft file, or else --edition", param_hint="'FILE'")
    if file is not None:
        cases = _load(file)
        get_ready()
        _check(file, cases, json)
    else:
        assert edition is not None
        from perron.editions import load

        board = load(edition)
        seats = board.seats(seats)
        get_ready()
        from perron.game import Game

        _count(Game(board, seats, seed), depth, payments.value, json)


def _timed(game: Game, depth: int, payments: str) -> tuple[int, float]:
    start = time.perf_counter()
    leaves = count(game, depth, payments)
    return leaves, time.perf_counter() - start


def _count(game: Game, depth: int, payments: str, as_json: bool) -> None:
    from perron.cli.console import print_json

    rows = []
    for at in range(1, depth + 1):
        leaves, seconds = _timed(game, at, payments)
        rows.append({"depth": at, "count": leaves, "seconds": round(seconds, 6)})
        if not as_json:
            typer.echo(f"perft {at} {leaves}")
    if as_json:
        print_json({"edition": game.edition.id, "seats": game.seats, "payments": payments, "perft": rows})


def _load(file: Path) -> list[Case]:
    try:
        with file.open("rb") as opened:
            text = opened.read(_LARGEST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise PerronError(f"{file} is not a text in UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise PerronError(f"{file} cannot be read: {error.strerror or error}") from None
    try:
        cases = read_cases(text)
    except PerronError as error:
        raise PerronError(f"{file}, {error}") from None
    if not cases:
        raise PerronError(f"{file} has no cases")
    return cases


def _check(file: Path, cases: list[Case], as_json: bool) -> None:
    from perron.cli.console import print_json

    rows = []
    wrong = []
    for case, (line, depth, expected), found in _found(file, cases):
        right = expected == found
        rows.append({"id": case.name, "line": line, "depth": depth, "expected": expected, "found": found, "ok": right})
        if not right:
            wrong.append(f"{file}, line {line}: {case.name}: perft {depth} is {found}, not {expected}")
        if not as_json:
            typer.echo(f"{case.name}: perft {depth} {found}" + ("" if right else f", not {expected}"))
    if as_json:
        print_json({"file": str(file), "ok": not wrong, "counts": rows})
    if wrong:
        raise PerronError("; ".join(wrong))


def _found(file: Path, cases: list[Case]) -> Iterator[tuple[Case, tuple[int, int, int], int]]:
    for case in cases:
        try:
            game = case.game()
        except PerronError as error:
            raise PerronError(f"{file}, line {case.line}: {case.name}: {error}") from None
        for entry in case.counts:
            yield case, entry, count(game, entry[1], case.payments)
