"""The number of sequences of legal actions is what it always was, counted in two ways."""

from __future__ import annotations

import pytest

from perron.cli.perft import read_cases
from perron.editions import load
from tests.every_version import EVERY
from tests.perft.counting import FOLDER, Case, counted, read, walked

ALL = [(name, case) for name in EVERY for case in read(FOLDER / f"{name}.perft")]
_WALK = 6_000
"""As many sequences are played, and their ends counted."""


def _ident(value: object) -> str:
    return value.name if isinstance(value, Case) else str(value)


@pytest.mark.parametrize(("name", "case"), ALL, ids=_ident)
def test_the_engine_counts_what_the_file_says(name: str, case: Case) -> None:
    game = case.game()
    before = game.state.tobytes()
    assert game.edition == load(name)
    assert {depth: counted(game, depth, case.payments) for depth in case.counts} == case.counts
    assert game.state.tobytes() == before


@pytest.mark.parametrize(("name", "case"), ALL, ids=_ident)
def test_playing_every_sequence_gives_the_same_count(name: str, case: Case) -> None:
    game = case.game()
    small = {depth: n for depth, n in case.counts.items() if case.counts.get(depth - 1, 1) <= _WALK}
    assert len(small) >= min(2, len(case.counts)), name
    assert {depth: walked(game, depth, case.payments) for depth in small} == small


def test_no_sequence_has_no_length() -> None:
    for _name, case in ALL:
        assert counted(case.game(), 0, case.payments) == 1


@pytest.mark.parametrize("name", EVERY)
def test_the_command_line_reads_the_files_the_same_way(name: str) -> None:
    path = FOLDER / f"{name}.perft"
    theirs = read_cases(path.read_text("utf-8"))
    ours = read(path)
    assert [case.name for case in theirs] == [case.name for case in ours]
    for one, other in zip(theirs, ours, strict=True):
        assert one.payments == other.payments
        assert {depth: n for _line, depth, n in one.counts} == other.counts
        assert one.game().state.tobytes() == other.game().state.tobytes()


def test_every_edition_is_counted_to_a_depth_and_with_both_kinds_of_payments() -> None:
    for name in EVERY:
        cases = [case for edition, case in ALL if edition == name]
        assert {case.payments for case in cases} == {"one", "all"}
        assert max(max(case.counts) for case in cases) >= 4
        assert len({case.name for case in cases}) == len(cases)
