"""The rulings of First Journey's race: tickets completed at once, swaps, the last train, and ends that nobody wants."""

from __future__ import annotations

import json

import pytest

from perron import Game
from perron.editions import load
from tests.positions import assert_illegal, legal, position

# P0's trains join London, Amsterdam, Berlin, Copenhagen, Stockholm, Vienna, Sarajevo, Athens, Zurich and Rome.
NETWORK = (
    "london-amsterdam/1,amsterdam-berlin/1,copenhagen-berlin/1,copenhagen-stockholm/1,berlin-vienna/1,vienna-sarajevo,"
    "sarajevo-athens,zurich-vienna/1,zurich-rome/1"
)
# Tickets that this network makes. Paris to Zurich makes paris-vienna as well.
FOUR = "athens-berlin,stockholm-vienna,amsterdam-stockholm,berlin-zurich"
FIVE = f"{FOUR},london-rome"
ALREADY_JOINED = ["sarajevo-zurich", "london-stockholm", "london-rome"]
# With these, which join neither Paris to the network nor east to west, nineteen of the twenty trains are on the board.
EIGHT_MORE = "rome-athens/1,barcelona-rome/1,rome-vienna,stockholm-riga/1"
# Every train line of one space on the tiny board is taken, and P0 and P1 are left with one train and two.
NO_SHORT_ROUTE = "own=P0:north-middle,east-middle/1,south-west;P1:east-middle/2,south-middle,west-middle"
# Of the routes of two, the two tracks from North to East are left.
ONLY_A_TWIN_LEFT = "own=P0:north-middle,west-north,east-middle/1;P1:south-middle,west-middle,east-middle/2,south-west"


def made(game: Game, seat: int = 0) -> set[str]:
    """The tickets that a seat has laid open."""
    return set(game.view().players[seat].completed)


def tickets(game: Game, seat: int = 0) -> set[str]:
    """The tickets that a seat holds."""
    return set(game.view(seat).tickets or ())


def given_up(game: Game, seat: int = 0) -> list[tuple[str, int]]:
    """The tickets that a seat has given up, and how many lie above each in the pile."""
    return [(one.ticket, one.above) for one in game.view(seat).given_back or ()]


def reason(game: Game) -> str | None:
    """Why the game is over."""
    return game.outcome.reason if game.outcome else None


def winners(game: Game) -> tuple[int, ...]:
    """Who has won."""
    return game.outcome.winners if game.outcome else ()


# tickets completed by a claim


@pytest.mark.rule("RU-10")
def test_two_tickets_completed_by_one_claim_are_laid_open_together_and_both_replaced() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:athens-berlin tickets=P0:amsterdam-bucharest,bucharest-rome "
        "ticket_pile=paris-warsaw,dublin-madrid,berlin-brest hand=P0:green"
    )
    game.play("claim sarajevo-bucharest green*1")
    assert made(game) == {"athens-berlin", "amsterdam-bucharest", "bucharest-rome"}
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}
    assert game.view().ticket_pile == 1
    assert game.to_move == 1


@pytest.mark.rule("RU-10")
def test_two_tickets_completed_at_once_from_five_make_seven() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:{FIVE} tickets=P0:amsterdam-bucharest,bucharest-rome "
        "ticket_pile=paris-warsaw,dublin-madrid hand=P0:green"
    )
    game.play("claim sarajevo-bucharest green*1")
    assert reason(game) == "goal"
    assert winners(game) == (0,)
    assert game.scores()[0].total == 7
    assert tickets(game) == set()
    assert game.view().ticket_pile == 2


@pytest.mark.rule("RU-10")
def test_a_new_ticket_that_is_already_joined_is_completed_at_once_and_so_on() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:athens-berlin tickets=P0:paris-vienna,paris-warsaw "
        "ticket_pile=sarajevo-zurich,london-stockholm,dublin-madrid,berlin-brest hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert made(game) == {"athens-berlin", "paris-vienna", "sarajevo-zurich", "london-stockholm"}
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}
    assert game.view().ticket_pile == 1


