"""What a person sees: the table, the own hand and tickets, the board in lists, and the score at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.columns import Columns
from rich.console import Console, ConsoleRenderable, Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from perron.editions.edition import GRAY, Route
from perron.outcome import REASON_TEXTS, Score
from perron.terminal.colours import card, hand, mark
from perron.terminal.joined import BY_OWN, BY_STATION, NOT, joined
from perron.terminal.words import Words, alphabetical, listed, number
from perron.view import PlayerView, View

_ACROSS = 8
_TICKET_MARKS = {BY_OWN: ("✓", "green"), BY_STATION: ("✓", "yellow"), NOT: ("·", "")}


def seat_name(view: View, seat: int) -> str:
    """You, or P1."""
    return "You" if seat == view.seat else f"P{seat}"


def turn_screen(words: Words, view: View, news: Sequence[str]) -> ConsoleRenderable:
    """All that matters before a decision."""
    title = f"{words.edition.title['en']}, turn {view.turn + 1}"
    if view.last_round is not None:
        title += f", last round: {number(view.last_round, 'turn')} left"
    parts: list[ConsoleRenderable] = [Rule(Text(title), align="left", style="dim"), players(words, view)]
    if news:
        parts += [Text(line) for line in news]
    parts.append(_facts(words, view))
    return Group(*parts)


def players(words: Words, view: View) -> Table:
    """What everybody knows of every player; a view without a seat goes with open hands, so nothing is told of those."""
    edition = words.edition
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    counts = [
        "points" if edition.points else "completed",
        "cards",
        "tickets",
        *(kind.name["en"] for kind in edition.pieces),
    ]
    if edition.stations:
        counts.append("stations")
    if edition.bonus_cards:
        counts.append("bonus")
    table.add_column("", no_wrap=True)
    for column in counts:
        table.add_column(column, justify="right", no_wrap=True)
    hidden = edition.draw.display and view.seat is not None
    if hidden:
        table.add_column("surely holds")
    for seat, player in enumerate(view.players):
        row = [
            seat_name(view, seat),
            _score(words, player),
            str(player.cards),
            f"{player.tickets}+{player.offered}" if player.offered else str(player.tickets),
            *(str(n) for n in player.pieces.values()),
        ]
        if edition.stations:
            row.append(str(player.stations_left))
        if edition.bonus_cards:
            row.append(str(player.bonus))
        seen = hand(player.seen) if player.seen and seat != view.seat else Text("")
        table.add_row(*row, *([seen] if hidden else []), style="bold" if seat == view.seat else "")
    return table


def _score(words: Words, player: PlayerView) -> str:
    """Points, or tickets completed, and how many of these the goal asks for."""
    edition = words.edition
    if edition.points:
        return str(player.score) + (f", {len(player.completed)} completed of {edition.goal}" if edition.goal else "")
    return f"{player.score} of {edition.goal}" if edition.goal else str(player.score)


def _grid() -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", width=8, no_wrap=True)
    grid.add_column()
    return grid


def _table_facts(grid: Table, words: Words, view: View) -> None:
    piles = f"pile {view.pile}, discards {sum(view.discards.values())}, ticket pile {view.ticket_pile}"
    if words.edition.trade_bonus:
        piles += f", bonus cards {view.bonus_pile}"
    if view.display:
        grid.add_row("Display", Text("  ").join(card(kind) if kind else Text("–", "dim") for kind in view.display))
    grid.add_row("Piles", Text(piles))


def _facts(words: Words, view: View) -> Table:
    grid = _grid()
    _table_facts(grid, words, view)
    grid.add_row("Hand", hand(view.hand or {}))
    if view.tickets or view.chosen:
        grid.add_row("Tickets", tickets(words, view))
    if view.seat is not None and view.players[view.seat].routes:
        grid.add_row("Routes", Text(", ".join(map(words.route, view.players[view.seat].routes))))
    if view.seat is not None and view.players[view.seat].stations:
        grid.add_row("Stations", Text(", ".join(map(words.city, view.players[view.seat].stations))))
    return grid


def tickets(words: Words, view: View) -> ConsoleRenderable:
    """The viewer's tickets and whether they are joined."""
    how = joined(words.edition, view) if view.tickets else dict.fromkeys(view.chosen or (), NOT)
    shown = []
    for ticket, state in how.items():
        sign, style = _TICKET_MARKS[state]
        line = Text(f"{sign} ", style).append(words.ticket(ticket), "default")
        shown.append(line.append(" by station", "dim") if state == BY_STATION else line)
    return Columns(shown, padding=(0, 2), column_first=True)


def route_line(words: Words, route: Route, *, priced: bool = True) -> Text:
    """A route with its colour, what is special about it and, if wanted, its price."""
    colour = "any" if route.colour == GRAY else route.colour
    line = mark(route.colour).append(f" {f'{route.cards} ' if priced else ''}{colour}", "dim")
    special = [route.piece] if priced and route.piece != words.edition.pieces[0].id else []
    if route.tunnel:
        special.append("tunnel")
    if route.ferry:
        special.append(f"ferry {route.ferry}")
    if route.carts:
        special.append("carts")
    return line.append(f" {words.route(route.id)}", "default not dim").append("".join(f" {w}" for w in special), "dim")


