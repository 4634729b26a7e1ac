"""Observations: what stands where agrees with the view, and nothing in them depends on what the seat cannot know."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from perron import Game
from perron.bots.edition_weights import weights_for
from perron.bots.planner_memory import new_memories
from perron.codec import kind_number
from perron.editions import load
from perron.engine.compiled import Array, Int, kernel
from perron.engine.knowledge import look_into, new_knowledge
from perron.engine.sizes import WILD
from perron.engine.state import SCRATCH, SHEET
from perron.engine.tables import tables_of
from perron.env.kernels import mask_into
from perron.env.numbering import numbering_of
from perron.env.observation import KINDS, fields, flat_size, highs, structured
from perron.env.observing import observe_into, write_plain
from perron.env.planning import plan_into
from perron.view import PHASES, View
from tests.env.games import TABLES
from tests.views.playing import played
from tests.views.redeal import redeal

pytestmark = pytest.mark.sampled


def observation(game: Game, seat: int, kind: str = "plain", before: int = 99) -> NDArray[np.uint8]:
    """What a seat sees, written into a row that was full of something else."""
    row = np.full(flat_size(game.edition, game.seats, kind), before, np.uint8)
    tables, states, knowledge = tables_of(game.edition), np.array([game.state]), new_knowledge(1)
    observe_into(tables, states, 0, seat, KINDS[kind], knowledge, row)
    if kind == "planned":
        scratch = (knowledge, new_memories(1), np.zeros(1, SCRATCH), np.zeros(1, SHEET))
        at = flat_size(game.edition, game.seats, "derived")
        plan_into(tables, states, 0, seat, weights_for(game.edition), scratch, row, at)
    return row


def mask(game: Game) -> NDArray[np.int8]:
    numbering = numbering_of(game.edition)
    row = np.full(numbering.size, 99, np.int8)
    mask_into(tables_of(game.edition), numbering.record, np.array([game.state]), 0, row)
    return row


@kernel
def plain_size(tables: Array, knowledge: Array, out: Array) -> Int:
    return write_plain(tables[0], knowledge[0], out)


def looked_at(name: str, seats: int, every: int) -> list[Game]:
    """Positions of two games or more, one in every few and every one of a rare phase; sixty at least."""
    found: list[Game] = []
    for seed in count():
        for k, game in enumerate(played(name, seats, seed)):
            if (k + seed) % every == 0 or PHASES[int(game.state["phase"])] in {"tunnel", "over", "setup"}:
                found.append(game.copy())
        if seed >= 1 and len(found) >= 60:
            break
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_fields_fill_the_row_that_the_kernel_writes(name: str, seats: int) -> None:
    game = Game(name, seats, seed=1)
    knowledge, row = new_knowledge(1), np.zeros(flat_size(game.edition, seats), np.uint8)
    look_into(tables_of(game.edition), np.array([game.state]), 0, 0, knowledge, 0)
    assert plain_size(tables_of(game.edition), knowledge, row) == row.size
    for kind in KINDS:
        at = 0
        for field in fields(game.edition, seats, kind):
            assert field.at == at
            at += field.size
        assert at == flat_size(game.edition, seats, kind)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_byte_is_written_and_in_its_range(name: str, seats: int) -> None:
    for kind in KINDS:
        most = highs(fields(load(name), seats, kind))
        for game in looked_at(name, seats, 25):
            for seat in range(seats):
                row = observation(game, seat, kind)
                assert (row <= most).all()
                assert (row == observation(game, seat, kind, before=0)).all()


def by_kind(game: Game, cards: dict[str, int]) -> list[int]:
    """Cards by their place in a field: colours in the deck's order, wilds last."""
    row = [0] * (len(game.edition.colours) + 1)
    for kind, n in cards.items():
        number = kind_number(game.edition, kind)
        row[-1 if number == WILD else number] = n
    return row


