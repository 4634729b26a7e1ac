"""Stations: where they stand, what they cost, and the one route each may borrow at the end."""

from __future__ import annotations

import pytest

from perron import Game
from tests.positions import assert_illegal, legal, position
from tests.rules import take_a_turn, ways

TO_DIEPPE = "P0:edinburgh-london/1,dieppe-london/1"
"""Own routes that need dieppe-paris to make edinburgh-paris."""


def borrowing(own: str, stations: str, tickets: str, seats: int = 2) -> Game:
    """A position in which P0's stations may borrow."""
    return position(f"europe seats={seats} own={own} stations=P0:{stations} tickets=P0:{tickets}")


# building


@pytest.mark.rule("EU-B1")
def test_a_station_may_be_built_on_any_city_even_one_without_a_claimed_route() -> None:
    game = position("europe hand=P0:red*1")
    assert {text.split()[1] for text in legal(game) if text.startswith("station ")} == set(game.edition.city_index)
    game.play("station lisboa red*1")
    assert game.view().players[0].stations == ("lisboa",)
    assert game.view().players[0].stations_left == 2


@pytest.mark.rule("EU-B1")
@pytest.mark.parametrize(("owner", "builder"), [("P0", "P0"), ("P1", "P0"), ("P0", "P1"), ("P2", "P1"), ("P1", "P2")])
def test_there_is_one_station_to_a_city(owner: str, builder: str) -> None:
    game = position(f"europe seats=3 hand={builder}:red*3 stations={owner}:paris turn={builder}")
    cards = "red*2" if owner == builder else "red*1"
    assert_illegal(game, f"station paris {cards}", code="station/city_taken", rule="EU-B1")
    assert ways(game, "station lisboa") == [cards]


@pytest.mark.rule("EU-B1")
def test_a_city_with_routes_of_others_may_have_a_station() -> None:
    game = position("europe own=P1:dieppe-paris hand=P0:red*1")
    game.play("station paris red*1")
    assert game.view().players[0].stations == ("paris",)


@pytest.mark.rule("EU-B1", "EU-T1")
def test_one_station_is_built_in_a_turn() -> None:
    game = position("europe hand=P0:red*5")
    game.play("station paris red*1")
    assert (game.to_move, game.turn) == (1, 1)


@pytest.mark.rule("EU-B2")
def test_the_first_station_costs_one_card_of_any_colour_or_a_locomotive() -> None:
    game = position("europe hand=P0:red*3,blue*1,wild*3")
    assert ways(game, "station paris") == ["blue*1", "red*1", "wild*1"]


@pytest.mark.rule("EU-B2")
def test_the_second_costs_two_cards_of_one_colour() -> None:
    game = position("europe hand=P0:red*3,blue*1,wild*3 stations=P0:roma")
    assert ways(game, "station paris") == ["blue*1 wild*1", "red*1 wild*1", "red*2", "wild*2"]


@pytest.mark.rule("EU-B2")
def test_the_third_costs_three_cards_of_one_colour() -> None:
    game = position("europe hand=P0:red*3,blue*1,wild*3 stations=P0:roma,wien")
    assert ways(game, "station paris") == ["blue*1 wild*2", "red*1 wild*2", "red*2 wild*1", "red*3", "wild*3"]


@pytest.mark.rule("EU-B2")
def test_cards_of_different_colours_build_no_second_station() -> None:
    game = position("europe hand=P0:red*1,blue*1,green*1 stations=P0:roma")
    assert ways(game, "station paris") == []


@pytest.mark.rule("EU-B2")
@pytest.mark.parametrize(
    ("built", "payment"),
    [
        ("", "red*2"),
        ("", "red*1 wild*1"),
        ("stations=P0:roma", "red*1"),
        ("stations=P0:roma", "wild*1"),
        ("stations=P0:roma", "red*3"),
        ("stations=P0:roma,wien", "red*2"),
        ("stations=P0:roma,wien", "red*3 wild*1"),
    ],
)
def test_a_station_costs_neither_more_nor_less(built: str, payment: str) -> None:
    game = position(f"europe hand=P0:red*6,wild*3 {built}")
    assert_illegal(game, f"station paris {payment}", code="payment/amount", rule="EU-B2")


