"""Lines of the log: for programs and for people, and neither tells what is nobody's business."""

from __future__ import annotations

import io
import json
import logging

import pytest

from perron.server.logs import Form, set_up, short


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _logging_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(root, "level", root.level)


def logged(stream: io.StringIO, form: Form | None = None) -> str:
    set_up(form, stream)
    log = logging.getLogger("perron.test")
    log.info("started")
    log.warning("late", extra={"table": "abcdefghjk", "ms": 12, "secret": "hush"})
    try:
        raise ValueError("hush")
    except ValueError:
        log.exception("broken")
    return stream.getvalue()


def test_a_terminal_gets_a_line_in_words_for_what_needs_somebody() -> None:
    late, broken = logged(Terminal()).splitlines()
    assert late[9:] == f"warning: late (table {short('abcdefghjk')}, ms 12)"
    assert broken[9:].startswith("error: broken (error ValueError, in logged:")


def test_a_pipe_gets_everything_as_json() -> None:
    lines = [json.loads(line) for line in logged(io.StringIO()).splitlines()]
    assert [(line["level"], line["what"]) for line in lines] == [
        ("info", "started"),
        ("warning", "late"),
        ("error", "broken"),
    ]


@pytest.mark.parametrize("form", [None, Form.JSON, Form.TEXT])
def test_neither_tells_a_secret(form: Form | None) -> None:
    for stream in (io.StringIO(), Terminal()):
        told = logged(stream, form)
        assert "hush" not in told
        assert "abcdefghjk" not in told
        assert told.startswith("{") == (form is Form.JSON or (form is None and not stream.isatty()))
