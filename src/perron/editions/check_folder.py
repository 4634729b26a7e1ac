"""Everything that is wrong with the files that lie beside an edition's data, each fault with its line."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from perron.editions import limits
from perron.editions.check import read
from perron.editions.check_svg import check_fragment, check_svg
from perron.editions.faults import Fault, Faults
from perron.editions.rules_file import read_rules
from perron.editions.section import TEXT_LENGTH, Section
from perron.errors import EditionError

WILDS = ("locomotive", "joker", "bicycle")
"""Words for a wild card that the page has a plural and a drawing for."""
TICKETS = ("ticket", "contract")
PLACED_SIZE = 400_000
"""Letters in a file with a placing."""
_WEIGHT = 10_000
_SEAT_GROUPS = ("two", "more")


def check_file(name: str, text: str) -> list[Fault]:
    """Every fault of a file by its name in the folder; none if it is good. Never raises, whatever the text."""
    return _CHECKS[name](text)


def _tables(check: Callable[[Section], None]) -> Callable[[str], list[Fault]]:
    """A check of a file in TOML."""

    def checked(text: str) -> list[Fault]:
        data = read(text, "the file")
        if isinstance(data, list):
            return data
        faults = Faults(text)
        top = Section(faults, (), data)
        check(top)
        top.close()
        return [fault for fault in faults.in_order() if fault.code != "translation/missing"]

    return checked


def _check_page(top: Section) -> None:
    top.integer("order", 1, 1000, required=False)
    for key in ("whom", "time"):
        if key in top:
            top.texts(key, TEXT_LENGTH)
    top.integer("poster_middle", 0, 100, required=False)
    top.choice("wild", WILDS, required=False)
    top.choice("ticket", TICKETS, required=False)


def _check_board(top: Section) -> None:
    for key, low, high in (("unit", 0.3, 4.0), ("type_size", 8.0, 60.0), ("margin", 10.0, 300.0)):
        # All three, or none: they are found together.
        top.number(key, low, high, required=any(one in top for one in ("unit", "type_size", "margin")))
    top.boolean("translated")


def _check_bots(top: Section) -> None:
    for seats in _SEAT_GROUPS:
        group = top.table(seats)
        if group is not None:
            for name in _weight_names():
                group.integer(name, -_WEIGHT, _WEIGHT)
            group.close()
    top.raw("found", required=False)  # how the tuner found them: for people


@cache
def _weight_names() -> tuple[str, ...]:
    text = resources.files("perron.bots").joinpath("default.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)[_SEAT_GROUPS[0]])


def _check_ladder(top: Section) -> None:
    top.number("share", 0.0, 100.0, required=False)
    for bar in ("search_bar", "learned_bar", "guided_bar", "guided_deep_bar"):
        top.number(bar, 0.0, 1.0, required=False)
    top.boolean("search_against_itself")
    planner = top.table("planner", required=False)
    if planner is not None:
        for key in ("points", "tickets"):
            planner.number(key, 0.0, 1000.0, required=False)
        planner.close()


def _check_rules(text: str) -> list[Fault]:
    if len(text) > limits.FILE_SIZE:
        return read(text, "the file")  # type: ignore[return-value]
    try:
        read_rules(text, "the file")
    except EditionError as error:
        return list(error.faults) or [Fault(None, "error", "toml/syntax", str(error))]
    return []


def _check_placed(text: str) -> list[Fault]:
    if len(text) > PLACED_SIZE:
        return [Fault(None, "error", "json/too_large", f"the file has more than {PLACED_SIZE} letters")]
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        return [Fault(getattr(error, "lineno", None), "error", "json/syntax", f"this is no JSON: {error}")]
    rows = {"courses": (float, float, float), "names": _LETTERED, "turned": _LETTERED}
    whole = isinstance(found, dict) and isinstance(found.get("fingerprint"), str) and _is(found.get("cost"), float)
    if whole and all(_are_rows(found.get(key), row) for key, row in rows.items()):
        return []
    return [Fault(None, "error", "json/syntax", "this is no placing: leave the file out, and the board is placed")]


_LETTERED = (float, float, float, float, str, int, float)


def _are_rows(found: Any, row: tuple[type, ...]) -> bool:
    return isinstance(found, list) and all(
        isinstance(one, list) and len(one) == len(row) and all(map(_is, one, row)) for one in found
    )


def _is(value: Any, wanted: type) -> bool:
    if wanted is str:
        return value in ("start", "middle", "end")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    return abs(value) < 1e5 and (wanted is float or (isinstance(value, int) and 1 <= value <= 5))


_CHECKS: Mapping[str, Callable[[str], list[Fault]]] = {
    "rules.toml": _check_rules,
    "page.toml": _tables(_check_page),
    "poster.svg": check_svg,
    "board.toml": _tables(_check_board),
    "placed.json": _check_placed,
    "background.svg": check_fragment,
    "bots.toml": _tables(_check_bots),
    "ladder.toml": _tables(_check_ladder),
}
