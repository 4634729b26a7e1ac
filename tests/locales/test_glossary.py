"""One word for one thing: the catalogues and the editions' texts keep to the glossary in all three languages."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from perron.editions import covers
from perron.locales import LANGUAGES, Message
from perron.rules import all_rulings, told_rules

LOCALES = files("perron.locales")
GLOSSARY: dict[str, dict[str, dict[str, Any]]] = json.loads(LOCALES.joinpath("glossary.json").read_text("utf-8"))
PARTS = ("", ".page", ".table", ".words", ".review")


def texts(language: str) -> dict[str, str]:
    """Everything that is said in a language, by where it is said."""
    found: dict[str, str] = {}
    for part in PARTS:
        said: dict[str, Message] = json.loads(LOCALES.joinpath(f"{language}{part}.json").read_text("utf-8"))
        for key, message in said.items():
            forms = message if isinstance(message, dict) else {"": message}
            found |= {f"{key} {form}".strip(): text for form, text in forms.items()}
    for cover in covers():
        for name in ("title", "summary", "provenance_note"):
            found[f"{cover.id}.{name}"] = getattr(cover, name)[language]
        for name in ("whom", "time"):
            found |= {f"{cover.id}.{name}": text for text in [getattr(cover.page, name).get(language)] if text}
    return found


def says(pattern: str, text: str) -> bool:
    """Whether a reader meets the pattern; the names of what is filled in are not read."""
    return re.search(pattern, re.sub(r"\{\w+\}", "{}", text), re.IGNORECASE) is not None


@pytest.mark.parametrize("concept", GLOSSARY)
def test_the_glossary_knows_every_language_and_its_own_words(concept: str) -> None:
    assert set(GLOSSARY[concept]) == set(LANGUAGES)
    for entry in GLOSSARY[concept].values():
        assert says(entry["seen"], entry["word"])
        assert not any(says(never, entry["word"]) for never in entry["never"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_the_glossary_has_another_one_for(language: str) -> None:
    wrong = [
        f"{where}: {text!r} has {never}"
        for where, text in texts(language).items()
        for entry in (one[language] for one in GLOSSARY.values())
        for never in entry["never"]
        if says(never, text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_uses_a_word_that_the_glossary_has_another_one_for(language: str) -> None:
    sections = [section for rules in told_rules().values() for section in rules.sections]
    paragraphs = [*(one for section in sections for one in section.paragraphs), *all_rulings()]
    told = [*(section.title[language] for section in sections), *(one.text[language] for one in paragraphs)]
    assert len(told) > 90
    nevers = [never for one in GLOSSARY.values() for never in one[language]["never"]]
    assert [(never, text) for text in told for never in nevers if says(never, text)] == []


@pytest.mark.parametrize("language", ["nl", "sv"])
def test_what_english_names_is_named_by_its_word(language: str) -> None:
    english, others = texts("en"), texts(language)
    wrong = [
        f"{where}: {english[where]!r} names a {concept}, {others[where]!r} does not say {entry[language]['word']}"
        for where in english
        for concept, entry in GLOSSARY.items()
        if says(entry["en"]["seen"], english[where]) and not says(entry[language]["seen"], others[where])
    ]
    assert not wrong, "\n".join(wrong)
