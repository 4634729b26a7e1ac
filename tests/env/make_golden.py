"""Write the pinned numberings again: `python -m tests.env.make_golden`. Only for a new rules version."""

from __future__ import annotations

from pathlib import Path

from perron.editions import load
from perron.env.numbering import MODES, numbering_of
from tests.every_version import EVERY

FOLDER = Path(__file__).parent / "golden"


def golden(name: str, payments: str) -> str:
    """The numbering of an edition as a text: a line for each action, its number, its engine's int and its meaning."""
    edition, numbering = load(name), numbering_of(load(name), payments)
    lines = [f"# {edition.id}, rules version {edition.version}, payments {payments}: {numbering.size} actions"]
    actions = numbering.record[0]["actions"].tolist()
    lines += [f"{i} {actions[i]:06x} {text}" for i, text in enumerate(numbering.texts)]
    return "\n".join(lines) + "\n"


def place(name: str, payments: str) -> Path:
    """The file that pins it."""
    return FOLDER / f"{name}-{payments}.txt"


def main() -> None:
    """Write all of them."""
    for name in EVERY:
        for payments in MODES:
            place(name, payments).write_text(golden(name, payments), "utf-8")


if __name__ == "__main__":
    main()
