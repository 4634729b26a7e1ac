"""Parts of Perron that need more packages: whether they are there, and the sentence for whoever lacks them."""

from __future__ import annotations

import re

from perron.errors import PerronError

__all__ = ["MissingExtra", "missing", "need"]

_REQUIREMENT = re.compile(r"(?P<what>(?P<name>[\w.-]+)[^;]*?)\s*;.*\bextra == ['\"](?P<extra>[\w-]+)['\"]")


class MissingExtra(PerronError, ImportError):
    """What was asked for needs an extra that is not installed."""


def missing(extra: str) -> list[str]:
    """The packages of an extra that are not installed, as pip is asked for them; pyproject.toml says which it has."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415  --help need not wait for it

    try:
        needed = map(_REQUIREMENT.match, requires("perron") or ())
    except PackageNotFoundError:  # a source tree on the path, never installed: the import itself will tell
        return []
    return [one["what"] for one in needed if one is not None and one["extra"] == extra and not _installed(one["name"])]


def need(extra: str, what: str) -> None:
    """Raise MissingExtra, which says what to do, unless the extra is there; `what` needs it: "the server needs"."""
    lacking = missing(extra)
    if lacking:
        asked = " ".join(f'"{one}"' for one in lacking)  # these quotes work in every shell, cmd.exe included
        raise MissingExtra(
            f"{what} the extra perron[{extra}], which is not installed here. "
            f"To install what it lacks: python -m pip install {asked}"
        )


def _installed(name: str) -> bool:
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415

    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True
