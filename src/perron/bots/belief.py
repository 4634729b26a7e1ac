"""What the other seats may hold, judged by all that they have built and taken together.

`deal.weigh_tickets` looks at one ticket at a time. But a player's routes are there for its tickets together, and so are
the cards that it was seen to take. So sets of tickets are dealt by those weights, and each is weighed by how well it
explains what its player did: routes that lie on no path of the set, cards taken that its plan does not need, tickets it
would have to give up and plans that are long speak against it. The weights were fitted to games of the learned player
on three boards: among nine sets the true one was found to be the likeliest two times in three.
"""

import numpy as np

from perron.bots.deal import deal_weighed
from perron.bots.paths import FAR, add_path, find_path, usable
from perron.bots.plan import plan_now, plan_turns
from perron.engine import bits
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import cheap_below
from perron.engine.sizes import SEATS, TICKETS, WORDS

SETS = 64
"""Sets that are weighed."""
_DROPPED, _COST, _TAKEN, _LATE, _ASIDE = 2.46, 0.0238, 0.34, 0.78, 7.5
"""What speaks against a set: a ticket given up, a sixteenth of a card that its plan costs, a card taken that it does
not need, a turn that it lacks, and the share of the routes built, by length, that are on no path of it."""
_CHOSEN, _LONG = 1 << 16, 1 << 19  # so much more than 1 that a chosen set is dealt; `cheap_below` takes 32 bits
_UNIT = 1 << 30

BELIEF = np.dtype(
    [
        ("sets", "u8", (SEATS, SETS, WORDS)),
        ("chance", "f8", (SEATS, SETS)),  # of a set and all before it
        ("fit", "i4", (SEATS + 1, TICKETS)),  # for `deal_weighed`: the sets that are dealt now
        ("count", "i8"),  # 0: nothing is believed
    ],
    align=True,
)


@kernel
def _aside(t: Record, s: Record, q: Int, m: Record) -> float:
    """The share of a seat's routes, by length, that are on no cheapest path of its tickets."""
    u0, u1 = usable(t, s, q)
    on0, on1 = np.uint64(0), np.uint64(0)
    for word in range(WORDS):
        held = s.tickets[q, word]
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            a, b = np.int64(t.ticket_a[k]), np.int64(t.ticket_b[k])
            if find_path(t, m, u0, u1, s.owned[q, 0], s.owned[q, 1], a, b) < FAR:
                m.trial[0] = 0
                m.trial[1] = 0
                add_path(t, m, a, b)
                on0 |= m.trial[0]
                on1 |= m.trial[1]
    built, aside = np.int64(0), np.int64(0)
    for word in range(WORDS):
        routes = s.owned[q, word]
        on = on0 if word == 0 else on1
        while routes:
            r = bits.lowest(routes)
            routes = bits.without_lowest(routes)
            built += t.length[64 * word + r]
            if not on & bits.bit(r):
                aside += t.length[64 * word + r]
    return aside / (built + 1.0)


@kernel
def doubt(t: Record, s: Record, q: Int, m: Record, w: Array) -> float:
    """What speaks against the tickets that a seat holds in a re-dealt game."""
    late = max(np.int64(0), -plan_now(t, s, q, m, w) + plan_turns(m))
    taken = np.int64(0)
    for c in range(t.colours):
        taken += max(np.int64(0), np.int64(s.seen[q, c]) - m.need[c])
    against: float = _DROPPED * m.dropped + _COST * m.total + _TAKEN * taken + _LATE * late
    against += _ASIDE * _aside(t, s, q, m)
    return against


@kernel
def believe(t: Record, v: Record, s: Record, fit: Array, m: Record, weights: Array, rng: Array, belief: Record) -> None:
    """Weigh sets of tickets for every other seat; `s` and `m` are scratch."""
    belief.count = 0
    if t.swap_tickets:
        return  # players swap what they cannot use, so that there is little to be read from what they built
    for k in range(SETS):
        deal_weighed(t, v, s, fit, rng)
        for q in range(s.seats):
            if q != v.seat:
                belief.chance[q, k] = doubt(t, s, np.int64(q), m, weights[q])
                for word in range(WORDS):
                    belief.sets[q, k, word] = s.tickets[q, word]
    for q in range(v.s.seats):
        if q != v.seat:
            least = belief.chance[q, 0]
            for k in range(1, SETS):
                least = min(least, belief.chance[q, k])
            total = 0.0
            for k in range(SETS):
                total += np.exp(least - belief.chance[q, k])
                belief.chance[q, k] = total
    belief.count = SETS


@kernel
def _draw_set(belief: Record, q: Int, rng: Array) -> Int:
    """A set for a seat, by how likely it is."""
    goal = belief.chance[q, SETS - 1] * (cheap_below(rng, _UNIT) / _UNIT)
    low, high = 0, SETS - 1
    while low < high:
        middle = (low + high) // 2
        if belief.chance[q, middle] > goal:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def deal_believed(t: Record, v: Record, s: Record, fit: Array, belief: Record, rng: Array) -> None:
    """`deal_weighed`, with a believed set of tickets for every other seat."""
    if belief.count == 0:
        deal_weighed(t, v, s, fit, rng)
        return
    for k in range(t.tickets):
        belief.fit[SEATS, k] = fit[SEATS, k]
    for q in range(v.s.seats):
        if q != v.seat:
            chosen = _draw_set(belief, np.int64(q), rng)
            for k in range(t.tickets):
                one = bits.bit(k)
                if belief.sets[q, chosen, k >> 6] & one:
                    belief.fit[q, k] = _LONG if t.long_tickets[k >> 6] & one else _CHOSEN
                else:
                    belief.fit[q, k] = min(fit[q, k], 1)
    deal_weighed(t, v, s, belief.fit, rng)


@kernel
def believe_in(
    tables: Array,
    knowledge: Array,
    states: Array,
    fit: Array,
    memories: Array,
    weights: Array,
    rng: Array,
    belief: Array,
) -> None:
    """`believe` for knowledge 0."""
    believe(tables[0], knowledge[0], states[0], fit, memories[0], weights, rng, belief[0])


@kernel
def deal_in(tables: Array, knowledge: Array, states: Array, fit: Array, rng: Array, belief: Array) -> None:
    """`deal_believed` into state 0."""
    deal_believed(tables[0], knowledge[0], states[0], fit, belief[0], rng)
