"""The score sheet, and who has won."""

from __future__ import annotations

import pytest

from perron import Game, Outcome
from tests.positions import position
from tests.rules import ended, turned_up

SOFIA = "budapest-sarajevo,sarajevo-sofia"
"""Makes budapest-sofia (5): five trains, six points."""
KOBENHAVN = "essen-frankfurt,essen-kobenhavn/1"
"""Makes frankfurt-kobenhavn (5): five trains, six points."""
SMYRNA = "constantinople-sofia,constantinople-smyrna"
"""Makes sofia-smyrna (5): five trains, six points."""


def outcome(game: Game) -> Outcome:
    assert game.outcome is not None
    return game.outcome


def totals(game: Game) -> list[int]:
    return [score.total for score in outcome(game).scores]


# points


@pytest.mark.rule("EU-P1")
@pytest.mark.parametrize(
    ("length", "claim", "points"),
    [
        (1, "amsterdam-bruxelles black*1", 1),
        (2, "amsterdam-frankfurt white*2", 2),
        (3, "amsterdam-essen yellow*3", 4),
        (4, "athina-sarajevo green*4", 7),
        (6, "palermo-smyrna red*4 wild*2", 15),
        (8, "petrograd-stockholm green*8", 21),
    ],
)
def test_points_go_by_the_length_of_the_route(length: int, claim: str, points: int) -> None:
    hand = claim.split(" ", 1)[1].replace(" ", ",")
    game = position(f"europe hand=P0:{hand} display=red,blue,green,white,black")
    tunnel = claim.startswith("petrograd-stockholm")
    game.replay(f"claim {claim}", turned_up(game, "red", "blue", "black") if tunnel else [])
    player = game.view().players[0]
    assert player.score == points
    assert player.pieces == {"train": 45 - length}
    assert game.scores()[0].lines["routes"] == points


@pytest.mark.rule("EU-P1")
def test_there_are_no_routes_of_five_or_seven_spaces() -> None:
    assert {route.length for route in position("europe").edition.routes} == {1, 2, 3, 4, 6, 8}


@pytest.mark.rule("EU-P2")
def test_made_tickets_are_added_and_the_others_subtracted() -> None:
    game = ended(f"europe own=P0:{SOFIA} tickets=P0:budapest-sofia,london-wien,kyiv-petrograd;P1:brest-petrograd")
    mine, theirs = outcome(game).scores
    assert (
        mine.lines["routes"],
        mine.lines["tickets_won"],
        -mine.lines["tickets_lost"],
        mine.lines["stations"],
        mine.lines["longest_path"],
    ) == (6, 5, 16, 12, 10)
    assert mine.total == 6 + 5 - 16 + 12 + 10
    assert (theirs.lines["tickets_won"], -theirs.lines["tickets_lost"], theirs.total) == (0, 20, 12 - 20)


@pytest.mark.rule("EU-P2")
def test_all_tickets_are_shown_at_the_end() -> None:
    text = f"europe own=P0:{SOFIA} tickets=P0:budapest-sofia,london-wien;P1:brest-petrograd"
    assert position(text).view(1).outcome is None
    shown = ended(text).view(1).outcome
    assert shown is not None
    assert [(score.completed, score.missed) for score in shown.scores] == [
        (("budapest-sofia",), ("london-wien",)),
        ((), ("brest-petrograd",)),
    ]


@pytest.mark.rule("EU-P2", "EU-B6")
def test_tickets_are_scored_after_the_best_choice_of_borrowed_routes() -> None:
    game = ended(
        "europe own=P0:petrograd-wilno,warszawa-wilno,moskva-smolensk,berlin-warszawa/1;P1:kyiv-wilno,smolensk-wilno "
        "stations=P0:wilno tickets=P0:kyiv-petrograd,berlin-moskva"
    )
    mine = outcome(game).scores[0]
    assert (mine.lines["tickets_won"], -mine.lines["tickets_lost"]) == (12, 6)


