"""Vectors for a hosted game's deal: one file that `perron verify` and the page are both tested by.

`python -m tests.records.deal_vectors` writes it; a test compares it with what would be written.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from perron import Game
from perron.deal import NOT_RECEIVED, BrokenDeal, DealList, Mixed, word_commitment
from perron.editions import load
from perron.keys import NO_WORD, commitment
from perron.record import write_record

FILE = Path(__file__).with_name("deal_vectors.json")
TABLE = "abcdefghjk"
SEATS = {"europe": 4, "amsterdam": 2, "berlin": 3, "first_journey": 3}
LAST_IS_A_BOT = "berlin"


def _bytes(name: str) -> bytes:
    return hashlib.sha256(f"deal vectors {name}".encode()).digest()


def _word(name: str) -> str:
    return _bytes(name).hex()[:32]


def _words(ident: str, attempt: int = 1) -> list[str]:
    words = [_word(f"{ident} {attempt} {seat}") for seat in range(SEATS[ident])]
    return [*words[:-1], NO_WORD] if ident == LAST_IS_A_BOT else words


def deal_of(ident: str, words: list[str], key: bytes, attempt: int = 1) -> tuple[DealList, Mixed]:
    """A deal in which every seat committed to its word and showed it."""
    edition = load(ident)
    seals = tuple(
        NO_WORD if word == NO_WORD else word_commitment(TABLE, attempt, seat, word) for seat, word in enumerate(words)
    )
    listed = DealList(TABLE, attempt, ident, edition.version, commitment(key), seals)
    return listed, Mixed(key, tuple(words), listed)


def played(ident: str, mixed: Mixed) -> str:
    """The record of a whole game, in which routes are claimed as soon as they can be."""
    rng = Random(ident)
    game = Game(ident, SEATS[ident], key=mixed.game_key)
    while not game.over:
        legal = game.legal_actions()
        game.play(rng.choice([one for one in legal if str(one).startswith("claim")] or legal))
    return write_record(game, mixed=mixed)


def receipt_of(*seen: tuple[DealList, list[str]], seat: int = 0) -> str:
    """What the device of one seat kept."""
    first = seen[0][0]
    lines = ["perron receipt 1", f"table {first.table}", f"edition {first.edition}", f"rules {first.rules}"]
    for listed, words in seen:
        lines += ["", f"attempt {listed.attempt}", f"promise {listed.promise}"]
        lines += [f"commitments {' '.join(listed.commitments)}", f"word P{seat} {words[seat]}"]
    return "\n".join(lines) + "\n"


def _changed(text: str, name: str, value: str) -> list[str]:
    """A line of a header or receipt, and what it is changed to."""
    found = next(line for line in text.splitlines() if line.startswith(f"{name} "))
    return [found, f"{name} {value}"]


def vectors() -> dict[str, Any]:
    """All games, and all cases: what is changed in which game's record and receipt, and what is wrong then."""
    games: dict[str, dict[str, str]] = {}
    for ident in SEATS:
        words = _words(ident)
        listed, mixed = deal_of(ident, words, _bytes(ident))
        games[ident] = {"edition": ident, "record": played(ident, mixed), "receipt": receipt_of((listed, words))}

    # The server changes key and promise when it has seen the words, and deals an honest game from them.
    words = _words("amsterdam")
    listed, _ = deal_of("amsterdam", words, _bytes("amsterdam"))
    _, other_key = deal_of("amsterdam", words, _bytes("another key"))
    games["another key"] = {
        "edition": "amsterdam",
        "record": played("amsterdam", other_key),
        "receipt": receipt_of((listed, words)),
    }
    # Or it tries words for a seat that is not the receipt's until the deal pleases.
    ground = [words[0], _word("ground")]
    games["another word"] = {
        "edition": "amsterdam",
        "record": played("amsterdam", deal_of("amsterdam", ground, _bytes("amsterdam"))[1]),
        "receipt": receipt_of((listed, words)),
    }
    # A deal that was broken off before the one that was played.
    again = _words("amsterdam", 2)
    second, mixed = deal_of("amsterdam", again, _bytes("second"), 2)
    broken = BrokenDeal(listed, _bytes("amsterdam"), (words[0], NOT_RECEIVED))
    games["broken off"] = {
        "edition": "amsterdam",
        "record": played("amsterdam", mixed._replace(broken=(broken,))),
        "receipt": receipt_of((listed, words), (second, again)),
    }
    games["older"] = {
        "edition": "amsterdam",
        "record": played("amsterdam", Mixed(_bytes("amsterdam"), tuple(words))),
        "receipt": receipt_of((listed, words)),
    }
    return {"editions": _editions(), "games": games, "cases": list(_cases(games))}


