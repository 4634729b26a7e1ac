"""Write the tables in docs/environments.md again: `python -m tests.env.make_tables`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from perron.editions import load, names
from perron.env.numbering import numbering_of
from perron.env.observation import Field, fields, flat_size

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def _table(head: str, rows: Iterable[str]) -> str:
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows])


def _sizes() -> Iterable[str]:
    for name in names():
        edition = load(name)
        seats = range(edition.players[0], edition.players[1] + 1)
        rows = ", ".join(f"{flat_size(edition, n):,}" for n in seats)
        one, every = (numbering_of(edition, payments).size for payments in ("one", "all"))
        yield f"| {name} | {one:,} | {every:,} | {rows} ({seats.start} to {seats.stop - 1} seats) |"


def _row(field: Field) -> str:
    shape = " × ".join(map(str, field.shape))
    return f"| `{field.name}` | {shape} | {field.at} | {field.high} | {field.meaning} |"


def tables() -> dict[str, str]:
    """The tables by name."""
    europe = load("europe")
    plain, derived = fields(europe, 2), fields(europe, 2, "derived")
    more = [*derived[len(plain) :], *fields(europe, 2, "planned")[len(derived) :]]
    more += fields(europe, 2, "perfect")[len(plain) :]
    head = "| field | shape | at | up to | |"
    return {
        "sizes": _table("| edition | actions | with every payment | bytes of an observation |", _sizes()),
        "fields": _table(head, map(_row, plain)),
        "more": _table(head, map(_row, more)),
    }


def page(text: str) -> str:
    """The page with its tables written again."""
    for name, table in tables().items():
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        _, _, after = rest.partition("<!-- end -->")
        text = f"{before}<!-- {name} -->\n{table}\n<!-- end -->{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
