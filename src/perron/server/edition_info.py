"""Editions as the page needs them."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from perron.board.geometry import geometry
from perron.bots.levels import LEVELS
from perron.editions import Edition, covers, folders, known_edition, rules_file
from perron.editions.folder import EditionFolder, text_of
from perron.editions.naming import is_translated
from perron.editions.page import POSTER, page_of
from perron.errors import EditionError
from perron.learned.levels import levels_in
from perron.review.puzzle import difficulties_in
from perron.rules import rulings_of, sections_of
from perron.server.edition_key import own_key
from perron.server.models import (
    COLOURS,
    BoardInfo,
    CityInfo,
    CoverInfo,
    EditionInfo,
    Editions,
    Paragraph,
    Picture,
    PlaceShape,
    RouteInfo,
    RulesInfo,
    RulesSection,
    ScoreLineInfo,
    TicketInfo,
    TrackShape,
)
from perron.server.refusal import Refused
from perron.server.store import Store
from perron.server.store.kept_editions import kept_edition, read_kept


def all_editions() -> Editions:
    """The covers of all editions."""
    return _all_editions(tuple((folder, folder.place) for folder in folders().values()))


# Here and below by place too: folders are told apart by the files that are kept with games, which puzzles are not.
@lru_cache(maxsize=4)
def _all_editions(_: tuple[tuple[EditionFolder, str], ...]) -> Editions:
    told = [
        CoverInfo(
            id=cover.id,
            rules=cover.version,
            title=dict(cover.title),
            summary=dict(cover.summary),
            provenance=cover.provenance,
            provenance_note=dict(cover.provenance_note),
            players=cover.players,
            **_on_start_page(folders()[cover.id], cover.id, cover.version),
        )
        for cover in covers()
    ]
    return Editions(editions=told, levels=list(LEVELS), colours=list(COLOURS))


def _on_start_page(folder: EditionFolder | None, ident: str, version: int) -> dict[str, Any]:
    page = page_of(folder)
    built_in = folder is not None and folder.root is not None
    return {
        "featured": page.order is not None,
        "whom": dict(page.whom),
        "time": dict(page.time),
        "poster": page.poster,
        "poster_middle": page.poster_middle,
        # Of others, what follows from their mechanics is told.
        "has_rules": not built_in or (folder is not None and folder.text(rules_file.FILE) != ""),
        "puzzles": [] if folder is None else list(difficulties_in(folder)),
        "learned": list(levels_in(folder, ident, version)),
    }


async def asked_edition(store: Store, ident: str, rules: int | None = None, key: str | None = None) -> Edition:
    """The edition that a request names, in a version of its rules or the newest; raises Refused.

    With a key, the edition of somebody's own that the store keeps under it, or that is here now.
    """
    with suppress(EditionError):
        found = known_edition(ident, version=rules)
        if key is None or own_key(found) == key:
            return found
    if key is not None and rules is not None:
        await store.read(partial(read_kept, key=key))
        kept = kept_edition(key, rules)
        if kept is not None and kept.id == ident:
            return kept
    raise Refused("edition/unknown")


def place_of(edition: Edition) -> str:
    """Where its folder lies; empty if that is not known."""
    return "" if edition.folder is None else edition.folder.place


def edition_info(edition: Edition) -> EditionInfo:
    """Everything about an edition."""
    return _edition_info(edition, edition.folder, place_of(edition))


@lru_cache(maxsize=64)
def _edition_info(edition: Edition, _: EditionFolder | None, __: str) -> EditionInfo:
    routes = edition.routes
    points = {kind.id: kind.points for kind in edition.pieces}
    return EditionInfo(
        id=edition.id,
        rules=edition.version,
        title=dict(edition.title),
        summary=dict(edition.summary),
        provenance=edition.provenance,
        provenance_note=dict(edition.provenance_note),
        players=edition.players,
        **_on_start_page(edition.folder, edition.id, edition.version),
        newest=_is_newest(edition),
        key=own_key(edition),
        mechanics=list(edition.mechanics),
        translated=is_translated(edition),
        wild_name=dict(edition.wild_name),
        wild_kind=page_of(edition.folder).wild,
        ticket_name=dict(edition.ticket_name),
        ticket_kind=page_of(edition.folder).ticket,
        cards=dict(edition.cards),
        pieces={kind.id: kind.count for kind in edition.pieces},
        piece_names={kind.id: dict(kind.name) for kind in edition.pieces},
        display=edition.draw.display,
        stations=list(edition.stations.cost) if edition.stations else [],
        last_round_at=edition.last_round_at,
        double_closed_up_to=edition.double_closed_up_to,
        goal=edition.goal or None,
        open_tickets=edition.open_tickets,
        swap_tickets=edition.swap_tickets,
        points=edition.points,
        score=[
            ScoreLineInfo(
                id=line.id,
                name=None if line.name is None else dict(line.name),
                points=line.points,
                by_rank={seats: list(points) for seats, points in line.by_rank.items()},
            )
            for line in edition.score
        ],
        east=list(edition.east_west.east) if edition.east_west else [],
        west=list(edition.east_west.west) if edition.east_west else [],
        cities=[CityInfo(id=city.id, name=city.name, names=dict(city.names)) for city in edition.cities],
        routes=[
            RouteInfo(
                id=route.id,
                a=route.a,
                b=route.b,
                length=route.length,
                cards=route.cards,
                colour=route.colour,
                piece=route.piece,
                double=route.double,
                tunnel=route.tunnel,
                ferry=route.ferry,
                carts=route.carts,
                twin=None if route.twin is None else routes[route.twin].id,
                points=points[route.piece].get(route.cards, 0),
            )
            for route in routes
        ],
        tickets=[
            TicketInfo(id=ticket.id, a=ticket.a, b=ticket.b, points=ticket.points, long=ticket.long)
            for ticket in edition.tickets
        ],
    )


def _is_newest(edition: Edition) -> bool:
    """Whether who makes a table now gets the same."""
    try:
        newest = known_edition(edition.id)
    except EditionError:
        return True
    return newest.version == edition.version and own_key(newest) == own_key(edition)


def rules_info(edition: Edition) -> RulesInfo:
    """The rules of an edition as the page tells them."""
    return RulesInfo(
        sections=[
            RulesSection(id=one.id, title=dict(one.title), paragraphs=[_paragraph(told) for told in one.paragraphs])
            for one in sections_of(edition)
        ],
        rulings=[_paragraph(one) for one in rulings_of(edition)],
    )


def _paragraph(told: rules_file.Paragraph) -> Paragraph:
    picture = None if told.picture is None else Picture(**told.picture)
    return Paragraph(clauses=list(told.clauses), text=dict(told.text), picture=picture)


def poster_svg(edition: Edition) -> bytes:
    """An edition's own picture; raises Refused if there is none."""
    drawn = text_of(edition, POSTER)
    if not drawn:
        raise Refused("request/not_found")
    return drawn.encode()


def board_info(edition: Edition) -> BoardInfo:
    """Where everything lies on an edition's board."""
    board = geometry(edition)
    return BoardInfo(
        edition=board.edition,
        rules=board.rules,
        width=board.width,
        height=board.height,
        unit=board.unit,
        radius=board.radius,
        rim=board.rim,
        line=board.line,
        places=[
            PlaceShape(id=place.id, x=place.x, y=place.y, label=place.label, turned=place.turned)
            for place in board.places
        ],
        tracks=[
            TrackShape(
                id=track.id, line=track.line, spaces=track.spaces, path=track.path, hit=track.hit, middle=track.middle
            )
            for track in board.tracks
        ],
    )
