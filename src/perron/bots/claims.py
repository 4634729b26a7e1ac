"""Which route to claim, and how to pay for it."""

import numpy as np

from perron.bots.futile import is_futile, is_tight
from perron.bots.weights import (
    ASIDE,
    BARE,
    BIG,
    BLOCK,
    CART,
    CONTEST,
    DANGER,
    HASTE,
    LATE,
    RIVAL,
    SPARE_WILD,
    TAIL,
    TOUCH,
    TRADE,
    weight,
)
from perron.engine import bits
from perron.engine.actions import CLAIM, action, colour_of, wilds_of
from perron.engine.bonus import trade_points
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.lines import LONGEST_PATH
from perron.engine.network import joined
from perron.engine.routes import claimable
from perron.engine.sizes import WILD

NO_ACTION = -1


@kernel
def payment_for(t: Record, s: Record, p: Int, m: Record, r: Int) -> Int:
    """The claim of a route that hurts the plan least: few wilds, then colours it does not need; NO_ACTION if none.

    A tunnel is not tried again with a payment that keeps failing.
    """
    tight = is_tight(t, s, r)
    wilds = np.int64(s.hand[p, WILD])
    price, symbols = np.int64(t.price[r]), np.int64(t.symbols[r])
    best, least = np.int64(NO_ACTION), np.int64(1) << 40
    for c in range(t.colours):
        held = np.int64(s.hand[p, c])
        if held == 0 or symbols >= price or (t.colour[r] >= 0 and t.colour[r] != c):
            continue
        k = max(symbols, price - held)
        if k > wilds or k >= price or (tight and is_futile(t, s, p, r, c, k)):
            continue
        kept = held - (price - k)
        lack = max(np.int64(0), m.need[c] - kept) if t.colour[r] < 0 else np.int64(0)
        hurt = (k - symbols) * 40 + lack * 10 - kept
        if hurt < least:
            least = hurt
            best = action(CLAIM, r, c, k)
    if best < 0 and wilds >= price and not (tight and is_futile(t, s, p, r, np.int64(WILD), price)):
        best = action(CLAIM, r, WILD, price)
    return best


@kernel
def spared_wilds(t: Record, a: Int, r: Int) -> Int:
    """Wilds that a claim pays beyond a ferry's symbols."""
    return wilds_of(a) - t.symbols[r]


@kernel
def danger(t: Record, s: Record, p: Int, r: Int) -> Int:
    """How close the other players' networks come to a route: their routes at its ends."""
    n = np.int64(0)
    for q in range(s.seats):
        if q != p:
            for word in range(2):
                ends = t.at_city[t.route_a[r], word] | t.at_city[t.route_b[r], word]
                n += min(2, bits.count(s.owned[q, word] & ends))
    return n


@kernel
def _can_take(t: Record, s: Record, q: Int, r: Int) -> Int:
    return s.may_claim[q, r >> 6] & bits.bit(r) and t.length[r] <= s.pieces[q, t.piece[r]]


@kernel
def gaps(t: Record, s: Record, p: Int, r: Int) -> Int:
    """How many other players would join two parts of their network by a route that leaves them no track once taken."""
    a, b, twin = t.route_a[r], t.route_b[r], t.twin[r]
    n = np.int64(0)
    for q in range(s.seats):
        if q == p or not _can_take(t, s, q, r):
            continue
        if twin >= 0 and s.seats > t.closed_up_to and _can_take(t, s, q, twin):
            continue
        at_a = (s.owned[q, 0] & t.at_city[a, 0]) | (s.owned[q, 1] & t.at_city[a, 1])
        at_b = (s.owned[q, 0] & t.at_city[b, 0]) | (s.owned[q, 1] & t.at_city[b, 1])
        if at_a and at_b and not joined(t, s, q, a, b):
            n += 1
    return n


@kernel
def bare(t: Record, s: Record, p: Int, a: Int, r: Int) -> Int:
    """Cards that a tunnel attempt lacks to pay two extra ones."""
    if not t.tunnels[r >> 6] & bits.bit(r):
        return np.int64(0)
    wilds, c = np.int64(wilds_of(a)), colour_of(a)
    spare = np.int64(s.hand[p, WILD]) - wilds
    if c != WILD:
        spare += s.hand[p, c] - (t.price[r] - wilds)
    return max(np.int64(0), 2 - spare)


