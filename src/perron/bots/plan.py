"""Plans: which routes would complete the tickets together, at what cost, and which tickets to give up."""

import numpy as np

from perron.bots.paths import FAR, add_path, find_path, price_routes, usable
from perron.bots.weights import BONUS_WAY, PACE, SLACK, TICKET, WILD_HELPS, weight
from perron.engine import bits
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.sizes import KINDS, WILD

PLAIN_TICKET = 10  # points assumed for a ticket where tickets have none


@kernel
def turns_left(t: Record, s: Record, w: Array) -> Int:
    """About how many turns the seat to move still has, judged by the player with the fewest pieces."""
    if s.last_round > 0:
        return np.int64(1)
    least = np.int64(1000)
    for q in range(s.seats):
        least = min(least, np.int64(s.pieces[q, 0]) + s.pieces[q, 1] - t.last_round_at)
    return 1 + least * weight(s, w, PACE) // 16


@kernel
def plan_turns(m: Record) -> Int:
    """Turns that the plan takes: one per claim, and one for every two missing cards."""
    return m.claims + (m.missing + 1) // 2


@kernel
def need_route(t: Record, m: Record, r: Int) -> None:
    """Count the cards of a route among those needed."""
    coloured = t.price[r] - t.symbols[r]
    m.need[WILD] += t.symbols[r]
    if t.colour[r] >= 0:
        m.need[t.colour[r]] += coloured
    else:
        m.gray += coloured


@kernel
def measure(t: Record, s: Record, p: Int, m: Record) -> None:
    """Count the pieces, claims, needed cards and missing cards of m.plan."""
    m.pieces[0] = 0
    m.pieces[1] = 0
    m.claims = 0
    m.gray = 0
    for k in range(KINDS):
        m.need[k] = 0
    for word in range(2):
        routes = m.plan[word]
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            m.pieces[t.piece[r]] += t.length[r]
            m.claims += 1
            need_route(t, m, r)
    missing = max(np.int64(0), np.int64(m.need[WILD] - s.hand[p, WILD]))
    spare = np.int64(0)
    for k in range(t.colours):
        lack = np.int64(m.need[k] - s.hand[p, k])
        missing += max(np.int64(0), lack)
        spare += max(np.int64(0), -lack)
    m.missing = missing + max(np.int64(0), m.gray - spare)


@kernel
def _lay(t: Record, s: Record, p: Int, m: Record, u0: Int, u1: Int, backwards: Int) -> Int:
    """Add paths for the wanted tickets to m.trial one by one, each free to use those before; returns their cost.

    A greedy Steiner tree: the order matters, so `_plan_wanted` tries two.
    """
    m.trial[0] = s.owned[p, 0]
    m.trial[1] = s.owned[p, 1]
    total = np.int64(0)
    for i in range(m.wanted_count):
        k = m.wanted[m.wanted_count - 1 - i if backwards else i]
        if i == 0:  # no path to share yet: it is the one that the ticket would have alone
            m.trial[0] |= m.path[k, 0]
            m.trial[1] |= m.path[k, 1]
            total += m.alone[k]
            continue
        a, b = np.int64(t.ticket_a[k]), np.int64(t.ticket_b[k])
        cost = find_path(t, m, u0, u1, m.trial[0], m.trial[1], a, b)
        if cost < FAR:
            total += cost
            add_path(t, m, a, b)
    m.trial[0] &= ~s.owned[p, 0]
    m.trial[1] &= ~s.owned[p, 1]
    return total


@kernel
def _adopt_trial(m: Record, cost: Int) -> None:
    m.plan[0] = m.trial[0]
    m.plan[1] = m.trial[1]
    m.total = cost


@kernel
def _plan_wanted(t: Record, s: Record, p: Int, m: Record, u0: Int, u1: Int) -> None:
    """The cheaper of two trees: nearest ticket first, and farthest first."""
    _adopt_trial(m, _lay(t, s, p, m, u0, u1, False))
    if m.wanted_count > 1:
        cost = _lay(t, s, p, m, u0, u1, True)
        if cost < m.total:
            _adopt_trial(m, cost)
    measure(t, s, p, m)


@kernel
def _want(m: Record, ticket: Int) -> None:
    """Add a ticket to those wanted, nearest first."""
    j = m.wanted_count
    while j > 0 and m.alone[m.wanted[j - 1]] > m.alone[ticket]:
        m.wanted[j] = m.wanted[j - 1]
        j -= 1
    m.wanted[j] = ticket
    m.wanted_count += 1


@kernel
def ticket_worth(t: Record, s: Record, ticket: Int, w: Array) -> Int:
    """Value of completing a ticket rather than missing it."""
    return np.int64(t.ticket_points[ticket] if t.has_points else PLAIN_TICKET) * weight(s, w, TICKET)


