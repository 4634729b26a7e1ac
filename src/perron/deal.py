"""A hosted game's deal that nobody chooses: a promised key, words committed to, and only then shown.

The server promises its key; every person's browser commits to a word; when all commitments are there, each browser
sends its word with the hash of the list it saw. So whoever learns the other words first can no longer change its own,
and a server that shows seats different lists is found out. docs/records.md says it for other programs.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import NamedTuple

from perron.errors import PerronError
from perron.keys import KEY_BYTES, NO_WORD, commitment, is_word, mix

NOT_RECEIVED = "?"
"""In place of a word that did not come before a deal was broken off: that proves nobody's fault."""
MOST_ATTEMPTS = 2
"""A deal that was broken off is tried once more, not again and again: else it could be chosen after all."""
_HASH = re.compile(r"[0-9a-f]{64}")


def is_hash(text: str) -> bool:
    """Whether a text can be a commitment: a SHA-256 in hex."""
    return _HASH.fullmatch(text) is not None


def word_commitment(table: str, attempt: int, seat: int, word: str) -> str:
    """What a browser says of its word before the words are shown."""
    return hashlib.sha256(f"perron word {table} {attempt} {seat} {word}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DealList:
    """What everybody holds before the first word is sent."""

    table: str
    """Its code."""
    attempt: int
    edition: str
    rules: int
    promise: str
    """SHA-256 of the server's key."""
    commitments: tuple[str, ...]
    """One for each seat; `-` for a bot, which adds nothing."""

    @property
    def hash(self) -> str:
        """What a browser sends with its word, to say that this is the list it saw."""
        head = f"perron list {self.table} {self.attempt} {self.edition} {self.rules} {self.promise}"
        return hashlib.sha256(f"{head} {' '.join(self.commitments)}".encode()).hexdigest()

    @property
    def people(self) -> list[int]:
        """The seats that add a word."""
        return [seat for seat, one in enumerate(self.commitments) if one != NO_WORD]

    def holds(self, seat: int, word: str) -> bool:
        """Whether this is the word that a seat committed to."""
        if self.commitments[seat] == NO_WORD:
            return word == NO_WORD
        return word_commitment(self.table, self.attempt, seat, word) == self.commitments[seat]


@dataclass(frozen=True, slots=True)
class BrokenDeal:
    """A deal that was broken off, with its key revealed."""

    listed: DealList
    key: bytes
    words: tuple[str, ...]
    """One for each seat: `?` did not come, `-` is a bot's."""

    @property
    def missing(self) -> list[int]:
        """The seats whose words did not come."""
        return [seat for seat, word in enumerate(self.words) if word == NOT_RECEIVED]

    def fault(self) -> str | None:
        """What does not fit together, if anything."""
        if commitment(self.key) != self.listed.promise:
            return "the key of the deal that was broken off is not the one that was promised"
        if len(self.words) != len(self.listed.commitments):
            return "the deal that was broken off has another number of seats"
        for seat, word in enumerate(self.words):
            if word != NOT_RECEIVED and not self.listed.holds(seat, word):
                return f"the word of P{seat} in the deal that was broken off is not the one it committed to"
        return None


class Mixed(NamedTuple):
    """Where a hosted game's key comes from."""

    key: bytes
    """Committed to before the deal."""
    words: tuple[str, ...]
    """One for each seat, added afterwards."""
    listed: DealList | None = None
    """What was committed to; None for the older way, in which words were sent without."""
    broken: tuple[BrokenDeal, ...] = ()
    """Deals that were broken off before this one."""

    @property
    def game_key(self) -> bytes:
        """The key that all chance in the game follows from."""
        return mix(self.key, self.words, None if self.listed is None else self.listed.hash)

    def fault(self) -> tuple[str, str] | None:
        """What does not fit together in a deal whose words were committed to: a record's line, and a sentence."""
        listed = self.listed
        if listed is None:
            return None
        for seat, word in enumerate(self.words):
            if not listed.holds(seat, word):
                return "words", f"the word of P{seat} is not the one it committed to"
        if listed.attempt != len(self.broken) + 1:
            return "attempt", f"attempt {listed.attempt} was dealt, and {len(self.broken)} broken off before it"
        for broken in self.broken:
            fault = broken.fault()
            if fault is not None:
                return "broken", fault
        return None


def broken_text(broken: BrokenDeal) -> str:
    """A broken-off deal as one line of a record: promise, key, commitments and words, a bar between them."""
    listed = broken.listed
    return " | ".join((listed.promise, broken.key.hex(), " ".join(listed.commitments), " ".join(broken.words)))


def read_broken(text: str, listed: DealList) -> BrokenDeal:
    """The other way round, for the table and edition of the list given; raises PerronError."""
    parts = text.split(" | ")
    if len(parts) != 4 or re.fullmatch(f"[0-9a-f]{{{2 * KEY_BYTES}}}", parts[1]) is None or not is_hash(parts[0]):
        raise PerronError("a deal that was broken off is a promise, a key, commitments and words, with bars between")
    commitments, words = tuple(parts[2].split(" ")), tuple(parts[3].split(" "))
    if not all(is_hash(one) or one == NO_WORD for one in commitments):
        raise PerronError("a commitment is 64 hex digits, or - for none")
    if not all(is_word(one) or one == NOT_RECEIVED for one in words):
        raise PerronError("a word is 32 hex digits, - for none, or ? if it did not come")
    first = DealList(listed.table, 1, listed.edition, listed.rules, parts[0], commitments)
    return BrokenDeal(first, bytes.fromhex(parts[1]), words)
