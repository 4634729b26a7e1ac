"""Positions and refusals, for tests that read like rulebook sentences."""

from __future__ import annotations

import pytest

from perron import Game, IllegalAction


def position(text: str) -> Game:
    """The game that a position text describes."""
    return Game.from_position(text)


def legal(game: Game) -> set[str]:
    """The texts of every legal action."""
    return {str(action) for action in game.legal_actions()}


def assert_illegal(game: Game, action: str, code: str, rule: str) -> None:
    """The action is refused with this code and clause, and the game is unchanged."""
    before = game.state.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        game.play(action)
    assert (refusal.value.code, refusal.value.rule) == (code, rule)
    assert game.state.tobytes() == before
    assert action not in legal(game)