@kernel
def _drop_worst(t: Record, s: Record, m: Record, w: Array) -> None:
    """Give up the wanted ticket that brings least for its cost."""
    at, worst = 0, np.int64(1) << 40
    for i in range(m.wanted_count):
        k = m.wanted[i]
        value = ticket_worth(t, s, k, w) * 16 // (m.alone[k] + 8)
        if value < worst:
            worst = value
            at = i
    m.wanted_count -= 1
    m.dropped += 1
    for i in range(at, m.wanted_count):
        m.wanted[i] = m.wanted[i + 1]


@kernel
def _count_wilds(s: Record, p: Int, m: Record, w: Array) -> None:
    """Wilds to spare stand for some of the cards that are missing."""
    spare = max(np.int64(0), np.int64(s.hand[p, WILD] - m.need[WILD]))
    m.missing = max(np.int64(0), m.missing - spare * weight(s, w, WILD_HELPS) // 16)


@kernel
def _too_much(s: Record, p: Int, m: Record, w: Array, turns: Int) -> Int:
    _count_wilds(s, p, m, w)
    return m.pieces[0] > s.pieces[p, 0] or m.pieces[1] > s.pieces[p, 1] or plan_turns(m) > turns


@kernel
def _nearest_west(t: Record, m: Record) -> Int:
    best, near = np.int64(-1), np.int64(FAR)
    cities = t.west
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        if m.distance[city] < near:
            near = np.int64(m.distance[city])
            best = city
    return best


@kernel
def _add_bonus_path(t: Record, s: Record, p: Int, m: Record, w: Array, u0: Int, u1: Int, turns: Int) -> None:
    """Join east and west too, where that takes little beyond the plan."""
    if not t.east or s.bonus[p] > 0 or s.bonus_pile == 0 or weight(s, w, BONUS_WAY) == 0:
        return
    plan0, plan1 = m.plan[0], m.plan[1]
    free0, free1 = plan0 | s.owned[p, 0], plan1 | s.owned[p, 1]
    start, near = np.int64(-1), weight(s, w, BONUS_WAY)
    cities = t.east
    while cities:
        city = bits.lowest(cities)
        cities = bits.without_lowest(cities)
        find_path(t, m, u0, u1, free0, free1, city, np.int64(-1))
        goal = _nearest_west(t, m)
        if goal >= 0 and m.distance[goal] < near:
            near = np.int64(m.distance[goal])
            start = city
    if start < 0:
        return
    find_path(t, m, u0, u1, free0, free1, start, np.int64(-1))
    m.trial[0] = plan0
    m.trial[1] = plan1
    add_path(t, m, start, _nearest_west(t, m))
    m.plan[0] = m.trial[0] & ~s.owned[p, 0]
    m.plan[1] = m.trial[1] & ~s.owned[p, 1]
    measure(t, s, p, m)
    if _too_much(s, p, m, w, turns):
        m.plan[0] = plan0
        m.plan[1] = plan1
        measure(t, s, p, m)
        _count_wilds(s, p, m, w)


@kernel
def plan_tickets(t: Record, s: Record, p: Int, m: Record, w: Array, turns: Int) -> None:
    """Plan for the seat's incomplete tickets, giving up those that pieces or turns do not suffice for.

    `price_routes` must have been called.
    """
    u0, u1 = usable(t, s, p)
    m.wanted_count = 0
    m.dropped = 0
    for word in range(2):
        tickets = s.tickets[p, word]
        while tickets:
            k = 64 * word + bits.lowest(tickets)
            tickets = bits.without_lowest(tickets)
            a, b = np.int64(t.ticket_a[k]), np.int64(t.ticket_b[k])
            m.alone[k] = find_path(t, m, u0, u1, s.owned[p, 0], s.owned[p, 1], a, b)
            if m.alone[k] >= FAR:
                m.dropped += 1
            elif m.alone[k] > 0:
                m.trial[0] = 0
                m.trial[1] = 0
                add_path(t, m, a, b)
                m.path[k, 0] = m.trial[0]
                m.path[k, 1] = m.trial[1]
                _want(m, k)
    _plan_wanted(t, s, p, m, u0, u1)
    while _too_much(s, p, m, w, turns) and m.wanted_count > 0:
        _drop_worst(t, s, m, w)
        _plan_wanted(t, s, p, m, u0, u1)
    _add_bonus_path(t, s, p, m, w, u0, u1, turns)


@kernel
def plan_now(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """Plan from scratch; returns about how many turns are left."""
    price_routes(t, s, p, m, w)
    left = turns_left(t, s, w)
    plan_tickets(t, s, p, m, w, left + weight(s, w, SLACK))
    return left
