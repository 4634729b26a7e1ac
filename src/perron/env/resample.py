"""Determinisation: a whole game dealt again from what one seat knows.

What "uniform over the deals consistent with a view" means here. A view says how many cards and tickets lie in every
hidden place, and which of them the seat knows. A deal says which card and which ticket lies in each of these places,
and all deals that the rules allow are equally likely:

- **Cards** are single cards, alike as they may look: two unseen reds are two ways to put a red into a hand. Cards that
  everybody saw a seat take and not pay, or lay for a tunnel, are in its hand. A display with enough wilds that it
  should have been cleared lies there only if a reset could not end (RU-1): then the pile has hardly any other card.
- **Tickets** that the seat holds, is offered, sees lie open or gave back are where it knows them to be, those in the
  pile at their places. All others are unseen. What another seat is offered has an order, and so has the pile.
- **Long tickets** come at setup alone. Where what is given back then leaves the game, a deal says of every other seat
  which tickets it was dealt at setup (a given number of them long), which of these it kept (no fewer than it must) and
  which it has kept since, in numbers that fit the view; every such deal is one of the equally likely. This is what
  fair dealing and a blind choice make likely, and not the same as to take all hands of tickets for equally likely:
  a hand without a long ticket says that the seat had one, of which several may be the one it gave back.
- **Setup**: a seat that has chosen has chosen any lawful part of its offer.
- **Open tickets**: one that a seat's own network joins would lie open, so nobody holds one of these.

Nothing is weighed by what a player would sensibly keep, draw or build: `perron.bots.deal` does that. A view holds no
history either, so what only the course of the game tells (who gave back which ticket that lies in the pile) is not
dealt: other seats know of no ticket in the pile. Passes in a row count from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perron.bots.deal import choose_at_setup, lay_seen_cards, take_unseen, unknown_cards
from perron.bots.view_encoding import knowledge_of
from perron.editions import Edition, known_edition
from perron.engine import bits, tunnels
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.network import joined
from perron.engine.rng import cheap_below, cheap_word
from perron.engine.sizes import NONE, OFFER, SEATS, TICKETS, TUNNEL, WILD
from perron.engine.state import LAST_ROUND, NO_ROUTES, SETUP, STATE
from perron.engine.tables import tables_of
from perron.errors import PerronError
from perron.game import Game
from perron.view import View

_WORD = np.uint64(0xFFFFFFFF)
_TRIES = 1 << 20  # deals of open tickets, of which one in some thousands fits at worst
_REGULAR, _LONG, _KEPT = 0, 1, 2  # rows of the scratch


def resample(view: View, rng: np.random.Generator | int, edition: Edition | None = None) -> Game:
    """A game that agrees with all that a seat has seen, the rest dealt again: uniform over the deals that fit its view.

    The module's text says what that means. The game is the view's own in everything the seat can see; hands, tickets,
    piles and the key of its chance are new. It has no past: `moves` is empty, and no record can be made of it. An
    edition of one's own is given along, since a view names it by its id alone. Raises PerronError for the view of a
    spectator, of a game that is over, and of a position that no deal fits.

    Nearly all the time goes into reading the view: a planner that needs many deals reads it once, or takes
    `Game.knowledge`, and calls the compiled `deal_into`.
    """
    if view.seat is None or view.outcome is not None:
        raise PerronError("only what a seat sees of a game that goes on can be dealt again")
    edition = known_edition(view.edition, edition, view.rules)
    states = np.zeros(1, STATE)
    seed = np.random.default_rng(rng).integers(0, 1 << 64, 1, np.uint64)
    if not deal_into(tables_of(edition), knowledge_of(view, edition), 0, states, 0, new_scratch(), seed):
        raise PerronError("no deal agrees with this view")
    game = Game.__new__(Game)
    game.edition = edition
    game._begin(states[0]["key"].astype("<u4").tobytes(), None)
    game._raw[:] = states.view(np.uint8)
    return game


def new_scratch() -> NDArray[np.int8]:
    """Scratch space for `deal_into`: rows of tickets, the last number of each being how many there are."""
    return np.zeros((SEATS + 1, TICKETS + 1), np.int8)


@kernel
def deal_into(tables: Array, knowledge: Array, i: Int, states: Array, j: Int, scratch: Array, rng: Array) -> Int:
    """Deal state j again from knowledge i; false if no deal agrees with it. `rng` is a word of the cheap generator."""
    t, v = tables[0], knowledge[i]
    states[j] = v.s
    s = states[j]
    for k in range(8):
        s.key[k] = np.uint32(cheap_word(rng) & _WORD)
    _infer_last_reason(t, s)
    _deal_cards(t, v, s, rng)
    if t.swap_tickets or (t.open_tickets and s.phase != SETUP):
        return _deal_open(t, v, s, scratch, rng)
    _deal_tickets(t, v, s, scratch, rng)
    return True


@kernel
def _infer_last_reason(t: Record, s: Record) -> None:
    """A last round began because somebody ran low on pieces, or else because nobody can claim."""
    if s.last_round > 0:
        s.last_reason = NO_ROUTES
        for q in range(s.seats):
            if s.pieces[q, 0] + s.pieces[q, 1] <= t.last_round_at:
                s.last_reason = LAST_ROUND


@kernel
def _wide_below(rng: Array, n: Int) -> Int:
    """A uniform number in 0..n-1, also where n has more than 32 bits."""
    bound = np.uint64(n)
    mask = ~np.uint64(0)
    while mask >> np.uint64(1) >= bound:
        mask >>= np.uint64(1)
    x = cheap_word(rng) & mask
    while x >= bound:
        x = cheap_word(rng) & mask
    return np.int64(x)


@kernel
def _falling(n: Int, k: Int) -> Int:
    """n (n - 1) … down to k factors."""
    product = np.int64(1)
    for i in range(k):
        product *= n - i
    return product


@kernel
def _binomial(n: Int, k: Int) -> Int:
    """How many sets of k there are among n."""
    return _falling(n, k) // _falling(k, k)


# cards


@kernel
def _see_laid_cards(t: Record, s: Record) -> None:
    """Cards laid for a tunnel have been seen."""
    if s.tunnel_route != NONE:
        # What a seat knows counts cards laid for a tunnel apart; everybody has seen them all the same.
        if s.tunnel_colour != WILD:
            s.seen[s.to_move, s.tunnel_colour] += tunnels.laid(t, s)
        s.seen[s.to_move, WILD] += s.tunnel_wilds


@kernel
def _piles_with(others: Int, wilds: Int, size: Int, n: Int, low: Int, high: Int) -> Int:
    """How many piles of a size have n other cards than wilds, times a number that is the same for low <= n <= high."""
    return _binomial(others, n) * _falling(size - low, n - low) * _falling(wilds - size + high, high - n)


@kernel
def _others_in_pile(t: Record, s: Record, rng: Array) -> Int:
    """How many cards of the pile are no wilds, where the display tells something of that; NONE where it does not.

    A display that should have been cleared lies there because pile, discards and display have too few other cards.
    """
    if t.display == 0 or s.display_wilds < t.reset_at:
        return np.int64(NONE)
    most = np.int64(t.display) - t.reset_at - s.display_size + s.display_wilds
    others = np.int64(0)
    for k in range(WILD):
        most -= s.discards[k]
        others += s.pile[k]
    for i in range(TUNNEL):
        if s.tunnel_shown[i] != NONE and s.tunnel_shown[i] != WILD:
            most -= 1
    wilds, size = np.int64(s.pile[WILD]), np.int64(s.pile_size)
    low, high = max(np.int64(0), size - wilds), min(most, others, size)
    if low > high:
        return np.int64(NONE)  # a position that no game comes to
    total = np.int64(0)
    for n in range(low, high + 1):
        total += _piles_with(others, wilds, size, n, low, high)
    r = _wide_below(rng, total)
    stay = low
    r -= _piles_with(others, wilds, size, stay, low, high)
    while r >= 0:
        stay += 1
        r -= _piles_with(others, wilds, size, stay, low, high)
    return stay


@kernel
def _deal_cards(t: Record, v: Record, s: Record, rng: Array) -> None:
    """Other hands get what they were seen to hold and unknown cards; the rest is the pile."""
    _see_laid_cards(t, s)
    lay_seen_cards(t, v, s)
    stay = _others_in_pile(t, s, rng)
    others = np.int64(0)
    for k in range(WILD):
        others += s.pile[k]
    wilds = np.int64(s.pile[WILD])
    if stay != NONE:
        wilds -= s.pile_size - stay  # those that go into hands
    for q in range(s.seats):
        if q != v.seat:
            for _ in range(unknown_cards(v, s, q)):
                if stay == NONE:
                    k = take_unseen(s, others + wilds, rng)
                    wilds -= 1
                elif cheap_below(rng, others - stay + wilds) < wilds:
                    k = WILD
                    s.pile[WILD] -= 1
                    wilds -= 1
                else:
                    k = take_unseen(s, others, rng)
                    others -= 1
                s.hand[q, k] += 1


# tickets


@kernel
def _put(row: Array, ticket: Int) -> None:
    row[row[TICKETS]] = ticket
    row[TICKETS] += 1


@kernel
def _draw(row: Array, rng: Array) -> Int:
    """Take a random ticket out of a row that is not empty; it stays behind the others."""
    last = np.int64(row[TICKETS]) - 1
    i = cheap_below(rng, last + 1)
    ticket = np.int64(row[i])
    row[i] = row[last]
    row[last] = ticket
    row[TICKETS] = last
    return ticket


@kernel
def _is_unseen(s: Record, seat: Int, ticket: Int) -> Int:
    """Whether the seat does not know where a ticket is; other seats hold none yet."""
    if s.known_to[ticket]:
        return False
    word, one = ticket >> 6, bits.bit(ticket)
    for q in range(s.seats):
        if (s.completed[q, word] | s.tickets[q, word]) & one:
            return False
    for i in range(OFFER):
        if s.dealt[seat, i] == ticket:
            return False
    return True


@kernel
def _hold(s: Record, q: Int, ticket: Int) -> None:
    s.tickets[q, ticket >> 6] |= bits.bit(ticket)


@kernel
def _fill_pile(s: Record, row: Array, rng: Array) -> None:
    """The places of the ticket pile that the seat does not know."""
    for i in range(s.tickets_left):
        if s.ticket_pile[i] == NONE and row[TICKETS] > 0:
            s.ticket_pile[i] = _draw(row, rng)


@kernel
def _deal_tickets(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> None:
    regular, long = scratch[_REGULAR], scratch[_LONG]
    regular[TICKETS] = 0
    long[TICKETS] = 0
    for ticket in range(t.tickets):
        if _is_unseen(s, v.seat, ticket):
            _put(long if t.long_tickets[ticket >> 6] & bits.bit(ticket) else regular, ticket)
    if s.phase == SETUP:
        _deal_setup(t, v, s, scratch, rng)
        _fill_pile(s, regular, rng)
        return
    if t.setup_under:
        # All but the long tickets that were never dealt are in the game, and any of them may be anywhere.
        longs = bits.count(t.long_tickets[0]) + bits.count(t.long_tickets[1])
        while long[TICKETS] > longs - t.setup_long * s.seats:
            _put(regular, _draw(long, rng))
        _deal_held(v, s, regular, scratch[_KEPT], False, rng)
    elif _choose_how_many_kept(t, v, s, scratch, rng):
        _deal_setup_hands(t, v, s, scratch, rng)
        _deal_held(v, s, regular, scratch[_KEPT], True, rng)
    else:
        # A position that no game comes to: only what lies in the pile is regular for sure.
        _fill_pile(s, regular, rng)
        while long[TICKETS] > 0:
            _put(regular, _draw(long, rng))
        _deal_held(v, s, regular, scratch[_KEPT], False, rng)
    _fill_pile(s, regular, rng)


@kernel
def _deal_setup(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> None:
    """Other seats' first offers, the long tickets first, and what those have kept who have chosen."""
    for q in range(s.seats):
        if q != v.seat:
            for i in range(v.offer_count[q]):
                s.dealt[q, i] = _draw(scratch[_LONG if i < t.setup_long else _REGULAR], rng)
            if q < s.to_move:
                choose_at_setup(t, s, q, rng)


