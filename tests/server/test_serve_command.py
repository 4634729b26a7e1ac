"""`perron serve` as people start it: for this machine, for the home network, with a browser, behind a proxy."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from perron.errors import PerronError
from perron.server import web
from perron.server.lan import home_address, qr_code
from perron.server.settings import RATES, Limits, Rate, Settings
from tests.cli.command import COMMAND, ENVIRONMENT, assert_refused, runner
from tests.server.crash import free_port
from tests.server.nginx import Nginx, example
from tests.server.plain import get, post
from tests.server.serving import serving
from tests.server.wire import until

pytestmark = pytest.mark.xdist_group("processes")
PLAN = {"edition": "tiny", "seats": [{}, {}]}


@contextmanager
def serve(folder: Path, *options: str, **environment: str) -> Iterator[tuple[str, list[str]]]:
    """The command while it serves: its address on this machine, and what it has said so far."""
    command = [*COMMAND, "serve", "--data", str(folder), *options]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, env={**ENVIRONMENT, **environment}, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert process.stdout is not None
    said = []
    try:
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            found = re.search(r"http://\S+:(\d+)$", said[-1])
            if found:
                break
        else:
            raise AssertionError((folder / "log").read_text())
        base = f"http://127.0.0.1:{found.group(1)}"
        assert get(f"{base}/api/health").status_code == 200  # an address that is told answers
        until(lambda: get(f"{base}/api/ready").status_code == 200, "the server was never ready")
        yield base, said
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        process.stdout.close()


def listens(address: str, port: str) -> bool:
    try:
        return get(f"http://{address}:{port}/api/health").status_code == 200
    except httpx.TransportError:
        return False


def home() -> str | None:
    """This machine's address in its network, if it is in one."""
    try:
        return home_address()
    except PerronError:
        return None


@dataclass(frozen=True)
class Running:
    """The command while it serves."""

    folder: Path
    base: str
    said: list[str]


