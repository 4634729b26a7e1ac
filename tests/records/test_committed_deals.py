"""A hosted game's deal: a promised key, words committed to before any was sent, and a receipt to hold it against."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from perron import PerronError, ReceiptError, RecordError
from perron.deal import DealList, Mixed, word_commitment
from perron.keys import mix
from perron.receipt import check_receipt, read_receipt
from perron.record import read_record, verify_record, write_record
from tests.records.deal_vectors import FILE, TABLE, apply, as_json

VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
SAID = {
    "key": "is not the one that was (committed to|promised)",
    "words": "the word of P[01] .*is not the one it committed to",
    "lists": "P1 was shown another list of commitments",
    "deal": "the deal is not the one that follows from the key",
    "cards": "chance did not answer so",
    "promise": "the server promised another key before the game",
    "commitments": "other commitments were shown before the words were sent",
    "own_word": "the word of P0 is not the one that this device sent",
    "other_table": "the receipt is of another table|of the older way to deal",
    "attempts": "attempt 2 was dealt, and 0 broken off before it|of which the receipt does not tell",
}
"""What `perron verify` says where the page says this."""


def checked(case: dict[str, Any]) -> None:
    """Verify a case's record, and hold it against its receipt."""
    game = VECTORS["games"][case["game"]]
    record = read_record(apply(game["record"], case["record"]))
    verify_record(record)
    if case["with_receipt"]:
        check_receipt(record, read_receipt(apply(game["receipt"], case["receipt"])))


def test_the_vectors_are_those_that_would_be_written_now() -> None:
    assert FILE.read_text(encoding="utf-8") == as_json()


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: str(case["name"]))
def test_verify_says_of_every_vector_what_the_page_says(case: dict[str, Any]) -> None:
    if case["fault"] is None:
        checked(case)
    else:
        with pytest.raises((RecordError, ReceiptError), match=SAID[case["fault"]]):
            checked(case)


def test_what_is_hashed_is_written_out_once_more_for_other_programs() -> None:
    word, sealed = "00112233445566778899aabbccddeeff", "ab" * 32
    text = f"perron word {TABLE} 1 2 {word}"
    assert word_commitment(TABLE, 1, 2, word) == hashlib.sha256(text.encode()).hexdigest()
    listed = DealList(TABLE, 2, "europe", 1, "cd" * 32, (sealed, "-"))
    text = f"perron list {TABLE} 2 europe 1 {'cd' * 32} {sealed} -"
    assert listed.hash == hashlib.sha256(text.encode()).hexdigest()
    key = bytes(range(32))
    mixed = b"perron deal 2 " + key + bytes.fromhex(listed.hash) + f"{word} -".encode()
    assert mix(key, (word, "-"), listed.hash) == hashlib.sha256(mixed).digest()


def test_table_attempt_seat_and_word_all_count_in_a_commitment() -> None:
    word = "0" * 32
    seals = {
        word_commitment(TABLE, 1, 0, word),
        word_commitment(TABLE[::-1], 1, 0, word),
        word_commitment(TABLE, 2, 0, word),
        word_commitment(TABLE, 1, 1, word),
        word_commitment(TABLE, 1, 0, "1" + word[1:]),
    }
    assert len(seals) == 5


def test_the_record_holds_everything_that_was_seen_before_the_deal() -> None:
    text = VECTORS["games"]["berlin"]["record"]
    assert text.startswith("perron record 2\n")
    record = read_record(text)
    found = verify_record(record)
    assert (found.words_committed, found.committed, found.broken) == (True, True, 0)
    assert record.listed is not None
    assert record.header["lists"] == f"{record.listed.hash} {record.listed.hash} -"
    assert record.listed.people == [0, 1]


def test_a_record_of_the_older_way_is_told_as_such() -> None:
    text = VECTORS["games"]["older"]["record"]
    assert text.startswith("perron record 1\n")
    assert not verify_record(read_record(text)).words_committed


def test_a_broken_off_deal_is_told_with_its_key_and_whose_word_was_not_received() -> None:
    record = read_record(VECTORS["games"]["broken off"]["record"])
    (broken,) = record.broken
    assert (broken.listed.attempt, broken.missing) == (1, [1])
    assert verify_record(record).broken == 1


