"""Nothing hidden leaves the server: all that the client of a seat receives is the same, byte for byte, at a table where
everything that the seat cannot know was dealt otherwise."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import httpx
import pytest

from perron import Game
from perron.editions import load, names
from perron.server import bot_pool
from perron.server import table as table_module
from perron.server.dealing import mixed_of
from perron.server.logs import JsonLines
from perron.server.settings import Settings
from perron.server.store import queries
from perron.view import View
from tests.server.client import Client, Json, Table, at, begun
from tests.server.plain import get
from tests.server.served import slow_bots
from tests.server.served.conftest import GENEROUS
from tests.server.served.twins import Script, Scripted, Twins, Viewer, twins
from tests.server.serving import Served, serving

Think = Callable[[View, str, str, float], str]
STEPS = 36
PAUSE_S = 4
PROBE_EVERY = 9
WRONG = ("draw blind", "draw tickets", "pass", "let go", "swap tickets", "jump", "draw wild", "keep none", "")
DIFFERENT = 0.95
"""In this many of the positions the hidden cards must really differ."""
_TIMES = re.compile(r'"(at|now|turn_began|due|created|started|ms)":\s?("[^"]*"|[0-9.]+|null)')
_UNSETTLED = re.compile("sockets|connections$|health|request_seconds|perron_(rooms|outbox|loop|store|wal|disk)_?")
"""Not yet counted when it is looked at, or counted by the second, as the heartbeat in the store is."""
_COMMITMENTS = re.compile(r'"commitments":\s?\[[^\]]*\]')
_COMMITMENT = re.compile(r'"commitment":\s?"[0-9a-f]{64}"')


class Scripts:
    """Tables whose games go by a script: the server takes all its games from here."""

    def __init__(self) -> None:
        self.by_key: dict[bytes, Script] = {}

    def pick_up(self, edition: object, seats: int, key: bytes, numbers: Sequence[int], branches: object) -> Game:
        """In the place of Game.pick_up."""
        if key in self.by_key:
            return Scripted.follow(self.by_key[key], numbers)
        return Game.pick_up(edition, seats, key, numbers, branches)  # type: ignore[arg-type]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Scripts:
    """Only the deal and chance are given to the server; all else it does as always."""
    known = Scripts()
    monkeypatch.setattr(table_module, "Game", known)
    return known


def seated(served: Served, scripts: Scripts, script: Script) -> Table:
    """A table at which that game is played."""
    table = begun(served.base, script.start.edition.id, ["person"] * script.start.seats)
    row = served.hall.store.read_now(lambda connection: queries.load_table(connection, table.code))
    assert row is not None
    scripts.by_key[mixed_of(row).game_key] = script
    served.hall._rooms.pop(table.code)  # it is read again, with the game of the script
    return table


@dataclass
class Heard:
    """All that the viewer's client, the log and the metrics were told."""

    told: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)