@pytest.mark.rule("RU-10")
def test_a_claim_that_makes_no_ticket_draws_none() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:paris-warsaw,dublin-madrid ticket_pile=sarajevo-zurich hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert made(game) == set()
    assert game.view().ticket_pile == 1


@pytest.mark.rule("RU-10")
def test_the_game_stops_at_the_moment_the_sixth_counts() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:{FOUR} tickets=P0:paris-vienna,paris-warsaw "
        f"ticket_pile={','.join(ALREADY_JOINED)} hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert reason(game) == "goal"
    assert made(game) == {*FOUR.split(","), "paris-vienna", "sarajevo-zurich"}
    assert tickets(game) == {"paris-warsaw"}
    assert game.view().ticket_pile == 2


@pytest.mark.rule("RU-10")
def test_the_bonus_can_be_the_sixth() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:{FIVE} tickets=P0:paris-warsaw,berlin-brest "
        "hand=P0:green*2"
    )
    game.play("claim athens-ankara/1 green*2")
    assert game.view().players[0].bonus == 1
    assert game.scores()[0].total == 6
    assert reason(game) == "goal"
    assert winners(game) == (0,)


@pytest.mark.rule("RU-10")
def test_the_bonus_comes_after_the_tickets_completed_and_before_they_are_replaced() -> None:
    # The fifth ticket, then the bonus as the sixth: the game stops before the joined ticket on the pile is drawn.
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:{FOUR} tickets=P0:ankara-rome,paris-warsaw "
        "ticket_pile=sarajevo-zurich,london-stockholm hand=P0:green*2"
    )
    game.play("claim athens-ankara/1 green*2")
    assert made(game) == {*FOUR.split(","), "ankara-rome"}
    assert game.view().players[0].bonus == 1
    assert game.view().ticket_pile == 2
    assert reason(game) == "goal"


@pytest.mark.rule("RU-10")
def test_when_the_tickets_decide_the_bonus_is_not_taken_any_more() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:{FIVE} tickets=P0:ankara-rome,paris-warsaw "
        "hand=P0:green*2"
    )
    game.play("claim athens-ankara/1 green*2")
    assert game.scores()[0].total == 6
    assert game.view().players[0].bonus == 0
    assert game.view().bonus_pile == 4


@pytest.mark.rule("RU-10")
def test_a_joined_ticket_drawn_after_the_bonus_still_counts() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:athens-berlin,stockholm-vienna "
        "tickets=P0:ankara-rome,paris-warsaw ticket_pile=ankara-vienna,dublin-madrid hand=P0:green*2"
    )
    game.play("claim athens-ankara/1 green*2")
    assert made(game) == {"athens-berlin", "stockholm-vienna", "ankara-rome", "ankara-vienna"}
    assert game.view().players[0].score == 5
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}


@pytest.mark.rule("RU-10")
@pytest.mark.parametrize("claim", ["claim sarajevo-bucharest green*1", "claim brest-paris yellow*2"])
def test_the_bonus_is_taken_once_per_player(claim: str) -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1,athens-ankara/1,london-paris/1 bonus=P0:1 bonus_pile=3 "
        "tickets=P0:paris-warsaw,sarajevo-warsaw hand=P0:green,yellow*2"
    )
    game.play(claim)
    assert game.view().players[0].bonus == 1
    assert game.view().bonus_pile == 3


@pytest.mark.rule("RU-32")
def test_a_completed_ticket_and_the_bonus_are_declared_by_themselves_and_cannot_be_held_back() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 tickets=P0:ankara-rome,paris-warsaw "
        "ticket_pile=dublin-madrid,berlin-brest hand=P0:green*2"
    )
    claim = {action for action in legal(game) if action.startswith("claim athens-ankara/1")}
    assert claim == {"claim athens-ankara/1 green*2"}
    game.play("claim athens-ankara/1 green*2")
    assert game.to_move == 1
    for seat in (0, 1, None):
        assert game.view(seat).players[0].completed == ("ankara-rome",)
        assert game.view(seat).players[0].bonus == 1
    assert "ankara-rome" not in tickets(game)


