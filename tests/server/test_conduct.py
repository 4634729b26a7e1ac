"""Muting, barring and voting, worked out on rows; and names that look alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from perron.server import conduct
from perron.server.attendance import attended
from perron.server.plain_text import alike
from perron.server.refusal import Refused
from perron.server.step import Step
from perron.server.store import NewRow, SeatRow
from tests.server.live import live_table

PEOPLE = 4


def people(**votes: list[int]) -> list[SeatRow]:
    """People on devices of their own; `s0=[1, 2]` has seats 1 and 2 ask for a bot in seat 0."""
    live = live_table("europe", *["person"] * PEOPLE)
    return [replace(row, device=b"%d" % row.seat, votes=votes.get(f"s{row.seat}")) for row in live.seats]


def refusal(do: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        do()
    return caught.value.code


def test_a_vote_is_carried_when_all_others_who_are_there_agree() -> None:
    seats = people(s0=[1, 2])
    assert not conduct.vote_succeeds(seats, 0, {0, 1, 2, 3})
    assert conduct.vote_succeeds(seats, 0, {0, 1, 2})
    assert conduct.vote_succeeds(people(s0=[1, 2, 3]), 0, {0, 1, 2, 3})


def test_nobody_takes_a_seat_alone() -> None:
    assert not conduct.vote_succeeds(people(s0=[1]), 0, {0, 1})
    two = live_table("europe", "person", "person").seats
    assert not conduct.vote_succeeds([replace(two[0], votes=[1]), two[1]], 0, {0, 1})


def test_several_at_one_device_have_one_voice() -> None:
    shared = [replace(row, device=b"one") if row.seat > 0 else row for row in people(s0=[1, 2, 3])]
    assert not conduct.vote_succeeds(shared, 0, {0, 1, 2, 3})


def test_whom_a_bot_plays_for_has_no_voice() -> None:
    seats = people(s0=[1, 2])
    away = [replace(row, standing_in="easy") if row.seat == 2 else row for row in seats]
    assert not conduct.vote_succeeds(away, 0, {0, 1})
    table = live_table("europe", *["person"] * PEOPLE).table
    assert refusal(lambda: conduct.vote(table, away, 2, 0, True)) == "seat/stood_in"
    assert refusal(lambda: conduct.vote(table, seats, 0, 0, True)) == "seat/yours"


def test_a_vote_can_be_taken_back() -> None:
    table = live_table("europe", *["person"] * PEOPLE).table
    assert conduct.vote(table, people(s0=[2]), 1, 0, True).seats == {0: {"votes": [1, 2]}}
    assert conduct.vote(table, people(s0=[1, 2]), 1, 0, False).seats == {0: {"votes": [2]}}


def test_during_a_game_only_who_was_sent_away_is_barred() -> None:
    table = live_table("europe", *["person"] * PEOPLE).table
    seats = people()
    assert refusal(lambda: conduct.bar(table, seats, 1)) == "seat/connected"
    late = [replace(row, standing_in="easy", standing_why="timeout") for row in seats]
    assert refusal(lambda: conduct.bar(table, late, 1)) == "seat/connected"
    gone = [replace(row, standing_in="easy", standing_why="voted") for row in seats]
    change = conduct.bar(table, gone, 1)
    barred = replace(table, barred=change.table["barred"])
    assert change.seats[1]["secret_hash"] is None
    assert conduct.is_barred(barred, conduct.marks((), b"1"))
    assert not conduct.is_barred(barred, conduct.marks(("x" * 43,), b"2"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ＡＮＮ"),
        ("Ann", "A n n"),
        ("Ann", "Аnn"),  # a Cyrillic A
        ("Zoë", "Zoe\u0308"),
        ("Straße", "STRASSE"),
        ("☎", "☎\ufe0f"),
    ],
)
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert alike(one) == alike(other)


def test_names_that_differ_are_two_names() -> None:
    names = ["Ann", "Anna", "Anne", "Åsa", "Asa", "Иван", "Ван", "Ann 2", "👩‍🚀", "👩"]
    assert len({alike(name) for name in names}) == len(names)


def step(kind: str, seat: int, by: str = "person", **table: object) -> Step:
    return Step(0, (NewRow(kind=kind, seat=seat, by=by, at=1),), table, 1)


def test_who_gives_up_or_lets_time_run_out_has_left_and_the_others_stay() -> None:
    seats = people()
    assert attended(seats, step("resign", 1)) == {b"1": False}
    assert attended(seats, step("stand_in", 2, "clock")) == {b"2": False}
    assert attended(seats, step("action", 2, "clock")) == {b"2": False}
    assert attended(seats, step("stand_in", 2, "host")) == {}
    assert attended(seats, step("action", 0)) == {}
    assert attended(seats, step("action", 0, status="over")) == {b"%d" % seat: True for seat in range(PEOPLE)}


def test_nobody_leaves_bots_or_those_at_the_same_device() -> None:
    alone = live_table("europe", "person", "bot").seats
    assert attended([replace(alone[0], device=b"1"), alone[1]], step("resign", 0)) == {}
    shared = [replace(row, device=b"one") for row in people()]
    assert attended(shared, step("resign", 0)) == {}
