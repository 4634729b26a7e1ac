"""Names and chat: nobody is fooled by what cannot be seen."""

from __future__ import annotations

import pytest

from perron.server.plain_text import plain_name, visible

HIDDEN = {
    "a zero": "\x00",
    "a bell": "\x07",
    "a delete": "\x7f",
    "a soft hyphen": "\u00ad",
    "a zero-width space": "\u200b",
    "a joiner between letters": "\u200d",
    "a mark from right to left": "\u200f",
    "an override of direction": "\u202e",
    "an isolate": "\u2066",
    "a byte order mark": "\ufeff",
    "a line separator": "\u2028",
    "a filler": "\u3164",
    "an empty Braille cell": "\u2800",
    "a private character": "\ue000",
    "a tag": "\U000e0041",
}


@pytest.mark.parametrize("letter", HIDDEN.values(), ids=HIDDEN)
def test_a_name_with_something_invisible_in_it_is_refused(letter: str) -> None:
    for name in (f"An{letter}n", f"{letter}Ann", f"Ann{letter}"):
        with pytest.raises(ValueError, match="invisible"):
            plain_name(name)


@pytest.mark.parametrize("letter", HIDDEN.values(), ids=HIDDEN)
def test_in_the_chat_it_is_made_visible(letter: str) -> None:
    shown = visible(f"well {letter}played")
    assert letter not in shown
    assert shown in ("well \ufffdplayed", "well played")


@pytest.mark.parametrize("name", ["Åsa", "Zoë 2", "O'Neil", "李", "Ωmega", "Ann 👩‍🚀", "🏳️‍🌈", "👍🏽", "d'Ám", "é"])
def test_names_of_people_and_their_signs_stay_as_they_are(name: str) -> None:
    assert plain_name(name) == name
    assert visible(name) == name


def test_lines_become_one() -> None:
    assert visible("one\ntwo\t three") == "one two three"
