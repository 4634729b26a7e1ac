"""The rules of the editions and the rulings: all there, in every language, and read with every fault told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perron.editions import load, names
from perron.editions.folder import EditionFolder
from perron.editions.rules_file import Paragraph, read_rules
from perron.errors import EditionError
from perron.locales import LANGUAGES
from perron.rules import all_rulings, rules_of, rulings_of, told_rules

UTRECHT = """
about = "Trams around a cathedral."

[[section]]
id = "turn"
title.en = "Your turn"

[[section.paragraph]]
text.en = "Draw two cards."
clauses = ["UT-D1", "UT-D2"]
picture = { kind = "cards", sets = [["red", "wild"]] }

[[section.paragraph]]
text.nl = "Leg een lijn."
[section.paragraph.clauses]
UT-R1 = "A line costs cards."

[refusals]
"payment/amount" = "UT-R1"

[refusals.setup]
"payment/amount" = "UT-D1"
"""


def paragraphs() -> list[tuple[str, Paragraph]]:
    own = [(page, one) for page, told in told_rules().items() for part in told.sections for one in part.paragraphs]
    return own + [("rulings", one) for one in all_rulings()]


@pytest.mark.parametrize(("page", "paragraph"), paragraphs())
def test_everything_is_told_in_every_language_each_in_its_own_words(page: str, paragraph: Paragraph) -> None:
    assert set(paragraph.text) == set(LANGUAGES)
    assert len(set(paragraph.text.values())) == len(LANGUAGES), page
    assert all(re.search(r"[.:!]$", text) for text in paragraph.text.values())
    assert paragraph.clauses


@pytest.mark.parametrize("page", told_rules())
def test_a_link_into_the_rules_leads_to_one_place(page: str) -> None:
    rules, rulings = told_rules()[page], rulings_of(load(page))
    ids = [section.id for section in rules.sections] + list(rules.clauses)
    ids += [ident for one in rulings for ident in one.clauses]
    assert len(ids) == len(set(ids))


def test_a_ruling_applies_where_an_edition_has_what_it_speaks_of() -> None:
    def told(name: str) -> set[str]:
        return {ident for one in rulings_of(load(name)) for ident in one.clauses}

    assert {"RU-6", "RU-13", "RU-16", "RU-1"} <= told("europe")
    assert not {"RU-9", "RU-10", "RU-11", "RU-30", "RU-42", "RU-43"} & told("europe")
    assert {"RU-9", "RU-1"} <= told("amsterdam")
    assert not {"RU-6", "RU-13"} & told("amsterdam")
    assert {"RU-10", "RU-11", "RU-30", "RU-3"} <= told("first_journey")
    assert not {"RU-1", "RU-2", "RU-9", "RU-42"} & told("first_journey")
    assert {"RU-6", "RU-9", "RU-13"} <= told("tiny")


def test_rulings_name_mechanics_that_editions_can_have() -> None:
    there = {word for name in names() for word in load(name).mechanics} | {"points", "most_tickets"}
    assert {word for one in all_rulings() for word in one.needs | one.without} <= there


def test_an_edition_without_clauses_may_follow_those_of_another() -> None:
    assert rules_of(load("tiny")) == told_rules()["europe"]
    assert rules_of(load("tiny_race")) == told_rules()["first_journey"]


def test_rules_are_read_from_a_text() -> None:
    rules = read_rules(UTRECHT, "utrecht/rules.toml")
    assert rules.clauses == ("UT-D1", "UT-D2", "UT-R1")
    (section,) = rules.sections
    first, second = section.paragraphs
    assert (section.id, section.title["sv"]) == ("turn", "Your turn")
    assert first.clauses == {"UT-D1": "Draw two cards.", "UT-D2": "Draw two cards."}
    assert first.picture == {"kind": "cards", "sets": [["red", "wild"]]}
    assert second.text == dict.fromkeys(LANGUAGES, "Leg een lijn.")
    assert rules.clause_for("payment/amount") == "UT-R1"
    assert rules.clause_for("payment/amount", "setup") == "UT-D1"
    assert rules.clause_for("payment/amount", "tunnel") == "UT-R1"
    assert rules.clause_for("route/taken") == ""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('id = "turn"', 'ident = "turn"', 4),
        ('title.en = "Your turn"', "title.en = 7", 6),
        ('text.en = "Draw two cards."', 'text.en = ""', 9),
        ('"UT-D1", "UT-D2"', '"UT-D1", "utd2"', 10),
        ("UT-R1 =", "UT-D1 =", 16),
        ("UT-R1 =", "ut =", 16),
        ('kind = "cards"', 'kind = "film"', 11),
        ('sets = [["red", "wild"]]', 'sets = "red"', 11),
        ('[refusals]\n"payment/amount"', '[refusals]\n"payment"', 19),
        ("[refusals.setup]", "[refusals.elsewhere]", 21),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, line: int) -> None:
    assert UTRECHT.count(old) == 1
    with pytest.raises(EditionError, match=rf"utrecht/rules\.toml has faults:\n  line {line}: "):
        read_rules(UTRECHT.replace(old, new), "utrecht/rules.toml")


def test_a_text_that_is_not_toml_is_refused() -> None:
    with pytest.raises(EditionError, match=r"utrecht/rules\.toml cannot be read: .*line 1"):
        read_rules("= 7", "utrecht/rules.toml")


def test_a_folder_may_lie_anywhere_and_needs_no_more_than_an_edition(tmp_path: Path) -> None:
    home = tmp_path / "utrecht"
    (home / "earlier").mkdir(parents=True)
    (home / "edition.toml").write_text("id = 'utrecht'", "utf-8")
    folder = EditionFolder(home.name, home)
    assert (folder.id, folder.earlier_versions(), folder.text("rules.toml")) == ("utrecht", (), "")
    (home / "placed.json").write_text("{}", "utf-8")
    (home / "earlier" / "1.toml").write_text("", "utf-8")
    (home / "earlier" / "1.placed.json").write_text("[]", "utf-8")
    assert folder.earlier_versions() == (1,)
    assert (folder.text("placed.json"), folder.text("placed.json", 2), folder.text("placed.json", 1)) == (
        "{}",
        "{}",
        "[]",
    )
