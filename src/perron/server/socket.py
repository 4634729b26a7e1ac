"""The socket of a table: reads a client's messages, does what they ask, and answers every one of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from perron.errors import BotError
from perron.locales import LANGUAGES, language_of, say
from perron.server import address, conduct, cookies, device, origin, steps
from perron.server.connection import Connection
from perron.server.hall import MESSAGES, Hall, saying
from perron.server.hosts import Hosts, shown
from perron.server.limits import Bucket, Counter
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
)
from perron.server.refusal import Refused
from perron.server.room import Room, as_text
from perron.server.steps import Step
from perron.server.store import MessageRow, StoreError, Whole, queries
from perron.server.store.codes import is_code
from perron.server.store.store import now_ms
from perron.server.table import LiveTable, entries_between

MOST_ENTRIES = 60
"""Entries in a welcome; the rest of the log is to be had by GET."""
_HINTS = (3, 0.2)  # at once, and a second after that


class Sockets:
    """Serves the sockets of one worker."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._hosts = Hosts(hall.settings)
        self._addresses = Counter(hall.settings.limits.sockets_per_address)

    async def serve(self, websocket: WebSocket) -> None:
        """One socket from its beginning to its end."""
        hall, limits = self.hall, self.hall.settings.limits
        language = language_of(websocket.headers.get("accept-language"))
        if not self._hosts.knows(websocket.scope["headers"]):
            wrong = shown(websocket.scope["headers"])
            fault = {"code": "host/unknown", "message": say(language, "host/unknown", host=wrong)}
            await websocket.send_denial_response(JSONResponse(fault, 421))
            return
        if not origin.is_ours(websocket.scope["headers"], hall.settings.origin):
            fault = {"code": "origin/foreign", "message": say(language, "origin/foreign")}
            await websocket.send_denial_response(JSONResponse(fault, 403))
            return
        counted = address.of(websocket.client)
        offered = websocket.scope.get("subprotocols") or ()
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        code = websocket.path_params["code"]
        brought = cookies.brought(websocket.cookies, code) if is_code(code) else []
        bucket = Bucket(limits.message_burst, limits.messages_per_second)
        host = websocket.client.host if websocket.client else ""
        connection = Connection(websocket.send, host, brought, language, bucket)
        connection.device = device.brought(websocket.cookies)
        if not self._addresses.enter(counted):
            await _farewell(connection, Refused("limit/sockets"))
            return
        hall.metrics.sockets.inc()
        try:
            await _Session(hall, websocket, connection).run(code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client went, perhaps while it was being answered
        finally:
            hall.metrics.sockets.dec()
            self._addresses.leave(counted)


async def _farewell(connection: Connection, refused: Refused) -> None:
    sending = connection.close(refused.code, refused.values)
    if sending is not None:
        await asyncio.wait([sending], timeout=5)


class _Session:
    """What one client says and is told."""

    __slots__ = ("connection", "hall", "hints", "room", "websocket")

    room: Room

    def __init__(self, hall: Hall, websocket: WebSocket, connection: Connection) -> None:
        self.hall, self.websocket, self.connection = hall, websocket, connection
        self.hints: Bucket | None = None

    async def run(self, code: str) -> None:
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
        self.hall.bars.check(self.connection.address, now_ms())
        if not is_code(code):
            raise Refused("table/not_found")
        self.connection.secrets = (*self.connection.secrets, *hello.secrets)
        welcomed = False
        while not welcomed:
            self.room = await self.hall.room(code)
            marked = conduct.marks(self.connection.secrets, self.connection.device)
            conduct.need_let_in(self.room.live.table, marked)
            if len(self.room.connections) >= self.hall.settings.limits.sockets_per_table:
                raise Refused("limit/sockets")
            welcomed = await self._welcome(hello.after)

    async def _welcome(self, after: int | None) -> bool:
        """Join the table and say how things stand; False if the table was dropped from memory meanwhile."""
        room, connection, live = self.room, self.connection, self.room.live
        if (after or 0) > live.number:  # the client comes from a worker that has heard more
            await self.hall.catch_up(room)
        async with live.lock:  # nothing happens between the welcome and the first update
            room.know(connection)
            there, here = room.connected(), room.here()
            whole = None
            if live.number > (after or 0):
                whole = await self.hall.whole(live.code)
            recent = partial(queries.messages_after, code=live.code, limit=MESSAGES)
            chat = await self.hall.store.read(recent) if live.table.messages or room.last_message else ()
            entries = await _entries(whole, live.number, after or 0, connection.held) if whole else []
            if not self.hall.holds(room):  # nobody would tell this one what happens
                return False
            room.connections.add(connection)
            connection.post(
                as_text(
                    {
                        "type": "welcome",
                        "version": PROTOCOL,
                        "table": live.info(),
                        "held": connection.held,
                        "host": connection.host,
                        "number": live.number,
                        "since": live.since,
                        "entries": entries,
                        "views": room.views(connection.held),
                        "clocks": live.clocks(now_ms()),
                        "undo": live.undo,
                        "messages": [saying(row) for row in chat],
                        "connected": room.connected(),
                    }
                )
            )
        self._tell_presence(there, here)
        if len(room.connections) == 1:
            self.hall.presence.ask(room)
        return True

    def _tell_presence(self, there: list[int], here: frozenset[int]) -> None:
        """Tell those at the table, and the other workers, if somebody has come or gone."""
        if self.room.connected() != there:
            self.room.tell_presence(self.connection)
        if self.room.here() != here:
            self.hall.presence.tell(self.room)

    def _end(self) -> None:
        room = self.room
        there, here = room.connected(), room.here()
        room.connections.discard(self.connection)
        self.connection.lost()
        room.note_left(set(there).difference(room.connected()))
        self._tell_presence(there, here)

    # messages

    async def _text(self) -> str | bytes:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | bytes | None = message.get("text")
        return text if text is not None else b""  # frames of bytes are none of ours

    async def _next(self) -> None:
        text = await self._text()
        if not self.connection.bucket.take():
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

    async def _resign(self, message: Resign) -> None:
        seat, client = self._own(message.seat), _client(message)

        def make(live: LiveTable, now: int) -> Step:
            return steps.stand_in(live, seat, "resigned", by="person", now=now, client=client)

        await self._step(message, make)

    async def _step(self, message: Act | TakeBack | Resign, make: Callable[[LiveTable, int], Step]) -> None:
        """Do something once: a message that was applied before is only acknowledged again."""

        def accept(number: int) -> None:
            self.connection.post(Accepted(id=message.id, number=number))

        earlier = await self._earlier(_client(message), message.number)
        if earlier is not None:
            accept(earlier)
            return
        await self.hall.do(self.room, make, message.number, accept, _client(message))

    async def _earlier(self, client: str, number: int) -> int | None:
        live = self.room.live
        if client in live.answered or number >= live.number:
            return live.answered.get(client)
        return await self.hall.store.read(partial(queries.number_of_client, code=live.code, client=client))

    async def _back(self, message: Back) -> None:
        seat = self._own(message.seat)
        if not steps.comes_back(self.room.live, seat):
            raise Refused("bot/none")
        number = await self._hand_back(seat)
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
        client, name = f"{seat}:{message.id}", live.seats[seat].name
        row = MessageRow(seat=seat, name=name, kind=kind, text=text, at=now_ms(), client=client)
        number = await self.hall.say(room, row)
        self.connection.post(Accepted(id=message.id, number=number))

    async def _hint(self, message: AskHint) -> None:
        seat, live = self._own(message.seat), self.room.live
        if not live.settings.hints:
            raise Refused("hint/off")
        if live.game is None or live.game.to_move != seat:
            raise Refused("hint/not_now")
        self.hints = self.hints or Bucket(*_HINTS)
        if not self.hints.take():
            raise Refused("limit/rate")
        try:
            explanation = await self.hall.thinkers.explain(live.view(seat))
        except BotError:
            raise Refused("server/busy") from None
        self.connection.post(as_text(Hint.model_construct(id=message.id, explanation=explanation)))


def _client(message: Act | TakeBack | Resign) -> str:
    """The id under which a message is applied once: a seat's own, so that nobody can use up another's."""
    return f"{message.seat}:{message.id}"


async def _entries(whole: Whole, number: int, after: int, held: tuple[int, ...]) -> list[dict[str, object]]:
    """The gap, made in a thread: the game is replayed for it."""
    known = Whole(whole.table, whole.seats, whole.log[:number])
    return await asyncio.to_thread(entries_between, known, after, MOST_ENTRIES, held)
