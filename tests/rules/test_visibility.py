"""What everybody may see, and what stays secret until the end."""

from __future__ import annotations

import pytest

from perron import Game
from tests.positions import position
from tests.rules import ended, take_a_turn, turned_up

FIVE = "display=orange,purple,green,white,black"
EVERYBODY = (None, 0, 1, 2)


def tickets_in(game: Game, seat: int | None) -> str:
    """A view as text, to look for the names of tickets in."""
    return str(game.view(seat).to_dict())


# what everybody may see


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_everybody_sees_the_public_part_of_every_player(seat: int | None) -> None:
    game = position(
        "europe seats=3 own=P0:edinburgh-london/1;P1:dieppe-paris stations=P1:roma,wien "
        "hand=P0:red*3;P2:blue*1,wild*2 tickets=P0:paris-wien;P2:london-wien,riga-bucuresti "
        f"{FIVE} discards=green*2,wild ticket_pile=essen-kyiv"
    )
    view = game.view(seat)
    assert [player.cards for player in view.players] == [3, 0, 3]
    assert [player.tickets for player in view.players] == [1, 0, 2]
    assert [player.pieces["train"] for player in view.players] == [41, 44, 45]
    assert [player.score for player in view.players] == [7, 1, 0]
    assert [player.routes for player in view.players] == [("edinburgh-london/1",), ("dieppe-paris",), ()]
    assert [set(player.stations) for player in view.players] == [set(), {"roma", "wien"}, set()]
    assert [player.stations_left for player in view.players] == [3, 1, 3]
    assert view.display == ("orange", "purple", "green", "white", "black")
    assert view.pile == 110 - 6 - 5 - 3
    assert view.discards == {"green": 2, "wild": 1}
    assert view.ticket_pile == 1
    assert view.to_move == 0


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_everybody_sees_the_trade_bonus_cards_where_there_are_any(seat: int | None) -> None:
    game = position("tiny seats=3 own=P0:south-middle;P1:west-middle/1")
    assert [player.bonus for player in game.view(seat).players] == [1, 1, 0]
    assert game.view(seat).bonus_pile == 0


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_everybody_sees_which_cards_are_taken_face_up(seat: int | None) -> None:
    game = position(f"europe seats=3 {FIVE}")
    game.replay("draw orange", turned_up(game, "orange"))
    game.replay("draw orange", turned_up(game, "red"))
    assert game.view(seat).players[0].seen == {"orange": 2}
    assert game.view(seat).players[0].cards == 2


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", [None, 1, 2])
def test_a_card_drawn_blind_is_seen_by_nobody_else(seat: int | None) -> None:
    games = [position(f"europe seats=3 {FIVE}") for _ in range(2)]
    for game, card in zip(games, ("red", "wild"), strict=True):
        game.replay("draw blind", turned_up(game, card))
        assert game.view(0).hand == {card: 1}
        assert game.view(seat).players[0].seen == {}
        assert game.view(seat).players[0].cards == 1
    assert games[0].view(seat) == games[1].view(seat)


@pytest.mark.rule("RU-38")
def test_cards_seen_to_be_paid_are_no_longer_known_to_be_held() -> None:
    game = position(f"europe hand=P0:orange*1 {FIVE}")
    game.replay("draw orange", turned_up(game, "red"))
    game.replay("draw purple", turned_up(game, "red"))
    take_a_turn(game)
    game.play("claim moskva-smolensk orange*2")
    assert game.view(1).players[0].seen == {"purple": 1}


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_everybody_sees_the_cards_laid_and_turned_up_in_a_tunnel_attempt(seat: int | None) -> None:
    game = position(f"europe seats=3 hand=P0:blue*3,wild*2,red*1 {FIVE}")
    game.replay("claim munchen-venezia blue*1 wild*1", turned_up(game, "blue", "red", "wild"))
    view = game.view(seat)
    assert view.tunnel is not None
    assert (view.tunnel.route, view.tunnel.colour, view.tunnel.cards, view.tunnel.wilds) == (
        "munchen-venezia",
        "blue",
        1,
        1,
    )
    assert (view.tunnel.shown, view.tunnel.extra) == (("blue", "red", "wild"), 2)
    assert view.players[0].cards == 4


@pytest.mark.rule("RU-38")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_also_in_a_declined_attempt(seat: int | None) -> None:
    game = position(f"europe seats=3 hand=P0:blue*3,wild*2,red*1 {FIVE}")
    game.replay("claim munchen-venezia blue*1 wild*1", turned_up(game, "blue", "red", "wild"))
    game.play("let go")
    view = game.view(seat)
    assert view.tunnel is None
    assert view.players[0].seen == {"blue": 1, "wild": 1}
    assert view.players[0].cards == 6
    assert view.discards == {"blue": 1, "red": 1, "wild": 1}


