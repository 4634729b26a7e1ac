"""Reviews at a server: one job for all who ask, kept as it goes, and never of a game that is not over."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from perron.review.report import from_json
from perron.server import reviews
from perron.server.job_queue import JobOwner
from perron.server.refusal import Refused
from perron.server.replays import packed
from perron.server.settings import UNLIMITED, Limits, Settings
from perron.server.store import Missing, Store, reviewing
from perron.server.store.moderating import delete_table
from perron.server.store.reviewing import ReviewRow
from perron.server.store.schema import tables
from perron.server.store.store import now_ms
from tests.editions.own import begun_edition, known
from tests.server import fake_reviews
from tests.server.client import begun, make_table
from tests.server.crash import Process
from tests.server.finished import finished
from tests.server.plain import get
from tests.server.serving import Served, serving

LIMITS = Limits(rates=UNLIMITED, reviews=2, reviews_per_address=2)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose process for replays is ready."""
    url = f"sqlite:///{tmp_path_factory.mktemp('reviews')}/perron.sqlite"
    with serving(Settings(database=url, limits=LIMITS, bot_processes=1, start_bots=False)) as served:
        asyncio.run_coroutine_threadsafe(served.hall.replays.warm(), served.loop).result(120)
        yield served


@pytest.fixture
def served(running: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The same, with reviewers that take their time; no review is left behind."""
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.steady)
    yield running
    asyncio.run_coroutine_threadsafe(running.hall.reviews.stop(), running.loop).result(30)


def ask(base: str, code: str) -> httpx.Response:
    return get(f"{base}/api/tables/{code}/review", timeout=60)


def refusal(served: Served, code: str) -> str:
    answer = ask(served.base, code)
    assert answer.json()["message"].endswith(".")
    return f"{answer.status_code} {answer.json()['code']}"


def to_the_end(base: str, code: str) -> list[dict[str, Any]]:
    """All answers until the review is complete."""
    told: list[dict[str, Any]] = []
    until = time.monotonic() + 60
    while not told or told[-1]["done"] < told[-1]["of"]:
        assert time.monotonic() < until, told and told[-1]["done"]
        answer = ask(base, code)
        assert answer.status_code == 200, answer.text
        told.append(answer.json())
        time.sleep(0.05)
    return told


def kept(store: Store, code: str) -> ReviewRow | None:
    return store.read_now(partial(reviewing.load_review, code=code))[1]


def count(served: Served, how: str) -> float:
    return served.hall.metrics.registry.get_sample_value("perron_reviews_total", {"how": how}) or 0


def test_it_fills_in_while_it_is_asked_for_and_is_kept(served: Served) -> None:
    game = finished(served.hall.store, "tiny", 2)
    began = time.monotonic()
    first = ask(served.base, game.code).json()
    assert time.monotonic() - began < 2
    assert 0 < first["done"] < first["of"] == len(game.game.log) + 1
    half = kept(served.hall.store, game.code)
    assert half is not None
    assert half.content is not None, "kept with the first report"
    told = to_the_end(served.base, game.code)
    steps = [one["done"] for one in told]
    assert steps == sorted(steps)
    assert len(set(steps)) > 3
    row = kept(served.hall.store, game.code)
    assert row is not None
    assert row.content is not None
    assert (row.complete, row.lease) == (True, None)
    assert from_json(gzip.decompress(row.content)) == from_json(ask(served.base, game.code).content)
    plain = get(f"{served.base}/api/tables/{game.code}/review", headers={"Accept-Encoding": "identity"})
    assert plain.json() == told[-1]


def test_all_who_ask_at_once_get_the_same_one(served: Served) -> None:
    game = finished(served.hall.store, "tiny", 2)
    before = count(served, "finished")
    with ThreadPoolExecutor(6) as threads:
        ends = list(threads.map(lambda _: to_the_end(served.base, game.code)[-1], range(6)))
    assert all(one == ends[0] for one in ends)
    assert count(served, "finished") == before + 1


def test_no_game_is_reviewed_that_is_not_over(served: Served) -> None:
    store = served.hall.store
    waiting = make_table(served.base, "tiny", ["person", "person"]).code
    playing = begun(served.base, "tiny", ["person", "person"]).code
    codes = {}
    for status in ("dealing", "abandoned", "playing", "waiting"):
        codes[status] = finished(store, "tiny", 2, status).code
        changed = update(tables).where(tables.c.code == codes[status]).values(status=status)
        store.write_now(lambda connection, changed=changed: connection.execute(changed))  # type: ignore[misc]
    for code in (waiting, playing, *codes.values()):
        assert refusal(served, code) == "409 table/not_over"
        owner = JobOwner("192.0.2.1", code)
        with pytest.raises(Refused, match="not_over"):  # and if the job had begun all the same
            asyncio.run_coroutine_threadsafe(served.hall.reviews._record(owner), served.loop).result(10)
        take = partial(reviewing.take_review, code=code, worker="w", now=0, until=2**50)
        assert not store.write_now(take)
        assert kept(store, code) is None
    assert refusal(served, "2222222222") == "404 table/not_found"


def test_one_on_an_edition_of_somebodys_own_is_read_on_its_files(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = begun_edition(tmp_path / "place")
    known(monkeypatch, tmp_path / "place")
    game = finished(served.hall.store, "utrecht", 2)
    home.rename(tmp_path / "gone")
    assert to_the_end(served.base, game.code)[-1]["edition"] == "utrecht"


def test_it_is_deleted_with_its_table(served: Served) -> None:
    store = served.hall.store
    done, half = finished(store, "tiny", 2, "a").code, finished(store, "tiny", 2, "b").code
    to_the_end(served.base, done)
    ask(served.base, half)
    for code in (done, half):
        store.write_now(partial(delete_table, code=code, by="host", now=now_ms()))
        assert refusal(served, code) == "404 table/not_found"
        with pytest.raises(Missing):
            kept(store, code)


def test_another_version_makes_it_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    store, code = served.hall.store, finished(served.hall.store, "tiny", 2).code
    assert to_the_end(served.base, code)[-1]["judge"] == "steady 1"
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.later)
    served.hall.reviews._complete.clear()  # as after a restart
    assert to_the_end(served.base, code)[-1]["judge"] == "steady 2"
    row = kept(store, code)
    assert row is not None
    assert row.content is not None
    assert from_json(gzip.decompress(row.content)).judge == "steady 2"


@pytest.mark.parametrize(
    "content",
    [b"", b"torn", packed(b"{}"), packed(b"x")[:-9]],
    ids=["empty", "no archive", "no report", "torn archive"],
)
def test_what_cannot_be_read_is_made_again(served: Served, content: bytes) -> None:
    store, code = served.hall.store, finished(served.hall.store, "tiny", 2, str(content)).code
    assert store.write_now(partial(reviewing.take_review, code=code, worker="gone", now=0, until=1))
    store.write_now(partial(reviewing.keep_review, code=code, worker="gone", until=1, report=(1, 1, content)))
    assert to_the_end(served.base, code)[-1]["judge"] == "steady 1"


def test_what_cannot_be_reviewed_is_refused_with_a_sentence_and_nothing_is_kept(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.helpless)
    code = finished(served.hall.store, "tiny", 2).code
    answer = ask(served.base, code)
    assert (answer.status_code, answer.json()["code"]) == (409, "review/none")
    assert answer.json()["message"] == "This game cannot be reviewed: nobody knows how to judge it."
    assert kept(served.hall.store, code) is None


def test_a_process_that_dies_again_and_again_is_given_up(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.deadly)
    code = finished(served.hall.store, "tiny", 2).code
    assert refusal(served, code) == "503 server/busy"
    assert kept(served.hall.store, code) is None
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.steady)
    assert to_the_end(served.base, code)


def test_only_a_few_are_made_at_a_time_but_complete_ones_are_always_shown(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = served.hall.store
    shown, one, two, three = (finished(store, "tiny", 2, str(i)).code for i in range(4))
    to_the_end(served.base, shown)
    served.hall.reviews._complete.clear()
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.slow)
    assert ask(served.base, one).json()["done"] < ask(served.base, two).json()["of"]
    assert refusal(served, three) == "503 review/busy"
    assert kept(store, three) is None
    whole = ask(served.base, shown).json()
    assert whole["done"] == whole["of"]


def test_replays_do_not_wait_for_reviews(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.slow)
    store = served.hall.store
    one, two, seen = (finished(store, "tiny", 2, str(i)).code for i in range(3))
    for code in (one, two):
        ask(served.base, code)
    times = []
    for _ in range(6):
        began = time.perf_counter()
        assert get(f"{served.base}/api/tables/{seen}/replay", timeout=60).status_code == 200
        times.append(time.perf_counter() - began)
    still = ask(served.base, one).json()
    assert still["done"] < still["of"], "both were going on all the time"
    assert min(times) < 0.5


def test_what_nobody_asks_for_any_more_is_put_aside_and_gone_on_with_later(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "WANTED_S", 0.3)
    monkeypatch.setattr(reviews, "KEEP_EVERY_S", 0.2)
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.slow)
    store, code = served.hall.store, finished(served.hall.store, "tiny", 2).code
    ask(served.base, code)
    until = time.monotonic() + 20
    while (row := kept(store, code)) is None or row.lease is not None:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert 0 < row.done < row.total
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.steady)
    assert to_the_end(served.base, code)[0]["done"] >= row.done


def test_the_review_of_a_killed_worker_is_taken_up_by_another(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers, one database: whoever is asked, one of them makes it, and the other has what it has kept."""
    monkeypatch.setattr(reviews, "review_slice", fake_reviews.slow)
    monkeypatch.setattr(reviews, "LEASE_MS", 1_000)
    doomed = Process(postgres_url, tmp_path)
    faked = (
        f"    sys.path.insert(0, {str(Path.cwd())!r})\n"
        "    from perron.server import reviews\n"
        "    from tests.server import fake_reviews\n"
        "    reviews.review_slice, reviews.KEEP_EVERY_S = fake_reviews.slow, 0.3\n"
        "    reviews.LEASE_MS = 1_000\n"
    )
    script = tmp_path / "server.py"
    script.write_text(script.read_text().replace("    lots = ", faked + "    lots = "))
    doomed.start()
    settings = Settings(database=postgres_url, limits=LIMITS, bot_processes=1, start_bots=False)
    with serving(settings) as other:
        code = finished(other.hall.store, "tiny", 2).code
        assert ask(doomed.base, code).status_code == 200
        told = ask(other.base, code).json()
        assert other.hall.reviews._jobs == {}, "the other one makes it"
        while ask(other.base, code).json()["done"] < told["done"] + 4:
            time.sleep(0.1)
        doomed.kill()
        before = from_json(ask(other.base, code).content)
        monkeypatch.setattr(reviews, "review_slice", fake_reviews.steady)
        whole = from_json(httpx.Response(200, json=to_the_end(other.base, code)[-1]).content)
        assert whole.moments[: before.done] == before.moments[: before.done], "nothing was made twice"
        assert len({moment.luck for moment in whole.moments}) == 2, "and the rest by the other"
