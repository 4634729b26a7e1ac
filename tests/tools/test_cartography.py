"""The backgrounds in the package are those that the tool draws."""

from __future__ import annotations

from pathlib import Path

import pytest

import perron.editions
from perron.editions import load
from tools.cartography import __main__ as cartography
from tools.cartography.amsterdam import draw_amsterdam
from tools.cartography.berlin import draw_berlin

EDITIONS = Path(perron.editions.__file__).parent


@pytest.mark.parametrize(("name", "draw"), [("amsterdam", draw_amsterdam), ("berlin", draw_berlin)])
def test_a_background_drawn_again_is_the_one_in_the_package(name: str, draw: cartography.Draw) -> None:
    assert draw(load(name)) + "\n" == (EDITIONS / name / "background.svg").read_text("utf-8")


def test_placings_and_backgrounds_are_written_where_the_package_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny").mkdir()
    monkeypatch.setattr(cartography, "_EDITIONS", tmp_path)
    cartography.main(["no atlas is needed for it", "tiny"])
    written = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert written == {"tiny/placed.json": (EDITIONS / "tiny" / "placed.json").read_bytes()}