@pytest.mark.rule("EU-P3")
def test_every_unused_station_gives_four_points() -> None:
    game = ended("europe seats=4 stations=P0:roma;P1:paris,wien;P2:berlin,kyiv,sofia")
    assert [score.lines["stations"] for score in outcome(game).scores] == [8, 4, 0, 12]
    assert totals(game) == [8, 4, 0, 12]


@pytest.mark.rule("EU-P1", "EU-P2", "EU-P3", "EU-P4")
def test_the_total_is_routes_tickets_stations_and_the_longest_path() -> None:
    game = ended(
        f"europe own=P0:{SOFIA};P1:petrograd-stockholm stations=P0:paris "
        "tickets=P0:budapest-sofia,london-wien;P1:kyiv-petrograd"
    )
    assert totals(game) == [6 + 5 - 10 + 8 + 0, 21 - 6 + 12 + 10]


@pytest.mark.rule("RU-36")
def test_scores_may_fall_below_zero() -> None:
    game = ended("europe stations=P0:roma,paris,wien tickets=P0:cadiz-stockholm,edinburgh-athina")
    assert totals(game) == [-42, 12]
    assert outcome(game).winners == (1,)


@pytest.mark.rule("RU-36")
def test_of_two_scores_below_zero_the_higher_wins() -> None:
    game = ended("europe tickets=P0:cadiz-stockholm,london-wien;P1:brest-petrograd")
    assert totals(game) == [12 - 31, 12 - 20]
    assert outcome(game).ranks == (2, 1)


# who has won


@pytest.mark.rule("EU-P5")
def test_most_points_wins_whatever_the_tie_breaks_say() -> None:
    game = ended(f"europe own=P0:{SOFIA},budapest-wien/1 tickets=P0:budapest-sofia stations=P1:roma score=P0:10;P1:40")
    assert totals(game) == [10 + 5 + 12 + 10, 40 + 8]
    assert outcome(game).winners == (1,)
    assert outcome(game).ranks == (2, 1)


@pytest.mark.rule("EU-P5")
def test_among_tied_players_the_most_tickets_completed_wins() -> None:
    # P1 has built fewer stations and has the longer path.
    game = ended(
        f"europe own=P0:{SOFIA};P1:{KOBENHAVN},kobenhavn-stockholm/1 stations=P0:lisboa tickets=P0:budapest-sofia "
        "score=P0:20;P1:11"
    )
    assert totals(game) == [20 + 5 + 8, 11 + 12 + 10]
    assert outcome(game).ranks == (1, 2)


@pytest.mark.rule("EU-P5")
def test_tickets_are_counted_not_weighed() -> None:
    # Two tickets of five against one of six.
    game = ended(
        f"europe own=P0:{SOFIA},{SMYRNA};P1:kyiv-wilno,petrograd-wilno "
        "tickets=P0:budapest-sofia,sofia-smyrna;P1:kyiv-petrograd score=P0:0;P1:14"
    )
    assert totals(game) == [10 + 12 + 10, 14 + 6 + 12]
    assert [score.tickets_completed for score in outcome(game).scores] == [2, 1]
    assert outcome(game).ranks == (1, 2)


@pytest.mark.rule("EU-P5", "RU-19")
def test_then_the_fewest_stations_wins() -> None:
    # One ticket each; P1 has the longer path. A station built counts as used, though it borrows nothing.
    game = ended(
        f"europe own=P0:{SOFIA};P1:{KOBENHAVN},kobenhavn-stockholm/1 stations=P1:lisboa "
        "tickets=P0:budapest-sofia;P1:frankfurt-kobenhavn score=P0:20;P1:14"
    )
    assert totals(game) == [20 + 5 + 12, 14 + 5 + 8 + 10]
    assert [score.borrowed for score in outcome(game).scores] == [(), ()]
    assert outcome(game).ranks == (1, 2)


