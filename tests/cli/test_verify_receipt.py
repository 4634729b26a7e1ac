"""`perron verify --receipt`: a record against what a browser kept before the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Run, assert_refused
from tests.records.deal_vectors import FILE

GAMES: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["games"]


def files(folder: Path, game: str) -> tuple[str, str]:
    """A game's record and receipt as files."""
    for name in ("record", "receipt"):
        (folder / name).write_text(GAMES[game][name], encoding="utf-8")
    return str(folder / "record"), str(folder / "receipt")


def test_a_record_of_the_promised_deal_is_right(run: Run, tmp_path: Path) -> None:
    record, receipt = files(tmp_path, "broken off")
    answer = run("verify", record, "--receipt", receipt)
    told = " ".join(answer.out.split())
    assert answer.code == 0
    assert "a deal was broken off before this one: the word of P1 was not received" in told
    assert "this is the deal that was promised there" in told
    told = json.loads(run("verify", record, "--receipt", receipt, "--json").out)
    assert (told["ok"], told["words_committed"], told["broken_off"], told["receipt"]) == (True, True, 1, receipt)


def test_a_record_of_another_deal_is_not(run: Run, tmp_path: Path) -> None:
    record, receipt = files(tmp_path, "another key")
    assert run("verify", record).code == 0
    assert_refused(run("verify", record, "--receipt", receipt), "promised another key before the game")
    told = json.loads(run("verify", record, "--receipt", receipt, "--json").out)
    assert (told["ok"], told["line"]) == (False, None)


def test_the_older_way_is_told_as_what_it_is(run: Run, tmp_path: Path) -> None:
    record, receipt = files(tmp_path, "older")
    assert "sent by the older way, without commitments" in " ".join(run("verify", record).out.split())
    assert_refused(run("verify", record, "--receipt", receipt), "older way to deal")


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe", b"perron receipt 1\n" + b"x" * 200_000])
def test_what_is_no_receipt_is_refused_in_one_sentence(run: Run, tmp_path: Path, content: bytes) -> None:
    record, receipt = files(tmp_path, "amsterdam")
    Path(receipt).write_bytes(content)
    assert_refused(run("verify", record, "--receipt", receipt), "receipt")
    assert_refused(run("verify", record, "--receipt", str(tmp_path / "none")), "cannot be read")
