"""Receipts: what a device kept of a hosted game's deal. They check a record against what was seen before the game.

The page writes them, and checks them too (web/src/deal): tests/records/deal_vectors.json holds both to one verdict.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from perron.deal import MOST_ATTEMPTS, NOT_RECEIVED, DealList, is_hash
from perron.errors import ReceiptError
from perron.keys import NO_WORD, is_word
from perron.notation import shorten
from perron.record import Record

_FIRST = "perron receipt 1"
_LARGEST = 100_000
_NUMBERS = tuple(map(str, range(1, MOST_ATTEMPTS + 1)))
_LINE = re.compile(r"([a-z]+) (\S.*)")
_WORD = re.compile(r"P([0-9]) ([0-9a-f]{32})")


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was seen of one attempt at the deal."""

    number: int
    promise: str
    commitments: tuple[str, ...] | None
    """Of all seats; None if the receipt was taken before all were there."""
    words: dict[int, str]
    """This device's own, by seat."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a device kept of a table's deal."""

    table: str
    edition: str
    rules: int
    attempts: tuple[Attempt, ...]


# reading


def load_receipt(path: str | os.PathLike[str]) -> Receipt:
    """Read a receipt's file; raises ReceiptError."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise ReceiptError(f"{os.fspath(path)} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        if len(content) > _LARGEST:
            raise ReceiptError("it is too large for a receipt")
        return read_receipt(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise ReceiptError(f"{os.fspath(path)} is no receipt: it is not a text in UTF-8") from None
    except ReceiptError as error:
        raise ReceiptError(f"{os.fspath(path)}: {error}") from None


def read_receipt(text: str) -> Receipt:
    """Read a receipt's text; raises ReceiptError, which names the line."""
    lines = text.split("\n")
    if lines[0] != _FIRST:
        raise ReceiptError(f"this is no receipt: the first line is not {_FIRST!r}")
    head: dict[str, str] = {}
    attempts: list[dict[str, object]] = []
    for number, line in enumerate(lines[1:], 2):
        if line == "":
            continue
        found = _LINE.fullmatch(line)
        if found is None or not _take(head, attempts, found[1], found[2]):
            raise ReceiptError(f"line {number}: {shorten(line)} is no line of a receipt, or stands twice")
    if missing := {"table", "edition", "rules"} - head.keys():
        raise ReceiptError(f"the line {min(missing)!r} is missing")
    read = []
    for one in attempts:
        if "promise" not in one:
            raise ReceiptError(f"attempt {one['number']} has no promise")
        read.append(Attempt(**{"commitments": None, **one}))  # type: ignore[arg-type]
    if not read:
        raise ReceiptError("it tells of no attempt")
    return Receipt(head["table"], head["edition"], int(head["rules"]), tuple(read))


def _take(head: dict[str, str], attempts: list[dict[str, object]], name: str, value: str) -> bool:
    """Take one line in; False if it does not belong there."""
    if not attempts and name in ("table", "edition", "rules") and name not in head:
        head[name] = value
        return name != "rules" or re.fullmatch(r"[1-9][0-9]{0,5}", value) is not None
    if name == "attempt":
        if value not in _NUMBERS[len(attempts) :]:
            return False
        attempts.append({"number": int(value), "words": {}})
        return True
    if not attempts or name in attempts[-1]:
        return False
    last = attempts[-1]
    if name == "promise":
        last[name] = value
        return is_hash(value)
    if name == "commitments":
        commitments = tuple(value.split(" "))
        last[name] = commitments
        return all(is_hash(one) or one == NO_WORD for one in commitments)
    word = _WORD.fullmatch(value) if name == "word" else None
    words = last["words"]
    assert isinstance(words, dict)
    if word is None or int(word[1]) in words or not is_word(word[2]):
        return False
    words[int(word[1])] = word[2]
    return True


# checking


def check_receipt(record: Record, receipt: Receipt) -> None:
    """Check that a record is of the deal that a receipt was kept of; raises ReceiptError.

    The record itself is checked by `verify_record`: both must hold.
    """
    listed = record.listed
    if listed is None:
        raise ReceiptError("the record is of the older way to deal, or of no hosted game: a receipt says nothing of it")
    if (receipt.table, receipt.edition, receipt.rules) != (listed.table, listed.edition, listed.rules):
        raise ReceiptError("the receipt is of another table")
    dealt = {broken.listed.attempt: (broken.listed, broken.words) for broken in record.broken}
    dealt[listed.attempt] = (listed, tuple(record.header["words"].split(" ")))
    for attempt in receipt.attempts:
        if attempt.number not in dealt:
            raise ReceiptError(f"the record does not tell of attempt {attempt.number} at the deal")
        _check_attempt(attempt, *dealt[attempt.number], dealt_from=attempt.number == listed.attempt)
    if receipt.attempts[-1].number != listed.attempt:
        raise ReceiptError(f"the game was dealt in attempt {listed.attempt}, of which the receipt does not tell")


def _check_attempt(attempt: Attempt, listed: DealList, words: tuple[str, ...], *, dealt_from: bool) -> None:
    if attempt.promise != listed.promise:
        raise ReceiptError("the server promised another key before the game than the one it shows now")
    if attempt.commitments is not None and attempt.commitments != listed.commitments:
        raise ReceiptError("other commitments were shown before the words were sent than the record has")
    for seat, word in attempt.words.items():
        if seat >= len(words) or words[seat] not in ((word,) if dealt_from else (word, NOT_RECEIVED)):
            raise ReceiptError(f"the word of P{seat} is not the one that this device sent")
        if not listed.holds(seat, word):
            raise ReceiptError(f"the commitment of P{seat} is not the one that this device sent")
