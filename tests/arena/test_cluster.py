"""A Ray cluster of two workers plays the same games as the pool."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.arena.plans import PLAYERS
from tests.cli.command import assert_refused, in_a_process

GAMES = ("arena", "--edition", "tiny", "--bots", "seeded,raiser,random", "--games", "12", "--load", PLAYERS)


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for one in found:
        del one["seconds"]
    return sorted(found, key=lambda one: (one["deal"], one["rotation"]))


def test_two_workers_of_a_local_ray_play_the_same_games_as_the_pool(tmp_path: Path) -> None:
    pool, ray = tmp_path / "pool.jsonl", tmp_path / "ray.jsonl"
    first = in_a_process(*GAMES, "--jobs", "2", "--out", str(pool), "--json")
    second = in_a_process(*GAMES, "--jobs", "2", "--ray", "local", "--out", str(ray), "--json")
    assert (first.code, second.code) == (0, 0), second.err
    assert len(rows(pool)) == 12
    assert rows(ray) == rows(pool)
    mine, theirs = json.loads(first.out), json.loads(second.out)
    assert [bot["rating_interval"] for bot in mine["bots"]] == [bot["rating_interval"] for bot in theirs["bots"]]
    assert any(row["forfeits"] for row in rows(ray))


def test_an_address_where_no_ray_is_is_refused() -> None:
    assert_refused(in_a_process(*GAMES, "--ray", "127.0.0.1:1"), "127.0.0.1:1")
