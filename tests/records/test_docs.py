"""docs/records.md: its examples are run, and the record it shows is a golden game."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import perron.record
from perron.outcome import REASONS
from perron.record import read_record, verify_record
from tests.golden.make import FOLDER

PATH = Path(__file__).parents[2] / "docs" / "records.md"
TEXT = PATH.read_text("utf-8")


def test_the_examples_are_what_perron_says() -> None:
    result = doctest.testfile(str(PATH), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 12


def test_the_record_shown_is_a_golden_game() -> None:
    shown = TEXT.split("```text\n")[1].split("```")[0]
    assert shown == (FOLDER / "tiny_race" / "2p-ordinary.record").read_text("utf-8")
    assert verify_record(read_record(shown)).hashes > 0


def test_every_line_of_the_header_is_in_the_table() -> None:
    assert re.findall(r"^   \| `(\w+)` \|", TEXT, re.MULTILINE) == list(perron.record._HEADER)


def test_every_reason_to_end_is_named() -> None:
    assert [reason for reason in REASONS.values() if f"`{reason}`" not in TEXT] == []
