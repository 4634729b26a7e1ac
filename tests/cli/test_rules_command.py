"""`perron rules`: the clauses, and which tests check them."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from perron.locales import LANGUAGES
from perron.rules import all_rulings, clauses, told_rules
from tests.cli.command import Run, assert_refused


def test_all_clauses_are_printed(run: Run) -> None:
    answer = run("rules")
    assert (answer.code, answer.err) == (0, "")
    ids = [line.split()[0] for line in answer.out.splitlines() if line[2:3] == "-" and line[:2].isupper()]
    assert ids == list(clauses())


@pytest.mark.parametrize("ident", ["EU-U5", "eu-u5", "RU-12"])
def test_one_clause_is_printed_whole(run: Run, ident: str) -> None:
    answer = run("rules", ident)
    assert answer.code == 0
    assert " ".join(answer.out.split()) == f"{ident.upper()} {clauses()[ident.upper()].text}"


@pytest.mark.parametrize(
    ("wanted", "prefix"),
    [
        ("--edition europe", "EU"),
        ("--edition amsterdam@1", "AM"),
        ("--edition berlin", "BE"),
        ("--edition tiny", "EU"),
        ("--edition tiny_race", "FJ"),
        ("rulings", "RU"),
    ],
)
def test_the_clauses_of_one_edition(run: Run, wanted: str, prefix: str) -> None:
    found = json.loads(run("rules", *wanted.split(), "--json").out)
    assert [one["id"] for one in found] == [ident for ident in clauses() if ident.startswith(f"{prefix}-")]
    assert set(found[0]) == {"id", "text", "page", "section"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_read_is_printed_in_every_language(run: Run, language: str) -> None:
    answer = run("rules", "--edition", "europe", "--language", language)
    assert (answer.code, answer.err) == (0, "")
    sections = told_rules()["europe"].sections
    words = set(answer.out.split())
    for section in sections:
        assert f"Europe: {section.title[language]}\n" in answer.out
        assert all(set(one.text[language].split()) <= words for one in section.paragraphs)
    found = json.loads(run("rules", "RU-2", "--language", language, "--json").out)
    (ruling,) = [one for one in all_rulings() if "RU-2" in one.clauses]
    assert found == [{"page": "rulings", "section": "", "clauses": ["RU-2"], "text": ruling.text[language]}]


@pytest.mark.parametrize("wanted", ["utrecht", "EU-U99", "-", ""])
def test_what_is_no_clause_is_refused(run: Run, wanted: str) -> None:
    assert_refused(run("rules", "--", wanted), wanted)


def test_an_edition_in_place_of_a_clause_is_told_how_it_is_named(run: Run) -> None:
    assert_refused(run("rules", "Berlin"), "perron rules --edition berlin")
    assert_refused(run("rules", "EU-U5", "--edition", "berlin"), "--edition")


def test_an_edition_without_clauses_is_told_as_such(run: Run, tmp_path: Path) -> None:
    text = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('rules = "EU"\n', "").replace('id = "tiny"', 'id = "mine"'), "utf-8")
    assert_refused(run("rules", "--edition", str(mine)), "no clauses", "perron rules rulings")


def folder_with(folder: Path, ids: list[str]) -> Path:
    tests = folder / "tests"
    tests.mkdir()
    marks = ", ".join(f'"{ident}"' for ident in ids)
    (tests / "test_all.py").write_text(f"import pytest\n\n@pytest.mark.rule({marks})\ndef test_it():\n    pass\n")
    return tests


def test_coverage_names_a_test_for_every_clause(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_with(tmp_path, list(clauses()))
    monkeypatch.chdir(tmp_path)
    answer = run("rules", "--coverage")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[:-1] == [f"{ident:<7}tests/test_all.py::test_it" for ident in clauses()]
    assert lines[-1] == f"{len(clauses())} of {len(clauses())} clauses have a test"


def test_coverage_exits_with_1_when_a_clause_has_no_test(run: Run, tmp_path: Path) -> None:
    tests = folder_with(tmp_path, [ident for ident in clauses() if ident != "EU-U5"])
    answer = run("rules", "--coverage", "--tests", str(tests))
    assert answer.code == 1
    assert "EU-U5  NO TEST\n" in answer.out
    assert answer.out.endswith("without one: EU-U5\n")
    assert run("rules", "--coverage", "--tests", str(tests), "--edition", "amsterdam").code == 0
    found = json.loads(run("rules", "--coverage", "--tests", str(tests), "--json").out)
    assert found["missing"] == ["EU-U5"]
    assert found["clauses"]["EU-U4"] == ["tests/test_all.py::test_it"]


def test_coverage_exits_with_1_when_a_test_names_what_is_no_clause(run: Run, tmp_path: Path) -> None:
    answer = run("rules", "--coverage", "--tests", str(folder_with(tmp_path, [*clauses(), "EU-Z9"])))
    assert answer.code == 1
    assert "EU-Z9  is not a clause" in answer.out


def test_coverage_needs_the_folder_of_the_tests(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run("rules", "--coverage"), "tests", "clone", "--tests")


def test_tests_that_cannot_be_read_are_refused(run: Run, tmp_path: Path) -> None:
    tests = folder_with(tmp_path, ["EU-U5"])
    (tests / "test_broken.py").write_text("def (:\n")
    assert_refused(run("rules", "--coverage", "--tests", str(tests)), "test_broken.py")
