"""What speaks for claims and for tickets by their facts, in compiled code and whole numbers, as `evaluating` has it."""

import numpy as np

from perron.engine.compiled import Array, Int, kernel
from perron.learned.evaluating import pass_on
from perron.learned.facts import PAYMENT_FACTS, PRINTED, ROUTE_FACTS, TICKET_FACTS
from perron.learned.network import BY_FACTS, FINE

_PAYMENTS_FINE, _ROUTES_FINE, _TICKETS_FINE = 6, 7, 9  # where in `Network.kernel_arrays` bits after the point stand
# The marks of `kernel_facts`, in its order.
_FIRST, _SEATS, _KINDS, _ROUTES, _NUMBER, _KEEP, _CHOICES, _OFFERED = range(8)
_PLANNED, _PATHS, _OWNED, _OPEN, _HAND, _PLAN_CARDS, _OFFER, _WITHIN_REACH, _CARDS, _PIECES, _JOINED = range(8, 19)
_ROUTE_WIDTH, _TICKET_WIDTH = BY_FACTS["routes"], BY_FACTS["tickets"]
_PRINTED, _OF_ROUTE, _OF_PAYMENT, _OF_TICKET = len(PRINTED), len(ROUTE_FACTS), len(PAYMENT_FACTS), len(TICKET_FACTS)
_NOT_YET = -1e18


@kernel
def _count_taken(facts: Array, inputs: Array, taken: Array) -> None:
    """How many of each route's tracks are one's own, into taken[0], and others', into taken[1]."""
    marks = facts[6]
    routes, owned = marks[_ROUTES], marks[_OWNED]
    for r in range(routes):
        taken[0, r] = np.float64(inputs[owned + r])
        taken[1, r] = 0.0
    for q in range(1, marks[_SEATS]):
        for r in range(routes):
            taken[1, r] += np.float64(inputs[owned + q * routes + r])


@kernel
def _write_route_facts(facts: Array, inputs: Array, taken: Array, r: Int, out: Array) -> None:
    """The facts of a route, in the order of `ROUTE_FACTS`."""
    _, printed, near, twins, _, _, marks = facts
    for i in range(_PRINTED):
        out[i] = np.float64(printed[r, i])
    own, others, i = 0.0, 0.0, 0
    while near[r, i] >= 0:
        own += taken[0, near[r, i]]
        others += taken[1, near[r, i]]
        i += 1
    out[_PRINTED] = np.float64(inputs[marks[_PLANNED] + r])
    out[_PRINTED + 1] = np.float64(inputs[marks[_PATHS] + r])
    out[_PRINTED + 2] = own
    out[_PRINTED + 3] = others
    out[_PRINTED + 4] = np.float64(inputs[marks[_OPEN] + twins[r]]) if twins[r] >= 0 else 0.0


@kernel
def write_payment_facts(facts: Array, inputs: Array, k: Int, out: Array) -> None:
    """The facts of the payment of claim k, in the order of `PAYMENT_FACTS`."""
    claims, marks = facts[0], facts[6]
    colour, most, price = claims[k, 1], claims[k, 2], claims[k, 3]
    wild = marks[_KINDS] - 1
    held = np.int64(inputs[marks[_HAND] + colour])
    used = min(held, most)
    wilds = price if colour == wild else price - used
    out[0] = np.float64(held - used)
    out[1] = np.float64(max(np.int64(0), np.int64(inputs[marks[_PLAN_CARDS] + colour]) - held + used))
    out[2] = np.float64(wilds)
    out[3] = np.float64(max(np.int64(0), np.int64(inputs[marks[_HAND] + wild]) - wilds))
    out[4] = 1.0 if colour == wild else 0.0


@kernel
def write_ticket_facts(facts: Array, inputs: Array, place: Int, out: Array) -> Int:
    """The facts of the ticket offered at a place, in the order of `TICKET_FACTS`; returns whether there is one."""
    tickets, marks = facts[4], facts[6]
    n = marks[_NUMBER]
    for k in range(n):
        if inputs[marks[_OFFER] + place * n + k]:
            out[0] = np.float64(tickets[k, 0])
            out[1] = np.float64(tickets[k, 1])
            out[2] = np.float64(inputs[marks[_WITHIN_REACH] + k])
            out[3] = np.float64(inputs[marks[_CARDS] + k])
            out[4] = np.float64(inputs[marks[_PIECES] + k])
            out[5] = np.float64(inputs[marks[_JOINED] + k])
            return True
    return False


