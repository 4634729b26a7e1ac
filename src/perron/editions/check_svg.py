"""What an SVG of somebody else's may hold: shapes and colours. Nothing that runs, and nothing from elsewhere."""

from __future__ import annotations

import re
from xml.parsers import expat

from perron.editions.faults import Fault, shown

LONGEST = 150 * 1024
"""Letters in a picture."""
_SPACE = "http://www.w3.org/2000/svg"
_BETWEEN = " "
"""Between a name and the namespace before it."""
_DEEPEST = 40
_MOST = 5000


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_ELEMENTS = _words(
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon linearGradient radialGradient",
    "stop pattern clipPath mask filter feGaussianBlur",
)
_ATTRIBUTES = _words(
    "id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points offset viewBox preserveAspectRatio transform",
    "gradientTransform gradientUnits spreadMethod patternTransform patternUnits patternContentUnits clipPathUnits",
    "maskUnits maskContentUnits filterUnits stdDeviation in result href fill fill-opacity fill-rule clip-path",
    "clip-rule mask filter opacity color stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin",
    "stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity vector-effect version",
)
_INSIDE = re.compile(r"#[\w.-]+")
_LOCAL = re.compile(r"url\(\s*['\"]?#[\w.-]+['\"]?\s*\)")


class _Refused(Exception):
    pass


class _Reader:
    """Follows a picture from its first letter to its last."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=_BETWEEN)
        self.depth = self.elements = 0
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._declared
        self.parser.EntityDeclHandler = self._declared
        self.parser.ProcessingInstructionHandler = self._instructed

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        space, _, local = name.rpartition(_BETWEEN)
        if space != _SPACE or local not in _ELEMENTS or (self.depth == 1) != (local == "svg"):
            raise _Refused(f"a picture has no {shown(local)}: only shapes, gradients, patterns, masks and blur")
        if self.depth > _DEEPEST or self.elements > _MOST:
            raise _Refused(f"a picture has at most {_MOST} elements, {_DEEPEST} in each other")
        for key, value in attributes.items():
            self._check(key, value)

    def _check(self, key: str, value: str) -> None:
        if key not in _ATTRIBUTES:
            raise _Refused(f"a picture has no {shown(key.rpartition(_BETWEEN)[2])}: write colours as attributes")
        if key == "href" and not _INSIDE.fullmatch(value):
            raise _Refused(f"'href' may name a part of the picture itself, like #tree, not {shown(value)}")
        if "url" in _LOCAL.sub("", value).casefold() or "\\" in value:
            raise _Refused(f"{key!r} may name a part of the picture itself, like url(#sky), not {shown(value)}")

    def _end(self, _: str) -> None:
        self.depth -= 1

    def _declared(self, *_: object) -> None:
        raise _Refused("a picture declares no document type and no entities")

    def _instructed(self, *_: object) -> None:
        raise _Refused("a picture has no instructions for programs")


def check_svg(text: str) -> list[Fault]:
    """The first fault of a picture, with its line; none if it is good. Never raises, whatever the text."""
    if len(text) > LONGEST:
        return [Fault(None, "error", "svg/too_large", f"the picture has more than {LONGEST} letters")]
    reader = _Reader()
    try:
        reader.parser.Parse(text, True)
    except _Refused as refused:
        return [Fault(reader.parser.CurrentLineNumber, "error", "svg/forbidden", str(refused))]
    except expat.ExpatError as error:
        return [Fault(error.lineno, "error", "svg/syntax", f"this is no SVG: {expat.errors.messages[error.code]}")]
    except ValueError as error:  # half of a letter
        return [Fault(None, "error", "svg/syntax", f"this is no SVG: {error}")]
    return []


def check_fragment(text: str) -> list[Fault]:
    """The same for a background, which is put into the board's own picture and has no frame."""
    return check_svg(f'<svg xmlns="{_SPACE}">{text}</svg>')
