"""The clauses, and which tests name them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import perron.rules
from perron.errors import NotationError
from perron.rules import RULINGS, clause, clauses, told_rules
from perron.rules.coverage import coverage, uncovered, unknown
from tools import rules_pages

TESTS = Path(__file__).resolve().parents[1]
SOURCES = Path(perron.rules.__file__).parents[1]
CITED = re.compile(r"\b(?:EU|AM|BE|FJ|RU)-[A-Z]?[0-9]+\b")
PREFIXES = {"europe": "EU", "amsterdam": "AM", "berlin": "BE", "first_journey": "FJ", "rulings": "RU"}


# the pages


def test_every_page_has_all_its_clauses() -> None:
    counts = Counter(one.page for one in clauses().values())
    assert counts == {"europe": 54, "amsterdam": 31, "berlin": 29, "first_journey": 16, "rulings": 43}
    assert len(clauses()) == 173


def test_every_edition_that_tells_its_rules_is_read() -> None:
    there = {path.parent.name for path in (SOURCES / "editions").glob("*/rules.toml")}
    assert {*there, RULINGS} == {*told_rules(), RULINGS} == set(PREFIXES)


def test_an_id_begins_with_the_letters_of_its_page() -> None:
    assert {(one.page, ident[:2]) for ident, one in clauses().items()} == set(PREFIXES.items())


def test_rulings_are_numbered_without_a_gap() -> None:
    numbers = sorted(int(ident.removeprefix("RU-")) for ident in clauses() if ident.startswith("RU-"))
    assert numbers == list(range(1, 44))


def test_clauses_of_a_subject_are_numbered_without_a_gap() -> None:
    subjects: dict[str, list[int]] = {}
    for ident in clauses():
        if not ident.startswith("RU-"):
            subjects.setdefault(ident[:4], []).append(int(ident[4:]))
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in subjects.values()), subjects


def test_the_pages_of_the_docs_are_written_from_the_clauses() -> None:
    """If this fails, run tools.rules_pages."""
    folder = TESTS.parent / "docs" / "rules"
    written = {path.stem: path.read_text("utf-8") for path in folder.glob("*.md") if path.stem != "README"}
    assert written == rules_pages.pages()


def test_clauses_only_cite_clauses_that_exist() -> None:
    cited = {ident for one in clauses().values() for ident in CITED.findall(one.text)}
    assert len(cited) > 10
    assert cited <= set(clauses())


def test_the_sources_only_cite_clauses_that_exist() -> None:
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.toml")]
    cited = {(ident, path.name) for path in files for ident in CITED.findall(path.read_text("utf-8"))}
    assert len(cited) > 100
    assert {(ident, name) for ident, name in cited if ident not in clauses()} == set()


def test_a_clause_knows_its_page_and_section() -> None:
    found = clause("EU-U2")
    assert found == clauses()["EU-U2"]
    assert (found.id, found.page, found.section) == ("EU-U2", "europe", "Tunnels")
    assert found.text == "A player who cannot or does not want to pay takes the laid cards back, and the turn ends."


def test_asking_for_a_clause_that_does_not_exist_names_a_likely_one() -> None:
    with pytest.raises(NotationError, match=r"no clause 'EU-B77'; did you mean 'EU-B7'\?"):
        clause("EU-B77")


def test_the_clauses_handed_out_can_be_changed_without_harm() -> None:
    clauses().clear()
    assert len(clauses()) == 173


# the marks


def tree(folder: Path, **files: str) -> Path:
    """A folder of tests with these files under rules/."""
    rules = folder / "tests" / "rules"
    rules.mkdir(parents=True)
    for name, text in files.items():
        (rules / f"{name}.py").write_text(text, "utf-8")
    return folder / "tests"


def named(tests: Path) -> dict[str, list[str]]:
    """What a coverage found, without the clauses that have no test."""
    return {ident: names for ident, names in coverage(tests).items() if names}


def test_a_mark_on_a_test_names_its_clauses(tmp_path: Path) -> None:
    tests = tree(tmp_path, test_claim='@pytest.mark.rule("EU-R1", "EU-L1")\ndef test_blue():\n    pass\n')
    assert named(tests) == {
        "EU-R1": ["tests/rules/test_claim.py::test_blue"],
        "EU-L1": ["tests/rules/test_claim.py::test_blue"],
    }


def test_marks_above_each_other_and_other_marks_are_read(tmp_path: Path) -> None:
    source = '@pytest.mark.slow\n@mark.rule("EU-R1")\n@pytest.mark.rule("EU-R2")\nasync def test_gray():\n    pass\n'
    assert named(tree(tmp_path, test_claim=source)) == {
        "EU-R1": ["tests/rules/test_claim.py::test_gray"],
        "EU-R2": ["tests/rules/test_claim.py::test_gray"],
    }


def test_a_clause_that_no_test_names_is_uncovered(tmp_path: Path) -> None:
    found = coverage(tree(tmp_path, test_claim='@pytest.mark.rule("EU-R1")\ndef test_blue():\n    pass\n'))
    assert len(uncovered(found)) == 172
    assert "EU-R1" not in uncovered(found)
    assert found["EU-R2"] == []
    assert list(found) == list(clauses())


def test_an_id_that_no_clause_has_is_unknown(tmp_path: Path) -> None:
    found = coverage(tree(tmp_path, test_claim='@pytest.mark.rule("EU-R99", "EU-R1")\ndef test_blue():\n    pass\n'))
    assert unknown(found) == ["EU-R99"]
    assert found["EU-R99"] == ["tests/rules/test_claim.py::test_blue"]
    assert "EU-R99" not in uncovered(found)


def test_a_mark_on_a_class_counts_for_its_tests(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.rule("EU-B1")\n'
        "class TestStations:\n"
        '    pytestmark = [pytest.mark.slow, pytest.mark.rule("EU-B2")]\n'
        "    def cost(self):\n        pass\n"
        "    def test_first(self):\n        pass\n"
        "    class TestLast:\n"
        '        @pytest.mark.rule("EU-B7")\n'
        "        def test_unused(self):\n            pass\n"
    )
    first = "tests/rules/test_stations.py::TestStations::test_first"
    unused = "tests/rules/test_stations.py::TestStations::TestLast::test_unused"
    assert named(tree(tmp_path, test_stations=source)) == {
        "EU-B1": [first, unused],
        "EU-B2": [first, unused],
        "EU-B7": [unused],
    }


@pytest.mark.parametrize(
    "pytestmark",
    [
        'pytestmark = pytest.mark.rule("EU-F1")',
        'pytestmark = [pytest.mark.slow, pytest.mark.rule("EU-F1")]',
        'pytestmark: list[object] = [pytest.mark.rule("EU-F1")]',
        'pytestmark = [pytest.mark.slow]\npytestmark += [pytest.mark.rule("EU-F1")]',
    ],
)
def test_a_mark_of_the_module_counts_for_every_test_in_it(tmp_path: Path, pytestmark: str) -> None:
    source = f"{pytestmark}\ndef test_one():\n    pass\nclass TestMore:\n    def test_two(self):\n        pass\n"
    place = "tests/rules/test_ferries.py"
    assert named(tree(tmp_path, test_ferries=source)) == {
        "EU-F1": [f"{place}::test_one", f"{place}::TestMore::test_two"]
    }


def test_a_mark_on_one_case_of_a_parametrised_test_counts(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.parametrize("seats", [\n'
        '    pytest.param(2, marks=pytest.mark.rule("EU-X3")),\n'
        '    pytest.param(4, marks=[pytest.mark.rule("EU-X1"), pytest.mark.slow]),\n'
        "    5,\n"
        "])\n"
        "def test_twin(seats):\n    pass\n"
    )
    name = "tests/rules/test_doubles.py::test_twin"
    assert named(tree(tmp_path, test_doubles=source)) == {"EU-X3": [name], "EU-X1": [name]}


def test_marks_behind_a_name_count_where_the_name_is_used(tmp_path: Path) -> None:
    source = (
        'closed = pytest.mark.rule("EU-X3")\n'
        'CASES = [pytest.param(2, marks=closed), pytest.param(4, marks=pytest.mark.rule("EU-X1"))]\n'
        '@pytest.mark.parametrize("seats", CASES)\ndef test_twin(seats):\n    pass\n'
        "@closed\ndef test_closed():\n    pass\n"
        "def test_other():\n    pass\n"
    )
    place = "tests/rules/test_doubles.py"
    assert named(tree(tmp_path, test_doubles=source)) == {
        "EU-X3": [f"{place}::test_twin", f"{place}::test_closed"],
        "EU-X1": [f"{place}::test_twin"],
    }


def test_a_clause_named_twice_by_one_test_is_listed_once(tmp_path: Path) -> None:
    source = 'pytestmark = pytest.mark.rule("EU-F1")\n@pytest.mark.rule("EU-F1")\ndef test_one():\n    pass\n'
    assert named(tree(tmp_path, test_ferries=source)) == {"EU-F1": ["tests/rules/test_ferries.py::test_one"]}


def test_what_pytest_does_not_collect_does_not_count(tmp_path: Path) -> None:
    marked = '@pytest.mark.rule("EU-R1")\n'
    source = (
        f"{marked}def blue():\n    pass\n"
        f"{marked}class Claims:\n    def test_blue(self):\n        pass\n"
        f"def test_other():\n    {marked}    def test_inner():\n        pass\n"
        '"""@pytest.mark.rule("EU-R2")"""\n'
        '# @pytest.mark.rule("EU-R3")\n'
    )
    tests = tree(tmp_path, test_claim=source, claims=f"{marked}def test_blue():\n    pass\n")
    assert named(tests) == {}


def test_every_folder_below_is_read_in_order(tmp_path: Path) -> None:
    marked = '@pytest.mark.rule("EU-R1")\ndef test_blue():\n    pass\n'
    tests = tree(tmp_path, test_b=marked, a_test=marked)
    (tests / "test_top.py").write_text(marked, "utf-8")
    assert named(tests) == {
        "EU-R1": [
            "tests/rules/a_test.py::test_blue",
            "tests/rules/test_b.py::test_blue",
            "tests/test_top.py::test_blue",
        ]
    }


@pytest.mark.parametrize(
    "mark", ["rule(ID)", "rule(*IDS)", 'rule("EU-" + "R1")', "rule()", "rule(7)", 'rule(id="EU-R1")']
)
def test_an_id_that_is_not_written_out_is_refused_with_its_place(tmp_path: Path, mark: str) -> None:
    tests = tree(tmp_path, test_claim=f"\n@pytest.mark.{mark}\ndef test_blue():\n    pass\n")
    with pytest.raises(ValueError, match=r"^tests/rules/test_claim\.py, line 2: "):
        coverage(tests)


def test_our_own_tests_name_no_clause_that_does_not_exist() -> None:
    assert unknown(coverage(TESTS)) == []
