"""Previews of links to our pages, for chats and mail: a title, a sentence, and a picture of the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape

from starlette.requests import Request

from perron.editions import Edition, known_edition
from perron.errors import EditionError
from perron.locales import language_of, say
from perron.server.hall import Hall
from perron.server.refusal import Refused
from perron.server.seating import edition_of
from perron.server.store import StoreError, TableRow
from perron.server.table_changes import Seated, seated

WIDTH = 1200
"""Of the picture, in pixels: what most programs ask for."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a page; `image` is a path on this server."""

    title: str
    text: str
    image: str | None = None


async def preview_of(request: Request, pictures: bool) -> Preview:
    """The preview of the page that a request asks for. Whatever goes wrong, the page itself must still be shown."""
    language = language_of(request.headers.get("accept-language"))
    known = request.path_params
    if "edition" in known:
        return _of_edition(language, known["edition"], request.url.path.startswith("/rules"), pictures)
    if "code" in known:
        hall: Hall = request.app.state.hall
        try:
            table, seats = await hall.store.read(partial(seated, code=known["code"]))
            return _of_table(language, table, seats, request.url.path.startswith("/replay"), pictures)
        except (Refused, StoreError, EditionError):
            pass
    return Preview("Perron", say(language, "preview/home"))


def _of_edition(language: str, ident: str, of_rules: bool, pictures: bool) -> Preview:
    try:
        edition = known_edition(ident)
    except EditionError:
        return Preview("Perron", say(language, "preview/home"))
    title = edition.title[language]
    image = f"/api/editions/{edition.id}/picture.png" if pictures else None
    return Preview(
        say(language, "preview/rules", edition=title) if of_rules else title, edition.summary[language], image
    )


def _of_table(language: str, table: TableRow, seats: Seated, replay: bool, pictures: bool) -> Preview:
    """Without names: not everybody who sees a link needs to know who plays."""
    edition: Edition = edition_of(table)
    title = edition.title[language]
    image = f"/api/tables/{table.code}/picture.png?number={table.number}" if pictures else None
    if table.status == "waiting":
        free = sum(row.kind != "bot" and row.secret_hash is None for row in seats)
        text = say(language, "preview/waiting", n=free) if free else say(language, "preview/full")
        return Preview(say(language, "preview/invitation", edition=title), text, image)
    status = "over" if table.status == "over" else "playing"
    heading = say(language, "preview/replay", edition=title) if replay else title
    return Preview(heading, say(language, f"preview/{status}", n=len(seats)), image)


def tags(preview: Preview, base: str, path: str) -> str:
    """The preview as tags for the head of the page."""
    told = {"og:type": "website", "og:site_name": "Perron", "og:title": preview.title, "og:url": f"{base}{path}"}
    told["og:description"] = preview.text
    if preview.image is not None:
        told["og:image"] = f"{base}{preview.image}"
        told["og:image:alt"] = preview.title
        told["twitter:card"] = "summary_large_image"
    return "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{escape(text)}" />\n'
        for name, text in told.items()
    )
