"""What was publicly seen of a hand: cards taken face up, and cards laid for a tunnel and taken back."""

from __future__ import annotations

from collections import Counter

import pytest

from perron import BuildStation, ClaimRoute, Decline, DrawFaceUp, Game, Move, PayTunnel
from tests.mixed_editions import any_edition
from tests.positions import position
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


class Watcher:
    """Somebody at the table who counts what is surely in each hand."""

    def __init__(self, seats: int) -> None:
        self.sure = [Counter[str]() for _ in range(seats)]
        self.laid: dict[str, int] = {}

    def _gone(self, seat: int, cards: dict[str, int]) -> None:
        for card, n in cards.items():
            self.sure[seat][card] = max(0, self.sure[seat][card] - n)

    def watch(self, move: Move, view_phase: str) -> None:
        """Look at a move; what was drawn blind stays unknown."""
        seat, action = move.seat, move.action
        if isinstance(action, DrawFaceUp):
            self.sure[seat][action.card] += 1
        elif isinstance(action, ClaimRoute | BuildStation):
            paid = {action.colour: action.cards, "wild": action.wilds}
            if view_phase == "tunnel":
                self.laid = paid
            else:
                self._gone(seat, paid)
        elif isinstance(action, PayTunnel):
            self._gone(seat, self.laid)
            self._gone(seat, {action.colour: action.cards, "wild": action.wilds})
        elif isinstance(action, Decline):
            for card, n in self.laid.items():
                self.sure[seat][card] = max(self.sure[seat][card], n)

    def told(self, seat: int, tunnel: bool) -> dict[str, int]:
        """What is surely in the hand, apart from cards that lie on the table."""
        sure = self.sure[seat].copy()
        if tunnel:
            sure.subtract(self.laid)
        return {card: n for card, n in sure.items() if n > 0}


def hand_of(game: Game, seat: int) -> dict[str, int]:
    """The real hand."""
    hand = game.view(seat).hand
    assert hand is not None
    return hand


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_seen_of_a_hand_is_what_a_watcher_knows_and_is_always_there(name: str, seats: int) -> None:
    seen_something = 0
    for seed in range(4):
        watcher = Watcher(seats)
        watched = 0
        for game in played(name, seats, seed):
            for move in game.moves[watched:]:
                watcher.watch(move, game.view(None).phase)
            watched = len(game.moves)
            view = game.view(None)
            for seat, player in enumerate(view.players):
                trying = view.phase == "tunnel" and seat == view.to_move
                assert player.seen == watcher.told(seat, trying)
                hand = hand_of(game, seat)
                assert all(hand.get(card, 0) >= n for card, n in player.seen.items())
                seen_something += bool(player.seen)
    assert (seen_something > 0) == (any_edition(name).draw.display > 0)


@pytest.mark.rule("RU-38", "EU-U2")
def test_cards_laid_for_a_tunnel_and_taken_back_have_been_seen() -> None:
    game = position("tiny hand=P0:green*2,wild*1 display=none pile=green*3 discards=rest turn=P0")
    game.play("claim east-middle green*1 wild*1")
    assert game.view(1).players[0].seen == {}
    game.play("let go")
    assert game.view(1).players[0].seen == {"green": 1, "wild": 1}


@pytest.mark.rule("RU-38")
def test_a_card_taken_face_up_is_known_until_as_many_have_been_spent() -> None:
    game = position("tiny seats=2 hand=P0:red*1 display=red,blue,green,green,blue turn=P0 pile=green*2 discards=rest")
    game.play("draw red")
    game.play("draw blind")
    assert game.view(1).players[0].seen == {"red": 1}
    assert hand_of(game, 0) == {"red": 2, "green": 1}
    game.play("draw tickets")
    game.play(game.legal_actions()[0])
    game.play("claim west-middle/1 red*1")
    assert game.view(1).players[0].seen == {}, "it may have been the other red card"
    assert hand_of(game, 0) == {"red": 1, "green": 1}


@pytest.mark.rule("EU-D4", "RU-38")
def test_a_card_drawn_blind_is_not_seen() -> None:
    game = position("tiny seats=2 display=red,blue,green,green,blue turn=P0")
    game.play("draw blind")
    assert game.view(1).players[0].seen == {}
    assert game.view(1).players[0].cards == 1
