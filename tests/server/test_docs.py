"""The pages about the server say what is so."""

from __future__ import annotations

import re
from pathlib import Path

from perron import server
from perron.action import ACTIONS
from perron.engine.refusals import REASONS
from perron.locales import LANGUAGES, catalogue
from perron.server.refusal import STATUS
from tools import protocol_page, typescript

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = Path(server.__file__).parent


def test_the_protocols_page_is_written_from_the_models() -> None:
    assert (DOCS / "protocol.md").read_text("utf-8") == protocol_page.page()


def test_the_pages_types_are_written_from_the_models() -> None:
    assert (DOCS.parent / typescript.TARGET).read_text("utf-8") == typescript.page_types()


def test_the_page_knows_every_kind_of_action_by_the_word_of_its_class() -> None:
    types = typescript.page_types()
    for action in ACTIONS:
        assert f'"{action.kind}": "{action.word}"' in types
    assert 'kind: ActionKind | "undo";' in types


def test_what_the_page_draws_with_is_written_from_what_pictures_are_drawn_with() -> None:
    assert (DOCS.parent / typescript.DRAWN).read_text("utf-8") == typescript.page_drawings()


def test_every_code_that_is_raised_is_known_and_has_a_sentence_in_every_language() -> None:
    raised = {
        code
        for path in SOURCES.glob("*.py")
        for code in re.findall(r'(?:Refused|close|fault)\("([a-z]+/[a-z_]+)"', path.read_text("utf-8"))
    }
    assert len(raised) > 30
    assert raised <= set(STATUS)
    for language in LANGUAGES:
        for code in {*STATUS, *(reason.code for reason in REASONS.values())}:
            assert str(catalogue(language)[code]).endswith((".", "?"))
