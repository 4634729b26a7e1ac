"""Chance: the engine's ChaCha against the RFC's vectors and a plain one, and that every draw is unbiased."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from perron.engine import rng
from perron.engine.state import new_states
from tests.engine import chacha

U32 = st.integers(0, 2**32 - 1)
KEYS = st.lists(U32, min_size=8, max_size=8)
NONCES = st.lists(U32, min_size=3, max_size=3)
ZERO = "00" * 32

# RFC 8439: section 2.3.2, then appendix A.1, test vectors 1 to 5: key, nonce, counter, key stream
BLOCKS = {
    "2.3.2": (
        bytes(range(32)).hex(),
        "000000090000004a00000000",
        1,
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "A.1 #1": (
        ZERO,
        "00" * 12,
        0,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "A.1 #2": (
        ZERO,
        "00" * 12,
        1,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "A.1 #3": (
        "00" * 31 + "01",
        "00" * 12,
        1,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    "A.1 #4": (
        "00ff" + "00" * 30,
        "00" * 12,
        2,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    "A.1 #5": (
        ZERO,
        "00" * 11 + "02",
        0,
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
}


def engine_block(key: Sequence[int], counter: int, nonce: Sequence[int], rounds: int) -> list[int]:
    out = np.zeros(16, np.uint32)
    n0, n1, n2 = (np.uint32(word) for word in nonce)
    rng.chacha_block(np.array(key, np.uint32), np.uint32(counter), n0, n1, n2, rounds, out)
    return [int(word) for word in out]


def state_with(key: Sequence[int]) -> np.void:
    """A state whose stream is at its beginning."""
    state: np.void = new_states(1)[0]
    state["key"] = key
    state["word"] = 16
    return state


def stream(key: Sequence[int]) -> Iterator[int]:
    """The words a game with this key draws, in plain Python."""
    for counter in count():
        yield from chacha.block(key, counter, (0, 0, 0), rng.ROUNDS)


def unbiased(words: Iterator[int], n: int) -> int:
    """A number below n: words map to floor(word * n / 2**32), and each number gets equally many of them.

    Of the words that map to a number, those whose remainder is below 2**32 mod n are one too many.
    """
    for word in words:
        number, rest = divmod(word * n, 2**32)
        if rest >= 2**32 % n:
            return number
    raise AssertionError("a stream has no end")


@pytest.mark.parametrize("name", BLOCKS)
def test_twenty_rounds_give_the_key_stream_of_the_rfc(name: str) -> None:
    key, nonce, counter, expected = BLOCKS[name]
    assert engine_block(chacha.words(key), counter, chacha.words(nonce), 20) == chacha.words(expected)


def test_the_plain_quarter_round_gives_the_example_of_the_rfc() -> None:
    x = [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567]
    chacha.quarter_round(x, 0, 1, 2, 3)
    assert x == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


@pytest.mark.parametrize("name", BLOCKS)
def test_the_plain_chacha_gives_the_key_stream_of_the_rfc(name: str) -> None:
    key, nonce, counter, expected = BLOCKS[name]
    assert chacha.block(chacha.words(key), counter, chacha.words(nonce), 20) == chacha.words(expected)


def test_eight_rounds_give_the_published_key_stream_of_chacha8() -> None:
    expected = (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )
    assert engine_block([0] * 8, 0, [0] * 3, 8) == chacha.words(expected)


@given(KEYS, U32, NONCES)
def test_the_engine_and_the_plain_chacha8_agree(key: list[int], counter: int, nonce: list[int]) -> None:
    assert engine_block(key, counter, nonce, 8) == chacha.block(key, counter, nonce, 8)


def test_chance_in_a_game_has_eight_rounds() -> None:
    assert rng.ROUNDS == 8


@given(KEYS)
def test_a_games_words_are_its_blocks_one_after_another(key: list[int]) -> None:
    state = state_with(key)
    assert [rng.next_word(state) for _ in range(50)] == list(islice(stream(key), 50))
    assert state["counter"] == 4


# Numbers just above a power of two throw away almost half of the words, so both ways through the loop are taken.
BOUNDS = st.one_of(st.integers(1, 120), st.integers(1, 2**32 - 1), st.sampled_from([2**31, 2**31 + 1, 2**31 + 2**30]))


@given(KEYS, st.lists(BOUNDS, min_size=1, max_size=40))
def test_below_draws_what_exact_rejection_draws(key: list[int], bounds: list[int]) -> None:
    state, words = state_with(key), stream(key)
    assert [rng.below(state, n) for n in bounds] == [unbiased(words, n) for n in bounds]
    assert rng.next_word(state) == next(words), "both have used equally many words"


@pytest.mark.parametrize("n", [3, 5, 7, 11, 46, 105, 109])
def test_below_rejects_just_the_words_that_would_be_one_too_many(n: int) -> None:
    smallest = [-(-number * 2**32 // n) for number in range(n + 1)]  # word that maps to each number
    accepted = smallest[n // 2 + 1] - 1  # the largest word that maps to n // 2
    for number in range(n):
        rejected = smallest[number] * n % 2**32 < 2**32 % n
        state = state_with([0] * 8)
        state["block"] = [smallest[number], *[accepted] * 15]
        state["word"] = 0
        assert rng.below(state, n) == (n // 2 if rejected else number)
        assert state["word"] == (2 if rejected else 1)


def chi_square(draw: Callable[[int], int], n: int, per_number: int) -> float:
    seen = np.bincount([draw(n) for _ in range(n * per_number)], minlength=n)
    assert len(seen) == n, "no draw reaches n"
    return float(((seen - per_number) ** 2 / per_number).sum())


def limit(n: int) -> float:
    """Far in the tail (one in a million or less) of chi-square with n - 1 degrees of freedom (Wilson and Hilferty)."""
    k = n - 1
    return k * (1 - 2 / (9 * k) + 5 * math.sqrt(2 / (9 * k))) ** 3


SIZES = [2, 3, 5, 6, 7, 9, 13, 16, 31, 40, 46, 64, 97, 105, 110]


@pytest.mark.parametrize("n", SIZES)
def test_below_is_uniform(n: int) -> None:
    state = state_with(range(n, n + 8))
    assert chi_square(lambda n: int(rng.below(state, n)), n, 300) < limit(n)


@pytest.mark.parametrize("n", SIZES)
def test_cheap_below_is_uniform(n: int) -> None:
    generator = np.array([n], np.uint64)
    assert chi_square(lambda n: int(rng.cheap_below(generator, n)), n, 300) < limit(n)


def test_below_three_quarters_of_all_words_favours_no_third() -> None:
    """Without rejection the numbers of one third would come twice as often."""
    state = state_with(range(8))
    thirds = np.bincount([int(rng.below(state, 3 << 30)) >> 30 for _ in range(9000)], minlength=3)
    residues = np.bincount([int(rng.below(state, 3 << 30)) % 3 for _ in range(9000)], minlength=3)
    for seen in (thirds, residues):
        assert ((seen - 3000) ** 2 / 3000).sum() < limit(3)


def splitmix64(seed: int) -> Iterator[int]:
    mask = 2**64 - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        x = seed
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        yield x ^ x >> 31


def test_the_cheap_generator_gives_the_published_numbers_of_splitmix64() -> None:
    generator = np.array([1234567], np.uint64)
    assert [rng.cheap_word(generator) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(0, 2**64 - 1), st.lists(BOUNDS, min_size=1, max_size=40))
def test_cheap_below_draws_what_exact_rejection_draws(seed: int, bounds: list[int]) -> None:
    generator = np.array([seed], np.uint64)
    words = (word >> 32 for word in splitmix64(seed))
    assert [rng.cheap_below(generator, n) for n in bounds] == [unbiased(words, n) for n in bounds]


def game_key(root: Sequence[int], index: int) -> tuple[int, ...]:
    key: NDArray[np.uint32] = np.zeros(8, np.uint32)
    rng.game_key(np.array(root, np.uint32), index, key, np.zeros(16, np.uint32))
    return tuple(int(word) for word in key)


@given(KEYS, st.integers(0, 2**63 - 1))
def test_a_games_key_is_half_a_block_of_chacha20_under_the_root_key(root: list[int], index: int) -> None:
    nonce = (index >> 32, int.from_bytes(b"emag", "little"), 0)
    assert list(game_key(root, index)) == chacha.block(root, index & chacha.MASK, nonce, 20)[:8]


def test_no_two_games_of_a_simulation_share_a_key() -> None:
    indices = [*range(20_000), *(i << 32 for i in range(1, 2_000)), *((i << 32) + 1 for i in range(1, 2_000))]
    assert len({game_key(range(8), i) for i in indices}) == len(indices)


def test_two_simulations_share_no_key() -> None:
    keys = [game_key([root, *[0] * 7], i) for root in range(100) for i in range(100)]
    assert len(set(keys)) == len(keys)


def test_the_cheap_generators_seed_differs_from_game_to_game() -> None:
    seeds = {rng.cheap_seed(np.array(game_key(range(8), i), np.uint32)) for i in range(20_000)}
    assert len(seeds) == 20_000
