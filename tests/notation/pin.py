"""The order and the numbers of legal actions, pinned: one file an edition, written by `python -m tests.notation.pin`.

Learning code and saved policies rest on both, so a change here is a new rules version of the edition.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from perron import Game
from perron.editions import Edition, load
from tests.every_version import EVERY

FOLDER = Path(__file__).parent / "pinned"
_GAMES = 3
_SAMPLE = 12
_EVERY = 4
_LISTED = ((0, 0), (0, 8), (1, 20), (2, 32))
"""Game and number of actions played, where the list is shown as well as digested."""


def _listing(game: Game, payments: str) -> Iterator[str]:
    numbers = game.legal_numbers(payments).tolist()
    actions = game.legal_actions(payments)
    step = max(1, len(numbers) // _SAMPLE)
    for k in range(0, len(numbers), step):
        yield f"  {k:>4} {numbers[k]:>7} {actions[k]}"


def lines(edition: Edition) -> Iterator[str]:
    """What the file of an edition holds."""
    yield f"# {edition.id}, rules version {edition.version}: legal actions in order, with their numbers"
    yield "# game SEATS NUMBER after ACTIONS: COUNT legal DIGEST (one payment a colour: COUNT DIGEST)"
    for number in range(_GAMES):
        seats = edition.players[0] + number % (edition.players[1] - edition.players[0] + 1)
        rng = Random(number)
        game = Game(edition, seats, seed=f"pinned {number}")
        while not game.over:
            every, one = game.legal_numbers("all"), game.legal_numbers("one")
            digests = [hashlib.sha256(n.astype("<i8").tobytes()).hexdigest()[:12] for n in (every, one)]
            at = len(game.moves)
            if at % _EVERY == 0:
                found = f"{len(every)} legal {digests[0]} (one: {len(one)} {digests[1]})"
                yield f"game {seats} {number} after {at}: {found}"
            if (number, at) in _LISTED:
                yield from _listing(game, "all")
            game.play(int(every[rng.randrange(len(every))]))


def path(name: str) -> Path:
    """The file of an edition."""
    return FOLDER / f"{name}.txt"


def write(name: str) -> None:
    """Pin what there is now."""
    FOLDER.mkdir(exist_ok=True)
    path(name).write_text("\n".join(lines(load(name))) + "\n", "utf-8")


if __name__ == "__main__":
    for each in EVERY:
        write(each)
