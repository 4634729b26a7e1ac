"""Where in a TOML text each key stands: tomllib gives no lines, and a fault without a line is hard to mend."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress

Path = tuple[str | int, ...]
"""Keys and array indices from the top of the file: ("board", "routes", 7, "colour")."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'  # a multi-line string may end in up to two quotes of its own
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


class _Lost(Exception):
    """The text is not what a TOML reader would accept here."""


def line_numbers(text: str) -> dict[Path, int]:
    """The line, counted from 1, where each key, table and array element of a valid text first stands.

    On a text that is not valid TOML it returns what it found before it lost its way; it never raises.
    """
    scanner = _Scanner(text)
    with suppress(_Lost, RecursionError):
        scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.tables_in: dict[Path, int] = {}  # how many [[…]] tables each array has so far
        self._counted_to = 0
        self._line = 1

    def document(self) -> None:
        table: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> Path:
        """[table] or [[array of tables]]: the path of the table it opens."""
        start = self.at
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        keys = self.key()
        self.expect("]]" if array else "]")
        path: Path = ()
        for depth, key in enumerate(keys, 1):
            path += (key,)
            if array and depth == len(keys):
                self.tables_in[path] = self.tables_in.get(path, 0) + 1
            self.note(path, start)
            if path in self.tables_in:  # a header below an array of tables means its last element
                path += (self.tables_in[path] - 1,)
                self.note(path, start)
        return path

    def pair(self, table: Path) -> None:
        """key = value, where the key may be dotted."""
        start = self.at
        path = table
        for key in self.key():
            path += (key,)
            self.note(path, start)
        self.expect("=")
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip(_SPACE)
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            self.array(path)
        elif opening == "{":
            self.inline_table(path)
        elif opening in ("'", '"'):
            self.take(_STRING)
        else:
            self.take(_SCALAR)

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while not self.closes("]"):
            self.note((*path, index), self.at)
            self.value((*path, index))
            self.comma("]")
            index += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        while not self.closes("}"):
            self.pair(path)
            self.comma("}")

    def key(self) -> list[str]:
        keys = []
        while True:
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] in ("'", '"'):
                keys.append(_unquoted(self.take(_STRING)))
            else:
                keys.append(self.take(_BARE_KEY))
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return keys
            self.at += 1

    def closes(self, bracket: str) -> bool:
        """Skip to the next element; True, and past it, if the bracket closes first."""
        self.skip(_BLANK)
        if self.text[self.at : self.at + 1] != bracket:
            return False
        self.at += 1
        return True

    def comma(self, bracket: str) -> None:
        self.skip(_BLANK)
        if self.text[self.at : self.at + 1] != bracket:
            self.expect(",")

    def expect(self, mark: str) -> None:
        if not self.text.startswith(mark, self.at):
            raise _Lost
        self.at += len(mark)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None or match.end() == self.at:
            raise _Lost
        self.at = match.end()
        return match.group()

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def note(self, path: Path, at: int) -> None:
        """Positions only ever grow, so that the newlines are counted once."""
        self._line += self.text.count("\n", self._counted_to, at)
        self._counted_to = at
        self.lines.setdefault(path, self._line)


def _unquoted(key: str) -> str:
    try:
        return str(tomllib.loads(f"key = {key}")["key"])  # its escapes are TOML's own business
    except ValueError:
        raise _Lost from None