# giving tickets up


@pytest.mark.rule("RU-17")
@pytest.mark.parametrize("turns", [0, 1, 50, 900])
def test_tickets_may_be_given_up_at_any_turn(turns: int) -> None:
    game = position(f"first_journey seats=4 tickets=P3:paris-warsaw,dublin-madrid turns={turns} turn=P3")
    game.play("swap tickets")
    assert game.turn == turns + 1


@pytest.mark.rule("RU-17")
def test_tickets_may_be_given_up_even_if_both_could_be_completed_this_very_turn() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:amsterdam-bucharest,bucharest-rome "
        "ticket_pile=paris-warsaw,dublin-madrid hand=P0:green"
    )
    assert "claim sarajevo-bucharest green*1" in legal(game)
    game.play("swap tickets")
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}


@pytest.mark.rule("RU-11", "RU-31")
def test_given_up_tickets_go_under_the_pile_the_older_first() -> None:
    game = position(
        "first_journey tickets=P0:paris-warsaw,dublin-madrid;P1:berlin-brest,riga-rome "
        "ticket_pile=moscow-riga,athens-rostov,berlin-moscow"
    )
    game.play("swap tickets")
    assert tickets(game) == {"moscow-riga", "athens-rostov"}
    assert given_up(game) == [("paris-warsaw", 1), ("dublin-madrid", 2)]
    game.play("swap tickets")
    assert tickets(game, 1) == {"berlin-moscow", "paris-warsaw"}
    assert given_up(game, 1) == [("berlin-brest", 1), ("riga-rome", 2)]


@pytest.mark.rule("RU-31")
def test_the_ticket_drawn_for_a_completed_one_is_the_younger_of_the_two() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:paris-vienna,paris-warsaw;P1:berlin-brest,riga-rome "
        "ticket_pile=dublin-madrid,moscow-riga,athens-rostov hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    game.play("draw cards")
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}
    game.play("swap tickets")
    assert given_up(game) == [("paris-warsaw", 0), ("dublin-madrid", 1)]


@pytest.mark.rule("RU-11")
def test_given_up_tickets_are_not_among_the_new_ones_even_if_the_pile_holds_just_two() -> None:
    game = position("first_journey tickets=P0:paris-warsaw,dublin-madrid ticket_pile=berlin-brest,riga-rome")
    game.play("swap tickets")
    assert tickets(game) == {"berlin-brest", "riga-rome"}
    assert game.view().ticket_pile == 2


@pytest.mark.rule("RU-11")
def test_nobody_else_sees_the_tickets_given_up_or_drawn() -> None:
    game = position(
        "first_journey tickets=P0:paris-warsaw,dublin-madrid;P1:moscow-riga,athens-rostov "
        "ticket_pile=berlin-brest,riga-rome"
    )
    game.play("swap tickets")
    for seat in (1, None):
        text = json.dumps(game.view(seat).to_dict())
        assert not [
            ticket for ticket in ("paris-warsaw", "dublin-madrid", "berlin-brest", "riga-rome") if ticket in text
        ]


@pytest.mark.rule("RU-31")
def test_tickets_drawn_by_giving_up_that_are_already_joined_are_completed_at_once_and_replaced() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:paris-warsaw,dublin-madrid "
        "ticket_pile=sarajevo-zurich,berlin-brest,london-stockholm,riga-rome,moscow-riga"
    )
    game.play("swap tickets")
    assert made(game) == {"sarajevo-zurich", "london-stockholm"}
    assert tickets(game) == {"berlin-brest", "riga-rome"}
    assert given_up(game) == [("paris-warsaw", 1), ("dublin-madrid", 2)]


