"""Logs: one JSON object per line, or on a terminal only warnings and errors, as text.

No secrets, no hands, no actions, no query strings; tables only as a short hash.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from datetime import UTC, datetime
from enum import StrEnum
from typing import TextIO

_FIELDS = ("table", "code", "by", "bot", "edition", "method", "route", "status", "ms", "worker", "error", "where")


class Form(StrEnum):
    """What a log looks like."""

    JSON = "json"
    """Everything, one JSON object per line."""
    TEXT = "text"
    """Warnings and errors, as text."""


def _harmless(record: logging.LogRecord) -> tuple[str, dict[str, object]]:
    """The message, with the fields that are known to hold no secret, and no others."""
    what = str(record.msg) if record.name.startswith("perron") else _told(record.getMessage())
    found: dict[str, object] = {}
    for name in _FIELDS:
        value = record.__dict__.get(name)
        if value is not None:
            found[name] = short(value) if name == "table" else value
    if record.exc_info is not None and record.exc_info[1] is not None:
        found |= _trace(record.exc_info[1])
    return what, found


class JsonLines(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        what, found = _harmless(record)
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": what,
        }
        return json.dumps({**line, **found}, ensure_ascii=False)


class Words(logging.Formatter):
    """For whoever looks at the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """One line: `12:30:05 warning: store (error OperationalError)`."""
        what, found = _harmless(record)
        at = datetime.fromtimestamp(record.created)
        where = found.pop("where", None)
        details = [f"{name} {value}" for name, value in found.items()]
        if isinstance(where, list):
            details.append(f"in {where[-1]}")
        told = f" ({', '.join(details)})" if details else ""
        return f"{at:%H:%M:%S} {record.levelname.lower()}: {what}{told}"


def _told(message: str) -> str:
    """A message of another library; of a traceback only the last line."""
    return message.strip().rpartition("\n")[2] if message.startswith("Traceback") else message


def short(code: str) -> str:
    """A hash of a table's code for the log: the code itself opens the table."""
    return hashlib.sha256(code.encode()).hexdigest()[:10]


def _trace(error: BaseException) -> dict[str, object]:
    """Where an error came from. Its message may quote private data, so only its type is logged."""
    places = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        places.append(f"{code.co_qualname}:{step.tb_lineno}")
        step = step.tb_next
    return {"error": type(error).__name__, "where": places[-8:]}


def set_up(form: Form | None = None, stream: TextIO | None = None) -> None:
    """Log to stderr; without a form, as text on a terminal and as JSON lines elsewhere."""
    stream = stream or sys.stderr
    form = form or (Form.TEXT if stream.isatty() else Form.JSON)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Words() if form is Form.TEXT else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if form is Form.TEXT else logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True  # it would log paths, and with them codes of tables
    for name in ("uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
