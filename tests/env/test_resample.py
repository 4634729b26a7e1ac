"""Determinisation: every deal that fits what a seat has seen is equally likely, and no other comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from importlib import resources
from math import sqrt

import numpy as np
import pytest

from perron import EditionError, Game, PerronError, View, editions
from perron.editions import Edition
from perron.engine.sizes import NONE, TICKETS
from perron.env.resample import resample
from perron.testing import redeal_hidden
from tests.env import deals
from tests.golden import conservation
from tests.mixed_editions import any_edition
from tests.positions import position
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


def far_off(draws: Counter[Hashable], weights: Counter[Hashable]) -> float:
    """How many standard deviations chi-square lies above what chance gives: more than 4 comes up once in 30,000."""
    n, total, free = draws.total(), weights.total(), len(weights) - 1
    assert min(weights.values()) * n / total >= 5, "too few draws to tell"
    chi = sum((draws[deal] - n * ways / total) ** 2 / (n * ways / total) for deal, ways in weights.items())
    return ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)) if free else 0.0  # Wilson, Hilferty


def hands_in(game: Game, view: View) -> deals.Hands:
    """Other seats' hands, cards laid for a tunnel included."""
    found = []
    for seat in range(game.seats):
        if seat != view.seat:
            hand = Counter(game.view(seat, with_legal=False).hand)
            if view.tunnel is not None and view.to_move == seat:
                hand.update({view.tunnel.colour: view.tunnel.cards})
                hand.update({"wild": view.tunnel.wilds})
            found.append(deals.as_hand(hand))
    return tuple(found)


def tickets_in(game: Game, view: View) -> deals.Tickets:
    """Other seats' tickets and offers, and the pile."""
    s, names = game.state, [ticket.id for ticket in game.edition.tickets]
    pile = tuple(names[s["ticket_pile"][(s["ticket_top"] + i) % TICKETS]] for i in range(s["tickets_left"]))
    others = [game.view(seat, with_legal=False) for seat in range(game.seats) if seat != view.seat]
    if game.edition.swap_tickets:
        return (*(other.tickets for other in others), pile)
    if view.phase == "setup":
        chosen = [None if other.chosen is None else frozenset(other.chosen) for other in others]
        return (*(part for pair in zip((o.offered for o in others), chosen, strict=True) for part in pair), pile)
    return (*(frozenset(other.tickets or ()) for other in others), *(other.offered for other in others), pile)


def assert_hands_are_uniform(view: View, drawn: list[Game]) -> None:
    """Hands come up as often as there are deals that give them; those too rare to count are counted together."""
    weights: Counter[Hashable] = Counter(deals.hands(view, drawn[0].edition))
    hands: Counter[Hashable] = Counter(hands_in(game, view) for game in drawn)
    assert set(hands) <= set(weights)
    few = weights.total() * 5 / len(drawn)
    rare = {hand for hand, ways in weights.items() if ways < few}
    for counted in (weights, hands):
        counted["rare"] = sum(counted.pop(hand, 0) for hand in rare)
    if weights["rare"] < few:
        del weights["rare"], hands["rare"]
    assert far_off(hands, weights) < 4


