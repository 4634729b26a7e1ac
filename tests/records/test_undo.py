"""Taking back: the last action of all, by the seat that took it, and never across anything drawn or revealed."""

from __future__ import annotations

from random import Random

import pytest

from perron import ClaimRoute, Game, PerronError, RecordError, Undo
from perron.record import UNDO, read_record, replay_record, verify_record, write_record
from tests.positions import position
from tests.views.playing import TABLES

pytestmark = pytest.mark.sampled


def with_undos(name: str, seats: int, seed: int) -> Game:
    """A whole game in which what may be taken back sometimes is."""
    rng = Random(f"{name} {seats} {seed}")
    game = Game(name, seats, seed=seed)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
        game.play(rng.choice(claims if claims and rng.random() < 0.7 else game.legal_actions()))
        if game.may_take_back(seat) and rng.random() < 0.4:
            game.take_back(seat)
    return game


def a_game_with_undos(name: str, seats: int) -> tuple[int, Game]:
    """The first seed in whose game something was taken back, and that game."""
    games = ((seed, with_undos(name, seats, seed)) for seed in range(50))
    return next((seed, game) for seed, game in games if len(game.log) > len(game.moves))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_with_undos_is_the_game_without_what_was_taken_back(name: str, seats: int) -> None:
    seed, game = a_game_with_undos(name, seats)
    again = Game(name, seats, seed=seed)
    for move in game.moves:
        assert again.play(move.action).answers == move.answers
    assert again.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_record_keeps_every_undo(name: str, seats: int) -> None:
    _, game = a_game_with_undos(name, seats)
    text = write_record(game)
    record = read_record(text)
    assert sum(line.text == UNDO for line in record.actions) == sum(isinstance(e, Undo) for e in game.log) > 0
    assert verify_record(record).game.log == game.log
    assert write_record(replay_record(record)) == text
    without_key = write_record(game, reveal_key=False)
    assert verify_record(read_record(without_key)).game.outcome == game.outcome


def one_claim() -> Game:
    """A game in which P0 has just claimed a route."""
    game = position("europe seats=2 hand=P0:black*3;P1:blue*3 pile=rest turn=P0")
    game.play("claim brest-paris black*3")
    return game


def test_the_state_after_an_undo_is_the_state_before_the_action() -> None:
    game = position("europe seats=2 hand=P0:black*3 pile=rest turn=P0")
    before = game.state.tobytes()
    move = game.play("claim brest-paris black*3")
    assert game.state.tobytes() != before
    assert game.take_back(0) == Undo(0, move)
    assert game.state.tobytes() == before
    assert game.moves == ()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_drawn_or_revealed_is_ever_taken_back(name: str, seats: int) -> None:
    rng = Random(f"revealed {name} {seats}")
    game = Game(name, seats, seed=11)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        if not game.may_take_back(seat):
            continue
        for viewer in (None, *range(seats)):
            was, now = before.view(viewer), game.view(viewer)
            assert now.display == was.display
            assert now.pile == was.pile
            assert now.outcome is None
            assert (was.phase == "setup") == (now.phase == "setup")
            if viewer is not None:
                assert set(now.tickets or ()) <= set(was.tickets or ()) | set(was.offered or ())
                laid = was.tunnel.cards + was.tunnel.wilds if was.tunnel and viewer == seat else 0
                assert sum((now.hand or {}).values()) <= sum((was.hand or {}).values()) + laid


def test_a_card_taken_from_the_display_stays_taken_even_when_nothing_replaces_it() -> None:
    game = position("europe seats=2 display=red,blue,green,white,black pile=none hand=P1:rest turn=P0")
    game.play("draw red")
    assert not game.may_take_back(0)


def test_another_seat_cannot_take_an_action_back() -> None:
    game = one_claim()
    assert not game.may_take_back(1)
    with pytest.raises(PerronError, match="nothing to take back"):
        game.take_back(1)
    assert game.may_take_back(0)


def test_once_another_seat_has_acted_it_is_too_late() -> None:
    game = one_claim()
    game.play("claim essen-berlin/1 blue*2")
    assert not game.may_take_back(0)
    assert game.may_take_back(1)


def test_an_action_is_taken_back_once() -> None:
    game = one_claim()
    game.take_back(0)
    with pytest.raises(PerronError, match="nothing to take back"):
        game.take_back(0)


def test_a_copy_can_take_back_on_its_own() -> None:
    game = one_claim()
    other = game.copy()
    other.take_back(0)
    assert len(game.moves) == 1
    assert game.may_take_back(0)


@pytest.mark.parametrize("line", ["1 P0 undo", "2 P1 undo", "2 P0 undo > red", "2 P0 undo #0123456789abcdef"])
def test_an_undo_that_could_not_be_is_noticed_in_a_record(line: str) -> None:
    lines = write_record(one_claim()).splitlines()
    if line.startswith("1 "):
        lines.pop()
    with pytest.raises(RecordError) as told:
        verify_record(read_record("\n".join([*lines, line]) + "\n"))
    assert told.value.line == len(lines) + 1
