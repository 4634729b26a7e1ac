"""Faults of the four switches (goal, open tickets, swapping, points) and of the lines of the score sheet."""

from __future__ import annotations

from perron.editions import limits
from perron.editions.draft import Draft
from perron.editions.faults import shown
from perron.editions.score_lines import LINES
from perron.editions.section import Section


def read_switches(top: Section, draft: Draft) -> None:
    """What the switches say, which nearly all other checks need."""
    goal = top.integer("goal", 0, limits.TICKETS)
    draft.open_tickets, draft.swap_tickets = top.flag("open_tickets") is True, top.flag("swap_tickets") is True
    draft.has_points = top.flag("points") is not False
    draft.no_points = ("points/none", "an edition without points has no")
    draft.no_choice = ("tickets/swapped", "where tickets are swapped there is no")
    if goal and not draft.open_tickets:
        top.error("goal/secret", "a goal counts tickets that lie open: 'open_tickets' must be true", "goal")


def check_mechanics(top: Section, draft: Draft) -> None:
    """[stations] and [trade_bonus], each there or not, and the lines of the score sheet."""
    stations = top.table("stations", required=False)
    if stations is not None:
        stations.integers("cost", 1, limits.ROUTE_CARDS, 1, limits.STATIONS)
        stations.close()
    trade = top.table("trade_bonus", required=False)
    if trade is not None:
        trade.integer("cards", 1, limits.BONUS_CARDS)
        trade.close()
    _check_lines(top, draft)


def check_east_west(top: Section, draft: Draft) -> None:
    """[east_west], there or not, and whether there are tickets enough for the goal; the board has been read before."""
    goal = top.data.get("goal")
    if type(goal) is int and draft.tickets and draft.tickets < goal <= limits.TICKETS:
        top.error("goal/tickets", f"{goal} tickets to complete, but there are only {draft.tickets}", "goal")
    table = top.table("east_west", required=False)
    if table is None:
        return
    table.integer("cards", 1, limits.BONUS_CARDS)
    check_sides(table, draft, "east_west/both_sides")
    table.close()
    if not draft.open_tickets:
        table.error("east_west/secret", "the East-West bonus lies open as tickets do: 'open_tickets' must be true")
    if "trade_bonus" in top:
        table.error("east_west/two_bonuses", "an edition has a trade bonus or an East-West bonus, not both")


def check_sides(section: Section, draft: Draft, both: str) -> None:
    """East and West: cities of the board, none of them on both sides, which is the fault `both`."""
    sides = {side: section.strings(side, 1) for side in ("east", "west")}
    for place in (place for side in sides.values() for place in side):
        section.check_reference(place[1], place[0], draft.cities, "city/unknown", "city")
    east = {city for _, city in sides["east"]}
    for path, city in sides["west"]:
        if city in east:
            section.faults.error(path, both, f"{shown(city)} is in the east as well")


def _check_lines(top: Section, draft: Draft) -> None:
    seen: set[str] = set()
    for section in top.tables("score", 1, len(LINES)):
        ident = section.reference("line", LINES, "score/unknown", "line of the score sheet called")
        if "name" in section:
            section.texts("name")
        if ident is not None:
            if ident in seen:
                section.error("score/duplicate", f"the line {shown(ident)} comes twice", "line")
            seen.add(ident)
            _check_line(top, section, ident, draft)
        section.raw("points", required=False)
        section.raw("name", required=False)
        section.close()
    for ident, kind in LINES.items():
        if kind.needs is not None and kind.needs in top and ident not in seen:
            top.faults.error((kind.needs,), "score/missing", f"[{kind.needs}] needs a line {ident!r} in 'score'")


def _check_line(top: Section, section: Section, ident: str, draft: Draft) -> None:
    kind = LINES[ident]
    if kind.needs is not None and kind.needs not in top:
        section.error("score/idle", f"the line {ident!r} needs a [{kind.needs}] table", "line")
    if not draft.has_points:
        if not kind.without_points:
            section.error("points/none", f"an edition without points has no line {ident!r}", "line")
        draft.refuse_points(section, "points")
    elif kind.value == "number":
        section.integer("points", 0 if ident == "stations" else 1, limits.POINTS)
    elif kind.value == "by_rank":
        check_places(section, draft)
    elif "points" in section:
        section.error("score/printed", f"the points of {ident!r} stand on routes and tickets", "points")


def check_places(section: Section, draft: Draft) -> None:
    """Points by rank: a row for every number of players, and in it a place for each of them."""
    table = section.table("points")
    if table is None:
        return
    rows = table.counts("a number of players", 2, limits.PLAYERS)
    for players in rows:
        row = table.integers(str(players), 0, limits.POINTS, 0, limits.PLAYERS)
        if row is not None and len(row) != players:
            message = f"{players} players need {players} places, not {len(row)}"
            table.error("trade_bonus/places", message, str(players))
    if draft.players is not None:
        wanted = range(draft.players[0], draft.players[1] + 1)
        for players in (n for n in wanted if n not in rows):
            section.error("trade_bonus/players", f"the trade bonus has no row for {players} players", "points")
        for players in (n for n in rows if n not in wanted):
            table.error("trade_bonus/players", f"{players} players never play this edition", str(players))