class Ear(logging.Handler):
    """Writes down the server's log as it would be written."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Session:
    """One client of the viewer's, and another that plays all other seats."""

    def __init__(self, table: Table, viewer: Viewer, game: Game) -> None:
        self.table, self.viewer, self.game = table, viewer, game
        self.heard: list[str] = []
        self.hints = 0
        self.browser = httpx.Client(timeout=30, verify=False)  # see tests/server/plain.py

    async def play(self, script: Script) -> None:
        held = [] if self.viewer is None else [self.viewer]
        others = [seat for seat in self.table.seats if seat != self.viewer]
        # The first choices are under seal until the last of them is there.
        chosen = 0 if self.game.edition.swap_tickets else self.game.seats
        async with at(self.table, *others) as (rest, _), at(self.table, *held) as (own, _):
            self.heard.append(own.text)
            for i, move in enumerate(script.moves):
                if i % PROBE_EVERY == 0:
                    await self._probe(own, i)
                mover = own if move.seat == self.viewer else rest
                number, after = (0 if n < chosen else n for n in (i, i + 1))
                await mover.send(type="act", id=f"m{i}", number=number, seat=move.seat, action=str(move.action))
                assert (await rest.next("update"))["number"] == after
                await self._hear(own, "update")
                self.game.play(move.number)
            await self._probe(own, len(script.moves))

    async def _hear(self, client: Client, kind: str, ident: str | None = None) -> None:
        """Write down all that comes, up to a message of this kind."""
        while True:
            text = str(await client.socket.recv())
            if text.startswith('{"type":"presence"'):
                # How many watch is told when a while is over, between whatever else is told then.
                assert set(json.loads(text)) == {"type", "connected", "watching"}
                continue
            self.heard.append(text)
            if text.startswith(f'{{"type":"{kind}"') and (ident is None or f'"id":"{ident}"' in text):
                return

    async def _ask(self, client: Client, kind: str, ident: str, answer: str = "refused", **more: object) -> None:
        await client.send(type=kind, id=ident, **more)
        await self._hear(client, answer, ident)

    async def _probe(self, own: Client, number: int) -> None:
        """Ask for everything there is to ask for, and try what is not allowed."""
        seat = 0 if self.viewer is None else self.viewer
        other = (seat + 1) % len(self.table.seats)
        mine = self.viewer is not None and self.game.to_move == self.viewer
        legal = set(map(str, self.game.legal_actions())) if mine else set()
        for i, action in enumerate(WRONG):
            for who in (seat, other):
                if not (who == seat and action in legal):
                    ident = f"{number}-{i}-{who}"
                    await self._ask(own, "act", ident, number=number, seat=who, action=action)
        for kind in ("undo", "resign"):
            await self._ask(own, kind, f"{number}-{kind}", number=number, seat=other)
        if self.viewer is not None and not self.game.may_take_back(self.viewer):
            await self._ask(own, "undo", f"{number}-own-undo", number=number, seat=seat)
        here = "refused" if self.viewer is None else "accepted"  # who plays is back already
        await self._ask(own, "back", f"{number}-back", answer=here, seat=seat)
        await self._ask(own, "hint", f"{number}-hint", seat=other)
        await self._ask(own, "act", f"{number}-stale", number=number + 5, seat=seat, action="pass")
        await self._ask(own, "ping", f"{number}-ping", answer="pong")
        await own.socket.send("{")
        await self._hear(own, "refused")
        if mine and self.hints < 3:  # a client may ask this often at once
            self.hints += 1
            await self._ask(own, "hint", f"{number}-own", answer="hint", seat=seat)
        await asyncio.to_thread(self._request)
        for after in (None, 0, max(0, number - 3)):
            held = [] if self.viewer is None else [self.viewer]
            async with at(self.table, *held, after=after) as (again, _):
                self.heard.append(again.text)

    def _request(self) -> None:
        secret = "" if self.viewer is None else self.table.seats[self.viewer]
        seat = 0 if self.viewer is None else self.viewer
        here = f"{self.table.base}/api/tables/{self.table.code}"
        proof = {"Authorization": f"Bearer {secret}"} if secret else {}
        for path in ("", "/log", "/log?after=2&limit=5", "/log?limit=0", "/record", "/replay", "/nowhere"):
            self._write_down(self.browser.get(f"{here}{path}", headers=proof))
        for path in ("start", "settings", "rematch", "leave", "seats/0/return", "seats/1/remove"):
            body = {"seat": seat} if path == "leave" else {}
            self._write_down(self.browser.post(f"{here}/{path}", json=body, headers=proof))

    def _write_down(self, answer: httpx.Response) -> None:
        self.heard.append(f"{answer.status_code} {dict(answer.headers)} {answer.text}")


def listen(served: Served, table: Table, viewer: Viewer, script: Script) -> Heard:
    """All there is to hear while a script is played."""
    lines: list[str] = []
    ear, logger = Ear(lines), logging.getLogger("perron")
    settle(served)
    before, level = counts(served), logger.level
    logger.addHandler(ear)
    logger.setLevel(logging.INFO)
    session = Session(table, viewer, Scripted.follow(script, ()))
    try:
        asyncio.run(asyncio.wait_for(session.play(script), 120))
    finally:
        session.browser.close()
        settle(served)
        logger.removeHandler(ear)
        logger.setLevel(level)
    after = counts(served)
    return Heard(
        [timeless(text, table) for text in session.heard],
        [timeless(line, table) for line in lines],
        {name: value - before.get(name, 0) for name, value in after.items()},
    )


def timeless(text: str, table: Table) -> str:
    """Without the hour, and without what tells one table from another."""
    text = _COMMITMENT.sub("", _TIMES.sub(r"\1", text))
    text = _COMMITMENTS.sub("", text)
    return text.replace(table.code, "CODE")


def settle(served: Served) -> None:
    """A request is written down just after it was answered: when the next is answered, it has been."""
    get(f"{served.base}/api/health")


def counts(served: Served) -> dict[str, float]:
    """The metrics, but for how long things took."""
    found = {}
    for line in served.hall.metrics.text().decode().splitlines():
        name, _, value = line.rpartition(" ")
        if (
            not line.startswith("#")
            and not re.search(r"_(sum|created|bucket)({|$)", name)
            and not _UNSETTLED.search(name)
        ):
            found[name] = float(value)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("edition", "viewer"), [(edition, seat) for edition in names() for seat in range(load(edition).players[1])]
)
def test_nothing_that_is_told_depends_on_what_its_hearer_cannot_know(
    on_sqlite: Served, scripts: Scripts, edition: str, viewer: int
) -> None:
    check_told(on_sqlite, scripts, edition, viewer)


@pytest.mark.parametrize(
    "edition", [name if name == "europe" else pytest.param(name, marks=pytest.mark.exhaustive) for name in names()]
)
def test_nothing_that_spectators_are_told_depends_on_what_they_cannot_know(
    on_sqlite: Served, scripts: Scripts, edition: str
) -> None:
    check_told(on_sqlite, scripts, edition, None)


