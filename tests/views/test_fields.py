"""A view is an allow-list: these fields, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.mixed_editions import any_edition
from tests.positions import position
from tests.views.playing import WITH_MIXED, played

pytestmark = pytest.mark.sampled

FIELDS = frozenset(
    (
        *("edition", "rules", "seats", "seat", "turn", "phase", "to_move", "last_round", "players", "display", "pile"),
        *("discards", "ticket_pile", "bonus_pile", "tunnel", "hand", "tickets", "offered", "chosen", "given_back"),
        *("closed", "joined", "legal", "outcome"),
    )
)
INSIDE = {
    "players": frozenset(
        (
            *(
                "cards",
                "seen",
                "tickets",
                "offered",
                "completed",
                "pieces",
                "routes",
                "stations",
                "stations_left",
                "score",
            ),
            "bonus",
        )
    ),
    "tunnel": frozenset(("route", "colour", "cards", "wilds", "shown", "matching", "extra")),
    "given_back": frozenset(("ticket", "place", "above")),
    "outcome": frozenset(("reason", "winners", "scores")),
    "scores": frozenset(
        (
            *(
                "total",
                "lines",
                "longest",
                "longest_routes",
                "tickets_completed",
                "completed",
                "missed",
                "borrowed",
                "rank",
            ),
        )
    ),
}
CARDS = ("hand", "seen", "discards")
"""Fields that hold cards by name."""
OWN = ("hand", "tickets", "offered", "chosen", "joined", "given_back", "legal")
"""What a spectator has none of."""


def named(value: Any, name: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Every dict in a view with the field it stands in, and its keys."""
    if isinstance(value, dict):
        yield name, frozenset(value)
        for key, inside in value.items():
            yield from named(inside, key)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from named(inside, name)


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_a_view_has_exactly_these_fields_all_the_way_down(name: str, seats: int) -> None:
    edition = any_edition(name)
    cards, pieces = set(edition.cards), frozenset(kind.id for kind in edition.pieces)
    met = set()
    for number, game in enumerate(played(name, seats, 2)):
        if number % 3 and not game.over:
            continue
        for seat in (None, *range(seats)):
            for field, keys in named(game.view(seat).to_dict(), "view"):
                met.add(field)
                if field in CARDS:
                    assert keys <= cards
                elif field == "pieces":
                    assert keys == pieces
                elif field == "lines":
                    assert keys == {line.id for line in edition.score}
                else:
                    assert keys == (FIELDS if field == "view" else INSIDE[field])
    wanted = {"view", "players", "hand", "discards", "pieces", "outcome", "scores", "given_back"}
    # In micro every ticket is kept.
    assert wanted - met == ({"given_back"} if name == "micro" else set())


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_a_spectator_has_no_hand_no_tickets_and_nothing_to_do(name: str, seats: int) -> None:
    for game in played(name, seats, 1):
        view = game.view(None)
        assert {field: getattr(view, field) for field in OWN} == dict.fromkeys(OWN)
        assert view.seat is None


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_a_seat_sees_its_own_cards_and_the_sizes_of_the_others_hands(name: str, seats: int) -> None:
    edition = any_edition(name)
    for game in played(name, seats, 3):
        laid = game.state["tunnel_route"] >= 0
        for seat in range(seats):
            view = game.view(seat)
            assert view.hand is not None
            assert sum(view.hand.values()) == view.players[seat].cards
            hand = game.state["hand"][seat].tolist()
            for kind, card in enumerate(edition.colours):
                if not (laid and seat == game.to_move):
                    assert view.hand.get(card, 0) == hand[kind]
            for q, player in enumerate(view.players):
                on_the_table = view.tunnel.cards + view.tunnel.wilds if view.tunnel and q == view.to_move else 0
                assert player.cards + on_the_table == game.state["hand"][q].sum()


@pytest.mark.rule("FJ-K1", "RU-38")
def test_tickets_completed_in_first_journey_lie_open_to_everybody() -> None:
    game = position("tiny_race seats=3 tickets=P0:north-middle,west-middle hand=P0:blue*1 turn=P0")
    assert game.view(1).players[0].completed == ()
    game.play("claim north-middle blue*1")
    for seat in (None, 0, 1, 2):
        assert game.view(seat).players[0].completed == ("north-middle",)
        assert game.view(seat).players[0].score == 1
    assert "north-middle" not in (game.view(0).tickets or ())
    assert game.view(1).tickets == ()


@pytest.mark.rule("RU-38")
def test_a_tunnel_being_tried_lies_open_with_the_cards_laid_and_turned_up() -> None:
    game = position("tiny hand=P0:green*3,wild*1,red*1 display=none pile=green*2,red*1 discards=rest turn=P0")
    game.play("claim east-middle green*1 wild*1")
    for seat in (None, 0, 1):
        view = game.view(seat)
        assert view.phase == "tunnel"
        assert view.tunnel is not None
        assert (view.tunnel.route, view.tunnel.colour, view.tunnel.cards, view.tunnel.wilds) == (
            "east-middle",
            "green",
            1,
            1,
        )
        assert sorted(view.tunnel.shown) == ["green", "green", "red"]
        assert view.tunnel.matching == ("green", "green")
        assert view.tunnel.extra == 2
        assert view.players[0].cards == 3
    assert game.view(0).hand == {"red": 1, "green": 2}
    assert game.view(0).legal == ("pay green*2", "let go")
    assert game.view(1).legal is None


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_views_of_one_state_are_the_same_whichever_is_asked_for_first(name: str, seats: int) -> None:
    for game in played(name, seats, 5):
        after_others = [game.view(seat) for seat in (None, *range(seats))]
        assert after_others == [game.copy().view(seat) for seat in (None, *range(seats))]


def test_a_game_prints_what_is_on_the_table_and_in_the_hands() -> None:
    game = position("first_journey own=P0:berlin-vienna/1 made=P0:berlin-brest tickets=P1:moscow-riga hand=P0:blue*2")
    lines = str(game).splitlines()
    assert lines[:2] == ["First Journey, 2 players, turn 1", "P0 to move"]
    assert "P0: 1 tickets completed, hand blue*2, tickets none" in lines
    assert any(line.startswith("P1: 0 tickets completed") and line.endswith("tickets moscow-riga") for line in lines)
