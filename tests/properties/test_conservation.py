"""Nothing is lost, nothing appears: cards, tickets, pieces, bonus cards. Every count agrees with what it counts."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from perron.editions import Edition
from tests.properties.tables import TABLES, at_every_table, edition_of
from tests.properties.walks import Walk, walks
from tests.reference.board import are_joined, other_track
from tests.reference.scoring import route_points
from tests.reference.snapshot import PHASES, SETUP, kinds, members, read

pytestmark = pytest.mark.sampled

KINDS, WILD, TICKETS = 9, 8, 96


def members_of(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Sets kept as bits, along a new last axis."""
    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").astype(bool)


def counted(places: NDArray[np.int8], kinds: int) -> NDArray[np.int64]:
    """How often each number stands in the places of a row; -1 is an empty place."""
    return np.stack([(places == kind).sum(axis=1) for kind in range(kinds)], axis=1)


def deck_of(edition: Edition) -> list[int]:
    return [edition.cards[kind] if kind else 0 for kind in kinds(edition)]


@pytest.mark.rule("EU-D7", "AM-D5", "BE-D5", "RU-6", "RU-22")
@at_every_table
def test_every_card_of_the_deck_is_in_one_place(name: str, seats: int) -> None:
    for game in walks(name, seats):
        s = game.states
        cards = s["hand"].sum(axis=1) + s["pile"] + s["discards"]
        cards = cards + counted(s["display"], KINDS) + counted(s["tunnel_shown"], KINDS)
        assert (cards == deck_of(game.edition)).all()
        assert all((s[field] >= 0).all() for field in ("hand", "pile", "discards"))


@at_every_table
def test_the_counts_of_cards_agree_with_the_cards(name: str, seats: int) -> None:
    for game in walks(name, seats):
        s = game.states
        assert (s["pile_size"] == s["pile"].sum(axis=1)).all()
        assert (s["discards_size"] == s["discards"].sum(axis=1)).all()
        assert (s["display_size"] == (s["display"] >= 0).sum(axis=1)).all()
        assert (s["display_wilds"] == (s["display"] == WILD).sum(axis=1)).all()


@pytest.mark.rule("RU-38")
@at_every_table
def test_everybody_knows_of_no_card_in_a_hand_that_is_not_there(name: str, seats: int) -> None:
    for game in walks(name, seats):
        assert (game.states["seen"] >= 0).all()
        assert (game.states["seen"] <= game.states["hand"]).all()


@pytest.mark.rule("RU-2")
@at_every_table
def test_the_display_has_gaps_only_when_pile_and_discards_are_empty(name: str, seats: int) -> None:
    for game in walks(name, seats):
        s = game.states
        gaps = s["display_size"] < game.edition.draw.display
        assert not (gaps & (s["pile_size"] + s["discards_size"] > 0)).any()


@pytest.mark.rule("EU-D5", "AM-D4", "BE-D4", "RU-1", "RU-23")
@at_every_table
def test_three_wilds_lie_open_only_when_fewer_than_three_other_cards_are_about(name: str, seats: int) -> None:
    for game in walks(name, seats):
        s = game.states
        others = (s["pile"] + s["discards"] + counted(s["display"], KINDS))[:, :WILD].sum(axis=1)
        wilds = (s["display"] == WILD).sum(axis=1)
        assert not ((wilds >= 3) & (others >= 3)).any()


def places_of_tickets(game: Walk) -> NDArray[np.int_]:
    """In how many places each ticket is, state by state."""
    s = game.states
    places = counted(s["ticket_pile"], TICKETS)
    for field in ("tickets", "completed"):
        places = places + members_of(s[field]).sum(axis=1)[:, :TICKETS]
    if not game.edition.swap_tickets:  # where they are swapped `dealt` is the hand, in order
        places = places + counted(s["dealt"].reshape(len(s), -1), TICKETS)
    return places


@pytest.mark.rule("EU-S4", "EU-S6", "EU-K3", "AM-S3", "AM-K1", "BE-S3", "BE-K1", "RU-11")
@at_every_table
def test_no_ticket_is_in_two_places_and_none_leaves_the_game_but_at_setup(name: str, seats: int) -> None:
    for game in walks(name, seats):
        places = places_of_tickets(game)
        assert places.max() == 1
        in_setup = game.states["phase"] == PHASES.index(SETUP)
        for part in (places[in_setup], places[~in_setup]):
            assert (part == part[:1]).all()
        if game.dealt:
            long = sum(ticket.long for ticket in game.edition.tickets)
            assert places[0].sum() == len(game.edition.tickets) - long + seats * game.edition.setup.long_tickets
            if game.edition.setup.returned == "under":
                assert (places[0] == places[-1]).all()


@at_every_table
def test_the_ticket_pile_holds_as_many_tickets_as_it_says_from_its_top_on(name: str, seats: int) -> None:
    for game in walks(name, seats):
        s = game.states
        depth = (np.arange(TICKETS) - s["ticket_top"][:, None]) % TICKETS
        assert ((s["ticket_pile"] >= 0) == (depth < s["tickets_left"][:, None])).all()


@pytest.mark.rule("EU-K4", "AM-K3", "BE-K3")
@at_every_table
def test_what_is_kept_claimed_or_built_stays(name: str, seats: int) -> None:
    for game in walks(name, seats):
        for field in ("owned", "stations", "completed"):
            before, after = game.states[field][:-1], game.states[field][1:]
            assert not (before & ~after).any(), field
        if not game.edition.swap_tickets:
            held = game.states["tickets"] | game.states["completed"]
            assert not (held[:-1] & ~held[1:]).any()


