"""The report of a playtest, computed from the tally; `to_dict` is its JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from perron.editions.edition import City, Edition, Route
from perron.outcome import REASONS
from perron.playtest.missed import BLOCKED, OPEN, SHORT
from perron.playtest.spread import interval, ratio, spread_of
from perron.playtest.tally import WIN_PARTS, Tally
from perron.simulate import Spread

RARELY = 0.05
"""Below this share something counts as dead: of games for a route, of players for a place, of offers for a ticket."""


@dataclass(frozen=True, slots=True)
class SeatUse:
    """The results of a seat."""

    seat: int
    wins: float
    """Share of the games won; a shared win counts in part."""
    wins_low: float
    """The 95 % interval of `wins`."""
    wins_high: float
    score: Spread
    turns: float
    """Mean number of its turns: the seat that begins, or starts the last round, may have one more."""
    ended: float
    """Share of the games in which it had the last turn: it started the last round, or ended the game."""


@dataclass(frozen=True, slots=True)
class RouteUse:
    """How one track was used."""

    id: str
    a: str
    b: str
    colour: str
    piece: str
    cards: int
    points: int
    """For claiming it; 0 where no points are counted."""
    claims: int
    share: float
    """Of the games, those in which it was claimed."""
    link_share: float
    """The same for the double route that it is half of."""
    mean_turn: float | None
    """Of its owner's turns, counted from 1, the one it was claimed in."""
    ticket_points: float | None
    """Points of the owner's tickets (or their number) that would have been missed without it, per claim."""
    worth: float | None
    """`points` and `ticket_points` together."""
    owner_wins: float | None
    """Share of the games that its owner won."""
    tries: int
    """Times it was tried, if it is a tunnel."""
    borrowed: int
    """Times a station of somebody else used it."""


@dataclass(frozen=True, slots=True)
class TicketUse:
    """How one ticket was used."""

    id: str
    points: int
    offered: int
    """Times a player could keep it; where tickets are swapped, times it came into a hand."""
    kept: int
    """Where tickets are swapped: not given up again."""
    kept_rate: float | None
    made: int
    made_rate: float | None
    """Of those kept."""
    worth: float | None
    """Mean points of a kept ticket: completed ones count for, the others against; None where no points are counted."""
    blocked: int
    """Kept, not completed, and at the end cut off on the board."""
    short: int
    """Kept, not completed, and at the end too far for the pieces left."""
    open: int
    """Kept, not completed, and still possible at the end."""
    owner_wins: float | None


@dataclass(frozen=True, slots=True)
class CityUse:
    """How one place was used."""

    id: str
    name: str
    games: float
    """Share of the games in which a route there was claimed."""
    players: float
    """Share of the players who had a route there."""
    tickets: int
    """Tickets that end there."""
    stations: int
    """Stations built there."""


@dataclass(frozen=True, slots=True)
class GroupUse:
    """Tracks of one piece kind and price, or of one colour."""

    piece: str
    group: str
    tracks: int
    points: int | None
    """For claiming one; None where they differ."""
    share: float
    """Mean share of the games in which such a track was claimed."""


@dataclass(frozen=True, slots=True)
class Tickets:
    """All tickets together."""

    kept: Spread
    """By a player in a game."""
    made_rate: float | None
    blocked_rate: float | None
    """Of those kept."""
    short_rate: float | None
    open_rate: float | None


@dataclass(frozen=True, slots=True)
class PieceUse:
    """How a kind of piece was used."""

    id: str
    left: Spread
    """Per player, at the end."""
    used_up: float
    """Share of the players who had none left."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many of something a player had at the end."""

    each: Spread
    none: float
    """Share of the players without any."""


