"""The three catalogues say the same things, and the browser's wish decides which one is read."""

from __future__ import annotations

import re

import pytest

from perron.cli.options import Language
from perron.engine.refusals import REASONS
from perron.locales import LANGUAGES, Message, catalogue, language_of, say


def forms(message: Message) -> dict[str, str]:
    return message if isinstance(message, dict) else {"": message}


def names(message: Message) -> set[str]:
    return {name for text in forms(message).values() for name in re.findall(r"\{(\w+)\}", text)}


def test_the_command_line_takes_every_language() -> None:
    assert tuple(Language) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages(language: str) -> None:
    assert catalogue(language).keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_the_same_values_to_fill_in_and_the_same_forms(language: str) -> None:
    for code, message in catalogue(language).items():
        english = catalogue("en")[code]
        assert names(message) == names(english), code
        assert forms(message).keys() == forms(english).keys(), code
        assert all(text.strip() == text and text for text in forms(message).values()), code


@pytest.mark.parametrize("language", ["nl", "sv"])
def test_sentences_are_translated(language: str) -> None:
    same = {c for c, m in catalogue(language).items() if m == catalogue("en")[c] and " " in str(m)}
    assert not same


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_has_a_sentence(language: str) -> None:
    for reason in REASONS.values():
        assert say(language, reason.code).endswith(".")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("nl", "nl"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("de-DE,de;q=0.9,nl;q=0.5,en;q=0.4", "nl"),
        ("en;q=0.4,nl;q=0.5", "nl"),
        ("nl;q=0,sv;q=0.1", "sv"),
        ("de,fr", "en"),
        ("*", "en"),
        ("nl;q=x,sv", "sv"),
        (",;,;q=,\x00", "en"),
        ("NL-be", "nl"),
    ],
)
def test_the_language_is_the_one_most_wanted_of_ours(header: str | None, language: str) -> None:
    assert language_of(header) == language
