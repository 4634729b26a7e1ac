"""Writes docs/protocol.md from the models: `python -m tools.protocol_page`."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from perron.engine.refusals import REASONS
from perron.locales import catalogue
from perron.server import page_api, people, puzzle_api, rest
from perron.server.models import Fault
from perron.server.protocol import EMOTES, PROTOCOL, SUBPROTOCOL, FromClient, FromServer
from perron.server.refusal import STATUS

TARGET = Path("docs/protocol.md")

_HEAD = f"""# The protocol

<!-- Written by `python -m tools.protocol_page` from the server's models: do not edit. -->

Version {PROTOCOL}. People's browsers, bots and other programs all play by it; `examples/bot_client.py` is a whole bot
in eighty lines. Tables are made, joined and started over REST, and played over a WebSocket.

1. `POST /api/tables` makes a table; the answer has its code and the host's secret.
2. `POST /api/tables/CODE/sit` gives a seat and the secret that holds it. `ready` commits to a word for the deal.
3. A WebSocket to `/api/tables/CODE/socket` (subprotocol `{SUBPROTOCOL}`, JSON in text frames of at most 8 KiB) says
   `hello` and is answered by `welcome`. From then on every change comes as an `update`, with the views of all seats
   that the client holds, legal actions included. A client needs no rules: it sends back one of the `legal` texts.
