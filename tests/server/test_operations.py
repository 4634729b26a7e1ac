"""Metrics, alert rules, the dashboard and the runbook name what there really is."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import yaml  # type: ignore[import-untyped]
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from perron.cli import app
from perron.server.settings import Settings
from tests.server.client import Table, at, begun, play_on
from tests.server.crash import Process, free_port
from tests.server.plain import get
from tests.server.postgres import Postgres
from tests.server.serving import serving

pytestmark = pytest.mark.xdist_group("processes")
DOCS = Path(__file__).parents[2] / "docs"
RULES = yaml.safe_load((DOCS / "operations" / "alerts.yml").read_text("utf-8"))
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
DASHBOARD = json.loads((DOCS / "operations" / "dashboard.json").read_text("utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
RUNBOOK = (DOCS / "runbook.md").read_text("utf-8")
ADDED = {"instance", "job"}
"""Labels that Prometheus adds."""
WORDS = {"and", "or", "sum", "min", "max", "rate", "increase", "time", "histogram_quantile", "predict_linear"}
"""Of Prometheus' language, those that are used."""


def expressions() -> Iterator[tuple[str, str]]:
    """Everything that is asked of Prometheus, and where."""
    for rule in ALERTS:
        yield rule["alert"], rule["expr"]
    for panel in PANELS:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            asked = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["query"]["query"])
            assert asked is not None
            yield variable["name"], f"sum by ({asked[2]}) ({asked[1]})"


def named(expression: str) -> tuple[set[str], set[str]]:
    """The metrics in an expression, and the labels that it selects or keeps."""
    metrics, labels = set(), set()
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]', " ", expression)  # without texts and spans of time
    tokens = re.findall(r"[a-zA-Z_]\w*|\d[\w.]*|[(){}]", bare)
    of_labels = False
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        if token in ("{", "by"):
            of_labels = True
        elif token in ("}", ")"):
            of_labels = False
        elif token == "(" or token[0].isdigit():
            continue
        elif of_labels:
            labels.add(token)
        elif following in ("(", "by") or token in ("and", "or"):
            assert token in WORDS, f"{token} in {expression}"
        else:
            metrics.add(token)
    assert metrics, expression
    return metrics, labels


def test_names_are_found_in_expressions() -> None:
    asked = 'sum by (le, code) (rate(a_bucket{x=~"b_c", y="d"}[5m])) / 1e9 > 2.5 and time() - e_f > 0 or g'
    assert named(asked) == ({"a_bucket", "e_f", "g"}, {"le", "code", "x", "y"})


class Scrape:
    """What Prometheus reads from a server."""

    def __init__(self, base: str) -> None:
        self.families: dict[str, Metric] = {}
        for family in text_string_to_metric_families(get(f"{base}/api/metrics").text):
            if not family.name.endswith("_created"):
                self.families[family.name] = family
        self.samples: dict[str, set[str]] = {}
        """The labels of each name under which Prometheus stores numbers."""
        for family in self.families.values():
            for sample in family.samples:
                self.samples.setdefault(sample.name, set()).update(sample.labels)

    def value(self, name: str, **labels: str) -> float:
        """One number."""
        for family in self.families.values():
            for sample in family.samples:
                if (sample.name, sample.labels) == (name, labels):
                    return sample.value
        raise KeyError(name)


def check_names(scrape: Scrape) -> None:
    """Everything that is asked of Prometheus is there."""
    for where, expression in expressions():
        metrics, labels = named(expression)
        for metric in metrics - {"up"}:
            assert metric in scrape.samples, f"{where}: {metric}"
        known = ADDED.union(*(scrape.samples.get(metric, ()) for metric in metrics))
        assert labels <= known, f"{where}: {labels - known}"


def after_a_backup(base: str) -> Scrape:
    """What is told when the server has made a backup and seen it in the folder."""
    while True:
        scrape = Scrape(base)
        if "perron_backup_seconds" in scrape.samples and scrape.value("perron_backup_timestamp_seconds") > 0:
            return scrape
        time.sleep(0.05)


def play_and_be_refused(base: str) -> Table:
    """A game, and something that is refused."""
    table = begun(base, "tiny", ["person", "person"])

    async def play() -> None:
        async with at(table, 0) as (client, _):
            assert (await client.act(0, "claim nowhere"))["type"] == "refused"
        await play_on(table, 0, 1)

    asyncio.run(play())
    return table


