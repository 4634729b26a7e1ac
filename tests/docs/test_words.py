"""One plain word for each thing: words that were given up do not come back, neither as names nor in sentences."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

NAMES = frozenset(
    (
        *("anew", "asker", "askers", "beforehand", "drama", "letgo", "leastaction", "mind", "minds", "sight", "sights"),
        *("sitting", "stationways", "thinker", "thinkers", "waystopay"),
    )
)
"""No part of a name: `sights`, `choose_sight`, `SIGHT`, `newSight`. Two words count where they follow one another."""
SENTENCES = re.compile(r"\b(?:anew|one a seat|so many|such a one)\b", re.IGNORECASE)
"""In no sentence: again, one for each seat, that many, one if there is one."""
FOLDERS = ("src/perron", "web/src", "tools", "tests", "docs", "examples", "benchmarks")
_COMMENT_OR_STRING = re.compile(
    r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*|`[^`]*`|\"[^\"\n]*\"|'[^'\n]*'",
    re.DOTALL,
)


def sources(*endings: str, of: tuple[str, ...] = FOLDERS) -> Iterator[Path]:
    """Files of the tree, what is built and this list left out."""
    for folder in of:
        for path in sorted((ROOT / folder).rglob("*")):
            built = path.is_relative_to(ROOT / "src/perron/server/page") or "node_modules" in path.parts
            if path.suffix in endings and not built and path != Path(__file__):
                yield path


def names(text: str, python: bool) -> set[str]:
    """What is named in a source; comments and strings are left out."""
    if python:
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return {token.string for token in tokens if token.type == tokenize.NAME}
    return set(re.findall(r"[A-Za-z_]\w*", _COMMENT_OR_STRING.sub(" ", text)))


def given_up(name: str) -> bool:
    """Whether a name has a word, or two that follow one another, that was given up."""
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]
    return any("".join(words[i : i + n]) in NAMES for n in (1, 2, 3) for i in range(len(words)))


@pytest.mark.parametrize("name", ["new_sights", "SIGHT", "LetGo", "least_action", "station_ways", "_ways_to_pay"])
def test_words_are_found_in_names(name: str) -> None:
    assert given_up(name)


@pytest.mark.parametrize("name", ["insight", "always", "reminder", "let_in", "ways"])
def test_words_that_are_part_of_others_are_none(name: str) -> None:
    assert not given_up(name)


def test_no_name_has_a_word_that_was_given_up() -> None:
    read, odd = 0, []
    for path in sources(".py", ".ts", ".svelte", of=("src/perron", "web/src", "tools")):
        found = names(path.read_text("utf-8"), path.suffix == ".py")
        read += len(found)
        odd += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(found) if given_up(name)]
    assert read > 10_000
    assert odd == []


def test_no_sentence_has_words_that_were_given_up() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    odd = []
    for path in (*sources(".py", ".ts", ".svelte", ".md", ".json", ".toml"), *pages):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            odd += [f"{path.relative_to(ROOT)}:{line}: {one}" for one in SENTENCES.findall(text)]
    assert odd == []
