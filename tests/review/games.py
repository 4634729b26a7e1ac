"""Finished games for tests of reviews."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from perron import Game
from perron.bots import Clock, make_bot
from perron.editions import Edition
from perron.record import Record, read_record, write_record


def played(edition: str, *specs: str, seed: str = "review") -> Game:
    """A game between these bots."""
    game = Game(edition, len(specs), seed=seed)
    bots = [make_bot(spec, f"{seed} {seat}") for seat, spec in enumerate(specs)]
    while not game.over:
        game.play(str(bots[game.to_move or 0].choose(game.view(game.to_move), Clock())))
    return game


def record_of(game: Game) -> Record:
    """The record of a game as it is read from a file."""
    return read_record(write_record(game))


@lru_cache(maxsize=16)
def record(edition: str, *specs: str, seed: str = "review") -> Record:
    """The record of a game between these bots."""
    return record_of(played(edition, *specs, seed=seed))


def random_game(edition: str | Edition, seats: int, seed: int) -> Game:
    """A game of random actions."""
    game, rng = Game(edition, seats, seed=seed), Random(seed)
    while not game.over:
        game.play(int(rng.choice(game.legal_numbers("one").tolist())))
    return game