@dataclass(frozen=True, slots=True)
class Dead:
    """What is used less than `RARELY`."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    """A double route counts as one: both its tracks are named, or neither."""
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a playtest found."""

    edition: str
    rules: int
    """Version of the rules."""
    provenance: str
    bot: str
    seats: int
    games: int
    seed: int | str
    by_seat: tuple[SeatUse, ...]
    shared_wins: float
    """Share of the games that nobody won alone."""
    ender_wins: float
    """Share of the games won by the player who had the last turn."""
    margin: Spread
    """Between the best score and the next."""
    turns: Spread
    """Of all players together."""
    decisions: Spread
    ends: dict[str, float]
    """Share of the games by why they ended."""
    score_lines: dict[str, float]
    """What each line of the score sheet adds for a player, on average."""
    ticket_totals: Tickets
    routes: tuple[RouteUse, ...]
    tickets: tuple[TicketUse, ...]
    cities: tuple[CityUse, ...]
    prices: tuple[GroupUse, ...]
    colours: tuple[GroupUse, ...]
    dead: Dead
    pieces: tuple[PieceUse, ...]
    stations: Stock | None
    """Stations built."""
    bonus: Stock | None
    """Bonus cards taken."""
    longest: Spread | None
    """Length of the longest path."""
    tunnels_tried: int
    tunnels_claimed: int
    actions: dict[str, float]
    """Share of the decisions, by kind of action."""
    faults: dict[str, int]
    """Decisions that the bot forfeited, by what it did."""

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists and values, ready for JSON."""
        return asdict(self)


def make_report(edition: Edition, bot: str, seats: int, seed: int | str, tally: Tally) -> Report:
    """The report of a tally."""
    games = tally["games",]
    routes = tuple(_route(edition, tally, r) for r in range(len(edition.routes)))
    tickets = tuple(_ticket(edition, tally, i) for i in range(len(edition.tickets)))
    cities = tuple(_city(edition, tally, i, games * seats) for i in range(len(edition.cities)))
    decisions = sum(n for name, n in tally.items() if name[0] == "action")
    return Report(
        edition=edition.id,
        rules=edition.version,
        provenance=edition.provenance,
        bot=bot,
        seats=seats,
        games=games,
        seed=seed,
        by_seat=tuple(_seat(tally, seat, games) for seat in range(seats)),
        shared_wins=tally["shared",] / games,
        ender_wins=tally["ended_wins",] / WIN_PARTS / games,
        margin=spread_of(_histogram(tally, "margin")),
        turns=spread_of(_histogram(tally, "turns")),
        decisions=spread_of(_histogram(tally, "decisions")),
        ends={end: tally["end", end] / games for end in REASONS.values() if tally["end", end]},
        score_lines={line.id: tally["line", line.id] / games / seats for line in edition.score},
        ticket_totals=_ticket_totals(tally, tickets),
        routes=routes,
        tickets=tickets,
        cities=cities,
        prices=_prices(edition, routes),
        colours=_colours(edition, routes),
        dead=Dead(
            cities=tuple(city.id for city in cities if city.players < RARELY),
            routes=tuple(route.id for route in routes if route.link_share < RARELY),
            tickets=tuple(t.id for t in tickets if t.kept_rate is not None and t.kept_rate < RARELY),
        ),
        pieces=tuple(_piece(edition, tally, kind) for kind in range(len(edition.pieces))),
        stations=_stock(tally, "stations") if edition.stations else None,
        bonus=_stock(tally, "bonus") if edition.bonus_cards else None,
        longest=spread_of(_histogram(tally, "longest")) if edition.line("longest_path") else None,
        tunnels_tried=sum(route.tries for route in routes),
        tunnels_claimed=sum(use.claims for use, route in zip(routes, edition.routes, strict=True) if route.tunnel),
        actions={kind: n / decisions for kind, n in _named(tally, "action").items()},
        faults=_named(tally, "fault"),
    )


def _histogram(tally: Tally, *name: str | int) -> dict[int, int]:
    size = len(name)
    return {int(key[size]): n for key, n in tally.items() if key[:size] == name}


def _named(tally: Tally, what: str) -> dict[str, int]:
    """Counts by name, most first."""
    found = {str(key[1]): n for key, n in tally.items() if key[0] == what}
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _seat(tally: Tally, seat: int, games: int) -> SeatUse:
    wins = tally["wins", seat] / WIN_PARTS / games
    turns, ended = tally["seat_turns", seat] / games, tally["ended", seat] / games
    return SeatUse(seat, wins, *interval(wins, games), spread_of(_histogram(tally, "score", seat)), turns, ended)


def _points(edition: Edition, route: Route) -> int:
    return next(kind for kind in edition.pieces if kind.id == route.piece).points.get(route.cards, 0)


def _route(edition: Edition, tally: Tally, r: int) -> RouteUse:
    route = edition.routes[r]
    games, claims = tally["games",], tally["claims", r]
    link = r if route.twin is None else min(r, route.twin)
    tickets = ratio(tally["carried", r], claims)
    points = _points(edition, route)
    return RouteUse(
        id=route.id,
        a=route.a,
        b=route.b,
        colour=route.colour,
        piece=route.piece,
        cards=route.cards,
        points=points,
        claims=claims,
        share=claims / games,
        link_share=tally["link_games", link] / games,
        mean_turn=ratio(tally["claim_turns", r], claims),
        ticket_points=tickets,
        worth=None if tickets is None else points + tickets,
        owner_wins=ratio(tally["claim_wins", r] / WIN_PARTS, claims),
        tries=tally["tries", r],
        borrowed=tally["borrowed", r],
    )


def _ticket(edition: Edition, tally: Tally, i: int) -> TicketUse:
    ticket = edition.tickets[i]
    offered, kept, made = tally["offered", i], tally["kept", i], tally["made", i]
    return TicketUse(
        id=ticket.id,
        points=ticket.points,
        offered=offered,
        kept=kept,
        kept_rate=ratio(kept, offered),
        made=made,
        made_rate=ratio(made, kept),
        worth=ratio(ticket.points * (2 * made - kept), kept) if edition.points else None,
        blocked=tally[BLOCKED, i],
        short=tally[SHORT, i],
        open=tally[OPEN, i],
        owner_wins=ratio(tally["ticket_wins", i] / WIN_PARTS, kept),
    )


def _ticket_totals(tally: Tally, tickets: tuple[TicketUse, ...]) -> Tickets:
    kept = sum(ticket.kept for ticket in tickets)
    return Tickets(
        kept=spread_of(_histogram(tally, "tickets_kept")),
        made_rate=ratio(sum(ticket.made for ticket in tickets), kept),
        blocked_rate=ratio(sum(ticket.blocked for ticket in tickets), kept),
        short_rate=ratio(sum(ticket.short for ticket in tickets), kept),
        open_rate=ratio(sum(ticket.open for ticket in tickets), kept),
    )


def _city(edition: Edition, tally: Tally, i: int, players: int) -> CityUse:
    city: City = edition.cities[i]
    return CityUse(
        id=city.id,
        name=city.name,
        games=tally["city_games", i] / tally["games",],
        players=tally["city_seats", i] / players,
        tickets=sum(city.id in (ticket.a, ticket.b) for ticket in edition.tickets),
        stations=tally["station_at", i],
    )


def _prices(edition: Edition, routes: tuple[RouteUse, ...]) -> tuple[GroupUse, ...]:
    kinds = [kind.id for kind in edition.pieces]
    found = sorted({(kinds.index(route.piece), route.cards) for route in routes})
    return tuple(
        _group(kinds[kind], str(cards), [r for r in routes if (r.piece, r.cards) == (kinds[kind], cards)])
        for kind, cards in found
    )


def _colours(edition: Edition, routes: tuple[RouteUse, ...]) -> tuple[GroupUse, ...]:
    found = {(route.piece, route.colour): None for route in routes}
    return tuple(
        _group(kind.id, colour, [r for r in routes if (r.piece, r.colour) == (kind.id, colour)])
        for kind in edition.pieces
        for colour in (*edition.colours, "gray")
        if (kind.id, colour) in found
    )


def _group(piece: str, group: str, routes: list[RouteUse]) -> GroupUse:
    points = {route.points for route in routes}
    share = sum(route.share for route in routes) / len(routes)
    return GroupUse(piece, group, len(routes), points.pop() if len(points) == 1 else None, share)


def _piece(edition: Edition, tally: Tally, kind: int) -> PieceUse:
    left = _histogram(tally, "pieces_left", kind)
    return PieceUse(edition.pieces[kind].id, spread_of(left), left.get(0, 0) / sum(left.values()))


def _stock(tally: Tally, what: str) -> Stock:
    each = _histogram(tally, what)
    return Stock(spread_of(each), each.get(0, 0) / sum(each.values()))
