"""Why an action is refused: one number a reason, its stable code, and the clause it breaks in each edition."""

from typing import NamedTuple

LEGAL = 0
NO_SUCH_ACTION = 1
GAME_OVER = 2
FINISH_DRAW = 3
KEEP_FIRST = 4
TUNNEL_FIRST = 5
NOTHING_OFFERED = 6
NO_TUNNEL = 7
MUST_ACT = 8
NOT_FACE_UP = 9
WILD_SECOND = 10
NO_CARDS = 11
NO_DISPLAY = 12
DRAWN_TOGETHER = 13
DRAWN_ONE_BY_ONE = 14
NO_TICKETS = 15
NO_TICKET_DRAW = 16
NO_SWAP = 17
TOO_FEW_KEPT = 18
NOT_OFFERED = 19
ROUTE_TAKEN = 20
DOUBLE_CLOSED = 21
DOUBLE_OWN = 22
TOO_FEW_PIECES = 23
WRONG_COLOUR = 24
TOO_FEW_SYMBOLS = 25
WRONG_AMOUNT = 26
NOT_IN_HAND = 27
NO_STATIONS = 28
STATION_TAKEN = 29
NO_STATION_LEFT = 30
TUNNEL_AMOUNT = 31
TUNNEL_WILDS_ONLY = 32


class Reason(NamedTuple):
    """What a refusal is called, what it breaks, and how it is told."""

    code: str
    """Stable: programs may rely on it."""
    clauses: dict[str, str]
    """By the edition's prefix; "" for editions that have no clause of their own."""
    text: str


_TURN = {"EU": "EU-T1", "AM": "AM-T1", "BE": "BE-T1", "FJ": "FJ-T1"}
_AFTER_END = {"EU": "EU-E1", "AM": "AM-E1", "BE": "BE-E1", "FJ": "FJ-E1"}
_DRAW = {"EU": "EU-D1", "AM": "AM-D1", "BE": "BE-D1", "FJ": "FJ-T1"}
_KEEP = {"EU": "EU-K2", "AM": "AM-K1", "BE": "BE-K1", "FJ": "FJ-T1"}
_PRICE = {"EU": "EU-R1", "AM": "AM-R1", "BE": "BE-R2", "FJ": "FJ-R1"}

