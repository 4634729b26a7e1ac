"""The hall: all tables that this worker has in memory. A step is committed, then acknowledged, then published."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from time import monotonic
from typing import Any

from sqlalchemy import Connection as Database

from perron.editions.edition import Edition
from perron.keys import new_key
from perron.server import dealing, steps
from perron.server.attendance import attended
from perron.server.barred_addresses import BarredAddresses
from perron.server.bot_pool import BotPool, Pause, bot_seed
from perron.server.connection import RESTARTING
from perron.server.deadlines import BOT, DEAL, answer_pause
from perron.server.job_queue import JobOwner
from perron.server.limits import Rates
from perron.server.log_reader import LogReader
from perron.server.metrics import Metrics
from perron.server.operator_orders import EVERY, Operator
from perron.server.placer import Placer
from perron.server.presence import ABOUT_WORKERS, ALIVE_EVERY_S, LEFT, Presence, forget
from perron.server.protocol import Chat, Saying
from perron.server.readable import live_table
from perron.server.refusal import Refused
from perron.server.replays import Replays
from perron.server.reviews import Reviews
from perron.server.room import Room, is_recent
from perron.server.seating import Change
from perron.server.settings import Settings
from perron.server.step import Step
from perron.server.store import (
    Appended,
    LogRow,
    MessageRow,
    Missing,
    Notice,
    SeatRow,
    Snapshot,
    Stale,
    Store,
    StoreError,
    StoreGone,
    TableRow,
    moderating,
    queries,
)
from perron.server.store.notices import notify
from perron.server.store.store import now_ms
from perron.server.store.timekeeping import TIMEKEEPER
from perron.server.table import LiveTable
from perron.server.table_changes import change

_MOST_ROOMS = 20_000
_LEASE_MS = 3_000
_SWEPT_LEASE_MS = 15_000  # a bot's longest pause, and some
_SWEEP_S = 1.0
_PUT_OFF_S = 0.5
_TIDY_EVERY = 60
_FAREWELL_S = 5
_ANSWER_S = 0.3
MESSAGES = 50
"""Lines of the chat in a welcome."""
_log = logging.getLogger("perron.tables")

Accept = Callable[[int], None]


class Hall:
    """The tables of one worker."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        settings: Settings,
        metrics: Metrics,
        rates: Rates,
        bars: BarredAddresses | None = None,
    ) -> None:
        self.store, self.bot_pool, self.settings, self.metrics, self.rates = store, bot_pool, settings, metrics, rates
        self.stopping = False
        self._began = monotonic()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._changed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._moved = TIMEKEEPER.moved
        """How often the store's times have followed a system clock that was set."""
        self.replays = Replays(settings.limits, metrics)
        self.placer = Placer(self.replays)
        self.log_reader = LogReader(store, settings.limits, metrics)
        self.reviews = Reviews(store, self.replays, self.log_reader, settings.limits, rates, metrics)
        self.presence = Presence(self._send)
        self.bars = bars or BarredAddresses()
        self.operator = Operator(self)
        self._unsubscribe = store.subscribe(self._heard)

    # tables in memory

    async def room(self, code: str) -> Room:
        """A table, from memory or from the store; raises Refused if there is none."""
        room = self._rooms.get(code)
        if room is not None:
            self._rooms.move_to_end(code)
            return room
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = self._spawn(self._load(code))
            loading.add_done_callback(lambda _: self._loaded(code))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room:
        moved = self._moved
        snapshot = await self.snapshot(code)
        room = self._rooms[code] = Room(live_table(snapshot), last_message=snapshot.table.messages, moved=moved)
        if code in self._changed:  # while it was being read
            self._spawn(self.catch_up(room))
        while len(self._rooms) > _MOST_ROOMS:
            oldest = next(iter(self._rooms.values()))
            if not oldest.idle:
                break
            del self._rooms[oldest.live.code]
        return room

    def _loaded(self, code: str) -> None:
        del self._loading[code]
        self._changed.discard(code)

    async def snapshot(self, code: str) -> Snapshot:
        """A table with its log, from the store; raises Refused if there is none."""
        snapshot = await self.store.read(partial(queries.load_snapshot, code=code))
        if snapshot is None:
            raise Refused("table/not_found")
        return snapshot

    def holds(self, room: Room) -> bool:
        """Whether this room is still the one in memory: an empty one may be dropped at any time."""
        return self._rooms.get(room.live.code) is room

    @property
    def rooms(self) -> list[Room]:
        """The tables in memory."""
        return list(self._rooms.values())

    # what is done

    async def do(
        self,
        room: Room,
        make: Callable[[LiveTable, int], Step],
        number: int | None = None,
        accept: Accept | None = None,
        client: str | None = None,
        sealed: bool = False,
    ) -> int:
        """Work out a step, commit it, acknowledge it, publish it; returns its number. Raises Refused.

        With `number`, only if the log has not moved past it. With a client's id, only if nothing was done under that id
        before; otherwise it is only acknowledged again. `sealed` is for what may be done while all seats choose at
        once: what other seats do meanwhile does not make it stale.
        """
        async with room.live.lock:
            while True:
                if self.stopping:
                    raise Refused("server/restarting")
                earlier = None if client is None else room.live.earlier(client)
                if earlier is not None:  # the same message arrived twice at once
                    if accept is not None:
                        accept(earlier)
                    return earlier
                await self._follow_system_clock(room)
                live = room.live
                if number is not None and number != live.number and not (sealed and live.choosing):
                    raise Refused("action/stale")
                step = make(live, now_ms())
                try:
                    return await self._commit(room, step, accept)
                except Stale:
                    await self._catch_up(room)
                    if step.revision is None:
                        raise Refused("action/stale") from None
                    # Others chose at the same moment, through another worker: this choice still holds, so try again.

    async def _commit(self, room: Room, step: Step, accept: Accept | None) -> int:
        live = room.live
        table = {**step.table, **self.lease(step.table)}
        stayed = attended(live.seats, step)
        try:
            done = await self.store.write(partial(_append, step=step, table=table, code=live.code, stayed=stayed))
        except Stale:
            raise
        except Missing:
            raise Refused("table/removed") from None
        except StoreGone as gone:
            self._forget(room)  # whether it was committed shows when the table is loaded again
            raise Refused(gone.refusal) from None
        except StoreError as error:
            raise Refused(error.refusal) from None
        if accept is not None:
            accept(done.number)
        if done.repeated:
            return done.number
        first = done.number - len(step.rows) + 1
        rows = [LogRow(**asdict(row), number=i) for i, row in enumerate(step.rows, first)]
        if done.revision == live.table.revision + 1:
            after = replace(live.table, **{"active": step.at, **table}, number=done.number, revision=done.revision)
            seats = tuple(replace(seat, **step.seats.get(seat.seat, {})) for seat in live.seats)
            room.advance(rows, after, seats, now_ms())
        else:  # seats or settings changed just before
            await self._catch_up(room)
        for row in rows:
            self.metrics.actions.labels(row.kind, row.by).inc()
        if "due" in step.table:  # a sealed choice may leave it unchanged: a bot goes on thinking
            self.schedule(room)
        if step.table.get("status") == "over":
            self._spawn(self.replays.warm())
        return done.number

    def lease(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """The worker that commits a step also leases what is due after it, until it dies."""
        if table.get("due") is None:
            return {}
        return {"lease": self.store.origin, "lease_until": table["due"] + _LEASE_MS}

    async def begin(self, code: str, address: str) -> None:
        """See to what is due in a game that this worker has started."""
        room = await self.room(code)
        room.address = address
        await self.catch_up(room)
        self.schedule(room)

    async def say(self, room: Room, message: MessageRow) -> int:
        """Add a line to a table's chat; a notice tells everybody."""
        try:
            return await self.store.write(partial(queries.add_message, code=room.live.code, message=message))
        except Missing:
            raise Refused("table/removed") from None

    async def tell_chat(self, room: Room) -> None:
        """Send everybody the chat again after lines were removed from it."""
        if room.connections:
            recent = partial(queries.messages_after, code=room.live.code, limit=MESSAGES)
            room.tell(Chat.model_construct(messages=[saying(row) for row in await self.store.read(recent)]))

    async def is_there(self, room: Room, seat: int) -> bool:
        """Whether a seat's person is connected to any worker, or was a moment ago."""
        if not room.connections and self.store.several_workers:  # this worker does not know yet
            self.presence.ask(room)
            await asyncio.sleep(_ANSWER_S)
        return seat in room.connected() or seat in room.just_left() or is_recent(self._began)

    async def _note_address(self, code: str, seat: int) -> None:
        """Note the address of somebody who was reported, if they are connected to this worker."""
        room = self._rooms.get(code)
        address = next((one.came_from for one in room.connections if seat in one.held), None) if room else None
        if address is not None:
            await self.store.write(partial(moderating.note_address, code=code, seat=seat, address=address))

    # what is due

    def schedule(self, room: Room) -> None:
        """Start what is due at a table: a bot thinks at once, a clock gets a timer."""
        self._stop_waiting(room)
        table = room.live.table
        if table.due is None or self.stopping:
            return
        if table.due_what == BOT:
            room.timer = self._spawn(self._bot_turn(room, table.number))
        else:
            late = self._words_are_late if table.due_what == DEAL else self._time_is_up
            wait = max(0, table.due - now_ms()) / 1000
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(wait, lambda: self._spawn(late(room, table.number)))

    def _stop_waiting(self, room: Room) -> None:
        if room.timer is not None and room.timer is not asyncio.current_task():  # a bot's own step ends its wait
            room.timer.cancel()
        room.timer = None

    async def _bot_turn(self, room: Room, number: int) -> None:
        """Let the bot think, and play its answer when its pause is over, however early it was ready.

        A late answer is played when another whole pause is over, so that the time tells next to nothing about it.
        """
        # After a restart the address is not known at first.
        while room.address and room.charged != number and not self.rates.may("bot", room.address):
            await asyncio.sleep(_PUT_OFF_S)
        room.charged = number
        live = room.live
        bots, due, now = steps.bots_to_act(live), live.table.due, now_ms()
        assert due is not None
        pause_ms, left = answer_pause(live.settings, bool(live.undo)), due - now
        if not 0 <= left <= pause_ms:  # no worker saw to it in time: it gets its pause again
            left = pause_ms
        loop = asyncio.get_running_loop()
        pause = Pause(live.settings.bot_pause_ms / 1000, loop.time() + left / 1000)
        owner = JobOwner(room.address, live.code)

        # Where all choose at once, each gets the seed that it would have had in seat order.
        seeds = {seat: bot_seed(live.table.key, number + (seat if live.choosing else 0)) for seat in bots}
        asked = [
            self.bot_pool.choose(live.view(seat), level, seeds[seat], pause, owner) for seat, level in bots.items()
        ]
        with self.metrics.thinking.time():
            thought = await asyncio.gather(*asked)
        if loop.time() > pause.over:
            self.metrics.overruns.inc()
        await asyncio.sleep(pause.appears(loop.time()) - loop.time())
        actions = dict(zip(bots, thought, strict=True))
        try:
            await self.do(room, lambda live, now: steps.answer(live, actions, now=now), number)
        except Refused as refused:
            _log.info("bot's answer was refused", extra={"table": live.code, "code": refused.code})

    async def _time_is_up(self, room: Room, number: int) -> None:
        """Somebody's time is up: a bot takes over, or the default action is played."""
        await self.follow_system_clock()
        live = room.live
        if live.number != number:
            return
        if live.table.due is not None and live.table.due > now_ms():  # it was put off while the machine slept
            self.schedule(room)
            return
        try:
            await self.do(room, steps.time_is_up, number)
        except Refused as refused:
            _log.info("time-out was refused", extra={"table": live.code, "code": refused.code})

    async def _words_are_late(self, room: Room, number: int) -> None:
        """Break the deal off, unless the words of all browsers have come after all."""
        await self.follow_system_clock()
        key = new_key()

        def decide(table: TableRow, seats: tuple[SeatRow, ...]) -> Change:
            if table.due is None or table.due > now_ms():
                raise Refused("deal/not_now")
            return dealing.break_off(table, seats, key, now_ms())

        try:
            await self.store.write(partial(change, code=room.live.code, decide=decide))
            await self.catch_up(room)
        except Refused as refused:
            _log.info("deal was not broken off", extra={"table": room.live.code, "code": refused.code})
            if room.live.table.status == "dealing":  # it was put off while the machine slept
                self.schedule(room)

    async def sweep(self) -> None:
        """Once a second: send a heartbeat, and see to what is due at tables that no worker sees to."""
        rounds = 0
        while not self.stopping:
            try:
                await self._sweep_once(rounds)
            except Exception:  # whatever it is, try again in the next round
                if self.store.trouble is None:  # else the store has logged it
                    _log.exception("sweep failed")
            self.metrics.writable.set(self.store.trouble is None)
            rounds += 1
            await asyncio.sleep(_SWEEP_S)

    async def _sweep_once(self, rounds: int) -> None:
        await self.heartbeat()
        now = now_ms()
        for due in await self.store.read(partial(queries.due_tables, now=now)):
            who: dict[str, Any] = {"worker": self.store.origin, "now": now, "until": now + _SWEPT_LEASE_MS}
            if await self.store.write(partial(queries.take_lease, code=due.code, number=due.number, **who)):
                await self._take_over(due.code)
        if rounds % ALIVE_EVERY_S == 0:
            self.presence.send_heartbeat()
            self._forget_workers(self.presence.silent())
        if rounds % EVERY == 0:
            await self.operator.check()
        if rounds % _TIDY_EVERY == 0:
            await self.store.write(partial(moderating.tidy, now=now))
            await self.store.write(
                partial(queries.abandon_idle, now=now, idle_ms=self.settings.idle_days * steps.DAY_MS)
            )
            await self.store.write(partial(queries.expire, now=now))

    async def heartbeat(self) -> None:
        """Send a heartbeat; if the system clock was set, follow it, and move all that is due along."""
        TIMEKEEPER.follow()
        moved = TIMEKEEPER.moved
        await self.store.write(partial(queries.record_heartbeat, now=now_ms(), clock_was_set=moved != self._moved))
        self._moved = moved
        self.metrics.written.set_to_current_time()

    async def follow_system_clock(self) -> None:
        """Before something that depends on the time: if the system clock was just set, follow it first."""
        while TIMEKEEPER.apart or self._moved != TIMEKEEPER.moved:
            await self.heartbeat()

    async def _follow_system_clock(self, room: Room) -> None:
        """The same for a table whose lock is held: what is due there is loaded again."""
        await self.follow_system_clock()
        while room.moved != self._moved:
            moved = self._moved
            await self._catch_up(room)
            room.moved = moved
            await self.follow_system_clock()

    async def _take_over(self, code: str) -> None:
        """See to what is due at a table that no worker sees to, unless a bot of ours is waiting for a process there."""
        try:
            room = await self.room(code)
            await self.catch_up(room)
        except Refused as refused:
            _log.warning("table cannot be taken over", extra={"table": code, "code": refused.code})
            return
        if not isinstance(room.timer, asyncio.Task) or room.timer.done():
            self.schedule(room)

    # what others have done

    def _send(self, notice: Notice) -> None:
        """Send a notice to the other workers, if there can be any."""
        if self.store.several_workers and not self.stopping:
            self._spawn(self._notify(notice))

    async def _notify(self, notice: Notice) -> None:
        with suppress(StoreError):  # without the store no notice gets through; the next one makes up for it
            await self.store.write(partial(notify, notice=notice))

    def _heard_of_workers(self, notice: Notice) -> None:
        if not notice.origin:  # it is our own
            return
        self.presence.hear(notice, self._rooms.get(notice.code))
        if notice.what == LEFT.what:
            self._forget_workers(self.presence.silent(notice.origin))

    def _forget_workers(self, gone: set[str]) -> None:
        if gone:
            for room in self.rooms:
                forget(room, gone)

    def _heard(self, notice: Notice) -> None:
        if notice.origin or notice.what == "missed":
            self.metrics.notices.labels(notice.what).inc()
        if notice.what in ABOUT_WORKERS:
            self._heard_of_workers(notice)
            return
        if notice.what == "missed":
            self._changed |= self._loading.keys()
            for known in self.rooms:
                self._behind(known)
                if known.connections:
                    self.presence.tell(known)
                    self.presence.ask(known)
                    if known.live.table.messages or known.last_message:
                        self._spawn(self.tell_chat(known))
            return
        if notice.what == "report":
            self._spawn(self._note_address(notice.code, notice.number))
            return
        room = self._rooms.get(notice.code)
        if room is None:
            if notice.code in self._loading:
                self._changed.add(notice.code)
            return
        seen = {"log": room.live.number, "table": room.live.table.revision, "message": room.last_message}
        if notice.what == "gone":
            self._gone(room)
        elif notice.what == "chat":
            self._spawn(self.tell_chat(room))
        elif notice.number > seen.get(notice.what, 0):
            self._behind(room, messages=notice.what == "message")

    def _behind(self, room: Room, messages: bool = False) -> None:
        if room.idle:
            self._forget(room)
        elif messages:
            self._spawn(self._fetch_messages(room))
        else:
            self._spawn(self.catch_up(room))

    async def catch_up(self, room: Room) -> None:
        """Load what others have written about a table."""
        async with room.live.lock:
            await self._catch_up(room)

    async def reload(self, code: str) -> None:
        """Load what was just written about a table, if it is open here, so that the next step goes by it."""
        room = self._rooms.get(code)
        if room is not None:
            await self.catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        live = room.live
        snapshot = await self.store.read(partial(queries.load_snapshot, code=live.code, after=live.number))
        if snapshot is None:
            self._gone(room)
        elif snapshot.table.revision > live.table.revision:
            choosing, due = live.choosing, live.table.due
            room.advance(snapshot.log, snapshot.table, snapshot.seats, now_ms())
            gone_on = snapshot.log or (live.choosing != choosing and live.table.due != due)
            if gone_on and snapshot.table.lease == self.store.origin:
                self.schedule(room)
            elif gone_on:
                self._stop_waiting(room)

    async def _fetch_messages(self, room: Room) -> None:
        read = partial(queries.messages_after, code=room.live.code, number=room.last_message)
        room.tell_messages([saying(row) for row in await self.store.read(read)])

    def _gone(self, room: Room) -> None:
        for one in room.connections:
            one.close("table/removed")
        self._forget(room)

    def _forget(self, room: Room) -> None:
        """Drop a table from memory; its sockets reconnect and get it from the store."""
        self._stop_waiting(room)
        for one in room.connections:
            one.close("server/busy")
        self._rooms.pop(room.live.code, None)

    # the end

    async def stop(self) -> None:
        """Stop: refuse new actions, finish writing, and tell everybody."""
        if self.store.several_workers:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._notify(LEFT), _FAREWELL_S)
        self.stopping = True
        self._unsubscribe()
        for room in self.rooms:
            self._stop_waiting(room)
        await self.reviews.stop()
        try:
            await asyncio.wait_for(self._finish_steps(), _FAREWELL_S)
        except TimeoutError:
            # Whoever asked it to stop would kill it. What is committed stays, and nothing else was accepted.
            _log.error("stopping although a step has not ended")
        farewells = [
            one.close("server/restarting", status=RESTARTING) for room in self.rooms for one in room.connections
        ]
        waiting = [task for task in farewells if task is not None]
        if waiting:
            await asyncio.wait(waiting, timeout=_FAREWELL_S)
        for task in self._tasks:
            task.cancel()

    async def _finish_steps(self) -> None:
        for room in self.rooms:
            async with room.live.lock:
                pass

    def place_soon(self, edition: Edition, owner: JobOwner) -> None:
        """Have a new table's board placed before people come to see it."""
        self._spawn(self._place(edition, owner))

    async def _place(self, edition: Edition, owner: JobOwner) -> None:
        with suppress(Refused):  # then whoever comes first waits for it
            await self.placer.place(edition, owner)

    def _spawn(self, doing: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refused):
            _log.error("task failed", exc_info=task.exception())


def _append(
    connection: Database, step: Step, table: Mapping[str, Any], code: str, stayed: Mapping[bytes, bool]
) -> Appended:
    """Append the rows of a step, and with them who stayed in the game or left it."""
    if step.revision is None:
        (row,) = step.rows
        done = queries.append(connection, code, step.expected, row, table, step.seats)
    else:
        done = queries.append_sealed(connection, code, step.revision, step.rows, table, step.seats, step.client)
    if stayed and not done.repeated:
        moderating.note_attendance(connection, code, stayed, step.at)
    return done


def saying(row: MessageRow) -> Saying:
    """A line of the chat as it is sent."""
    return Saying.model_construct(
        number=row.number, at=row.at, kind=row.kind, seat=row.seat, name=row.name or None, text=row.text
    )