@pytest.mark.rule("RU-31")
def test_the_old_tickets_go_under_before_completed_ones_are_settled() -> None:
    # Both new tickets are joined, and only the old ones are left to replace them, the older first.
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:paris-warsaw,dublin-madrid "
        "ticket_pile=sarajevo-zurich,london-stockholm"
    )
    game.play("swap tickets")
    assert made(game) == {"sarajevo-zurich", "london-stockholm"}
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}
    assert game.view().ticket_pile == 0


@pytest.mark.rule("RU-31")
@pytest.mark.parametrize(
    ("before", "pile", "total"),
    [
        (FIVE, "sarajevo-zurich,berlin-brest,riga-rome", 6),
        (FIVE, "sarajevo-zurich,london-stockholm,riga-rome", 7),
        (FOUR, "sarajevo-zurich,london-stockholm,riga-rome", 6),
        (FOUR, "berlin-brest,london-stockholm,sarajevo-zurich", 6),
    ],
)
def test_giving_up_may_win(before: str, pile: str, total: int) -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:{before} tickets=P0:paris-warsaw,dublin-madrid ticket_pile={pile}"
    )
    game.play("swap tickets")
    assert reason(game) == "goal"
    assert winners(game) == (0,)
    assert game.scores()[0].total == total


# piles that run out


@pytest.mark.rule("RU-8")
def test_a_completed_ticket_is_not_replaced_from_an_empty_pile() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:paris-vienna,paris-warsaw ticket_pile=none hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert made(game) == {"paris-vienna"}
    assert tickets(game) == {"paris-warsaw"}


@pytest.mark.rule("RU-8")
def test_of_two_completed_tickets_only_one_is_replaced_from_a_pile_of_one() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} tickets=P0:amsterdam-bucharest,bucharest-rome ticket_pile=paris-warsaw "
        "hand=P0:green"
    )
    game.play("claim sarajevo-bucharest green*1")
    assert made(game) == {"amsterdam-bucharest", "bucharest-rome"}
    assert tickets(game) == {"paris-warsaw"}
    assert game.view().ticket_pile == 0


@pytest.mark.rule("RU-8")
def test_tickets_cannot_be_given_up_with_an_empty_pile() -> None:
    game = position("first_journey tickets=P0:paris-warsaw,dublin-madrid ticket_pile=none")
    assert_illegal(game, "swap tickets", code="tickets/pile_empty", rule="RU-8")


@pytest.mark.rule("RU-8")
def test_giving_up_with_one_ticket_in_the_pile_draws_that_one() -> None:
    game = position("first_journey tickets=P0:paris-warsaw,dublin-madrid ticket_pile=berlin-brest")
    game.play("swap tickets")
    assert tickets(game) == {"berlin-brest"}
    assert given_up(game) == [("paris-warsaw", 0), ("dublin-madrid", 1)]


@pytest.mark.rule("RU-8", "RU-31")
def test_the_one_ticket_drawn_is_replaced_by_the_older_given_up_if_it_is_joined() -> None:
    game = position(f"first_journey own=P0:{NETWORK} tickets=P0:paris-warsaw,dublin-madrid ticket_pile=sarajevo-zurich")
    game.play("swap tickets")
    assert made(game) == {"sarajevo-zurich"}
    assert tickets(game) == {"paris-warsaw"}
    assert given_up(game) == [("dublin-madrid", 0)]


@pytest.mark.rule("RU-8")
def test_giving_up_a_lone_ticket_draws_two() -> None:
    game = position("first_journey tickets=P0:paris-warsaw ticket_pile=berlin-brest,riga-rome,moscow-riga")
    game.play("swap tickets")
    assert tickets(game) == {"berlin-brest", "riga-rome"}
    assert given_up(game) == [("paris-warsaw", 1)]