@pytest.mark.rule("EU-P5", "RU-35")
def test_then_the_longest_path_wins() -> None:
    # One ticket and one station each.
    game = ended(
        f"europe own=P0:{SOFIA};P1:{KOBENHAVN},kobenhavn-stockholm/1 stations=P0:roma;P1:lisboa "
        "tickets=P0:budapest-sofia;P1:frankfurt-kobenhavn score=P0:24;P1:14"
    )
    assert totals(game) == [24 + 5 + 8, 14 + 5 + 8 + 10]
    assert [score.longest for score in outcome(game).scores] == [5, 8]
    assert outcome(game).ranks == (2, 1)


@pytest.mark.rule("EU-P5", "RU-35")
def test_the_longest_path_breaks_a_tie_also_between_players_without_its_ten_points() -> None:
    game = ended(
        f"europe seats=3 own=P0:{SOFIA};P1:{KOBENHAVN},kobenhavn-stockholm/1;P2:petrograd-stockholm,petrograd-wilno "
        "score=P0:50;P1:50;P2:0"
    )
    assert [score.longest for score in outcome(game).scores] == [5, 8, 12]
    assert totals(game) == [62, 62, 22]
    assert outcome(game).ranks == (2, 1, 3)


@pytest.mark.rule("RU-12")
def test_players_still_tied_after_the_longest_path_share_the_win() -> None:
    game = ended(
        f"europe own=P0:{SOFIA};P1:{KOBENHAVN} stations=P0:roma;P1:lisboa "
        "tickets=P0:budapest-sofia;P1:frankfurt-kobenhavn"
    )
    assert totals(game) == [6 + 5 + 8 + 10] * 2
    assert outcome(game).winners == (0, 1)
    assert outcome(game).ranks == (1, 1)


@pytest.mark.rule("RU-35")
def test_tie_breaks_go_step_by_step_among_those_still_tied() -> None:
    # All have 40 points. P2 drops out by its tickets, though it has no station and the longest path; then P1 has built
    # fewer stations than P0.
    game = ended(
        f"europe seats=3 own=P0:{SOFIA};P1:{KOBENHAVN};P2:petrograd-stockholm "
        "stations=P0:roma,paris;P1:lisboa tickets=P0:budapest-sofia;P1:frankfurt-kobenhavn score=P0:31;P1:27;P2:18"
    )
    assert totals(game) == [40, 40, 40]
    assert outcome(game).ranks == (2, 1, 3)
    assert outcome(game).winners == (1,)


@pytest.mark.rule("RU-35")
def test_tickets_completed_through_stations_count_in_a_tie() -> None:
    game = ended(
        "europe own=P0:petrograd-wilno;P1:kyiv-wilno,berlin-danzig stations=P0:wilno tickets=P0:kyiv-petrograd "
        "score=P0:10;P1:12"
    )
    assert totals(game) == [10 + 6 + 8 + 10, 12 + 12 + 10]
    assert outcome(game).scores[0].completed == ("kyiv-petrograd",)
    assert outcome(game).ranks == (1, 2)


@pytest.mark.rule("RU-35")
@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ("P0:20;P1:20;P2:10", (1, 1, 3)),
        ("P0:20;P1:10;P2:20", (1, 3, 1)),
        ("P0:20;P1:10;P2:10", (1, 2, 2)),
        ("P0:10;P1:20;P2:15", (3, 1, 2)),
        ("P0:20;P1:20;P2:20", (1, 1, 1)),
    ],
)
def test_the_same_order_ranks_all_places_and_after_a_tie_the_next_rank_is_skipped(
    scores: str, ranks: tuple[int, ...]
) -> None:
    game = ended(f"europe seats=3 score={scores}")
    assert outcome(game).ranks == ranks
    assert outcome(game).winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


@pytest.mark.rule("RU-35")
def test_tie_breaks_also_rank_the_places_behind_the_winner() -> None:
    game = ended(
        f"europe seats=5 own=P1:{SOFIA};P2:{KOBENHAVN} tickets=P1:budapest-sofia "
        "stations=P3:roma,wien;P4:paris score=P0:50;P1:10;P2:15;P3:33;P4:29"
    )
    assert totals(game) == [62, 37, 37, 37, 37]
    assert outcome(game).ranks == (1, 2, 3, 5, 4)
