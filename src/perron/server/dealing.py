"""Dealing: between the start and the first turn every browser shows the word that it committed to.

Pure functions from rows to changes; they raise Refused. perron/deal.py says what is hashed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from perron.deal import MOST_ATTEMPTS, NOT_RECEIVED, BrokenDeal, DealList, Mixed
from perron.game import Game
from perron.keys import NO_WORD
from perron.server.clocks import full_bank
from perron.server.deadlines import DEAL, next_due
from perron.server.models import COLOURS, BrokenInfo, DealInfo, Hash
from perron.server.refusal import Refused
from perron.server.sealed import TO_CHOOSE
from perron.server.seating import Change, Seats, edition_of, name_bot, need_waiting, seat_of, settings_of
from perron.server.store import TableRow
from perron.server.store.queries import DAY_MS

LEAST_MS = 60_000
"""With clocks, browsers have a turn's time to send their words, but at least this."""


# what a table's row says of its deal


def listed_of(table: TableRow) -> DealList | None:
    """What everybody has committed to; None before that, and for tables from before commitments."""
    if table.deal is None or table.deal["commitments"] is None:
        return None
    return _listed(table, table.deal["attempt"], table.commitment, table.deal["commitments"])


def _listed(table: TableRow, attempt: int, promise: str, commitments: Sequence[str]) -> DealList:
    return DealList(table.code, attempt, table.edition, table.rules, promise, tuple(commitments))


def broken_of(table: TableRow) -> tuple[BrokenDeal, ...]:
    """The deals that were broken off."""
    return tuple(
        BrokenDeal(
            _listed(table, number, one["promise"], one["commitments"]), bytes.fromhex(one["key"]), tuple(one["words"])
        )
        for number, one in enumerate((table.deal or {}).get("broken", ()), 1)
    )


class BranchKey(BaseModel):
    """Where a game that was itself gone on with left another."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    after: Annotated[int, Field(ge=0, le=1_000_000)]
    """Entries of the log before it."""
    key: Hash


class Beginning(BaseModel):
    """How a game began that goes on from a position of a finished one: what was played until then is in its log."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Hash
    """Of the deal, with the words mixed in."""
    after: Annotated[int, Field(ge=0, le=1_000_000)]
    """Entries of the log that are copied. What chance does after them follows from the table's own key."""
    earlier: tuple[BranchKey, ...] = ()
    """Where the finished game was itself one that went on from another."""


def beginning_of(table: TableRow) -> Beginning | None:
    """How the game of a table began, if not with a deal of its own; raises ValidationError for an invalid one."""
    return None if table.branch is None else Beginning.model_validate(table.branch)


def branches_of(table: TableRow) -> dict[int, bytes]:
    """After how many entries of its log the game goes on with chance of its own, and from which key."""
    began = beginning_of(table)
    if began is None:
        return {}
    return {**{one.after: bytes.fromhex(one.key) for one in began.earlier}, began.after: table.key}


def game_key_of(table: TableRow) -> bytes:
    """The key that the deal of a game that has begun followed from."""
    began = beginning_of(table)
    return mixed_of(table).game_key if began is None else bytes.fromhex(began.key)


def mixed_of(table: TableRow) -> Mixed:
    """Where the key of a deal of the table's own comes from, once the game has begun."""
    assert table.words is not None
    return Mixed(table.key, tuple(table.words), listed_of(table), broken_of(table))


def deal_info(table: TableRow, seats: Seats) -> DealInfo | None:
    """The deal as everybody sees it."""
    if table.deal is None:
        return None
    return DealInfo.model_construct(
        attempt=table.deal["attempt"],
        commitments=[row.commitment for row in seats],
        received=[row.seat for row in seats if row.commitment is not None and row.word is not None],
        deadline=table.due if table.status == "dealing" else None,
        broken=[
            BrokenInfo.model_construct(
                attempt=one.listed.attempt,
                promise=one.listed.promise,
                key=one.key.hex(),
                commitments=[None if c == NO_WORD else c for c in one.listed.commitments],
                words=[None if word in (NO_WORD, NOT_RECEIVED) else word for word in one.words],
                missing=one.missing,
            )
            for one in broken_of(table)
        ],
    )


# what happens


def start(table: TableRow, seats: Seats, now: int) -> Change:
    """The host starts: open seats get their bots, and the words are asked for, unless there already."""
    need_waiting(table)
    bank = full_bank(settings_of(table).clock)
    filled: dict[int, dict[str, Any]] = {}
    named = list(seats)
    colours = [one for one in COLOURS if one not in {row.colour for row in seats}]
    for row in seats:
        changes: dict[str, Any] = {"bank_ms": bank}
        if row.secret_hash is None:
            if row.kind == "person":
                raise Refused("seat/empty")
            name = row.name or name_bot(table.code, named, row.seat)
            named[row.seat] = replace(row, name=name)
            changes |= {"kind": "bot", "colour": row.colour or colours.pop(0), "name": name}
        elif not row.ready:
            raise Refused("seat/not_ready")
        else:
            changes["kind"] = "person"
        filled[row.seat] = changes
    return _dealt(table, seats, filled, now) if table.deal is None else _ask_for_words(table, seats, filled, now)


