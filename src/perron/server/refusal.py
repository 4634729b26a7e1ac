"""The server's own refusals: a stable code, an HTTP status, and the values for its sentence."""

from __future__ import annotations

from collections.abc import Callable

from perron.errors import IllegalAction, NotationError, PerronError

STATUS = {
    "action/done": 409,
    "action/not_your_turn": 409,
    "action/stale": 409,
    "action/unreadable": 422,
    "address/barred": 403,
    "bot/none": 409,
    "chat/muted": 403,
    "chat/off": 403,
    "colour/taken": 409,
    "deal/attempt": 409,
    "deal/list": 409,
    "deal/no_commitment": 422,
    "deal/no_word": 422,
    "deal/not_now": 409,
    "deal/word": 422,
    "edition/unknown": 404,
    "edition/seats": 422,
    "hint/not_now": 409,
    "hint/off": 403,
    "host/only": 403,
    "host/unknown": 421,
    "limit/rate": 429,
    "limit/reports": 429,
    "limit/sockets": 429,
    "limit/tables": 429,
    "name/taken": 409,
    "origin/foreign": 403,
    "protocol/hello_first": 400,
    "protocol/unreadable": 400,
    "protocol/version": 400,
    "puzzle/none": 404,
    "record/unreadable": 422,
    "request/invalid": 422,
    "request/method": 405,
    "request/not_found": 404,
    "request/too_large": 413,
    "seat/connected": 409,
    "seat/empty": 409,
    "seat/no_person": 409,
    "seat/none_free": 409,
    "seat/not_ready": 409,
    "seat/not_yours": 403,
    "seat/stood_in": 409,
    "seat/taken": 409,
    "seat/unknown": 404,
    "seat/yours": 409,
    "secret/wrong": 403,
    "server/busy": 503,
    "server/fault": 500,
    "server/restarting": 503,
    "review/busy": 503,
    "review/none": 409,
    "socket/slow": 400,
    "step/over": 409,
    "step/unknown": 404,
    "store/full": 503,
    "store/lost": 503,
    "store/read_only": 503,
    "table/barred": 403,
    "table/not_found": 404,
    "table/not_over": 409,
    "table/not_playing": 409,
    "table/old_rules": 409,
    "table/removed": 410,
    "table/started": 409,
    "table/unlisted": 403,
    "table/unreadable": 409,
    "undo/not_possible": 409,
    "undo/off": 403,
}
"""Every code of the server's own; those of the rules are in engine/refusals.py."""
RULES_STATUS = 409


class Refused(PerronError):
    """The server refuses a request; nothing has changed."""

    def __init__(self, code: str, clause: str | None = None, **values: str | int) -> None:
        super().__init__(code, clause, values)
        self.code, self.clause, self.values = code, clause, values

    def __reduce__(self) -> tuple[Callable[..., Refused], tuple[str, str | None, dict[str, str | int]]]:
        """Make it picklable: refusals cross processes."""
        return _again, (self.code, self.clause, self.values)

    @property
    def status(self) -> int:
        """Its HTTP status."""
        return STATUS.get(self.code, RULES_STATUS)


def _again(code: str, clause: str | None, values: dict[str, str | int]) -> Refused:
    return Refused(code, clause, **values)


def refused_by_rules(error: PerronError) -> Refused:
    """An error of the rules as a refusal of the server."""
    if isinstance(error, IllegalAction):
        return Refused(error.code, error.rule)
    assert isinstance(error, NotationError)
    return Refused("action/unreadable")
