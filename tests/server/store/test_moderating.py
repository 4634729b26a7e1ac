"""Reports, barred addresses, who stayed, and what has its time: on both stores."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from perron.server.store import MessageRow, Store, moderating, queries
from perron.server.store.archive import backup, restore
from perron.server.store.moderating import DAY_MS
from tests.server.store.making import add_table


def line(text: str, client: str | None = None, name: str = "Åsa", seat: int = 0) -> MessageRow:
    return MessageRow(seat=seat, name=name, kind="say", text=text, at=1, client=client)


def test_one_id_is_one_line_of_chat(store: Store) -> None:
    code, other = add_table(store), add_table(store)
    say = partial(queries.add_message, code=code)
    assert [store.write_now(partial(say, message=line(text, "0:a"))) for text in ("one", "two")] == [1, 1]
    assert store.write_now(partial(say, message=line("three", "0:b"))) == 2
    assert [store.write_now(partial(say, message=line("emote"))) for _ in range(2)] == [3, 4]
    assert store.write_now(partial(queries.add_message, code=other, message=line("there", "0:a"))) == 1
    assert [row.text for row in store.read_now(partial(queries.messages_after, code=code))][:2] == ["one", "three"]


def test_what_another_said_from_the_same_seat_before_stays(store: Store) -> None:
    code = add_table(store)
    for name in ("Before", "Åsa"):
        store.write_now(partial(queries.add_message, code=code, message=line("hello", name=name)))
    store.write_now(partial(moderating.erase_person, code=code, seat=0, by="person", now=5))
    left = store.read_now(partial(queries.messages_after, code=code))
    assert [row.name for row in left] == ["Before"]
    assert store.read_now(partial(queries.load_seats, code=code))[0].name == ""


def test_of_a_table_no_more_than_so_many_reports_wait(store: Store) -> None:
    code = add_table(store)
    made = [
        store.write_now(partial(moderating.add_report, code=code, seat=0, by_seat=None, text="", now=1)) is not None
        for _ in range(moderating.MOST_REPORTS + 1)
    ]
    assert made == [True] * moderating.MOST_REPORTS + [False]
    first = store.read_now(moderating.load_reports)[0]
    assert store.write_now(partial(moderating.close_report, ident=first.id, now=2))
    again = partial(moderating.add_report, code=code, seat=0, by_seat=1, text="", now=1)
    assert store.write_now(again) is not None


def test_everything_has_its_time(store: Store) -> None:
    code = add_table(store)
    store.write_now(partial(moderating.note_attendance, code=code, stayed={b"d": False}, now=0))
    store.write_now(partial(moderating.note_attendance, code=code, stayed={b"d": True}, now=1))
    store.write_now(partial(moderating.bar_address, network="10.0.0.0/8", until=2 * DAY_MS, now=0))
    store.write_now(partial(moderating.add_report, code=code, seat=0, by_seat=None, text="", now=0))
    store.write_now(partial(moderating.delete_table, code=code, by="host", now=0))

    def kept(days: int) -> tuple[dict[bytes, tuple[int, int]], bool, int, int]:
        now = days * DAY_MS
        store.write_now(partial(moderating.tidy, now=now))
        return (
            store.read_now(partial(moderating.departures, devices=[b"d"], now=0)),
            bool(store.read_now(partial(moderating.barred_now, now=0))),
            len(store.read_now(moderating.load_reports)),
            len(store.read_now(partial(moderating.traces_after, at=0))),
        )

    assert kept(1) == ({b"d": (1, 1)}, True, 1, 2)
    assert kept(3) == ({b"d": (1, 1)}, False, 1, 2)
    assert kept(31) == ({b"d": (0, 0)}, False, 1, 2)
    assert kept(91) == ({b"d": (0, 0)}, False, 0, 2)
    assert kept(366) == ({b"d": (0, 0)}, False, 0, 0)


def test_a_backup_has_all_of_it(store: Store, tmp_path: Path) -> None:
    code = add_table(store)
    store.write_now(partial(moderating.note_attendance, code=code, stayed={b"d": False}, now=7))
    store.write_now(partial(moderating.add_report, code=code, seat=0, by_seat=None, text="rude", now=7))
    store.write_now(partial(moderating.unlist, code=code, now=7))
    store.write_now(partial(moderating.bar_address, network="10.0.0.0/8", until=9, now=7))
    backup(store, tmp_path / "all.gz")
    copy = f"sqlite:///{tmp_path}/copy.sqlite"
    restore(tmp_path / "all.gz", copy)
    with Store.open(copy) as other:
        for asked in (
            moderating.load_reports,
            partial(moderating.traces_after, at=0),
            partial(moderating.barred_now, now=0),
            partial(moderating.departures, devices=[b"d"], now=0),
            partial(queries.load_table, code=code),
        ):
            assert other.read_now(asked) == store.read_now(asked)