@pytest.mark.rule("EU-B2")
def test_the_cards_for_a_station_must_be_in_the_hand() -> None:
    game = position("europe hand=P0:red*1,blue*1 stations=P0:roma")
    assert_illegal(game, "station paris red*2", code="payment/not_in_hand", rule="EU-B2")
    assert_illegal(game, "station paris red*1 wild*1", code="payment/not_in_hand", rule="EU-B2")


@pytest.mark.rule("EU-B2")
def test_the_stations_of_others_do_not_make_mine_dearer() -> None:
    game = position("europe hand=P0:red*3 stations=P1:roma,wien,berlin")
    assert ways(game, "station paris") == ["red*1"]


@pytest.mark.rule("EU-B2", "EU-C2")
def test_there_is_no_fourth_station() -> None:
    game = position("europe hand=P0:red*6,wild*6 stations=P0:roma,wien,berlin")
    for payment in ("red*1", "red*3", "red*4"):
        assert_illegal(game, f"station paris {payment}", code="station/none_left", rule="EU-C2")


@pytest.mark.rule("EU-B3")
def test_the_cards_paid_for_a_station_are_discarded() -> None:
    game = position("europe hand=P0:red*3,wild*1 stations=P0:roma,wien display=red,blue,green,white,black")
    game.play("station paris red*2 wild*1")
    assert game.view(0).hand == {"red": 1}
    assert game.view().discards == {"red": 2, "wild": 1}


@pytest.mark.rule("EU-B3")
def test_a_station_costs_no_trains_and_scores_no_points_when_built() -> None:
    game = position("europe hand=P0:red*1 score=P0:17")
    game.play("station paris red*1")
    player = game.view().players[0]
    assert (player.pieces, player.score) == ({"train": 45}, 17)


# borrowing


@pytest.mark.rule("EU-B4")
@pytest.mark.parametrize("city", ["dieppe", "paris"])
def test_a_station_lets_its_owner_use_a_route_of_another_that_ends_in_its_city(city: str) -> None:
    score = borrowing(f"{TO_DIEPPE};P1:dieppe-paris", city, "edinburgh-paris").scores()[0]
    assert score.completed == ("edinburgh-paris",)
    assert score.borrowed == ("dieppe-paris",)
    assert score.lines["tickets_won"] == 7


@pytest.mark.rule("EU-B4")
def test_without_a_station_the_same_ticket_is_not_completed() -> None:
    game = position(f"europe own={TO_DIEPPE};P1:dieppe-paris tickets=P0:edinburgh-paris")
    assert game.scores()[0].missed == ("edinburgh-paris",)


@pytest.mark.rule("EU-B4")
@pytest.mark.parametrize("city", ["london", "edinburgh", "bruxelles"])
def test_a_route_that_does_not_end_in_the_city_of_the_station_is_no_use(city: str) -> None:
    score = borrowing(f"{TO_DIEPPE};P1:dieppe-paris", city, "edinburgh-paris").scores()[0]
    assert (score.missed, score.borrowed) == (("edinburgh-paris",), ())


@pytest.mark.rule("EU-B4")
def test_a_route_that_nobody_owns_cannot_be_borrowed() -> None:
    score = borrowing(TO_DIEPPE, "dieppe", "edinburgh-paris").scores()[0]
    assert (score.missed, score.borrowed) == (("edinburgh-paris",), ())


@pytest.mark.rule("EU-B4")
def test_a_station_of_another_player_is_no_use_to_me() -> None:
    game = position(f"europe own={TO_DIEPPE};P1:dieppe-paris stations=P1:dieppe tickets=P0:edinburgh-paris")
    assert game.scores()[0].missed == ("edinburgh-paris",)


@pytest.mark.rule("EU-B4")
def test_one_station_borrows_one_route_not_two() -> None:
    score = borrowing("P1:kyiv-wilno,petrograd-wilno", "wilno", "kyiv-petrograd").scores()[0]
    assert score.missed == ("kyiv-petrograd",)
    score = borrowing("P0:kyiv-wilno;P1:petrograd-wilno", "wilno", "kyiv-petrograd").scores()[0]
    assert score.completed == ("kyiv-petrograd",)