@pytest.mark.rule("RU-11", "RU-22")
def test_when_the_pile_runs_out_the_discards_become_a_new_pile_for_the_second_card() -> None:
    game = position("first_journey pile=red*1 discards=blue*3 hand=P1:rest")
    game.play("draw cards")
    assert game.view(0).hand == {"blue": 1, "red": 1}
    assert (game.view().pile, game.view().discards) == (2, {})


@pytest.mark.rule("RU-22")
def test_the_discards_wait_until_a_card_is_needed_and_the_pile_is_empty() -> None:
    game = position("first_journey pile=red*2 discards=blue*3 hand=P1:rest")
    game.play("draw cards")
    assert game.view(0).hand == {"red": 2}
    assert (game.view().pile, game.view().discards) == (0, {"blue": 3})


@pytest.mark.rule("RU-11")
@pytest.mark.parametrize("where", ["pile=red*1 discards=", "pile=none discards=red*1"])
def test_with_one_card_left_in_pile_and_discards_one_is_drawn(where: str) -> None:
    game = position(f"first_journey {where} hand=P1:rest")
    game.play("draw cards")
    assert game.view(0).hand == {"red": 1}
    assert (game.view().pile, game.view().discards) == (0, {})
    assert game.to_move == 1


@pytest.mark.rule("RU-11")
def test_with_no_card_left_drawing_is_not_a_legal_action() -> None:
    game = position("first_journey pile=none hand=P1:rest")
    assert_illegal(game, "draw cards", code="draw/no_cards", rule="RU-11")
    assert legal(game) == {"swap tickets"}


@pytest.mark.rule("RU-11")
def test_the_cards_just_paid_can_be_drawn_again() -> None:
    game = position("first_journey pile=none hand=P0:blue;P1:rest")
    game.play("claim paris-amsterdam blue*1")
    before = game.view().players[1].cards
    game.play("draw cards")
    assert game.view().players[1].cards == before + 1


# the last train


@pytest.mark.rule("RU-29")
def test_a_route_longer_than_the_trains_left_cannot_be_claimed() -> None:
    game = position("first_journey pieces=P0:1 hand=P0:blue*3")
    assert_illegal(game, "claim dublin-brest blue*2", code="route/pieces", rule="RU-29")
    assert_illegal(game, "claim paris-madrid/1 blue*3", code="route/pieces", rule="RU-29")
    game.play("claim paris-amsterdam blue*1")
    assert game.view().players[0].pieces == {"train": 0}


@pytest.mark.rule("RU-18")
def test_the_last_ticket_and_the_last_train_in_one_claim_the_ticket_decides() -> None:
    game = position(
        "tiny_race own=P0:north-middle,east-middle/1,south-west made=P0:north-middle,east-middle;P1:west-middle "
        "tickets=P0:north-south hand=P0:red"
    )
    assert game.view().players[0].pieces == {"train": 1}
    game.play("claim south-middle red*1")
    assert game.view().players[0].pieces == {"train": 0}
    assert reason(game) == "goal"
    assert winners(game) == (0,)


@pytest.mark.rule("RU-18")
def test_the_sixth_ticket_and_the_last_train_in_one_claim_the_ticket_decides() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:{FIVE} tickets=P0:paris-vienna,paris-warsaw pieces=P0:1 hand=P0:blue"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert game.view().players[0].pieces == {"train": 0}
    assert reason(game) == "goal"


@pytest.mark.rule("RU-18", "FJ-E1")
def test_twenty_trains_can_make_six_tickets_and_then_the_sixth_ticket_decides() -> None:
    routes = {route.id: route for route in load("first_journey").routes}
    assert sum(routes[one].length for one in f"{NETWORK},{EIGHT_MORE}".split(",")) == 19
    game = position(
        f"first_journey own=P0:{NETWORK},{EIGHT_MORE} made=P0:{FIVE};"
        "P1:berlin-brest,moscow-riga,athens-rostov,london-warsaw,berlin-moscow "
        "tickets=P0:paris-vienna,dublin-madrid ticket_pile=sarajevo-zurich,paris-warsaw hand=P0:blue turn=P0"
    )
    assert game.view().players[0].pieces == {"train": 1}
    game.play("claim paris-zurich/1 blue*1")
    assert game.view().players[0].pieces == {"train": 0}
    assert reason(game) == "goal"
    assert winners(game) == (0,)
    assert [score.total for score in game.scores()] == [6, 5]
    assert made(game) == {*FIVE.split(","), "paris-vienna"}
    assert game.view().ticket_pile == 2


