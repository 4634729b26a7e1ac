"""A hosted game's key: committed to first, then mixed with a word from every seat."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from perron import Game, PerronError, RecordError
from perron.deal import Mixed
from perron.keys import NO_WORD, commitment, mix
from perron.record import read_record, verify_record, write_record

KEY = bytes(range(32))
WORDS = ("00112233445566778899aabbccddeeff", NO_WORD, "ffeeddccbbaa99887766554433221100")


def hosted(seed: int = 0) -> Game:
    """A whole game dealt from a mixed key."""
    rng = Random(seed)
    game = Game("tiny", 3, key=mix(KEY, WORDS))
    while not game.over:
        game.play(rng.choice(game.legal_actions()))
    return game


def test_the_mixed_key_is_a_hash_over_the_key_and_every_word() -> None:
    # Written out once more, so that other programs can rely on it.
    text = b"perron deal " + KEY + b"00112233445566778899aabbccddeeff - ffeeddccbbaa99887766554433221100"
    assert mix(KEY, WORDS) == hashlib.sha256(text).digest()


def test_every_word_and_its_seat_count() -> None:
    keys = {mix(KEY, words) for words in (WORDS, WORDS[::-1], (*WORDS[:2], NO_WORD), WORDS[:2])}
    assert len(keys) == 4


@pytest.mark.parametrize(
    "word", ["", "00", "G" * 32, "0" * 33, "AA112233445566778899aabbccddeeff", "- ", "0" * 31 + "\n"]
)
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(PerronError, match="32 hex digits"):
        mix(KEY, (word, NO_WORD))


def test_the_record_commits_to_the_key_and_names_the_words() -> None:
    text = write_record(hosted(), mixed=Mixed(KEY, WORDS))
    assert f"commitment {commitment(KEY)}\nkey {KEY.hex()}\nwords {' '.join(WORDS)}\n" in text
    verified = verify_record(read_record(text))
    assert verified.key_checked
    assert verified.committed


def test_another_word_gives_another_deal_and_is_noticed() -> None:
    text = write_record(hosted(), mixed=Mixed(KEY, WORDS))
    with pytest.raises(RecordError, match="the deal is not the one that follows from the key"):
        verify_record(read_record(text.replace(WORDS[0], "0" * 32)))


def test_words_left_out_are_noticed() -> None:
    text = write_record(hosted(), mixed=Mixed(KEY, WORDS))
    with pytest.raises(RecordError):
        verify_record(read_record(text.replace(f"words {' '.join(WORDS)}\n", "")))


@pytest.mark.parametrize("words", ["-", "- -", "- - - -", "- - x", "-  - -"])
def test_a_record_has_one_word_a_seat(words: str) -> None:
    text = write_record(hosted(), mixed=Mixed(KEY, WORDS))
    with pytest.raises(RecordError) as told:
        read_record(text.replace(" ".join(WORDS), words))
    assert told.value.line == 7


def test_a_record_is_not_written_with_words_that_did_not_deal_it() -> None:
    with pytest.raises(RecordError, match="not dealt"):
        write_record(hosted(), mixed=Mixed(KEY, (NO_WORD, NO_WORD, NO_WORD)))


def test_while_the_key_is_held_back_the_commitment_is_that_of_the_key_alone() -> None:
    game = hosted()
    text = write_record(game, reveal_key=False, mixed=Mixed(KEY, WORDS))
    assert KEY.hex() not in text
    assert game.key is not None
    assert game.key.hex() not in text
    assert f"commitment {commitment(KEY)}\n" in text
    assert not verify_record(read_record(text)).key_checked
