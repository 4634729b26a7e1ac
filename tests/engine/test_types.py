"""Every compiled function works in whole numbers, and never mixes signed with unsigned 64-bit ones.

Floats are for the search's tree and for networks alone: rewards are fractions, sums exact, and both on the CPU only.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import perron
from tests.engine import annotations

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.xdist_group("types")  # one process, so that all is compiled from scratch only once


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> annotations.Findings:
    """What Numba inferred for everything that a game, the bots and the environments compile.

    Read when the cache was filled, or else in a process of its own without a cache.
    """
    kept = annotations.kept()
    if kept is not None:
        return kept
    folder = tmp_path_factory.mktemp("types")
    (folder / "file").touch()
    path = folder / "report.json"
    env = {**os.environ, "PERRON_CACHE": str(folder / "file" / "no folder can be here")}
    env["PYTHONPATH"] = str(Path(perron.__file__).parents[1])
    env["NUMBA_OPT"] = "0"  # types do not depend on how well it is compiled
    subprocess.run([sys.executable, "-m", "tests.engine.annotations", str(path)], cwd=ROOT, env=env, check=True)
    read: annotations.Findings = json.loads(path.read_text())
    return read


def _lines(found: annotations.Findings, what: str, but: tuple[str, ...] = ()) -> list[str]:
    return [line for key, told in found.items() if told and not (but and key.startswith(but)) for line in told[what]]


def test_every_kernel_is_compiled_by_what_a_game_and_the_bots_need(found: annotations.Findings) -> None:
    compiled = {key.split()[0] for key, told in found.items() if told is not None}
    assert len(compiled) > 200
    assert "perron.bots.tree.search" in compiled
    assert sorted(set(annotations.kernels()) - compiled) == []


def test_no_kernel_but_those_of_the_tree_of_networks_and_of_reviews_has_a_float(found: annotations.Findings) -> None:
    assert all(
        part.startswith(
            ("perron.bots.belief.", "perron.bots.tree.", "perron.engine.shares.", "perron.learned.", "perron.review.")
        )
        for part in annotations.MAY_HAVE_FLOATS
    )
    assert _lines(found, "floats", but=annotations.MAY_HAVE_FLOATS) == []
    assert _lines(found, "floats"), "the tree has its fractions: nothing was read"


def test_no_kernel_mixes_signed_and_unsigned_numbers(found: annotations.Findings) -> None:
    assert _lines(found, "mixes") == []


def _becomes_a_float(words: Any, wanted: int) -> Any:
    word = 0
    if wanted:
        word = words[0]
    return word


def _mixes(words: Any, n: int) -> Any:
    return words[0] + n


def _mixes_with_a_small_number(words: Any, small: Any) -> Any:
    return words[0] & small[0]


def _mixes_with_a_literal(words: Any) -> Any:
    return words[0] == 1


def _only_shifts(words: Any, n: int) -> Any:
    return (words[0] << n) ^ (words[0] >> np.uint64(n))


WORDS = np.ones(1, np.uint64)


def test_the_walk_sees_a_float() -> None:
    kernel = numba.njit(_becomes_a_float)
    kernel(WORDS, 1)
    found = annotations.floats([kernel])
    assert any("word" in line and "float64" in line for line in found)
    assert "_becomes_a_float returns float64" in found


@pytest.mark.parametrize(
    ("function", "arguments", "operation"),
    [
        (_mixes, (WORDS, 1), "add uint64 int64"),
        (_mixes_with_a_small_number, (WORDS, np.ones(1, np.int8)), "and_ uint64 int8"),
        (_mixes_with_a_literal, (WORDS,), "eq uint64 Literal[int](1)"),
    ],
)
def test_the_walk_sees_a_mix(function: Any, arguments: tuple[Any, ...], operation: str) -> None:
    kernel = numba.njit(function)
    kernel(*arguments)
    line = function.__code__.co_firstlineno + 1
    assert annotations.mixes([kernel]) == [f"test_types.py:{line} {operation}"]


def test_the_walk_lets_shifts_and_unsigned_numbers_pass() -> None:
    kernel = numba.njit(_only_shifts)
    kernel(WORDS, 3)
    assert annotations.mixes([kernel]) == []
    assert annotations.floats([kernel]) == []