@kernel
def claim_of_plan(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """The most urgent claim of the plan that can be paid; NO_ACTION if none, or if it wastes wilds too early."""
    best, most = np.int64(NO_ACTION), np.int64(-1) << 40
    for word in range(2):
        routes = m.plan[word]
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            a = payment_for(t, s, p, m, r)
            if a >= 0:
                urgency = danger(t, s, p, r) * weight(s, w, DANGER) + t.points[r] * weight(s, w, BIG)
                urgency -= spared_wilds(t, a, r) * weight(s, w, SPARE_WILD) + bare(t, s, p, a, r) * weight(s, w, BARE)
                if weight(s, w, CONTEST) > 0:
                    urgency += gaps(t, s, p, r) * weight(s, w, CONTEST)
                if urgency > most:
                    most = urgency
                    best = a
    if best >= 0 and most < -weight(s, w, SPARE_WILD) and left > m.claims + weight(s, w, LATE):
        return np.int64(NO_ACTION)
    return best


@kernel
def _own_at(t: Record, s: Record, p: Int, city: Int) -> Int:
    """How many routes the seat has to a city."""
    return bits.count(s.owned[p, 0] & t.at_city[city, 0]) + bits.count(s.owned[p, 1] & t.at_city[city, 1])


@kernel
def trade_gain(t: Record, s: Record, p: Int) -> Int:
    """Points that one more trade bonus card would add as things stand."""
    before = trade_points(t, s, p)
    s.bonus[p] += 1
    after = trade_points(t, s, p)
    s.bonus[p] -= 1
    return np.int64(after - before)


@kernel
def is_ahead(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """Whether the seat would win if the game ended now, as far as it can tell."""
    own = np.int64(s.score[p])
    for word in range(2):
        laid_open = s.completed[p, word]
        while laid_open:
            own += t.ticket_points[64 * word + bits.lowest(laid_open)]
            laid_open = bits.without_lowest(laid_open)
        held = s.tickets[p, word]
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            own += t.ticket_points[k] if m.alone[k] == 0 else -t.ticket_points[k]
    for q in range(s.seats):
        if q != p and s.score[q] + weight(s, w, RIVAL) >= own:
            return False
    return True


@kernel
def worth(t: Record, s: Record, p: Int, r: Int, w: Array) -> Int:
    """What a route is worth for itself, in sixteenths of a point: points, a trade card, a longer network."""
    value = np.int64(t.points[r] if t.has_points else t.length[r]) * 16
    if t.carts[r >> 6] & bits.bit(r) and s.bonus_pile > 0:
        value += weight(s, w, CART) + weight(s, w, TRADE) * trade_gain(t, s, p)
    if weight(s, w, BLOCK) > 0:
        value += weight(s, w, BLOCK) * gaps(t, s, p, r)
    at_a, at_b = _own_at(t, s, p, t.route_a[r]), _own_at(t, s, p, t.route_b[r])
    if at_a + at_b > 0:
        value += weight(s, w, TOUCH)
    if t.line_points[LONGEST_PATH] > 0 and (at_a == 1 or at_b == 1):
        value += weight(s, w, TAIL)
    return value


@kernel
def lacking(t: Record, s: Record, p: Int, m: Record, r: Int) -> Int:
    """Cards that lack for a route when those the plan needs are set aside."""
    wilds = max(np.int64(0), np.int64(s.hand[p, WILD] - m.need[WILD]))
    most = np.int64(0)
    for c in range(t.colours):
        if t.colour[r] < 0 or t.colour[r] == c:
            most = max(most, np.int64(s.hand[p, c] - m.need[c]))
    have = min(most, np.int64(t.price[r] - t.symbols[r]))
    return max(np.int64(0), t.price[r] - have - wilds)


@kernel
def target(t: Record, s: Record, p: Int, m: Record, w: Array, turns: Int) -> Int:
    """A route to go for besides the plan: the one worth most per turn; NO_ACTION if none can be had in time."""
    best, most = np.int64(NO_ACTION), np.int64(0)
    haste = weight(s, w, HASTE) if weight(s, w, HASTE) > 0 and is_ahead(t, s, p, m, w) else np.int64(0)
    c0, c1 = claimable(t, s, p)
    for word in range(2):
        routes = (c0 if word == 0 else c1) & ~m.plan[word]
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            kind = t.piece[r]
            if t.length[r] + m.pieces[kind] > s.pieces[p, kind]:
                continue
            lack = lacking(t, s, p, m, r)
            if t.tunnels[word] & bits.bit(r):
                lack += 1
            takes = 1 + (lack + 1) // 2
            if takes <= turns:
                value = (worth(t, s, p, r, w) + haste * t.length[r]) * 16 // (takes + 1)
                if value > most:
                    most = value
                    best = r
    return best


@kernel
def best_claim_now(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """The claim worth most at once, whatever the plan; NO_ACTION if none can be paid."""
    best, most = np.int64(NO_ACTION), np.int64(0)
    c0, c1 = claimable(t, s, p)
    for word in range(2):
        routes = c0 if word == 0 else c1
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            a = payment_for(t, s, p, m, r)
            if a >= 0:
                value = worth(t, s, p, r, w) - spared_wilds(t, a, r) * 3
                if t.tunnels[word] & bits.bit(r):
                    value -= 4
                if value > most:
                    most = value
                    best = a
    return best


@kernel
def claim_aside(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """A route outside the plan that is worth enough and takes neither cards nor pieces from it; NO_ACTION if none."""
    best, most = np.int64(NO_ACTION), weight(s, w, ASIDE)
    c0, c1 = claimable(t, s, p)
    for word in range(2):
        routes = (c0 if word == 0 else c1) & ~m.plan[word]
        while routes:
            r = 64 * word + bits.lowest(routes)
            routes = bits.without_lowest(routes)
            kind = t.piece[r]
            if t.length[r] + m.pieces[kind] > s.pieces[p, kind] or lacking(t, s, p, m, r) > 0:
                continue
            value = worth(t, s, p, r, w)
            if value >= most:
                a = payment_for(t, s, p, m, r)
                if a >= 0:
                    most = value + 1
                    best = a
    return best
