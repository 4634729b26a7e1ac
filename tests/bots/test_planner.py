"""What the planner makes of positions, and that it plays with all that an edition has."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np
import pytest

from perron import Game, codec
from perron.bots import matches
from perron.bots.built_in import choose_one
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.bots.view_encoding import knowledge_of
from perron.bots.weights import WEIGHT_NAMES
from perron.editions import Edition, load
from perron.editions.edition import GRAY, Route
from perron.engine import actions as ints
from perron.engine.sizes import WILD
from perron.engine.state import SCRATCH, SHEET
from perron.engine.tables import compile_tables
from tests.bots.players import PRINTED, play_match, sensible
from tests.positions import position

pytestmark = pytest.mark.sampled

PLANNERS = {2: (matches.PLANNER,) * 2, 4: (matches.PLANNER,) * 4}


def choose(game: Game, **changes: int) -> int:
    """The planner's action for the seat to move, with some of its weights changed."""
    weights = weights_for(game.edition)
    for name, value in changes.items():
        weights[WEIGHT_NAMES.index(name) :: len(WEIGHT_NAMES)] = value
    knowledge = knowledge_of(game.view(game.to_move), game.edition)
    room = new_memories(1), np.array([weights]), np.zeros(1, SCRATCH), np.zeros(1, SHEET), np.zeros(1, np.uint64)
    return int(choose_one(compile_tables(game.edition), knowledge, matches.PLANNER, *room))


def chosen(text: str, **changes: int) -> str:
    """The same for a position, as a text."""
    game = position(text)
    return str(codec.decode(choose(game, **changes), game.edition, game.state))


def kinds_of(edition: Edition) -> set[int]:
    """Kinds of action that an edition has; to pass is only for the stuck."""
    kinds = {ints.CLAIM}
    kinds |= {ints.DRAW_FACE_UP, ints.DRAW_BLIND} if edition.draw.display else {ints.DRAW_CARDS}
    kinds |= {ints.SWAP_TICKETS} if edition.swap_tickets else {ints.DRAW_TICKETS, ints.KEEP_TICKETS}
    if edition.stations:
        kinds.add(ints.STATION)
    if any(route.tunnel for route in edition.routes):
        kinds |= {ints.PAY_TUNNEL, ints.DECLINE}
    return kinds


@pytest.mark.parametrize("seats", PLANNERS)
@pytest.mark.parametrize("edition", PRINTED)
def test_the_planner_uses_every_kind_of_action(edition: str, seats: int) -> None:
    used = play_match(edition, PLANNERS[seats], 1000, "kinds").used.sum(axis=0)
    assert {kind for kind in range(len(used)) if used[kind] >= 3} - {ints.PASS} == kinds_of(load(edition))


def sorts(routes: Iterable[Route]) -> set[tuple[str, int, bool, bool, bool, bool]]:
    """Kind of piece, length, and whether it is gray, a ferry, a tunnel and one with carts."""
    return {(r.piece, r.length, r.colour == GRAY, r.ferry > 0, r.tunnel, r.carts) for r in routes}


