"""What could have come when chance answered an action: the games it could have led to, with their chances.

The chances are those of the real game, whose hidden cards are known but not the order of its piles. Cards are
enumerated, the first few of an action, and the rest sampled; so are tickets. Samples come from a generator of
their own: they do not depend on what really came.
"""

from __future__ import annotations

import random

import numpy as np

from perron.engine import chance, entries
from perron.engine.sizes import TICKETS, TUNNEL
from perron.engine.state import STATE

ENUMERATED = TUNNEL
"""Cards of one action whose every sequence is tried: a tunnel's three. Only a display that is cleared takes more."""
SAMPLES = 32
"""Orders of the ticket pile that are tried."""


def outcomes(
    tables: np.ndarray, before: bytes, action: int, rng: random.Random, samples: int = SAMPLES
) -> dict[bytes, float]:
    """The games that a legal action can lead to, each with its chance; a single one where chance has no part.

    Where cards or tickets are sampled, the mean of any value over these is right on average over the samples.
    """
    found: dict[bytes, float] = {}
    _add_cards(tables, before, action, rng, 1.0, found)
    places = unknown_places(before)
    if len(places) < 2 or not any(_ticket_top(after) != _ticket_top(before) for after in found):
        return found
    found.clear()
    tickets = sorted(_state(before)[0]["ticket_pile"][places].tolist())  # the real order must not show
    for _ in range(samples):
        rng.shuffle(tickets)
        other = _state(before)
        other[0]["ticket_pile"][places] = tickets
        _add_cards(tables, other.tobytes(), action, rng, 1 / samples, found)
    return found


def unknown_places(game: bytes) -> list[int]:
    """Where in the ring of the ticket pile the tickets lie that were shuffled at setup and not drawn since.

    Their order is uniform whatever else is known. Where the others lie is known to who gave them back.
    """
    s = _state(game)[0]
    ring = ((int(s["ticket_top"]) + i) % TICKETS for i in range(int(s["tickets_left"])))
    return [place for place in ring if s["known_to"][s["ticket_pile"][place]] == 0]


def _state(game: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(game), STATE)


def _ticket_top(game: bytes) -> int:
    return int(_state(game)[0]["ticket_top"])


def _add_cards(
    tables: np.ndarray, before: bytes, action: int, rng: random.Random, weight: float, found: dict[bytes, float]
) -> None:
    """Add the games that the cards can lead to, for one order of the ticket pile."""
    todo: list[tuple[tuple[int, ...], float]] = [((), weight)]
    while todo:
        answers, share = todo.pop()
        states = _state(before)
        tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.array(answers, np.int32))
        entries.play_legal(tables, states, 0, action, tape)
        if tape[chance.FAULT] == chance.TAPE_SHORT:
            kinds = chance.question(tape)[1]
            if len(answers) < ENUMERATED:
                total = sum(n for _, n in kinds)
                todo += [((*answers, kind), share * n / total) for kind, n in kinds]
            else:
                (kind,) = rng.choices([kind for kind, _ in kinds], [n for _, n in kinds])
                todo.append(((*answers, kind), share))
            continue
        states[0]["tunnel_shown"].sort()  # their order says nothing, and leaves fewer games to judge
        after = states.tobytes()
        found[after] = found.get(after, 0.0) + share
