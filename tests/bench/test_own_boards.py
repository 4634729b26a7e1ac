"""The measure of bots on boards that nobody tuned: it goes on where it stopped, and counts rightly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import own_boards
from benchmarks.made_editions import HELD_OUT
from benchmarks.own_boards import MATCHES, Row, as_text, go_on, mean, measure, read, summed_up
from perron import __version__
from perron.bots.tuning import evidence_of


def row(board: int, wins: float = 0.5, minutes: float = 5.0) -> Row:
    shown = evidence_of([wins - 0.1, wins + 0.1] * 50, 2)
    return Row(board, __version__, minutes, 10, 1, shown, shown, shown)


def measuring(asked: list[int], minutes: float = 5.0) -> Callable[[int], Row]:
    """Measures nothing, but notes which boards are asked for."""

    def measured(number: int) -> Row:
        asked.append(number)
        return row(number, minutes=minutes)

    return measured


def test_it_goes_on_with_the_boards_that_are_missing(tmp_path: Path) -> None:
    out, asked = tmp_path / "rows.jsonl", list[int]()

    def measured(number: int) -> Row:
        if len(asked) == 3:
            raise KeyboardInterrupt
        asked.append(number)
        return row(number)

    with pytest.raises(KeyboardInterrupt):
        go_on(out, 5.0, measured)
    assert [one.board for one in read(out)] == list(HELD_OUT[:3])
    with out.open("a", encoding="utf-8") as file:
        file.write('{"board": 903, "per')  # the machine went down while it wrote
    out.write_text(out.read_text("utf-8") + "\n", "utf-8")
    again = list[int]()
    rows = go_on(out, 5.0, measuring(again))
    assert again == list(HELD_OUT[3:])
    assert rows == [row(number) for number in HELD_OUT]
    assert go_on(out, 5.0, measured) == rows


def test_rows_of_another_length_do_not_count(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    go_on(out, 1.0, lambda number: row(number, minutes=1.0))
    asked = list[int]()
    go_on(out, 5.0, measuring(asked))
    assert asked == list(HELD_OUT)


def test_every_board_counts_the_same_and_the_bars_are_for_five_minutes() -> None:
    rows = [row(number, 0.4 if number % 2 else 0.8) for number in HELD_OUT]
    found = summed_up(rows)
    wins, low, high = found["means"]["default_tuned"]
    assert wins == pytest.approx(0.6)
    one = mean([rows[0].default_tuned])
    assert high - low == pytest.approx((one[2] - one[1]) / len(rows) ** 0.5)
    assert found["met"] == {"default_tuned": True, "tuned_printed": True}
    assert summed_up([row(number, 0.44) for number in HELD_OUT])["met"] == dict.fromkeys(found["met"], False)
    short = [row(number, minutes=1.0) for number in HELD_OUT]
    assert set(summed_up(short)["met"].values()) == {None}
    told = as_text({"machine": {"cores": "2"}, "minutes": 1.0, **summed_up(short)}, short)
    assert told.count("is for 5 minutes") == 2


def test_a_board_is_tuned_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_boards, "DEALS", 20)
    found = measure(HELD_OUT[0], 0.01, 1)
    assert (found.board, found.minutes, found.perron) == (HELD_OUT[0], 0.01, __version__)
    for key in MATCHES:
        shown = getattr(found, key)
        assert (shown.deals, shown.games, shown.even) == (20, 40, 0.5)
        assert shown.interval[0] <= shown.wins <= shown.interval[1]
