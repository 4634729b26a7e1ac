"""Deal everything again that a seat cannot know, and nothing else. Written from the rules, not from the views."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from perron import Game
from perron.editions import Edition
from perron.engine.sizes import KINDS, NONE, TICKETS, WILD
from perron.engine.state import OVER, SETUP

HIDDEN = frozenset(
    ("hand", "pile", "tickets", "dealt", "chosen", "ticket_pile", "known_to", "key", "block", "counter", "word")
)
"""The fields of a state that hold something hidden from somebody."""


def redeal(game: Game, viewer: int | None, rng: Random) -> Game:
    """The same game as far as the viewer (None: a spectator) can know, with all the rest dealt again."""
    other = game.copy()
    s = other.state
    _redeal_chance(s, rng)
    _redeal_cards(game.edition, s, viewer, rng)
    _redeal_tickets(game.edition, s, viewer, rng)
    if s["phase"] == SETUP:
        _choose_anew(game.edition, s, viewer, rng)
    return other


def _redeal_chance(s: Any, rng: Random) -> None:
    s["key"] = [rng.getrandbits(32) for _ in range(8)]
    s["block"] = [rng.getrandbits(32) for _ in range(16)]
    s["counter"], s["word"] = rng.getrandbits(16), rng.randrange(17)


def _known_of_hand(edition: Edition, s: Any, seat: int) -> list[int]:
    """Cards that everybody knows to be in a hand: those seen to come in, and those laid for a tunnel (RU-38)."""
    known: list[int] = s["seen"][seat].tolist()
    if s["tunnel_route"] != NONE and s["to_move"] == seat:
        colour, wilds = int(s["tunnel_colour"]), int(s["tunnel_wilds"])
        laid = [0] * KINDS
        laid[WILD] = wilds
        if colour != WILD:
            laid[colour] = edition.routes[int(s["tunnel_route"])].cards - wilds
        known = [max(pair) for pair in zip(known, laid, strict=True)]
    return known


def _redeal_cards(edition: Edition, s: Any, viewer: int | None, rng: Random) -> None:
    """Shuffle the unknown cards of all other hands and the pile together; every hand keeps its size."""
    others = [seat for seat in range(s["seats"]) if seat != viewer]
    unknown = [kind for kind in range(KINDS) for _ in range(s["pile"][kind])]
    sizes = []
    for seat in others:
        known = _known_of_hand(edition, s, seat)
        free = [kind for kind in range(KINDS) for _ in range(s["hand"][seat][kind] - known[kind])]
        s["hand"][seat] = known
        sizes.append(len(free))
        unknown += free
    rng.shuffle(unknown)
    for seat, size in zip(others, sizes, strict=True):
        for _ in range(size):
            s["hand"][seat][unknown.pop()] += 1
    s["pile"] = 0
    for kind in unknown:
        s["pile"][kind] += 1


@dataclass
class _Slot:
    """A place where a ticket lies that the viewer does not know."""

    ticket: int
    owner: int | None
    """The seat that holds it or chooses from it; None in the pile and in the box."""
    field: str
    place: int
    """Which of its owner's offer, or where in the ring of the pile."""
    known_to: int
    long: bool | None
    """What everybody knows of it: a long ticket, a regular one, or either."""


def _members(words: Any) -> list[int]:
    return [64 * w + i for w, word in enumerate(words.tolist()) for i in range(64) if word >> i & 1]


