"""A game that goes on from a position of another one with chance of its own, and its record."""

from __future__ import annotations

import re
from random import Random

import pytest

from perron import Game
from perron.errors import PerronError, RecordError
from perron.record import Record, read_record, replay_record, verify_record, write_record

KEY = bytes(range(32))
EDITIONS = (("europe", 4), ("amsterdam", 3), ("berlin", 2), ("first_journey", 3))


def played(game: Game, rng: Random, actions: int | None = None) -> Game:
    """Play at random, to the end or this many actions."""
    while not game.over and actions != 0:
        seat = game.to_move
        assert seat is not None
        game.play(rng.choice(game.legal_actions("one")))
        actions = None if actions is None else actions - 1
        if game.may_take_back(seat) and rng.random() < 0.1:
            game.take_back(seat)
    return game


def read(text: str) -> Record:
    return read_record(text)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS)
def test_a_branch_changes_nothing_that_a_seat_has_seen_and_its_record_stands_alone(edition: str, seats: int) -> None:
    rng = Random(f"branch {edition}")
    game = played(Game(edition, seats, seed=4), rng)
    for after in rng.sample(range(len(game.log)), 12):
        again = replay_record(read(write_record(game)), after)
        seen = [again.view(seat) for seat in (None, *range(seats))]
        knows = [again.knowledge(seat).tobytes() for seat in (None, *range(seats))]
        branch = again.branch(KEY)
        assert [again.view(seat) for seat in (None, *range(seats))] == seen
        assert [again.knowledge(seat).tobytes() for seat in (None, *range(seats))] == knows
        assert sorted(branch.answers) == sorted(set(branch.answers))
        end = played(again, rng)
        text = write_record(end)
        assert verify_record(read(text)).key_checked
        assert write_record(replay_record(read(text))) == text, "as it was written"
        hidden = write_record(end, reveal_key=False)
        assert KEY.hex() not in hidden
        assert not verify_record(read(hidden)).key_checked
        assert verify_record(read(hidden)).game.state_hash() == end.state_hash()
        numbers = [move.number for move in end.moves]
        before = len(replay_record(read(text), after).moves)
        picked = Game.pick_up(edition, seats, end.key or b"", numbers, [(before, KEY)])
        assert picked.state_hash() == end.state_hash()


def test_other_keys_bring_other_cards_and_other_tickets() -> None:
    game = played(Game("europe", 2, seed=1), Random(1), 10)
    ends = []
    for i in range(3):
        again = game.copy()
        again.branch(bytes([i]) * 32)
        ends.append(played(again, Random(2)).deal + again.branches[0].answers)
    assert len(set(ends)) == 3
    assert game.branches == ()


def test_nothing_from_before_a_branch_can_be_taken_back() -> None:
    game = Game("tiny", 2, seed=0)
    while not (game.log and game.may_take_back(game.log[-1].seat)):
        game.play(game.legal_actions("one")[-1])
    seat = game.log[-1].seat
    game.branch(KEY)
    assert not game.may_take_back(seat)


def test_a_game_that_is_over_does_not_branch() -> None:
    game = played(Game("tiny", 2, seed=0), Random(0))
    with pytest.raises(PerronError, match="over"):
        game.branch(KEY)
    with pytest.raises(PerronError, match="over"):
        game.replay_branch("00" * 32, ())
    with pytest.raises(PerronError, match="32 bytes"):
        Game("tiny", 2, seed=0).branch(b"short")


def test_without_the_key_of_its_branch_a_game_cannot_be_played_on() -> None:
    game = played(Game("tiny", 2, seed=0), Random(0), 6)
    game.branch(KEY)
    other = replay_record(read(write_record(game, reveal_key=False)))
    with pytest.raises(PerronError, match="without its key"):
        other.play(other.legal_actions()[0])


def a_record() -> str:
    game = played(Game("europe", 2, seed=3), Random(5), 20)
    game.branch(KEY)
    return write_record(played(game, Random(6)))


def test_whatever_is_changed_in_the_line_of_a_branch_is_found() -> None:
    text = a_record()
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("branch "))
    _, promise, key, _, *tickets = lines[at].split(" ")
    swapped = [tickets[1], tickets[0], *tickets[2:]]
    for changed in (
        f"branch {promise} {'11' * 32} > {' '.join(tickets)}",
        f"branch {'11' * 32} {key} > {' '.join(tickets)}",
        f"branch {promise} - > {' '.join(tickets)}",
        f"branch {promise} {key} > {' '.join(swapped)}",
        f"branch {promise} {key} > {' '.join(tickets[1:])}",
        f"branch {promise} {key} > {' '.join([*tickets, tickets[0]])}",
        f"branch {promise} {key} > nowhere-wien {' '.join(tickets[1:])}",
        f"branch {promise} {key}",
        f"branch {promise}",
        "branch ",
        f"{lines[at]}\n{lines[at]}",
    ):
        with pytest.raises(RecordError) as caught:
            verify_record(read("\n".join([*lines[:at], changed, *lines[at + 1 :]])))
        assert caught.value.line in (at + 1, at + 2), changed
    moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    dropped = [*lines[:at], *lines[at + 1 :]]
    after = [*lines[:-2], lines[at], *lines[-2:]]
    for other in (moved, dropped, after):
        with pytest.raises(RecordError):
            verify_record(read("\n".join(other)))


def test_without_keys_the_tickets_must_be_those_that_nobody_had_seen() -> None:
    text = re.sub(
        r"^key .*\n", "", re.sub(r"^(branch \w+) \w+", r"\1 -", a_record(), flags=re.MULTILINE), flags=re.MULTILINE
    )
    assert not verify_record(read(text)).key_checked
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("branch "))
    tickets = lines[at].split(" > ")[1].split(" ")
    for wrong in (tickets[:-1], [*tickets, tickets[0]], [tickets[1], *tickets[1:]]):
        lines[at] = f"{lines[at].split(' > ')[0]} > {' '.join(wrong)}"
        with pytest.raises(RecordError) as caught:
            verify_record(read("\n".join(lines)))
        assert caught.value.line == at + 1