@pytest.mark.parametrize("edition", PRINTED)
def test_the_planner_claims_every_kind_of_route(edition: str) -> None:
    found = load(edition)
    words = np.bitwise_or.reduce(play_match(edition, PLANNERS[2], 600, "routes").states["owned"], axis=(0, 1))
    claimed = [route for i, route in enumerate(found.routes) if int(words[i // 64]) >> i % 64 & 1]
    assert sorts(claimed) == sorts(found.routes)


@pytest.mark.parametrize("edition", ["europe", "amsterdam", "berlin"])
def test_the_planner_keeps_all_tickets_or_some_and_takes_wilds_from_the_display(edition: str) -> None:
    seen, wanted = set(), {"all", "some", "wild"}
    for game in chain.from_iterable(sensible(edition, 2, seed) for seed in range(12)):
        a = choose(game)
        if ints.kind_of(a) == ints.KEEP_TICKETS:
            offered = len(game.view(game.to_move).offered or ())
            seen.add("all" if ints.index_of(a) + 1 == 1 << offered else "some")
        if ints.kind_of(a) == ints.DRAW_FACE_UP and ints.colour_of(a) == WILD:
            seen.add("wild")
        if seen == wanted:
            break
    assert seen == wanted


# P1 wants essen-frankfurt: it joins what P1 has, and there is no other track.
GAP = "europe seats=2 own=P0:athina-smyrna;P1:berlin-essen,frankfurt-munchen turn=P0 ticket_pile="


def test_a_planner_without_tickets_takes_what_closes_a_gap_of_another() -> None:
    blocked = f"{GAP} hand=P0:green*2,blue*2,orange*2"
    assert chosen(blocked, block=400) == "claim essen-frankfurt green*2"
    assert chosen(blocked, block=0) != "claim essen-frankfurt green*2"


def test_a_route_that_another_can_still_pass_by_its_other_track_is_no_gap() -> None:
    own = "own=P0:athina-smyrna;P1:berlin-essen,frankfurt-munchen,edinburgh-london/1"
    text = f"europe seats=4 {own} turn=P0 ticket_pile= hand=P0:black*3,red*3"
    assert not chosen(text, block=400).startswith("claim berlin-frankfurt")
    assert chosen(text.replace("seats=4", "seats=2"), block=400).startswith("claim berlin-frankfurt")


def test_of_two_links_of_a_plan_the_one_in_the_gap_of_another_comes_first() -> None:
    plan = f"{GAP} tickets=P0:frankfurt-kobenhavn hand=P0:green*2,white*2,wild*1"
    assert chosen(plan, contest=400) == "claim essen-frankfurt green*2"


def test_of_two_links_of_a_plan_the_one_that_another_has_come_to_comes_first() -> None:
    plan = "europe seats=2 turn=P0 ticket_pile= tickets=P0:frankfurt-kobenhavn hand=P0:green*2,white*2,wild*1"
    assert chosen(plan) == "claim essen-kobenhavn/1 white*2 wild*1"
    assert chosen(f"{plan} own=P1:frankfurt-munchen") == "claim essen-frankfurt green*2"


@pytest.mark.parametrize(("many", "few"), [("red", "blue"), ("blue", "red")])
def test_the_planner_pays_with_the_colour_that_takes_the_fewest_wilds(many: str, few: str) -> None:
    link = f"europe seats=2 turn=P0 own=P0:petrograd-wilno tickets=P0:kyiv-petrograd hand=P0:{many}*2,{few}*1,wild*1"
    assert chosen(link) == f"claim kyiv-wilno {many}*2"
    ferry = (
        f"europe seats=2 turn=P0 own=P0:essen-frankfurt tickets=P0:frankfurt-kobenhavn hand=P0:{many}*2,{few}*1,wild*2"
    )
    assert chosen(ferry) == f"claim essen-kobenhavn/1 {many}*2 wild*1"


def test_the_planner_pays_with_a_colour_that_the_rest_of_its_plan_does_not_need() -> None:
    # Green is for essen-frankfurt, though more of it would be left.
    plan = "europe seats=2 turn=P0 tickets=P0:frankfurt-kobenhavn hand=P0:green*3,red*2,wild*1"
    assert chosen(plan) == "claim essen-kobenhavn/1 red*2 wild*1"


def test_in_its_last_turn_the_planner_makes_a_ticket_rather_than_more_points() -> None:
    last = "europe seats=2 own=P0:essen-kobenhavn/1 last_round=1 turn=P0 hand=P0:green*2,orange*4"
    assert chosen(f"{last} tickets=P0:frankfurt-kobenhavn") == "claim essen-frankfurt green*2"
    assert chosen(f"{last} tickets=P0:").endswith("orange*4")


def test_in_its_last_turn_the_planner_begins_nothing_that_it_cannot_finish() -> None:
    # No single link makes brest-venezia; four cards for seven points are better than two for the first of many.
    last = "europe seats=2 own=P0:brest-paris last_round=1 turn=P0 hand=P0:orange*4,blue*2"
    assert chosen(f"{last} tickets=P0:brest-venezia").endswith("orange*4")


def test_in_its_last_turn_the_planner_saves_a_ticket_by_a_station() -> None:
    own = "own=P0:essen-kobenhavn/1;P1:essen-frankfurt"
    last = f"europe seats=2 {own} last_round=1 turn=P0 hand=P0:white tickets=P0:frankfurt-kobenhavn"
    assert chosen(last).startswith("station ")


def test_hopeless_tickets_are_swapped() -> None:
    first = load("first_journey")
    tracks = [route for route in first.routes if "madrid" in (route.a, route.b)]
    seconds = {route.twin for route in tracks if route.twin is not None and first.routes[route.twin].id > route.id}
    own = ";".join(
        f"P{seat}:" + ",".join(route.id for route in tracks if (first.route_index[route.id] in seconds) == (seat == 2))
        for seat in (1, 2)
    )
    tickets = [ticket.id for ticket in first.tickets if "madrid" in (ticket.a, ticket.b)][:2]
    assert chosen(f"first_journey seats=3 own={own} tickets=P0:{','.join(tickets)} turn=P0") == "swap tickets"
