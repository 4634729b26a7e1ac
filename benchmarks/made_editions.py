"""Whole editions made from a number, for measuring the bots on boards that nobody tuned them for.

Boards of 8 to 40 places for two to five players, joined without crossings as printed ones are, with one mix of
mechanics or another. A ticket is worth its shortest way. The same number always makes the same edition.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from perron.editions import Edition, parse
from tests.board.made_boards import far_apart, joined, place_names, strewn, toml

TRAINING = tuple(range(99, 153))
"""What the default weights are found on: every style with every size once."""
HELD_OUT = tuple(range(900, 910))
"""What they are judged on: nothing is ever tuned here but by the tuner that they are compared with."""

STYLES = ("plain", "islands", "trade", "mountains", "race", "open")
"""Mixes of mechanics."""
_COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
_PLACES = (8, 11, 14, 17, 21, 25, 30, 36, 40)
_SHARED_BY = ((3.2, 5.0), (4.0, 6.0), (5.0, 7.5))
"""How often a player's pieces would cover the board, for small, middling and large ones: as on printed boards."""
_MOST_TRACKS = 118

Pair = tuple[int, int]


@cache
def made_edition(number: int) -> Edition:
    """The edition of a number."""
    return parse(made_text(number), f"made_{number}.toml")


def made_text(number: int) -> str:
    """Its file."""
    random = Random(f"edition {number}")
    size, style = number % len(_PLACES), STYLES[(number + number // len(_PLACES)) % len(STYLES)]
    places = _PLACES[size]
    longest = 4 if places < 22 else 6
    aspect = round(random.uniform(0.8, 1.8), 2)
    spots = strewn(random, places, aspect)
    # The last ones join what is joined already: real boards are not as dense as they could be.
    pairs = joined(spots, random, aspect)
    pairs = pairs[: max(places - 1, round(len(pairs) * random.uniform(0.8, 1.0)))]
    lengths = _lengths(spots, pairs, aspect, longest, random)
    routes = _routes(pairs, lengths, style, random)
    in_all = sum(route["length"] for route in routes)
    most = min(5, 3 + places // 12)
    pieces = max(2 * longest, round(in_all / random.uniform(*_SHARED_BY[size // 3])))
    ways = _ways(places, lengths)
    tickets = _tickets(ways, pieces, style, random)
    names = place_names(random, places)
    cities = [
        {"id": f"p{i}", "name": name, "names": {"en": name}, "x": x, "y": y}
        for i, ((x, y), name) in enumerate(zip(spots, names, strict=True))
    ]
    return "\n".join(
        [
            *_header(number, style, places, aspect, most, pieces, random),
            *_cards(places, random),
            "",
            "[[pieces]]",
            'id = "train"',
            f"count = {pieces}",
            'name = { en = "trains" }',
            *([] if style == "race" else [f"points = {toml({str(n): _POINTS[n] for n in range(1, longest + 1)})}"]),
            "",
            *_dealt(style, len(tickets), most, places),
            *_extras(number, style, routes, spots),
            "[board]",
            *_list("cities", cities),
            *_list("routes", routes),
            *_list("tickets", tickets),
            "",
        ]
    )


def _header(
    number: int, style: str, places: int, aspect: float, most: int, pieces: int, random: Random
) -> Sequence[str]:
    race = style == "race"
    lines: list[dict[str, Any]] = [{"line": "routes"}, {"line": "tickets_won"}, {"line": "tickets_lost"}]
    if race:
        lines = [{"line": "tickets"}]
        if _joins_sides(number, style):
            lines.append({"line": "east_west"})
    if style == "mountains":
        lines.append({"line": "stations", "points": random.choice((2, 4))})
    if style in ("mountains", "islands") or (style == "plain" and number // 2 % 2 == 0):
        lines.append({"line": "longest_path", "points": 10 if pieces > 25 else 5})
    if style == "trade":
        ranks = {str(n): [8, 6, 4, 2, 0][:n] for n in range(2, most + 1)}
        lines.append({"line": "trade_bonus", "points": ranks})
    if style == "open":
        lines.append({"line": "most_tickets", "points": 5})
    return [
        "format = 2",
        f'id = "made_{number}"',
        "version = 1",
        'provenance = "house"',
        f'provenance_note.en = "Made from the number {number}, to measure bots on."',
        f'title = {{ en = "Made {number}" }}',
        f'summary.en = "{places} places, {style}."',
        f"players = [2, {most}]",
        f"aspect = {aspect}",
        'wild_name = { en = "locomotive" }',
        'ticket_name = { en = "ticket" }',
        f"last_round_at = {0 if race else 2}",
        f"double_closed_up_to = {0 if race else min(3, most - 1)}",
        "tie_breaks = []" if race else 'tie_breaks = ["tickets_made"]',
        f"goal = {5 if race else 0}",
        f"open_tickets = {toml(style in ('race', 'open'))}",
        f"swap_tickets = {toml(race)}",
        f"points = {toml(not race)}",
        *_list("score", lines),
        "",
    ]


def _cards(places: int, random: Random) -> list[str]:
    colours, each, wilds = (6, 7, 8) if places < 15 else (7, 10, 11) if places < 24 else (8, 12, 14)
    each += random.randint(-1, 0)
    return ["[cards]", *(f"{colour} = {each}" for colour in _COLOURS[:colours]), f"wild = {wilds}"]


def _colours(places: int) -> tuple[str, ...]:
    return _COLOURS[: 6 if places < 15 else 7 if places < 24 else 8]


def _lengths(
    spots: Sequence[tuple[float, float]], pairs: Sequence[Pair], aspect: float, longest: int, random: Random
) -> dict[Pair, int]:
    """As long as two places are far apart, within what the points table knows."""
    far = {pair: far_apart(spots[pair[0]], spots[pair[1]], aspect) for pair in pairs}
    typical = sum(far.values()) / len(far)
    mean = 0.45 * longest + random.uniform(0.0, 0.4)
    return {pair: min(longest, max(1, round(way / typical * mean))) for pair, way in far.items()}


def _routes(pairs: Sequence[Pair], lengths: dict[Pair, int], style: str, random: Random) -> list[dict[str, Any]]:
    """Tracks, about a third of the links double; which are gray, ferries, tunnels or have carts is up to the style."""
    places = 1 + max(max(pair) for pair in pairs)
    colours = _colours(places)
    deck = random.sample(colours, len(colours))
    room = _MOST_TRACKS - len(pairs)
    doubles = set(random.sample(list(pairs), min(room, round(len(pairs) * random.uniform(0.1, 0.4)))))
    routes: list[dict[str, Any]] = []
    for pair in pairs:
        length, chance = lengths[pair], random.random()
        shared: dict[str, Any] = {"a": f"p{pair[0]}", "b": f"p{pair[1]}", "length": length}
        gray = random.random() < 0.35
        if style == "islands" and chance < 0.3 and length > 1:
            shared |= {"ferry": random.choice((1, 1, 2)), "colour": "gray"}
        elif style == "mountains" and chance < 0.3:
            shared |= {"tunnel": True}
        elif style == "trade" and chance < 0.45:
            shared |= {"carts": True}
        for _ in range(1 + (pair in doubles)):
            deck = deck or random.sample(colours, len(colours))
            colour = "gray" if gray or "ferry" in shared else deck.pop()
            routes.append({**shared, "colour": colour, **({"double": True} if pair in doubles else {})})
    if style == "trade" and not any("carts" in route for route in routes):
        routes[0]["carts"] = True
    return routes


def _ways(places: int, lengths: dict[Pair, int]) -> dict[Pair, tuple[int, int]]:
    """Pieces and links of the shortest way between any two places."""
    links: dict[int, list[tuple[int, int]]] = {place: [] for place in range(places)}
    for (a, b), length in lengths.items():
        links[a].append((length, b))
        links[b].append((length, a))
    ways: dict[Pair, tuple[int, int]] = {}
    for start in range(places):
        heap, done = [(0, 0, start)], set[int]()
        while heap:
            length, count, place = heapq.heappop(heap)
            if place in done:
                continue
            done.add(place)
            if place > start:
                ways[start, place] = length, count
            for more, other in links[place]:
                heapq.heappush(heap, (length + more, count + 1, other))
    return ways


def _tickets(ways: dict[Pair, tuple[int, int]], pieces: int, style: str, random: Random) -> list[dict[str, Any]]:
    """Pairs that are not neighbours, each once, worth the pieces of their shortest way."""
    most = pieces * (0.6 if style == "race" else 0.9)
    fit = [pair for pair, (length, count) in ways.items() if count > 1 and length <= most]
    wanted = min(len(fit), 16 + len(ways) // 20, 60)
    chosen = random.sample(fit, wanted)
    long = set[Pair]()
    if style == "mountains":  # the longest sixth, and two more than are dealt at least
        chosen.sort(key=lambda pair: -ways[pair][0])
        long = set(chosen[: max(7, wanted // 6)])
    return [
        {
            "a": f"p{a}",
            "b": f"p{b}",
            **({} if style == "race" else {"points": ways[a, b][0]}),
            **({"long": True} if (a, b) in long else {}),
        }
        for a, b in sorted(chosen)
    ]


def _dealt(style: str, tickets: int, most: int, places: int) -> list[str]:
    cards = 2 if places < 15 else 4
    if style == "race":
        return [
            *("[setup]", f"cards = {cards}", "tickets = 2", "long_tickets = 0", ""),
            *("[draw]", "cards = 2", "display = 0", "reset_at = 0", ""),
        ]
    large = places >= 20 and tickets >= 4 * most + 6
    long = 1 if style == "mountains" else 0
    return [
        *("[setup]", f"cards = {cards}", f"tickets = {3 if large else 2}", f"long_tickets = {long}"),
        *(f"keep = {2 if large else 1}", f'returned = "{"box" if large else "under"}"', ""),
        *("[draw]", "cards = 2", "display = 5", "reset_at = 3", f"tickets = {3 if large else 2}", "keep = 1", ""),
    ]


def _joins_sides(number: int, style: str) -> bool:
    """Whether joining East with West gives a bonus: in every other race."""
    return style == "race" and number // 2 % 2 == 0


def _extras(
    number: int, style: str, routes: Sequence[dict[str, Any]], spots: Sequence[tuple[float, float]]
) -> list[str]:
    if style == "mountains":
        return ["[stations]", f"cost = {[1, 2, 3] if len(spots) >= 20 else [1, 2]}", ""]
    if style == "trade":
        return ["[trade_bonus]", f"cards = {sum('carts' in route for route in routes)}", ""]
    if _joins_sides(number, style):
        across = sorted(range(len(spots)), key=lambda place: spots[place])
        west, east = ([f"p{place}" for place in side] for side in (across[:2], across[-2:]))
        return ["[east_west]", "cards = 4", f"east = {toml(east)}", f"west = {toml(west)}", ""]
    return []


def _list(key: str, rows: Sequence[dict[str, Any]]) -> list[str]:
    return [f"{key} = [", *(f"  {toml(row)}," for row in rows), "]"]
