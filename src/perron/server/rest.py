"""REST under /api: making, listing and fetching tables, sitting down, starting, records; and the editions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic_core import to_json
from sqlalchemy import Connection as Database

from perron.keys import new_key
from perron.server import address, conduct, cookies, dealing, device, seating, secret, steps
from perron.server.branching import branch_table
from perron.server.edition_info import all_editions, asked_edition, edition_info
from perron.server.hall import Hall
from perron.server.job_queue import JobOwner
from perron.server.models import (
    Code,
    EditionInfo,
    Editions,
    Fault,
    Health,
    Listed,
    Lobby,
    Log,
    NewTable,
    OwnSeat,
    OwnTable,
    PlayOn,
    PutBot,
    Ready,
    Result,
    Resume,
    Seat,
    SeatGranted,
    ShowWord,
    Sit,
    TableSettings,
    WordLost,
)
from perron.server.refusal import Refused
from perron.server.room import Room
from perron.server.seating import Change, edition_of
from perron.server.step import Step
from perron.server.store import Snapshot, TableRow, Taken, queries
from perron.server.store.codes import new_code
from perron.server.store.store import now_ms
from perron.server.table import LiveTable, entries_between, game_of, record_text, seat_info, table_info
from perron.server.table_changes import Seated, change, seated

MOST_ENTRIES = 100

CodePath = Annotated[Code, Path(description="The table's code.")]
Ident = Annotated[str, Path(max_length=40, description="The edition's id.")]
RulesVersion = Annotated[
    int | None,
    Query(ge=1, le=1_000_000, description="A version of its rules, as a table names it; the newest by default."),
]
EditionKey = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9a-f]{64}$",
        description="Of an edition that is not built in, as a table names it: the one that the table is played with.",
    ),
]
SeatPath = Annotated[Seat, Path(description="The seat, counted from 0.")]

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": what}
    for status, what in (
        (403, "Not yours to do."),
        (404, "No such thing."),
        (405, "Not this kind of request."),
        (409, "Not possible as things stand."),
        (413, "Too large."),
        (421, "Not a name of this server."),
        (422, "Something in the request is wrong."),
        (429, "Too often."),
        (503, "Not now."),
    )
}
router = APIRouter(prefix="/api", responses=ERRORS)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request: what it proves, and where it comes from."""

    hall: Hall
    secrets: tuple[str, ...]
    base: str
    secure: bool
    device: bytes | None
    """Hash of the device's cookie, if it has one."""
    address: str
    """As limits count it."""

    @property
    def marks(self) -> set[str]:
        """The marks by which a barred caller is recognised."""
        return conduct.marks(self.secrets, self.device)

    def load(self, database: Database, code: str, *, lock: bool = False) -> tuple[TableRow, Seated]:
        """Load a table, inside a transaction."""
        return seated(database, code, lock)

    async def change(self, code: str, decide: Callable[[TableRow, Seated], Change]) -> OwnTable:
        """Change a table."""
        return await _changed(self, code, decide)

    def own(self, table: TableRow, seats: Seated) -> OwnTable:
        """A table, and what the caller is there."""
        return OwnTable(
            table=table_info(table, seats),
            held=list(secret.held(self.secrets, seats)),
            host=secret.proves(self.secrets, table.host_hash),
        )

    def need_host(self, table: TableRow) -> None:
        """Refuse anybody but the host."""
        if not secret.proves(self.secrets, table.host_hash):
            raise Refused("host/only")

    def need_seat(self, seats: Seated, seat: int) -> None:
        """Refuse anybody who does not hold the seat."""
        if not secret.proves(self.secrets, seating.seat_of(seats, seat).secret_hash):
            raise Refused("seat/not_yours")


async def _caller(request: Request) -> Caller:
    code = request.path_params.get("code", "")
    bearer = request.headers.get("authorization", "")
    brought = cookies.brought(request.cookies, code)
    if bearer.startswith("Bearer "):
        brought += secret.split(bearer.removeprefix("Bearer ").strip())
    base = str(request.base_url).rstrip("/")
    return Caller(
        request.app.state.hall,
        tuple(brought),
        base,
        request.url.scheme == "https",
        device.brought(request.cookies),
        address.of(request.client),
    )


CurrentCaller = Annotated[Caller, Depends(_caller)]


def _give_cookie(response: Response, caller: Caller, code: str, *secrets: str) -> None:
    cookies.give(response, code, [*caller.secrets, *secrets], secure=caller.secure)


def _grant_seat(
    caller: Caller, response: Response, table: TableRow, seats: Seated, seat: int | None, given: str
) -> SeatGranted:
    """The response that reveals a secret."""
    _give_cookie(response, caller, table.code, given)
    own = replace(caller, secrets=(*caller.secrets, given)).own(table, seats)
    resume = f"{caller.base}/t/{table.code}#resume={given}"
    return SeatGranted(table=own.table, held=own.held, host=own.host, seat=seat, secret=given, resume=resume)