def _editions() -> dict[str, Any]:
    """What the page knows of an edition, as far as a deal depends on it."""
    return {
        ident: {
            "cards": dict(load(ident).cards),
            "tickets": [{"id": ticket.id, "long": ticket.long} for ticket in load(ident).tickets],
        }
        for ident in SEATS
    }


def _cases(games: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = []

    def case(
        name: str, game: str, fault: str | None, record: Any = (), receipt: Any = (), with_receipt: bool = True
    ) -> None:
        told = {"name": name, "game": game, "fault": fault, "with_receipt": with_receipt}
        cases.append({**told, "record": list(record), "receipt": list(receipt)})

    for ident in SEATS:
        case(f"an honest game of {ident}", ident, None)
        case(f"an honest game of {ident}, without a receipt", ident, None, with_receipt=False)
    record, receipt = games["amsterdam"]["record"], games["amsterdam"]["receipt"]
    listed = _changed(record, "lists", "-")[0].split(" ")[1]
    other = _bytes("other").hex()
    words = _changed(record, "words", "-")[0].split(" ")[1:]
    deal = _changed(record, "deal", "")[0].split(" ")[1:]
    drawn = next(line for line in record.splitlines() if " draw blind > " in line)
    card = drawn.split(" > ")[1].split(" ")[0]
    case("another key", "amsterdam", "key", [_changed(record, "key", other)], with_receipt=False)
    case("another promise", "amsterdam", "key", [_changed(record, "commitment", other)], with_receipt=False)
    case("another word", "amsterdam", "words", [[words[1], other[:32]]], with_receipt=False)
    case("words the other way round", "amsterdam", "words", [_changed(record, "words", f"{words[1]} {words[0]}")])
    case("a seat shown another list", "amsterdam", "lists", [_changed(record, "lists", f"{listed} {other}")])
    swapped = f"{'wild' if deal[0] != 'wild' else 'red'} {' '.join(deal[1:])}"
    case("another card dealt", "amsterdam", "deal", [_changed(record, "deal", swapped)], with_receipt=False)
    lie = drawn.replace(f"> {card}", f"> {'wild' if card != 'wild' else 'red'}")
    case("another card drawn", "amsterdam", "cards", [[drawn, lie]], with_receipt=False)

    case("key and promise changed after the fact", "another key", "promise")
    case("the same, which nobody sees without a receipt", "another key", None, with_receipt=False)
    case("a word tried out by another seat", "another word", "commitments")
    case("the same, which nobody sees without a receipt", "another word", None, with_receipt=False)
    case("a receipt with another promise", "amsterdam", "promise", receipt=[_changed(receipt, "promise", other)])
    case("a receipt with another word", "amsterdam", "own_word", receipt=[[words[0], other[:32]]])
    case("a receipt of another table", "amsterdam", "other_table", receipt=[["abcdefghjk", "abcdefghjm"]])
    case("a receipt of another version", "amsterdam", "other_table", receipt=[["rules 2", "rules 1"]])

    record, receipt = games["broken off"]["record"], games["broken off"]["receipt"]
    line = _changed(record, "broken", "")[0]
    case("a deal that was broken off before", "broken off", None)
    case("a broken-off deal that is hidden", "broken off", "attempts", [[line + "\n", ""]], with_receipt=False)
    parts = line.split(" | ")
    case("a broken-off deal with another key", "broken off", "key", [[parts[1], other]], with_receipt=False)
    word = parts[3].split(" ")[0]
    case("a broken-off deal with another word", "broken off", "words", [[word, other[:32]]], with_receipt=False)
    first = _changed(receipt, "promise", other)
    case("a receipt with another promise of the broken-off deal", "broken off", "promise", receipt=[first])
    case("a receipt that ends before the second attempt", "broken off", "attempts", receipt=[["\n\nattempt 2", "CUT"]])
    case("a game of the older way", "older", None, with_receipt=False)
    case("a game of the older way with a receipt", "older", "other_table")
    return cases


def apply(text: str, changes: list[list[str]]) -> str:
    """A text with some places changed; CUT ends it."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text.split("CUT")[0] + ("\n" if "CUT" in text else "")


def as_json() -> str:
    """The file."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(as_json(), encoding="utf-8")