@pytest.mark.rule("RU-18", "FJ-E2")
def test_with_the_fifth_ticket_the_same_last_train_ends_the_game_and_most_tickets_win() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},{EIGHT_MORE} made=P0:{FOUR};"
        "P1:berlin-brest,moscow-riga,athens-rostov,london-warsaw,berlin-moscow "
        "tickets=P0:paris-vienna,dublin-madrid ticket_pile=paris-warsaw hand=P0:blue turn=P0"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert game.view().players[0].pieces == {"train": 0}
    assert reason(game) == "last_train"
    assert winners(game) == (0, 1)
    assert [score.total for score in game.scores()] == [5, 5]


@pytest.mark.rule("RU-18")
def test_the_bonus_as_the_sixth_decides_before_the_last_train_too() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:{FIVE} tickets=P0:paris-warsaw,berlin-brest "
        "pieces=P0:2 hand=P0:green*2"
    )
    game.play("claim athens-ankara/1 green*2")
    assert game.view().players[0].pieces == {"train": 0}
    assert reason(game) == "goal"


@pytest.mark.rule("RU-30")
def test_tickets_and_replacements_are_settled_before_the_last_train_ends_the_game() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK} made=P0:athens-berlin;P1:moscow-riga,athens-rostov,london-warsaw "
        "tickets=P0:paris-vienna,paris-warsaw ticket_pile=sarajevo-zurich,london-stockholm,dublin-madrid "
        "pieces=P0:1 hand=P0:blue turn=P0"
    )
    game.play("claim paris-zurich/1 blue*1")
    assert reason(game) == "last_train"
    assert [score.total for score in game.scores()] == [4, 3]
    assert winners(game) == (0,)
    assert tickets(game) == {"paris-warsaw", "dublin-madrid"}


@pytest.mark.rule("RU-30")
def test_the_bonus_is_settled_before_the_last_train_ends_the_game_and_counts_as_a_ticket() -> None:
    game = position(
        f"first_journey own=P0:{NETWORK},dublin-london/1 made=P0:athens-berlin;P1:moscow-riga,athens-rostov "
        "tickets=P0:paris-warsaw,berlin-brest pieces=P0:2 hand=P0:green*2 turn=P0"
    )
    game.play("claim athens-ankara/1 green*2")
    assert reason(game) == "last_train"
    assert [score.total for score in game.scores()] == [2, 2]
    assert winners(game) == (0, 1)


@pytest.mark.rule("RU-30")
def test_a_bonus_taken_earlier_counts_at_the_last_train() -> None:
    game = position(
        "first_journey made=P0:paris-warsaw;P1:moscow-riga bonus=P1:1 bonus_pile=3 pieces=P0:1 hand=P0:blue"
    )
    game.play("claim paris-amsterdam blue*1")
    assert winners(game) == (1,)


@pytest.mark.rule("RU-30")
def test_after_the_last_train_there_are_no_further_turns() -> None:
    game = position("first_journey seats=4 pieces=P1:1 hand=P1:blue turn=P1")
    game.play("claim paris-amsterdam blue*1")
    assert game.over
    assert legal(game) == set()


# when nobody can go on


