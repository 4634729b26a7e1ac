"""Planned observations: what routes and tickets lack, compared with the plain reference, and the planner's advice."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.editions import Edition, load
from perron.engine.tables import tables_of
from perron.env import vector
from perron.env.env_game import EnvGame
from perron.env.kernels import encode_in
from perron.env.numbering import numbering_of
from perron.env.observation import fields, structured
from perron.env.planning import MOST_LACKING
from perron.learned.inputs import inputs_of
from tests.env.games import TABLES
from tests.env.test_observation import looked_at, observation
from tests.reference.board import are_joined, routes_with_pieces
from tests.reference.snapshot import WILD, Snapshot, read

pytestmark = pytest.mark.sampled
Seen = dict[str, NDArray[np.uint8]]


def seen_by_all(name: str, seats: int, every: int) -> Iterator[tuple[Game, Snapshot, int, Seen]]:
    """What each seat is told in some positions of games that go on."""
    which = fields(load(name), seats, "planned")
    for game in looked_at(name, seats, every):
        if not game.over:
            for seat in range(seats):
                position = read(game.edition, game.state)
                yield game, position, seat, structured(observation(game, seat, "planned"), which)


def fewest_lacking(edition: Edition, hand: dict[str, int], route: int) -> int:
    """Cards that a route lacks, by trying every colour and every number of cards of it."""
    track = edition.routes[route]
    colours = edition.colours if track.colour == "gray" else [track.colour]
    best = track.cards
    for colour in colours:
        for coloured in range(hand.get(colour, 0) + 1):
            for wilds in range(hand.get(WILD, 0) + 1):
                if coloured <= track.cards - track.ferry and coloured + wilds <= track.cards:
                    best = min(best, track.cards - coloured - wilds)
    return best


def own_tickets(game: Game, position: Snapshot, seat: int) -> set[int]:
    """Tickets that a seat holds or is offered."""
    offered = position.dealt[seat] if game.view(seat, with_legal=False).offered else []
    return {*position.tickets[seat], *offered}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_route_lacks_the_cards_that_no_payment_can_do_without(name: str, seats: int) -> None:
    claimed = 0
    for game, position, seat, seen in seen_by_all(name, seats, 25):
        may = routes_with_pieces(game.edition, position, seat)
        for route, lacking in enumerate(seen["lacking"].tolist()):
            if route not in may:
                assert lacking == MOST_LACKING
            else:
                assert lacking == min(fewest_lacking(game.edition, position.hands[seat], route), MOST_LACKING - 1), (
                    game.edition.routes[route].id
                )
                claimed += lacking == 0
                assert seen["payable"][route] == (lacking == 0)
    assert claimed > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_ticket_is_within_reach_if_own_and_free_routes_join_it(name: str, seats: int) -> None:
    out_of_reach = 0
    for game, position, seat, seen in seen_by_all(name, seats, 10):
        edition = game.edition
        may = {*position.owned[seat], *routes_with_pieces(edition, position, seat)}
        own = own_tickets(game, position, seat)
        for number, ticket in enumerate(edition.tickets):
            within = number in own and are_joined(edition, may, ticket.a, ticket.b)
            assert seen["within_reach"][number] == within
            out_of_reach += number in own and not within
    assert out_of_reach > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_ticket_lacks_what_a_path_over_free_routes_takes(name: str, seats: int) -> None:
    for game, position, seat, seen in seen_by_all(name, seats, 15):
        edition = game.edition
        free = routes_with_pieces(edition, position, seat)
        paths = {route: int(n) for route, n in enumerate(seen["paths"]) if n}
        assert set(paths) <= free
        # every path's pieces are counted once for each ticket that it is of
        lengths = sum(n * edition.routes[route].length for route, n in paths.items())
        assert int(seen["ticket_pieces"].sum()) == lengths
        joined: nx.Graph[str] = nx.Graph()
        joined.add_nodes_from(city.id for city in edition.cities)
        for route in {*position.owned[seat], *free}:
            track, length = edition.routes[route], 0 if route in position.owned[seat] else edition.routes[route].length
            before = joined.get_edge_data(track.a, track.b, {"length": length})["length"]
            joined.add_edge(track.a, track.b, length=min(length, before))
        for number in np.flatnonzero(seen["within_reach"]).tolist():
            ticket = edition.tickets[number]
            fewest = nx.shortest_path_length(joined, ticket.a, ticket.b, "length")
            pieces, cards = int(seen["ticket_pieces"][number]), int(seen["ticket_cards"][number])
            assert pieces >= fewest
            done = are_joined(edition, position.owned[seat], ticket.a, ticket.b)
            assert (pieces == 0) == done
            assert cards <= sum(edition.routes[route].cards for route in paths)
            assert are_joined(edition, {*position.owned[seat], *paths}, ticket.a, ticket.b)
        assert not seen["ticket_cards"][seen["within_reach"] == 0].any()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_plan_joins_the_tickets_that_it_wants(name: str, seats: int) -> None:
    wanted = 0
    for game, position, seat, seen in seen_by_all(name, seats, 15):
        edition = game.edition
        plan = set(np.flatnonzero(seen["planned"]).tolist())
        assert plan <= routes_with_pieces(edition, position, seat)
        if seat == game.to_move and position.last_round:
            continue  # in its last turn the planner weighs single claims, and drops the plan
        assert int(seen["outlook"][1]) == len(plan)
        assert int(seen["outlook"][3:-1].sum()) == sum(edition.routes[route].length for route in plan)
        for number in np.flatnonzero(seen["wanted"]).tolist():
            ticket = edition.tickets[number]
            assert number in position.tickets[seat]
            assert are_joined(edition, plan | set(position.owned[seat]), ticket.a, ticket.b)
            wanted += 1
    assert wanted > 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_advice_is_what_the_planner_does(name: str, seats: int) -> None:
    tables, numbering, inputs = tables_of(load(name)), numbering_of(load(name)), inputs_of(load(name))
    kinds = set()
    for game, _, seat, seen in seen_by_all(name, seats, 5):
        if seat != game.to_move:
            assert not seen["advice"].any()
            continue
        planner = make_bot("planner")
        assert isinstance(planner, CompiledBot)
        action = planner.choose_int(tables, game.knowledge(seat), Clock())
        assert seen["advice"].tolist() == [1 + (action >> 16), action >> 8 & 255, action >> 4 & 15]
        number = encode_in(tables, numbering.record, action)
        assert inputs.advised(observation(game, seat, "planned")[None], seats).tolist() == [number]
        kinds.add(action >> 16)
    assert len(kinds) > 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_is_planned_when_a_game_is_over(name: str, seats: int) -> None:
    ended = [game for game in looked_at(name, seats, 1000) if game.over]
    derived = fields(load(name), seats, "derived")
    assert ended
    for game in ended:
        for seat in range(seats):
            row = observation(game, seat, "planned")
            assert not row[derived[-1].at + derived[-1].size :].any()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_many_games_at_once_tell_what_one_game_tells(name: str, seats: int) -> None:
    """Plans are made one after the other with the same scratch: none shows in the next."""
    envs = vector(name, seats, num_envs=8, observation="planned", mask="info", threads=2)
    one = EnvGame(name, seats, observation="planned")
    envs.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(60):
        for i in range(8):
            one.states[:] = envs._states[i : i + 1]
            assert envs.rows[i].tobytes() == one.observe(int(envs.seat[i])).tobytes()
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
