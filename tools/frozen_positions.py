"""Write the frozen positions: `python -m tools.frozen_positions`. Another file gives every bot another version.

No bot has a hand in them: the games are played by chance, with a taste for long routes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random

from perron.bots import frozen
from perron.editions import load, names
from perron.engine import actions as ints
from perron.game import Game
from perron.keys import seed_key

_RARELY = {ints.DRAW_TICKETS: 0.12, ints.STATION: 0.3, ints.SWAP_TICKETS: 0.1, ints.PASS: 0.01}
_BY_PHASE = {"setup": 1, "turn": 6, "second_card": 2, "keep_tickets": 2, "tunnel": 2}
"""How many positions of a phase are asked about in a game."""


def _chosen(game: Game, chance: Random) -> int:
    """A kind of action by chance, then mostly the longest of its claims, or any."""
    by_kind: dict[int, list[int]] = defaultdict(list)
    for number in game.legal_numbers("one").tolist():
        by_kind[number >> 16].append(number)
    kinds = sorted(by_kind)
    kind = chance.choices(kinds, [_RARELY.get(kind, 1.0) for kind in kinds])[0]
    if kind == ints.CLAIM and chance.random() < 0.7:
        return max(by_kind[kind], key=lambda number: game.edition.routes[number >> 8 & 255].cards)
    return chance.choice(by_kind[kind])


def played(edition: str, seats: int) -> dict[str, object]:
    """A game and the positions of it that are asked about, as they stand in the file."""
    key = seed_key(f"frozen {edition} {seats}")
    game, chance = Game(edition, seats, key=key), Random(f"{edition} {seats}")
    found: dict[str, list[int]] = defaultdict(list)
    while (seat := game.to_move) is not None:
        if len(game.legal_numbers("one")) > 1:
            found[game.view(seat).phase].append(len(game.moves))
        game.play(_chosen(game, chance))
    asked = set()
    for phase, places in found.items():
        n = min(_BY_PHASE[phase], len(places))
        asked |= {places[i * (len(places) - 1) // max(1, n - 1)] for i in range(n)}
    return {
        "edition": edition,
        "seats": seats,
        "key": key.hex(),
        "ask_before": sorted(asked),
        "hash": game.state_hash(),
        "actions": [str(move.action) for move in game.moves],
    }


def main() -> None:
    """Write the file."""
    lines = []
    for edition in names():
        fewest, most = load(edition).players
        lines += [json.dumps(played(edition, seats), separators=(",", ":")) for seats in range(fewest, most + 1)]
    Path(frozen.__file__).with_name(frozen.FILE).write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