def test_alerts_dashboard_and_the_page_name_the_metrics_of_a_server(database: str, tmp_path: Path) -> None:
    settings = Settings(database=database, start_bots=False, backups=tmp_path / "backups", metrics_for_all=True)
    with serving(settings) as served:
        play_and_be_refused(served.base)
        scrape = after_a_backup(served.base)
        check_names(scrape)
        told = dict(documented())
        assert {name: family.type for name, family in scrape.families.items()} == {
            name: kind for name, (kind, _) in told.items()
        }
        for name, (_, labels) in told.items():
            found = set().union(*(sample.labels for sample in scrape.families[name].samples)) - {"le"}
            assert found in (labels, set()), name
        now = time.time()
        assert scrape.value("perron_store_written_timestamp_seconds") <= now
        assert scrape.value("perron_store_listening") == 1
        assert scrape.value("perron_store_write_seconds_count") >= scrape.value("perron_store_commit_seconds_count") > 0
        assert scrape.value("perron_store_read_seconds_count") > 0
        assert scrape.value("perron_disk_size_bytes", folder="backups") > 0
        assert scrape.value("perron_rooms") == 1
        assert scrape.value("perron_backups") == len(list(settings.backups.glob("*.gz"))) == 1  # type: ignore[union-attr]
        if database.startswith("sqlite"):
            assert scrape.value("perron_disk_free_bytes", folder="data") > 0
            while Scrape(served.base).value("perron_wal_bytes") == 0:
                time.sleep(0.1)


def documented() -> Iterator[tuple[str, tuple[str, set[str]]]]:
    """The metrics of the page, with their kinds and labels."""
    page = (DOCS / "operations" / "metrics.md").read_text("utf-8")
    for name, kind, labels in re.findall(r"^\| `(perron_\w+)` \| (\w+) \| (.*?) ?\| .+ \|$", page, re.MULTILINE):
        yield name, (kind, set(re.findall(r"`(\w+)`", labels)))


@dataclass(frozen=True)
class Workers:
    """Two workers behind one port, and the address at which their metrics are."""

    server: Process
    metrics: str


@pytest.fixture(scope="module")
def two_workers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two workers on one PostgreSQL; they make one backup."""
    folder, metrics = tmp_path_factory.mktemp("two_workers"), f"127.0.0.1:{free_port()}"
    backups, url = folder / "backups", postgres.new_database()
    server = Process(url, folder, workers=2, backups=backups, backup_seconds=3600, metrics=metrics)
    server.start()
    try:
        yield Workers(server, f"http://{metrics}")
    except BaseException:
        server.kill()
        raise
    assert server.kill(signal.SIGTERM) == 0
    postgres.drop_database(url)


def test_two_workers_serve_one_game_and_count_together_at_an_address_of_its_own(two_workers: Workers) -> None:
    def counted() -> float:
        text = get(f"{two_workers.metrics}/api/metrics").text
        return sum(float(n) for n in re.findall(r"^perron_entries_total{.*} (.+)$", text, re.MULTILINE))

    before = counted()
    table = begun(two_workers.server.base, "tiny", ["person", "person"])

    async def play() -> None:
        await asyncio.gather(*(play_on(table, seat) for seat in (0, 1)), *(play_on(table) for _ in range(6)))

    asyncio.run(asyncio.wait_for(play(), 120))
    assert table.ask("/record").status_code == 200
    assert get(f"{two_workers.server.base}/api/metrics").status_code == 404
    assert counted() - before == table.ask().json()["table"]["number"]


def test_two_workers_answer_with_the_same_names_and_one_that_died_counts_no_more(two_workers: Workers) -> None:
    table = play_and_be_refused(two_workers.server.base)
    scrape = after_a_backup(two_workers.metrics)
    check_names(scrape)
    assert scrape.families.keys() == dict(documented()).keys()
    assert not any("pid" in labels for labels in scrape.samples.values())

    asyncio.run(asyncio.wait_for(kill_a_worker_with_sockets(two_workers, table), 120))


async def kill_a_worker_with_sockets(workers: Workers, table: Table) -> None:
    """Only sockets that are still open are counted."""
    server = workers.server
    async with AsyncExitStack() as stack:
        clients = [(await stack.enter_async_context(at(table)))[0] for _ in range(6)]
        while await sockets_counted(workers.metrics) != 6:
            await asyncio.sleep(0.05)
        assert server.process is not None
        for worker in workers_of(server.process.pid):
            os.kill(worker, signal.SIGKILL)
            await asyncio.sleep(0.5)
            if any(one.socket.close_code is not None for one in clients):
                break
        while await sockets_counted(workers.metrics) != sum(one.socket.close_code is None for one in clients):
            await asyncio.sleep(0.05)
        assert sum(one.socket.close_code is None for one in clients) < 6


async def sockets_counted(metrics: str) -> float | None:
    try:
        return (await asyncio.to_thread(Scrape, metrics)).value("perron_sockets")
    except httpx.TransportError:  # it came to the worker that was killed
        return None


def workers_of(process: int) -> list[int]:
    """The workers among a server's children: a process that does not listen helps Python to keep count."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = (stat.parent / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == process and b"spawn_main" in words:
            found.append(int(stat.parent.name))
    return found