# reading and changing tables


async def _changed(caller: Caller, code: str, decide: Callable[[TableRow, Seated], Change]) -> OwnTable:
    return caller.own(*await caller.hall.store.write(partial(change, code=code, decide=decide)))


@router.post("/tables", status_code=201)
async def make_table(new: NewTable, caller: CurrentCaller, response: Response) -> SeatGranted:
    """Make a table. The caller becomes its host; nobody sits at it yet."""
    caller.hall.rates.need("table", caller.address)
    given, key = secret.new_secret(), new_key()
    edition = seating.edition_for(new.edition)
    while True:
        table, seats = seating.new_table(new, edition, new_code(), key, secret.hashed(given), now_ms())
        own = edition if table.edition_key is not None else None
        try:
            await caller.hall.store.write(partial(queries.create_table, table=table, seated=seats, own=own))
        except Taken:
            continue
        caller.hall.place_soon(edition, JobOwner(caller.address, table.code))
        return _grant_seat(caller, response, table, tuple(seats), None, given)


@router.get("/tables")
async def lobby(caller: CurrentCaller) -> Lobby:
    """The tables that are listed."""
    found = await caller.hall.store.read(queries.listed_tables)
    return Lobby(
        tables=[
            Listed(
                code=table.code,
                edition=table.edition,
                status=table.status,
                seats=[seat_info(row) for row in seats],
                created=table.created,
            )
            for table, seats in found
        ]
    )


@router.get("/tables/{code}")
async def get_table(code: CodePath, caller: CurrentCaller) -> OwnTable:
    """A table, and what the caller is there."""
    return caller.own(*await caller.hall.store.read(partial(seated, code=code)))


@router.post("/tables/{code}/sit")
async def sit(code: CodePath, who: Sit, caller: CurrentCaller, response: Response) -> SeatGranted:
    """Sit down, before the game. Names at a table must differ."""
    given = secret.new_secret()
    found: list[int] = []
    sits_at = caller.device or device.give(response, secure=caller.secure)

    def decide(table: TableRow, seats: Seated) -> Change:
        conduct.need_let_in(table, caller.marks)
        seat, change = seating.sit(table, seats, who.seat, who.name, who.colour, secret.hashed(given), sits_at)
        found[:] = [seat]
        return change

    table, seats = await caller.hall.store.write(partial(change, code=code, decide=decide))
    return _grant_seat(caller, response, table, seats, found[0], given)


@router.post("/tables/{code}/leave")
async def leave(code: CodePath, own: OwnSeat, caller: CurrentCaller) -> OwnTable:
    """Get up, before the game. During it, one resigns over the socket."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_seat(seats, own.seat)
        return seating.leave(table, seats, own.seat)

    return await _changed(caller, code, decide)


@router.post("/tables/{code}/ready")
async def ready(code: CodePath, own: Ready, caller: CurrentCaller) -> OwnTable:
    """Be ready, and commit to a word for the deal."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_seat(seats, own.seat)
        return seating.get_ready(table, seats, own.seat, own)

    return await _changed(caller, code, decide)


@router.post("/tables/{code}/start")
async def start(code: CodePath, caller: CurrentCaller) -> OwnTable:
    """Start, when everybody is ready. Host only. The game is dealt when people's words have come."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_host(table)
        return dealing.start(table, seats, now_ms())

    return await _goes_on(caller, code, decide)


@router.post("/tables/{code}/word")
async def show_word(code: CodePath, shown: ShowWord, caller: CurrentCaller) -> OwnTable:
    """Show the word that a seat committed to, after the start; when all are there, the game begins."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_seat(seats, shown.seat)
        return dealing.show_word(table, seats, shown.seat, shown.attempt, shown.word, shown.list, now_ms())

    return await _goes_on(caller, code, decide)


@router.post("/tables/{code}/word_lost")
async def word_lost(code: CodePath, lost: WordLost, caller: CurrentCaller) -> OwnTable:
    """Report the word of a seat as lost: the deal is broken off, and everybody may agree to one new attempt."""
    key = new_key()

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_seat(seats, lost.seat)
        return dealing.word_lost(table, seats, lost.seat, lost.attempt, key, now_ms())

    return await _goes_on(caller, code, decide)


async def _goes_on(caller: Caller, code: str, decide: Callable[[TableRow, Seated], Change]) -> OwnTable:
    """Change a table in a way that may start its game: this worker then sees to what is due."""
    hall = caller.hall

    def leased(table: TableRow, seats: Seated) -> Change:
        decided = decide(table, seats)
        return replace(decided, table={**decided.table, **hall.lease(decided.table)})

    await hall.follow_system_clock()
    own = await _changed(caller, code, leased)
    await hall.begin(code, caller.address)
    return own