def test_a_record_is_written_again_as_it_was_read() -> None:
    for game in VECTORS["games"].values():
        record = read_record(game["record"])
        assert write_record(verify_record(record).game, mixed=record.mixed) == game["record"]


HEAD = "perron record {}\nedition tiny\nrules 1\nseats 2\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("1\ntable abcdefghjk", "a record of format 1 has no line 'table'"),
        ("1\nbroken x", "a record of format 1 has no line 'broken'"),
        ("2", "the header has no line 'table'"),
        ("2\ntable ABC\nattempt 1\nCOMMITTED", "the table's code is not ten letters and digits"),
        ("2\ntable abcdefghjk\nattempt 3\nCOMMITTED", "the attempt is not 1 or 2"),
        ("2\ntable abcdefghjk\nattempt 1\nCOMMITTED\nbroken x", "a deal that was broken off is a promise, a key"),
        (
            f"2\ntable abcdefghjk\nattempt 1\nCOMMITTED\nbroken {'a' * 64} | {'b' * 64} | x | -",
            "a commitment is 64 hex",
        ),
        (f"2\ntable abcdefghjk\nattempt 1\nCOMMITTED\nbroken {'a' * 64} | {'b' * 64} | - - | x", "a word is 32 hex"),
    ],
)
def test_a_header_that_tells_of_no_such_deal_is_refused(lines: str, said: str) -> None:
    number, _, rest = lines.partition("\n")
    committed = f"commitment {'a' * 64}\ncommitments - -\nlists - -\nwords - -"
    text = HEAD.format(number) + (rest.replace("COMMITTED", committed) + "\n" if rest else "") + "\n"
    with pytest.raises(RecordError, match=said):
        read_record(text)


@pytest.mark.parametrize("count", [1, 3])
def test_there_is_one_commitment_and_one_list_a_seat(count: int) -> None:
    for name in ("commitments", "lists"):
        lines = {"commitments": "- -", "lists": "- -", name: " ".join("-" * count)}
        rest = "\n".join(f"{key} {value}" for key, value in lines.items())
        text = HEAD.format(2) + f"table {TABLE}\nattempt 1\ncommitment {'a' * 64}\n{rest}\nwords - -\n\n"
        with pytest.raises(RecordError, match=f"the {name} are not 64 hex digits a seat"):
            read_record(text)


RECEIPT = f"perron receipt 1\ntable {TABLE}\nedition europe\nrules 1\n"
PROMISE = "promise " + "a" * 64


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is no receipt"),
        ("perron record 1\n", "this is no receipt"),
        (RECEIPT, "it tells of no attempt"),
        ("perron receipt 1\ntable x\nrules 1\nattempt 1\n" + PROMISE, "the line 'edition' is missing"),
        (RECEIPT + "attempt 1", "attempt 1 has no promise"),
        (RECEIPT + "attempt 3", "line 5: .* is no line of a receipt"),
        (RECEIPT + f"attempt 2\n{PROMISE}\nattempt 1\n{PROMISE}", "line 7: .* is no line of a receipt"),
        (RECEIPT + "attempt 1\npromise x", "line 6"),
        (RECEIPT + f"attempt 1\n{PROMISE}\n{PROMISE}", "line 7"),
        (RECEIPT + f"attempt 1\n{PROMISE}\ncommitments x", "line 7"),
        (RECEIPT + f"attempt 1\n{PROMISE}\nword P0 x", "line 7"),
        (RECEIPT + f"attempt 1\n{PROMISE}\nword P0 {'0' * 32}\nword P0 {'0' * 32}", "line 8"),
        (RECEIPT + f"attempt 1\n{PROMISE}\nhello", "line 7"),
        (RECEIPT.replace("rules 1", "rules one") + "attempt 1\n" + PROMISE, "line 4"),
    ],
)
def test_what_is_no_receipt_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(ReceiptError, match=said):
        read_receipt(text)


def test_a_record_is_not_written_for_a_deal_that_it_was_not_dealt_from() -> None:
    record = read_record(VECTORS["games"]["amsterdam"]["record"])
    mixed = record.mixed
    assert mixed is not None
    with pytest.raises(PerronError, match="not dealt"):
        write_record(verify_record(record).game, mixed=Mixed(mixed.key, mixed.words))
