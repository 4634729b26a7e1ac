"""Edition files of format 1, which are still read: how they are checked, and what they are in format 2.

In format 1 a [race] table stood for what are four switches now, and each bonus had a table of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perron.editions import limits
from perron.editions.check_scoring import check_places, check_sides
from perron.editions.draft import Draft
from perron.editions.section import Section


def read_switches(top: Section, draft: Draft) -> None:
    """Whether it is a race: then tickets lie open, are swapped and win, and there are no points."""
    race = "race" in top
    draft.has_points, draft.open_tickets, draft.swap_tickets = not race, race, race
    draft.no_points = draft.no_choice = ("race/no_points", "a race edition has no")


def check_end(top: Section, draft: Draft) -> None:
    """A race has no last round."""
    if "race" in top and draft.last_round_at:
        message = "a race edition ends with the last piece: 'last_round_at' must be 0"
        top.error("race/no_points", message, "last_round_at")


def check_mechanics(top: Section, draft: Draft) -> None:
    """[stations], [longest_path] and [trade_bonus], each there or not."""
    if not draft.has_points:
        for key in ("stations", "longest_path", "trade_bonus"):
            draft.refuse_points(top, key)
        return
    stations = top.table("stations", required=False)
    if stations is not None:
        stations.integers("cost", 1, limits.ROUTE_CARDS, 1, limits.STATIONS)
        stations.integer("unused", 0, limits.POINTS)
        stations.close()
    longest = top.table("longest_path", required=False)
    if longest is not None:
        longest.integer("points", 1, limits.POINTS)
        longest.close()
    trade = top.table("trade_bonus", required=False)
    if trade is not None:
        trade.integer("cards", 1, limits.BONUS_CARDS)
        check_places(trade, draft)
        trade.close()


def check_race(top: Section, draft: Draft) -> None:
    """[race], there or not."""
    race = top.table("race", required=False)
    if race is None:
        return
    goal = race.integer("goal", 1, limits.TICKETS)
    race.integer("bonus_cards", 0, limits.BONUS_CARDS)
    check_sides(race, draft, "race/both_sides")
    race.close()
    if goal is not None and draft.tickets and goal > draft.tickets:
        race.error("race/goal", f"{goal} tickets to make, but there are only {draft.tickets}", "goal")


def to_format_2(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a checked file in format 2."""
    race = data.get("race")
    moved = ("race", "longest_path")
    new = {key: value for key, value in data.items() if key not in moved} | {"format": 2}
    switches = {"open_tickets": race is not None, "swap_tickets": race is not None, "points": race is None}
    new |= {"goal": race["goal"] if race else 0, **switches}
    if race is not None:
        new["score"] = [{"line": "tickets"}]
        if race["bonus_cards"]:
            new["score"].append({"line": "east_west"})
            new["east_west"] = {"cards": race["bonus_cards"], "east": race["east"], "west": race["west"]}
        return new
    lines: list[dict[str, Any]] = [{"line": "routes"}, {"line": "tickets_won"}, {"line": "tickets_lost"}]
    if "stations" in data:
        lines.append({"line": "stations", "points": data["stations"]["unused"]})
    if "longest_path" in data:
        lines.append({"line": "longest_path", "points": data["longest_path"]["points"]})
    if "trade_bonus" in data:
        lines.append({"line": "trade_bonus", "points": data["trade_bonus"]["points"]})
    return new | {"score": lines}
