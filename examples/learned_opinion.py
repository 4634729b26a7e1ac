"""What a network thinks of a position: its best actions with their likelihoods, and each seat's chance to win.

    python examples/learned_opinion.py
    python examples/learned_opinion.py "berlin seats=2 hand=P0:red*3,wild turn=P0"

It needs no extra: the networks that come with Perron are played without torch. Your own lies in its edition's folder.
"""

from __future__ import annotations

import sys

from perron import Game
from perron.bots import Clock, make_bot
from perron.env.numbering import numbering_of
from perron.learned.networks import network_of
from perron.learned.opinion import Brain


def game_of_planners(actions: int = 41) -> Game:
    """A game of Europe between three planners, after some actions."""
    game, bot = Game("europe", 3, seed=7), make_bot("planner")
    for _ in range(actions):
        game.play(bot.choose(game.view(game.to_move), Clock()))
    return game


def main(position: str | None = None, most: int = 5) -> list[tuple[float, str]]:
    """Print what the network says; returns all actions, the likeliest first."""
    game = game_of_planners() if position is None else Game.from_position(position)
    network = network_of(game.edition)
    if network is None or game.to_move is None:
        sys.exit(f"nobody has learned {game.edition.id} yet, or the game is over")
    card = network.card
    print(
        f"{game.edition.title['en']}, learned in {card['minutes']} minutes on {card['device']}; P{game.to_move} to move"
    )
    opinion = Brain(network).consider(game.knowledge(game.to_move))
    texts = numbering_of(game.edition).texts
    ranked = sorted(((likely, texts[number]) for number, likely in opinion.policy.items()), reverse=True)
    for likely, action in ranked[:most]:
        print(f"{100 * likely:6.2f} %  {action}")
    for seat, chance in enumerate(opinion.chances):
        print(f"P{seat} wins with a chance of {100 * chance:.0f} %")
    return ranked


if __name__ == "__main__":
    main(*sys.argv[1:2])
