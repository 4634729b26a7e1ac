"""Boards that run out of everything: few places, few cards, many tunnels; the same for a seed."""

from __future__ import annotations

from random import Random

from perron.editions import Edition, parse

_COLOURS = ("red", "blue", "green", "black")
_TEXTS = ("title", "summary", "provenance_note", "wild_name", "ticket_name")


def tight_board(seed: int, race: bool = False) -> Edition:
    """A small edition of three seats in which cards, pieces and routes are scarce."""
    rng = Random(f"tight {race} {seed}")
    places = rng.randint(4, 10)
    colours = _COLOURS[: rng.randint(1, 4)]
    each = rng.randint(3, 6) if len(colours) > 1 else 7
    deck = dict.fromkeys(colours, each) | {"wild": rng.randint(1, min(6, each * len(colours)))}
    pairs = _pairs(places, rng)
    longest = rng.choice((2, 3, 4))
    pieces = rng.randint(4, 14)
    routes = [_route(a, b, colours, longest, rng, race) for a, b in pairs]
    ends = [(a, b) for a in range(places) for b in range(a)]
    rng.shuffle(ends)
    tickets = [
        f'{{ a = "p{a}", b = "p{b}"{"" if race else f", points = {rng.randint(1, 9)}"} }}'
        for a, b in ends[: rng.randint(6, 12)]
    ]
    while len(tickets) < 6:
        tickets.append(tickets[0])
    return parse(_text(rng, race, deck, places, routes, list(dict.fromkeys(tickets)), pieces, longest))


def _pairs(places: int, rng: Random) -> list[tuple[int, int]]:
    """A tree that joins all places, and some links more."""
    pairs = [(rng.randrange(place), place) for place in range(1, places)]
    for _ in range(rng.randint(1, places)):
        a, b = sorted(rng.sample(range(places), 2))
        if (a, b) not in pairs:
            pairs.append((a, b))
    return pairs


def _route(a: int, b: int, colours: tuple[str, ...], longest: int, rng: Random, race: bool) -> str:
    colour = rng.choice((*colours, "gray"))
    tunnel = ", tunnel = true" if rng.random() < 0.7 else ""
    return f'{{ a = "p{a}", b = "p{b}", length = {rng.randint(1, longest)}, colour = "{colour}"{tunnel} }}'


def _text(
    rng: Random,
    race: bool,
    deck: dict[str, int],
    places: int,
    routes: list[str],
    tickets: list[str],
    pieces: int,
    longest: int,
) -> str:
    display = 0 if race else rng.choice((0, 3, 5))
    lines = ["format = 1", 'id = "tight"', f'rules = "{"FJ" if race else "EU"}"', "version = 1", 'provenance = "house"']
    lines += [f'{key} = {{ en = "tight", nl = "krap", sv = "trång" }}' for key in _TEXTS]
    lines += ["players = [2, 3]", "aspect = 1.5", f"last_round_at = {0 if race else rng.randint(0, 2)}"]
    lines += [f"double_closed_up_to = {rng.choice((0, 2, 3))}", "tie_breaks = []"]
    lines += ["[cards]", *(f"{kind} = {n}" for kind, n in deck.items())]
    lines += ["[[pieces]]", 'id = "train"', f"count = {pieces}", 'name = { en = "trains", nl = "treinen", sv = "tåg" }']
    if not race:
        lines.append(f"points = {{ {', '.join(f'{n} = {n * n // 2 + 1}' for n in range(1, longest + 1))} }}")
    cards = min(rng.randint(0, 2), (sum(deck.values()) - display - 2) // 3)
    lines += ["[setup]", f"cards = {cards}", f"tickets = {1 if race else 2}", "long_tickets = 0"]
    if not race:
        lines += ["keep = 1", f'returned = "{rng.choice(("box", "under"))}"']
    lines += ["[draw]", f"cards = {rng.choice((1, 2))}", f"display = {display}", f"reset_at = {min(3, display)}"]
    if race:
        lines += ["[race]", f"goal = {rng.randint(2, 4)}", "bonus_cards = 2", 'east = ["p0"]', 'west = ["p1"]']
    else:
        lines += ["tickets = 2", "keep = 1"]
        if rng.random() < 0.5:
            lines += ["[stations]", "cost = [1, 2]", "unused = 2"]
    names = (f'name = "P{k}", names = {{ en = "P{k}", nl = "P{k}", sv = "P{k}" }}' for k in range(places))
    cities = [
        f'{{ id = "p{k}", {name}, x = {0.1 + 0.08 * k:.2f}, y = {0.2 + 0.3 * (k % 3):.2f} }}'
        for k, name in enumerate(names)
    ]
    lines.append("[board]")
    for key, rows in (("cities", cities), ("routes", routes), ("tickets", tickets)):
        lines += [f"{key} = [", *(f"  {row}," for row in rows), "]"]
    return "\n".join(lines) + "\n"
