"""The socket of a table: reads a client's messages, carries them out, and answers each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from perron.errors import BotError
from perron.locales import LANGUAGES, language_of, say
from perron.server import address, conduct, cookies, device, origin, steps
from perron.server.connection import Connection
from perron.server.hall import MESSAGES, Hall, saying
from perron.server.hosts import Hosts, shown
from perron.server.job_queue import JobOwner
from perron.server.limits import Counter
from perron.server.protocol import (
    PROTOCOL,
    READER,
    SUBPROTOCOL,
    Accepted,
    Act,
    AskHint,
    Back,
    Emote,
    FromClient,
    Hello,
    Hint,
    Ping,
    Pong,
    Refusal,
    Resign,
    Say,
    TakeBack,
    Withdraw,
)
from perron.server.refusal import Refused
from perron.server.room import Room, as_text
from perron.server.seating import need_playing
from perron.server.step import Step
from perron.server.store import MessageRow, Snapshot, StoreError, queries
from perron.server.store.codes import is_code
from perron.server.store.store import now_ms
from perron.server.table import LiveTable, entries_between, teller
from perron.view import View

T = TypeVar("T")

MOST_ENTRIES = 60
"""Entries in a welcome; the rest of the log is available by GET."""


class Sockets:
    """Serves the sockets of one worker."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._hosts = Hosts(hall.settings)
        self._addresses = Counter(hall.settings.limits.sockets_per_address)

    async def serve(self, websocket: WebSocket) -> None:
        """One socket from its beginning to its end."""
        hall = self.hall
        language = language_of(websocket.headers.get("accept-language"))
        refused, counted = self._refused(websocket), address.of(websocket.client)
        if refused is None and not hall.rates.may("socket", counted):
            refused = Refused("limit/rate")
        if refused is not None:  # before it is accepted: that is the least work
            fault = {"code": refused.code, "message": say(language, refused.code, **refused.values)}
            await websocket.send_denial_response(JSONResponse(fault, refused.status))
            return
        offered = websocket.scope.get("subprotocols") or ()
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        code = websocket.path_params["code"]
        brought = cookies.brought(websocket.cookies, code) if is_code(code) else []
        connection = Connection(websocket.send, counted, brought, language, hall.rates.bucket("message"))
        connection.came_from = websocket.client.host if websocket.client else ""
        connection.device = device.brought(websocket.cookies)
        if not self._addresses.enter(counted):
            await _farewell(connection, Refused("limit/sockets"))
            return
        hall.metrics.sockets.inc()
        try:
            await _Session(hall, websocket, connection).run(code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client disconnected, perhaps while it was being answered
        finally:
            hall.metrics.sockets.dec()
            self._addresses.leave(counted)

    def _refused(self, websocket: WebSocket) -> Refused | None:
        """Why a socket may not be opened at all; None if it may."""
        headers = websocket.scope["headers"]
        if not self._hosts.knows(headers):
            return Refused("host/unknown", host=shown(headers))
        return None if origin.is_ours(headers, self.hall.settings.origin) else Refused("origin/foreign")


async def _farewell(connection: Connection, refused: Refused) -> None:
    sending = connection.close(refused.code, refused.values)
    if sending is not None:
        await asyncio.wait([sending], timeout=5)


class _Session:
    """The session of one client."""

    __slots__ = ("connection", "hall", "heard", "hint", "room", "websocket")

    room: Room

    def __init__(self, hall: Hall, websocket: WebSocket, connection: Connection) -> None:
        self.hall, self.websocket, self.connection = hall, websocket, connection
        self.heard: asyncio.Future[Message] | None = None
        """The client's next message, if it is already being received."""
        self.hint: asyncio.Task[None] | None = None

    async def run(self, code: str) -> None:
        try:
            await self._run(code)
        finally:
            for task in (self.heard, self.hint):
                if task is not None:
                    task.cancel()

    async def _run(self, code: str) -> None:
        try:
            await self._begin(code)
        except (Refused, StoreError) as error:
            refused = error if isinstance(error, Refused) else Refused(error.refusal)
            self.hall.metrics.refusals.labels(refused.code).inc()
            await _farewell(self.connection, refused)
            return
        try:
            while True:
                await self._next()
        finally:
            self._end()

    async def _begin(self, code: str) -> None:
        """Wait for the hello and answer it."""
        try:
            async with asyncio.timeout(self.hall.settings.limits.hello_s):
                hello = READER.validate_json(await self._text())
        except (TimeoutError, ValidationError):
            raise Refused("protocol/hello_first") from None
        if not isinstance(hello, Hello):
            raise Refused("protocol/hello_first")
        if hello.language is not None:
            wanted = hello.language[:2].lower()
            self.connection.language = wanted if wanted in LANGUAGES else self.connection.language
        if hello.version != PROTOCOL:
            raise Refused("protocol/version", version=PROTOCOL)
        if self.hall.stopping:
            raise Refused("server/restarting")
        self.hall.bars.check(self.connection.came_from, now_ms())
        if not is_code(code):
            raise Refused("table/not_found")
        self.connection.secrets = (*self.connection.secrets, *hello.secrets)
        welcomed = False
        while not welcomed:
            self.room = await self.hall.room(code)
            marked = conduct.marks(self.connection.secrets, self.connection.device)
            conduct.need_let_in(self.room.live.table, marked)
            welcomed = await self._welcome(hello.after or 0)

    async def _welcome(self, after: int) -> bool:
        """Join the table and send a welcome; False if the table was dropped from memory meanwhile."""
        room, connection = self.room, self.connection
        if after > room.live.number:  # the client comes from a worker that is ahead
            await self.hall.catch_up(room)
        if not self.hall.holds(room):  # a room that is not in memory gets no updates
            return False
        # Join first, so that nothing is lost between the welcome and the first update. Updates are queued until the
        # welcome is ready, which takes its time: nobody at the table waits for it.
        self._join()
        try:
            connection.release(as_text(await self._stands(after)))
        except BaseException:
            self._leave()
            raise
        return True

    async def _stands(self, after: int) -> dict[str, Any]:
        """The present state of the table, as a `Welcome`."""
        room, connection, live = self.room, self.connection, self.room.live
        number, last, clocks = live.number, room.last_message, live.clocks(now_ms())
        welcome = {
            "type": "welcome",
            "version": PROTOCOL,
            "table": live.info(),
            "held": connection.held,
            "host": connection.host,
            "number": number,
            "since": live.since.copy(),
            "entries": [],
            "views": room.views(connection.held),
            "clocks": clocks,
            "undo": live.undo,
            "messages": [],
            "connected": room.connected(),
            "watching": room.watching(),
        }
        if number > after:
            made = partial(_entries, number=number, after=after, held=connection.held)
            owner, known = JobOwner(connection.address, live.code), (live.code, number, after, teller(connection.held))
            welcome["entries"] = await self._while_there(self.hall.log_reader.read(owner, made, known))
        if last or live.table.messages:
            recent = partial(queries.messages_after, code=live.code, limit=MESSAGES)
            chat = [saying(row) for row in await self.hall.store.read(recent)]
            welcome["messages"] = [one for one in chat if one.number <= last]
            room.tell_messages(chat)
        welcome["clocks"] = clocks.model_copy(update={"now": now_ms()})
        return welcome

    def _join(self) -> None:
        room, connection = self.room, self.connection
        if len(room.connections) >= self.hall.settings.limits.sockets_per_table:
            raise Refused("limit/sockets")
        room.know(connection)
        if connection.host or (connection.held and not room.address):
            room.address = connection.address
        there, here = room.connected(), room.here()
        connection.hold()
        room.connections.add(connection)
        self._tell_presence(there, here)
        if len(room.connections) == 1:
            self.hall.presence.ask(room)

    async def _while_there(self, doing: Coroutine[Any, Any, T]) -> T:
        """Work for a client unless it disconnects; a message that comes meanwhile is handled afterwards."""
        working = asyncio.ensure_future(doing)
        self.heard = self.heard or asyncio.ensure_future(self.websocket.receive())
        try:
            await asyncio.wait((working, self.heard), return_when=asyncio.FIRST_COMPLETED)
            if not working.done() and self.heard.result()["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            return await working
        finally:
            working.cancel()

    def _tell_presence(self, there: list[int], here: frozenset[int]) -> None:
        """Tell the table and the other workers if somebody has come or gone."""
        if self.room.connected() != there:
            self.room.tell_presence(self.connection)
        if self.room.here() != here:
            self.hall.presence.tell(self.room)
        if not self.connection.held:
            self.room.tell_watching(self.hall.presence.tell)

    def _leave(self) -> None:
        there, here = self.room.connected(), self.room.here()
        self.room.connections.discard(self.connection)
        self.room.note_left(set(there).difference(self.room.connected()))
        self._tell_presence(there, here)

    def _end(self) -> None:
        self.connection.lost()
        self._leave()

    # messages

    async def _text(self) -> str | bytes:
        heard, self.heard = self.heard, None
        message = await (heard or self.websocket.receive())
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | bytes | None = message.get("text")
        return text if text is not None else b""  # our protocol has no binary frames

    async def _next(self) -> None:
        text = await self._text()
        connection = self.connection
        if not (connection.bucket.take() and self.hall.rates.may("address_message", connection.address)):
            self._refuse(None, Refused("limit/rate"))
            await asyncio.sleep(1)
            return
        try:
            message = READER.validate_json(text)
        except ValidationError:
            self._refuse(None, Refused("protocol/unreadable"))
            return
        if isinstance(message, Hello):
            self._refuse(None, Refused("protocol/unreadable"))
            return
        self.hall.metrics.messages.labels(message.type).inc()
        try:
            await self._do(message)
        except Refused as refused:
            self._refuse(message.id, refused)
        except StoreError as error:
            self._refuse(message.id, Refused(error.refusal))

    def _refuse(self, ident: str | None, refused: Refused) -> None:
        self.hall.metrics.refusals.labels(refused.code).inc()
        stale = refused.code == "action/stale"
        self.connection.post(
            as_text(
                Refusal.model_construct(
                    id=ident,
                    code=refused.code,
                    message=say(self.connection.language, refused.code, **refused.values),
                    clause=refused.clause,
                    number=self.room.live.number,
                    views=self.room.views(self.connection.held) if stale else None,
                )
            )
        )

    async def _do(self, message: FromClient) -> None:
        match message:
            case Act():
                began = time.perf_counter()
                await self._act(message)
                self.hall.metrics.step.observe(time.perf_counter() - began)
            case Withdraw():
                await self._withdraw(message)
            case TakeBack():
                seat, client = self._own(message.seat), _client(message)
                await self._step(message, lambda live, now: steps.take_back(live, seat, now=now, client=client))
            case Resign():
                await self._resign(message)
            case Back():
                await self._back(message)
            case Say():
                await self._say(message, "say", message.text)
            case Emote():
                await self._say(message, "emote", message.emote)
            case AskHint():
                await self._hint(message)
            case Ping():
                self.connection.post(Pong(id=message.id))

    def _own(self, seat: int) -> int:
        if seat not in self.connection.held:
            raise Refused("seat/not_yours")
        return seat

    async def _act(self, message: Act) -> None:
        seat, client = self._own(message.seat), _client(message)
        if message.number == self.room.live.number and steps.comes_back(self.room.live, seat):
            number = await self._hand_back(seat, message.number)
            message = message.model_copy(update={"number": number})

        def make(live: LiveTable, now: int) -> Step:
            return steps.act(live, seat, message.action, by="person", now=now, client=client)

        await self._step(message, make)

    async def _withdraw(self, message: Withdraw) -> None:
        """Make sure that an action was not and will not be done."""
        seat, client = self._own(message.seat), _client(message)
        action = f"{seat}:{message.action}"
        await self.hall.catch_up(self.room)
        if await self._earlier(client, 0) is None:
            if await self._earlier(action, 0) is not None:
                raise Refused("action/done")
            if steps.may_still_come(self.room.live, seat, message.number):
                await self._withdrawn(seat, action, client, message.number)
        self.connection.post(Accepted(id=message.id, number=self.room.live.number))

    async def _withdrawn(self, seat: int, action: str, client: str, number: int) -> None:
        """Use up the id, or the number, of an action that may be on its way; it may arrive at this very moment."""

        def make(live: LiveTable, now: int) -> Step:
            if live.earlier(action) is not None:
                raise Refused("action/done")
            return steps.withdraw(live, seat, action, now=now, client=client)

        try:
            await self.hall.do(self.room, make, number, client=client, sealed=True)
        except Refused as refused:
            if refused.code != "action/stale":
                raise
            if await self._earlier(action, 0) is not None:
                raise Refused("action/done") from None

    async def _resign(self, message: Resign) -> None:
        seat, client = self._own(message.seat), _client(message)

        def make(live: LiveTable, now: int) -> Step:
            return steps.stand_in(live, seat, "resigned", by="person", now=now, client=client)

        await self._step(message, make)

    async def _step(self, message: Act | TakeBack | Resign, make: Callable[[LiveTable, int], Step]) -> None:
        """Carry out a message once: one that was applied before is only acknowledged again."""

        def accept(number: int) -> None:
            self.connection.post(Accepted(id=message.id, number=number))

        earlier = await self._earlier(_client(message), message.number)
        if earlier is not None:
            accept(earlier)
            return
        sealed = isinstance(message, Act | TakeBack)
        await self.hall.do(self.room, make, message.number, accept, _client(message), sealed=sealed)

    async def _earlier(self, client: str, number: int) -> int | None:
        live = self.room.live
        known = live.earlier(client)
        if known is not None or number >= live.number:
            return known
        return await self.hall.store.read(partial(queries.number_of_client, code=live.code, client=client))

    async def _back(self, message: Back) -> None:
        seat, live = self._own(message.seat), self.room.live
        need_playing(live.table)
        # Saying so twice, or while the bot finishes a turn that ran out of time, is not an error.
        number = await self._hand_back(seat) if steps.comes_back(live, seat) else live.number
        self.connection.post(Accepted(id=message.id, number=number))

    async def _hand_back(self, seat: int, number: int | None = None) -> int:
        def make(live: LiveTable, now: int) -> Step:
            return steps.hand_back(live, seat, by="person", now=now)

        return await self.hall.do(self.room, make, number)

    async def _say(self, message: Say | Emote, kind: str, text: str) -> None:
        room, live, held = self.room, self.room.live, self.connection.held
        if not live.settings.chat:
            raise Refused("chat/off")
        if not held:
            raise Refused("seat/not_yours")
        seat = held[0] if message.seat is None else self._own(message.seat)
        if live.seats[seat].muted:
            raise Refused("chat/muted")
        self.hall.rates.need("chat", self.connection.address)
        client, name = f"{seat}:{message.id}", live.seats[seat].name
        row = MessageRow(seat=seat, name=name, kind=kind, text=text, at=now_ms(), client=client)
        number = await self.hall.say(room, row)
        self.connection.post(Accepted(id=message.id, number=number))

    async def _hint(self, message: AskHint) -> None:
        seat, live = self._own(message.seat), self.room.live
        if not live.settings.hints:
            raise Refused("hint/off")
        if seat not in live.acting:
            raise Refused("hint/not_now")
        view = live.view(seat)
        if self.room.hint is not None and self.room.hint[0] is view:
            self.connection.post(as_text(Hint.model_construct(id=message.id, explanation=self.room.hint[1])))
            return
        if self.hint is not None and not self.hint.done():
            raise Refused("limit/rate")
        self.hall.rates.need("seat_hint", f"{live.code} {seat}")
        self.hall.rates.need("hint", self.connection.address)
        self.hint = asyncio.create_task(self._explain(message, live.number, view))

    async def _explain(self, message: AskHint, number: int, view: View) -> None:
        """Answer with a hint, if it comes in time; the session goes on meanwhile."""
        try:
            explanation = await self.hall.bot_pool.explain(view, JobOwner(self.connection.address, self.room.live.code))
        except BotError:
            self._refuse(message.id, Refused("server/busy"))
        except Refused as refused:
            self._refuse(message.id, refused)
        else:
            if self.room.live.number != number:
                self._refuse(message.id, Refused("hint/not_now"))
                return
            self.room.hint = (view, explanation)
            self.connection.post(as_text(Hint.model_construct(id=message.id, explanation=explanation)))


def _client(message: Act | Withdraw | TakeBack | Resign) -> str:
    """The id under which a message is applied once. It includes the seat, so that nobody can use up another's."""
    return f"{message.seat}:{message.id}"


def _entries(snapshot: Snapshot, number: int, after: int, held: tuple[int, ...]) -> list[dict[str, Any]]:
    """The entries that a client has missed, up to the number of its welcome."""
    return entries_between(Snapshot(snapshot.table, snapshot.seats, snapshot.log[:number]), after, MOST_ENTRIES, held)
