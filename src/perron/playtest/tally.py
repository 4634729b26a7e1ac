"""The counts of a playtest: integers, so that sums do not depend on the order of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from perron.editions.edition import Edition
from perron.game import Game
from perron.outcome import Outcome, Score
from perron.playtest.missed import why_missed
from perron.playtest.one_game import Played
from perron.playtest.worth import depending_points
from perron.view import members

Tally: TypeAlias = Counter[tuple[str | int, ...]]
"""Counts by key; its first part says what is counted, as in ("claims", route) or ("turns", how many)."""

WIN_PARTS = 60
"""A win in parts, so that two to five seats can share one without fractions."""


def count(played: Played) -> Tally:
    """Everything that is counted in one game."""
    tally: Tally = Counter()
    game = played.game
    outcome = game.outcome
    assert outcome is not None
    wins = [WIN_PARTS // len(outcome.winners) * (seat in outcome.winners) for seat in range(game.seats)]
    tally["games",] += 1
    tally["turns", game.turn] += 1
    tally["decisions", played.decisions] += 1
    tally["end", outcome.reason] += 1
    tally.update({("action", name): n for name, n in played.actions.items()})
    tally.update({("fault", what): n for what, n in played.faults.items()})
    _count_claims(tally, played, wins)
    _count_offers(tally, played)
    _count_margin(tally, outcome)
    last = (game.turn - 1) % game.seats
    tally["ended", last] += 1
    tally["ended_wins",] += wins[last]
    for seat, score in enumerate(outcome.scores):
        tally["wins", seat] += wins[seat]
        tally["score", seat, score.total] += 1
        tally["seat_turns", seat] += (game.turn + game.seats - 1 - seat) // game.seats
        for line, points in score.lines.items():
            tally["line", line] += points
        _count_network(tally, game, seat, score)
        _count_tickets(tally, game, seat, score, wins[seat])
        _count_stock(tally, game, seat)
        tally["longest", score.longest] += 1
    return tally


def _count_claims(tally: Tally, played: Played, wins: list[int]) -> None:
    edition = played.game.edition
    links, cities = set(), set()
    for claim in played.claims:
        route = edition.routes[claim.route]
        tally["claims", claim.route] += 1
        tally["claim_turns", claim.route] += claim.turn
        tally["claim_wins", claim.route] += wins[claim.seat]
        links.add(claim.route if route.twin is None else min(claim.route, route.twin))
        cities |= {edition.city_index[route.a], edition.city_index[route.b]}
    for link in links:
        tally["link_games", link] += 1
    for city in cities:
        tally["city_games", city] += 1
    for route_number, tries in played.tries.items():
        tally["tries", route_number] += tries


def _count_offers(tally: Tally, played: Played) -> None:
    for offer in played.offers:
        tally["offered", offer.ticket] += 1


def _count_margin(tally: Tally, outcome: Outcome) -> None:
    totals = sorted((score.total for score in outcome.scores), reverse=True)
    tally["margin", totals[0] - totals[1]] += 1
    tally["shared",] += len(outcome.winners) > 1


def _count_network(tally: Tally, game: Game, seat: int, score: Score) -> None:
    edition = game.edition
    own = members(game.state["owned"][seat].tolist())
    borrowed = [edition.route_index[route] for route in score.borrowed]
    completed = _numbers(edition, score.completed)
    for route, points in depending_points(edition, own, borrowed, completed).items():
        tally["carried", route] += points
    for city in {edition.city_index[city] for r in own for city in (edition.routes[r].a, edition.routes[r].b)}:
        tally["city_seats", city] += 1
    for route in borrowed:
        tally["borrowed", route] += 1


def _count_tickets(tally: Tally, game: Game, seat: int, score: Score, wins: int) -> None:
    completed, missed = _numbers(game.edition, score.completed), _numbers(game.edition, score.missed)
    tally["tickets_kept", len(completed) + len(missed)] += 1
    for ticket in (*completed, *missed):
        tally["kept", ticket] += 1
        tally["ticket_wins", ticket] += wins
    for ticket in completed:
        tally["made", ticket] += 1
    for ticket in missed:
        tally[why_missed(game, seat, ticket), ticket] += 1


def _numbers(edition: Edition, tickets: Iterable[str]) -> list[int]:
    return [edition.ticket_index[ticket] for ticket in tickets]


def _count_stock(tally: Tally, game: Game, seat: int) -> None:
    """Count pieces left, stations built and bonus cards taken."""
    s = game.state
    for kind in range(len(game.edition.pieces)):
        tally["pieces_left", kind, int(s["pieces"][seat][kind])] += 1
    stations = members([int(s["stations"][seat])])
    tally["stations", len(stations)] += 1
    for city in stations:
        tally["station_at", city] += 1
    tally["bonus", int(s["bonus"][seat])] += 1
