"""An edition is its folder: nothing outside of it names an edition, a clause of one, or a text that one shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import perron
from perron.arena.ladder import EDITIONS as LADDER
from perron.arena.ladder import LadderSettings, settings_of
from perron.bots.edition_weights import default_weights, facts_of, in_order, weights_for
from perron.editions import every_version, featured, folder, folders, largest, load, names, parse, smallest
from perron.editions.folder import clause_prefixes, table_of, text_of
from perron.editions.page import Page, page_of

PACKAGE = Path(perron.__file__).resolve().parent
ROOT = PACKAGE.parents[1]
KINDS = {".py", ".ts", ".svelte", ".json", ".css", ".toml"}
PLACES = ("src", "web/src", "benchmarks")
EDITIONS = PACKAGE / "editions"
BUILT = PACKAGE / "server" / "page"
"""The page as it is shipped: made from web/src."""

# An id may stand at the end of a name with a hyphen: there it is a place (`essen-…`).
SPELT = "|".join(name.replace("_", "[_ ]?") for name in names())
IDS = re.compile(rf"(?<![a-z0-9-])({SPELT})(?![a-z0-9])", re.IGNORECASE)
CLAUSES = re.compile(rf"\b({'|'.join(clause_prefixes())})-[A-Z]?[0-9]|[\"']({'|'.join(clause_prefixes())})[\"']")
TEXTS = (
    re.compile(r"""(_name|title|summary|name)\s*(\?\.)?\[["'](en|nl|sv)["']\]\s*(==|!=|\bin\b|\.includes)"""),
    re.compile(r"""(_name|title|summary)\.(en|nl|sv)\s*(===?|!==?|\.includes)"""),
    re.compile(r"""\.includes\(["'](longest|ticket|station|locomotive|joker|bicycle|contract)["']\)"""),
    re.compile(r"""_kind=\w+\.\w+_name\["""),
)


def found(line: str) -> str | None:
    """What a line names that only a folder may name."""
    for what, patterns in (("an edition", (IDS,)), ("a clause of one", (CLAUSES,)), ("a text of one", TEXTS)):
        for pattern in patterns:
            here = pattern.search(line)
            if here:
                return f"{what}: {here[0]}"
    return None


def sources() -> Iterator[Path]:
    """Everything that is walked."""
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            in_folder = EDITIONS in path.parents and path.parent != EDITIONS
            exempt = path.name.endswith(".test.ts") or BUILT in path.parents or in_folder
            if path.suffix in KINDS and path.is_file() and not exempt and "node_modules" not in path.parts:
                yield path


def test_nothing_outside_a_folder_names_an_edition() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{number} names {what}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for what in [found(line)]
        if what
    ]
    assert faults == [], "\n" + "\n".join(faults)


def test_all_kinds_of_sources_are_walked() -> None:
    walked = list(sources())
    assert {path.suffix for path in walked} == KINDS
    assert {place for place in PLACES for path in walked if ROOT / place in path.parents} == set(PLACES)
    assert len(walked) > 400


@pytest.mark.parametrize(
    "line",
    [
        'game = Game("europe", seats=4)',
        "# as in First Journey",
        '"edition.first_journey.time": "20 minutes",',
        'gymnasium.make("perron/Europe-2p-v1")',
        'pyspiel.load_game("perron_tiny")',
        '"""A route costs cards (EU-R1)."""',
        "return clause === 'AM-P2'",
        'const editions = { EU: "europe" };',
        'top.choice("rules", ("EU", "AM"))',
        'if (info.wild_name["en"] === "locomotive") draw();',
        'if edition.title["en"] == "Utrecht":',
        'wild_kind=edition.wild_name["en"],',
        'const longest = line.name.includes("longest");',
    ],
)
def test_what_names_an_edition_is_found(line: str) -> None:
    assert found(line) is not None


@pytest.mark.parametrize(
    "line",
    [
        'raise NotationError("write essen-berlin")',
        "took 12 microseconds on European time",
        "RU-28 decides, and RU-1 too",
        'return edition.title["en"]',
        'bare.includes("/")',
    ],
)
def test_what_does_not_is_not(line: str) -> None:
    assert found(line) is None


# the folders themselves


def test_a_folder_has_the_id_of_its_edition() -> None:
    for one in every_version():
        version = one.version if one.version != load(one.id).version else None
        text = folders()[one.id].edition_text(version)
        assert f'\nid = "{one.id}"\n' in text
        assert f"\nversion = {one.version}\n" in text


def test_every_file_in_a_folder_is_read_and_explained() -> None:
    files = {path.name for name in names() for path in (EDITIONS / name).iterdir() if path.is_file()}
    later = {path.name for path in EDITIONS.glob("*/earlier/*")}
    assert {re.sub(r"^\d+\.(?!toml)", "", name) for name in later if not re.fullmatch(r"\d+\.toml", name)} <= files
    table = (ROOT / "docs" / "editions.md").read_text("utf-8").partition("## The folder")[2].partition("###")[0]
    assert files == set(re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE))
    assert all(f"| {name} |" in (folder.__doc__ or "") for name in files)


def test_an_edition_without_its_own_file_gets_the_defaults() -> None:
    alone = parse(folders()["europe"].edition_text())
    assert page_of(alone.folder) == Page()
    assert (text_of(alone, "placed.json"), table_of(alone, "board.toml")) == ("", {})
    assert np.array_equal(weights_for(alone), in_order(default_weights(facts_of(alone))))
    assert settings_of("micro") == LadderSettings()


def test_what_stands_for_an_edition_follows_from_facts() -> None:
    assert (largest(), smallest()) == ("europe", "micro")
    assert featured() == ("europe", "amsterdam", "berlin", "first_journey")
    assert set(LADDER) <= set(names())
