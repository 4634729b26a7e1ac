"""The least legal action."""

from __future__ import annotations

import pytest

from perron import Game
from perron.editions import names
from perron.server.default_action import default_action


@pytest.mark.parametrize(
    ("legal", "least"),
    [
        (["draw red", "draw blind", "draw tickets", "claim a-b red*1"], "draw blind"),
        (["draw cards", "swap tickets", "claim a-b red*1"], "draw cards"),
        (["draw tickets", "draw red", "claim a-b red*1"], "draw red"),
        (["keep a-b c-d", "keep a-b", "keep c-d"], "keep a-b"),
        (["pay red*1", "let go"], "let go"),
        (["swap tickets"], "swap tickets"),
        (["pass"], "pass"),
        (["draw tickets", "claim a-b red*1"], "draw tickets"),
        (["claim a-b red*1"], "claim a-b red*1"),
    ],
)
def test_the_least_is_a_blind_card_and_else_what_binds_least(legal: list[str], least: str) -> None:
    assert default_action(legal) == least


@pytest.mark.parametrize("edition", names())
def test_a_game_of_default_actions_comes_to_its_end(edition: str) -> None:
    game = Game(edition, 2, seed=1)
    while not game.over:
        game.play(default_action(game.view(game.to_move).legal or ()))
    assert game.outcome is not None