def check_told(served: Served, scripts: Scripts, edition: str, viewer: Viewer) -> None:
    """The viewer, the log and the metrics are told the same at a table where all that is hidden is otherwise."""
    # A game of micro is over after some five actions, and with three cards and tickets little is hidden at its end.
    least, different = (5, 0.8) if edition == "micro" else (STEPS / 2, DIFFERENT)
    dealt = (
        twins(edition, load(edition).players[1], viewer, Random(f"{edition} {viewer} {i}"), STEPS) for i in range(50)
    )
    pair = next(pair for pair in dealt if pair.steps >= least and pair.hidden >= different * pair.steps)
    one, other = both(served, scripts, pair)
    assert len(one.told) > 3 * pair.steps
    for i, (this, that) in enumerate(zip(one.told, other.told, strict=True)):
        assert this == that, f"message {i} to {viewer}"
    assert one.lines == other.lines
    assert one.lines
    assert one.counts == other.counts


def both(served: Served, scripts: Scripts, pair: Twins) -> tuple[Heard, Heard]:
    one, other = (
        listen(served, seated(served, scripts, script), pair.viewer, script) for script in (pair.one, pair.other)
    )
    return one, other


@pytest.mark.parametrize("edition", names())
def test_entries_tell_others_only_what_everybody_sees(on_sqlite: Served, edition: str) -> None:
    """What a seat draws and keeps blind is in nobody else's entries, not even as a name."""
    table = begun(on_sqlite.base, edition, ["person", "person"])
    rng = Random(edition)

    async def play() -> None:
        async with at(table, 0, 1) as (client, welcome), at(table) as (eve, _), at(table, 0) as (ann, _):
            message: Json = welcome
            for _ in range(STEPS):
                view = next((one for one in message["views"] if one["to_move"] == one["seat"]), None)
                if view is None:
                    return
                await client.act(view["seat"], rng.choice(view["legal"]))
                message = await client.next("update")
                told = [message, await eve.next("update"), await ann.next("update")]
                events = [[entry["event"] for entry in one["entries"]] for one in told]
                for shared, public, own in zip(*events, strict=True):
                    assert shared == public  # who shares a browser is told what everybody may know
                    assert "tickets" not in public
                    if own["kind"] in ("draw_blind", "draw_cards"):
                        assert "cards" not in public
                        assert ("cards" in own) == (own["seat"] == 0)

    asyncio.run(play())
    log, own = table.ask("/log").json(), table.ask("/log", table.seats[0]).json()
    assert len(log["entries"]) == len(own["entries"])
    assert not any("tickets" in (entry.get("event") or {}) for entry in log["entries"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server at which nobody else plays, whose bots are ready: others' bots are late at times."""
    url = f"sqlite:///{tmp_path_factory.mktemp('data')}/perron.sqlite"
    with serving(Settings(database=url, limits=GENEROUS, bot_processes=1)) as running:
        asyncio.run_coroutine_threadsafe(running.hall.bot_pool.warm(), running.loop).result(60)
        yield running


@pytest.mark.parametrize(("think", "pauses"), [(slow_bots.in_time, 1), (slow_bots.too_late, 2)])
def test_the_moment_of_a_bots_answer_tells_nothing_about_its_hand(
    undisturbed: Served,
    scripts: Scripts,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    think: Think,
    pauses: int,
) -> None:
    monkeypatch.setattr(bot_pool, "_choose", think)
    monkeypatch.setattr(undisturbed.hall, "_began", 0.0)  # a server that has just started takes nobody for absent
    pair = next(
        pair
        for pair in (twins("first_journey", 2, 1, Random(seed), 0) for seed in range(100))
        if abs(slow_bots.share(pair.one.start.view(0)) - slow_bots.share(pair.other.start.view(0))) > DIFFERENT / 2
    )
    overruns = counts(undisturbed)["perron_bot_overruns_total"]
    tables = [seated(undisturbed, scripts, script) for script in (pair.one, pair.other)]
    waited = [answered_after(table) for table in tables]
    # A bot that fails is answered for in time: then nothing was seen here of bots that think.
    assert not [record.__dict__ for record in caplog.records if record.message == "bot failed"]
    assert [int(seconds) // PAUSE_S for seconds in waited] == [pauses, pauses], waited
    assert counts(undisturbed)["perron_bot_overruns_total"] - overruns == 2 * (pauses - 1)


def answered_after(table: Table) -> float:
    """How long the bot at seat 0 takes, as those at seat 1 see it, in seconds."""

    async def watch() -> float:
        async with at(table, 1) as (client, _):
            pause = {"bot_pause_ms": 1000 * PAUSE_S}
            assert table.call("settings", pause, table.host).status_code == 200
            answer = table.call("seats/0/bot", {"level": "expert"}, table.host)
            assert answer.status_code == 200, answer.text
            began, answered = [(await client.next("update"))["entries"][0] for _ in range(2)]
            assert (began["kind"], answered["by"]) == ("stand_in", "bot")
            # Its next move would be counted too.
            assert table.call("seats/0/return", secret=table.host).status_code == 200
            return float(answered["at"] - began["at"]) / 1000

    return asyncio.run(asyncio.wait_for(watch(), 60))