@kernel
def _add_game(weight: Array, bias: Array, first: Int, last: Array, out: Array) -> None:
    """out = bias + last · weight, from row `first` on: what the last layer says to all alike."""
    for j in range(out.size):
        out[j] = bias[j]
    for i in range(last.size):
        if last[i] != 0:
            x = np.float64(last[i])
            for j in range(out.size):
                out[j] += x * np.float64(weight[first + i, j])


@kernel
def _speaks(head: Array, fine: Array, facts: Array, game: Array, sums: Array) -> float:
    """What speaks for a route or a ticket by its facts."""
    first, _, second, bias = head
    for j in range(sums.size):
        sums[j] = game[j]
    for i in range(facts.size):
        if facts[i] != 0:
            x = facts[i] * (1 << FINE)
            for j in range(sums.size):
                sums[j] += x * np.float64(first[i, j])
    pass_on(sums, fine[0])
    total = bias[0]
    for j in range(sums.size):
        total += sums[j] * np.float64(second[j, 0])
    answer: float = total * 0.5 ** (fine[1] + FINE)
    return answer


@kernel
def _add_claims(network: Array, facts: Array, inputs: Array, last: Array, mask: Array, out: Array) -> None:
    """Add to what speaks for each legal claim what the facts of its route and its payment say."""
    _, heads, routes, _, fine, _, _ = network
    claims, marks = facts[0], facts[6]
    any_claim = False
    for k in range(claims.shape[0]):
        any_claim |= mask[marks[_FIRST] + k] != 0
    if not any_claim:
        return
    of_route, of_payment, worth = np.empty(_OF_ROUTE), np.empty(_OF_PAYMENT), np.empty(_OF_PAYMENT)
    game, sums, known = np.empty(_ROUTE_WIDTH), np.empty(_ROUTE_WIDTH), np.full(marks[_ROUTES], _NOT_YET)
    taken = np.empty((2, marks[_ROUTES]))
    _count_taken(facts, inputs, taken)
    _add_game(routes[0], routes[1], _OF_ROUTE, last, game)
    _add_game(heads[6], heads[7], 0, last, worth)
    part = 0.5 ** (fine[_PAYMENTS_FINE] + FINE)
    for k in range(claims.shape[0]):
        if mask[marks[_FIRST] + k]:
            r = claims[k, 0]
            if known[r] == _NOT_YET:
                _write_route_facts(facts, inputs, taken, r, of_route)
                known[r] = _speaks(routes, fine[_ROUTES_FINE:], of_route, game, sums)
            write_payment_facts(facts, inputs, k, of_payment)
            total = 0.0
            for i in range(_OF_PAYMENT):
                total += of_payment[i] * worth[i]
            out[marks[_FIRST] + k] += known[r] + total * part


@kernel
def _add_tickets(network: Array, facts: Array, inputs: Array, last: Array, mask: Array, out: Array) -> None:
    """Add to what speaks for each choice of tickets what the facts of those say that are kept."""
    tickets, fine = network[3], network[4]
    kept, marks = facts[5], facts[6]
    any_choice = False
    for k in range(marks[_CHOICES]):
        any_choice |= mask[marks[_KEEP] + k] != 0
    if not any_choice:
        return
    told, game, sums = np.empty(_OF_TICKET), np.empty(_TICKET_WIDTH), np.empty(_TICKET_WIDTH)
    _add_game(tickets[0], tickets[1], _OF_TICKET, last, game)
    for place in range(marks[_OFFERED]):
        if write_ticket_facts(facts, inputs, place, told):
            speaks = _speaks(tickets, fine[_TICKETS_FINE:], told, game, sums)
            for k in range(marks[_CHOICES]):
                if kept[k, place] and mask[marks[_KEEP] + k]:
                    out[marks[_KEEP] + k] += speaks


@kernel
def add_by_facts(network: Array, facts: Array, inputs: Array, last: Array, mask: Array, out: Array) -> None:
    """Add to what speaks for each legal action what its facts say; `last` is what the last layer passes on."""
    _add_claims(network, facts, inputs, last, mask, out)
    _add_tickets(network, facts, inputs, last, mask, out)