def _slots(edition: Edition, s: Any, viewer: int | None) -> list[_Slot]:
    slots: list[_Slot] = []
    seen: set[int] = set()
    for seat in range(s["seats"]):
        kept, offer = _members(s["tickets"][seat]), [t for t in s["dealt"][seat].tolist() if t != NONE]
        seen |= {*kept, *offer, *_members(s["completed"][seat])}
        if seat == viewer or s["phase"] == OVER:
            continue  # at the end all tickets are shown
        if edition.swap_tickets:
            slots += [_Slot(ticket, seat, "dealt", i, 0, None) for i, ticket in enumerate(offer)]
            continue
        slots += [_Slot(ticket, seat, "tickets", 0, 0, None) for ticket in kept]
        at_setup = bool(s["phase"] == SETUP)
        slots += [
            _Slot(ticket, seat, "dealt", i, 0, at_setup and i < edition.setup.long_tickets)
            for i, ticket in enumerate(offer)
        ]
    mine = 0 if viewer is None else 1 << viewer
    for i in range(s["tickets_left"]):
        place = (int(s["ticket_top"]) + i) % TICKETS
        ticket = int(s["ticket_pile"][place])
        seen.add(ticket)
        if not s["known_to"][ticket] & mine:
            slots.append(_Slot(ticket, None, "ticket_pile", place, int(s["known_to"][ticket]), False))
    slots += [
        _Slot(ticket, None, "box", 0, int(s["known_to"][ticket]), None)
        for ticket in range(len(edition.tickets))
        if ticket not in seen and not s["known_to"][ticket] & mine
    ]
    return slots


def _fits(edition: Edition, slots: list[_Slot], tickets: list[int]) -> bool:
    """Whether tickets can lie so: long ones where they may, and no hand with more of them than were dealt."""
    held = [0] * 8
    for slot, ticket in zip(slots, tickets, strict=True):
        long = edition.tickets[ticket].long
        if slot.long is not None and slot.long != long:
            return False
        if slot.field == "tickets" and slot.owner is not None:
            held[slot.owner] += long
    return max(held) <= edition.setup.long_tickets


def _shuffled(edition: Edition, slots: list[_Slot], rng: Random) -> list[int]:
    """The tickets of the slots in another order: long and regular ones swapped where both may lie."""
    tickets = [slot.ticket for slot in slots]
    for _ in range(20):
        by_kind = {long: [t for t in tickets if edition.tickets[t].long == long] for long in (True, False)}
        for part in by_kind.values():
            rng.shuffle(part)
        either = [slot for slot in slots if slot.long is None]
        surely = {long: sum(slot.long is long for slot in slots) for long in (True, False)}
        kinds = [True] * (len(by_kind[True]) - surely[True]) + [False] * (len(by_kind[False]) - surely[False])
        rng.shuffle(kinds)
        assert len(kinds) == len(either)
        wanted = iter(kinds)
        dealt = [by_kind[next(wanted) if slot.long is None else slot.long].pop() for slot in slots]
        if _fits(edition, slots, dealt):
            return dealt
    return tickets


def _redeal_tickets(edition: Edition, s: Any, viewer: int | None, rng: Random) -> None:
    slots = _slots(edition, s, viewer)
    dealt = _shuffled(edition, slots, rng)
    for slot in slots:
        if slot.owner is not None and (slot.field == "tickets" or edition.swap_tickets):
            s["tickets"][slot.owner] = 0
        s["known_to"][slot.ticket] = 0
    for slot, ticket in zip(slots, dealt, strict=True):
        s["known_to"][ticket] = slot.known_to
        if slot.field == "ticket_pile":
            s["ticket_pile"][slot.place] = ticket
        elif slot.owner is not None:
            if slot.field == "dealt":
                s["dealt"][slot.owner][slot.place] = ticket
            if slot.field == "tickets" or edition.swap_tickets:
                s["tickets"][slot.owner][ticket // 64] |= 1 << (ticket % 64)


def _choose_anew(edition: Edition, s: Any, viewer: int | None, rng: Random) -> None:
    """Setup: those who have chosen have chosen anything that is allowed (RU-33)."""
    for seat in range(s["seats"]):
        offer = sum(ticket != NONE for ticket in s["dealt"][seat].tolist())
        if seat != viewer and s["chosen"][seat]:
            s["chosen"][seat] = rng.choice(
                [mask for mask in range(1 << offer) if mask.bit_count() >= edition.setup.keep]
            )