def assert_uniform(view: View, edition: Edition | None = None) -> None:
    """Hands and tickets come up as often as there are deals that give them."""
    edition = edition or any_edition(view.edition)
    tickets: Counter[Hashable] = Counter(deals.tickets_of(view, edition))
    rng = np.random.default_rng(6)
    drawn = [resample(view, rng, edition) for _ in range(max(2000, 6 * tickets.total() // min(tickets.values())))]
    found: Counter[Hashable] = Counter(tickets_in(game, view) for game in drawn)
    assert set(found) <= set(tickets)
    assert far_off(found, tickets) < 4
    assert_hands_are_uniform(view, drawn)


def find(name: str, seats: int, wanted: Callable[[Game, int], bool], most: int = 1200) -> View:
    """The view of a seat, the first in some played games that is wanted and has few enough deals to count."""
    for seed in range(200):
        for game in played(name, seats, seed):
            for seat in range(seats):
                if not game.over and wanted(game, seat):
                    view = game.view(seat)
                    if 10 <= len(deals.tickets_of(view, game.edition)) <= most:
                        return view
    raise AssertionError("no such view")


@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_what_is_dealt_to_the_other_seat_is_uniform_when_a_game_begins(name: str) -> None:
    assert_uniform(Game(name, 2, seed=1).view(0))


def test_a_seat_that_has_chosen_at_setup_has_kept_any_lawful_part_of_its_offer() -> None:
    game = Game("tiny", 2, seed=3)
    game.play(int(game.legal_numbers()[1]))
    assert_uniform(game.view(1))


@pytest.mark.rule("EU-S4")
@pytest.mark.parametrize("kept", [2, 3])
def test_a_seat_holds_a_long_ticket_as_often_as_fair_dealing_and_a_blind_choice_make_it(kept: int) -> None:
    game = Game("tiny", 2, seed=4)
    game.play(int(game.legal_numbers()[-1]))
    game.play(next(int(n) for n in game.legal_numbers() if (int(n) >> 8 & 255).bit_count() == kept))
    view = game.view(0)
    assert view.players[1].tickets == kept
    assert_uniform(view)
    long = {ticket.id for ticket in game.edition.tickets if ticket.long}
    with_long = sum(bool(long & set(resample(view, seed).view(1).tickets or ())) for seed in range(3000))
    assert abs(with_long / 3000 - kept / 3) < 0.04  # two or three of three tickets, one of which is long


def test_the_check_tells_dealing_that_prefers_long_tickets_from_dealing_that_does_not() -> None:
    game = Game("tiny", 2, seed=4)
    for _ in range(2):
        game.play(int(game.legal_numbers()[0]))
    view = game.view(0)
    wanted: Counter[Hashable] = Counter(deals.tickets_of(view, game.edition))
    drawn: Counter[Hashable] = Counter(tickets_in(redeal_hidden(game, 0, seed), view) for seed in range(6000))
    assert set(drawn) <= set(wanted)
    assert far_off(drawn, wanted) > 4


@pytest.mark.rule("EU-K3", "RU-15")
def test_a_ticket_given_back_lies_where_the_seat_knows_it_to_lie() -> None:
    view = find("tiny", 2, lambda game, seat: any(back.place == "pile" for back in game.view(seat).given_back or ()))
    assert_uniform(view)
    for back in view.given_back or ():
        if back.place == "pile":
            s = resample(view, 1).state
            assert resample(view, 1).edition.tickets[s["ticket_pile"][back.above]].id == back.ticket


def test_tickets_that_another_seat_is_choosing_from_are_dealt_too() -> None:
    assert_uniform(find("tiny", 2, lambda game, seat: game.view(seat).phase == "keep_tickets" and seat != game.to_move))


def like_tiny(old: str, new: str) -> Edition:
    """An edition that is tiny but for one thing."""
    text = (resources.files(editions) / "tiny" / "edition.toml").read_text("utf-8")
    assert old in text
    return editions.parse(text.replace('id = "tiny"', 'id = "mine"').replace(old, new, 1))


@pytest.mark.parametrize("kept", [(2, 2), (1, 3), (3, 1), (1, 2)])
def test_with_three_seats_any_of_the_others_may_have_kept_more_tickets_at_setup(kept: tuple[int, int]) -> None:
    """The view tells only how many they hold by now, after one of them has kept the only ticket of the pile."""
    mine = like_tiny("keep = 2", "keep = 1")
    game = Game(mine, 3, seed=7)
    for n in (3, *kept):
        game.play(next(int(action) for action in game.legal_numbers() if (int(action) >> 8 & 255).bit_count() == n))
    for action in ("draw blind", "draw blind", "draw tickets"):
        game.play(action)
    game.play(int(game.legal_numbers()[-1]))
    view = game.view(0)
    assert [player.tickets for player in view.players] == [3, kept[0] + 1, kept[1]]
    assert_uniform(view, mine)


@pytest.mark.rule("RU-38")
def test_cards_that_another_seat_has_laid_for_a_tunnel_are_in_its_hand() -> None:
    view = find("tiny", 2, lambda game, seat: game.view(seat).phase == "tunnel" and seat != game.to_move)
    assert_uniform(view)
    assert resample(view, 1).view(view.seat) == view


@pytest.mark.rule("RU-1")
@pytest.mark.parametrize(
    "cards",
    [
        "display=wild,wild,wild,wild,black pile=wild*2,red*1 hand=P1:wild*2,blue*1,red*1;P0:rest",
        "display=wild,wild,wild,green,black pile=wild*2 hand=P1:wild*1,blue*2,red*2;P0:rest",
        "display=wild,wild,wild,wild,wild pile=wild*3,red*2 hand=P1:wild*1,blue*1;P2:wild*1,red*3,blue*1;P0:rest",
    ],
)
def test_three_wilds_lie_open_only_where_the_pile_has_hardly_another_card(cards: str) -> None:
    view = position(f"europe seats=3 {cards}").view(0)
    rng = np.random.default_rng(2)
    drawn = [resample(view, rng) for _ in range(4000)]
    assert_hands_are_uniform(view, drawn)
    few = 2 - sum(kind != "wild" for kind in view.display)
    assert {int(game.state["pile"][:8].sum()) for game in drawn} == set(range(few + 1)), "as many as there may be"


@pytest.mark.rule("RU-42")
def test_where_tickets_are_drawn_and_lie_open_nobody_holds_one_that_is_completed() -> None:
    def joins_some(game: Game, seat: int) -> bool:
        view, other = game.view(seat), 1 - seat
        unseen = deals.unseen_tickets(view, game.edition)
        completed = any(deals.has_completed(view, game.edition, other, ticket) for ticket in unseen)
        return completed and view.phase == "turn" and view.players[other].tickets > 0

    assert_uniform(find("tiny_open", 2, joins_some))
    choosing = find("tiny_open", 2, lambda game, seat: game.view(seat).phase == "keep_tickets" and seat != game.to_move)
    assert_uniform(choosing)


@pytest.mark.rule("FJ-K1")
def test_in_a_race_nobody_holds_a_ticket_that_its_own_network_joins() -> None:
    def joins_some(game: Game, seat: int) -> bool:
        view = game.view(seat)
        others = [other for other in range(game.seats) if other != seat]
        unseen = deals.unseen_tickets(view, game.edition)
        return any(deals.has_completed(view, game.edition, other, ticket) for other in others for ticket in unseen)

    assert_uniform(find("tiny_race", 2, joins_some))
    assert_uniform(find("tiny_race", 3, joins_some))


@pytest.mark.rule("RU-31")
def test_in_a_race_tickets_given_up_lie_where_the_seat_knows_them_to_lie() -> None:
    assert_uniform(find("tiny_race", 2, lambda game, seat: bool(game.view(seat).given_back)))


@pytest.mark.parametrize("seats", [2, 3])
def test_where_tickets_go_back_under_the_pile_any_unseen_one_may_be_anywhere(seats: int) -> None:
    game = Game("amsterdam", seats, seed=3)
    for _ in range(seats):
        game.play(int(game.legal_numbers()[0]))
    view = game.view(0)
    unseen = deals.unseen_tickets(view, game.edition)
    places: dict[str, Counter[Hashable]] = {"hand": Counter(), "top": Counter(), "bottom": Counter()}
    for seed in range(1500):
        *hands, pile = tickets_in(resample(view, seed), view)
        assert isinstance(hands[0], frozenset)
        assert isinstance(pile, tuple)
        places["hand"].update(hands[0])
        places["top"][pile[0]] += 1
        places["bottom"][next(ticket for ticket in reversed(pile) if ticket in unseen)] += 1
    for found in places.values():
        assert far_off(found, Counter(dict.fromkeys(unseen, 1))) < 4


def test_an_edition_of_ones_own_is_given_along() -> None:
    mine = like_tiny('returned = "box"', 'returned = "under"')
    for seed in range(4):
        game, rng = Game(mine, 3, seed=seed), np.random.default_rng(seed)
        while not game.over:
            other = resample(game.view(0), rng, mine)
            assert other.view(0) == game.view(0)
            assert sorted(other.state["ticket_pile"].tolist()) != [NONE] * TICKETS or not other.state["tickets_left"]
            game.play(int(rng.choice(game.legal_numbers())))
    with pytest.raises(EditionError, match="no edition is called"):
        resample(Game(mine, 2, seed=1).view(0), 1)


@pytest.mark.parametrize(
    "text",
    [
        "tiny seats=2 tickets=P0:west-east;P1:north-south",
        "tiny seats=3 tickets=P1:west-east,north-south,east-south ticket_pile=north-east,north-west",
        "europe seats=2 tickets=P0:palermo-moskva ticket_pile=none",
        "tiny_race seats=2 own=P1:north-middle,south-middle tickets=P1:north-east ticket_pile=west-middle",
    ],
)
def test_a_position_that_was_made_up_is_dealt_as_far_as_it_goes(text: str) -> None:
    game = position(text)
    for seed in range(20):
        assert resample(game.view(0), seed).view(0) == game.view(0)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_agrees_with_all_that_the_seat_has_seen_in_every_edition(name: str, seats: int) -> None:
    for number, game in enumerate(played(name, seats, 5)):
        if game.over or number % 3:
            continue
        for seat in range(seats):
            view = game.view(seat)
            other = resample(view, number)
            assert other.view(seat) == view
            assert conservation.faults(other) == []
            assert other.knowledge(seat).tobytes() == game.knowledge(seat).tobytes()


def test_a_game_dealt_anew_can_be_played_to_its_end() -> None:
    for name, seats in TABLES:
        rng = np.random.default_rng(seats)
        game = Game(name, seats, seed=2)
        while not game.over:
            if game.turn % 10 == 3:
                game = resample(game.view(game.to_move), rng)
            game.play(int(rng.choice(game.legal_numbers("one"))))
        assert conservation.faults(game) == []


def test_the_real_chance_is_not_dealt_along_and_equal_seeds_deal_equal_games() -> None:
    game = Game("europe", 2, seed=3)
    view = game.view(0)
    assert resample(view, 7).state.tobytes() == resample(view, 7).state.tobytes()
    keys = {resample(view, seed).key for seed in range(5)}
    assert len(keys) == 5
    assert game.key not in keys


def test_only_the_view_of_a_seat_in_a_game_that_goes_on_can_be_dealt_anew() -> None:
    game = Game("tiny", 2, seed=1)
    with pytest.raises(PerronError, match="what a seat sees"):
        resample(game.view(), 1)
    while not game.over:
        game.play(int(game.legal_numbers()[0]))
    with pytest.raises(PerronError, match="goes on"):
        resample(game.view(0), 1)
