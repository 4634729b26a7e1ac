"""`perron join`: a bot takes a seat at a server's table."""

from __future__ import annotations

from typing import Annotated

import typer

from perron.cli.options import Json


def join(
    link: Annotated[str, typer.Argument(help="The link of the table, as people get it.", metavar="LINK")],
    bot: Annotated[str, typer.Option(help="Which bot: a spec, as in `perron bots`.", metavar="SPEC")],
    load: Annotated[
        list[str] | None, typer.Option(help="A Python file that registers bots; may be repeated.", metavar="FILE")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Its name at the table; its spec by default.")] = None,
    patience: Annotated[float, typer.Option(help="Seconds for which a connection that is lost is tried again.")] = 60.0,
    json: Json = False,
) -> None:
    """Seat a bot at a server's table and let it play to the end."""
    from perron.extras import need

    need("server", "joining a table needs")
    from perron.arena.loading import load_once
    from perron.bots import make_bot
    from perron.cli.console import print_json
    from perron.errors import BotError
    from perron.join import join

    load_once(tuple(load or ()))
    make_bot(bot)  # refuse an invalid spec before anybody sits down
    if patience <= 0:
        raise BotError("--patience must be more than 0 seconds")
    outcome = join(
        link,
        lambda: make_bot(bot, link),
        name or bot,
        patience=patience,
        tell=lambda words: typer.echo(words, err=True),
    )
    if json:
        print_json(outcome)
        return
    winners = ", ".join(str(seat + 1) for seat in outcome["winners"])
    scores = ", ".join(f"seat {seat + 1}: {line['total']}" for seat, line in enumerate(outcome["scores"]))
    typer.echo(f"won by seat {winners}; {scores}")
