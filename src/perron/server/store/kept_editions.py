"""Editions of people's own as they were when tables were made with them: the store keeps their files."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from perron.editions.edition import Edition
from perron.editions.folder import EDITION, EditionFolder, folder_of_files
from perron.editions.reading import edition_in, parse
from perron.server.store.schema import editions, tables

_MOST = 200
_SPARED_MS = 86_400_000
_folders: OrderedDict[str, EditionFolder] = OrderedDict()
"""Those that were read, by their keys; the ones needed last are last."""
_lock = Lock()


def kept_edition(key: str, version: int) -> Edition | None:
    """A version of an edition that has been read from the store, or kept in it, by this process."""
    with _lock:
        folder = _folders.get(key)
        if folder is not None:
            _folders.move_to_end(key)
    return None if folder is None else edition_in(folder, version)


def _remember(folder: EditionFolder) -> None:
    with _lock:
        _folders[folder.key] = folder
        _folders.move_to_end(folder.key)
        while len(_folders) > _MOST:
            _folders.popitem(last=False)


def keep_edition(connection: Connection, edition: Edition, now: int) -> None:
    """Keep the files of an edition for a table that is made now."""
    folder = edition.folder
    assert folder is not None
    values = {"key": folder.key, "digest": edition.digest, "files": dict(folder.files), "used": now}
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    asked = insert(editions).values(values)
    connection.execute(asked.on_conflict_do_update(index_elements=["key"], set_={"used": now}))
    _remember(folder)


def read_kept(connection: Connection, key: str) -> None:
    """Read an edition by its key, so that `kept_edition` finds it; there may be none."""
    if key in _folders:
        return
    files = connection.execute(select(editions.c.files).where(editions.c.key == key)).scalar_one_or_none()
    if files is not None:
        _remember(folder_of_files(parse(files[EDITION]).id, files))


def find_files(connection: Connection, digest: str) -> dict[str, str] | None:
    """The files of an edition by the hash of its data, as records name it; None if it is not kept."""
    asked = select(editions.c.files).where(editions.c.digest == digest).order_by(editions.c.key).limit(1)
    found: dict[str, str] | None = connection.execute(asked).scalar_one_or_none()
    return found


def drop_unused(connection: Connection, now: int) -> int:
    """Remove editions of which no table is left; returns how many.

    Not those of the last day: a table may be made with one in this very moment.
    """
    used = select(tables.c.edition_key).where(tables.c.edition_key.is_not(None))
    unused = (editions.c.used < now - _SPARED_MS, editions.c.key.not_in(used))
    return connection.execute(delete(editions).where(*unused)).rowcount