@router.post("/tables/{code}/resume")
async def resume(code: CodePath, brought: Resume, caller: CurrentCaller, response: Response) -> OwnTable:
    """Bring the secret of a seat, or of the host, from another device."""
    table, seats = await caller.hall.store.read(partial(seated, code=code))
    conduct.need_let_in(table, {*caller.marks, *conduct.marks((brought.secret,), None)})
    own = replace(caller, secrets=(brought.secret,)).own(table, seats)
    if not own.held and not own.host:
        raise Refused("secret/wrong")
    _give_cookie(response, caller, code, brought.secret)
    return replace(caller, secrets=(*caller.secrets, brought.secret)).own(table, seats)


@router.post("/tables/{code}/settings")
async def change_settings(code: CodePath, settings: TableSettings, caller: CurrentCaller) -> OwnTable:
    """Change the settings. Host only."""

    def decide(table: TableRow, seats: Seated) -> Change:
        caller.need_host(table)
        return seating.change_settings(table, settings)

    own = await _changed(caller, code, decide)
    await caller.hall.reload(code)
    return own


@router.post("/tables/{code}/rematch")
async def rematch(code: CodePath, caller: CurrentCaller, response: Response) -> OwnTable:
    """Play again with the same people, everybody one seat on. The first request makes the table; the others join it."""
    old, _ = await caller.hall.store.read(partial(seated, code=code))
    if old.rematch is None and old.status == "over":
        caller.hall.rates.need("table", caller.address)
    made, key = new_code(), new_key()

    def once(database: Database) -> tuple[TableRow, Seated]:
        table, seats = seated(database, code, lock=True)
        held = secret.held(caller.secrets, seats)
        if not held and not secret.proves(caller.secrets, table.host_hash):
            raise Refused("seat/not_yours")
        if table.rematch is None:
            edition = seating.edition_again(table)
            fresh, rows = seating.rematch(table, edition, seats, made, key, now_ms())
            queries.create_table(database, fresh, rows, edition if fresh.edition_key is not None else None)
            queries.change_table(database, code, {"rematch": made, "rematch_by": next(iter(held), None)})
        return seated(database, table.rematch or made)

    table, seats = await caller.hall.store.write(once)
    _give_cookie(response, caller, table.code)
    return caller.own(table, seats)


@router.post("/tables/{code}/play_on", status_code=201)
async def play_on(code: CodePath, asked: PlayOn, caller: CurrentCaller, response: Response) -> SeatGranted:
    """Play on from a position of a finished game, against bots: a new table, with chance of its own.

    The caller gets the seat and is the host; the game goes on at once.
    """
    hall = caller.hall
    hall.rates.need("table", caller.address)
    await hall.follow_system_clock()
    given, key = secret.new_secret(), new_key()
    sits_at = caller.device or device.give(response, secure=caller.secure)
    owner = JobOwner(caller.address, code)
    while True:
        branch = partial(
            branch_table,
            asked=asked,
            code=new_code(),
            key=key,
            secret_hash=secret.hashed(given),
            device=sits_at,
            now=now_ms(),
        )
        table, seats, copied = await hall.log_reader.read(owner, branch)
        table = replace(table, **hall.lease({"due": table.due}))
        own = edition_of(table) if table.edition_key is not None else None
        try:
            await hall.store.write(partial(queries.create_table, table=table, seated=seats, own=own, copied=copied))
        except Taken:
            continue
        await hall.begin(table.code, caller.address)
        return _grant_seat(caller, response, table, tuple(seats), asked.seat, given)


# the host's, during the game


@router.post("/tables/{code}/seats/{seat}/remove")
async def remove(code: CodePath, seat: SeatPath, caller: CurrentCaller) -> OwnTable:
    """Remove somebody: before the game the seat is free again, during it a bot plays if they are absent. Host only."""
    return await _replace(code, seat, caller, None)


@router.post("/tables/{code}/seats/{seat}/bot")
async def put_bot(code: CodePath, seat: SeatPath, bot: PutBot, caller: CurrentCaller) -> OwnTable:
    """Let a bot play: before the game it takes the seat, during it it plays for one who is absent. The host's."""
    return await _replace(code, seat, caller, bot.level)