def in_order(words: Words, routes: Iterable[Route]) -> list[Route]:
    """Routes by price, then by name."""
    return sorted(routes, key=lambda route: (route.cards, alphabetical(words.route(route.id))))


def points(words: Words, route: Route) -> int:
    """What a route scores."""
    kind = next(piece for piece in words.edition.pieces if piece.id == route.piece)
    return kind.points.get(route.cards, 0)


def columns(lines: Iterable[Text]) -> ConsoleRenderable:
    """Short lines in as many columns as fit; a few are read across, many down."""
    lines = list(lines)
    return Padding(Columns(lines, padding=(0, 3), column_first=len(lines) > _ACROSS), (0, 0, 0, 2))


def board(words: Words, view: View, wanted: str = "") -> ConsoleRenderable:
    """The free routes by colour, and who owns the others; only those at a place or of a colour, if it is named."""
    edition = words.edition
    owner = {route: seat for seat, player in enumerate(view.players) for route in player.routes}
    routes = [route for route in edition.routes if not wanted or _is_wanted(words, route, wanted)]
    free = [route for route in routes if route.id not in owner and route.id not in view.closed]
    parts: list[ConsoleRenderable] = []
    for heading, group in [("Free", free)] if wanted else _by_colour(words, free):
        if group:
            parts += [Text(heading, "bold"), columns(route_line(words, route) for route in group)]
    for seat in range(view.seats):
        whose = "Your" if seat == view.seat else f"P{seat}'s"
        owned = [route for route in routes if owner.get(route.id) == seat]
        if owned:
            parts += [Text(f"{whose} routes", "bold"), columns(route_line(words, route) for route in owned)]
        stations = [city for city in view.players[seat].stations if not wanted or _names(words, city, wanted)]
        if stations:
            parts.append(Text(f"{whose} stations: {', '.join(map(words.city, stations))}"))
    return Group(*(parts or [Text(f"No route has {wanted!r} in its places or as its colour.")]))


def _by_colour(words: Words, routes: list[Route]) -> Iterable[tuple[str, list[Route]]]:
    for colour in (*words.edition.colours, GRAY):
        group = in_order(words, (route for route in routes if route.colour == colour))
        if colour == GRAY:  # many, some with long names: apart by price, so that most fit side by side
            for cost in sorted({route.cards for route in group}):
                yield f"Free, {number(cost, 'card')} of any colour", [route for route in group if route.cards == cost]
        else:
            yield f"Free, {colour}", group


def _names(words: Words, city: str, wanted: str) -> bool:
    return wanted in city or wanted in words.city_known(city).casefold()


def _is_wanted(words: Words, route: Route, wanted: str) -> bool:
    return wanted == route.colour or _names(words, route.a, wanted) or _names(words, route.b, wanted)


def final_score(words: Words, view: View) -> ConsoleRenderable:
    """How the game ended, line by line of the score sheet."""
    outcome = view.outcome
    assert outcome is not None
    edition = words.edition
    names = [seat_name(view, seat) for seat in range(view.seats)]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    table.add_column("", style="dim")
    for name in names:
        table.add_column(name, justify="right")
    for line in edition.score:
        table.add_row(line.word, *(str(score.lines[line.id]) for score in outcome.scores))
    table.add_row("total", *(str(s.total) for s in outcome.scores))
    table.add_row("rank", *(str(score.rank) for score in outcome.scores), style="bold")
    winners = listed(names[seat] for seat in outcome.winners).replace(" You", " you")
    reason = REASON_TEXTS[outcome.reason]
    completed = [
        Text.assemble((f"{name} ", "bold"), *_ticket_result(words, score))
        for name, score in zip(names, outcome.scores, strict=True)
    ]
    won = "share the win" if len(outcome.winners) > 1 else "win" if winners == "You" else "wins"
    return Group(
        Rule(Text(f"{edition.title['en']}: the game is over"), align="left", style="dim"),
        Text(f"{reason[0].upper()}{reason[1:]}."),
        table,
        *completed,
        Text(f"{winners} {won}.", "bold green"),
    )


def _ticket_result(words: Words, score: Score) -> Iterable[str]:
    yield f"completed {words.tickets(score.completed) or 'no ticket'}"
    if score.missed:
        yield f"; {'missed' if words.edition.points else 'left with'} {words.tickets(score.missed)}"


def show(console: Console, *parts: ConsoleRenderable | str) -> None:
    """Print without guessing at numbers and words to colour."""
    for part in parts:
        console.print(part, highlight=False, markup=False)


def open_position(words: Words, views: Sequence[View], when: str) -> Iterable[ConsoleRenderable]:
    """A position with all hands and tickets open, put together from every seat's own view."""
    view = views[0]
    if view.outcome is not None:
        yield final_score(words, replace(view, seat=None))
        return
    title = f"{words.edition.title['en']}, {when}: turn {view.turn + 1}, P{view.to_move} to move"
    yield Rule(Text(title), align="left", style="dim")
    yield players(words, replace(view, seat=None))
    grid = _grid()
    _table_facts(grid, words, view)
    for own in views:
        grid.add_row(f"P{own.seat}", hand(own.hand or {}))
        if own.tickets or own.chosen:
            grid.add_row("", tickets(words, own))
        if own.offered and not own.chosen:
            grid.add_row("", Text(f"offered: {words.tickets(own.offered)}"))
    yield grid
    yield board(words, replace(view, seat=None))
