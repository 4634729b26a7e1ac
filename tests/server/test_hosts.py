"""By which names a server may be asked for: no page of a stranger can make its own name one of them."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from perron.errors import PerronError
from perron.server.hosts import Hosts
from perron.server.origin import host_of
from perron.server.settings import Settings
from tests.server.client import make_table
from tests.server.plain import get
from tests.server.served.conftest import GENEROUS
from tests.server.serving import Served, serving

OURS = [
    "localhost:8000",
    "127.0.0.1",
    "192.168.1.5:8000",
    "[::1]:8000",
    "[2001:db8::7]",
    "my-pi:8000",
    "MY-PI.LOCAL:8000",
    "my-pi.local.",
    "perron.home.arpa",
    "perron.lan",
    "host.docker.internal:8000",
    "perron.default.svc.cluster.local",
    "xn--bcher-kva",
    "perron.localhost",
    "",
]
OTHERS = [
    "evil.example",
    "evil.example:8000",
    "127.0.0.1.evil.example",
    "local.evil.example",
    "192.168.1.5.nip.io",
    "fritz.box",
    "evil.example.",
    "xn--bcher-kva.example",
    "arpa.home.evil",
    "home.arpa.evil",
]
ABSURD = [
    "localhost:99999",
    "localhost:",
    "localhost:-1",
    "localhost:8000:8000",
    "localhost:٣",
    "me@localhost",
    "me:secret@127.0.0.1",
    "local host",
    "localhost/t/abc",
    "localhost?x",
    "localhost#x",
    "[::1",
    "::1",
    "[fe80::1%eth0]",
    "[v1.x]",
    "[]",
    "999.999.999.999",
    "1.2.3",
    ".local",
    "a..local",
    ".",
    "-" * 300,
    f"{'a' * 64}." * 4 + "local" + "x" * 100,
    "x" * 4000,
    "<script>.local",
    "localhost\tx",
    "b\u00fccher.local",
]


def known(asked: str, **settings: object) -> bool:
    return Hosts(Settings(**settings)).knows([(b"host", asked.encode("utf-8"))])  # type: ignore[arg-type]


@pytest.mark.parametrize("host", OURS)
def test_an_address_and_a_name_of_this_network_are_known(host: str) -> None:
    assert known(host)


@pytest.mark.parametrize("host", [*OTHERS, *ABSURD])
def test_a_name_that_a_stranger_can_give_is_not_known(host: str) -> None:
    assert not known(host)


def test_what_the_operator_names_is_known() -> None:
    assert known("perron.example:8443", hosts=("Perron.Example",))
    assert not known("a.perron.example", hosts=("perron.example",))
    assert known("a.perron.example", hosts=(".perron.example",))
    assert not known("aperron.example", hosts=(".perron.example",))
    assert known("perron.example", origin="https://perron.example/")
    assert known("club.example", host="club.example")
    assert not known("evil.example", hosts=("perron.example",), origin="https://club.example")


def test_two_hosts_in_one_request_are_none() -> None:
    headers = [(b"host", b"localhost"), (b"host", b"evil.example")]
    assert not Hosts(Settings()).knows(headers)
    assert not Hosts(Settings()).knows(headers[::-1])
    assert Hosts(Settings()).knows([])


@pytest.mark.parametrize("name", ["", ".", "http://perron.example", "perron.example:80", "a b", "*.example", "x" * 300])
def test_what_is_no_name_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(PerronError, match="is not the name of a host"):
        Settings(hosts=(name,))


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "perron.example",
        "ftp://perron.example",
        "https://",
        "https://perron.example/page",
        "https://perron.example?x=1",
        "https://me@perron.example",
        "https://perron.example:99999",
        "https://[::1",
        "https://perron example",
        "null",
    ],
)
def test_what_is_no_origin_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(PerronError, match="is not the address of a page"):
        Settings(origin=origin)
    assert host_of("https://Perron.example:8443") == "perron.example"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = f"sqlite:///{tmp_path_factory.mktemp('data')}/perron.sqlite"
    with serving(Settings(database=url, start_bots=False, limits=GENEROUS, hosts=("perron.example",))) as running:
        yield running


def ask(served: Served, path: str, host: str, language: str = "en") -> tuple[int, str]:
    """GET something with any host, however absurd."""
    place = served.base.removeprefix("http://")
    connection = http.client.HTTPConnection(place)
    try:
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host.encode("utf-8"))
        connection.putheader("Accept-Language", language)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/api/editions", "/api/tables", "/api/health", "/", "/api/link?path=/t/a"])
def test_a_request_for_another_host_gets_nothing(served: Served, path: str) -> None:
    assert ask(served, path, "my-pi.local")[0] == ask(served, path, "perron.example")[0] == 200
    for language, word in (("en", "not known as"), ("nl", "niet bekend als"), ("sv", "inte känd som")):
        status, text = ask(served, path, "evil.example", language)
        assert status == 421
        if path.startswith("/api"):
            assert json.loads(text)["code"] == "host/unknown"
        assert f"{word} evil.example" in text
        assert "--allow-host" in text


@pytest.mark.parametrize("path", ["/api/link?path=/t/abc", "/api/qr?path=/t/abc", "/api/tables/abcdefghjk"])
@pytest.mark.parametrize("host", ABSURD)
def test_an_absurd_host_is_refused_in_a_sentence(served: Served, path: str, host: str) -> None:
    status, text = ask(served, path, host)
    assert status in (400, 421)  # 400: it was not even HTTP
    if status == 421:
        assert json.loads(text)["code"] == "host/unknown"
        assert len(text) < 400


@pytest.mark.parametrize("host", OURS)
def test_every_host_of_ours_can_be_shown_as_a_link(served: Served, host: str) -> None:
    for path in ("/api/link?path=/t/abc", "/api/qr?path=/t/abc"):
        assert ask(served, path, host)[0] == 200


def test_a_socket_for_another_host_is_not_opened(served: Served) -> None:
    table = make_table(served.base, "tiny", ["person", "person"])
    port = int(served.base.rpartition(":")[2])

    async def knock(host: str, origin: str) -> int:
        url = f"ws://{host}/api/tables/{table.code}/socket"
        try:  # the host's name means this machine, whatever it is
            async with connect(url, host="127.0.0.1", port=port, additional_headers={"Origin": origin}):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(knock("evil.example", "http://evil.example")) == 421
    assert asyncio.run(knock("perron.example", "http://perron.example")) == 101
    assert asyncio.run(knock("my-pi:8000", "http://my-pi:8000")) == 101
    assert asyncio.run(knock("my-pi:8000", "http://evil.example")) == 403


# metrics


def test_nobody_reads_the_metrics_unless_the_operator_has_opened_them(served: Served) -> None:
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        answer = get(f"{served.base}/api/metrics", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "request/not_found")


def test_the_metrics_are_at_the_address_that_was_opened_for_them_and_nothing_else_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/perron.sqlite"
    with serving(Settings(database=url, start_bots=False, metrics="127.0.0.1:0")) as running:
        assert running.metrics is not None
        assert "perron_requests_total" in get(f"{running.metrics}/api/metrics").text
        for path in ("/api/health", "/api/tables", "/", "/api/openapi.json", "/api/metrics/"):
            assert get(running.metrics + path).status_code == 404
        for headers in ({}, {"Host": running.metrics.removeprefix("http://")}):
            assert get(f"{running.base}/api/metrics", headers=headers).status_code == 404
        table = make_table(running.base, "tiny", ["person", "person"])

        async def knock() -> int:
            try:
                async with connect(f"{running.metrics}/api/tables/{table.code}/socket".replace("http", "ws", 1)):
                    return 101
            except InvalidStatus as refused:
                return refused.response.status_code

        assert asyncio.run(knock()) == 403


@pytest.mark.parametrize("address", ["", "9100", "127.0.0.1", ":9100", "127.0.0.1:99999", "::1:9100", "a:b:1", "[:9"])
def test_what_is_no_address_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(PerronError, match="is not an address to listen on"):
        Settings(metrics=address)
