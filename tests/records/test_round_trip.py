"""Writing a game down, reading it, playing it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from perron import Game, PerronError, RecordError
from perron.editions import load
from perron.keys import commitment
from perron.record import load_record, read_record, replay_record, save_record, verify_record, write_record
from tests.positions import position
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


def finished(name: str, seats: int, seed: int = 0) -> Game:
    """A game played to its end."""
    *_, game = played(name, seats, seed)
    return game


def random_play(game: Game, actions: int, seed: int = 0) -> Game:
    """Some more actions."""
    rng = Random(seed)
    for _ in range(actions):
        numbers = game.legal_numbers()
        game.play(int(numbers[rng.randrange(len(numbers))]))
    return game


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_record_gives_back_the_same_game(name: str, seats: int) -> None:
    game = finished(name, seats)
    text = write_record(game)
    record = read_record(text)
    again = replay_record(record)
    assert again.state.tobytes() == game.state.tobytes()
    assert again.moves == game.moves
    assert again.deal == game.deal
    assert write_record(again) == text
    verified = verify_record(record)
    assert verified.game.outcome == game.outcome
    assert verified.key_checked
    assert verified.committed
    assert verified.hashes == len(game.moves) // 10


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_record_without_its_key_replays_from_what_chance_answered(name: str, seats: int) -> None:
    game = finished(name, seats, 1)
    text = write_record(game, reveal_key=False)
    assert game.key is not None
    assert game.key.hex() not in text
    assert f"commitment {commitment(game.key)}\n" in text
    verified = verify_record(read_record(text))
    assert not verified.key_checked
    assert not verified.committed
    assert verified.game.key is None
    assert verified.game.moves == game.moves
    assert verified.game.state_hash() == game.state_hash()
    assert verified.game.outcome == game.outcome
    # What is known of the key, its commitment, is known of the game that was read, too: it can be written again.
    again = write_record(verified.game).splitlines()
    assert [line for line in again if not line.startswith(("commitment", "key"))] == [
        line for line in text.splitlines() if not line.startswith(("commitment", "key"))
    ]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_in_progress_has_no_hashes_and_no_result_and_can_be_taken_up_again(name: str, seats: int) -> None:
    states = {}
    for game in played(name, seats, 2):
        at = len(game.moves)
        if at in (0, 1, 5, 10, 25) and not game.over:
            text = write_record(game)
            assert "#" not in text
            assert "result" not in text
            record = read_record(text)
            verified = verify_record(record)
            assert verified.hashes == 0
            assert verified.game.state.tobytes() == game.state.tobytes()
            resumed = replay_record(record)
            resumed.play(resumed.legal_actions()[0])
            other = game.copy()
            other.play(other.legal_actions()[0])
            assert resumed.state.tobytes() == other.state.tobytes()
            states[at] = text
    assert {0, 1, 5} <= set(states)
    assert states[5].startswith(states[1])


def test_a_game_replayed_without_its_key_cannot_be_played_on() -> None:
    text = write_record(random_play(Game("tiny", 2, seed=2), 6), reveal_key=False)
    game = replay_record(read_record(text))
    before = game.state.tobytes()
    with pytest.raises(PerronError, match="without its key"):
        game.play(game.legal_actions()[0])
    assert game.state.tobytes() == before


@pytest.mark.parametrize("with_key", [True, False])
@pytest.mark.parametrize(("name", "seats"), [("europe", 3), ("first_journey", 2), ("tiny", 3)])
def test_a_record_can_be_replayed_up_to_any_action(name: str, seats: int, with_key: bool) -> None:
    record = read_record(write_record(finished(name, seats, 4), reveal_key=with_key))
    for until, game in enumerate(played(name, seats, 4)):
        if until % 7 == 0 or game.over:
            replayed = replay_record(record, until=until)
            assert replayed.state_hash() == game.state_hash()
            assert len(replayed.moves) == until


@pytest.mark.parametrize("until", [-1, 10_000])
def test_there_is_nothing_before_the_beginning_and_after_the_end(until: int) -> None:
    record = read_record(write_record(finished("tiny", 2)))
    with pytest.raises(RecordError, match=f"there is no action {until}"):
        replay_record(record, until=until)


def test_a_game_from_a_position_is_recorded_with_the_position() -> None:
    where = "tiny seats=3 own=P0:north-middle hand=P0:red*3,wild;P1:blue*2 turn=P1 seed=7"
    game = position(where)
    rng = Random(1)
    while not game.over:
        numbers = game.legal_numbers()
        game.play(int(numbers[rng.randrange(len(numbers))]))
    for reveal_key in (True, False):
        text = write_record(game, reveal_key=reveal_key)
        assert f"position {where}\n" in text
        assert "\ndeal " not in text
        verified = verify_record(read_record(text))
        assert verified.key_checked == reveal_key
        assert verified.game.outcome == game.outcome
        assert verified.game.moves == game.moves


def test_a_game_on_an_edition_of_ones_own_is_read_with_that_edition() -> None:
    mine = replace(load("tiny"), id="mine")
    text = write_record(random_play(Game(mine, 2, seed=1), 5))
    assert verify_record(read_record(text, mine)).game.edition == mine
    with pytest.raises(RecordError, match="mine") as error:
        read_record(text)
    assert error.value.line == 2


def test_a_record_may_say_what_it_covers_and_carry_a_note() -> None:
    game = Game("tiny", 2, seed=1)
    text = write_record(game, extra={"note": "  a note\nof two lines ", "covers": "nothing yet"})
    assert "covers nothing yet\nnote a note of two lines\n" in text
    record = read_record(text)
    assert record.header["note"] == "a note of two lines"
    assert verify_record(record).game.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize("extra", [{"edition": "europe"}, {"key": "00"}, {"seats": "3"}, {"weather": "rain"}])
def test_what_is_added_to_a_header_is_a_note_or_what_it_covers_and_nothing_else(extra: dict[str, str]) -> None:
    with pytest.raises(PerronError):
        write_record(Game("tiny", 2, seed=1), extra=extra)


@pytest.mark.rule("RU-41")
def test_a_record_reads_like_this() -> None:
    game = Game("tiny_race", 2, seed=5)
    rng = Random(3)
    while not game.over:
        numbers = game.legal_numbers()
        game.play(int(numbers[rng.randrange(len(numbers))]))
    text = write_record(game)
    lines = text.splitlines()
    assert lines[:4] == ["perron record 1", "edition tiny_race", "rules 1", "seats 2"]
    assert lines[4].startswith("commitment ")
    assert lines[5].startswith("key ")
    assert lines[6] == ""
    cards, tickets = lines[7].split(), lines[8].split()
    assert cards[0] == tickets[0] == "deal"
    assert len(cards) == 1 + 2 * 2, "two cards each, first all of the first seat"
    assert len(tickets) == len(game.edition.tickets), "the last ticket needs no drawing"
    actions = lines[9:-1]
    assert [line.split()[0] for line in actions] == [str(number) for number in range(1, len(game.moves) + 1)]
    for line, move in zip(actions, game.moves, strict=True):
        assert line.startswith(f"{line.split()[0]} P{move.seat} {move.action}")
        assert (" > " in line) == bool(move.answers)
    assert [("#" in line) for line in actions] == [number % 10 == 0 for number in range(1, len(actions) + 1)]
    assert lines[-1].startswith(f"result {game.outcome.reason} | P0:" if game.outcome else "?")
    assert text.endswith("\n")


def test_saving_writes_the_whole_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    game = finished("tiny", 2)
    path = tmp_path / "game.record"
    save_record(game, path, extra={"note": "saved"})
    assert path.read_text("utf-8") == write_record(game, extra={"note": "saved"})
    assert verify_record(load_record(path)).game.outcome == game.outcome
    save_record(finished("tiny", 3), path)
    assert load_record(path).header["seats"] == "3"
    assert [file.name for file in tmp_path.iterdir()] == ["game.record"]


@pytest.mark.parametrize("answers", [[99], [-1], [2**40], [-(2**40)], ["red"]])
def test_answers_of_chance_that_there_cannot_be_are_refused(answers: list[int]) -> None:
    game = position("tiny display=red,red,red,blue,blue turn=P0")
    before = game.state.tobytes()
    with pytest.raises(PerronError):
        game.replay("draw blind", answers)
    assert game.state.tobytes() == before
    with pytest.raises(PerronError):
        Game.from_answers("tiny", 2, answers)
