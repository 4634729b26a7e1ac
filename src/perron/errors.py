"""What can go wrong, one type a kind of fault; all of them are ValueErrors too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the checker's module is not needed to raise or catch
    from perron.editions.check import Fault


class PerronError(Exception):
    """Anything that Perron itself raises."""


class NotationError(PerronError, ValueError):
    """A text is not an action, a position or an id: it cannot be read at all."""


class EditionError(PerronError, ValueError):
    """An edition is unknown, or its file has faults; `faults` names every one that was found."""

    faults: tuple[Fault, ...]

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type[EditionError], tuple[str, tuple[Fault, ...]]]:
        return type(self), (str(self), self.faults)


class RecordError(PerronError, ValueError):
    """A record cannot be read or does not replay; `line` is its line, counted from 1, where there is one."""

    line: int | None

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None]]:
        return type(self), (str(self), self.line)


class ReceiptError(PerronError, ValueError):
    """A receipt cannot be read, or a record is not of the deal that it was kept of."""


class ReviewError(PerronError, ValueError):
    """A game cannot be reviewed: it is not over, or its record is no good."""


class IllegalAction(PerronError, ValueError):
    """The action is well formed but the rules forbid it now.

    `code` is stable; `rule` is the clause that it breaks, None where the edition has no clause for it.
    """

    code: str
    rule: str | None

    def __init__(self, code: str, message: str, rule: str | None) -> None:
        super().__init__(code, message, rule)  # all three, so that it survives pickling between processes
        self.code = code
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.args[1]} [{self.code}]" if self.rule is None else f"{self.args[1]} [{self.code}, {self.rule}]"


class JoinError(PerronError):
    """A bot cannot sit down at a server's table, or cannot play on there."""


class BotError(PerronError, ValueError):
    """A bot is unknown, its spec cannot be read, or its file cannot be loaded."""
