"""What the terminal shows: true, all of it reachable, and nothing that the seat may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from rich.console import Console, ConsoleRenderable

from perron import (
    BuildStation,
    ClaimRoute,
    Decline,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
    Game,
    KeepTickets,
    Move,
    Pass,
    PayTunnel,
    SwapTickets,
    View,
)
from perron.codec import kind_name
from perron.editions import load, names
from perron.event import event_of
from perron.terminal import Words
from perron.terminal.events import Teller
from perron.terminal.joined import BY_OWN, NOT, joined
from perron.terminal.menu import Menu, menu
from perron.terminal.screen import board, final_score, open_position, players, turn_screen
from perron.terminal.words import payment
from tests.positions import position
from tests.views.playing import TABLES


def shown(*parts: ConsoleRenderable, width: int = 80) -> str:
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return capture.get()


def random_game(edition: str, seats: int, seed: int) -> Iterator[tuple[Game, Move | None]]:
    """A game before each of its actions with the action, and once more at its end."""
    chance = random.Random(seed)
    game = Game(edition, seats, seed)
    while not game.over:
        before = game.copy()
        # Stations and tickets are most of what is legal: without this, hardly a route would be claimed.
        kinds: dict[str, list[str]] = {}
        for action in map(str, game.legal_actions()):
            kinds.setdefault(action.split()[0], []).append(action)
        move = game.play(chance.choice(kinds[chance.choice(list(kinds))]))
        yield before, move
    yield game, None


def leaves(menu: Menu) -> Iterator[str]:
    for choice in menu.choices:
        if choice.menu is None:
            assert choice.action is not None
            yield choice.action
        else:
            assert choice.action is None
            yield from leaves(choice.menu)


@pytest.mark.parametrize("edition", names())
def test_every_legal_action_is_in_the_lists_once(edition: str) -> None:
    words = Words(load(edition))
    for game, move in random_game(edition, 2, 5):
        if move is not None and not isinstance(move.action, KeepTickets):
            view = game.view(move.seat)
            assert view.legal is not None
            assert sorted(leaves(menu(words, view))) == sorted(view.legal)


@pytest.mark.parametrize("edition", names())
def test_no_list_is_longer_than_the_board_and_the_first_fits_a_small_terminal(edition: str) -> None:
    words = Words(load(edition))
    for game, move in random_game(edition, min(3, words.edition.players[1]), 6):
        if move is not None and not isinstance(move.action, KeepTickets):
            first = menu(words, game.view(move.seat))
            text = shown(first.shown())
            assert text.count("\n") <= 16
            assert max(map(len, text.splitlines())) <= 80
            for choice in first.choices:
                assert choice.menu is None or len(choice.menu.choices) <= max(len(words.edition.routes), 64)


def expected(words: Words, game: Game, move: Move) -> list[str]:
    """What the one who has acted must be told."""
    action = move.action
    match action:
        case ClaimRoute():
            return [words.route(action.route), f"with {payment(action.colour, action.cards, action.wilds)}"]
        case BuildStation():
            told = payment(action.colour, action.cards, action.wilds)
            return [f"builds a station in {words.city(action.city)} with {told}"]
        case PayTunnel():
            return [f"pays {payment(action.colour, action.cards, action.wilds)} more and claims it"]
        case Decline():
            return ["lets the tunnel go"]
        case DrawFaceUp():
            return [f"takes {action.card}"]
        case DrawBlind():
            return [f"draws blind (1 {kind_name(game.edition, move.answers[0])})"]
        case DrawCards():
            return [f"draws {len(move.answers)} card", *(kind_name(game.edition, kind) for kind in move.answers)]
        case DrawTickets():
            return ["draws ", " ticket"]
        case SwapTickets():
            return ["swaps tickets"]
        case KeepTickets():
            return ["keeps ", *map(words.ticket, action.tickets)]
        case Pass():
            return ["passes"]


@pytest.mark.parametrize(("edition", "seats"), [(name, n) for name, n in TABLES if n <= 3])
def test_the_one_who_acts_is_told_what_was_done(edition: str, seats: int) -> None:
    words = Words(load(edition))
    kinds = set()
    for game, move in random_game(edition, seats, 1):
        if move is not None:
            before = game.view(move.seat)
            game.play(move.action)
            event = event_of(move, before, game.view(move.seat), game.edition)
            told = Teller(words, event, you=False).tell()
            for part in expected(words, game, move):
                assert part in told
            kinds.add(type(move.action))
    assert ClaimRoute in kinds


def verb_and_more(words: Words, move: Move, told: str) -> None:
    """What the others must be told, and must not."""
    action = move.action
    match action:
        case ClaimRoute():
            assert words.route(action.route) in told
        case BuildStation():
            assert f"builds a station in {words.city(action.city)}" in told
        case DrawFaceUp():
            assert told == f"takes {action.card}"
        case DrawBlind():
            assert told == "draws blind"
        case DrawCards():
            assert told in ("draws 1 card", "draws 2 cards")
        case KeepTickets():
            assert told == "chooses tickets" or told.startswith(f"keeps {len(action.tickets)} of ")
        case Decline():
            assert told == "lets the tunnel go"
        case PayTunnel():
            assert told.startswith(f"pays {payment(action.colour, action.cards, action.wilds)} more")
        case DrawTickets():
            assert told.startswith("draws ")
            assert " ticket" in told
        case SwapTickets():
            assert told.startswith("swaps tickets")
            assert "new" not in told
        case Pass():
            assert told == "passes"


@pytest.mark.parametrize(("edition", "seats"), [(name, n) for name, n in TABLES if n <= 3])
def test_the_others_are_told_what_they_may_know(edition: str, seats: int) -> None:
    words = Words(load(edition))
    for game, move in random_game(edition, seats, 2):
        if move is not None:
            other = (move.seat + 1) % seats
            before = game.view(other)
            game.play(move.action)
            event = event_of(move, before, game.view(other), game.edition)
            verb_and_more(words, move, Teller(words, event, you=False).tell())


def screens(view: View) -> str:
    words = Words(load(view.edition))
    return shown(turn_screen(words, view, []), players(words, view), board(words, view), menu(words, view).shown())


def test_a_screen_does_not_depend_on_what_is_hidden() -> None:
    table = (
        "tiny seats=2 hand=P0:red*2,wild;P1:{} display=green,green,blue,wild,green tickets=P0:west-east;P1:{} turn=P0"
    )
    one = position(table.format("red*2", "north-east"))
    other = position(table.format("blue,wild", "north-west"))
    assert one.view(1).hand != other.view(1).hand
    assert screens(one.view(0)) == screens(other.view(0))


def test_a_blind_draw_is_told_to_the_others_without_the_card() -> None:
    told = set()
    for pile in ("red*2", "blue*2"):
        game = position(f"tiny seats=2 display=none pile={pile} discards=rest turn=P1")
        before = game.view(0)
        event = event_of(game.play("draw blind"), before, game.view(0), game.edition)
        told.add(Teller(Words(game.edition), event, you=False).tell())
    assert told == {"draws blind"}


@pytest.mark.parametrize(
    "edition", [name for name in names() if load(name).stations is None and not load(name).open_tickets]
)
def test_a_ticket_is_shown_as_joined_when_it_would_score(edition: str) -> None:
    for game, _ in random_game(edition, min(3, load(edition).players[1]), 4):
        for seat, score in enumerate(game.scores()):
            states = joined(game.edition, game.view(seat))
            assert {ticket for ticket, state in states.items() if state == BY_OWN} == set(score.completed)
            assert {ticket for ticket, state in states.items() if state == NOT} == set(score.missed)


@pytest.mark.parametrize("edition", ["europe", "tiny"])
def test_a_ticket_that_would_score_through_a_station_is_shown_so(edition: str) -> None:
    through = 0
    for seed in range(6):
        for game, _ in random_game(edition, 3, seed):
            for seat, score in enumerate(game.scores()):
                states = joined(game.edition, game.view(seat))
                assert set(score.completed) <= {ticket for ticket, state in states.items() if state != NOT}
                through += sum(states[ticket] != BY_OWN for ticket in score.completed)
    assert through > 0


def test_a_station_borrows_one_route_for_a_ticket() -> None:
    game = position("tiny seats=2 own=P0:north-middle;P1:east-middle stations=P0:middle tickets=P0:north-east")
    assert joined(game.edition, game.view(0)) == {"north-east": "joined through a station"}
    assert "✓ North – East (2) by station" in shown(turn_screen(Words(game.edition), game.view(0), []))


def test_the_twin_of_a_taken_track_is_not_free_when_few_play() -> None:
    for seats, free in ((2, False), (3, True)):
        game = position(f"tiny seats={seats} own=P1:north-east/1 turn=P0")
        text = shown(board(Words(game.edition), game.view(0)))
        assert ("North – East /2" in text) == free
        assert "P1's routes" in text


def test_the_board_can_be_asked_for_a_place_or_a_colour() -> None:
    game = Game("europe", 2, 7)
    words = Words(game.edition, "nl")
    for wanted in ("parijs", "paris"):
        paris = shown(board(words, game.view(0), wanted))
        assert paris.count("Paris") == sum("paris" in (route.a, route.b) for route in game.edition.routes)
        assert "Parijs" not in paris
    red = shown(board(words, game.view(0), "red"))
    assert red.count("■") == sum(route.colour == "red" for route in game.edition.routes)
    assert "No route" in shown(board(words, game.view(0), "atlantis"))


def test_a_place_has_one_name_and_the_readers_own_beside_it_where_there_is_a_choice() -> None:
    game = Game("europe", 2, 7)
    words = Words(game.edition, "sv")
    ticket = next(one for one in game.edition.tickets if one.id == "kobenhavn-erzurum")
    assert words.ticket(ticket.id) == f"Kobenhavn – Erzurum ({ticket.points})"
    assert words.ticket_known(ticket.id) == f"Kobenhavn (Köpenhamn) – Erzurum ({ticket.points})"
    assert (words.city("cadiz"), words.city_known("cadiz")) == ("Cadiz", "Cadiz")  # an accent is no other word
    learning = Words(load("first_journey"), "sv")  # its board shows the reader's own names
    assert learning.city_known("copenhagen") == learning.city("copenhagen") == "Köpenhamn"


@pytest.mark.sampled
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("edition", names())
def test_everything_fits_the_width_of_the_terminal(edition: str, width: int) -> None:
    words = Words(load(edition))
    most = words.edition.players[1]
    for game, move in random_game(edition, most, 9):
        if len(game.moves) % 30 == 0 or move is None:
            view = game.view(0)
            parts = [turn_screen(words, view, ["Something happened."]), board(words, view)]
            parts += open_position(words, [game.view(seat) for seat in range(most)], "now")
            if move is None:
                parts.append(final_score(words, view))
            assert max(map(len, shown(*parts, width=width).splitlines())) <= width
