"""First tickets are chosen by all at once: what is under seal, for how long, and what clocks and bots make of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perron.errors import PerronError
from perron.server import steps
from perron.server.models import Clock, TableSettings
from perron.server.refusal import Refused
from perron.server.room import as_text
from perron.server.store import LogRow, Snapshot
from perron.server.table import LiveTable
from tests.server.live import START, keep, live_table

CLOCKED = TableSettings(clock=Clock(move_seconds=10, bank_seconds=60))


def choice(live: LiveTable, seat: int, which: int = 0) -> str:
    return (live.view(seat).legal or ())[which]


def choose(live: LiveTable, seat: int, which: int = 0, now: int = START, client: str | None = None) -> LogRow | None:
    """A seat chooses; the last row of the log that comes of it."""
    return keep(live, steps.act(live, seat, choice(live, seat, which), by="person", now=now, client=client))


def take_back(live: LiveTable, seat: int, now: int = START, client: str | None = None) -> None:
    assert keep(live, steps.take_back(live, seat, now=now, client=client)) is None


def code_of(do: object, *arguments: object, **more: object) -> str:
    with pytest.raises(Refused) as refused:
        do(*arguments, **more)  # type: ignore[operator]
    return refused.value.code


def reread(live: LiveTable) -> LiveTable:
    """The same table as another worker reads it, before anything is in its log."""
    return LiveTable(Snapshot(live.table, live.seats, ()))


def test_everybody_is_asked_at_once_whatever_the_order() -> None:
    live = live_table("europe", "person", "person", "person")
    assert live.choosing == live.acting == (0, 1, 2)
    for seat in range(3):
        view = live.view(seat)
        assert (view.to_move, view.phase, view.chosen) == (seat, "setup", None)
        assert view.legal
        assert all(text.startswith("keep ") for text in view.legal)
    assert (live.view(None).to_move, live.view(None).legal) == (0, None)


def test_the_log_gets_all_choices_together_in_seat_order() -> None:
    live = live_table("europe", "person", "person", "person")
    texts = {seat: choice(live, seat, seat) for seat in range(3)}
    assert choose(live, 2, 2) is None
    assert choose(live, 0, 0) is None
    assert (live.number, live.choosing, live.table.to_move) == (0, (1,), 1)
    step = steps.act(live, 1, texts[1], by="person", now=START + 5)
    assert [(row.seat, row.text, row.by, row.at) for row in step.rows] == [
        (seat, texts[seat], "person", START + 5) for seat in range(3)
    ]
    keep(live, step)
    assert (live.number, live.choosing, live.table.to_move) == (3, (), 0)
    assert all(row.sealed is None for row in live.seats)
    assert live.view(1).phase == "turn"
    for seat in range(3):
        assert set(live.view(seat).tickets or ()) == set(texts[seat].split()[1:])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_else_can_tell_what_was_chosen(viewer: int | None) -> None:
    shown = set()
    for which in range(3):
        live = live_table("europe", "person", "person", "person")
        choose(live, 2, which)
        shown.add(as_text([live.view(viewer), live.info(), live.clocks(START), live.undo]))
    assert len(shown) == 1


def test_who_has_chosen_sees_what_and_waits() -> None:
    live = live_table("europe", "person", "person")
    text = choice(live, 0, 3)
    choose(live, 0, 3)
    view = live.view(0)
    assert set(view.chosen or ()) == set(text.split()[1:])
    assert (view.to_move, view.legal, view.tickets) == (1, None, ())
    assert live.info().choosing == [1]


def test_a_choice_is_changed_while_others_still_choose() -> None:
    live = live_table("europe", "person", "person", "person")
    choose(live, 0)
    choose(live, 1)
    assert live.undo == [0, 1]
    take_back(live, 0)
    assert (live.choosing, live.undo, live.number) == ((0, 2), [1], 0)
    other = choice(live, 0, 1)
    choose(live, 0, 1)
    choose(live, 2)
    assert (live.number, live.undo) == (3, [])
    assert set(live.view(0).tickets or ()) == set(other.split()[1:])
    assert code_of(steps.take_back, live, 0, now=START) == "undo/not_possible"


def test_another_choice_takes_the_place_of_the_first() -> None:
    live = live_table("europe", "person", "person")
    other = choice(live, 0, 1)
    choose(live, 0)
    keep(live, steps.act(live, 0, other, by="person", now=START))
    assert (live.choosing, set(live.view(0).chosen or ())) == ((1,), set(other.split()[1:]))
    choose(live, 1)
    assert (live.number, set(live.view(0).tickets or ())) == (2, set(other.split()[1:]))


def test_a_choice_stays_where_nothing_may_be_taken_back() -> None:
    live = live_table("europe", "person", "person", settings=TableSettings(undo=False))
    other = choice(live, 0, 1)
    choose(live, 0)
    assert live.undo == []
    assert code_of(steps.take_back, live, 0, now=START) == "undo/off"
    assert code_of(steps.act, live, 0, other, by="person", now=START) == "action/not_your_turn"


def test_the_rules_speak_before_anything_is_sealed() -> None:
    live = live_table("europe", "person", "person")
    for seat in (0, 1):
        assert code_of(steps.act, live, seat, "draw blind", by="person", now=START) == "tickets/keep_first"
        assert code_of(steps.act, live, seat, "keep none", by="person", now=START) == "tickets/too_few"
        assert code_of(steps.act, live, seat, "hop", by="person", now=START) == "action/unreadable"
    other = choice(live, 1)
    assert code_of(steps.act, live, 0, other, by="person", now=START) == "tickets/not_offered"
    assert live.choosing == (0, 1)


def test_a_message_that_comes_again_counts_once() -> None:
    live = live_table("europe", "person", "person")
    choose(live, 0, client="0:a")
    assert live.earlier("0:a") == 0
    take_back(live, 0, client="0:b")
    choose(live, 0, 1, client="0:c")
    again = reread(live)
    assert [again.earlier(ident) for ident in ("0:a", "0:b", "0:c", "0:d")] == [0, 0, 0, None]
    assert again.view(0).chosen == live.view(0).chosen
    row = choose(live, 1, client="1:a")
    assert row is not None
    assert [live.earlier(ident) for ident in ("0:c", "1:a")] == [1, 2]


def test_a_choice_that_is_withdrawn_before_it_arrives_does_not_count() -> None:
    live = live_table("europe", "person", "person")
    assert steps.may_still_come(live, 0, 0)
    assert keep(live, steps.withdraw(live, 0, "0:lost", now=START, client="0:w")) is None
    assert (live.choosing, live.number) == ((0, 1), 0)
    assert [live.earlier(ident) for ident in ("0:lost", "0:w")] == [0, 0]


def test_clocks_run_for_all_and_stop_for_each_with_its_choice() -> None:
    live = live_table("europe", "person", "person", "person", settings=CLOCKED)
    assert live.clocks(START).until == [START + 70_000] * 3
    choose(live, 1, now=START + 4_000)
    assert live.clocks(START + 4_000).until == [START + 70_000, None, START + 70_000]
    choose(live, 0, now=START + 25_000)
    row = choose(live, 2, now=START + 40_000)
    assert row is not None
    assert row.spent_ms == 40_000
    assert [seat.bank_ms for seat in live.seats] == [45_000, 60_000, 30_000]
    assert (live.table.turn_began, live.table.due) == (START + 40_000, START + 40_000 + 10_000 + 45_000)


def test_choosing_again_gains_no_time() -> None:
    live = live_table("europe", "person", "person", settings=CLOCKED)
    choose(live, 0, now=START + 5_000)
    take_back(live, 0, now=START + 20_000)
    choose(live, 0, now=START + 30_000)
    choose(live, 1, now=START + 30_000)
    assert live.seats[0].bank_ms == 40_000


def test_a_choice_is_not_taken_back_when_its_time_is_up() -> None:
    settings = TableSettings(clock=Clock(move_seconds=10))
    live = live_table("europe", "person", "bot", settings=settings)
    choose(live, 0)
    assert code_of(steps.take_back, live, 0, now=START + 10_000) == "undo/not_possible"


def test_when_time_is_up_the_least_is_chosen_for_all_who_are_late() -> None:
    live = live_table(
        "europe", "person", "person", "person", settings=CLOCKED.model_copy(update={"on_timeout": "least"})
    )
    choose(live, 1)
    assert (live.table.due, live.table.due_what) == (START + 70_000, "clock")
    assert code_of(steps.time_is_up, live, START + 69_999) == "action/stale"
    row = keep(live, steps.time_is_up(live, START + 70_000))
    assert row is not None
    assert (live.number, row.by, live.view(None).players[0].tickets) == (3, "clock", 2)


def test_when_time_is_up_bots_stand_in_and_choose_together() -> None:
    live = live_table("europe", "person", "person", "person", settings=CLOCKED)
    text = choice(live, 1, 2)
    choose(live, 1, 2)
    late = START + 70_000
    for seat, number in ((0, 1), (2, 2)):
        row = keep(live, steps.time_is_up(live, late))
        assert row is not None
        assert (row.kind, row.seat, row.number) == ("stand_in", seat, number)
    assert (live.table.due, live.table.due_what) == (late + live.settings.bot_pause_ms, "bot")
    assert steps.bots_to_act(live) == {0: "medium", 2: "medium"}
    keep(live, steps.answer(live, {seat: choice(live, seat) for seat in (0, 2)}, now=late + 1))
    assert live.number == 5
    assert set(live.view(1).tickets or ()) == set(text.split()[1:])


def test_bots_choose_when_their_pause_is_over_and_nobodys_choice_puts_them_off() -> None:
    settings = TableSettings(bot_pause_ms=500)
    live = live_table("europe", "person", "bot", "person", "bot", settings=settings)
    assert (live.table.due, live.table.due_what) == (START + 500, "bot")
    assert list(steps.bots_to_act(live)) == [1, 3]
    step = steps.act(live, 0, choice(live, 0), by="person", now=START + 400)
    assert "due" not in step.table
    keep(live, step)
    keep(live, steps.answer(live, {seat: choice(live, seat) for seat in (1, 3)}, now=START + 500))
    assert (live.choosing, live.table.due, live.number) == ((2,), None, 0)
    choose(live, 2)
    assert live.number == 4


def test_who_gives_up_before_choosing_is_chosen_for_and_a_choice_made_stays() -> None:
    live = live_table("europe", "person", "person", "person")
    text = choice(live, 0, 1)
    choose(live, 0, 1)
    for seat in (0, 1):
        keep(live, steps.stand_in(live, seat, "resigned", by="person", now=START))
    assert (live.choosing, live.undo) == ((1, 2), [])
    assert steps.bots_to_act(live) == {1: "medium"}
    keep(live, steps.answer(live, {1: choice(live, 1)}, now=START))
    keep(live, steps.hand_back(live, 1, by="person", now=START))
    assert live.undo == []  # what the bot chose is not the person's to change
    choose(live, 2)
    assert set(live.view(0).tickets or ()) == set(text.split()[1:])


def test_who_comes_back_when_time_is_up_is_chosen_for_and_plays_on() -> None:
    live = live_table("europe", "person", "person", settings=CLOCKED)
    late = START + 70_000
    keep(live, steps.time_is_up(live, late))
    keep(live, steps.hand_back(live, 0, by="person", now=late + 1))
    assert live.seats[0].standing_why == "returning"
    keep(live, steps.answer(live, {0: choice(live, 0)}, now=late + 2))
    assert (live.seats[0].standing_in, live.choosing) == (None, (1,))


def test_a_race_begins_without_choices() -> None:
    live = live_table("first_journey", "person", "person")
    assert (live.choosing, live.acting, live.info().choosing) == ((), (0,), [])


def test_a_table_from_before_is_played_on_one_seat_after_the_other() -> None:
    new = live_table("europe", "person", "person")
    live = LiveTable(Snapshot(new.table, tuple(replace(row, sealed=None) for row in new.seats), ()))
    assert (live.choosing, live.acting) == ((), (0,))
    assert code_of(steps.act, live, 1, choice(new, 1), by="person", now=START) == "action/not_your_turn"
    row = choose(live, 0)
    assert row is not None
    assert (row.number, live.acting) == (1, (1,))


@pytest.mark.parametrize(
    "sealed",
    [
        {"action": "hop"},
        {"action": "draw blind"},
        {"action": 7},
        {"by": "nobody"},
        {"extra": 1},
        {"action": "keep none"},
    ],
)
def test_what_no_server_seals_makes_a_table_unreadable(sealed: dict[str, object]) -> None:
    live = live_table("europe", "person", "person")
    seats = (live.seats[0], replace(live.seats[1], sealed=sealed))
    with pytest.raises((PerronError, ValueError)):
        LiveTable(Snapshot(live.table, seats, ()))
