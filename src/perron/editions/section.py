"""One table of an edition file, read key by key; every key that is missing, misspelt or of the wrong kind is noted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from perron.editions.faults import Faults, shown
from perron.editions.lines import Path
from perron.locales import LANGUAGES

SNAKE_CASE = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
NAME_LENGTH = 40
"""Letters in an id or a name at most."""
TEXT_LENGTH = 300
"""Letters in a sentence for people at most."""


class Section:
    """Reads values of one table. What cannot be used comes back as None, and the fault is noted."""

    def __init__(self, faults: Faults, path: Path, data: Mapping[str, Any]) -> None:
        self.faults = faults
        self.path = path
        self.data = data
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, code: str, message: str, key: str | int | None = None) -> None:
        """Note a fault of this table, or of one of its keys."""
        self.faults.error(self.path if key is None else (*self.path, key), code, message)

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self._known:
                meant = self.faults.meant(key, self._known)
                self.error("key/unknown", f"unknown key {shown(key)}{meant}", key)

    def raw(self, key: str, required: bool = True) -> Any:
        """The value as it is; None if the key is not there."""
        self._known.append(key)
        if key not in self.data and required:
            self.error("key/missing", f"{key!r} is missing")
        return self.data.get(key)

    def integer(self, key: str, low: int, high: int, required: bool = True) -> int | None:
        """A whole number from low to high."""
        value = self.raw(key, required)
        return None if value is None else self._integer((*self.path, key), key, value, low, high)

    def number(self, key: str, low: float, high: float, required: bool = True) -> float | None:
        """A number from low to high, whole or not."""
        value = self.raw(key, required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong_type(key, "a number", value)
            return None
        if not low <= value <= high:  # NaN is not between anything
            self.error("value/range", f"{key!r} must be from {low} to {high}, not {shown(value)}", key)
            return None
        return float(value)

    def boolean(self, key: str) -> bool:
        """True or false; false if the key is not there."""
        value = self.raw(key, required=False)
        if value is not None and not isinstance(value, bool):
            self._wrong_type(key, "true or false", value)
        return value is True

    def flag(self, key: str) -> bool | None:
        """True or false, which must be said."""
        return self.boolean(key) if self.raw(key) is not None else None

    def choice(self, key: str, choices: Sequence[str], required: bool = True) -> str | None:
        """One of a few words."""
        value = self._string(key, required)
        if value is not None and value not in choices:
            meant = self.faults.meant(value, choices)
            self.error("value/choice", f"{key!r} must be one of {', '.join(choices)}, not {shown(value)}{meant}", key)
            return None
        return value

    def ident(self, key: str) -> str | None:
        """An id of this file's own making."""
        value = self._string(key)
        if value is not None:
            self.check_ident(value, key)
        return value

    def check_ident(self, value: str, key: str) -> None:
        """Note an id that is not snake_case: `-` joins two places and `/` numbers tracks, so ids have neither."""
        if not SNAKE_CASE.fullmatch(value) or len(value) > NAME_LENGTH:
            form = f"snake_case: a to z, 0 to 9 and _, a letter first, {NAME_LENGTH} at most"
            self.error("value/id", f"{shown(value)} must be {form}", key)

    def reference(self, key: str, known: Sequence[str] | Mapping[str, Any], code: str, what: str) -> str | None:
        """The id of something defined elsewhere in the file."""
        value = self._string(key)
        if value is None or not self.check_reference(value, (*self.path, key), known, code, what):
            return None
        return value

    def check_reference(
        self, value: str, path: Path, known: Sequence[str] | Mapping[str, Any], code: str, what: str
    ) -> bool:
        """Whether the id is known; if it is not, the fault is noted."""
        if value in known:
            return True
        self.faults.error(path, code, f"there is no {what} {shown(value)}{self.faults.meant(value, known)}")
        return False

    def text(self, key: str, longest: int = NAME_LENGTH) -> str | None:
        """A text for people."""
        value = self.raw(key)
        return None if value is None else self._text((*self.path, key), key, value, longest)

    def texts(self, key: str, longest: int = NAME_LENGTH) -> None:
        """A text in every language."""
        section = self.table(key)
        if section is None:
            return
        for language, value in section.data.items():
            self._text((*section.path, language), language, value, longest)
            if language not in LANGUAGES:
                message = f"{key!r} has an unknown language {shown(language)}; known are {', '.join(LANGUAGES)}"
                self.faults.warning((*section.path, language), "translation/unknown", message)
        missing = [language for language in LANGUAGES if language not in section.data]
        if missing == list(LANGUAGES):
            section.error("key/missing", f"{key!r} has no text in any of {', '.join(LANGUAGES)}")
        elif missing:
            self.faults.warning(section.path, "translation/missing", f"{key!r} has no text in {', '.join(missing)}")

    def table(self, key: str, required: bool = True) -> Section | None:
        """A table in this one. Whoever asks for it closes it."""
        value = self.raw(key, required)
        if isinstance(value, dict):
            return Section(self.faults, (*self.path, key), value)
        if value is not None:
            self._wrong_type(key, "a table", value)
        return None

    def tables(self, key: str, low: int, high: int) -> list[Section]:
        """An array of tables, with at least low and at most high of them. Whoever asks for them closes them."""
        sections = []
        for index, value in enumerate(self._array(key, low, high) or ()):
            path = (*self.path, key, index)
            if isinstance(value, dict):
                sections.append(Section(self.faults, path, value))
            else:
                self.faults.error(path, "value/type", f"{key!r} must hold tables, not {shown(value)}")
        return sections

    def integers(self, key: str, low: int, high: int, shortest: int, longest: int) -> list[int] | None:
        """An array of whole numbers, each from low to high."""
        values = self._array(key, shortest, longest)
        if values is None:
            return None
        found = [self._integer((*self.path, key, i), key, value, low, high) for i, value in enumerate(values)]
        good = [value for value in found if value is not None]
        return good if shortest <= len(values) <= longest and len(good) == len(values) else None

    def strings(self, key: str, shortest: int = 0, longest: int = 64) -> list[tuple[Path, str]]:
        """An array of texts, each with its path."""
        good = []
        for index, value in enumerate(self._array(key, shortest, longest) or ()):
            path = (*self.path, key, index)
            if isinstance(value, str):
                good.append((path, value))
            else:
                self.faults.error(path, "value/type", f"{key!r} must hold texts, not {shown(value)}")
        return good

    def arrays(self, key: str, longest: int) -> list[tuple[Path, list[Any]]]:
        """An array of arrays, each with its path; none if the key is not there."""
        good: list[tuple[Path, list[Any]]] = []
        if self.raw(key, required=False) is None:
            return good
        for index, value in enumerate(self._array(key, 0, longest) or ()):
            path = (*self.path, key, index)
            if isinstance(value, list):
                good.append((path, value))
            else:
                self.faults.error(path, "value/type", f"{key!r} must hold arrays, not {shown(value)}")
        return good

    def counts(self, what: str, low: int, high: int) -> dict[int, Any]:
        """This table's values by keys that are whole numbers from low to high: `{ 2 = …, 3 = … }`."""
        values = {}
        for key, value in self.data.items():
            self._known.append(key)
            number = int(key) if re.fullmatch("[1-9][0-9]?", key, re.ASCII) else 0
            if low <= number <= high:
                values[number] = value
            else:
                self.error("value/range", f"{what} must be a number from {low} to {high}, not {shown(key)}", key)
        return values

    def _string(self, key: str, required: bool = True) -> str | None:
        value = self.raw(key, required)
        if isinstance(value, str):
            return value
        if value is not None:
            self._wrong_type(key, "a text", value)
        return None

    def _array(self, key: str, low: int, high: int) -> list[Any] | None:
        value = self.raw(key)
        if not isinstance(value, list):
            if value is not None:
                self._wrong_type(key, "an array", value)
            return None
        if not low <= len(value) <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            self.error("size/limit", f"{key!r} must have {wanted} entries, not {len(value)}", key)
        return value

    def _integer(self, path: Path, key: str, value: Any, low: int, high: int) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.faults.error(path, "value/type", f"{key!r} must be a whole number, not {shown(value)}")
            return None
        if not low <= value <= high:
            self.faults.error(path, "value/range", f"{key!r} must be from {low} to {high}, not {shown(value)}")
            return None
        return value

    def _text(self, path: Path, key: str, value: Any, longest: int) -> str | None:
        if not isinstance(value, str):
            self.faults.error(path, "value/type", f"{key!r} must be a text, not {shown(value)}")
            return None
        if not value.strip() or len(value) > longest or not value.isprintable():
            message = f"{key!r} must be a printable text of 1 to {longest} letters, not {shown(value)}"
            self.faults.error(path, "value/text", message)
            return None
        return value

    def _wrong_type(self, key: str, wanted: str, value: Any) -> None:
        self.error("value/type", f"{key!r} must be {wanted}, not {shown(value)}", key)