@pytest.mark.rule("EU-R3", "AM-R2", "BE-R2", "BE-R3", "FJ-R1", "RU-25")
@at_every_table
def test_every_piece_is_in_stock_or_on_the_board(name: str, seats: int) -> None:
    for game in walks(name, seats):
        tracks = game.edition.routes
        owned = members_of(game.states["owned"])[:, :seats, : len(tracks)]
        for index, kind in enumerate(game.edition.pieces):
            lengths = np.array([track.length if track.piece == kind.id else 0 for track in tracks])
            pieces = game.states["pieces"][:, :seats, index] + owned @ lengths
            assert (pieces == pieces[0]).all()
            if game.dealt:
                assert (pieces == kind.count).all()
        assert (game.states["pieces"] >= 0).all()


@pytest.mark.rule("EU-X1", "EU-X3", "AM-X1", "AM-X2", "BE-X1", "BE-X2", "FJ-X1", "RU-20")
@at_every_table
def test_a_route_has_one_owner_and_nobody_may_claim_it_again(name: str, seats: int) -> None:
    for game in walks(name, seats):
        tracks = len(game.edition.routes)
        twin = other_track(game.edition)
        owned = members_of(game.states["owned"])[:, :seats, :tracks]
        twin_owned = np.stack(
            [owned[:, :, twin[i]] if i in twin else np.zeros_like(owned[:, :, i]) for i in range(tracks)], axis=2
        )
        assert owned.sum(axis=1).max() <= 1
        taken, twin_taken = owned.any(axis=1, keepdims=True), twin_owned.any(axis=1, keepdims=True)
        assert not (owned & twin_owned).any()
        closed = twin_taken if seats <= game.edition.double_closed_up_to else np.zeros_like(twin_taken)
        free = ~taken & ~twin_owned & ~closed
        assert (members_of(game.states["may_claim"])[:, :seats, :tracks] == free).all()
        assert not members_of(game.states["may_claim"])[:, seats:].any()


@pytest.mark.rule("EU-R3", "AM-R4", "BE-R6")
@at_every_table
def test_the_score_during_the_game_is_that_of_the_routes_claimed(name: str, seats: int) -> None:
    for game in walks(name, seats):
        if game.edition.points:
            for state in game.states[:: max(1, len(game.actions) // 10)]:
                owned = [members(words) for words in state["owned"].tolist()[:seats]]
                assert state["score"].tolist()[:seats] == [route_points(game.edition, routes) for routes in owned]
        else:
            assert not game.states["score"].any()


@pytest.mark.rule("AM-R5", "FJ-K2", "RU-9")
@at_every_table
def test_bonus_cards_are_in_the_pile_or_with_a_player(name: str, seats: int) -> None:
    for game in walks(name, seats):
        edition, s = game.edition, game.states
        assert (s["bonus"].sum(axis=1) + s["bonus_pile"] == edition.bonus_cards).all()
        assert (s["bonus"] >= 0).all()
        assert (s["bonus_pile"] >= 0).all()
        if edition.east_west:
            assert s["bonus"].max() <= 1


@pytest.mark.rule("EU-B1")
@at_every_table
def test_a_city_has_one_station_and_nobody_builds_more_than_there_are(name: str, seats: int) -> None:
    for game in walks(name, seats):
        stations = members_of(game.states["stations"][:, :, None])
        assert stations.sum(axis=1).max() <= 1
        most = len(game.edition.stations.cost) if game.edition.stations else 0
        assert stations.sum(axis=2).max() <= most


@pytest.mark.rule("FJ-K1", "FJ-K2", "RU-10", "RU-31", "RU-32", "RU-42")
@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if edition_of(table[0]).open_tickets])
def test_where_tickets_lie_open_nothing_that_is_completed_stays_hidden(name: str, seats: int) -> None:
    for game in walks(name, seats):
        bonus, goal = game.edition.east_west, game.edition.goal
        ends = [(east, west) for east in bonus.east for west in bonus.west] if bonus else []
        for state in game.states[:: max(1, len(game.actions) // 40)]:
            s = read(game.edition, state)
            for seat in range(seats):
                if game.edition.swap_tickets:
                    assert set(s.dealt[seat]) == s.tickets[seat]
                    assert len(s.dealt[seat]) == len(s.tickets[seat]) <= game.edition.setup.tickets
                hidden = [game.edition.tickets[i] for i in s.tickets[seat]]
                assert not any(are_joined(game.edition, s.owned[seat], ticket.a, ticket.b) for ticket in hidden)
                if any(are_joined(game.edition, s.owned[seat], east, west) for east, west in ends):
                    assert s.bonus[seat] == 1 or s.bonus_pile == 0 or (goal and len(s.completed[seat]) >= goal)


@at_every_table
def test_seats_that_nobody_sits_in_stay_empty(name: str, seats: int) -> None:
    for game in walks(name, seats):
        for field in (
            "hand",
            "seen",
            "tickets",
            "completed",
            "owned",
            "stations",
            "score",
            "pieces",
            "bonus",
            "chosen",
        ):
            assert not game.states[field][:, seats:].any(), field
        assert (game.states["dealt"][:, seats:] == -1).all()
