"""A Ray cluster of two workers plays the same games as the pool, whatever becomes of one of them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from perron.arena import Plan, Row, Task
from perron.arena.cluster import play_on_ray
from perron.arena.match import play_match
from perron.errors import PerronError
from tests.arena.plans import PLAYERS, plan, play_here, untimed
from tests.cli.command import Run, assert_refused, in_a_process

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

pytestmark = pytest.mark.xdist_group("cluster")  # made once
GAMES = ("arena", "--edition", "tiny", "--bots", "seeded,raiser,random", "--games", "12", "--load", PLAYERS)


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for one in found:
        del one["seconds"]
    return sorted(found, key=lambda one: (one["deal"], one["rotation"]))


def test_the_command_plays_where_and_with_as_many_as_it_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def play(told: Plan, tasks: Iterable[Task], address: str, jobs: int | None) -> Iterator[Row]:
        asked.append((address, jobs))
        return play_here(told, tasks, 1)

    monkeypatch.setattr("perron.arena.run.play_on_ray", play)
    answer = run(*GAMES, "--jobs", "2", "--ray", "local", "--json")
    assert answer.code == 0, answer.err
    assert json.loads(answer.out)["games"] == 12
    assert asked == [("local", 2)]


def test_a_local_ray_has_as_many_cores_as_there_are_jobs_and_an_address_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import ray  # noqa: PLC0415  it takes its time to load, in every process of a run

    asked = []

    def init(**options: Any) -> None:
        asked.append((options["address"], options.get("num_cpus")))
        raise ConnectionError("seen")

    monkeypatch.setattr(ray, "init", init)
    told = plan("first", "claimer")
    for address in ("local", "auto"):
        with pytest.raises(PerronError, match=f"no Ray cluster answers at {address}: seen"):
            list(play_on_ray(told, told.tasks(2), address, 2))
    assert asked == [("local", 2), ("auto", None)]


@pytest.mark.exhaustive  # starting it takes half a minute; the cluster below plays the same games as this process
def test_two_workers_of_a_local_ray_play_the_same_games_as_the_pool(run: Run, tmp_path: Path) -> None:
    pool, ray = tmp_path / "pool.jsonl", tmp_path / "ray.jsonl"
    first = run(*GAMES, "--jobs", "1", "--out", str(pool), "--json")
    second = in_a_process(*GAMES, "--jobs", "2", "--ray", "local", "--out", str(ray), "--json")
    assert (first.code, second.code) == (0, 0), second.err
    assert len(rows(pool)) == 12
    assert rows(ray) == rows(pool)
    mine, theirs = json.loads(first.out), json.loads(second.out)
    assert [bot["rating_interval"] for bot in mine["bots"]] == [bot["rating_interval"] for bot in theirs["bots"]]
    assert any(row["forfeits"] for row in rows(ray))


def test_an_address_where_no_ray_is_is_refused(run: Run) -> None:
    assert_refused(run(*GAMES, "--ray", "127.0.0.1:1"), "127.0.0.1:1")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two machines of one core each, without what Ray would start beside them to watch over a real one."""
    from ray.cluster_utils import Cluster  # noqa: PLC0415  it takes its time to load, in every process of a run

    watchful = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 300, "health_check_failure_threshold": 3}
    machine: dict[str, Any] = {
        "num_cpus": 1,
        "include_dashboard": False,
        "include_log_monitor": False,
        "no_monitor": True,
    }
    found = Cluster(initialize_head=True, head_node_args={**machine, "_system_config": watchful})
    found.add_node(**machine)
    found.wait_for_nodes()
    yield found
    found.shutdown()  # type: ignore[no-untyped-call]


def test_a_run_ends_with_a_reason_when_processes_do_not_stay(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.arena.cluster.GameActor", Leaving)
    monkeypatch.setattr("perron.arena.cluster._LOSSES", 2)  # Ray takes ten seconds to replace each
    told = plan("first", "claimer")
    with pytest.raises(PerronError, match="the Ray cluster gave up: 2 machines were lost over the same game"):
        list(play_on_ray(told, told.tasks(2)[:1], cluster.address, 1))


def test_games_of_a_machine_that_is_lost_are_played_by_the_other(cluster: Cluster) -> None:
    told = plan("slow:20", "seeded", "raiser")
    tasks = told.tasks(6)
    playing = play_on_ray(told, tasks, cluster.address, None)
    played = [next(playing), next(playing)]
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)  # type: ignore[no-untyped-call]
    played += playing
    assert untimed(played) == untimed(play_match(told, task) for task in tasks)
    assert any(row.forfeits for row in played)


class Leaving:
    """Ends its process over every game."""

    def begin(self, *_: object) -> None:
        """It can begin."""

    def play(self, _: object) -> None:
        """But not play."""
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def guarded() -> Iterator[str]:
    """The address of a cluster that asks for a token."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="ray")  # sockets lie in it, whose paths must be short
    env = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "t" * 32, "RAY_USAGE_STATS_ENABLED": "0"}
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", f"--port={port}"]
    command += ["--num-cpus=1", "--include-dashboard=false", "--node-ip-address=127.0.0.1", f"--temp-dir={folder}"]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as ray:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.2)
        yield f"127.0.0.1:{port}"
        ray.terminate()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("token", [None, pytest.param("another", marks=pytest.mark.exhaustive)])
def test_a_cluster_that_asks_for_a_token_is_told_as_such(
    guarded: str, monkeypatch: pytest.MonkeyPatch, token: str | None
) -> None:
    monkeypatch.setenv("RAY_NUM_REDIS_GET_RETRIES", "2")  # seconds that Ray tries
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    if token is not None:  # one that is not the cluster's
        monkeypatch.setenv("RAY_AUTH_MODE", "token")
        monkeypatch.setenv("RAY_AUTH_TOKEN", token)
    assert_refused(in_a_process(*GAMES, "--ray", guarded), "asks for its token", "RAY_AUTH_TOKEN")