@pytest.mark.rule("EU-B4")
def test_the_owner_of_a_borrowed_route_keeps_it() -> None:
    game = position(
        f"europe own={TO_DIEPPE};P1:dieppe-paris,bruxelles-dieppe stations=P0:dieppe tickets=P0:edinburgh-paris"
    )
    mine, theirs = game.scores()
    assert mine.completed == ("edinburgh-paris",)
    assert (theirs.lines["routes"], theirs.longest) == (1 + 2, 3)


@pytest.mark.rule("EU-B5")
def test_a_station_serves_several_tickets_with_the_same_route() -> None:
    score = borrowing(
        "P0:petrograd-wilno,riga-wilno,bucuresti-kyiv;P1:kyiv-wilno,smolensk-wilno",
        "wilno",
        "kyiv-petrograd,riga-bucuresti",
    ).scores()[0]
    assert score.completed == ("kyiv-petrograd", "riga-bucuresti")
    assert score.borrowed == ("kyiv-wilno",)
    assert score.lines["tickets_won"] == 16


@pytest.mark.rule("EU-B5")
def test_it_does_not_serve_two_tickets_with_two_routes() -> None:
    score = borrowing(
        "P0:petrograd-wilno,warszawa-wilno;P1:kyiv-wilno,smolensk-wilno",
        "wilno",
        "kyiv-petrograd,warszawa-smolensk",
    ).scores()[0]
    assert (score.tickets_completed, score.lines["tickets_won"], -score.lines["tickets_lost"]) == (1, 6, 6)
    assert len(score.borrowed) == 1


@pytest.mark.rule("EU-B6")
def test_a_route_claimed_after_the_station_was_built_may_be_borrowed() -> None:
    game = position("europe own=P0:petrograd-wilno tickets=P0:kyiv-petrograd hand=P0:red*1;P1:blue*2")
    game.play("station wilno red*1")
    assert game.scores()[0].missed == ("kyiv-petrograd",)
    game.play("claim kyiv-wilno blue*2")
    assert game.scores()[0].completed == ("kyiv-petrograd",)


@pytest.mark.rule("EU-B6", "RU-13")
def test_which_route_is_borrowed_is_settled_only_at_the_end() -> None:
    game = position(
        "europe own=P0:petrograd-wilno,warszawa-wilno,moskva-smolensk,berlin-warszawa/1;P1:kyiv-wilno,smolensk-wilno "
        "stations=P0:wilno tickets=P0:kyiv-petrograd ticket_pile=berlin-moskva last_round=2"
    )
    assert game.scores()[0].borrowed == ("kyiv-wilno",)
    game.play("draw tickets")
    game.play("keep berlin-moskva")
    take_a_turn(game)
    assert game.outcome is not None
    score = game.outcome.scores[0]
    assert score.borrowed == ("smolensk-wilno",)
    assert (score.completed, score.missed) == (("berlin-moskva",), ("kyiv-petrograd",))


@pytest.mark.rule("EU-B7", "EU-P3")
@pytest.mark.parametrize(
    ("built", "points"),
    [("", 12), ("stations=P0:roma", 8), ("stations=P0:roma,wien", 4), ("stations=P0:roma,wien,berlin", 0)],
)
def test_each_station_not_built_is_worth_four_points(built: str, points: int) -> None:
    mine, theirs = position(f"europe {built}").scores()
    assert mine.lines["stations"] == mine.total == points
    assert theirs.lines["stations"] == theirs.total == 12


@pytest.mark.rule("EU-B7")
def test_a_player_who_could_build_a_station_need_not() -> None:
    game = position("europe hand=P0:red*12")
    assert {"draw blind", "draw tickets", "claim wien-zagrab red*2"} <= legal(game)


# rulings


@pytest.mark.rule("RU-13")
def test_the_choice_is_the_one_with_the_most_ticket_points() -> None:
    score = borrowing(
        "P0:petrograd-wilno,warszawa-wilno,moskva-smolensk,berlin-warszawa/1;P1:kyiv-wilno,smolensk-wilno",
        "wilno",
        "kyiv-petrograd,berlin-moskva",
    ).scores()[0]
    assert score.borrowed == ("smolensk-wilno",)
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (12, 6)


