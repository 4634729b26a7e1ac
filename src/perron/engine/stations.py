"""Stations: a city without one, and a price that rises."""

from perron.engine import bits, payments
from perron.engine import refusals as no
from perron.engine.actions import STATION, action
from perron.engine.compiled import Int, Record, kernel


@kernel
def built(s: Record, seat: Int) -> Int:
    """How many stations the seat has built."""
    return bits.count(s.stations[seat])


@kernel
def free_cities(t: Record, s: Record) -> Int:
    """The cities without a station, as bits: no city has two."""
    cities = t.all_cities
    for q in range(s.seats):
        cities &= ~s.stations[q]
    return cities


@kernel
def cost(t: Record, s: Record, seat: Int) -> Int:
    """What the seat's next station costs; 0 if it has none left."""
    n = built(s, seat)
    return t.station_cost[n] if n < t.stations else 0


@kernel
def count_stations(t: Record, s: Record, mode: Int) -> Int:
    """How many stations, payments counted apart, can be built now."""
    if t.stations == 0:
        return 0
    price = cost(t, s, s.to_move)
    if price == 0:
        return 0
    return bits.count(free_cities(t, s)) * payments.count_payments(t, s, s.to_move, price, mode)


@kernel
def nth_station(t: Record, s: Record, mode: Int, k: Int) -> Int:
    """The k-th of them: by city, then by payment."""
    price = cost(t, s, s.to_move)
    each = payments.count_payments(t, s, s.to_move, price, mode)
    colour, wilds = payments.nth_payment(t, s, s.to_move, price, mode, k % each)
    return action(STATION, bits.nth(free_cities(t, s), k // each), colour, wilds)


@kernel
def refuse_station(t: Record, s: Record, city: Int, colour: Int, wilds: Int) -> Int:
    """Why this station may not be built; 0 if it may."""
    if t.stations == 0:
        return no.NO_STATIONS
    if city >= t.cities:
        return no.NO_SUCH_ACTION
    if not free_cities(t, s) & bits.bit(city):
        return no.STATION_TAKEN
    price = cost(t, s, s.to_move)
    if price == 0:
        return no.NO_STATION_LEFT
    return payments.refuse_payment(t, s, s.to_move, price, colour, wilds)
