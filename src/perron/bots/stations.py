"""Where to build a station, and which tickets would be missed as things stand."""

import numpy as np

from perron.bots.claims import NO_ACTION
from perron.engine import bits, payments, stations
from perron.engine.actions import ONE, STATION, action
from perron.engine.borrowing import borrow
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.lines import UNUSED_STATIONS
from perron.engine.scoring import label_networks
from perron.engine.sizes import WILD


@kernel
def missed_points(t: Record, s: Record, p: Int, work: Record, row: Array) -> Int:
    """Points of tickets that would be missed if the game ended now."""
    label_networks(t, s, p, work)
    if s.stations[p]:
        borrow(t, s, p, work, row)
    points = np.int64(0)
    for word in range(2):
        held = s.tickets[p, word]
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            if work.label[t.ticket_a[k]] != work.label[t.ticket_b[k]]:
                points += t.ticket_points[k]
    return points


@kernel
def _station_payment(t: Record, s: Record, p: Int, m: Record, price: Int) -> Int:
    """Colour and wilds of the payment that hurts the plan least."""
    best, least = 0, np.int64(1) << 40
    for k in range(payments.count_payments(t, s, p, price, ONE)):
        c, wilds = payments.nth_payment(t, s, p, price, ONE, k)
        hurt = np.int64(wilds) * 30
        if c != WILD:
            kept = s.hand[p, c] - (price - wilds)
            hurt += max(np.int64(0), np.int64(m.need[c] - kept)) * 10 - s.hand[p, c]
        if hurt < least:
            least = hurt
            best = k
    return payments.nth_payment(t, s, p, price, ONE, best)


@kernel
def _would_help(t: Record, s: Record, p: Int, work: Record, one: Int, other: Int) -> Int:
    """Whether a ticket of the seat is missed only because the networks of two cities are not joined."""
    x, y = work.label[one], work.label[other]
    if x == y:
        return False
    for word in range(2):
        held = s.tickets[p, word]
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            a, b = work.label[t.ticket_a[k]], work.label[t.ticket_b[k]]
            if (a == x and b == y) or (a == y and b == x):
                return True
    return False


@kernel
def _helpful_cities(t: Record, s: Record, p: Int, work: Record) -> Int:
    """Cities where a first station could save a ticket: at an end of another's route that closes its gap.

    `label_networks` must have been called.
    """
    cities = np.uint64(0)
    for q in range(s.seats):
        if q == p:
            continue
        for word in range(2):
            routes = s.owned[q, word]
            while routes:
                r = 64 * word + bits.lowest(routes)
                routes = bits.without_lowest(routes)
                if _would_help(t, s, p, work, np.int64(t.route_a[r]), np.int64(t.route_b[r])):
                    cities |= bits.bit(t.route_a[r]) | bits.bit(t.route_b[r])
    return cities


@kernel
def best_station(t: Record, s: Record, p: Int, work: Record, row: Array) -> Int:
    """The city of the station that saves most ticket points and what is gained; NO_ACTION if it is not worth it."""
    if t.stations == 0:
        return np.int64(NO_ACTION), np.int64(0)
    price = np.int64(stations.cost(t, s, p))
    if price == 0 or payments.count_payments(t, s, p, price, ONE) == 0:
        return np.int64(NO_ACTION), np.int64(0)
    missed = missed_points(t, s, p, work, row)
    built = s.stations[p]
    best, most = np.int64(NO_ACTION), np.int64(0)
    cities = stations.free_cities(t, s) if missed > 0 else np.uint64(0)
    if missed > 0 and not built:  # with others standing, two stations together may close a gap
        cities &= _helpful_cities(t, s, p, work)
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        s.stations[p] = built | bits.bit(city)
        gain = 2 * (missed - missed_points(t, s, p, work, row)) - t.line_points[UNUSED_STATIONS] - price
        if gain > most:
            most = gain
            best = city
    s.stations[p] = built
    return best, most


@kernel
def choose_station(t: Record, s: Record, p: Int, m: Record, work: Record, row: Array) -> Int:
    """The station that saves most ticket points, if it saves more than it costs; else NO_ACTION."""
    best, _ = best_station(t, s, p, work, row)
    if best < 0:
        return np.int64(NO_ACTION)
    return build_station(t, s, p, m, best)


@kernel
def build_station(t: Record, s: Record, p: Int, m: Record, city: Int) -> Int:
    """Build a station, paid so that it hurts the plan least."""
    price = stations.cost(t, s, p)
    colour, wilds = _station_payment(t, s, p, m, price)
    return action(STATION, city, colour, wilds)
