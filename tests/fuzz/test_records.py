"""Spoiled records: read and verified without a fault of ours, or refused by a RecordError."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from perron import Game, RecordError
from perron.record import load_record, read_record, replay_record, verify_record, write_record
from tests.fuzz import counts
from tests.fuzz.mutate import IN_A_FILE, IN_A_LINE, spoiled
from tests.golden import conservation
from tests.positions import position
from tests.views.playing import played


def _texts() -> list[str]:
    texts = []
    for name, seats in (("tiny", 2), ("tiny", 3), ("tiny_race", 2), ("tiny_race", 3), ("amsterdam", 2), ("berlin", 2)):
        *_, game = played(name, seats, 5)
        texts += [write_record(game), write_record(game, reveal_key=False)]
    begun = Game("europe", 3, seed=5)
    for _ in range(12):
        begun.play(begun.legal_actions()[0])
    placed = position("tiny hand=P0:red*3,wild;P1:blue*2 own=P0:north-middle turn=P1 seed=2")
    for _ in range(12):
        placed.play(placed.legal_actions()[-1])
    return [*texts, write_record(begun), write_record(placed), write_record(placed, extra={"note": "a note"})]


TEXTS = _texts()
PARTS = 6


def spoiled_record(rng: Random) -> str:
    """A record with one of its lines, or all of it, spoiled; or two records put together."""
    text = rng.choice(TEXTS)
    kind = rng.randrange(10)
    if kind < 5:
        lines = text.split("\n")
        i = rng.randrange(len(lines) - 1)
        lines[i] = spoiled(lines[i], IN_A_LINE, rng)
        return "\n".join(lines)
    if kind < 9:
        return spoiled(text, IN_A_FILE, rng)
    lines, others = text.split("\n"), rng.choice(TEXTS).split("\n")
    return "\n".join(lines[: rng.randrange(len(lines))] + others[rng.randrange(len(others)) :])


def looked_into(text: str, rng: Random) -> bool:
    """Whether a record is believed; whatever it is, only a RecordError may come of it."""
    try:
        record = read_record(text)
        replay_record(record, until=min(len(record.actions), rng.randrange(4)))
        game = verify_record(record).game
    except RecordError as error:
        line, message = error.line, str(error)
    else:
        assert "position" in record.header or conservation.faults(game) == []
        return True
    assert line is None or 1 <= line <= text.count("\n") + 1
    assert len(message) < 3000
    return False


@pytest.mark.parametrize("part", range(PARTS))
def test_a_spoiled_record_is_refused_or_makes_sense(part: int) -> None:
    rng = Random(f"records {part}")
    believed = sum(looked_into(spoiled_record(rng), rng) for _ in range(counts.RECORDS // PARTS))
    assert 0 < believed < counts.RECORDS // PARTS // 2


def test_a_spoiled_record_file_is_refused_or_makes_sense(tmp_path: Path) -> None:
    rng = Random("files")
    path = tmp_path / "spoiled.record"
    refused = 0
    for _ in range(counts.RECORD_FILES):
        content = bytearray(rng.choice(TEXTS).encode())
        for _ in range(rng.choice((1, 1, 2, 8))):
            content[rng.randrange(len(content))] = rng.randrange(256)
        path.write_bytes(content[: rng.randrange(len(content))] if rng.random() < 0.2 else content)
        try:
            verify_record(load_record(path))
        except RecordError:
            refused += 1
    assert refused > counts.RECORD_FILES // 2
