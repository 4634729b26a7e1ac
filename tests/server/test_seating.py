"""Sitting down, getting up, being ready, starting, and going on to the next table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perron.bots.bot_names import NAMES
from perron.deal import word_commitment
from perron.keys import commitment
from perron.server import dealing, seating
from perron.server.models import Clock, NewTable, Ready, SeatPlan, TableSettings
from perron.server.refusal import Refused
from perron.server.seating import Change
from perron.server.store import SeatRow, TableRow
from tests.server.live import dealt

KEY = bytes(range(32))
WORD = "0123456789abcdef" * 2


def table(*kinds: str, settings: TableSettings | None = None) -> tuple[TableRow, list[SeatRow]]:
    plans = [SeatPlan.model_validate({"kind": kind}) for kind in kinds]
    asked = NewTable(edition="europe", seats=plans, settings=settings or TableSettings())
    return seating.new_table(asked, seating.edition_for(asked.edition), "abc", KEY, b"host", now=1000)


def after(seats: list[SeatRow], change: Change) -> list[SeatRow]:
    return [replace(row, **change.seats.get(row.seat, {})) for row in seats]


def seated(*kinds: str, settings: TableSettings | None = None) -> tuple[TableRow, list[SeatRow]]:
    """A table where a person sits in every seat for one and is ready."""
    row, seats = table(*kinds, settings=settings)
    for seat in [seat.seat for seat in seats if seat.kind == "person"]:
        seats = after(seats, seating.sit(row, seats, seat, f"P{seat}", None, b"%d" % seat)[1])
        seats = after(seats, seating.get_ready(row, seats, seat, ready(seat)))
    return row, seats


def ready(seat: int) -> Ready:
    return Ready(seat=seat, commitment=word_commitment("abc", 1, seat, WORD))


def refusal(do: object, *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        do(*arguments)  # type: ignore[operator]
    return refused.value.code


def test_a_new_table_commits_to_its_key() -> None:
    row, seats = table("person", "open", "bot")
    assert (row.status, row.commitment) == ("waiting", commitment(KEY))
    assert [(seat.kind, seat.level) for seat in seats] == [("person", None), ("open", "medium"), ("bot", "medium")]


def test_an_edition_must_exist_and_have_so_many_seats() -> None:
    plans = [SeatPlan()] * 5
    assert refusal(seating.edition_for, "mars") == "edition/unknown"
    asked, edition = NewTable(edition="first_journey", seats=plans), seating.edition_for("first_journey")
    assert refusal(seating.new_table, asked, edition, "abc", KEY, b"h", 0) == "edition/seats"


def test_who_sits_down_gets_the_first_free_seat_and_colour() -> None:
    row, seats = table("bot", "person", "person")
    seat, change = seating.sit(row, seats, None, "Ann", None, b"1")
    assert (seat, change.seats[1]["colour"]) == (1, "blue")
    seats = after(seats, change)
    seat, change = seating.sit(row, seats, None, "Ben", None, b"2")
    assert (seat, change.seats[2]["colour"]) == (2, "red")
    assert refusal(seating.sit, row, after(seats, change), None, "Cleo", None, b"3") == "seat/none_free"


def test_nobody_sits_on_somebodys_lap_or_takes_their_colour() -> None:
    row, seats = table("person", "person", "bot")
    seats = after(seats, seating.sit(row, seats, 0, "Ann", "green", b"1")[1])
    assert refusal(seating.sit, row, seats, 0, "Ben", None, b"2") == "seat/taken"
    assert refusal(seating.sit, row, seats, 2, "Ben", None, b"2") == "seat/taken"
    assert refusal(seating.sit, row, seats, 1, "Ben", "green", b"2") == "colour/taken"
    assert refusal(seating.sit, row, seats, 3, "Ben", None, b"2") == "seat/unknown"


def test_a_seat_that_was_left_is_free_again() -> None:
    row, seats = seated("person", "person")
    seats = after(seats, seating.leave(row, seats, 0))
    assert (seats[0].secret_hash, seats[0].ready, seats[0].word) == (None, False, None)
    assert seating.sit(row, seats, None, "Cleo", None, b"3")[0] == 0


def test_nobody_is_ready_in_an_empty_seat() -> None:
    row, seats = table("person", "person")
    assert refusal(seating.get_ready, row, seats, 0, ready(0)) == "seat/empty"


def test_a_game_starts_when_all_sit_and_are_ready() -> None:
    row, seats = table("person", "open", "bot")
    assert refusal(dealing.start, row, seats, 5000) == "seat/empty"
    seats = after(seats, seating.sit(row, seats, 0, "Ann", None, b"1")[1])
    assert refusal(dealing.start, row, seats, 5000) == "seat/not_ready"
    seats = after(seats, seating.get_ready(row, seats, 0, ready(0)))
    change = dealing.start(row, seats, 5000)
    assert change.table["status"] == "dealing"
    assert [change.seats[seat]["kind"] for seat in range(3)] == ["person", "bot", "bot"]
    assert len({row.colour for row in after(seats, change)}) == 3


def test_banks_are_filled_at_the_start_and_the_first_clock_runs() -> None:
    row, seats = seated("person", "person", settings=TableSettings(clock=Clock(move_seconds=60, bank_seconds=30)))
    row, seats = dealt(row, seats, 5000)
    assert [one.bank_ms for one in seats] == [30_000, 30_000]
    assert (row.due, row.due_what) == (95_000, "clock")


def test_seats_cannot_change_once_the_game_has_begun() -> None:
    row, seats = seated("person", "person")
    for do, arguments in (
        (seating.sit, (None, "Ann", None, b"1")),
        (seating.leave, (0,)),
        (seating.get_ready, (0, ready(0))),
        (seating.put_bot, (0, "easy")),
        (seating.clear, (0,)),
        (dealing.start, (5000,)),
    ):
        for status in ("dealing", "playing", "over"):
            assert refusal(do, replace(row, status=status), seats, *arguments) == "table/started"


def test_the_clock_cannot_change_once_the_game_has_begun_but_the_chat_can() -> None:
    row, _ = seated("person", "person")
    row = replace(row, status="playing")
    assert refusal(seating.change_settings, row, TableSettings(clock=Clock(move_seconds=5))) == "table/started"
    asked = replace(row, status="dealing")
    assert refusal(seating.change_settings, asked, TableSettings(clock=Clock(move_seconds=5))) == "table/started"
    assert seating.change_settings(row, TableSettings(chat=False)).table["settings"]["chat"] is False


def test_a_rematch_moves_everybody_one_seat_on_under_a_new_key() -> None:
    row, seats = seated("person", "bot", "person")
    assert refusal(seating.rematch, row, seating.edition_for(row.edition), seats, "next", KEY, 9000) == "table/not_over"
    fresh, again = seating.rematch(
        replace(row, status="over"), seating.edition_for(row.edition), seats, "next", bytes(32), 9000
    )
    assert [seat.name for seat in again] == ["P2", "P0", seats[1].name]
    assert [seat.kind for seat in again] == ["person", "person", "bot"]
    assert [seat.secret_hash for seat in again] == [b"2", b"0", None]
    assert not any(seat.ready or seat.word or seat.commitment for seat in again)
    assert (fresh.code, fresh.status, fresh.commitment) == ("next", "waiting", commitment(bytes(32)))


def test_bots_have_names_of_their_own_as_soon_as_they_sit() -> None:
    row, seats = table("bot", "person", "open", "bot")
    named = [seat.name for seat in seats]
    assert (named[1], named[2]) == ("", "")
    assert {named[0], named[3]} <= set(NAMES)
    assert named[0] != named[3]
    assert [seat.name for seat in table("bot", "person", "open", "bot")[1]] == named  # always the same for a table
    seats = after(seats, seating.put_bot(row, seats, 2, "hard"))
    assert len({seat.name for seat in seats}) == 4
    seats = after(seats, seating.clear(row, seats, 2))
    assert seats[2].name == ""


def test_an_open_seat_that_a_bot_fills_gets_a_name_with_it() -> None:
    row, seats = seated("person", "open", "open")
    seats = after(seats, dealing.start(row, seats, 2000))
    assert len({seat.name for seat in seats}) == 3
    assert {seats[1].name, seats[2].name} <= set(NAMES)


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    row, seats = table("bot", "person", "person")
    hers = seats[0].name
    seats = after(seats, seating.sit(row, seats, 1, hers.upper(), None, b"1")[1])
    assert seats[1].name == hers.upper()
    assert seats[0].name in set(NAMES) - {hers}
    assert refusal(seating.sit, row, seats, 2, hers, None, b"2") == "name/taken"