@kernel
def _weight(dealt: Int, held: Int, kept: Int, most: Int, even: Int) -> Int:
    """How many deals there are in which a seat has kept that many tickets at setup, times a number that `kept` sets.

    Which of those dealt it kept, and which of those it holds they are. Powers of `even` keep the weights within
    bounds; as the seats' numbers have a given sum, they change nothing.
    """
    weight = _binomial(dealt, kept) * _falling(held, kept)
    for _ in range(most - kept):
        weight *= even
    return weight


@kernel
def _is_taken(dealt: Int, held: Int, kept: Int, least: Int, even: Int, rng: Array) -> Int:
    """True with a chance in proportion to the number's weight."""
    most = min(dealt, held)
    top = np.int64(0)
    for n in range(least, most + 1):
        top = max(top, _weight(dealt, held, n, most, even))
    return _wide_below(rng, top) < _weight(dealt, held, kept, most, even)


@kernel
def _choose_how_many_kept(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> Int:
    """How many tickets each other seat kept at setup: their sum is known. False if no numbers fit the view."""
    kept = scratch[_KEPT]
    dealt = np.int64(t.setup_long) + t.setup_tickets
    least = min(np.int64(t.setup_keep), dealt)
    last, others, held, low, high = np.int64(NONE), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    places = np.int64(0)
    for q in range(s.seats):
        if q != v.seat:
            last = np.int64(q)
            others += 1
            held += v.ticket_count[q]
            places += v.offer_count[q]
            low += least
            high += min(dealt, np.int64(v.ticket_count[q]))
            if v.ticket_count[q] < least:
                return False
    for i in range(s.tickets_left):
        places += s.ticket_pile[i] == NONE
    # Regular tickets: all that others were dealt at setup, all that they have kept since, and the places.
    total = t.setup_tickets * others + held + places - scratch[_REGULAR, TICKETS]
    if total < low or total > high or scratch[_LONG, TICKETS] < t.setup_long * others:
        return False
    even = max(np.int64(1), held // others)
    while True:
        left, fits = total, True
        for q in range(s.seats):
            if q != v.seat and fits:
                n = np.int64(v.ticket_count[q])
                most = min(dealt, n)
                kept[q] = left if q == last else least + cheap_below(rng, most - least + 1)
                left -= kept[q]
                fits = least <= kept[q] <= most
                if fits and least * others < total < high:
                    fits = _is_taken(dealt, n, np.int64(kept[q]), least, even, rng)
        if fits:
            return True


@kernel
def _deal_setup_hands(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> None:
    """What each other seat was dealt at setup: a given number, any of them, it has kept; the rest left the game."""
    for q in range(s.seats):
        if q != v.seat:
            places = np.int64(t.setup_long) + t.setup_tickets
            keep = np.int64(scratch[_KEPT, q])
            for i in range(t.setup_long + t.setup_tickets):
                ticket = _draw(scratch[_LONG if i < t.setup_long else _REGULAR], rng)
                if cheap_below(rng, places) < keep:
                    _hold(s, q, ticket)
                    keep -= 1
                else:
                    s.known_to[ticket] = 1 << q
                places -= 1


@kernel
def _deal_held(v: Record, s: Record, row: Array, kept: Array, but_kept: Int, rng: Array) -> None:
    """What other seats hold (beside what they kept at setup) and are offered."""
    for q in range(s.seats):
        if q != v.seat:
            for _ in range(v.ticket_count[q] - (kept[q] if but_kept else 0)):
                if row[TICKETS] > 0:
                    _hold(s, q, _draw(row, rng))
            for i in range(v.offer_count[q]):
                if row[TICKETS] > 0:
                    s.dealt[q, i] = _draw(row, rng)


@kernel
def _deal_open(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> Int:
    """Where tickets lie open or are swapped: each seat's from those it can hold, again if two seats have the same."""
    pile = scratch[SEATS]
    for q in range(s.seats):
        scratch[q, TICKETS] = 0
    for ticket in range(t.tickets):
        if _is_unseen(s, v.seat, ticket):
            for q in range(s.seats):
                completed = t.open_tickets and joined(t, s, q, t.ticket_a[ticket], t.ticket_b[ticket])
                if q != v.seat and not completed:
                    _put(scratch[q], ticket)
    for _ in range(_TRIES):
        if _try_open(t, v, s, scratch, rng):
            pile[TICKETS] = 0
            for ticket in range(t.tickets):
                if _is_unseen(s, v.seat, ticket):
                    _put(pile, ticket)
            for q in range(s.seats):
                if q != v.seat:
                    for i in range(v.offer_count[q]):
                        s.dealt[q, i] = _draw(pile, rng)
            _fill_pile(s, pile, rng)
            return True
    return False


@kernel
def _try_open(t: Record, v: Record, s: Record, scratch: Array, rng: Array) -> Int:
    for q in range(s.seats):
        if q != v.seat:
            s.tickets[q, 0] = 0
            s.tickets[q, 1] = 0
    for q in range(s.seats):
        if q != v.seat:
            size = scratch[q, TICKETS]
            fits = size >= v.ticket_count[q]
            for i in range(v.ticket_count[q] if fits else 0):
                ticket = _draw(scratch[q], rng)
                if _is_unseen(s, v.seat, ticket):
                    _hold(s, q, ticket)
                    if t.swap_tickets:
                        s.dealt[q, i] = ticket
                else:
                    fits = False
            scratch[q, TICKETS] = size
            if not fits:
                return False
    return True
