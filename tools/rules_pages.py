"""The rules clause by clause as pages: `python -m tools.rules_pages` writes docs/rules/ from what the editions tell."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from perron.editions import load
from perron.rules import RULINGS, clauses, told_rules

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
_ABOUT_RULINGS = (
    "Where the printed rules are silent or leave room, a ruling decides: once, here, and tested like any clause.\n"
    'A ruling holds in every edition that has what it speaks of. "Wild" is what an edition calls locomotive, joker or\n'
    "bicycle."
)


def pages() -> dict[str, str]:
    """The text of every page, by its name."""
    found = {page: _page(page, load(page).title["en"], rules.about) for page, rules in told_rules().items()}
    return found | {RULINGS: _page(RULINGS, "Rulings", _ABOUT_RULINGS)}


def _page(page: str, title: str, about: str) -> str:
    return "\n".join([f"# {title}\n", about, *([""] if page == RULINGS else []), *_sections(page)]).rstrip() + "\n"


def _sections(page: str) -> Iterator[str]:
    under = None
    for clause in clauses().values():
        if clause.page == page:
            if clause.section and clause.section != under:
                under = clause.section
                yield f"\n## {under}"
            yield f"- {clause.id} {clause.text}"


def main() -> None:
    """Write the pages."""
    for page, text in pages().items():
        (FOLDER / f"{page}.md").write_text(text, "utf-8")
    sys.stderr.write(f"{FOLDER} written\n")


if __name__ == "__main__":
    main()
