"""Files that are no records, torn records, and what a crash leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perron import Game, RecordError
from perron.record import load_record, read_record, save_record, verify_record, write_record
from tests.views.playing import played


def _record(name: str, seats: int, seed: int = 0) -> str:
    *_, game = played(name, seats, seed)
    return write_record(game)


TINY = _record("tiny", 2)


def refused(path: Path) -> RecordError:
    """How a file is refused, by reading or by verifying it."""
    with pytest.raises(RecordError) as error:
        verify_record(load_record(path))
    assert len(str(error.value)) < 600
    assert "\x00" not in str(error.value)
    return error.value


@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_a_record_torn_anywhere_is_found_out(name: str, tmp_path: Path) -> None:
    """But for one thing: torn off cleanly before its first hash, it is the record of a game in progress."""
    text = _record(name, 2)
    content = text.encode()
    first_hash = content.index(b" #")
    begun = content.index(b"\n1 P0") + 1
    path = tmp_path / "torn.record"
    for size in range(len(content)):
        path.write_bytes(content[:size])
        at_a_line_end = content[:size].endswith(b"\n")
        if at_a_line_end and begun <= size < first_hash:
            verified = verify_record(load_record(path))
            assert not verified.game.over
            continue
        error = refused(path)
        if content[:size] and not at_a_line_end:
            assert error.line == content[:size].count(b"\n") + 1
            assert "torn" in str(error)


def test_a_game_in_progress_torn_off_within_a_line_is_found_out() -> None:
    game = Game("tiny", 2, seed=3)
    for _ in range(30):
        game.play(game.legal_actions()[0])
        if game.over:
            break
    text = write_record(game)
    for size in range(len(text)):
        if not text[:size].endswith("\n"):
            with pytest.raises(RecordError):
                read_record(text[:size])


@pytest.mark.parametrize(
    ("content", "told", "line"),
    [
        (b"", "torn", None),
        (b"\n", "this is no record", 1),
        (b"hello\n", "this is no record: the first line is not 'perron record 1'", 1),
        (b"perron record 3\n", "reads formats 1 and 2", 1),
        (b"perron record one\n", "reads formats 1 and 2", 1),
        (b"\xef\xbb\xbf" + TINY.encode(), "this is no record", 1),
        (TINY.replace("\n", "\r\n").encode(), "", 1),
        (TINY.replace("\n", "\r").encode(), "", 1),
        (b"\x00" * 100 + b"\n", "this is no record", 1),
        (TINY.encode().replace(b"edition tiny", b"edition ti\x00ny"), "", 2),
        (TINY.encode().replace(b"\n1 P0", b"\n\x001 P0"), "is not an action's line", 10),
        (TINY.encode() + b"\x00\n", "there are lines after the result", TINY.count("\n") + 1),
        (b"\xff\xfe" + TINY.encode("utf-16-le"), "is not a text in UTF-8 (byte 0)", None),
        (TINY.encode().replace(b"keep", b"k\xe9\xe9p", 1), "is not a text in UTF-8", None),
        (b"perron record 1\n" + b"x" * 1_000_000 + b"\n", "is no part of the header", 2),
        (b"perron record 1\nedition " + b"x" * 1_000_000 + b"\n", "the header does not end", 2),
        (b"perron record 1\nedition tiny\nrules 1\nseats " + b"9" * 100_000 + b"\n\n", "seats is not a number", 4),
        (TINY.encode().replace(b"\n1 P0 ", b"\n1 P0 " + b"keep " * 200_000, 1), "too long for an action", 10),
        (TINY.encode().replace(b"\n1 P0 ", b"\n" + b"1" * 100_000 + b" P0 ", 1), "is not an action's line", 10),
        (b"x" * 4_000_001, "too large for a record", None),
        (b"perron record 1\n", "the header does not end", 1),
        (b"perron record 1\n\n", "the header has no line 'edition'", 1),
        (b"perron record 1\nedition utopia\nrules 1\nseats 2\n\n", "utopia", 2),
        (b"perron record 1\nedition tiny\nrules 7\nseats 2\n\n", "no version 7 of the rules of tiny, only 1", 3),
        (b"perron record 1\nedition tiny\nrules 1\nseats 4\n\n", "2 to 3", 4),
        (b"perron record 1\nedition tiny\nrules 1\nseats 1\n\n", "2 to 3", 4),
        (b"perron record 1\nedition tiny\nrules 1\nseats 2\n\n", "chance", 4),
        (b"perron record 1\nedition tiny\nrules 1\nseats 2\n\nresult \n", "", 4),
        (b"perron record 1\nedition tiny\nrules 1\nseats 2\ncolour blue\n\n", "is no part of the header", 5),
    ],
    ids=range(29),
)
def test_what_is_no_record_is_refused_with_its_line(
    content: bytes, told: str, line: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.record"
    path.write_bytes(content)
    error = refused(path)
    assert told in str(error)
    assert error.line == line


def test_line_ends_of_another_system_are_called_by_their_name(tmp_path: Path) -> None:
    path = tmp_path / "windows.record"
    path.write_bytes(TINY.replace("\n", "\r\n").encode())
    assert "line end" in str(refused(path))


def test_a_torn_line_is_counted_by_line_feeds_alone() -> None:
    with pytest.raises(RecordError) as error:
        read_record("perron record 1\nnote a\u2028b\x0bc\x85d\nedition ti")
    assert error.value.line == 3


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.record", tmp_path, tmp_path / "nul\x00byte"):
        with pytest.raises(RecordError, match="cannot be read"):
            load_record(path)


def test_a_file_that_cannot_be_written_is_told_of_and_nothing_is_left(tmp_path: Path) -> None:
    game = Game("tiny", 2, seed=1)
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "nowhere" / "game.record", tmp_path / "folder"):
        with pytest.raises(RecordError, match="cannot be written"):
            save_record(game, path)
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("note", ["\ud800", "a\ud800b"])
def test_a_note_that_is_no_text_in_utf_8_is_refused_and_leaves_the_file_as_it_was(note: str, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    save_record(Game("tiny", 2, seed=1), path)
    before = path.read_bytes()
    with pytest.raises(RecordError):
        save_record(Game("tiny", 2, seed=2), path, extra={"note": note})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.record"]


ALWAYS_THE_SAME_PROCESS = """
import os
me = os.getpid()
os.getpid = lambda: 1  # as the first process of a container
"""
SAVING = """
import sys
from perron import Game
from perron.record import save_record
save_record(Game("tiny", 3, seed=2), sys.argv[1])
"""
KILLED_WHILE_SAVING = """
import os, signal, sys
from perron import Game
from perron.record import save_record
real, me = os.fsync, os.getpid()
def killed(handle):
    real(handle)
    os.kill(me, signal.SIGKILL)
