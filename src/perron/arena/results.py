"""The results file: JSON Lines, a header, then one row per game, append-only."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from perron.arena.row import Row
from perron.arena.schedule import Plan
from perron.atomic_file import check_writable
from perron.errors import PerronError


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": ")).encode() + b"\n"


class ResultsFile:
    """A results file that this run appends to; `rows` are those of earlier runs."""

    rows: list[Row]

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or create the file; raises PerronError if it is of another tournament, in use, or broken."""
        if path.suffix != ".jsonl":
            raise PerronError(f"{path} does not end in .jsonl")
        check_writable(path)
        self.path = path
        try:
            self._file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise PerronError(f"{path} cannot be written: {error.strerror or error}") from None
        try:
            self._lock()
            self.rows = self._resume(plan.header())
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl  # noqa: PLC0415  not on every system
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PerronError(f"{self.path} is being written by another run") from None

    def _resume(self, header: dict[str, object]) -> list[Row]:
        self._file.seek(0)
        content = self._file.read()
        complete = content[
            : content.rfind(b"\n") + 1
        ]  # a last line without its end was cut off: that game is played again
        lines = complete.splitlines()
        rows: dict[tuple[int, int], Row] = {}
        if not lines and content and not _line(header).startswith(content):
            raise PerronError(f"{self.path} is not a results file of an arena")
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                if number == 1:
                    _compare(data, header)
                    continue
                row = Row.from_json(data)
            except (ValueError, PerronError) as error:
                words = "it is not JSON" if isinstance(error, json.JSONDecodeError | UnicodeDecodeError) else str(error)
                raise PerronError(f"{self.path}, line {number}: {words}") from None
            rows.setdefault(row.game, row)
        self._file.truncate(len(complete))
        if not lines:
            self._write(header)
        return list(rows.values())

    def add(self, row: Row) -> None:
        """Append a game; the operating system has it when this returns."""
        self._write(row.as_json())

    def _write(self, value: Any) -> None:
        try:
            self._file.write(_line(value))
            self._file.flush()
        except OSError as error:
            raise PerronError(f"{self.path} cannot be written: {error.strerror or error}") from None

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def _compare(found: Any, header: dict[str, object]) -> None:
    if not isinstance(found, dict) or "arena" not in found:
        raise PerronError("this is not a results file of an arena")
    for name, value in header.items():
        if name == "versions":
            _compare_versions(found, header)
        elif found.get(name) != value:
            there, here = (json.dumps(one, ensure_ascii=False)[:100] for one in (found.get(name), value))
            raise PerronError(
                f"these are games of another tournament: its {name.replace('_', ' ')} is {there}, not {here}"
            )


def _compare_versions(found: dict[str, Any], header: dict[str, Any]) -> None:
    """Refuse games of a bot that has changed since: they say nothing about it now."""
    if found.get("bots") != header["bots"]:
        return  # told of by that name
    there = found["versions"] if isinstance(found.get("versions"), dict) else {}
    changed = [
        f"{bot} was {there.get(bot) or 'of no version'} and is {now} now"
        for bot, now in header["versions"].items()
        if there.get(bot) != now
    ]
    if changed:
        raise PerronError(
            f"these games were played by bots that have changed since: {', '.join(changed)}. "
            "Name another file, or move this one away to start over"
        )