4. The host's `start` makes the table's status `dealing`. Who has committed sends `POST /api/tables/CODE/word`, with the
   hash of the list it saw; [records](records.md#a-hosted-games-key) says what is hashed. When the last word has come,
   the game begins.

**Secrets.** Whoever brings a seat's secret holds the seat: browsers in the cookie `perron_CODE`, programs in the header
`Authorization: Bearer SECRET` (several joined by dots) and in `hello`. A socket without any watches.

**Numbers and ids.** Every entry in a table's log has a number, without gaps. `act`, `undo` and `resign` name the
`number` that they answer, which is the newest that the client has seen, and an `id` chosen by the client. If the log
has moved on, the answer is `refused` with code `action/stale` and the views as they are now. If a message with the
same id of the same seat was applied already, the answer is the same `accepted` again, and nothing is done twice:
after a broken connection, send again what was not answered, or `withdraw` it.

**First tickets** are chosen by all seats at once. Every seat that has still to choose is to move in its own view, and
has `legal` actions there; the table's `choosing` lists these seats. A choice is stored sealed, and accepted with the
number of the log so far; then everybody gets `table` and an `update` without entries, which reveal only who has chosen.
Until the last choice has been made, a seat may `undo` its own or send another, if the table allows undo; `act` and
`undo` are never stale then, whatever number they answer. With the last choice the log gets an entry for each seat, in
seat order, all in one `update`.

**Order.** An action is stored, then `accepted`, then sent to everybody, so a crash never takes back what a client has
seen. On reconnecting, `after` names the last number it saw; it gets the entries since then (the last 60 at most; the
rest is at `GET /api/tables/CODE/log`) and the full views.

**Time.** All times are milliseconds since 1970, UTC. A bot answers a fixed time after the action before it, whatever
it has to decide: `bot_pause_ms`, or `undo_pause_ms` while that action may still be taken back.

**Refusals** have a stable `code`, a sentence in English, Dutch or Swedish and, if a rule forbids it, its `clause`.
A refused message changes nothing. The last message before the server closes a socket is `bye`.
"""


def _union(alias: Any) -> tuple[type[BaseModel], ...]:
    return get_args(alias)


def _docs(kind: type) -> dict[str, str]:
    """The docstrings under a class's fields."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            docs[ast.unparse(field.target)] = " ".join(str(text.value.value).split())
    return docs


def _all_docs(kind: type) -> dict[str, str]:
    return {
        name: text
        for one in reversed(kind.__mro__)
        if one is not object and _ours(one)
        for name, text in _docs(one).items()
    }


def _ours(kind: type) -> bool:
    return kind.__module__.startswith("perron.")


def _name(kind: Any) -> str:
    """A type in words."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _name(arguments[0])
    if origin is Literal:
        return " \\| ".join(f'`"{value}"`' for value in arguments)
    if origin is UnionType or str(origin) == "typing.Union":
        return " \\| ".join(_name(one) for one in arguments)
    if origin in (list, tuple, Sequence):
        return "list of " + _name(arguments[0])
    if origin in (dict, Mapping):
        return f"{_name(arguments[1])} by {_name(arguments[0])}"
    if kind is type(None):
        return "null"
    plain = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "anything"}
    return plain.get(kind) or f"[{kind.__name__}](#{kind.__name__.lower()})"


def _parts(kind: Any) -> Iterator[type]:
    """The models and dataclasses that a type is made of."""
    if isinstance(kind, type) and get_origin(kind) is None:
        if _ours(kind):
            yield kind
        return
    for argument in get_args(kind):
        yield from _parts(argument)


def _fields(kind: type) -> list[tuple[str, Any, str]]:
    """Each field's name, type, and whether it may be left out, said in words."""
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        return [(field.name, hints[field.name], "") for field in fields(kind)]
    assert issubclass(kind, BaseModel)
    return [(name, hints[name], _left_out(info)) for name, info in kind.model_fields.items()]


def _left_out(info: FieldInfo) -> str:
    return "" if info.is_required() or get_origin(info.annotation) is Literal else " May be left out."


def _section(kind: type, title: str, level: int) -> str:
    docs = _all_docs(kind)
    lines = [f"{'#' * level} {title}", "", " ".join((inspect.getdoc(kind) or "").split()), ""]
    shown = [(name, hint, more) for name, hint, more in _fields(kind) if name != "type"]
    if shown:
        lines += ["| field | type | |", "|---|---|---|"]
        lines += [f"| `{name}` | {_name(hint)} | {(docs.get(name, '') + more).strip()} |" for name, hint, more in shown]
        lines.append("")
    return "\n".join(lines)


def _messages(kinds: Iterable[type[BaseModel]]) -> Iterator[str]:
    for kind in kinds:
        yield _section(kind, f"`{get_args(kind.model_fields['type'].annotation)[0]}`", 3)


def _objects(kinds: Iterable[Any]) -> list[type]:
    """All objects that messages are made of, in the order in which they are first met."""
    found: dict[type, None] = {}
    waiting = list(kinds)
    while waiting:
        for _, hint, _ in _fields(waiting.pop(0)):
            for part in _parts(hint):
                if part not in found:
                    found[part] = None
                    waiting.append(part)
    return list(found)


def _bodies(route: APIRoute) -> list[type]:
    asked = [part for one in route.dependant.body_params for part in _parts(one.field_info.annotation)]
    return [*asked, *_parts(route.response_model)]


def _rest() -> Iterator[str]:
    yield "| request | brings | answers with | |\n|---|---|---|---|"
    for route in _routes():
        asked = ", ".join(_name(one.field_info.annotation) for one in route.dependant.body_params)
        told = _name(route.response_model) if route.response_model is not None else "text"
        what = " ".join((inspect.getdoc(route.endpoint) or "").split())
        yield f"| `{min(route.methods or ())} {route.path}` | {asked} | {told} | {what} |"


def _routes() -> list[APIRoute]:
    routes = [*rest.router.routes, *people.router.routes, *page_api.router.routes, *puzzle_api.router.routes]
    return [route for route in routes if isinstance(route, APIRoute) and route.include_in_schema]


def _codes() -> Iterator[str]:
    yield "| code | status | in English |\n|---|---|---|"
    for code in sorted({*STATUS, *(reason.code for reason in REASONS.values())}):
        yield f"| `{code}` | {STATUS.get(code, 409)} | {catalogue('en')[code]} |"


def page() -> str:
    """The page."""
    sent, told = _union(FromClient), _union(FromServer)
    bodies = [*(part for route in _routes() for part in _bodies(route)), Fault]
    objects = dict.fromkeys([*_objects([*sent, *told]), *bodies, *_objects(bodies)])
    parts = [
        _HEAD,
        "## From the client\n",
        *_messages(sent),
        f"Emotes: {', '.join(f'`{emote}`' for emote in EMOTES)}.\n",
        "## From the server\n",
        *_messages(told),
        "## REST\n",
        "The same as OpenAPI is at `/api/openapi.json`. Errors are always a [Fault](#fault).\n",
        "\n".join(_rest()) + "\n",
        "## Objects\n",
        *(_section(kind, kind.__name__, 3) for kind in objects),
        "## Codes\n",
        "\n".join(_codes()) + "\n",
    ]
    return "\n".join(parts).rstrip() + "\n"


def main() -> None:
    """Write the page."""
    TARGET.write_text(page(), "utf-8")
    sys.stderr.write(f"{TARGET} written\n")


if __name__ == "__main__":
    main()