REASONS = {
    NO_SUCH_ACTION: Reason("action/unknown", _TURN, "there is no such action in this edition"),
    GAME_OVER: Reason("game/over", _AFTER_END, "the game is over"),
    FINISH_DRAW: Reason("draw/second_first", {"": "RU-3"}, "a second card must be drawn first"),
    KEEP_FIRST: Reason("tickets/keep_first", {"": "RU-39"}, "the tickets offered must be answered first"),
    TUNNEL_FIRST: Reason("tunnel/answer_first", {"": "RU-39"}, "the tunnel must be answered first: pay or let go"),
    NOTHING_OFFERED: Reason("tickets/nothing_offered", _KEEP, "no tickets are offered"),
    NO_TUNNEL: Reason("tunnel/none", _TURN | {"EU": "EU-U1"}, "no tunnel is being tried"),
    MUST_ACT: Reason("turn/must_act", {"": "RU-27"}, "a player who can act may not pass"),
    NOT_FACE_UP: Reason("draw/not_face_up", _DRAW, "no such card lies face up"),
    WILD_SECOND: Reason(
        "draw/wild_second",
        {"": "EU-D3", "AM": "AM-D2", "BE": "BE-D2"},
        "a face-up wild may not be taken as the second card",
    ),
    NO_CARDS: Reason("draw/no_cards", {"": "RU-24", "FJ": "RU-11"}, "no card is left to draw"),
    NO_DISPLAY: Reason("draw/no_display", {"": "FJ-S1"}, "nothing lies face up in this edition"),
    DRAWN_TOGETHER: Reason("draw/together", {"": "FJ-T1"}, "here both cards are drawn at once: draw cards"),
    DRAWN_ONE_BY_ONE: Reason("draw/one_by_one", _DRAW, "here cards are drawn one by one: draw blind, or draw a colour"),
    NO_TICKETS: Reason("tickets/pile_empty", {"": "RU-8"}, "the ticket pile is empty"),
    NO_TICKET_DRAW: Reason("tickets/no_draw", {"": "FJ-T1"}, "here tickets are not drawn but swapped: swap tickets"),
    NO_SWAP: Reason(
        "tickets/no_swap", {"": "EU-K4", "AM": "AM-K3", "BE": "BE-K3"}, "tickets once kept stay to the end"
    ),
    TOO_FEW_KEPT: Reason("tickets/too_few", _KEEP, "more of the tickets offered must be kept"),
    NOT_OFFERED: Reason("tickets/not_offered", _KEEP, "this ticket is not among those offered"),
    ROUTE_TAKEN: Reason(
        "route/taken", {"EU": "EU-R4", "AM": "AM-R3", "BE": "BE-R5", "FJ": "FJ-R2"}, "this route is taken"
    ),
    DOUBLE_CLOSED: Reason(
        "route/double_closed",
        {"": "EU-X3", "AM": "AM-X2", "BE": "BE-X2"},
        "this track is closed: its twin is taken and too few play",
    ),
    DOUBLE_OWN: Reason(
        "route/double_own",
        {"EU": "EU-X1", "AM": "AM-X1", "BE": "BE-X1", "FJ": "FJ-X1"},
        "one player may not own both tracks of a double route",
    ),
    TOO_FEW_PIECES: Reason(
        "route/pieces", {"EU": "EU-R3", "AM": "AM-R2", "BE": "BE-R5", "FJ": "RU-29"}, "too few pieces are left for it"
    ),
    WRONG_COLOUR: Reason("route/colour", _PRICE, "this route takes another colour"),
    TOO_FEW_SYMBOLS: Reason("route/ferry", {"": "EU-F1"}, "a ferry takes a wild for each of its symbols"),
    WRONG_AMOUNT: Reason("payment/amount", _PRICE, "this is not the number of cards it costs"),
    NOT_IN_HAND: Reason("payment/not_in_hand", _PRICE, "these cards are not in the hand"),
    NO_STATIONS: Reason("station/none_here", _TURN, "there are no stations in this edition"),
    STATION_TAKEN: Reason("station/city_taken", {"": "EU-B1"}, "a station stands there already"),
    NO_STATION_LEFT: Reason("station/none_left", {"": "EU-C2"}, "all stations are built"),
    TUNNEL_AMOUNT: Reason("tunnel/amount", {"": "EU-U1"}, "this is not what the tunnel asks for on top"),
    TUNNEL_WILDS_ONLY: Reason("tunnel/wilds_only", {"": "EU-U5"}, "only wilds were laid, so only wilds may be added"),
}
"""Every refusal but LEGAL."""


_AT_SETUP = {"EU": "EU-S6", "AM": "AM-S3", "BE": "BE-S3"}
_FOR_STATION = {"": "EU-B2"}
_ON_METRO = {"BE": "BE-R3"}

ELSEWHERE = {
    "setup": {KEEP_FIRST: _AT_SETUP, NOT_OFFERED: _AT_SETUP, TOO_FEW_KEPT: _AT_SETUP},
    "station": {WRONG_AMOUNT: _FOR_STATION, NOT_IN_HAND: _FOR_STATION},
    "tunnel": {NOT_IN_HAND: {"": "EU-U1"}},
    "metro": {WRONG_AMOUNT: _ON_METRO, NOT_IN_HAND: _ON_METRO, WRONG_COLOUR: _ON_METRO},
}
"""Situations in which a refusal rests on another clause than elsewhere."""


def clause_of(reason: int, prefix: str, situation: str = "") -> str:
    """The clause that a refusal rests on, in an edition that follows the clauses of this prefix."""
    here = ELSEWHERE.get(situation, {}).get(reason, {})
    clauses = REASONS[reason].clauses
    return here.get(prefix) or here.get("") or clauses.get(prefix) or clauses.get("") or next(iter(clauses.values()))