def _ask_for_words(table: TableRow, seats: Seats, filled: Mapping[int, Mapping[str, Any]], now: int) -> Change:
    """Everybody has committed: fix the commitments, after which every browser may reveal its word."""
    assert table.deal is not None
    commitments = [row.commitment or NO_WORD for row in seats]
    deal = {**table.deal, "commitments": commitments}
    if all(one == NO_WORD for one in commitments):  # only bots play
        return _dealt(replace(table, deal=deal), seats, filled, now)
    clock = settings_of(table).clock
    due = None if clock is None else now + max(LEAST_MS, 1000 * clock.move_seconds)
    changes = {"status": "dealing", "deal": deal, "turn_began": now, "due": due}
    return Change({**changes, "due_what": None if due is None else DEAL}, filled)


def show_word(table: TableRow, seats: Seats, seat: int, attempt: int, word: str, listed: str, now: int) -> Change:
    """A browser shows its word, and says what list it saw; the last one begins the game."""
    row = seat_of(seats, seat)
    known = listed_of(table)
    if known is not None and row.word == word and attempt == known.attempt:
        return Change()  # it came twice
    if table.status != "dealing" or known is None:
        raise Refused("deal/not_now")
    if attempt != known.attempt:
        raise Refused("deal/attempt")
    if listed != known.hash:
        raise Refused("deal/list")
    if row.commitment is None or not known.holds(seat, word):
        raise Refused("deal/word")
    shown = [replace(one, word=word) if one.seat == seat else one for one in seats]
    if all(shown[one].word is not None for one in known.people):
        return _dealt(table, shown, {seat: {"word": word}}, now)
    return Change(seats={seat: {"word": word}})


def _dealt(table: TableRow, seats: Seats, changes: Mapping[int, Mapping[str, Any]], now: int) -> Change:
    """All words are there: they are mixed into the key, the deal follows from it, and the game begins."""
    settings = settings_of(table)
    table = replace(table, words=[row.word or NO_WORD for row in seats])
    game = Game(edition_of(table), len(seats), key=mixed_of(table).game_key)
    all_choose = game.view(with_legal=False).phase == "setup"
    changes = {row.seat: {**changes.get(row.seat, {}), **(TO_CHOOSE if all_choose else {})} for row in seats}
    seated = [replace(row, **changes[row.seat]) for row in seats]
    due, what = next_due(settings, seated, range(len(seats)) if all_choose else (game.to_move or 0,), now, now)
    started = {"status": "playing", "words": table.words, "deal": table.deal, "started": now, "turn_began": now}
    return Change({**started, "active": now, "to_move": game.to_move, "due": due, "due_what": what}, changes)


def word_lost(table: TableRow, seats: Seats, seat: int, attempt: int, key: bytes, now: int) -> Change:
    """A person cannot show the word: it is on a device that is lost. The deal is broken off."""
    known = listed_of(table)
    if table.status != "dealing" or known is None or seat_of(seats, seat).word is not None:
        raise Refused("deal/not_now")
    if attempt != known.attempt:
        raise Refused("deal/attempt")
    return break_off(table, seats, key, now)


def break_off(table: TableRow, seats: Seats, key: bytes, now: int) -> Change:
    """Words have not come: the old key is revealed; everybody may agree to one new attempt, with a new key."""
    known = listed_of(table)
    if table.status != "dealing" or known is None:
        raise Refused("deal/not_now")
    assert table.deal is not None
    words = [NO_WORD if row.commitment is None else row.word or NOT_RECEIVED for row in seats]
    told = {
        "promise": known.promise,
        "key": table.key.hex(),
        "commitments": list(known.commitments),
        "words": words,
    }
    deal = {**table.deal, "broken": [*table.deal["broken"], told], "commitments": None}
    again: dict[str, Any] = {"ready": False, "word": None, "commitment": None}
    changes = {row.seat: again for row in seats if row.secret_hash is not None}
    rest = {"due": None, "due_what": None, "turn_began": None}
    if known.attempt == MOST_ATTEMPTS:
        expires = now + table.keep_days * DAY_MS
        return Change({"status": "abandoned", "deal": deal, "expires": expires, **rest}, changes)
    deal["attempt"] = known.attempt + 1
    return Change({"status": "waiting", "deal": deal, **rest}, changes, key)
