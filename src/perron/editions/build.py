"""From the tables of a checked edition file to an Edition. Trusts its input: `check` has been here before.

Tables are those of the newest format; `format_1` turns older ones into these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from perron.editions.edition import (
    City,
    Draw,
    EastWest,
    Edition,
    FrozenDict,
    PieceKind,
    Route,
    ScoreLine,
    Setup,
    Stations,
    Ticket,
    TradeBonus,
)
from perron.editions.folder import EditionFolder
from perron.locales import LANGUAGES

Table = Mapping[str, Any]


def build(data: Table, digest: str = "", folder: EditionFolder | None = None) -> Edition:
    """The edition that these tables describe, with the hash of its file and the folder where the rest of it lies."""
    board = data["board"]
    pieces = tuple(_piece(table) for table in data["pieces"])
    return Edition(
        id=data["id"],
        rules=data.get("rules", ""),
        version=data["version"],
        provenance=data["provenance"],
        provenance_note=in_every_language(data["provenance_note"]),
        title=in_every_language(data["title"]),
        summary=in_every_language(data["summary"]),
        players=(data["players"][0], data["players"][1]),
        aspect=float(data["aspect"]),
        wild_name=in_every_language(data["wild_name"]),
        ticket_name=in_every_language(data["ticket_name"]),
        last_round_at=data["last_round_at"],
        double_closed_up_to=data["double_closed_up_to"],
        tie_breaks=tuple(data["tie_breaks"]),
        cards=FrozenDict(data["cards"]),
        pieces=pieces,
        setup=_setup(data["setup"]),
        draw=_draw(data["draw"]),
        goal=data["goal"],
        open_tickets=data["open_tickets"],
        swap_tickets=data["swap_tickets"],
        points=data["points"],
        score=tuple(_line(table) for table in data["score"]),
        stations=Stations(tuple(data["stations"]["cost"])) if "stations" in data else None,
        trade_bonus=TradeBonus(data["trade_bonus"]["cards"]) if "trade_bonus" in data else None,
        east_west=_east_west(data.get("east_west")),
        cities=tuple(_city(table) for table in board["cities"]),
        routes=_routes(board["routes"], pieces[0].id),
        tickets=_tickets(board["tickets"]),
        water=tuple(tuple((float(x), float(y)) for x, y in shape) for shape in board.get("water", ())),
        digest=digest,
        folder=folder,
    )


def in_every_language(table: Table) -> FrozenDict[str, str]:
    """A text in every language; one that is not there is read in English, or in what there is."""
    best = [table[language] for language in LANGUAGES if language in table]
    return FrozenDict({language: table.get(language, best[0]) for language in LANGUAGES})


def _city(table: Table) -> City:
    place = {key: float(table[key]) for key in ("lat", "lon") if key in table}
    x, y = float(table["x"]), float(table["y"])
    return City(
        table["id"],
        table["name"],
        in_every_language(table.get("names") or {LANGUAGES[0]: table["name"]}),
        x,
        y,
        **place,
    )


def _routes(tables: Sequence[Table], first_kind: str) -> tuple[Route, ...]:
    """Tracks with their text ids, numbered where several join two places, and their twins."""
    joined = Counter(frozenset((table["a"], table["b"])) for table in tables)
    seen: Counter[frozenset[str]] = Counter()
    twins = _twins(tables, first_kind)
    routes = []
    for index, table in enumerate(tables):
        a, b, length = table["a"], table["b"], table["length"]
        ends = frozenset((a, b))
        seen[ends] += 1
        routes.append(
            Route(
                id=f"{a}-{b}/{seen[ends]}" if joined[ends] > 1 else f"{a}-{b}",
                a=a,
                b=b,
                length=length,
                cards=table.get("cards", length),
                colour=table["colour"],
                piece=table.get("piece", first_kind),
                double=table.get("double", False),
                tunnel=table.get("tunnel", False),
                ferry=table.get("ferry", 0),
                carts=table.get("carts", False),
                twin=twins.get(index),
            )
        )
    return tuple(routes)


def _twins(tables: Sequence[Table], first_kind: str) -> dict[int, int]:
    """Index of the other track of each double route: same places, same kind of piece, both marked (RU-20)."""
    waiting: dict[tuple[frozenset[str], str], int] = {}
    twins: dict[int, int] = {}
    for index, table in enumerate(tables):
        if table.get("double", False):
            key = (frozenset((table["a"], table["b"])), table.get("piece", first_kind))
            other = waiting.setdefault(key, index)
            if other != index:
                twins[index], twins[other] = other, index
    return twins


def _tickets(tables: Sequence[Table]) -> tuple[Ticket, ...]:
    seen: Counter[frozenset[str]] = Counter()
    tickets = []
    for table in tables:
        a, b = table["a"], table["b"]
        ends = frozenset((a, b))
        seen[ends] += 1
        name = f"{a}-{b}/{seen[ends]}" if seen[ends] > 1 else f"{a}-{b}"
        tickets.append(Ticket(name, a, b, table.get("points", 0), table.get("long", False)))
    return tuple(tickets)


def _piece(table: Table) -> PieceKind:
    points = FrozenDict({int(cards): points for cards, points in table.get("points", {}).items()})
    return PieceKind(table["id"], table["count"], in_every_language(table["name"]), points)


def _setup(table: Table) -> Setup:
    dealt = table["tickets"] + table["long_tickets"]
    # where tickets are swapped the file says neither: everything is kept, so nothing is given back
    return Setup(
        table["cards"], table["tickets"], table["long_tickets"], table.get("keep", dealt), table.get("returned", "box")
    )


def _draw(table: Table) -> Draw:
    return Draw(table["cards"], table["display"], table["reset_at"], table.get("tickets", 0), table.get("keep", 0))


def _line(table: Table) -> ScoreLine:
    """A line of the score sheet; one that says nothing of points counts what is printed, or each thing once."""
    points = table.get("points", 1)
    rows = points if isinstance(points, Mapping) else {}
    return ScoreLine(
        id=table["line"],
        points=1 if rows else points,
        by_rank=FrozenDict({int(players): tuple(row) for players, row in rows.items()}),
        name=in_every_language(table["name"]) if "name" in table else None,
    )


def _east_west(table: Table | None) -> EastWest | None:
    if table is None:
        return None
    return EastWest(table["cards"], tuple(table["east"]), tuple(table["west"]))
