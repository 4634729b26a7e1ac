"""What an action must do: the position before, the action and what chance answered give the position after."""

from __future__ import annotations

from perron.editions import Edition
from tests.reference.board import are_joined, open_routes
from tests.reference.chance import Answers
from tests.reference.ending import end_turn, has_won
from tests.reference.plain_actions import Plain
from tests.reference.snapshot import KEEP, SECOND, SETUP, TUNNEL, TURN, WILD, Attempt, Kind, Snapshot

# ---- cards


def _discard(s: Snapshot, kind: Kind, n: int = 1) -> None:
    s.discards[kind] += n


def _spend(s: Snapshot, seat: int, kind: Kind, n: int) -> None:
    """Cards leave a hand and lie on the discards; of those that everybody knew of, as many fewer are known."""
    s.hands[seat][kind] -= n
    assert s.hands[seat][kind] >= 0
    s.seen[seat][kind] = max(0, s.seen[seat][kind] - n)
    _discard(s, kind, n)


def _pay(s: Snapshot, seat: int, colour: Kind, coloured: int, wilds: int) -> None:
    if coloured:
        _spend(s, seat, colour, coloured)
    _spend(s, seat, WILD, wilds)


def _fill_display(s: Snapshot, answers: Answers) -> None:
    for place, kind in enumerate(s.display):
        if kind is None:
            s.display[place] = answers.card(s)


def _others_about(s: Snapshot) -> int:
    """Cards that are not wild, in pile, discards and display together."""
    everywhere = [*s.pile.items(), *s.discards.items(), *((kind, 1) for kind in s.display if kind)]
    return sum(n for kind, n in everywhere if kind != WILD)


def _settle_display(edition: Edition, s: Snapshot, answers: Answers) -> None:
    """Gaps are filled (RU-2); three wilds: all five go, five new ones come (EU-D5, AM-D4, BE-D4, RU-1, RU-23)."""
    _fill_display(s, answers)
    while edition.draw.display and s.display.count(WILD) >= edition.draw.reset_at and _others_about(s) >= 3:
        for place, kind in enumerate(s.display):
            if kind is not None:
                _discard(s, kind)
            s.display[place] = None
        _fill_display(s, answers)


def _draw_face_up(edition: Edition, s: Snapshot, seat: int, kind: Kind, answers: Answers) -> None:
    s.display[s.display.index(kind)] = None
    s.hands[seat][kind] += 1
    s.seen[seat][kind] += 1
    _settle_display(edition, s, answers)
    _after_card(edition, s, only_card=kind == WILD)  # EU-D2, AM-D2, BE-D2


def _draw_blind(edition: Edition, s: Snapshot, seat: int, answers: Answers) -> None:
    kind = answers.card(s)
    assert kind is not None
    s.hands[seat][kind] += 1
    _after_card(edition, s, only_card=False)  # EU-D4, AM-D3, BE-D3


def _after_card(edition: Edition, s: Snapshot, only_card: bool) -> None:
    second_to_take = any(kind not in (None, WILD) for kind in s.display)
    second_to_draw = any(s.pile.values()) or any(s.discards.values())
    if s.phase == TURN and not only_card and (second_to_take or second_to_draw):
        s.phase = SECOND
    else:
        end_turn(edition, s)  # RU-3


def _draw_together(edition: Edition, s: Snapshot, seat: int, answers: Answers) -> None:
    for _ in range(edition.draw.cards):
        kind = answers.card(s)
        if kind is not None:
            s.hands[seat][kind] += 1
    end_turn(edition, s)  # FJ-T1, RU-11


# ---- routes, tunnels, stations


def _place(edition: Edition, s: Snapshot, seat: int, route: int) -> None:
    track = edition.routes[route]
    s.owned[seat].add(route)
    s.pieces[seat][track.piece] -= track.length
    if edition.points:
        points = {kind.id: kind.points for kind in edition.pieces}
        s.score[seat] += points[track.piece][track.cards]
    if track.carts and s.bonus_pile > 0:  # AM-R5, RU-9
        s.bonus[seat] += 1
        s.bonus_pile -= 1
    s.may_claim = [open_routes(edition, s, q) for q in range(s.seats)]


def _claim(edition: Edition, s: Snapshot, seat: int, route: int, colour: Kind, wilds: int, answers: Answers) -> None:
    track = edition.routes[route]
    if track.tunnel:
        shown = [kind for kind in (answers.card(s) for _ in range(3)) if kind is not None]  # EU-U1, EU-U6, RU-6
        extra = sum(kind in (colour, WILD) for kind in shown)  # EU-U4; colour is wild if wilds alone were laid: EU-U5
        if extra:
            s.attempt = Attempt(route, colour, wilds, extra, shown)
            s.phase = TUNNEL
            return
        for kind in shown:
            _discard(s, kind)  # EU-U3
    _pay(s, seat, colour, track.cards - wilds, wilds)
    _place(edition, s, seat, route)
    _settle_display(edition, s, answers)
    if edition.open_tickets:
        _settle_tickets(edition, s, seat, after_claim=True)
    end_turn(edition, s)


