"""Why a ticket was missed: blocked on the board, too far for the pieces left, or still open."""

from __future__ import annotations

from perron.editions import load
from perron.playtest.missed import BLOCKED, OPEN, SHORT, why_missed
from tests.positions import position


def why(text: str, ticket: str, edition: str = "tiny", seat: int = 0) -> str:
    return why_missed(position(f"{edition} {text} turn=P0"), seat, load(edition).ticket_index[ticket])


def test_a_ticket_on_an_empty_board_is_open() -> None:
    assert why("seats=2", "north-south") == OPEN


def test_a_ticket_whose_place_is_walled_in_by_others_is_blocked() -> None:
    walls = "own=P1:oude_kerk-waag/1,oude_waal-waag,montelbaanstoren-waag/1,waag-oost_indisch_huis/1"
    assert why(f"seats=2 {walls}", "waag-begijnhof", "amsterdam") == BLOCKED
    assert why(f"seats=3 {walls}", "waag-begijnhof", "amsterdam") == OPEN  # the other tracks are not closed


def test_ones_own_routes_are_no_wall() -> None:
    walls = "own=P0:oude_kerk-waag/1;P1:oude_waal-waag,montelbaanstoren-waag/1,waag-oost_indisch_huis/1"
    assert why(f"seats=2 {walls}", "waag-begijnhof", "amsterdam") == OPEN


def test_a_ticket_is_out_of_reach_when_the_pieces_do_not_last() -> None:
    assert why("seats=2 pieces=P0:cart*5", "montelbaanstoren-jordaan", "amsterdam") == SHORT
    assert why("seats=2 pieces=P0:cart*16", "montelbaanstoren-jordaan", "amsterdam") == OPEN


def test_each_kind_of_piece_must_last_on_its_own() -> None:
    ticket = "siegessaeule-alexanderplatz"
    assert why("seats=2 pieces=P0:tram*1,metro*5", ticket, "berlin") == OPEN  # a tram to Bellevue, then the ring
    assert why("seats=2 pieces=P0:tram*1,metro*2", ticket, "berlin") == SHORT
    assert why("seats=2 pieces=P0:tram*0,metro*5", ticket, "berlin") == SHORT


def test_a_station_left_can_still_borrow_a_way_out() -> None:
    wall = "seats=2 own=P1:edinburgh-london/1"
    assert why(wall, "edinburgh-athina", "europe") == OPEN
    assert why(f"{wall} stations=P0:roma,brest", "edinburgh-athina", "europe") == OPEN


def test_stations_built_elsewhere_borrow_no_way_out() -> None:
    wall = "seats=2 own=P1:edinburgh-london/1"
    assert why(f"{wall} stations=P0:roma,brest,cadiz", "edinburgh-athina", "europe") == BLOCKED
    assert why(f"{wall} stations=P0:roma,brest,london", "edinburgh-athina", "europe") == OPEN


def test_no_more_routes_are_borrowed_than_there_are_stations() -> None:
    wall = "seats=2 own=P1:edinburgh-london/1,amsterdam-london,dieppe-london/1"
    assert why(f"{wall} stations=P0:roma", "edinburgh-athina", "europe") == OPEN
    assert why(f"{wall} stations=P0:roma,brest", "edinburgh-athina", "europe") == BLOCKED