def some(names: Any, index: Any, size: int) -> list[int]:
    """A set as zeros and ones."""
    row = [0] * size
    for name in names:
        row[index[name]] = 1
    return row


def assert_like_view(game: Game, view: View, seen: dict[str, Any], seat: int) -> None:
    edition, seats = game.edition, game.seats
    order = [view.players[(seat + i) % seats] for i in range(seats)]
    routes, n = len(edition.routes), len(edition.tickets)
    assert list(PHASES.values())[int(seen["phase"].argmax())] == view.phase
    assert seen["seat"].tolist() == [int(q == seat) for q in range(seats)]
    to_move = [0] * seats if view.to_move is None else [int((seat + i) % seats == view.to_move) for i in range(seats)]
    assert seen["to_move"].tolist() == to_move
    assert int(seen["turn"][0]) * 8 + int(seen["turn"][1]) == view.turn
    assert int(seen["last_round"][0]) == (view.last_round or 0)
    hand = by_kind(game, view.hand or {})
    laid = by_kind(game, {})
    if view.tunnel is not None:
        laid = by_kind(game, {view.tunnel.colour: view.tunnel.cards})
        laid[-1] += view.tunnel.wilds
        if view.to_move == seat:
            hand = [a + b for a, b in zip(hand, laid, strict=True)]
    assert seen["hand"].tolist() == hand
    if "display" in seen:
        shown = [kind for kind in view.display if kind]
        assert seen["display"].tolist() == by_kind(game, {kind: shown.count(kind) for kind in shown})
    assert seen["discards"].tolist() == by_kind(game, view.discards)
    assert (int(seen["pile"][0]), int(seen["ticket_pile"][0])) == (view.pile, view.ticket_pile)
    extra = [sum(laid) if view.to_move == (seat + i) % seats else 0 for i in range(seats)]
    assert seen["hand_size"].tolist() == [p.cards + e for p, e in zip(order, extra, strict=True)]
    assert seen["ticket_count"].tolist() == [p.tickets for p in order]
    assert seen["score"].tolist() == [p.score for p in order]
    for kind in edition.pieces:
        assert seen[f"pieces_{kind.id}"].tolist() == [p.pieces[kind.id] for p in order]
    assert seen["seen"].tolist() == [by_kind(game, p.seen) for p in order]
    assert seen["owned"].tolist() == [some(p.routes, edition.route_index, routes) for p in order]
    if "bonus" in seen:
        assert seen["bonus"].tolist() == [p.bonus for p in order]
        assert int(seen["bonus_pile"][0]) == view.bonus_pile
    if "stations" in seen:
        assert seen["stations"].tolist() == [some(p.stations, edition.city_index, len(edition.cities)) for p in order]
    assert seen["tickets"].tolist() == some(view.tickets or (), edition.ticket_index, n)
    if edition.open_tickets:
        assert seen["made"].tolist() == [some(p.completed, edition.ticket_index, n) for p in order]
    if not edition.swap_tickets and view.phase != "over":
        assert seen["offer_count"].tolist() == [p.offered for p in order]
        offer = [some([ticket], edition.ticket_index, n) for ticket in view.offered or ()]
        assert seen["offer"].tolist()[: len(offer)] == offer
        assert not seen["offer"][len(offer) :].any()
        chosen = [int(ticket in (view.chosen or ())) for ticket in view.offered or ()]
        assert seen["chosen"].tolist()[: len(chosen)] == chosen
    back = [0] * n
    for one in view.given_back or ():
        back[edition.ticket_index[one.ticket]] = 1 if one.place == "box" else 2 + one.above
    assert seen["given_back"].tolist() == back
    if "tunnel_route" in seen:
        tunnel = view.tunnel
        assert seen["tunnel_route"].tolist() == some([tunnel.route] if tunnel else [], edition.route_index, routes)
        assert int(seen["tunnel_extra"][0]) == (tunnel.extra if tunnel else 0)
        assert int(seen["tunnel_wilds"][0]) == (tunnel.wilds if tunnel else 0)
        cards = {kind: tunnel.shown.count(kind) for kind in tunnel.shown} if tunnel else {}
        assert seen["tunnel_shown"].tolist() == by_kind(game, cards)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_observation_says_what_the_view_says(name: str, seats: int) -> None:
    which = fields(load(name), seats)
    for game in looked_at(name, seats, 15):
        for seat in range(seats):
            seen = structured(observation(game, seat), which)
            assert_like_view(game, game.view(seat, with_legal=False), seen, seat)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_from_what_a_seat_knows_and_from_the_state_it_is_the_same(name: str, seats: int) -> None:
    tables, knowledge = tables_of(load(name)), new_knowledge(1)
    for game in looked_at(name, seats, 5):
        for seat in range(seats):
            row = np.full(flat_size(game.edition, seats), 99, np.uint8)
            look_into(tables, np.array([game.state]), 0, seat, knowledge, 0)
            assert plain_size(tables, knowledge, row) == row.size
            assert row.tobytes() == observation(game, seat).tobytes()


