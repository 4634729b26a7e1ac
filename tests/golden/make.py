"""Record the golden games again, after a rule has changed: `python -m tests.golden.make [EDITION]`.

Each game is looked for over seeds 0, 1, 2, … until it ends and has in it what is asked of it, so that the same rules
always give the same games. Read the diff: it says which games a change of the rules has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from perron import Game
from perron.editions import Edition, load
from perron.record import save_record
from tests.golden import directors, features, plans
from tests.golden.directors import Director, Planned, Worth, preferring

FOLDER = Path(__file__).parent
_MOST_SEEDS = 20_000

Direction = Callable[[Edition, int], Director]
"""How the game of a seed is directed."""


def _by(worth: Worth) -> Direction:
    return lambda _edition, seed: preferring(worth, seed)


def _refusing(_edition: Edition, _seed: int) -> Director:
    return directors.refusing


def _europe_without_routes(edition: Edition, seed: int) -> Director:
    plan = plans.all_short_routes(edition, [42] * 5, Random(seed))
    return Planned(edition, plan, directors.hoard_at_the_end)


def _europe_without_a_card_for_one(edition: Edition, seed: int) -> Director:
    plan = plans.all_short_routes(edition, [42, 42, 42, 42, 38], Random(seed))
    return Planned(edition, plan, directors.all_but_one_hoard((4,)))


def _berlin_without_cards_for_three(edition: Edition, seed: int) -> Director:
    plan = plans.metros_closed_to_one(edition, Random(seed))
    return Planned(edition, plan, directors.all_but_one_hoard((1, 2, 3)))


@dataclass(frozen=True)
class Wanted:
    """A golden game: how it is directed, how it ends and what it has in it."""

    edition: str
    seats: int
    name: str
    """A reason to end, or ordinary."""
    direction: Direction
    has: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where its record lies."""
        return FOLDER / self.edition / f"{self.seats}p-{self.name}.record"


_ANYTHING, _CLAIMING, _HOARDING = _by(directors.anything), _by(directors.claiming), _by(directors.hoarding)
_SWAPPING = _by(directors.swapping)
_TUNNELS = ("tunnel_free", "tunnel_paid", "tunnel_let_go")