@pytest.mark.rule("RU-28")
def test_the_game_ends_at_once_when_no_route_is_left_that_fits_anybodys_trains() -> None:
    # Two routes of two are left, and everybody has one train.
    game = position(
        "tiny_race seats=3 own=P0:north-middle,west-north,east-middle/1;P1:south-middle,east-south;"
        "P2:west-middle,east-middle/2 tickets=P0:north-south;P1:north-west;P2:north-east ticket_pile=none "
        "made=P0:north-middle bonus=P0:1;P1:1;P2:1 bonus_pile=0 hand=P2:red*2 turn=P2"
    )
    game.play("claim north-east/1 red*2")
    assert [player.pieces["train"] for player in game.view().players] == [1, 1, 1]
    assert reason(game) == "no_routes"
    assert [score.total for score in game.scores()] == [2, 1, 2]
    assert winners(game) == (0, 2)


@pytest.mark.rule("RU-28")
def test_ones_own_twin_is_not_a_route_that_is_left() -> None:
    # North to East is free on one track, and only the owner of the other has two trains.
    text = (
        "tiny_race seats=3 own=P0:north-middle,west-north,east-middle/1;P1:south-middle,south-west;"
        "P2:west-middle,east-middle/2 tickets=P2:north-south ticket_pile=none hand=P2:red*2 turn=P2 "
    )
    ended = position(text + "pieces=P0:1;P1:1;P2:4")
    ended.play("claim north-east/1 red*2")
    assert ended.view().players[2].pieces == {"train": 2}
    assert reason(ended) == "no_routes"
    goes_on = position(text + "pieces=P0:1;P1:2;P2:4")
    goes_on.play("claim north-east/1 red*2")
    assert not goes_on.over


@pytest.mark.rule("RU-28")
def test_the_last_train_is_named_as_the_end_before_the_routes_that_ran_out() -> None:
    game = position(
        "tiny_race seats=2 own=P0:north-middle,west-north,east-middle/1;P1:south-middle,east-south "
        "tickets=P0:north-south ticket_pile=none hand=P0:green turn=P0"
    )
    game.play("claim west-middle green*1")
    assert reason(game) == "last_train"


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_ends_when_a_whole_round_began_without_a_card_to_draw_and_nobody_claimed(seats: int) -> None:
    game = position(
        f"tiny_race seats={seats} pile=none hand=P0:rest tickets=P0:north-south,east-south;P1:north-west,south-west "
        "made=P1:west-middle"
    )
    for _ in range(seats - 1):
        game.play("swap tickets")
        assert not game.over
    game.play("swap tickets")
    assert reason(game) == "stalled"
    assert winners(game) == (1,)


@pytest.mark.rule("RU-28")
def test_a_claim_and_a_turn_with_a_card_to_draw_start_the_count_anew() -> None:
    game = position("tiny_race pile=none hand=P0:rest;P1:green tickets=P0:north-south,east-south;P1:south-west")
    game.play("swap tickets")
    game.play("claim west-middle green*1")
    game.play("swap tickets")
    game.play("draw cards")
    game.play("swap tickets")
    assert not game.over
    game.play("swap tickets")
    assert reason(game) == "stalled"


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize("where", ["pile=red*1 discards=", "pile=none discards=red*1"])
def test_rounds_of_swaps_do_not_end_the_game_while_there_is_a_card_to_draw(where: str) -> None:
    game = position(f"tiny_race {where} hand=P0:rest tickets=P0:north-south,east-south;P1:north-west,south-west")
    for _ in range(6):
        game.play("swap tickets")
    assert not game.over


@pytest.mark.rule("RU-28")
def test_a_pass_counts_as_a_turn_that_began_without_a_card_to_draw() -> None:
    # P0's new ticket is joined, so its old one comes back and the ticket pile is empty: P1 can only pass.
    game = position(
        "tiny_race own=P0:north-middle pile=none hand=P0:rest tickets=P0:north-south ticket_pile=north-middle"
    )
    game.play("swap tickets")
    assert tickets(game) == {"north-south"}
    assert legal(game) == {"pass"}
    game.play("pass")
    assert reason(game) == "stalled"
    assert winners(game) == (0,)


