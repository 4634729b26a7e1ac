"""docs/notation.md: its examples are run, and its tables are complete."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import perron.action
import perron.position
from perron import Game, notation
from perron.action import ACTIONS, WITHOUT_FIELDS
from perron.editions import load
from perron.engine import actions as ints
from perron.engine.refusals import REASONS

PATH = Path(__file__).parents[2] / "docs" / "notation.md"
TEXT = PATH.read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table that begins with this heading."""
    table = TEXT[TEXT.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


def test_the_examples_are_what_perron_says() -> None:
    result = doctest.testfile(str(PATH), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0
    assert result.attempted > 15


def test_the_errors_in_the_examples_are_told_in_these_words() -> None:
    told = re.findall(r">>> (.*)\nTraceback.*\nperron\.errors\.\w+: (.*)\n", TEXT)
    assert len(told) == 2
    for code, message in told:
        with pytest.raises(ValueError, match=re.escape(message)):
            eval(code, {"notation": notation, "load": load, "Game": Game})


@pytest.mark.parametrize("row", rows("| text | typed |"), ids=lambda row: row[0])
def test_the_texts_and_the_typed_actions_in_the_table_are_the_same(row: list[str]) -> None:
    texts, typed = re.findall(r"`([^`]*)`", row[0]), row[1].strip("`")
    action = eval(typed, vars(perron.action))
    assert str(action) == texts[0]
    for text in texts:
        assert type(notation.parse(text, load("tiny"))) is type(action)


def test_every_kind_of_action_is_in_the_table_of_kinds() -> None:
    names = {int(row[0]): row[1].strip("`").split("`")[0] for row in rows("| kind | action |")}
    numbers = {value: name for name, value in vars(ints).items() if name.isupper() and name not in ("ONE", "ALL")}
    assert names.keys() == numbers.keys()
    assert {kind.code for kind in ACTIONS} == names.keys()
    for action in WITHOUT_FIELDS:
        assert names[action.code] == str(action)


def test_every_refusal_is_in_the_table() -> None:
    assert [row[0].strip("`") for row in rows("| code | told when |")] == [reason.code for reason in REASONS.values()]


def test_every_part_of_a_position_is_in_the_table() -> None:
    told = [row[0].strip("`") for row in rows("| part | value |")]
    assert sorted(told) == sorted(perron.position._KEYS)