@pytest.mark.rule("RU-38")
def test_cards_known_before_are_not_counted_twice_when_laid_and_taken_back() -> None:
    game = position(f"europe hand=P0:orange*3 {FIVE}")
    game.replay("draw orange", turned_up(game, "red"))
    game.replay("draw blind", turned_up(game, "red"))
    take_a_turn(game)
    game.replay("claim angora-smyrna orange*3", turned_up(game, "orange", "blue", "blue"))
    game.play("let go")
    assert game.view(1).players[0].seen == {"orange": 3}


# what nobody else may see


@pytest.mark.rule("RU-38")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    red, blue = (position(f"europe seats=3 hand=P0:{hand};P1:green*1 {FIVE}") for hand in ("red*3", "blue*2,wild*1"))
    assert red.view(0).hand == {"red": 3}
    assert blue.view(0).hand == {"blue": 2, "wild": 1}
    assert red.view(1).hand == {"green": 1}
    assert red.view(None).hand is None
    for seat in (None, 1, 2):
        assert red.view(seat) == blue.view(seat)


@pytest.mark.rule("RU-38")
def test_what_a_player_could_do_is_shown_to_that_player_alone() -> None:
    game = position(f"europe seats=3 hand=P0:red*2 {FIVE}")
    legal = game.view(0).legal
    assert legal is not None
    assert "claim wien-zagrab red*2" in legal
    assert [game.view(seat).legal for seat in (None, 1, 2)] == [None, None, None]


@pytest.mark.rule("RU-38")
def test_the_pile_is_seen_by_nobody() -> None:
    games = [position(f"europe hand=P1:{hand} {FIVE}") for hand in ("red*2", "blue*2")]
    assert games[0].view(0) == games[1].view(0)
    assert games[0].view().pile == 110 - 2 - 5


@pytest.mark.rule("EU-K4")
def test_the_tickets_of_a_player_are_secret_but_not_their_number() -> None:
    pile = "ticket_pile=essen-kyiv"
    some, others = (
        position(f"europe seats=3 tickets=P0:{tickets} {FIVE} {pile}")
        for tickets in ("paris-wien,cadiz-stockholm", "roma-smyrna,london-wien")
    )
    assert set(some.view(0).tickets or ()) == {"cadiz-stockholm", "paris-wien"}
    for seat in (None, 1, 2):
        assert some.view(seat).players[0].tickets == 2
        assert some.view(seat) == others.view(seat)
        assert "paris-wien" not in tickets_in(some, seat)


@pytest.mark.rule("EU-K4")
def test_that_a_ticket_is_completed_is_not_told_before_the_end() -> None:
    text = f"europe own=P0:kyiv-wilno,petrograd-wilno tickets=P0:%s {FIVE} ticket_pile=essen-kyiv"
    made, missed = (position(text % ticket) for ticket in ("kyiv-petrograd", "paris-wien"))
    assert made.view(1) == missed.view(1)
    assert made.view(0).players[0].score == missed.view(0).players[0].score == 9


@pytest.mark.rule("EU-K4")
def test_tickets_drawn_are_seen_by_their_drawer_alone() -> None:
    game = position(f"europe seats=3 {FIVE} ticket_pile=paris-wien,london-wien,essen-kyiv,roma-smyrna")
    game.play("draw tickets")
    assert game.view(0).offered == ("paris-wien", "london-wien", "essen-kyiv")
    for seat in (None, 1, 2):
        assert game.view(seat).players[0].offered == 3
        assert not game.view(seat).offered
        assert "paris-wien" not in tickets_in(game, seat)
    game.play("keep london-wien")
    assert {(back.ticket, back.above) for back in game.view(0).given_back or ()} == {
        ("paris-wien", 1),
        ("essen-kyiv", 2),
    }
    for seat in (None, 1, 2):
        assert game.view(seat).players[0].tickets == 1
        assert all(name not in tickets_in(game, seat) for name in ("paris-wien", "london-wien", "essen-kyiv"))


@pytest.mark.rule("EU-K4", "EU-S6")
def test_tickets_dealt_and_given_back_at_setup_are_seen_by_their_owner_alone() -> None:
    game = Game("europe", seats=3, seed=7)
    dealt = game.view(0).offered
    assert dealt is not None
    for _ in range(3):
        for seat in (None, 1, 2):
            assert all(ticket not in tickets_in(game, seat) for ticket in dealt)
        game.play(game.legal_actions()[0])
    for seat in (None, 1, 2):
        assert all(ticket not in tickets_in(game, seat) for ticket in dealt)


@pytest.mark.rule("EU-K4", "EU-P2")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_at_the_end_everybody_sees_all_tickets(seat: int | None) -> None:
    game = ended("europe own=P0:kyiv-wilno,petrograd-wilno tickets=P0:kyiv-petrograd,paris-wien;P1:london-wien")
    outcome = game.view(seat).outcome
    assert outcome is not None
    assert [score.completed for score in outcome.scores] == [("kyiv-petrograd",), ()]
    assert [score.missed for score in outcome.scores] == [("paris-wien",), ("london-wien",)]
