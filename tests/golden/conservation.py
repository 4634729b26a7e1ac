"""Nothing is lost and nothing is made: where every card, piece, ticket and bonus card of a game is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from perron import Game
from perron.editions import Edition
from perron.engine.sizes import NONE, TICKETS, WILD


def _set(words: Any) -> list[int]:
    return [64 * w + i for w, word in enumerate(words.tolist()) for i in range(64) if word >> i & 1]


def _card_faults(edition: Edition, s: Any) -> list[str]:
    deck = [edition.cards[colour] for colour in edition.colours]
    deck += [0] * (WILD - len(deck)) + [edition.cards["wild"]]
    open_cards = Counter(s["display"].tolist()) + Counter(s["tunnel_shown"].tolist())
    there = [
        int(s["hand"][:, kind].sum()) + int(s["pile"][kind]) + int(s["discards"][kind]) + open_cards[kind]
        for kind in range(WILD + 1)
    ]
    faults = [] if there == deck else [f"{there} cards of {deck}"]
    counted = {
        "pile_size": int(s["pile"].sum()),
        "discards_size": int(s["discards"].sum()),
        "display_size": int((s["display"] != NONE).sum()),
        "display_wilds": int((s["display"] == WILD).sum()),
    }
    faults += [f"{name} is {s[name]}, not {n}" for name, n in counted.items() if s[name] != n]
    for name in ("hand", "seen", "pile", "discards"):
        if (s[name] < 0).any():
            faults.append(f"less than no cards in {name}")
    if (s["seen"] > s["hand"]).any():
        faults.append("cards were seen that are not in the hand")
    return faults


def _piece_faults(edition: Edition, s: Any) -> list[str]:
    faults = []
    owners = Counter(route for seat in range(s["seats"]) for route in _set(s["owned"][seat]))
    faults += [f"{edition.routes[route].id} has two owners" for route, n in owners.items() if n > 1]
    for seat in range(s["seats"]):
        for i, kind in enumerate(edition.pieces):
            routes = [edition.routes[route] for route in _set(s["owned"][seat])]
            placed = sum(route.length for route in routes if route.piece == kind.id)
            if placed + s["pieces"][seat][i] != kind.count or s["pieces"][seat][i] < 0:
                faults.append(f"P{seat} has {s['pieces'][seat][i]} {kind.id} and placed {placed}")
    bonus = edition.bonus_cards
    if int(s["bonus"].sum()) + int(s["bonus_pile"]) != bonus or (s["bonus"] < 0).any() or s["bonus_pile"] < 0:
        faults.append(f"{s['bonus']} bonus cards and {s['bonus_pile']} in the pile, not {bonus} in all")
    return faults


def _ticket_faults(edition: Edition, s: Any) -> list[str]:
    pile = [int(s["ticket_pile"][(int(s["ticket_top"]) + i) % TICKETS]) for i in range(s["tickets_left"])]
    held = [ticket for seat in range(s["seats"]) for ticket in _set(s["tickets"][seat])]
    completed = [ticket for seat in range(s["seats"]) for ticket in _set(s["completed"][seat])]
    listed = [int(ticket) for ticket in s["dealt"][: s["seats"]].ravel() if ticket != NONE]
    if edition.swap_tickets:
        faults = [] if sorted(listed) == sorted(held) else ["the order of the tickets in hand is wrong"]
        there = Counter(pile + held + completed)
    else:
        faults = []
        there = Counter(pile + held + completed + listed)
    faults += [f"ticket {edition.tickets[t].id} is in {n} places" for t, n in there.items() if t < 0 or n > 1]
    # Europe's way: long tickets not dealt and tickets given back at setup leave the game unseen.
    if edition.setup.returned == "under" or edition.swap_tickets:
        faults += [f"ticket {t.id} is gone" for i, t in enumerate(edition.tickets) if not there[i]]
    else:
        gone = [t.id for i, t in enumerate(edition.tickets) if not there[i]]
        long = sum(ticket.long for ticket in edition.tickets) - edition.setup.long_tickets * int(s["seats"])
        dealt = edition.setup.tickets + edition.setup.long_tickets
        most = long + (dealt - edition.setup.keep) * int(s["seats"])
        faults += [] if long <= len(gone) <= most else [f"{len(gone)} tickets have left the game"]
    return faults


def faults(game: Game) -> list[str]:
    """What is lost, doubled or miscounted in a game; nothing, if all is well."""
    s, edition = game.state, game.edition
    return _card_faults(edition, s) + _piece_faults(edition, s) + _ticket_faults(edition, s)
