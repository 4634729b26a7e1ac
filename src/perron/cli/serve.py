"""`perron serve`: the table server."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perron.cli.backup import need_server
from perron.errors import PerronError

if TYPE_CHECKING:
    from perron.server.settings import Settings

_LOOK_EVERY_S = 0.1
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Logs(StrEnum):
    """What the log looks like."""

    TEXT = "text"
    JSON = "json"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes any free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME; a file in the data folder by default.",
            metavar="URL",
        ),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The data folder.", metavar="FOLDER")] = None,
    workers: Annotated[int, typer.Option(help="Processes that serve; more than one needs PostgreSQL.")] = 1,
    bot_processes: Annotated[
        int, typer.Option(help="Processes of each worker in which bots think; 0: one for every two cores.")
    ] = 0,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser when the server is ready.")
    ] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let other devices in the home network play: shows the address and a QR code.")
    ] = False,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy on this machine says who the clients are.")
    ] = False,
    origin: Annotated[
        str | None, typer.Option(help="Address of the page, if a proxy changes the name of the host.", metavar="URL")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name to answer to, besides addresses and names of this network; may be repeated.",
            metavar="NAME",
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(help="Address for /api/metrics alone, such as 127.0.0.1:9100.", metavar="HOST:PORT"),
    ] = None,
    metrics_for_all: Annotated[
        bool, typer.Option("--metrics-for-all", help="Let whoever reaches the server read /api/metrics.")
    ] = False,
    backups: Annotated[
        Path | None, typer.Option(help="Keep backups in a folder: each is checked, old ones go.", metavar="FOLDER")
    ] = None,
    backup_every: Annotated[str, typer.Option(help="Time between backups: 30m, 6h, 1d.", metavar="TIME")] = "6h",
    keep_backups: Annotated[
        int, typer.Option(help="Newest backups to keep, besides one per day for a week and one per week for five.")
    ] = 8,
    editions: Annotated[
        list[Path] | None,
        typer.Option(help="A folder with editions of your own; may be repeated.", metavar="FOLDER", show_default=False),
    ] = None,
    logs: Annotated[
        Logs | None,
        typer.Option(
            help="The log on stderr: text has only warnings, json everything; text on a terminal, else json.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve tables where people and bots play."""
    need_server()
    import threading

    from perron.cli.compiling import get_ready
    from perron.editions import look_in
    from perron.server.listen_address import take, write_address
    from perron.server.logs import Form
    from perron.server.settings import Settings

    if editions:
        look_in(*editions)
    settings = Settings(
        host="0.0.0.0" if lan and host == "127.0.0.1" else host,
        port=port,
        database=database,
        data=data,
        workers=workers,
        bot_processes=bot_processes,
        lan=lan,
        behind_proxy=behind_proxy,
        origin=origin,
        hosts=tuple(allow_host or ()),
        metrics=metrics,
        metrics_for_all=metrics_for_all,
        backups=backups,
        backup_seconds=seconds_of(backup_every),
        keep_backups=keep_backups,
        logs=None if logs is None else Form(logs),
    )
    if backups is not None:
        from perron.server.store.backups import Backups

        Backups(backups).make_ready()
    if open_page and _serves(settings):
        _show(settings)
        return
    from perron.server.run import check_store  # it takes long to load: whoever only opens the page does not wait for it
    from perron.server.run import serve as run

    with ExitStack() as stack:
        taken = [stack.enter_context(take((settings.host, settings.port)))]
        settings = replace(settings, port=taken[0].getsockname()[1])
        if settings.metrics_address is not None:
            taken.append(stack.enter_context(take(settings.metrics_address)))
            settings = replace(settings, metrics=write_address(taken[1].getsockname()[:2]))
        check_store(settings)
        where = _where(settings)
        _warn(settings)
        get_ready()
        threading.Thread(target=_tell_when_ready, args=(settings, where, open_page), daemon=True).start()
        run(settings, taken)


def seconds_of(time: str) -> int:
    """A time such as 90s, 30m, 6h or 1d in seconds; raises PerronError."""
    number, unit = time[:-1], time[-1:]
    if not (number.isascii() and number.isdecimal() and len(number) < 8 and unit in _UNITS):
        raise PerronError(f"{time[:40]!r} is not a time: it looks like 30m, 6h or 1d")
    return int(number) * _UNITS[unit]


def _address(settings: Settings) -> str:
    """Where this machine itself reaches the server."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _serves(settings: Settings) -> bool:
    """Whether a Perron server is running there already."""
    import http.client
    import urllib.request

    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # without a proxy for outgoing requests
    try:
        with straight.open(f"{_address(settings)}/api/health", timeout=1) as answer:
            return bool(answer.read(100) == b'{"status":"ok"}')
    except (OSError, ValueError, http.client.HTTPException):
        return False


def _tell_when_ready(settings: Settings, where: str, open_page: bool) -> None:
    """Print the server's address once it answers, since people may open it at once."""
    import time

    while not _serves(settings):
        time.sleep(_LOOK_EVERY_S)
    typer.echo(where)
    if open_page:
        _show(settings)


def _show(settings: Settings) -> None:
    import webbrowser

    if not webbrowser.open(_address(settings)):
        typer.echo(f"Open {_address(settings)} in a browser.")


def _where(settings: Settings) -> str:
    """The line that says where the server is, with a QR code for the home network; raises PerronError if in none."""
    from perron.server.lan import home_address, qr_code

    if settings.lan:
        address = f"http://{home_address()}:{settings.port}"
        return f"{qr_code(address)}\nOther devices in this network play at {address}"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"Perron serves at http://{host}:{settings.port}"


def _warn(settings: Settings) -> None:
    from perron.server.web import why_missing

    if settings.behind_proxy and not settings.hosts and settings.origin is None:
        typer.echo("Answers to addresses and names of this network only; --allow-host adds the proxy's name.", err=True)
    why = why_missing()
    if why is not None:
        typer.echo(f"Programs can play, but {why}.", err=True)