@pytest.fixture(scope="module")
def by_default(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The command without any flags but for a free port."""
    folder = tmp_path_factory.mktemp("by_default")
    with serve(folder, "--port", "0") as (base, said):
        yield Running(folder, base, said)
    told = [json.loads(line)["what"] for line in (folder / "log").read_text().splitlines()]
    assert (told[0], told[-1]) == ("started", "stopped")


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The command as docs/deploy.md starts it."""
    folder = tmp_path_factory.mktemp("behind_proxy")
    options = ("--port", "0", "--behind-proxy", "--allow-host", "perron.example.org", "--metrics", "127.0.0.1:0")
    with serve(folder, *options) as (base, said):
        yield Running(folder, base, said)


def test_by_default_only_this_machine_is_let_in_and_a_log_in_a_pipe_is_json(by_default: Running) -> None:
    assert by_default.said == [f"Perron serves at {by_default.base}"]
    assert get(f"{by_default.base}/api/health").json() == {"status": "ok"}
    address = home()
    assert address is None or not listens(address, by_default.base.rpartition(":")[2])
    assert (by_default.folder / "perron.sqlite").exists()
    told = {json.loads(line)["what"] for line in (by_default.folder / "log").read_text().splitlines()}
    assert told >= {"started"}


def test_for_the_home_network_it_shows_an_address_that_can_be_reached_and_its_code(tmp_path: Path) -> None:
    address = home()
    if address is None:  # a machine without a network says so, and serves nobody
        done = subprocess.run(
            [*COMMAND, "serve", "--lan", "--port", "0"], env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert "not in a network" in done.stderr
        return
    with serve(tmp_path, "--lan", "--port", "0") as (base, said):
        port = base.rpartition(":")[2]
        url = f"http://{address}:{port}"
        assert said[-1] == f"Other devices in this network play at {url}"
        assert "\n".join(said[:-1]) == qr_code(url)
        assert listens(address, port)
        told = get(f"{base}/api/link", params={"path": "/t/abc"}).json()
        assert told == {"url": f"{url}/t/abc", "reachable": True}
        assert get(f"{url}/api/metrics").status_code == 404


def test_the_browser_is_opened_when_the_server_is_ready(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    options = ("--open", "--port", str(free_port()), "--logs", "text")
    with serve(tmp_path, *options, BROWSER=f"{browser} %s") as (base, _):
        until(lambda: opened.exists() and opened.read_text() != "", "no browser was opened")
        assert opened.read_text() == f"{base}\n"
        # A second time: the server is there already, so that only the page is opened.
        port = base.rpartition(":")[2]
        again = subprocess.run(
            [*COMMAND, "serve", "--open", "--port", port],
            env={**ENVIRONMENT, "BROWSER": f"{browser} %s"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert again.stdout == ""
        assert opened.read_text() == f"{base}\n" * 2
    assert (tmp_path / "log").read_text() == ""  # in a pipe too there is nothing to tell, if text is asked for


def log_on_a_terminal(folder: Path, *options: str) -> str:
    """What a server that starts and stops writes to a terminal."""
    reading, terminal = os.openpty()
    command = [*COMMAND, "serve", "--port", "0", "--data", str(folder), "--bot-processes", "1", *options]
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=terminal, text=True)
    os.close(terminal)
    assert process.stdout is not None
    assert "serves at" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    process.stdout.close()
    said = b""
    with suppress(OSError):  # the other end is gone
        while piece := os.read(reading, 65536):
            said += piece
    os.close(reading)
    return said.decode()


@pytest.mark.exhaustive  # as the next one; in a pipe the command is seen to log above
def test_on_a_terminal_a_server_without_trouble_logs_nothing(tmp_path: Path) -> None:
    assert log_on_a_terminal(tmp_path) == ""


@pytest.mark.exhaustive  # test_logs.py has every form on a terminal and in a pipe
def test_on_a_terminal_a_server_logs_json_if_that_is_asked_for(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in log_on_a_terminal(tmp_path, "--logs", "json").splitlines()]
    assert [line["what"] for line in lines] == ["started", "stopped"]


def test_a_missing_page_is_told_in_words_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = tmp_path / "clone" / "src" / "perron" / "server" / "page"
    (tmp_path / "clone" / "web").mkdir(parents=True)
    (tmp_path / "clone" / "web" / "package.json").write_text("{}")
    monkeypatch.setattr(web, "folder", lambda: clone)
    assert "make page" in str(web.why_missing())
    installed = tmp_path / "lib" / "python3.13" / "site-packages" / "perron" / "server" / "page"
    monkeypatch.setattr(web, "folder", lambda: installed)
    told = str(web.why_missing())
    assert "this installation" in told
    assert "wheel" in told
    with serving(Settings(database=f"sqlite:///{tmp_path}/tables", bot_processes=1, start_bots=False)) as served:
        answer = get(served.base)
        assert (answer.status_code, told in answer.text) == (200, True)
        assert get(f"{served.base}/api/health").status_code == 200
    installed.mkdir(parents=True)
    (installed / "index.html").write_text("<html></html>")
    assert web.why_missing() is None


def test_a_port_or_a_file_that_another_server_uses_is_told_in_one_sentence(
    by_default: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = by_default.base.rpartition(":")[2]
    run = runner(monkeypatch, capsys)
    assert_refused(run("serve", "--port", port), f"port {port} cannot be used to listen")
    # before it says that it serves
    used = run("serve", "--port", "0", "--data", str(by_default.folder))
    assert_refused(used, "in use by another Perron server")


BAD_STARTS: dict[str, tuple[list[str], str]] = {
    "a port out of range": (["--port", "65536"], "port 65536 is not between 0 and 65535"),
    "no port": (["--port", "http"], "should be a valid integer"),
    "an unknown host": (["--host", "no.such.host.invalid"], "cannot be used to listen"),
    "an address of another machine": (["--host", "192.0.2.1"], "cannot be used to listen"),
    "a host that is none": (["--host", "a..b"], "cannot be used to listen"),
    "a host with a zero in it": (["--host", "a\0b"], "not the name of a host"),
    "no host": (["--host", ""], "an address to listen on is missing"),
    "a data folder that cannot be made": (["--data", "{file}/data"], "cannot be made"),
    "a database that is a folder": (["--database", "sqlite:///{folder}"], "is a folder"),
    "a database that is none": (["--database", "sqlite:///{file}"], "not a database"),
    "a database URL that is none": (["--database", "nonsense"], "is no database URL"),
    "another kind of database": (["--database", "mysql://u:hush@h/x"], "not a database that Perron knows"),
    "a database that cannot be reached": (["--database", "postgresql://u:hush@127.0.0.1:1/x"], "127.0.0.1:1"),
    "workers with SQLite": (["--workers", "2"], "2 workers need PostgreSQL"),
    "no workers": (["--workers", "0"], "workers 0 is not between 1 and 64"),
    "fewer than no bots": (["--bot-processes", "-1"], "bot processes -1 is not between 0 and 256"),
    "an origin that is none": (["--origin", "perron.example.org"], "is not the address of a page"),
    "a name that is none": (["--allow-host", "https://x.example"], "is not the name of a host"),
    "an address for metrics that is none": (["--metrics", "9100"], "is not an address to listen on"),
    "metrics where somebody listens": (["--metrics", "127.0.0.1:{taken}"], "cannot be used to listen"),
    "an unknown flag": (["--nonsense"], "No such option"),
}


@pytest.mark.parametrize("fault", BAD_STARTS)
def test_a_bad_start_ends_in_one_sentence(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def served(*_: object) -> None:
        raise AssertionError("it served")

    monkeypatch.setattr("perron.server.run.serve", served)
    (tmp_path / "file").write_text("Dear Sir, " * 500)
    options, told = BAD_STARTS[fault]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        places = {"folder": str(tmp_path), "file": str(tmp_path / "file"), "taken": str(taken.getsockname()[1])}
        options = [option.format(**places) for option in options]
        base = ["--port", "0", "--data", str(tmp_path / "data")]
        answer = runner(monkeypatch, capsys)("serve", *base, *options)
    assert_refused(answer, told)
    assert "hush" not in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf")])
@pytest.mark.parametrize("limit", ["headers_s", "sockets_per_table", "body_bytes"])
def test_a_limit_that_is_none_is_refused(limit: str, value: float) -> None:
    with pytest.raises(PerronError, match=f"the limit {limit.replace('_', ' ')} cannot be"):
        Limits(**{limit: value})  # type: ignore[arg-type]
    with pytest.raises(PerronError, match="the limit of request a second cannot be"):
        Limits(rates={**RATES, "request": Rate(1, value)})


def test_a_server_whose_store_has_gone_since_the_start_ends_with_a_failure(tmp_path: Path) -> None:
    script = "from perron.server.run import serve; from perron.server.settings import Settings; "
    script += f"serve(Settings(port=0, bot_processes=1, database='sqlite:///{tmp_path}'))"
    done = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 2)
    assert "is a folder, not a database file" in done.stderr
    assert "Traceback" not in done.stderr


def made(base: str, **headers: str) -> httpx.Response:
    return post(f"{base}/api/tables", json=PLAN, headers=headers)


@pytest.mark.parametrize(("how", "believed"), [("by_default", False), ("behind_proxy", True)])
def test_only_behind_a_proxy_it_believes_who_the_client_is(
    how: str, believed: bool, request: pytest.FixtureRequest
) -> None:
    base: str = request.getfixturevalue(how).base
    told = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    other = {**told, "X-Forwarded-For": "203.0.113.8"}
    answer = made(base, **told)
    assert answer.json()["resume"].startswith("https://" if believed else "http://")
    assert ("Secure" in answer.headers["set-cookie"]) is believed
    while made(base, **told).status_code == 201:  # twenty tables an hour and address
        pass
    assert made(base, **told).json()["code"] == "limit/tables"
    assert (made(base, **other).status_code == 201) is believed


def test_the_examples_proxy_passes_pages_sockets_and_addresses_on(behind_proxy: Running, tmp_path: Path) -> None:
    """The nginx of docs/deploy.md, without its certificates."""
    with Nginx(example(behind_proxy.base), tmp_path) as proxy:
        proxy.check_pages()
        proxy.check_names()
        proxy.check_game()
        proxy.check_cookies()
        proxy.check_addresses()
