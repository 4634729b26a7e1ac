"""The page about learning shows what the cards of the networks say."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from perron.editions import load
from tools.learning_curves import PAGE, PICTURES, curve_of, learned_editions, page, picture, pictures

AGAIN = "if this fails, run python -m tools.learning_curves and look at the pictures"


def test_the_page_and_its_pictures_are_those_of_the_cards() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text) == text, AGAIN
    assert {path.name: path.read_text("utf-8") for path in PICTURES.iterdir()} == pictures(), AGAIN
    for name in pictures():
        assert f"(learning/{name})" in text


def test_a_curve_goes_on_from_the_network_that_it_began_with() -> None:
    first = {
        "minutes": 4.0,
        "decisions": 900,
        "curve": [{"seconds": 120, "decisions": 500, "wins": {"2": [0.4, 2000]}}],
    }
    wins = {"2": [0.5, 1000], "3": [0.9, 999]}
    found = curve_of({"before": first, "curve": [{"seconds": 60, "decisions": 300, "wins": wins}]})
    assert [(point["minutes"], point["decisions"]) for point in found] == [(2.0, 500), (5.0, 1200)]
    assert found[1]["wins"] == {2: 0.5}, "few games tell little"


@pytest.mark.parametrize("name", sorted(learned_editions()))
def test_a_picture_has_a_curve_for_every_number_of_seats(name: str) -> None:
    curve = curve_of(learned_editions()[name])
    root = ElementTree.fromstring(picture(load(name), curve))
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == len({seats for point in curve for seats in point["wins"]})
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for line in lines:
        for x, y in (map(float, point.split(",")) for point in line.attrib["points"].split()):
            assert 0 < x < width
            assert 0 < y < height
