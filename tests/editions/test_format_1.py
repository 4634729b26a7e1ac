"""Edition files of format 1 are still read, and mean what they meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from perron.editions import load, parse
from perron.editions.check import check
from perron.engine.tables import compile_tables

TEXTS = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parent / "format_1").glob("*.toml")}


@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_a_file_of_format_1_is_the_same_edition_as_that_of_format_2(name: str) -> None:
    old, new = parse(TEXTS[name]), load(name)
    assert "format = 1" in TEXTS[name]
    assert check(TEXTS[name]) == []
    assert old == new
    assert compile_tables(old).tobytes() == compile_tables(new).tobytes()


@pytest.mark.parametrize("name", ["amsterdam@1", "first_journey@1"])
def test_earlier_versions_are_kept_in_the_format_they_were_written_in(name: str) -> None:
    old, new = load(name), load(name.partition("@")[0])
    assert (old.goal, old.open_tickets, old.swap_tickets, old.points) == (
        *(new.goal, new.open_tickets, new.swap_tickets, new.points),
    )
    assert old.score == new.score


def test_a_race_without_bonus_cards_has_no_bonus() -> None:
    edition = parse(TEXTS["tiny_race"].replace("bonus_cards = 3", "bonus_cards = 0"))
    assert (edition.goal, edition.east_west, edition.bonus_cards) == (3, None, 0)
    assert [line.id for line in edition.score] == ["tickets"]


def test_a_format_1_file_cannot_say_what_only_format_2_can() -> None:
    faults = check(TEXTS["tiny"].replace("last_round_at", "open_tickets = true\nlast_round_at"))
    assert [fault.code for fault in faults] == ["key/unknown"]