GAMES = (
    Wanted("europe", 4, "last_round", _ANYTHING, ("reshuffle", "reset", *_TUNNELS)),
    Wanted("europe", 5, "no_routes", _europe_without_routes),
    Wanted("europe", 5, "passes", _europe_without_a_card_for_one),
    Wanted("europe", 2, "turn_limit", _refusing),
    Wanted("europe", 2, "ordinary", _ANYTHING, ("reshuffle", "borrowed", "ferry", *_TUNNELS)),
    Wanted("europe", 3, "ordinary", _CLAIMING, ("reshuffle", "reset", "tunnel_paid", "wild_face_up")),
    Wanted("europe", 5, "ordinary", _ANYTHING, ("reshuffle", "reset", "double", "borrowed", *_TUNNELS)),
    Wanted("amsterdam", 3, "last_round", _ANYTHING, ("reshuffle", "reset", "bonus", "tickets", "double")),
    Wanted("amsterdam", 2, "ordinary", _CLAIMING, ("reshuffle", "bonus")),
    Wanted("amsterdam", 4, "ordinary", _ANYTHING, ("reshuffle", "bonus", "shared_win")),
    Wanted("berlin", 3, "last_round", _ANYTHING, ("reshuffle", "reset", "tickets", "double")),
    Wanted("berlin", 4, "passes", _berlin_without_cards_for_three),
    Wanted("berlin", 2, "ordinary", _CLAIMING, ("reshuffle", "wild_face_up")),
    Wanted("berlin", 4, "ordinary", _ANYTHING, ("reshuffle", "double", "shared_win")),
    Wanted("first_journey", 2, "goal", _ANYTHING, ("swap", "bonus")),
    Wanted("first_journey", 3, "last_train", _ANYTHING, ("swap", "bonus", "double", "shared_win")),
    Wanted("first_journey", 4, "no_routes", _ANYTHING),
    Wanted("first_journey", 4, "stalled", _HOARDING),
    Wanted("first_journey", 2, "turn_limit", _SWAPPING),
    Wanted("first_journey", 3, "ordinary", _CLAIMING, ("bonus", "double")),
    Wanted("first_journey", 4, "ordinary", _ANYTHING, ("bonus", "double", "reshuffle", "swap")),
    Wanted("micro", 2, "last_round", _ANYTHING, ("reshuffle", "tickets")),
    Wanted("micro", 2, "ordinary", _CLAIMING),
    Wanted("tiny", 2, "last_round", _ANYTHING, ("reshuffle", "reset", "station", "borrowed", "bonus", *_TUNNELS)),
    Wanted("tiny", 3, "passes", _ANYTHING, ("reshuffle",)),
    Wanted("tiny", 2, "turn_limit", _refusing),
    Wanted("tiny", 2, "ordinary", _CLAIMING, ("reshuffle", "bonus", "ferry")),
    Wanted("tiny", 3, "ordinary", _ANYTHING, ("reshuffle", "reset", "double", "ferry", *_TUNNELS)),
    Wanted("tiny_race", 2, "goal", _ANYTHING, ("swap", "bonus", "double")),
    Wanted("tiny_race", 3, "last_train", _ANYTHING, ("swap", "bonus")),
    Wanted("tiny_race", 3, "no_routes", _ANYTHING),
    Wanted("tiny_race", 3, "stalled", _ANYTHING),
    Wanted("tiny_race", 3, "passes", _ANYTHING),
    Wanted("tiny_race", 2, "turn_limit", _SWAPPING),
    Wanted("tiny_race", 2, "ordinary", _ANYTHING, ("swap", "shared_win")),
    Wanted("tiny_race", 3, "ordinary", _CLAIMING, ("bonus", "double", "reshuffle")),
)
"""Every golden game of the newest versions."""
KEPT = {
    "amsterdam@1": ("2p-ordinary", "3p-last_round", "4p-ordinary"),
    "first_journey@1": (
        *("2p-goal", "2p-turn_limit", "3p-last_train", "3p-ordinary"),
        *("4p-no_routes", "4p-ordinary", "4p-stalled"),
    ),
}
"""Games of earlier versions, as they were played when these were the newest: they are never recorded again."""
PATHS = sorted(
    [wanted.path for wanted in GAMES]
    + [FOLDER / name / f"{game}.record" for name, games in KEPT.items() for game in games]
)
"""Where every golden game lies."""


def look_for(wanted: Wanted) -> tuple[Game, list[str]]:
    """The game of the first seed that is as wanted, with what it covers."""
    edition = load(wanted.edition)
    for seed in count():
        if seed == _MOST_SEEDS:
            raise LookupError(f"no seed below {_MOST_SEEDS} gives {wanted.path}")
        game = directors.direct(Game(edition, wanted.seats, seed=seed), wanted.direction(edition, seed))
        assert game.outcome is not None
        if wanted.name not in ("ordinary", game.outcome.reason):
            continue
        covers = features.of_game(Game(edition, wanted.seats, seed=seed), game)
        if set(wanted.has) <= set(covers):
            return game, covers
    raise AssertionError


def make(chosen: Iterator[Wanted]) -> None:
    """Find the games and write their records."""
    for wanted in chosen:
        game, covers = look_for(wanted)
        wanted.path.parent.mkdir(exist_ok=True)
        save_record(game, wanted.path, extra={"covers": " ".join(covers)})
        print(f"{wanted.path.relative_to(FOLDER)}: {' '.join(covers)}", file=sys.stderr)


if __name__ == "__main__":
    make(wanted for wanted in GAMES if wanted.edition in sys.argv[1:] or len(sys.argv) == 1)
