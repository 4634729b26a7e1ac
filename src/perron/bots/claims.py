"""Which route to claim, and how to pay for it."""

import numpy as np

from perron.bots.mind import CART, DANGER, LATE, SPARE_WILD, TOUCH
from perron.engine import bits
from perron.engine.actions import CLAIM, action, wilds_of
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.routes import claimable
from perron.engine.sizes import WILD

NO_ACTION = -1


@kernel
def payment_for(t: Record, s: Record, p: Int, m: Record, r: Int) -> Int:
    """The claim of a route that hurts the plan least: few wilds, then colours it does not need; NO_ACTION if none."""
    wilds = np.int64(s.hand[p, WILD])
    price, symbols = np.int64(t.price[r]), np.int64(t.symbols[r])
    best, least = np.int64(NO_ACTION), np.int64(1) << 40
    for c in range(t.colours):
        held = np.int64(s.hand[p, c])
        if held == 0 or symbols >= price or (t.colour[r] >= 0 and t.colour[r] != c):
            continue
        k = max(symbols, price - held)
        if k > wilds or k >= price:
            continue
        kept = held - (price - k)
        lack = max(np.int64(0), m.need[c] - kept) if t.colour[r] < 0 else np.int64(0)
        hurt = (k - symbols) * 40 + lack * 10 - kept
        if hurt < least:
            least = hurt
            best = action(CLAIM, r, c, k)
    if best < 0 and wilds >= price:
        best = action(CLAIM, r, WILD, price)
    return best


@kernel
def spared_wilds(t: Record, a: Int, r: Int) -> Int:
    """Wilds that a claim pays beyond a ferry's symbols."""
    return wilds_of(a) - t.symbols[r]


@kernel
def danger(t: Record, s: Record, p: Int, r: Int) -> Int:
    """How near the other players' networks come to a route."""
    n = np.int64(0)
    for q in range(s.seats):
        if q != p:
            for word in range(2):
                ends = t.at_city[t.route_a[r], word] | t.at_city[t.route_b[r], word]
                n += min(2, bits.count(s.owned[q, word] & ends))
    return n


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
                urgency = danger(t, s, p, r) * w[DANGER] + t.points[r] * 4 - spared_wilds(t, a, r) * w[SPARE_WILD]
                if urgency > most:
                    most = urgency
                    best = a
    if best >= 0 and most < -w[SPARE_WILD] and left > m.claims + w[LATE]:
        return np.int64(NO_ACTION)
    return best


@kernel
def worth(t: Record, s: Record, p: Int, r: Int, w: Array) -> Int:
    """What a route is worth for itself, in sixteenths of a point: points, a trade card, a longer network."""
    value = np.int64(t.length[r] if t.race else t.points[r]) * 16
    if t.carts[r >> 6] & bits.bit(r) and s.bonus_pile > 0:
        value += w[CART]
    for word in range(2):
        if s.owned[p, word] & (t.at_city[t.route_a[r], word] | t.at_city[t.route_b[r], word]):
            return value + w[TOUCH]
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
    """A route to go for besides the plan: the one worth most a turn; NO_ACTION if none can be had in time."""
    best, most = np.int64(NO_ACTION), np.int64(0)
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
                value = worth(t, s, p, r, w) * 16 // (takes + 1)
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