os.fsync = killed
save_record(Game("tiny", 3, seed=2), sys.argv[1])
"""


@pytest.mark.parametrize("there_before", [True, False])
def test_a_crash_while_saving_leaves_the_file_as_it_was(there_before: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    if there_before:
        save_record(Game("tiny", 2, seed=1), path)
    before = path.read_bytes() if there_before else None
    child = subprocess.run([sys.executable, "-c", KILLED_WHILE_SAVING, str(path)], check=False, env=os.environ.copy())
    assert child.returncode == -signal.SIGKILL
    assert (path.read_bytes() if path.exists() else None) == before
    if there_before:
        assert verify_record(load_record(path)).game.seats == 2
    save_record(Game("tiny", 3, seed=2), path)
    assert load_record(path).header["seats"] == "3"


def test_what_a_crash_left_does_not_keep_a_process_of_the_same_number_from_saving(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    killed = KILLED_WHILE_SAVING.replace("real, me = os.fsync, os.getpid()", "real = os.fsync")
    for script, code in ((killed, -signal.SIGKILL), (SAVING, 0)):
        child = subprocess.run([sys.executable, "-c", ALWAYS_THE_SAME_PROCESS + script, str(path)], check=False)
        assert child.returncode == code
    assert load_record(path).header["seats"] == "3"
    assert [file.name for file in tmp_path.iterdir()] == ["game.record"]
