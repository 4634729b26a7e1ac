"""A picture of somebody else's holds shapes and colours, nothing that runs, and nothing from elsewhere."""

from __future__ import annotations

from importlib import resources

import pytest

from perron.editions import built_in_names, folders
from perron.editions.check_svg import LONGEST, check_fragment, check_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">\n{}\n</svg>'
FORBIDDEN = {
    "a script": "<script>alert(1)</script>",
    "a handler": '<rect onclick="alert(1)"/>',
    "a handler at the start": '<rect onload="alert(1)"/>',
    "foreign content": '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    "a link": '<a href="https://example.org"><rect/></a>',
    "a picture from elsewhere": '<image href="https://example.org/x.png"/>',
    "a part of another file": '<use href="https://example.org/x.svg#a"/>',
    "a program as a reference": '<use href="javascript:alert(1)"/>',
    "an old reference": '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"/>',
    "a style sheet": "<style>@import 'https://example.org/x.css';</style>",
    "a style": '<rect style="fill:url(https://example.org/x)"/>',
    "a colour from elsewhere": '<rect fill="url(https://example.org/x#a)"/>',
    "a colour in disguise": '<rect fill="u\\72l(https://example.org)"/>',
    "an animation": '<animate attributeName="href" values="javascript:alert(1)"/>',
    "an instruction": '<?xml-stylesheet href="https://example.org/x.css"?>',
    "another language": '<rect xmlns="http://www.w3.org/1999/xhtml"/>',
    "a picture in a picture": "<svg/>",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_is_more_than_a_shape_is_refused_with_its_line(what: str) -> None:
    (fault,) = check_svg(SVG.format(FORBIDDEN[what]))
    assert (fault.code, fault.severity, fault.line) == ("svg/forbidden", "error", 2)


def test_entities_are_refused_before_they_grow() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(20))
    (fault,) = check_svg(f"<!DOCTYPE svg [{laughs}]>" + SVG.format("<title>&l19;</title>"))
    assert fault.code == "svg/forbidden"


@pytest.mark.parametrize("text", ["", "no picture", "<svg", SVG.format("<g>"), "\ud800", "<svg/>" * 2])
def test_what_is_no_picture_is_refused(text: str) -> None:
    (fault,) = check_svg(text)
    assert fault.code in ("svg/syntax", "svg/forbidden")


def test_a_picture_is_no_larger_than_it_needs_to_be() -> None:
    assert check_svg(SVG.format(" " * LONGEST))[0].code == "svg/too_large"
    assert check_svg(SVG.format("<g>" * 50 + "</g>" * 50))[0].code == "svg/forbidden"
    assert check_svg(SVG.format("<g/>" * 6000))[0].code == "svg/forbidden"


def test_the_pictures_of_the_built_in_editions_are_of_this_kind() -> None:
    seen = 0
    for name in built_in_names():
        for file, check in (("poster.svg", check_svg), ("background.svg", check_fragment)):
            text = folders()[name].text(file)
            assert check(text) == [] if text else True, (name, file)
            seen += bool(text)
    assert seen == 8
    assert resources.files("perron.editions").joinpath("europe", "poster.svg").is_file()
