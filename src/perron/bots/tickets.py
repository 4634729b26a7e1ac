"""Which tickets to keep, and when to draw new ones."""

import numpy as np

from perron.bots.paths import FAR, add_path, best_colour, find_path, price_routes, usable
from perron.bots.plan import measure, plan_tickets, plan_turns, turns_left
from perron.bots.weights import KEEP_COST, MISHAP, MISHAP_COST, SURE, TICKET, weight
from perron.engine import bits, tickets
from perron.engine.actions import KEEP_TICKETS, action
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.network import other_end
from perron.engine.state import KEEP


@kernel
def _is_wanted(m: Record, ticket: Int) -> Int:
    if m.alone[ticket] == 0:
        return True
    for i in range(m.wanted_count):
        if m.wanted[i] == ticket:
            return True
    return False


@kernel
def _value_of_held(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """What the seat's tickets promise under the best plan for all of them together."""
    plan_tickets(t, s, p, m, w, left)
    value = -np.int64(m.total) * weight(s, w, KEEP_COST) // 16
    # A plan that fills every turn leaves nothing for mishaps.
    value -= max(np.int64(0), plan_turns(m) * 16 - left * weight(s, w, MISHAP)) * weight(s, w, MISHAP_COST)
    for word in range(2):
        held = s.tickets[p, word]
        while held:
            k = 64 * word + bits.lowest(held)
            held = bits.without_lowest(held)
            half = np.int64(t.ticket_points[k]) * weight(s, w, TICKET) // 2
            value += half if _is_wanted(m, k) else -half
    return value


@kernel
def choose_tickets(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """Keep the part of the offer that promises most together with what is held. The state is left as it was."""
    n = tickets.offered(s, p)
    least = tickets.must_keep(t, s)
    held0, held1 = s.tickets[p, 0], s.tickets[p, 1]
    price_routes(t, s, p, m, w)
    left = turns_left(t, s, w)
    if s.phase == KEEP:
        left -= 1  # this turn is used up
    best, most = 0, np.int64(-1) << 40
    for mask in range(1 << n):
        kept = 0
        s.tickets[p, 0] = held0
        s.tickets[p, 1] = held1
        for i in range(n):
            if (mask >> i) & 1:
                kept += 1
                k = s.dealt[p, i]
                s.tickets[p, k >> 6] |= bits.bit(k)
        if kept >= least:
            value = _value_of_held(t, s, p, m, w, left)
            if value > most:
                most = value
                best = mask
    s.tickets[p, 0] = held0
    s.tickets[p, 1] = held1
    return action(KEEP_TICKETS, best, 0, 0)


@kernel
def _may_be_in_pile(t: Record, s: Record, p: Int, ticket: Int) -> Int:
    """Whether the seat cannot rule out that a regular ticket lies in the pile."""
    one = bits.bit(ticket)
    if (t.long_tickets[ticket >> 6] | s.tickets[p, ticket >> 6]) & one:
        return False
    if s.known_to[ticket] == 0:
        return True
    for i in range(s.tickets_left):
        if s.ticket_pile[i] == ticket:
            return True
    return False


@kernel
def _path_fits(t: Record, s: Record, p: Int, m: Record, start: Int, goal: Int, left: Int, spare: Int) -> Int:
    """Whether pieces and turns suffice for the path that was found, on top of the plan."""
    first, second = np.int64(m.pieces[0]), np.int64(m.pieces[1])
    claims, missing = np.int64(0), np.int64(0)
    city = goal
    while city != start:
        r = np.int64(m.by[city])
        city = np.int64(other_end(t, r, city))
        if not (s.owned[p, r >> 6] | m.plan[r >> 6]) & bits.bit(r):
            claims += 1
            missing += t.price[r] - min(s.hand[p, best_colour(t, s, p, r)], t.price[r] - t.symbols[r])
            if t.piece[r] == 0:
                first += t.length[r]
            else:
                second += t.length[r]
    return (
        first <= s.pieces[p, 0]
        and second <= s.pieces[p, 1]
        and (claims + (missing + 1) // 2) * 16 <= (left - 1) * spare
    )


@kernel
def _find_path_beside(t: Record, s: Record, p: Int, m: Record, ticket: Int) -> Int:
    """What a ticket would cost once the plan is done."""
    u0, u1 = usable(t, s, p)
    free0, free1 = s.owned[p, 0] | m.plan[0], s.owned[p, 1] | m.plan[1]
    return find_path(t, m, u0, u1, free0, free1, np.int64(t.ticket_a[ticket]), np.int64(t.ticket_b[ticket]))


@kernel
def _marginal_value(t: Record, s: Record, p: Int, m: Record, w: Array, ticket: Int, left: Int) -> Int:
    """What a ticket would be worth beside the plan, with `left` turns for it."""
    a, b = np.int64(t.ticket_a[ticket]), np.int64(t.ticket_b[ticket])
    cost = _find_path_beside(t, s, p, m, ticket)
    half = np.int64(t.ticket_points[ticket]) * weight(s, w, TICKET) // 2
    fits = cost < FAR and _path_fits(t, s, p, m, a, b, left, weight(s, w, SURE))
    return half - cost * weight(s, w, KEEP_COST) // 16 if fits else -half


@kernel
def _plan_also(t: Record, s: Record, p: Int, m: Record, ticket: Int) -> None:
    """Add the cheapest path for a ticket to the plan."""
    _find_path_beside(t, s, p, m, ticket)
    m.trial[0] = m.plan[0]
    m.trial[1] = m.plan[1]
    add_path(t, m, np.int64(t.ticket_a[ticket]), np.int64(t.ticket_b[ticket]))
    m.plan[0] = m.trial[0] & ~s.owned[p, 0]
    m.plan[1] = m.trial[1] & ~s.owned[p, 1]
    measure(t, s, p, m)


@kernel
def _best_offered(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int, mask: Int, n: Int) -> Int:
    """Of the n tickets offered the one that promises most beside the plan, except those in the mask, and how much."""
    best, most = 0, np.int64(-1) << 40
    for i in range(n):
        if not (mask >> i) & 1:
            value = _marginal_value(t, s, p, m, w, np.int64(s.dealt[p, i]), left - plan_turns(m))
            if value > most:
                most = value
                best = i
    return best, most


@kernel
def keep_quickly(t: Record, s: Record, p: Int, m: Record, w: Array) -> Int:
    """Keep the offered ticket that fits the present plan best, then each that still promises something."""
    n = tickets.offered(s, p)
    least = tickets.must_keep(t, s)
    price_routes(t, s, p, m, w)
    left = turns_left(t, s, w) - 1  # this turn is used up
    mask = 0
    for kept in range(n):
        best, value = _best_offered(t, s, p, m, w, left, mask, n)
        if kept >= least and value <= 0:
            break
        mask |= 1 << best
        if value > 0:
            _plan_also(t, s, p, m, np.int64(s.dealt[p, best]))
    return action(KEEP_TICKETS, mask, 0, 0)


@kernel
def _collect_prospects(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """Values of all tickets that may come once the plan is done, sorted from the best; how many."""
    n = 0
    for k in range(t.tickets):
        if not _may_be_in_pile(t, s, p, k):
            continue
        value = _marginal_value(t, s, p, m, w, np.int64(k), left)
        j = n
        while j > 0 and m.prospect[j - 1] < value:
            m.prospect[j] = m.prospect[j - 1]
            j -= 1
        m.prospect[j] = value
        n += 1
    return n


@kernel
def ticket_prospect(t: Record, s: Record, p: Int, m: Record, w: Array, left: Int) -> Int:
    """Expected value of the best of the tickets that a draw would offer; at least one has to be kept."""
    n = _collect_prospects(t, s, p, m, w, left)
    drawn = min(np.int64(t.draw_tickets), np.int64(s.tickets_left), n)
    # The i-th best is the best of the draw if it is drawn and none of the better ones is.
    value, none_yet = np.int64(0), np.int64(1) << 16
    for i in range(n - drawn + 1):
        chance = none_yet * drawn // (n - i)
        value += m.prospect[i] * chance
        none_yet -= chance
    return value >> 16