@pytest.mark.rule("RU-13")
def test_one_ticket_of_more_points_goes_before_two_of_fewer() -> None:
    score = borrowing(
        "P0:petrograd-wilno,riga-wilno,bucuresti-kyiv,moskva-smolensk,warszawa-wilno,warszawa-wien,wien-zagrab,"
        "venezia-zagrab,roma-venezia,palermo-roma;P1:kyiv-wilno,smolensk-wilno",
        "wilno",
        "kyiv-petrograd,riga-bucuresti,palermo-moskva",
    ).scores()[0]
    assert (score.completed, score.borrowed) == (("palermo-moskva",), ("smolensk-wilno",))
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (20, 16)


@pytest.mark.rule("RU-13")
def test_between_choices_of_equal_points_the_one_with_the_most_tickets_completed() -> None:
    # Ten points either way: to Angora one ticket, to Sofia two.
    score = borrowing(
        "P0:constantinople-sevastopol,rostov-sevastopol,kharkov-rostov,constantinople-smyrna,bucuresti-constantinople,"
        "bucuresti-budapest;P1:angora-constantinople,constantinople-sofia",
        "constantinople",
        "angora-kharkov,sofia-smyrna,budapest-sofia",
    ).scores()[0]
    assert (score.completed, score.borrowed) == (("budapest-sofia", "sofia-smyrna"), ("constantinople-sofia",))
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (10, 10)


@pytest.mark.rule("RU-13")
def test_the_same_with_the_two_tickets_on_the_other_side() -> None:
    # Ten points either way: to Sofia two tickets, to Bucuresti one.
    score = borrowing(
        "P0:constantinople-smyrna,athina-sofia,angora-constantinople,bucuresti-budapest,budapest-zagrab,"
        "venezia-zagrab;P1:constantinople-sofia,bucuresti-constantinople",
        "constantinople",
        "venezia-constantinople,sofia-smyrna,athina-angora",
    ).scores()[0]
    assert (score.completed, score.borrowed) == (("athina-angora", "sofia-smyrna"), ("constantinople-sofia",))
    assert (score.lines["tickets_won"], -score.lines["tickets_lost"]) == (10, 10)


@pytest.mark.rule("RU-19", "EU-B7")
def test_a_station_built_is_worth_nothing_whether_used_or_not() -> None:
    used = borrowing(f"{TO_DIEPPE};P1:dieppe-paris", "dieppe", "edinburgh-paris").scores()[0]
    unused = borrowing(f"{TO_DIEPPE};P1:dieppe-paris", "lisboa", "edinburgh-paris").scores()[0]
    assert used.borrowed == ("dieppe-paris",)
    assert unused.borrowed == ()
    assert used.lines["stations"] == unused.lines["stations"] == 8


@pytest.mark.rule("RU-34")
def test_two_stations_may_borrow_the_same_route() -> None:
    score = borrowing("P0:petrograd-wilno;P1:kyiv-wilno", "kyiv,wilno", "kyiv-petrograd").scores()[0]
    assert score.completed == ("kyiv-petrograd",)
    assert set(score.borrowed) == {"kyiv-wilno"}


@pytest.mark.rule("RU-34")
def test_borrowed_routes_may_join_each_other() -> None:
    score = borrowing("P1:kyiv-wilno,petrograd-wilno", "wilno,kyiv", "kyiv-petrograd").scores()[0]
    assert score.completed == ("kyiv-petrograd",)
    assert sorted(score.borrowed) == ["kyiv-wilno", "petrograd-wilno"]


@pytest.mark.rule("RU-34")
def test_three_stations_may_make_a_chain_of_three_borrowed_routes_of_different_players() -> None:
    own = "P1:edinburgh-london/1;P2:dieppe-london/1;P3:dieppe-paris"
    score = borrowing(own, "london,edinburgh,paris", "edinburgh-paris", seats=4).scores()[0]
    assert score.completed == ("edinburgh-paris",)
    assert sorted(score.borrowed) == ["dieppe-london/1", "dieppe-paris", "edinburgh-london/1"]


@pytest.mark.rule("RU-34")
def test_a_station_may_borrow_none() -> None:
    score = borrowing(f"{TO_DIEPPE};P1:dieppe-paris", "dieppe,lisboa,moskva", "edinburgh-paris").scores()[0]
    assert score.completed == ("edinburgh-paris",)
    assert score.borrowed == ("dieppe-paris",)
