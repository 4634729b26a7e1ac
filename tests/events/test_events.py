"""What is told of an action: all that everybody sees, and nothing that the viewer may not know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from perron import Event, Game, event_of
from perron.editions import load
from tests.positions import position
from tests.views.playing import TABLES, played
from tests.views.redeal import redeal

pytestmark = pytest.mark.sampled


def told(game: Game, action: str, viewer: int | None, answers: tuple[int, ...] | None = None) -> Event:
    """What a viewer is told when this is played."""
    before = game.view(viewer)
    move = game.play(action) if answers is None else game.replay(action, answers)
    return event_of(move, before, game.view(viewer), game.edition)


def test_a_claim_is_told_to_everybody_with_its_payment_and_points() -> None:
    for viewer in (None, 0, 1):
        game = position("europe seats=2 hand=P0:black*3,wild*1 pile=rest turn=P0")
        event = told(game, "claim brest-paris black*2 wild*1", viewer)
        assert event == Event("claim", 0, route="brest-paris", cards={"black": 2, "wild": 1}, count=3, points=4)


def test_a_blind_card_is_told_to_its_owner_alone() -> None:
    for viewer, cards in ((0, {"red": 1}), (1, None), (None, None)):
        game = position("europe seats=2 pile=red*7 discards=rest turn=P0")
        event = told(game, "draw blind", viewer)
        assert (event.kind, event.count, event.cards) == ("draw_blind", 1, cards)


def test_a_face_up_card_is_told_to_everybody() -> None:
    for viewer in (None, 0, 1):
        game = position("europe seats=2 display=red,blue,green,white,black pile=red*7 discards=rest turn=P0")
        assert told(game, "draw blue", viewer).cards == {"blue": 1}


def test_how_many_tickets_are_drawn_and_kept_is_public_and_which_is_not() -> None:
    for viewer in (None, 0, 1):
        game = position("europe seats=2 pile=rest turn=P0")
        drawn = told(game, "draw tickets", viewer)
        assert drawn.count == 3
        assert (drawn.tickets is not None) == (viewer == 0)
        first = game.view(0).offered
        assert first is not None
        kept = told(game, f"keep {first[0]}", viewer)
        assert (kept.kind, kept.count, kept.offered) == ("keep_tickets", 1, 3)
        assert kept.tickets == ((first[0],) if viewer == 0 else None)


def test_at_setup_not_even_the_number_kept_is_told() -> None:
    for viewer in (None, 0, 1):
        game = Game("europe", 2, seed=1)
        offered = game.view(0).offered
        assert offered is not None
        event = told(game, f"keep {' '.join(offered)}", viewer)
        assert event.count == (4 if viewer == 0 else None)
        assert event.tickets == (offered if viewer == 0 else None)


def test_the_cards_turned_up_for_a_tunnel_are_told_to_everybody() -> None:
    edition = load("europe")
    kind = list(edition.cards).index
    for viewer in (None, 0, 1):
        game = position("europe seats=2 hand=P0:red*9,blue*9 pile=rest turn=P0")
        tunnel = next(str(a) for a in game.legal_actions() if getattr(a, "route", "") in TUNNELS and "red*" in str(a))
        event = told(game, tunnel, viewer, (kind("red"), kind("blue"), kind("wild")))
        assert event.shown == ("red", "blue", "wild")
        assert event.matching == ("red", "wild")
        assert event.extra == 2
        answer = told(game, "let go", viewer)
        assert (answer.kind, answer.route) == ("decline", event.route)


TUNNELS = {route.id for route in load("europe").routes if route.tunnel}


def test_an_undo_tells_what_was_taken_back() -> None:
    game = position("europe seats=2 hand=P0:black*3 pile=rest turn=P0")
    game.play("claim brest-paris black*3")
    before = game.view(1)
    event = event_of(game.take_back(0), before, game.view(1), game.edition)
    assert event == Event("undo", 0, points=-4, undone="claim")


def test_what_does_not_apply_is_left_out_of_the_data() -> None:
    assert Event("pass", 0).to_dict() == {"kind": "pass", "seat": 0}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_event_never_depends_on_what_its_viewer_cannot_know(name: str, seats: int) -> None:
    """Deal everything again that the viewer cannot know and play the same public action: the same event."""
    rng = Random(f"events {name} {seats}")
    game = Game(name, seats, seed=23)
    seen = 0
    for later in played(name, seats, 23):
        if later.over:
            break
        game = later.copy()
        seat = game.to_move
        viewer = rng.choice([v for v in (None, *range(seats)) if v != seat])
        other = redeal(game, viewer, rng)
        both = set(map(str, game.legal_actions())) & set(map(str, other.legal_actions()))
        public = sorted(text for text in both if text.split()[0] in ("draw", "swap", "pass", "let"))
        if not public:
            continue
        action = rng.choice(public)
        events = [told(one, action, viewer) for one in (game, other)]
        # What chance brings afterwards differs, as the piles do; what the event tells of it is public all the same.
        made_same = [replace(event, completed=(), bonus=0, last_round=False, over=False) for event in events]
        assert made_same[0] == made_same[1]
        seen += 1
    assert seen > 3
