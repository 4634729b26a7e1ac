"""`perron replay` and `perron verify`: games from their records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import Json, Language, OfRecord
from perron.errors import PerronError, RecordError

if TYPE_CHECKING:
    from perron.game import Game
    from perron.receipt import Receipt
    from perron.record import Record, Verification
    from perron.terminal.words import Words

File = Annotated[Path, typer.Argument(help="A record.", show_default=False, metavar="FILE")]
ReceiptFile = Annotated[
    Path | None,
    typer.Option(
        "--receipt",
        help="What your browser kept of a hosted game's deal: the record must be of that deal.",
        show_default=False,
        metavar="FILE",
    ),
]


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Prefix errors about a record with its file and line."""
    try:
        yield
    except RecordError as error:
        place = str(path) if error.line is None else f"{path}, line {error.line}"
        told = str(error)
        raise PerronError(told if told.startswith(str(path)) else f"{place}: {told}") from None


def load(path: Path, edition: str | None = None) -> Record:
    """A record from its file."""
    from perron.editions import load
    from perron.record import load_record

    with naming(path):
        return load_record(path, None if edition is None else load(edition))


def replay(
    file: File,
    until: Annotated[int | None, typer.Option(help="Stop after this many actions.", metavar="N")] = None,
    language: Annotated[
        Language, typer.Option(help="Language of place names, on boards that show them in several.")
    ] = Language.EN,
    edition: OfRecord = None,
    json: Json = False,
) -> None:
    """Tell a recorded game action by action, and show the position it leads to with all cards open."""
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.terminal.words import Words

    record = load(file, edition)
    if until is not None and not 0 <= until <= len(record.actions):
        raise PerronError(f"{file}: --until {until} is not between 0 and {len(record.actions)}, its number of actions")
    get_ready()
    with naming(file):
        told = list(tell(record, until, Words(record.edition, language.value)))
    game = told[-1][0]
    lines = [line for _, line in told if line is not None]
    if json:
        print_json(_as_json(record, game, lines))
    else:
        _show(record, game, lines, Words(record.edition, language.value))


def tell(record: Record, until: int | None, words: Words) -> Iterator[tuple[Game, str | None]]:
    """The game, and each action in words as the seat that took it saw it."""
    from perron.event import event_of
    from perron.record import replay_record
    from perron.terminal.events import Teller

    end = replay_record(record, until)
    game = replay_record(record, 0)
    yield game, None
    for entry in end.log:
        before = game.view(entry.seat, with_legal=False)
        game.repeat(end)
        after = game.view(entry.seat, with_legal=False)
        teller = Teller(words, event_of(entry, before, after, game.edition), you=False)
        yield game, f"{teller.subject} {teller.tell()}"


def _as_json(record: Record, game: Game, lines: list[str]) -> dict[str, Any]:
    from perron.game import Undo
    from perron.record import UNDO

    return {
        "edition": record.edition.id,
        "rules": record.edition.version,
        "seats": game.seats,
        "actions": len(record.actions),
        "until": len(game.log),
        "over": game.over,
        "moves": [
            {
                "number": number,
                "seat": entry.seat,
                "action": UNDO if isinstance(entry, Undo) else str(entry.action),
                "words": line,
            }
            for number, (entry, line) in enumerate(zip(game.log, lines, strict=True), 1)
        ],
        "views": [game.view(seat).to_dict() for seat in range(game.seats)],
    }


def _show(record: Record, game: Game, lines: list[str], words: Any) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out
    from perron.terminal import screen

    console = out()
    told = Table.grid(padding=(0, 1))
    told.add_column(justify="right", style="dim", no_wrap=True)
    for number, line in enumerate(lines, 1):
        told.add_row(str(number), Text(line))
    console.print(told)
    shown = f"after {len(game.log)} of {len(record.actions)} actions"
    screen.show(console, *screen.open_position(words, [game.view(seat) for seat in range(game.seats)], shown))


def verify(file: File, edition: OfRecord = None, receipt: ReceiptFile = None, json: Json = False) -> None:
    """Replay a record and check every line of it; names the first that is wrong."""
    from perron.cli.compiling import get_ready
    from perron.cli.console import out, print_json
    from perron.receipt import check_receipt, load_receipt
    from perron.record import verify_record

    record = None
    try:
        record = load(file, edition)
        kept = None if receipt is None else load_receipt(receipt)
        get_ready()
        with naming(file):
            found = verify_record(record)
        if kept is not None:
            check_receipt(record, kept)
    except PerronError as error:
        if json:
            at = error.__context__.line if isinstance(error.__context__, RecordError) else None
            print_json({"file": str(file), "ok": False, "line": at, "error": str(error)})
        raise
    if json:
        print_json({**_verified_json(file, record, found), "receipt": None if receipt is None else str(receipt)})
        return
    console = out()
    console.print(f"{file}: all is right", style="bold green")
    for line in _checked(record, found):
        console.print(f"  {line}")
    if kept is not None:
        console.print(f"  {receipt}: this is the deal that was promised there, with the words of {_seats(kept)} in it")


def _seats(receipt: Receipt) -> str:
    """The seats whose words a receipt holds."""
    return ", ".join(f"P{seat}" for seat in sorted(receipt.attempts[-1].words)) or "others"


def _verified_json(file: Path, record: Record, found: Verification) -> dict[str, Any]:
    outcome = found.game.outcome
    return {
        "file": str(file),
        "ok": True,
        "edition": record.edition.id,
        "rules": record.edition.version,
        "seats": found.game.seats,
        "actions": len(record.actions),
        "key_checked": found.key_checked,
        "committed": found.committed,
        "words_committed": found.words_committed,
        "broken_off": found.broken,
        "hashes": found.hashes,
        "over": found.game.over,
        "reason": None if outcome is None else outcome.reason,
        "scores": None if outcome is None else [score.total for score in outcome.scores],
        "ranks": None if outcome is None else list(outcome.ranks),
    }


def _checked(record: Record, found: Verification) -> Iterator[str]:
    """What was checked, in words."""
    game = found.game
    yield f"{record.edition.title['en']} (rules version {record.edition.version}), {game.seats} seats"
    yield f"{len(record.actions)} actions, each legal when it was taken"
    if found.key_checked:
        yield "every card and ticket that came up follows from the key"
        yield "the key is the one that was committed to" if found.committed else "no commitment to the key is given"
        if found.words_committed:
            yield "every seat's word is the one that it committed to before any word was sent"
        elif "words" in record.header:
            yield "the words were sent by the older way, without commitments: who had the last word could try several"
        for broken in record.broken:
            seats = ", ".join(f"P{seat}" for seat in broken.missing)
            yield f"a deal was broken off before this one: the word of {seats} was not received"
    else:
        yield "no key is given: that the cards came by chance cannot be checked, only that they were there"
    outcome = game.outcome
    if outcome is None:
        yield "the game is not over: there are no state hashes and no result yet"
    else:
        yield f"{found.hashes} state hashes"
        yield f"the result: {record.result and record.result.removeprefix('result ')}"
