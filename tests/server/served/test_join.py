"""`perron join`: any bot plays at a server's table over a real socket, and what goes wrong is one sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from perron.bots import Bot, Clock, make_bot
from perron.errors import JoinError
from perron.join import join
from perron.view import View
from tests.cli.command import ENVIRONMENT, runner
from tests.server.client import Json, Table, make_table
from tests.server.serving import Served, a_socket

FIRST = """
from perron.bots import register


class First:
    name = "first"

    def choose(self, view, clock):
        assert len(view.board.routes) > 0
        return view.legal[0]


register("first_come", lambda argument, seed: First())
"""


class Line:
    """A line to the server that can be cut."""

    def __init__(self, base: str) -> None:
        self._to = base.removeprefix("http://").split(":")
        self._open: list[socket.socket] = []
        self._listening = a_socket()
        self._listening.listen()
        self.made = 0
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection((self._to[0], int(self._to[1])))
                self.made += 1
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while content := one.recv(65536):
                other.sendall(content)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Break off what is connected."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def close(self) -> None:
        """Break off, and take no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()


class Watched:
    """A bot that tells what it saw."""

    name = "watched"

    def __init__(self, before: Callable[[int], None] = lambda asked: None) -> None:
        self.bot, self.views, self.before = make_bot("planner"), list[View](), before

    def choose(self, view: View, clock: Clock) -> Any:
        self.views.append(view)
        self.before(len(self.views))
        return self.bot.choose(view, clock)


def started(table: Table) -> None:
    """Start the game when everybody is ready."""
    until = time.monotonic() + 60
    while not all(seat["ready"] or seat["kind"] == "bot" for seat in table.ask().json()["table"]["seats"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    answer = table.call("start", secret=table.host)
    assert answer.status_code == 200, answer.text


def joined(link: str, bot: Bot, name: str, patience: float = 20) -> Future[Json]:
    """A bot that plays in a thread of its own."""
    pool = ThreadPoolExecutor(1)
    playing = pool.submit(join, link, lambda: bot, name, patience=patience)
    pool.shutdown(wait=False)
    return playing


@pytest.mark.parametrize("edition", ["tiny", "tiny_race"])
def test_two_bots_sit_down_deal_and_play_a_whole_game(served: Served, edition: str) -> None:
    table = make_table(served.base, edition, ["open", "open"])
    bots = [Watched(), Watched()]
    playing = [joined(table.link, bot, name) for bot, name in zip(bots, ("Ann's", "Ben's"), strict=True)]
    started(table)
    one, other = (each.result(120) for each in playing)
    assert one == other
    assert len(one["scores"]) == 2
    for bot in bots:
        assert {view.edition for view in bot.views} == {edition}
        assert all(view.board.id == edition and view.legal for view in bot.views)


def test_a_bot_whose_connection_is_cut_comes_back_and_plays_on(served: Served) -> None:
    table = make_table(served.base, "tiny", ["open", "easy"])

    line = Line(served.base)
    bot = Watched(lambda asked: line.cut() if asked in (2, 4) else None)
    playing = joined(table.link.replace(served.base, line.base), bot, "Stubborn")
    started(table)
    assert len(playing.result(120)["scores"]) == 2
    assert len(bot.views) > 4
    assert line.made > 4  # to sit down, to be ready, to show the word, to play, and twice again
    line.close()


def test_a_server_that_goes_away_for_good_is_said_to_be_gone(served: Served) -> None:
    table = make_table(served.base, "tiny", ["open", "easy"])
    line = Line(served.base)
    bot = Watched(lambda asked: line.close() if asked == 2 else None)
    playing = joined(table.link.replace(served.base, line.base), bot, "Left alone", patience=1)
    started(table)
    with pytest.raises(JoinError, match="is gone: no connection for 1 seconds"):
        playing.result(60)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("nonsense", "is no link of a table"),
        ("ftp://localhost/t/abcdefghjk", "is no link of a table"),
        ("http://localhost:8000/", "is no link of a table"),
    ],
)
def test_what_is_no_link_is_said_to_be_none(link: str, words: str) -> None:
    with pytest.raises(JoinError, match=words):
        join(link, lambda: make_bot("planner"), "A")


def test_a_table_that_is_not_there_and_one_that_is_full(served: Served) -> None:
    table = make_table(served.base, "tiny", ["open", "open"])
    with pytest.raises(JoinError, match=r"the server says: .*table"):
        join(table.link[:-3] + "zzz", lambda: make_bot("planner"), "A")
    table.sit("Ann")
    table.sit("Ben")
    with pytest.raises(JoinError, match=r"the server says: .*seat"):
        join(table.link, lambda: make_bot("planner"), "A")


def test_where_no_server_answers_that_is_said() -> None:
    with a_socket() as nobody:
        link = f"http://127.0.0.1:{nobody.getsockname()[1]}/t/abcdefghjk"
        with pytest.raises(JoinError, match="no server of Perron answers at http://127"):
            join(link, lambda: make_bot("planner"), "A", patience=1)


def test_a_bot_that_breaks_or_cheats_is_told_of(served: Served) -> None:
    class Breaks:
        name = "breaks"

        def choose(self, view: View, clock: Clock) -> str:
            raise KeyError("oops")

    class Cheats(Breaks):
        def choose(self, view: View, clock: Clock) -> str:
            return "claim nowhere red*9"

    for bot, words in ((Breaks(), "the bot broke off: KeyError"), (Cheats(), "the bot chose what is not legal")):
        table = make_table(served.base, "tiny", ["open", "easy"])
        playing = joined(table.link, bot, "A")
        started(table)
        with pytest.raises(JoinError, match=words):
            playing.result(60)


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "perron.cli", "join", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
        timeout=300,
    )


def test_the_command_plays_with_a_bot_from_a_file(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    table = make_table(served.base, "tiny", ["open", "easy"])
    starting = threading.Thread(target=started, args=(table,))
    starting.start()
    done = command(table.link, "--bot", "first_come", "--load", str(file), "--name", "Firstling")
    starting.join()
    assert (done.returncode, done.stdout.startswith("won by seat ")) == (0, True), done.stderr
    assert "Firstling sits at tiny, seat 1" in done.stderr
    names = [seat["name"] for seat in table.ask().json()["table"]["seats"]]
    assert names[0] == "Firstling"


def test_the_command_says_in_one_line_what_is_wrong(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(monkeypatch, capsys)
    for arguments, words in (
        (("nonsense", "--bot", "planner"), "is no link of a table"),
        ((f"{served.base}/t/zzzzzzzzzz", "--bot", "nobody"), "no bot is called 'nobody'"),
    ):
        answer = run("join", *arguments)
        assert answer.code == 2
        assert words in answer.err
        assert answer.err.count("\n") == 1
