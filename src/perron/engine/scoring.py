"""The score sheet: routes, tickets, stations, longest path, trade bonus, and who has won."""

import numpy as np

from perron.engine import bits, race
from perron.engine.bonus import trade_points
from perron.engine.borrowing import borrow
from perron.engine.compiled import Int, Record, kernel
from perron.engine.longest import longest_path
from perron.engine.network import reached
from perron.engine.sizes import NONE, STATIONS, WORDS
from perron.engine.stations import built

TICKETS_MADE, FEWEST_STATIONS, LONGEST_PATH = 0, 1, 2


@kernel
def label_networks(t: Record, s: Record, seat: Int, work: Record) -> None:
    """Give every city the name of its network in the seat's own routes: the lowest city in it."""
    own0, own1 = s.owned[seat, 0], s.owned[seat, 1]
    for city in range(t.cities):
        work.label[city] = city
    todo = np.uint64(0)
    for w in range(WORDS):
        routes = s.owned[seat, w]
        while routes:
            r = 64 * w + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            todo |= bits.bit(t.route_a[r])
    while todo:
        first = bits.lowest(todo)
        cities = reached(t, own0, own1, first)
        todo &= ~cities
        name = bits.lowest(cities)
        while cities:
            work.label[bits.lowest(cities)] = name
            cities = bits.without_lowest(cities)


@kernel
def _score_tickets(t: Record, s: Record, seat: Int, sheet: Record, work: Record) -> None:
    """Tickets made are added, the others subtracted (EU-K5, EU-P2, AM-P1, BE-P1)."""
    label_networks(t, s, seat, work)
    if s.stations[seat]:
        borrow(t, s, seat, work, sheet.borrowed[seat])
    for w in range(WORDS):
        tickets = s.tickets[seat, w]
        while tickets:
            one = bits.lowest(tickets)
            ticket = 64 * w + one
            tickets = bits.without_lowest(tickets)
            if work.label[t.ticket_a[ticket]] == work.label[t.ticket_b[ticket]]:
                sheet.won[seat] += t.ticket_points[ticket]
                sheet.tickets_made[seat] += 1
                sheet.made[seat, w] |= bits.bit(one)
            else:
                sheet.lost[seat] += t.ticket_points[ticket]


@kernel
def _tie_break(t: Record, s: Record, sheet: Record, seat: Int, which: Int) -> Int:
    if which == TICKETS_MADE:
        return np.int64(sheet.tickets_made[seat])
    if which == FEWEST_STATIONS:
        return np.int64(-built(s, seat))  # RU-19: stations used are stations built
    if which == LONGEST_PATH:
        return np.int64(sheet.longest[seat])
    return np.int64(0)


@kernel
def _is_ahead(t: Record, s: Record, sheet: Record, one: Int, other: Int) -> Int:
    """Whether one seat ranks before another: points, then the tie-breaks step by step (EU-P5, RU-35)."""
    if sheet.total[one] != sheet.total[other]:
        return sheet.total[one] > sheet.total[other]
    for i in range(3):
        a = _tie_break(t, s, sheet, one, t.tie_breaks[i])
        b = _tie_break(t, s, sheet, other, t.tie_breaks[i])
        if a != b:
            return a > b
    return False


@kernel
def _clear(sheet: Record, seat: Int) -> None:
    for w in range(WORDS):
        sheet.made[seat, w] = 0
    sheet.routes[seat] = 0
    sheet.won[seat] = 0
    sheet.lost[seat] = 0
    sheet.stations[seat] = 0
    sheet.longest_points[seat] = 0
    sheet.trade[seat] = 0
    sheet.total[seat] = 0
    sheet.longest[seat] = 0
    sheet.tickets_made[seat] = 0
    sheet.rank[seat] = 0
    for i in range(STATIONS):
        sheet.borrowed[seat, i] = NONE


@kernel
def _score_points(t: Record, s: Record, sheet: Record, work: Record) -> None:
    most = np.int64(0)
    for seat in range(s.seats):
        sheet.routes[seat] = s.score[seat]
        _score_tickets(t, s, seat, sheet, work)
        sheet.stations[seat] = t.station_unused * (t.stations - built(s, seat))
        sheet.trade[seat] = trade_points(t, s, seat)
        if t.longest_points > 0:
            sheet.longest[seat] = longest_path(t, s.owned[seat, 0], s.owned[seat, 1], work)
            most = max(most, np.int64(sheet.longest[seat]))
    for seat in range(s.seats):
        # All who are tied get the bonus; without any route nobody does (RU-16).
        if most > 0 and sheet.longest[seat] == most:
            sheet.longest_points[seat] = t.longest_points
        sheet.total[seat] = (
            sheet.routes[seat]
            + sheet.won[seat]
            - sheet.lost[seat]
            + sheet.stations[seat]
            + sheet.longest_points[seat]
            + sheet.trade[seat]
        )


@kernel
def score(t: Record, s: Record, sheet: Record, work: Record) -> None:
    """Fill in the score sheet of a state; in a race a seat's total is its tickets made, bonus included (FJ-E2)."""
    for seat in range(sheet.total.size):
        _clear(sheet, seat)
    if t.race:
        for seat in range(s.seats):
            sheet.tickets_made[seat] = race.tickets_made(s, seat)
            sheet.total[seat] = sheet.tickets_made[seat]
            for w in range(WORDS):
                sheet.made[seat, w] = s.made[seat, w]
    else:
        _score_points(t, s, sheet, work)
    for seat in range(s.seats):
        sheet.rank[seat] = 1
        for q in range(s.seats):
            if q != seat and _is_ahead(t, s, sheet, q, seat):
                sheet.rank[seat] += 1