def test_alert_rules_have_what_prometheus_needs() -> None:
    assert RULES.keys() == {"groups"}
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS) >= 15
    for rule in ALERTS:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert isinstance(rule["expr"], str)
        assert re.fullmatch(r"\d+[smhd]", rule.get("for", "0s"))
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "runbook"}
        used = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        kept = set(re.findall(r"\w+", " ".join(re.findall(r"by \(([^)]*)\)", rule["expr"])))) - {"le"}
        assert used <= (kept or {"instance", "folder"}), rule["alert"]


def test_the_dashboard_has_what_grafana_needs() -> None:
    assert DASHBOARD["title"]
    assert DASHBOARD["uid"]
    assert DASHBOARD["schemaVersion"] >= 36
    assert "id" not in DASHBOARD, "Grafana gives one"
    assert [variable["name"] for variable in DASHBOARD["templating"]["list"]] == ["datasource", "instance"]
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, f"{panel['title']} lies on another panel"
        assert place["x"] + place["w"] <= 24
        taken |= cells
    for panel in PANELS:
        assert panel["type"] in ("timeseries", "stat")
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert [target["refId"] for target in panel["targets"]] == list("ABC"[: len(panel["targets"])])
        for one in (panel, *panel["targets"]):
            assert one["datasource"] == {"type": "prometheus", "uid": "${datasource}"}


# the runbook


def anchors(page: str) -> set[str]:
    """The names under which the headings of a page are linked."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_alert_has_its_place_in_the_runbook() -> None:
    known = anchors(RUNBOOK)
    for rule in ALERTS:
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/runbook.md"
        assert anchor == rule["alert"].lower()
        assert anchor in known, rule["alert"]


@pytest.mark.parametrize("name", ["runbook.md", "operations/backups.md", "operations/metrics.md"])
def test_every_command_and_flag_in_the_pages_exists(name: str) -> None:
    page = (DOCS / name).read_text("utf-8")
    # A line of a block may go on behind a backslash; in a sentence a command stands between backquotes.
    shown = [line for block in re.findall(r"```\w*\n(.*?)```", page, re.DOTALL) for line in joined(block)]
    shown += re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL))
    commands = [
        words for text in shown for words in re.findall(r"(?:^|/bin/|sudo -u perron )perron (\S[^|&;#]*)", text)
    ]
    assert commands
    root: Any = typer.main.get_command(app)
    of_root = {flag for parameter in root.params for flag in parameter.opts}
    for text in commands:
        words = text.split()
        assert words[0] in root.commands or words[0] in of_root, text
        command = root.commands.get(words[0])
        if hasattr(command, "commands"):  # a command of commands
            assert words[1] in command.commands, text
            command = command.commands[words[1]]
        unknown = [word for word in words[1:] if word.startswith("--") and word not in flags_of(command)]
        assert unknown == [], text
    alone = [text.split()[0] for text in shown if text.startswith("--")]
    assert set(alone) <= set().union(*map(flags_of, root.commands.values()))


def flags_of(command: Any) -> set[str]:
    """All flags of a command."""
    return {flag for parameter in command.params for flag in parameter.opts}


def joined(block: str) -> list[str]:
    return block.replace("\\\n", " ").splitlines()


@pytest.mark.parametrize("name", ["runbook.md", "operations/backups.md", "operations/metrics.md"])
def test_links_in_the_pages_lead_somewhere(name: str) -> None:
    page = (DOCS / name).read_text("utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", page):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = ((DOCS / name).parent / path).resolve() if path else DOCS / name
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link
