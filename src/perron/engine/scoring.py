"""The score sheet: its lines, the total, and who has won."""

import numpy as np

from perron.engine import bits
from perron.engine.bonus import trade_points
from perron.engine.borrowing import borrow
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.lines import (
    EAST_WEST,
    LONGEST_PATH,
    MOST_TICKETS,
    ROUTES,
    TICKETS,
    TICKETS_LOST,
    TICKETS_WON,
    TRADE_BONUS,
    UNUSED_STATIONS,
)
from perron.engine.longest import longest_path
from perron.engine.network import reached
from perron.engine.open_tickets import tickets_completed
from perron.engine.sizes import LINES, NONE, STATIONS, WORDS
from perron.engine.stations import built

# tie-breaks, as `TIE_BREAKS` of an edition numbers them
TICKETS_COMPLETED, FEWEST_STATIONS, LENGTH_OF_PATH = 0, 1, 2


@kernel
def score_in_play(t: Record, s: Record, seat: Int) -> Int:
    """What everybody sees a seat to have during the game: points on the board, or tickets completed."""
    return np.int64(s.score[seat]) if t.has_points else np.int64(tickets_completed(t, s, seat))


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
    """Tickets completed are added, the others subtracted."""
    # What lies open is completed, and nothing else is: but stations may join tickets at the end.
    joined = not t.open_tickets or s.stations[seat] != np.uint64(0)
    if joined:
        label_networks(t, s, seat, work)
    if s.stations[seat]:
        borrow(t, s, seat, work, sheet.borrowed[seat])
    won, lost, completed = np.int64(0), np.int64(0), np.int64(0)
    for w in range(WORDS):
        tickets = s.tickets[seat, w] | s.completed[seat, w]
        while tickets:
            one = bits.lowest(tickets)
            ticket = 64 * w + one
            tickets = bits.without_lowest(tickets)
            is_open = s.completed[seat, w] & bits.bit(one) != np.uint64(0)
            if is_open or (joined and work.label[t.ticket_a[ticket]] == work.label[t.ticket_b[ticket]]):
                won += t.ticket_points[ticket]
                completed += 1
                sheet.completed[seat, w] |= bits.bit(one)
            else:
                lost += t.ticket_points[ticket]
    sheet.lines[seat, TICKETS_WON] = won * t.line_points[TICKETS_WON]
    sheet.lines[seat, TICKETS_LOST] = -lost * t.line_points[TICKETS_LOST]
    sheet.lines[seat, TICKETS] = completed * t.line_points[TICKETS]
    sheet.tickets_completed[seat] = completed
    if t.east:
        sheet.lines[seat, EAST_WEST] = s.bonus[seat] * t.line_points[EAST_WEST]
        sheet.tickets_completed[seat] += s.bonus[seat]  # the East-West bonus counts as a ticket


@kernel
def _tie_break(t: Record, s: Record, sheet: Record, seat: Int, which: Int) -> Int:
    if which == TICKETS_COMPLETED:
        return np.int64(sheet.tickets_completed[seat])
    if which == FEWEST_STATIONS:
        return np.int64(-built(s, seat))  # RU-19: stations used are stations built
    if which == LENGTH_OF_PATH:
        return np.int64(sheet.longest[seat])
    return np.int64(0)


@kernel
def _is_ahead(t: Record, s: Record, sheet: Record, one: Int, other: Int) -> Int:
    """Whether one seat ranks before another: points, then the tie-breaks step by step (RU-35)."""
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
        sheet.completed[seat, w] = 0
    for line in range(LINES):
        sheet.lines[seat, line] = 0
    sheet.total[seat] = 0
    sheet.longest[seat] = 0
    sheet.tickets_completed[seat] = 0
    sheet.rank[seat] = 0
    for i in range(STATIONS):
        sheet.borrowed[seat, i] = NONE


@kernel
def _give_to_most(t: Record, s: Record, sheet: Record, line: Int, counts: Array) -> None:
    """All who are tied for the most get the points of a line; nobody gets them for having none."""
    most = np.int64(0)
    for seat in range(s.seats):
        most = max(most, np.int64(counts[seat]))
    for seat in range(s.seats):
        if most > 0 and counts[seat] == most:
            sheet.lines[seat, line] = t.line_points[line]


@kernel
def _score_longest_path(t: Record, s: Record, sheet: Record, work: Record) -> None:
    """The longest path gets the bonus; without any route there is none (RU-16)."""
    for seat in range(s.seats):
        sheet.longest[seat] = longest_path(t, s.owned[seat, 0], s.owned[seat, 1], work)
    _give_to_most(t, s, sheet, LONGEST_PATH, sheet.longest)


@kernel
def score(t: Record, s: Record, sheet: Record, work: Record) -> None:
    """Fill in the score sheet of a state; without points a seat's total is its tickets, bonus included."""
    for seat in range(sheet.total.size):
        _clear(sheet, seat)
    for seat in range(s.seats):
        sheet.lines[seat, ROUTES] = s.score[seat] * t.line_points[ROUTES]
        _score_tickets(t, s, seat, sheet, work)
        sheet.lines[seat, UNUSED_STATIONS] = t.line_points[UNUSED_STATIONS] * (t.stations - built(s, seat))
        sheet.lines[seat, TRADE_BONUS] = trade_points(t, s, seat)
    if t.line_points[LONGEST_PATH] > 0:
        _score_longest_path(t, s, sheet, work)
    if t.line_points[MOST_TICKETS] > 0:
        _give_to_most(t, s, sheet, MOST_TICKETS, sheet.tickets_completed)  # RU-43
    for seat in range(s.seats):
        for line in range(LINES):
            sheet.total[seat] += sheet.lines[seat, line]
    for seat in range(s.seats):
        sheet.rank[seat] = 1
        for q in range(s.seats):
            if q != seat and _is_ahead(t, s, sheet, q, seat):
                sheet.rank[seat] += 1
