"""Positions that never change: what a bot chooses in them is its version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources

from perron.game import Game

FILE = "positions.jsonl"


def frozen_games() -> Iterator[tuple[Game, ...]]:
    """For every game in the file its positions, each with a choice to make, in the order in which they came up."""
    text = resources.files(__name__).joinpath(FILE).read_text("utf-8")
    for line in text.splitlines():
        told = json.loads(line)
        game = Game(told["edition"], told["seats"], key=bytes.fromhex(told["key"]))
        wanted, positions = set(told["ask_before"]), []
        for number, action in enumerate(told["actions"]):
            if number in wanted:
                positions.append(game.copy())
            game.play(action)
        assert game.state_hash() == told["hash"], f"a frozen game of {told['edition']} has changed"
        yield tuple(positions)
