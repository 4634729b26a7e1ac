"""The process for replays runs before somebody asks for one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from perron.server import replays
from perron.server.settings import Settings
from tests.server.client import begun, play_on
from tests.server.serving import serving
from tests.server.wire import until
from tools.imports import imports, modules


@pytest.mark.parametrize("job", ["perron.server.replays", "perron.server.bot_pool"])
def test_processes_for_jobs_load_neither_the_models_nor_the_store(job: str) -> None:
    """Those take longer to load than all that a replay or a bot needs."""
    known = modules()
    loaded, new = set[str](), {job}
    while new:
        loaded |= new
        new = set().union(*(imports(name, known, whole=False) for name in new)) - loaded
    assert "perron.game" in loaded
    assert not {name for name in loaded if name.startswith(("perron.server.models", "perron.server.store"))}


def test_it_starts_when_a_game_is_over(tmp_path: Path) -> None:
    with serving(Settings(database=f"sqlite:///{tmp_path}/perron.sqlite", start_bots=False)) as served:
        table = begun(served.base, "tiny", ["person", "person"])
        assert served.hall.replays.pids == []
        asyncio.run(play_on(table, 0, 1))
        until(lambda: len(served.hall.replays.pids) == 1, "no process for replays was started")


def test_it_starts_when_the_server_has_come_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "_LATER_S", 0.1)
    with serving(Settings(database=f"sqlite:///{tmp_path}/perron.sqlite", bot_processes=1)) as served:
        hall = served.hall
        assert hall.replays.pids == [], "the server's start does not wait for it"
        until(lambda: len(hall.replays.pids) == 1, "no process for replays was started")
        assert len(hall.bot_pool.pids) == 1, "bots go first"