async def _replace(code: str, seat: int, caller: Caller, level: str | None) -> OwnTable:
    table, _ = await caller.hall.store.read(partial(seated, code=code))
    caller.need_host(table)
    if table.status == "waiting":

        def decide(table: TableRow, seats: Seated) -> Change:
            if level is None:
                return seating.clear(table, seats, seat)
            return seating.put_bot(table, seats, seat, level)

        return await _changed(caller, code, decide)
    room = await caller.hall.room(code)
    seating.need_playing(table)
    await need_absent(caller, room, seat)
    await caller.hall.do(room, lambda live, now: steps.stand_in(live, seat, "removed", by="host", now=now, level=level))
    return caller.own(room.live.table, room.live.seats)


async def need_absent(caller: Caller, room: Room, seat: int) -> None:
    """Refuse to take the seat of somebody who is there and has not given it up, unless it is the caller's own."""
    row = seating.seat_of(room.live.seats, seat)
    if row.standing_why in conduct.SENT_AWAY or secret.proves(caller.secrets, row.secret_hash):
        return
    if row.secret_hash is not None and await caller.hall.is_there(room, seat):
        raise Refused("seat/connected")


@router.post("/tables/{code}/seats/{seat}/return")
async def give_back(code: CodePath, seat: SeatPath, caller: CurrentCaller) -> OwnTable:
    """Hand a seat back to its person: the person's own, or the host's."""
    room = await caller.hall.room(code)

    def make(live: LiveTable, now: int) -> Step:
        own = secret.proves(caller.secrets, seating.seat_of(live.seats, seat).secret_hash)
        if not own:
            caller.need_host(live.table)
        return steps.hand_back(live, seat, by="person" if own else "host", now=now)

    await caller.hall.do(room, make)
    return caller.own(room.live.table, room.live.seats)


# what was played


@router.get("/tables/{code}/log", response_model=Log)
async def log(
    code: CodePath,
    caller: CurrentCaller,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES,
) -> Response:
    """The log after a number, as the caller may know it."""

    def make(snapshot: Snapshot) -> bytes:
        held = secret.held(caller.secrets, snapshot.seats)
        shown = Snapshot(snapshot.table, snapshot.seats, snapshot.log[: after + limit])
        return to_json({"number": snapshot.table.number, "entries": entries_between(shown, after, limit, held)})

    made = await caller.hall.log_reader.read(JobOwner(caller.address, code), make)
    return Response(made, media_type="application/json")


@router.get("/tables/{code}/result")
async def result(code: CodePath, caller: CurrentCaller) -> Result:
    """How a finished game ended."""
    return await caller.hall.log_reader.read(JobOwner(caller.address, code), result_of)


def result_of(snapshot: Snapshot) -> Result:
    """Totals and places of a table's game; raises Refused if that is not over."""
    table = snapshot.table
    game = game_of(edition_of(table), table, snapshot.log) if table.status == "over" else None
    if game is None or game.outcome is None:
        raise Refused("table/not_over")
    return Result(totals=[score.total for score in game.outcome.scores], ranks=list(game.outcome.ranks))


@router.get("/tables/{code}/record", response_class=PlainTextResponse)
async def record(code: CodePath, caller: CurrentCaller) -> PlainTextResponse:
    """The record of a finished game, with the key that its deal followed from: `perron verify` checks it."""
    edition, text = await caller.hall.log_reader.read(JobOwner(caller.address, code), record_of)
    name = f"perron-{edition}-{code}.txt"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def record_of(snapshot: Snapshot) -> tuple[str, str]:
    """The edition and the record of a table's game; raises Refused if that is not over."""
    if snapshot.table.status != "over":
        raise Refused("table/not_over")
    return snapshot.table.edition, record_text(snapshot)


# editions


@router.get("/editions")
async def editions(caller: CurrentCaller, request: Request, response: Response) -> Editions:
    """The editions there are."""
    cookies.move(request.cookies, response, secure=caller.secure)  # the start page requests this
    return all_editions()


@router.get("/editions/{ident}")
async def edition(
    ident: Ident, caller: CurrentCaller, response: Response, rules: RulesVersion = None, key: EditionKey = None
) -> EditionInfo:
    """All that a page needs to show an edition."""
    found = await asked_edition(caller.hall.store, ident, rules, key)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return edition_info(found)


# the server itself


@router.get("/health")
async def health() -> Health:
    """Whether the process works."""
    return Health(status="ok")


@router.get("/ready")
async def is_ready(caller: CurrentCaller) -> Health:
    """Whether requests should be sent here: not while the server stops or the store cannot be written."""
    hall = caller.hall
    if hall.stopping:
        raise Refused("server/restarting")
    if hall.store.trouble is not None:
        raise Refused(hall.store.trouble)
    if not hall.store.hears_others:
        raise Refused("server/busy")
    await hall.store.read(partial(queries.load_table, code=""))
    return Health(status="ok")


@router.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def metrics(caller: CurrentCaller) -> Response:
    """Metrics for Prometheus, where the operator allows them: other requests do not get this far."""
    return Response(caller.hall.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
