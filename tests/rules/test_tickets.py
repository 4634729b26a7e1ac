"""Tickets: drawn, kept, given back, and made or not."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.positions import assert_illegal, legal, position
from tests.rules import take_a_turn

FIVE = "ticket_pile=athina-angora,essen-kyiv,paris-wien,riga-bucuresti,london-wien"


@pytest.mark.rule("EU-K1")
def test_a_player_draws_the_top_three_tickets() -> None:
    game = position(f"europe {FIVE}")
    game.play("draw tickets")
    assert game.view(0).offered == ("athina-angora", "essen-kyiv", "paris-wien")
    assert game.view().ticket_pile == 2
    assert game.to_move == 0


@pytest.mark.rule("EU-K1")
@pytest.mark.parametrize("left", ["paris-wien,london-wien", "paris-wien"])
def test_fewer_if_fewer_are_left(left: str) -> None:
    game = position(f"europe ticket_pile={left}")
    game.play("draw tickets")
    assert game.view(0).offered == tuple(left.split(","))
    assert game.view().ticket_pile == 0


@pytest.mark.rule("EU-K1", "RU-8")
def test_from_an_empty_pile_none_can_be_drawn() -> None:
    game = position("europe ticket_pile=none")
    assert_illegal(game, "draw tickets", code="tickets/pile_empty", rule="RU-8")


@pytest.mark.rule("EU-K2", "RU-15")
def test_of_three_tickets_any_one_any_two_or_all_may_be_kept() -> None:
    game = position(f"europe {FIVE}")
    game.play("draw tickets")
    drawn = ("athina-angora", "essen-kyiv", "paris-wien")
    assert legal(game) == {" ".join(("keep", *kept)) for n in (1, 2, 3) for kept in combinations(drawn, n)}


@pytest.mark.rule("EU-K2")
@pytest.mark.parametrize("left", ["athina-angora,essen-kyiv,paris-wien", "paris-wien,london-wien", "paris-wien"])
def test_at_least_one_must_be_kept(left: str) -> None:
    game = position(f"europe ticket_pile={left}")
    game.play("draw tickets")
    assert_illegal(game, "keep none", code="tickets/too_few", rule="EU-K2")


@pytest.mark.rule("EU-K2")
def test_only_tickets_drawn_can_be_kept() -> None:
    game = position(f"europe {FIVE} tickets=P0:roma-smyrna;P1:zurich-budapest")
    game.play("draw tickets")
    for other in ("riga-bucuresti", "roma-smyrna", "zurich-budapest", "brest-petrograd"):
        assert_illegal(game, f"keep {other}", code="tickets/not_offered", rule="EU-K2")
        assert_illegal(game, f"keep {other} paris-wien", code="tickets/not_offered", rule="EU-K2")


@pytest.mark.rule("EU-K2")
def test_tickets_are_kept_only_after_drawing_some() -> None:
    game = position(f"europe {FIVE} tickets=P0:roma-smyrna")
    assert_illegal(game, "keep roma-smyrna", code="tickets/nothing_offered", rule="EU-K2")
    assert_illegal(game, "keep athina-angora", code="tickets/nothing_offered", rule="EU-K2")
    assert_illegal(game, "keep none", code="tickets/nothing_offered", rule="EU-K2")


@pytest.mark.rule("EU-K2", "EU-T1", "RU-39")
@pytest.mark.parametrize("other", ["draw blind", "draw tickets", "claim wien-zagrab blue*2", "station paris blue*1"])
def test_the_choice_comes_before_anything_else(other: str) -> None:
    game = position(f"europe {FIVE} hand=P0:blue*2")
    game.play("draw tickets")
    assert_illegal(game, other, code="tickets/keep_first", rule="RU-39")


@pytest.mark.rule("EU-K2", "EU-T1")
def test_keeping_ends_the_turn() -> None:
    game = position(f"europe seats=3 {FIVE} tickets=P0:roma-smyrna")
    game.play("draw tickets")
    game.play("keep essen-kyiv athina-angora")
    assert game.view(0).tickets == ("athina-angora", "essen-kyiv", "roma-smyrna")
    assert game.view(0).offered == ()
    assert (game.to_move, game.turn) == (1, 1)


@pytest.mark.rule("EU-K3", "RU-15")
@pytest.mark.parametrize(
    ("kept", "pile"),
    [
        ("athina-angora", ["riga-bucuresti", "london-wien", "essen-kyiv", "paris-wien"]),
        ("essen-kyiv", ["riga-bucuresti", "london-wien", "athina-angora", "paris-wien"]),
        ("paris-wien", ["riga-bucuresti", "london-wien", "athina-angora", "essen-kyiv"]),
        ("athina-angora paris-wien", ["riga-bucuresti", "london-wien", "essen-kyiv"]),
        ("athina-angora essen-kyiv paris-wien", ["riga-bucuresti", "london-wien"]),
    ],
)
def test_the_others_go_under_the_pile_the_first_drawn_first(kept: str, pile: list[str]) -> None:
    game = position(f"europe {FIVE}")
    game.play("draw tickets")
    game.play(f"keep {kept}")
    found: list[str] = []
    while game.view().ticket_pile:
        game.play("draw tickets")
        offered = game.view(game.to_move).offered
        assert offered
        found += offered
        game.play(" ".join(("keep", *offered)))
    assert found == pile


@pytest.mark.rule("EU-K3")
def test_a_ticket_given_back_can_be_drawn_again() -> None:
    game = position("europe ticket_pile=paris-wien,london-wien")
    game.play("draw tickets")
    game.play("keep london-wien")
    assert game.view().ticket_pile == 1
    game.play("draw tickets")
    assert game.view(1).offered == ("paris-wien",)


@pytest.mark.rule("EU-K4")
def test_a_ticket_once_kept_cannot_be_given_up() -> None:
    game = position(f"europe {FIVE} tickets=P0:roma-smyrna,zurich-budapest")
    assert_illegal(game, "swap tickets", code="tickets/no_swap", rule="EU-K4")


@pytest.mark.rule("EU-K4")
def test_a_kept_ticket_is_still_there_when_others_are_drawn_and_at_the_end() -> None:
    game = position(f"europe {FIVE} tickets=P0:roma-smyrna last_round=2 turn=P0")
    game.play("draw tickets")
    assert "keep roma-smyrna" not in legal(game)
    game.play("keep essen-kyiv")
    take_a_turn(game)
    assert game.outcome is not None
    assert game.outcome.scores[0].missed == ("essen-kyiv", "roma-smyrna")


@pytest.mark.rule("EU-K4")
def test_a_player_may_hold_any_number_of_tickets() -> None:
    game = position("europe")
    while game.view().ticket_pile:
        game.play("draw tickets")
        game.play(" ".join(("keep", *(game.view(0).offered or ()))))
        if game.view().ticket_pile:
            take_a_turn(game)
    assert game.view().players[0].tickets == 40


@pytest.mark.rule("EU-K5")
def test_a_ticket_is_completed_by_an_unbroken_chain_of_own_trains() -> None:
    game = position("europe own=P0:edinburgh-london/1,dieppe-london/1,dieppe-paris tickets=P0:edinburgh-paris")
    score = game.scores()[0]
    assert score.completed == ("edinburgh-paris",)
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (7, 0)


@pytest.mark.rule("EU-K5")
@pytest.mark.parametrize(
    "own",
    [
        "P0:edinburgh-london/1,dieppe-paris",
        "P0:edinburgh-london/1,dieppe-london/1",
        "P0:edinburgh-london/1,dieppe-london/1;P1:dieppe-paris",
        "P1:edinburgh-london/1,dieppe-london/1,dieppe-paris",
        "P0:amsterdam-london",
    ],
)
def test_a_broken_chain_or_the_trains_of_others_do_not_make_it(own: str) -> None:
    score = position(f"europe own={own} tickets=P0:edinburgh-paris").scores()[0]
    assert score.missed == ("edinburgh-paris",)
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (0, 7)


@pytest.mark.rule("EU-K5")
def test_any_way_round_will_do_and_one_chain_makes_every_ticket_along_it() -> None:
    game = position(
        "europe own=P0:edinburgh-london/1,amsterdam-london,amsterdam-bruxelles,bruxelles-paris/1,frankfurt-paris/1,"
        "berlin-frankfurt/1 tickets=P0:edinburgh-paris,london-berlin,london-wien"
    )
    score = game.scores()[0]
    assert score.completed == ("edinburgh-paris", "london-berlin")
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (14, 10)


@pytest.mark.rule("EU-K5")
def test_a_route_claimed_only_in_the_last_turn_still_makes_the_ticket() -> None:
    game = position(
        "europe own=P0:edinburgh-london/1,dieppe-london/1 tickets=P0:edinburgh-paris hand=P0:purple*1 last_round=1"
    )
    game.play("claim dieppe-paris purple*1")
    assert game.outcome is not None
    assert game.outcome.scores[0].completed == ("edinburgh-paris",)
