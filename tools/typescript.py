"""What the page shares with Python: its types, from the models, and what it draws with.

`python -m tools.typescript` writes web/src/lib/protocol.ts and web/src/cards/drawn.json.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from perron.action import ACTIONS
from perron.board import pieces, symbols, tracks
from perron.bots.levels import LEVELS
from perron.event import UNDO
from perron.locales import LANGUAGES
from perron.review.report import Review
from perron.server import models
from perron.server.protocol import EMOTES, PROTOCOL, READER, WRITER

TARGET = "web/src/lib/protocol.ts"
DRAWN = "web/src/cards/drawn.json"
_HEAD = "// Written by `python -m tools.typescript` from the server's models: do not edit.\n"
_ASKED = (
    *(models.NewTable, models.Sit, models.OwnSeat, models.Ready, models.ShowWord, models.WordLost),
    *(models.Resume, models.PutBot, models.Report, models.PlayOn, models.Solve),
)
_TOLD = (
    models.SeatGranted,
    models.OwnTable,
    models.Lobby,
    models.Log,
    models.Result,
    models.Fault,
    models.Next,
    models.Departures,
    models.Editions,
    models.EditionInfo,
    models.BoardInfo,
    models.RulesInfo,
    models.Link,
    models.Replay,
    models.Puzzle,
    models.Solution,
    models.Verified,
    Review,
)
_LEFT_OUT = {"Event"}
"""Told without the fields that do not apply; of all else every field is told."""
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def _type(schema: dict[str, Any]) -> str:
    """One schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[several]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if kind == "array":
        item = _type(schema["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if kind == "object" and "properties" in schema:
        return _fields(schema)
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'unknown'}>"
    return _PLAIN[str(kind)] if kind in _PLAIN else "unknown"


def _fields(schema: dict[str, Any]) -> str:
    lines = ["{"]
    needed = schema.get("required", ())
    for name, field in schema["properties"].items():
        if "description" in field:
            lines.append(f"  /** {' '.join(field['description'].split())} */")
        lines.append(f"  {name}{'' if name in needed else '?'}: {_type(field)};")
    return "\n".join([*lines, "}"])


def _models(
    adapters: list[TypeAdapter[Any]], mode: Literal["validation", "serialization"]
) -> dict[str, dict[str, Any]]:
    """Schemas by name, those they refer to included; the union of all messages has no name of its own."""
    found: dict[str, dict[str, Any]] = {}
    for adapter in adapters:
        schema = adapter.json_schema(mode=mode)
        found |= schema.pop("$defs", {})
        found[schema.get("title", "FromClient" if mode == "validation" else "FromServer")] = schema
    return found


def _list(name: str, words: Sequence[str]) -> str:
    return f"export const {name} = {json.dumps(words)} as const;"


def _action_kinds() -> str:
    """The kinds of actions, and what the text of each begins with."""
    words = json.dumps({one.kind: one.word for one in ACTIONS}, indent=2)
    return (
        "/** What the text of an action begins with, by its kind. */\n"
        f"export const ACTION_WORDS = {words} as const;\n\n"
        "export type ActionKind = keyof typeof ACTION_WORDS;"
    )


def _name_action_kinds(event: dict[str, Any]) -> None:
    """Of an event's fields, type those that hold kinds of actions: in the model they are plain strings."""
    action, undo = {"$ref": "ActionKind"}, {"const": UNDO}
    event["kind"] |= {"anyOf": [action, undo]}
    event["undone"] |= {"anyOf": [action, {"type": "null"}]}


def page_types() -> str:
    """The whole file."""
    asked = _models([READER, *(TypeAdapter(model) for model in _ASKED)], "validation")
    told = _models([WRITER, *(TypeAdapter(model) for model in _TOLD)], "serialization")
    for name, schema in told.items():
        if name not in _LEFT_OUT and "properties" in schema:
            schema["required"] = list(schema["properties"])
    _name_action_kinds(told["Event"]["properties"])
    found = asked | told
    unions = {"FromClient": found.pop("FromClient"), "FromServer": found.pop("FromServer")}
    parts = [_HEAD, f"export const PROTOCOL = {PROTOCOL};", _list("EMOTES", EMOTES)]
    parts += [_list("LANGUAGES", LANGUAGES), _list("LEVELS", LEVELS), _list("COLOURS", models.COLOURS)]
    parts.append(_action_kinds())
    for name, schema in sorted(found.items()):
        head = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
        plain = "properties" in schema
        parts.append(
            f"{head}export {'interface' if plain else 'type'} {name} {'' if plain else '= '}{_type(schema)}"
            + ("" if plain else ";")
        )
    for name, schema in unions.items():
        parts.append(f"export type {name} = {_type(schema)};")
    return "\n\n".join(parts) + "\n"


def page_drawings() -> str:
    """Symbols, pieces and tracks, as pictures are drawn with them too."""
    drawn = {**symbols.to_dict(), "pieces": pieces.to_dict(), "tracks": tracks.to_dict()}
    return json.dumps(drawn, indent=2) + "\n"


def main() -> None:
    """Write the files, into the working tree that this is called in."""
    Path(TARGET).write_text(page_types(), "utf-8")
    Path(DRAWN).write_text(page_drawings(), "utf-8")


if __name__ == "__main__":
    main()