@pytest.mark.rule("RU-4")
def test_a_player_with_no_legal_action_passes_and_a_round_of_passes_ends_the_race() -> None:
    # P0 holds every card and has one train, for which there is no route; P1 has trains and no card.
    game = position(
        f"tiny_race {NO_SHORT_ROUTE} tickets=P0:north-south;P1:north-west ticket_pile=none bonus=P1:1 bonus_pile=2 "
        "pile=none hand=P0:rest turn=P0"
    )
    assert legal(game) == {"pass"}
    game.play("pass")
    assert not game.over
    assert legal(game) == {"pass"}
    game.play("pass")
    assert reason(game) == "passes"
    assert winners(game) == (1,)


@pytest.mark.rule("RU-4")
def test_an_action_between_passes_starts_the_count_anew() -> None:
    game = position(
        f"tiny_race {NO_SHORT_ROUTE} tickets=P0:north-south;P1:north-west ticket_pile=none pieces=P0:1;P1:5 "
        "pile=none hand=P0:rest;P1:green*2 turn=P0"
    )
    game.play("pass")
    game.play("claim north-east/2 green*2")
    assert not game.over
    game.play("draw cards")
    game.play("pass")
    assert not game.over
    game.play("pass")
    assert reason(game) == "passes"


@pytest.mark.rule("RU-4")
def test_a_player_who_can_still_swap_tickets_may_not_pass() -> None:
    game = position(f"tiny_race {NO_SHORT_ROUTE} tickets=P0:north-south;P1:north-west pile=none hand=P0:rest turn=P0")
    assert legal(game) == {"swap tickets"}
    assert_illegal(game, "pass", code="turn/must_act", rule="RU-27")


# the thousandth turn


@pytest.mark.rule("RU-40")
@pytest.mark.parametrize("action", ["swap tickets", "draw cards", "claim paris-amsterdam blue*1"])
def test_after_1000_turns_the_race_ends_and_most_tickets_win(action: str) -> None:
    game = position("first_journey made=P1:paris-warsaw hand=P0:blue turns=999")
    game.play(action)
    assert game.turn == 1000
    assert reason(game) == "turn_limit"
    assert winners(game) == (1,)


@pytest.mark.rule("RU-40")
def test_after_999_turns_the_race_goes_on() -> None:
    game = position("first_journey turns=998")
    game.play("swap tickets")
    assert game.turn == 999
    assert not game.over


@pytest.mark.rule("RU-40")
@pytest.mark.parametrize(
    ("text", "action", "end"),
    [
        (
            f"first_journey own=P0:{NETWORK} made=P0:{FIVE} tickets=P0:paris-vienna hand=P0:blue",
            "claim paris-zurich/1 blue*1",
            "goal",
        ),
        (
            f"first_journey own=P0:{NETWORK} made=P0:{FIVE} ticket_pile=sarajevo-zurich,paris-warsaw",
            "swap tickets",
            "goal",
        ),
        ("first_journey pieces=P0:1 hand=P0:blue", "claim paris-amsterdam blue*1", "last_train"),
        (
            f"tiny_race {ONLY_A_TWIN_LEFT} pieces=P0:3;P1:1 ticket_pile=none hand=P0:red*2 turn=P0",
            "claim north-east/1 red*2",
            "no_routes",
        ),
        ("tiny_race pile=none hand=P0:rest stalled=1", "swap tickets", "stalled"),
        (
            f"tiny_race {NO_SHORT_ROUTE} ticket_pile=none pile=none hand=P0:rest passes=1 stalled=1 turn=P0",
            "pass",
            "passes",
        ),
    ],
)
def test_another_end_on_the_thousandth_turn_comes_first(text: str, action: str, end: str) -> None:
    game = position(f"{text} turns=999")
    game.play(action)
    assert game.turn == 1000
    assert reason(game) == end
