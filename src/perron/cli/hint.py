"""`perron hint`: what a bot would do in a position, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import Json, OfRecord, between
from perron.errors import BotError, PerronError

if TYPE_CHECKING:
    from perron.bots import Explains, Explanation
    from perron.editions import Edition
    from perron.game import Game

_RECORD = re.compile(r"(.+):(\d{1,6})", re.DOTALL)


def hint(
    place: Annotated[
        str,
        typer.Argument(
            help="A position text in quotes, or a record and a number of its actions: game.txt:20.",
            show_default=False,
            metavar="POSITION|RECORD:N",
        ),
    ],
    bot: Annotated[str, typer.Option(help="The bot that is asked.")] = "planner",
    seat: Annotated[
        int | None, typer.Option(help="Your seat, to be sure: it is refused if another is to move.")
    ] = None,
    edition: OfRecord = None,
    json: Json = False,
) -> None:
    """Tell a bot's plan for the seat to move, the move it suggests and what the best moves are worth."""
    from perron.bots import Explains, make_bot
    from perron.cli.compiling import get_ready
    from perron.cli.console import print_json
    from perron.editions import load

    asked = make_bot(bot)
    if not isinstance(asked, Explains):
        raise BotError(f"{bot} plays, but cannot explain what it does")
    own = None if edition is None else load(edition)
    game = _game(place, own, lambda: get_ready([bot]))
    between("--seat", seat, 0, game.seats - 1)
    if game.to_move is None:
        raise PerronError("there is no hint to give: the game is over")
    if seat not in (None, game.to_move):
        raise PerronError(f"it is not P{seat}'s turn but P{game.to_move}'s")
    told = _ask(asked, game)
    if json:
        print_json(_as_json(bot, game, told))
    else:
        _show(bot, game, told)


def _game(place: str, own: Edition | None, get_ready: Callable[[], None]) -> Game:
    """The game that a position text or a record leads to."""
    from perron.cli.replay import load, naming
    from perron.editions import is_name, largest
    from perron.game import Game
    from perron.record import load_record, replay_record

    first = place.split(maxsplit=1)[0] if place.split() else ""
    if is_name(first) or (own is not None and first == own.id):
        get_ready()
        return Game.from_position(place, own)
    found = _RECORD.fullmatch(place)
    if found is None:
        raise PerronError(
            f"{place[:60]!r} is neither a position, which begins with its edition as in '{largest()} seats=3 turn=P1', "
            "nor a record and a number of its actions, as in game.txt:20"
        )
    path, until = Path(found[1]), int(found[2])
    with naming(path):
        record = load(path) if own is None else load_record(path, own)
    if until > len(record.actions):
        raise PerronError(f"{path} has {len(record.actions)} actions, not {until}")
    get_ready()
    with naming(path):
        return replay_record(record, until)


def _ask(bot: Explains, game: Game) -> Explanation:
    """The bot gets the view of the seat to move and nothing else."""
    use_edition = getattr(bot, "use_edition", None)
    if use_edition is not None:
        use_edition(game.edition)
    return bot.explain(game.view(game.to_move))


def _as_json(spec: str, game: Game, told: Explanation) -> dict[str, Any]:
    place = {"bot": spec, "edition": game.edition.id, "seats": game.seats, "seat": game.to_move, "turn": game.turn}
    return {**place, **asdict(told)}


def _show(spec: str, game: Game, told: Explanation) -> None:
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out

    console = out()
    heading = f"{game.edition.title['en']}, turn {game.turn + 1}, P{game.to_move} to move; {spec} says:"
    console.print(heading, style="bold")
    console.print(Text(told.words))
    console.print(Text.assemble("suggested move: ", (told.choice, "bold")))
    if told.chances:
        chances = (f"P{seat} {chance:.0%}" for seat, chance in enumerate(told.chances))
        console.print(Text(f"win chances: {', '.join(chances)}"))
    if told.moves:
        moves = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for title, justify in (("value", "right"), ("move", "left"), ("why", "left")):
            moves.add_column(title, justify=justify)  # type: ignore[arg-type]
        for move in told.moves:
            moves.add_row(f"{move.value:.3f}", Text(move.action), Text(move.note))
        console.print(moves)
