"""The beginning of an edition: a folder with a small board that can be played at once."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from perron.editions.folder import EDITION
from perron.editions.section import NAME_LENGTH, SNAKE_CASE
from perron.errors import EditionError

_TEMPLATES = "template"
_ID, _TITLE = "my_board", "My board"
"""In the templates, where the id and the title of the new edition come."""


def begin(path: Path) -> None:
    """Write the files of a new edition into a folder that is not there yet; raises EditionError."""
    ident = path.name
    if not SNAKE_CASE.fullmatch(ident) or len(ident) > NAME_LENGTH:
        raise EditionError(
            f"the name of the folder becomes the edition's id, and {ident[:60]!r} cannot: "
            f"a to z, 0 to 9 and _, a letter first, {NAME_LENGTH} at most"
        )
    if path.exists():
        raise EditionError(f"{path} is there already; an edition is begun in a folder that is not")
    title = ident.replace("_", " ").capitalize()
    try:
        path.mkdir(parents=True)
        for file in resources.files(__package__).joinpath(_TEMPLATES).iterdir():
            text = file.read_text("utf-8").replace(_ID, ident).replace(_TITLE, title)
            (path / file.name.removesuffix(".txt")).write_text(text, "utf-8")
    except OSError as error:
        raise EditionError(f"{path} cannot be made: {error.strerror or error}") from None
    assert (path / EDITION).is_file()