def _answer_tunnel(edition: Edition, s: Snapshot, seat: int, extra_wilds: int | None, answers: Answers) -> None:
    attempt = s.attempt
    assert attempt is not None
    laid = edition.routes[attempt.route].cards - attempt.wilds
    for kind in attempt.shown:
        _discard(s, kind)  # EU-U3
    s.attempt = None
    if extra_wilds is None:
        # RU-38: everybody has seen the cards that go back to the hand.
        seen = s.seen[seat]
        seen[WILD] = max(seen[WILD], attempt.wilds)
        if attempt.colour != WILD:
            seen[attempt.colour] = max(seen[attempt.colour], laid)
    else:
        _pay(s, seat, attempt.colour, laid + attempt.extra - extra_wilds, attempt.wilds + extra_wilds)
        _place(edition, s, seat, attempt.route)  # RU-25: extra cards need no pieces and score nothing
    _settle_display(edition, s, answers)
    if edition.open_tickets and extra_wilds is not None:
        _settle_tickets(edition, s, seat, after_claim=True)
    end_turn(edition, s)


def _build(edition: Edition, s: Snapshot, seat: int, city: str, colour: Kind, wilds: int, answers: Answers) -> None:
    assert edition.stations is not None
    price = edition.stations.cost[len(s.stations[seat])]
    _pay(s, seat, colour, price - wilds, wilds)
    s.stations[seat].add(city)
    _settle_display(edition, s, answers)
    end_turn(edition, s)


# ---- tickets


def _top_ticket(s: Snapshot) -> int:
    ticket = s.ticket_pile.pop(0)
    s.known_to.pop(ticket, None)
    return ticket


def _keep(s: Snapshot, seat: int, places: set[int], under: bool) -> None:
    for place, ticket in enumerate(s.dealt[seat]):
        if place in places:
            s.tickets[seat].add(ticket)
        else:
            s.known_to[ticket] = {seat}
            if under:
                s.ticket_pile.append(ticket)  # EU-K3, RU-15: the first drawn first
    s.dealt[seat] = []


def _keep_at_setup(edition: Edition, s: Snapshot, seat: int, places: set[int]) -> None:
    """Nobody's choice shows before all have chosen (RU-33)."""
    s.chosen[seat] = set(places)
    s.to_move = seat + 1
    if s.to_move == s.seats:
        for q, kept in enumerate(s.chosen):
            assert kept is not None
            _keep(s, q, kept, under=edition.setup.returned == "under")  # EU-S6, AM-S3, BE-S3
        s.chosen = [None] * s.seats
        s.to_move = 0
        s.phase = TURN


def _take_in_hand(s: Snapshot, seat: int, ticket: int) -> None:
    s.dealt[seat].append(ticket)
    s.tickets[seat].add(ticket)


def _lay_open(s: Snapshot, seat: int, ticket: int) -> None:
    if ticket in s.dealt[seat]:
        s.dealt[seat].remove(ticket)
    s.tickets[seat].remove(ticket)
    s.completed[seat].add(ticket)


def _is_completed(edition: Edition, s: Snapshot, seat: int, ticket: int) -> bool:
    return are_joined(edition, s.owned[seat], edition.tickets[ticket].a, edition.tickets[ticket].b)


def _joins_east_and_west(edition: Edition, s: Snapshot, seat: int) -> bool:
    if edition.east_west is None:
        return False
    ends = [(east, west) for east in edition.east_west.east for west in edition.east_west.west]
    return any(are_joined(edition, s.owned[seat], east, west) for east, west in ends)


def _settle_tickets(edition: Edition, s: Snapshot, seat: int, after_claim: bool) -> None:
    """Made tickets together, then the bonus, then replacements one by one, until the goal is reached (RU-10, RU-31)."""
    completed = [ticket for ticket in sorted(s.tickets[seat]) if _is_completed(edition, s, seat, ticket)]
    for ticket in completed:
        _lay_open(s, seat, ticket)
    may_take_bonus = after_claim and not has_won(edition, s, seat) and s.bonus[seat] == 0 and s.bonus_pile > 0
    if may_take_bonus and _joins_east_and_west(edition, s, seat):  # FJ-K2
        s.bonus[seat] += 1
        s.bonus_pile -= 1
    to_replace = len(completed) if edition.swap_tickets else 0
    while to_replace and s.ticket_pile and not has_won(edition, s, seat):
        ticket = _top_ticket(s)
        _take_in_hand(s, seat, ticket)
        if _is_completed(edition, s, seat, ticket):
            _lay_open(s, seat, ticket)
        else:
            to_replace -= 1