@pytest.mark.rule("RU-38", "RU-33")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_observation_depends_on_what_its_seat_cannot_know(name: str, seats: int) -> None:
    rng = Random(f"observation {name} {seats}")
    hidden = told = 0
    for game in looked_at(name, seats, 10):
        for seat in range(seats):
            other = redeal(game, seat, rng)
            for kind in ("plain", "derived", "planned"):
                assert observation(other, seat, kind).tobytes() == observation(game, seat, kind).tobytes()
            if seat == game.to_move:
                assert mask(other).tobytes() == mask(game).tobytes()
            told += observation(other, seat, "perfect").tobytes() != observation(game, seat, "perfect").tobytes()
            neighbour = (seat + 1) % seats
            hidden += observation(other, neighbour).tobytes() != observation(game, neighbour).tobytes()
    assert hidden > 20, "a seat sees its own cards, so a new deal is no secret to it"
    assert told > 20, "the perfect observation tells what is hidden"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_perfect_observation_tells_every_hand_and_the_piles(name: str, seats: int) -> None:
    which = fields(load(name), seats, "perfect")
    for game in looked_at(name, seats, 30):
        s = game.state
        seen = structured(observation(game, seats - 1, "perfect"), which)
        kinds = [*range(len(game.edition.colours)), WILD]
        assert seen["hidden_hands"].tolist() == [s["hand"][q][kinds].tolist() for q in range(seats - 1)]
        assert seen["hidden_pile"].tolist() == s["pile"][kinds].tolist()
        pile = {int(ticket): int(place) - 1 for ticket, place in enumerate(seen["hidden_ticket_pile"]) if place}
        top, ring = int(s["ticket_top"]), s["ticket_pile"].tolist()
        assert pile == {ring[(top + i) % len(ring)]: i for i in range(s["tickets_left"])}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_derived_features_follow_from_the_state(name: str, seats: int) -> None:
    which = fields(load(name), seats, "derived")
    for game in looked_at(name, seats, 30):
        seen = structured(observation(game, 0, "derived"), which)
        s, kinds = game.state, [*range(len(game.edition.colours)), WILD]
        unknown = s["pile"][kinds].astype(int)
        for q in range(1, seats):
            known = s["seen"][q][kinds].astype(int)
            laid = game.view(0, with_legal=False).tunnel
            if laid is not None and game.to_move == q:
                colours = by_kind(game, {laid.colour: laid.cards})
                colours[-1] += laid.wilds
                known = np.maximum(known - colours, 0) + colours
            unknown += s["hand"][q][kinds] - known
        assert seen["unseen"].tolist() == unknown.tolist()
        if game.to_move == 0 and s["phase"] == 1:
            routes = {int(a) >> 8 & 255 for a in game.legal_numbers() if int(a) >> 16 == 7}
            assert set(np.flatnonzero(seen["payable"]).tolist()) == routes
