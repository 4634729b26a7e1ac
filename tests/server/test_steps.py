"""Acting, taking back, standing in and coming back, with the clocks that go with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import pytest

from perron.server import steps
from perron.server.models import Clock, TableSettings
from perron.server.refusal import Refused
from perron.server.step import Step
from perron.server.store import LogRow, Snapshot
from perron.server.table import MOST_UNDOS, LiveTable
from tests.server.live import START, commit, keep, live_table

CLOCKED = TableSettings(clock=Clock(move_seconds=10, bank_seconds=60))


def legal(live: LiveTable, beginning: str = "") -> str:
    """A legal action of the seat to move that begins so."""
    view = live.view(live.acting[0])
    return next(text for text in view.legal or () if text.startswith(beginning))


def act(live: LiveTable, beginning: str = "", now: int = START, by: str = "person") -> LogRow | None:
    """The seat to move does something; its row, unless that is a choice under seal."""
    return keep(live, steps.act(live, live.acting[0], legal(live, beginning), by=by, now=now))


def past_setup(live: LiveTable) -> LiveTable:
    while live.game is not None and live.view(None).phase == "setup":
        act(live)
    return live


def ready_to_claim(settings: TableSettings | None = None) -> LiveTable:
    """A game in which the seat to move can claim a route that is no tunnel."""
    live = past_setup(live_table("europe", settings=settings))
    assert live.game is not None
    while not _claims(live):
        act(live, "draw blind")
    return live


def _claims(live: LiveTable) -> list[str]:
    assert live.game is not None
    view = live.game.view(live.game.to_move)
    routes = {route.id for route in live.edition.routes if not route.tunnel}
    return [text for text in view.legal or () if text.startswith("claim") and text.split()[1] in routes]


def claim(live: LiveTable, now: int = START) -> int:
    assert live.game is not None
    seat = live.game.to_move
    assert seat is not None
    commit(live, steps.act(live, seat, _claims(live)[0], by="person", now=now))
    return seat


def refusal(make: Callable[[], Step]) -> str:
    with pytest.raises(Refused) as refused:
        make()
    return refused.value.code


def test_a_seat_acts_only_in_its_turn_and_by_the_rules() -> None:
    live = past_setup(live_table())
    assert refusal(lambda: steps.act(live, 1, "draw blind", by="person", now=START)) == "action/not_your_turn"
    live = live_table()
    assert refusal(lambda: steps.act(live, 0, "hop", by="person", now=START)) == "action/unreadable"
    with pytest.raises(Refused) as refused:
        steps.act(live, 0, "draw blind", by="person", now=START)
    assert (refused.value.code, refused.value.clause) == ("tickets/keep_first", "EU-S6")
    assert live.number == 0


def test_a_claim_is_taken_back_and_the_turn_is_the_same_seats_again() -> None:
    live = ready_to_claim()
    assert live.game is not None
    before = live.game.state_hash()
    seat = claim(live)
    assert live.game.to_move != seat
    row = commit(live, steps.take_back(live, seat, now=START))
    assert (row.kind, row.seat, live.game.to_move) == ("undo", seat, seat)
    assert live.game.state_hash() == before


def test_nothing_is_taken_back_twice_or_by_another_seat_or_after_a_draw() -> None:
    live = ready_to_claim()
    seat = claim(live)
    assert refusal(lambda: steps.take_back(live, 1 - seat, now=START)) == "undo/not_possible"
    commit(live, steps.take_back(live, seat, now=START))
    assert refusal(lambda: steps.take_back(live, seat, now=START)) == "undo/not_possible"
    act(live, "draw blind")
    assert refusal(lambda: steps.take_back(live, seat, now=START)) == "undo/not_possible"


def test_nothing_is_taken_back_once_another_seat_has_acted() -> None:
    live = ready_to_claim()
    seat = claim(live)
    act(live, "draw blind")
    assert refusal(lambda: steps.take_back(live, seat, now=START)) == "undo/not_possible"


@pytest.mark.parametrize(("undo", "pause"), [(True, 4_000), (False, 1_000)])
def test_a_bot_waits_with_its_answer_until_a_claim_can_hardly_be_wished_back(undo: bool, pause: int) -> None:
    settings = TableSettings(undo=undo, bot_pause_ms=1_000, undo_pause_ms=4_000)
    live = past_setup(live_table("europe", "person", "bot", settings=settings))
    while live.acting != (0,) or not _claims(live):
        act(live, "draw blind", by="person" if live.acting == (0,) else "bot")
        if live.acting == (1,):
            assert live.table.due == START + 1_000  # a draw is not taken back: nobody waits for that
    claim(live)
    assert (live.table.due, live.table.due_what) == (START + pause, "bot")


def test_an_action_that_is_withdrawn_comes_too_late_and_the_clock_runs_on() -> None:
    live = past_setup(live_table(settings=CLOCKED))
    number, due = live.number, live.table.due
    assert steps.may_still_come(live, 0, number)
    row = commit(live, steps.withdraw(live, 0, "0:lost", now=START + 5_000, client="0:w"))
    assert (row.kind, row.seat, live.number) == ("withdraw", 0, number + 1)
    assert not steps.may_still_come(live, 0, number)
    assert (live.acting, live.table.turn_began, live.table.due) == ((0,), START, due)
    assert not steps.may_still_come(live, 1, live.number)  # it is not that seat's turn


def test_a_host_may_rule_out_taking_back() -> None:
    live = ready_to_claim(TableSettings(undo=False))
    seat = claim(live)
    assert refusal(lambda: steps.take_back(live, seat, now=START)) == "undo/off"


def test_a_table_read_from_the_store_allows_and_forbids_the_same_undos() -> None:
    live = live_table("europe")
    log: list[LogRow] = []
    while live.choosing:
        step = steps.act(live, live.acting[0], legal(live), by="person", now=START)
        log = [LogRow(**asdict(row), number=i) for i, row in enumerate(step.rows, 1)]
        keep(live, step)
    checked = set()
    for _ in range(120):
        assert live.game is not None
        texts = _claims(live) if live.view(None).phase == "turn" else []
        seat = live.game.to_move
        assert seat is not None
        text = texts[0] if texts else legal(live)
        log.append(commit(live, steps.act(live, seat, text, by="person", now=START)))
        for undone in (False, True):
            again = LiveTable(Snapshot(live.table, live.seats, tuple(log)))
            assert again.game is not None
            assert again.game.state_hash() == live.game.state_hash()
            possible = [_may(live, one) for one in range(2)]
            assert possible == [_may(again, one) for one in range(2)]
            checked.add((undone, any(possible)))
            if undone or not possible[seat]:
                break
            log.append(commit(live, steps.take_back(live, seat, now=START)))
            log.append(commit(live, steps.act(live, seat, text, by="person", now=START)))
    assert checked >= {(False, False), (False, True), (True, True)}


def _may(live: LiveTable, seat: int) -> bool:
    try:
        steps.take_back(live, seat, now=START)
    except Refused:
        return False
    return True


def test_a_turn_is_charged_once_when_it_ends() -> None:
    live = past_setup(live_table(settings=CLOCKED))
    began = live.table.turn_began
    assert began == START
    assert live.game is not None
    seat = live.game.to_move
    assert seat is not None
    row = act(live, "draw blind", now=START + 8_000)
    assert row is not None
    assert row.spent_ms is None
    assert (live.table.turn_began, live.seats[seat].bank_ms) == (START, 60_000)
    row = act(live, "draw blind", now=START + 15_000)
    assert row is not None
    assert row.spent_ms == 15_000
    assert (live.table.turn_began, live.seats[seat].bank_ms) == (START + 15_000, 55_000)
    assert live.table.due == START + 15_000 + 70_000


def test_the_time_until_something_is_taken_back_counts_too() -> None:
    live = ready_to_claim(CLOCKED)
    seat = claim(live, START + 25_000)
    assert live.seats[seat].bank_ms == 45_000
    commit(live, steps.take_back(live, seat, now=START + 30_000))
    assert live.seats[seat].bank_ms == 60_000
    assert live.table.turn_began == START
    assert live.table.due == START + 70_000
    claim(live, START + 31_000)
    assert live.seats[seat].bank_ms == 39_000


def test_nobody_keeps_the_others_waiting_by_taking_back_again_and_again() -> None:
    live = ready_to_claim()
    for _ in range(MOST_UNDOS):
        seat = claim(live)
        assert live.undo == [seat]
        commit(live, steps.take_back(live, seat, now=START))
    seat = claim(live)
    assert live.undo == []
    assert refusal(lambda: steps.take_back(live, seat, now=START)) == "undo/not_possible"
    act(live, "draw blind")
    act(live, "draw blind")
    assert live.undone == 0


def test_a_bot_stands_in_and_the_person_comes_back() -> None:
    live = past_setup(live_table(settings=TableSettings(bot_pause_ms=500, stand_in="hard")))
    row = commit(live, steps.stand_in(live, 0, "timeout", by="clock", now=START + 100))
    assert (row.kind, row.text, live.seats[0].standing_in) == ("stand_in", "hard", "hard")
    assert (live.table.due, live.table.due_what) == (START + 600, "bot")
    assert refusal(lambda: steps.act(live, 0, legal(live), by="person", now=START)) == "seat/stood_in"
    assert steps.comes_back(live, 0)
    commit(live, steps.hand_back(live, 0, by="person", now=START + 200))
    assert (live.seats[0].standing_in, live.table.due) == (None, None)
    assert refusal(lambda: steps.hand_back(live, 0, by="person", now=START)) == "bot/none"


@pytest.mark.parametrize(("why", "by"), [("resigned", "person"), ("removed", "host"), ("timeout", "clock")])
def test_whoever_a_bot_stands_in_for_comes_back_by_themselves(why: str, by: str) -> None:
    live = live_table()
    commit(live, steps.stand_in(live, 1, why, by=by, now=START, level="easy"))
    assert live.seats[1].standing_in == "easy"
    assert steps.comes_back(live, 1)
    commit(live, steps.hand_back(live, 1, by="person", now=START + 10))
    again = live.seats[1]
    assert (again.standing_in, again.standing_why) == (None, None)
    assert not steps.comes_back(live, 1)


def test_coming_back_after_a_time_out_restores_nothing_of_the_turn() -> None:
    clock = Clock(move_seconds=5, bank_seconds=3)
    live = past_setup(live_table(settings=TableSettings(clock=clock, bot_pause_ms=2_000)))
    late = START + 8_000
    assert (live.table.due, live.table.due_what) == (late, "clock")
    commit(live, steps.stand_in(live, 0, "timeout", by="clock", now=late))
    assert (live.table.due, live.table.due_what) == (late + 2_000, "bot")
    commit(live, steps.hand_back(live, 0, by="person", now=late + 1_000))
    assert (live.seats[0].standing_why, live.table.turn_began) == ("returning", START)
    assert (live.table.due, live.table.due_what) == (late + 2_000, "bot")
    assert refusal(lambda: steps.hand_back(live, 0, by="person", now=late + 1_100)) == "bot/none"
    assert refusal(lambda: steps.act(live, 0, legal(live), by="person", now=late + 1_200)) == "seat/stood_in"
    act(live, "draw blind", by="bot", now=late + 2_000)
    act(live, "draw blind", by="bot", now=late + 4_000)
    assert (live.seats[0].standing_in, live.seats[0].standing_why, live.seats[0].bank_ms) == (None, None, 0)


def test_who_comes_back_before_time_is_up_has_what_is_left_of_the_turn() -> None:
    live = past_setup(live_table(settings=CLOCKED))
    commit(live, steps.stand_in(live, 0, "resigned", by="person", now=START + 1_000))
    commit(live, steps.hand_back(live, 0, by="person", now=START + 4_000))
    assert live.seats[0].standing_in is None
    assert (live.table.turn_began, live.table.due) == (START, START + 70_000)


def test_a_bots_answer_is_not_put_off_by_what_happens_in_another_seat() -> None:
    live = live_table("europe", "bot", "person", "person", settings=TableSettings(bot_pause_ms=500))
    assert live.table.due == START + 500
    commit(live, steps.stand_in(live, 1, "resigned", by="person", now=START + 400))
    assert live.table.due == START + 500


def test_no_bot_stands_in_for_a_bot() -> None:
    live = live_table("europe", "bot", "person")
    assert refusal(lambda: steps.stand_in(live, 0, "removed", by="host", now=START)) == "seat/no_person"


def test_when_the_game_is_over_the_table_says_how_long_it_is_kept() -> None:
    live = live_table("tiny", settings=TableSettings(keep_days=2))
    while live.table.status == "playing":
        act(live, now=START + live.number)
    assert live.table.ended is not None
    assert live.table.expires == live.table.ended + 2 * 86_400_000
    assert (live.table.to_move, live.table.due) == (None, None)
    assert refusal(lambda: steps.act(live, 0, "draw blind", by="person", now=START)) == "table/not_playing"


def test_since_your_last_turn_counts_from_what_the_person_did() -> None:
    live = live_table("tiny", "person", "person")
    act(live)
    act(live)
    commit(live, steps.stand_in(live, 0, "timeout", by="clock", now=START))
    act(live, by="bot")
    assert live.since == [1, 2]
    commit(live, steps.hand_back(live, 0, by="person", now=START))
    assert live.since == [1, 2], "somebody who comes back has not seen yet what the bot did"
