"""The backgrounds in the package are those that the tool draws."""

from __future__ import annotations

from pathlib import Path

import pytest

import perron.board
from perron.editions import load
from tools.cartography import __main__ as cartography
from tools.cartography.amsterdam import draw_amsterdam
from tools.cartography.berlin import draw_berlin

BACKGROUNDS = Path(perron.board.__file__).parent / "backgrounds"


@pytest.mark.parametrize(("name", "draw"), [("amsterdam", draw_amsterdam), ("berlin", draw_berlin)])
def test_a_background_drawn_again_is_the_one_in_the_package(name: str, draw: cartography.Draw) -> None:
    assert draw(load(name)) + "\n" == (BACKGROUNDS / f"{name}.svg").read_text("utf-8")


def test_placings_and_backgrounds_are_written_where_the_package_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("placed", "backgrounds"):
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(cartography, "_PACKAGE", tmp_path)
    cartography.main(["no atlas is needed for it", "tiny"])
    written = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert written == {"placed/tiny.json": (BACKGROUNDS.parent / "placed" / "tiny.json").read_bytes()}
