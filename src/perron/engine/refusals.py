"""Why an action is refused: one number a reason, its stable code, and how it is told."""

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
    """What a refusal is called, and how it is told."""

    code: str
    """Stable: programs may rely on it, and an edition says by it which of its clauses a refusal rests on."""
    text: str
    ruling: str = ""
    """What it rests on where no clause of the edition is named."""


REASONS = {
    NO_SUCH_ACTION: Reason("action/unknown", "there is no such action in this edition"),
    GAME_OVER: Reason("game/over", "the game is over"),
    FINISH_DRAW: Reason("draw/second_first", "a second card must be drawn first", "RU-3"),
    KEEP_FIRST: Reason("tickets/keep_first", "the tickets offered must be answered first", "RU-39"),
    TUNNEL_FIRST: Reason("tunnel/answer_first", "the tunnel must be answered first: pay or let go", "RU-39"),
    NOTHING_OFFERED: Reason("tickets/nothing_offered", "no tickets are offered"),
    NO_TUNNEL: Reason("tunnel/none", "no tunnel is being tried"),
    MUST_ACT: Reason("turn/must_act", "a player who can act may not pass", "RU-27"),
    NOT_FACE_UP: Reason("draw/not_face_up", "no such card lies face up"),
    WILD_SECOND: Reason("draw/wild_second", "a face-up wild may not be taken as the second card"),
    NO_CARDS: Reason("draw/no_cards", "no card is left to draw", "RU-24"),
    NO_DISPLAY: Reason("draw/no_display", "nothing lies face up in this edition"),
    DRAWN_TOGETHER: Reason("draw/together", "here both cards are drawn at once: draw cards"),
    DRAWN_ONE_BY_ONE: Reason("draw/one_by_one", "here cards are drawn one by one: draw blind, or draw a colour"),
    NO_TICKETS: Reason("tickets/pile_empty", "the ticket pile is empty", "RU-8"),
    NO_TICKET_DRAW: Reason("tickets/no_draw", "here tickets are not drawn but swapped: swap tickets"),
    NO_SWAP: Reason("tickets/no_swap", "tickets once kept stay to the end"),
    TOO_FEW_KEPT: Reason("tickets/too_few", "more of the tickets offered must be kept"),
    NOT_OFFERED: Reason("tickets/not_offered", "this ticket is not among those offered"),
    ROUTE_TAKEN: Reason("route/taken", "this route is taken"),
    DOUBLE_CLOSED: Reason("route/double_closed", "this track is closed: its twin is taken and too few play"),
    DOUBLE_OWN: Reason("route/double_own", "one player may not own both tracks of a double route"),
    TOO_FEW_PIECES: Reason("route/pieces", "too few pieces are left for it"),
    WRONG_COLOUR: Reason("route/colour", "this route takes another colour"),
    TOO_FEW_SYMBOLS: Reason("route/ferry", "a ferry takes a wild for each of its symbols"),
    WRONG_AMOUNT: Reason("payment/amount", "this is not the number of cards it costs"),
    NOT_IN_HAND: Reason("payment/not_in_hand", "these cards are not in the hand"),
    NO_STATIONS: Reason("station/none_here", "there are no stations in this edition"),
    STATION_TAKEN: Reason("station/city_taken", "a station stands there already"),
    NO_STATION_LEFT: Reason("station/none_left", "all stations are built"),
    TUNNEL_AMOUNT: Reason("tunnel/amount", "this is not what the tunnel asks for on top"),
    TUNNEL_WILDS_ONLY: Reason("tunnel/wilds_only", "only wilds were laid, so only wilds may be added"),
}
"""Every refusal but LEGAL."""