def _swap(edition: Edition, s: Snapshot, seat: int) -> None:
    """As many new tickets as at setup, or as there are; then the old ones go under, the older first (RU-8, RU-11)."""
    old = list(s.dealt[seat])
    for _ in range(min(edition.setup.tickets, len(s.ticket_pile))):
        _take_in_hand(s, seat, _top_ticket(s))
    for ticket in old:
        s.dealt[seat].remove(ticket)
        s.tickets[seat].remove(ticket)
        s.ticket_pile.append(ticket)
        s.known_to[ticket] = {seat}
    if edition.open_tickets:
        _settle_tickets(edition, s, seat, after_claim=False)
    end_turn(edition, s)


# ---- all actions


def _count_idle_turns(s: Snapshot, action: Plain) -> None:
    nothing_to_draw = not any(s.pile.values()) and not any(s.discards.values())
    s.passes = s.passes + 1 if action[0] == "pass" else 0
    s.stalled = s.stalled + 1 if nothing_to_draw and action[0] != "claim" else 0  # RU-28


def after(edition: Edition, before: Snapshot, action: Plain, answers: Answers) -> Snapshot:
    """The position after a legal action."""
    s = before.copy()
    seat = s.to_move
    assert seat is not None
    _count_idle_turns(s, action)
    if not edition.swap_tickets:
        s.stalled = 0
    match action:
        case ("face up", kind):
            _draw_face_up(edition, s, seat, kind, answers)
        case ("blind",):
            _draw_blind(edition, s, seat, answers)
        case ("cards",):
            _draw_together(edition, s, seat, answers)
        case ("tickets",):
            s.dealt[seat] = [_top_ticket(s) for _ in range(min(edition.draw.tickets, len(s.ticket_pile)))]  # EU-K1
            s.phase = KEEP
        case ("keep", places) if s.phase == SETUP:
            _keep_at_setup(edition, s, seat, places)
        case ("keep", places):
            _keep(s, seat, places, under=True)
            if edition.open_tickets:
                _settle_tickets(edition, s, seat, after_claim=False)  # RU-42
            end_turn(edition, s)
        case ("swap",):
            _swap(edition, s, seat)
        case ("claim", route, colour, wilds):
            _claim(edition, s, seat, route, colour, wilds, answers)
        case ("station", city, colour, wilds):
            _build(edition, s, seat, city, colour, wilds, answers)
        case ("pay", wilds):
            _answer_tunnel(edition, s, seat, wilds, answers)
        case ("let go",):
            _answer_tunnel(edition, s, seat, None, answers)
        case _:
            assert action == ("pass",)
            end_turn(edition, s)
    answers.must_be_used_up()
    return s


def first_position(edition: Edition, seats: int, answers: Answers) -> Snapshot:
    """The position after dealing: cards seat by seat, the display, long tickets, regular tickets (RU-41)."""
    nothing = dict.fromkeys(edition.cards, 0)
    every_route = set(range(len(edition.routes)))
    pieces = {kind.id: kind.count for kind in edition.pieces}
    bonus = edition.trade_bonus or edition.east_west
    s = Snapshot(
        seats=seats,
        to_move=0,  # RU-14
        phase=TURN if edition.swap_tickets else SETUP,
        turn=0,
        passes=0,
        stalled=0,
        last_round=0,
        last_reason="",
        end_reason="",
        hands=[dict(nothing) for _ in range(seats)],
        seen=[dict(nothing) for _ in range(seats)],
        pile=dict(edition.cards),
        discards=dict(nothing),
        display=[None] * edition.draw.display,
        ticket_pile=[],
        known_to={},
        tickets=[set() for _ in range(seats)],
        completed=[set() for _ in range(seats)],
        dealt=[[] for _ in range(seats)],
        chosen=[None] * seats,
        owned=[set() for _ in range(seats)],
        may_claim=[set(every_route) for _ in range(seats)],
        stations=[set() for _ in range(seats)],
        score=[0] * seats,
        pieces=[dict(pieces) for _ in range(seats)],
        bonus=[0] * seats,
        bonus_pile=bonus.cards if bonus else 0,
        attempt=None,
    )
    for hand in s.hands:
        for _ in range(edition.setup.cards):
            kind = answers.card(s)
            assert kind is not None
            hand[kind] += 1
    _settle_display(edition, s, answers)
    _deal_tickets(edition, s, answers)
    answers.must_be_used_up()
    return s


def _deal_tickets(edition: Edition, s: Snapshot, answers: Answers) -> None:
    long = [i for i, ticket in enumerate(edition.tickets) if ticket.long]
    regular = [i for i, ticket in enumerate(edition.tickets) if not ticket.long]
    for dealt in s.dealt:
        dealt += [answers.ticket(long) for _ in range(edition.setup.long_tickets)]  # EU-S4: the rest leave the game
    while len(regular) > 1:
        s.ticket_pile.append(answers.ticket(regular))
    s.ticket_pile += regular  # nothing is left to chance for the last one
    for seat, dealt in enumerate(s.dealt):
        for _ in range(edition.setup.tickets):
            if edition.swap_tickets:
                _take_in_hand(s, seat, _top_ticket(s))
            else:
                dealt.append(_top_ticket(s))
