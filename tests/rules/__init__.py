"""The rules, clause by clause, and how these tests read payments, steer chance and bring a game to its end."""

from __future__ import annotations

from perron import Game
from perron.codec import kind_number
from tests.positions import position


def ways(game: Game, action: str) -> list[str]:
    """Every legal way to go on from the beginning of an action, such as `claim paris-dieppe`; sorted."""
    texts = [str(one) for one in game.legal_actions()]
    return sorted(text.removeprefix(action + " ") for text in texts if text.startswith(action + " "))


def turned_up(game: Game, *cards: str) -> list[int]:
    """The cards that chance is to answer, in order, for `game.replay`; `red*3` is three in a row."""
    answers: list[int] = []
    for card in cards:
        kind, _, number = card.partition("*")
        answers += [kind_number(game.edition, kind)] * int(number or 1)
    return answers


def take_a_turn(game: Game) -> None:
    """The seat to move draws its cards blind."""
    turn = game.turn
    while game.turn == turn:
        game.play("draw blind")


def ended(text: str) -> Game:
    """The game of a position once its last turn is played."""
    game = position(f"{text} last_round=1")
    take_a_turn(game)
    assert game.over
    return game
