"""The nginx of docs/deploy.md, run on this machine."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from starlette.responses import Response
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from perron.server import cookies, secret
from perron.server.store.codes import new_code
from tests.server.client import HELLO, begun, play_on
from tests.server.crash import free_port
from tests.server.plain import get, post

_PAGE = Path(__file__).parents[2] / "docs/deploy.md"
_FRAME = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {server}
}}
"""


def example(base: str) -> str:
    """The example's server, with another address behind it."""
    found = re.search(r"```nginx\n(.*?)```", _PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    text = found.group(1)
    assert "http://127.0.0.1:8000" in text
    return text.replace("http://127.0.0.1:8000", base)


class Nginx:
    """A proxy that runs as long as it is needed."""

    def __init__(self, server: str, folder: Path) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        assert "listen 443 ssl;" in server
        server = server.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        self._file = folder / "nginx.conf"
        self._file.write_text(_FRAME.format(folder=folder, server=server))
        self._folder = folder

    def __enter__(self) -> Nginx:
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        assert program, "nginx is not installed: `make test` installs it for root; else install your system's package"
        with (self._folder / "nginx.log").open("wb") as log:
            command = [program, "-p", str(self._folder), "-c", str(self._file)]
            self._process = subprocess.Popen(command, stderr=log)
        with httpx.Client(transport=httpx.HTTPTransport(retries=20)) as client:
            client.get(f"{self.base}/api/health")
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.terminate()
        self._process.wait(30)

    def check_pages(self) -> None:
        """Requests come through, with their headers; those of other sites' pages do not."""
        answer = get(f"{self.base}/api/health")
        assert answer.json() == {"status": "ok"}
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        body: dict[str, Any] = {"json": {"edition": "tiny", "seats": [{}, {}]}}
        own = post(f"{self.base}/api/tables", headers={"Origin": self.base}, **body)
        assert own.status_code == 201, own.text
        assert own.json()["resume"].startswith(self.base)
        foreign = post(f"{self.base}/api/tables", headers={"Origin": "http://elsewhere.example"}, **body)
        assert foreign.json()["code"] == "origin/foreign"

    def check_names(self) -> None:
        """The name that the server was given comes through, others do not; nor do the metrics."""
        for host, status in (("perron.example.org", 200), ("elsewhere.example", 421)):
            assert get(f"{self.base}/api/editions", headers={"Host": host}).status_code == status
        assert get(f"{self.base}/api/metrics").status_code == 404

    def check_game(self) -> None:
        """Sockets come through: a whole game is played over them."""
        table = begun(self.base, "tiny", ["person", "person"])

        async def play() -> None:
            async with asyncio.timeout(240):
                await play_on(table, 0, 1)

        asyncio.run(play())
        assert table.ask("/record").status_code == 200

        async def knock() -> int:
            url = f"{self.base}/api/tables/{table.code}/socket".replace("http", "ws", 1)
            try:
                await connect(url, origin="http://elsewhere.example")  # type: ignore[arg-type]
            except InvalidStatus as refused:
                return refused.response.status_code
            return 101

        assert asyncio.run(knock()) == 403

    def check_cookies(self, tables: int = 1000) -> None:
        """A browser that has sat at many tables can still send every request, and open the socket of each."""
        plan = {"edition": "tiny", "seats": [{}, {}]}
        with httpx.Client(base_url=self.base, verify=False) as browser:
            codes = []
            for number in range(tables):
                if (
                    number % (tables // 2 - 1) == 0
                ):  # some are really there: the first, one in the middle, the last but one
                    codes.append(browser.post("/api/tables", json=plan).json()["table"]["code"])
                    continue
                given = Response()
                cookies.give(given, new_code(), [secret.new_secret(), secret.new_secret()], secure=False)
                asked = httpx.Request("POST", f"{self.base}/api/tables")
                browser.cookies.extract_cookies(httpx.Response(201, headers=given.raw_headers, request=asked))
            assert len(browser.cookies.jar) == tables

            async def host(code: str) -> bool:
                path = f"/api/tables/{code}/socket"
                kept = browser.build_request("GET", path).headers["cookie"]
                url = f"{self.base}{path}".replace("http", "ws", 1)
                async with connect(url, additional_headers={"Cookie": kept}) as socket:
                    await socket.send(HELLO)
                    return bool(json.loads(await socket.recv())["host"])

            assert [asyncio.run(host(code)) for code in codes] == [True] * 3
            for path in ("/", "/api/editions", "/api/tables", f"/t/{codes[0]}"):
                assert browser.get(path).status_code == 200

    def check_addresses(self) -> None:
        """What a client itself says of its address is not believed."""
        plan = {"edition": "tiny", "seats": [{}, {}]}
        codes = [
            post(f"{self.base}/api/tables", json=plan, headers={"X-Forwarded-For": f"203.0.113.{i}"}).status_code
            for i in range(25)
        ]
        assert codes[0] == 201
        assert codes[-1] == 429
