"""The longest continuous path: loops allowed, no train twice, no stations, no borrowed routes."""

from __future__ import annotations

import pytest

from tests.positions import position

TRIANGLE = "berlin-essen,essen-frankfurt,berlin-frankfurt/1"


def longest(own: str) -> int:
    """The length of P0's longest path with these routes."""
    return position(f"europe own=P0:{own}").scores()[0].longest


@pytest.mark.rule("EU-P4")
def test_a_path_is_as_long_as_its_trains() -> None:
    assert longest("edinburgh-london/1") == 4
    assert longest("edinburgh-london/1,dieppe-london/1,dieppe-paris") == 4 + 2 + 1


@pytest.mark.rule("EU-P4")
def test_routes_that_do_not_join_count_apart() -> None:
    assert longest("edinburgh-london/1,lisboa-madrid") == 4
    assert longest("edinburgh-london/1,lisboa-madrid,cadiz-lisboa") == 5


@pytest.mark.rule("EU-P4")
def test_where_three_routes_meet_only_two_lie_on_the_path() -> None:
    assert longest("essen-frankfurt,frankfurt-munchen,frankfurt-paris/1") == 2 + 3


@pytest.mark.rule("EU-P4")
def test_a_loop_counts_whole() -> None:
    assert longest(TRIANGLE) == 2 + 2 + 3


@pytest.mark.rule("EU-P4")
def test_a_path_may_pass_a_city_more_than_once() -> None:
    assert longest(f"{TRIANGLE},frankfurt-munchen") == 7 + 2
    assert longest(f"{TRIANGLE},bruxelles-frankfurt,bruxelles-paris/1,frankfurt-paris/1") == 7 + 7
    assert longest("essen-frankfurt,frankfurt-munchen,frankfurt-paris/1,bruxelles-frankfurt") == 3 + 2


@pytest.mark.rule("EU-P4")
def test_no_train_counts_twice() -> None:
    # From Danzig to Berlin, round the triangle and back to Berlin; München is left out.
    assert longest(f"{TRIANGLE},berlin-danzig,frankfurt-munchen") == 4 + 7
    # Two arms of four at Berlin: one of them, and the loop between.
    assert longest(f"{TRIANGLE},berlin-danzig,berlin-warszawa/1") == 4 + 7 + 4


@pytest.mark.rule("EU-P4")
def test_in_a_wide_network_the_path_leaves_out_as_little_as_it_can() -> None:
    wide = "kyiv-wilno,kyiv-warszawa,warszawa-wilno,smolensk-wilno,kyiv-smolensk,riga-wilno"
    # An odd number of routes ends in Riga and Kyiv alone: a path from the one to the other uses every train.
    assert longest(wide) == 2 + 4 + 3 + 3 + 3 + 4
    # With Moskva there are four such places, and the two trains to Moskva are left out.
    assert longest(f"{wide},moskva-smolensk") == 19
    # Without the way from Kyiv to Smolensk there are two again, and every train counts.
    assert longest(f"{wide.replace('kyiv-smolensk,', '')},moskva-smolensk") == 19 - 3 + 2
    # From Riga through the whole network to Bucuresti; Moskva is left out again.
    assert longest(f"{wide},moskva-smolensk,bucuresti-kyiv") == 19 + 4


@pytest.mark.rule("EU-P4")
def test_the_longest_path_gives_ten_points_to_its_owner_alone() -> None:
    scores = position("europe seats=3 own=P0:edinburgh-london/1;P1:lisboa-madrid,cadiz-lisboa").scores()
    assert [score.longest for score in scores] == [4, 5, 0]
    assert [score.lines["longest_path"] for score in scores] == [0, 10, 0]
    assert [score.total for score in scores] == [7 + 12, 4 + 2 + 12 + 10, 12]


@pytest.mark.rule("EU-P4")
def test_many_short_paths_do_not_beat_one_long_one() -> None:
    scores = position(
        "europe own=P0:edinburgh-london/1,barcelona-marseille,berlin-danzig,bucuresti-kyiv;P1:petrograd-stockholm"
    ).scores()
    assert [score.longest for score in scores] == [4, 8]
    assert [score.lines["longest_path"] for score in scores] == [0, 10]


@pytest.mark.rule("EU-P4")
def test_tied_players_all_get_the_ten_points() -> None:
    scores = position("europe seats=4 own=P0:edinburgh-london/1;P1:berlin-danzig;P2:lisboa-madrid").scores()
    assert [score.lines["longest_path"] for score in scores] == [10, 10, 0, 0]


@pytest.mark.rule("EU-P4")
def test_stations_and_borrowed_routes_do_not_count() -> None:
    game = position(
        "europe own=P0:edinburgh-london/1,dieppe-london/1;P1:dieppe-paris,lisboa-madrid,cadiz-lisboa "
        "stations=P0:dieppe tickets=P0:edinburgh-paris"
    )
    mine = game.scores()[0]
    assert mine.borrowed == ("dieppe-paris",)
    assert mine.longest == 4 + 2


@pytest.mark.rule("EU-P4")
def test_a_borrowed_route_does_not_join_two_paths_of_my_own() -> None:
    game = position(
        "europe own=P0:edinburgh-london/1,dieppe-paris;P1:dieppe-london/1,lisboa-madrid,cadiz-lisboa "
        "stations=P0:dieppe tickets=P0:edinburgh-paris"
    )
    mine, theirs = game.scores()
    assert mine.completed == ("edinburgh-paris",)
    assert (mine.longest, mine.lines["longest_path"]) == (4, 0)
    assert (theirs.longest, theirs.lines["longest_path"]) == (5, 10)


@pytest.mark.rule("EU-P4")
def test_the_extra_cards_of_a_tunnel_add_nothing_to_the_path() -> None:
    game = position("europe hand=P0:blue*5 display=red,green,white,black,orange pile=blue*3 discards=rest")
    game.play("claim munchen-venezia blue*2")
    game.play("pay blue*3")
    assert game.scores()[0].longest == 2


@pytest.mark.rule("RU-16")
def test_a_player_without_a_route_has_no_longest_path_even_if_nobody_has_one() -> None:
    scores = position("europe seats=3").scores()
    assert [score.longest for score in scores] == [0, 0, 0]
    assert [score.lines["longest_path"] for score in scores] == [0, 0, 0]


@pytest.mark.rule("RU-16")
def test_a_single_train_is_a_path() -> None:
    scores = position("europe own=P1:dieppe-paris").scores()
    assert [score.longest for score in scores] == [0, 1]
    assert [score.lines["longest_path"] for score in scores] == [0, 10]
