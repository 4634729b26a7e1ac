"""Logs: one JSON object a line. No secrets, no hands, no actions, no query strings; tables only as a short hash."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

_FIELDS = ("table", "code", "by", "bot", "edition", "method", "route", "status", "ms", "worker", "error", "where")


class JsonLines(logging.Formatter):
    """Writes the fields that are known to be harmless, and no others."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.msg if record.name.startswith("perron") else _told(record.getMessage()),
        }
        for name in _FIELDS:
            value = record.__dict__.get(name)
            if value is not None:
                line[name] = short(value) if name == "table" else value
        if record.exc_info is not None and record.exc_info[1] is not None:
            line |= _trace(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _told(message: str) -> str:
    """What another library says; of a traceback, only what it ends in."""
    return message.strip().rpartition("\n")[2] if message.startswith("Traceback") else message


def short(code: str) -> str:
    """A table's code is a key to it; the log has this instead."""
    return hashlib.sha256(code.encode()).hexdigest()[:10]


def _trace(error: BaseException) -> dict[str, object]:
    """Where an error came from. Its message may quote what is nobody's business, so only its type is told."""
    places = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        places.append(f"{code.co_qualname}:{step.tb_lineno}")
        step = step.tb_next
    return {"error": type(error).__name__, "where": places[-8:]}


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write everything that is logged to stderr, as JSON lines."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True  # it would tell paths, and with them codes
    for name in ("uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
