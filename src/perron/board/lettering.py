"""How much room a text takes. The table is that of a wide serif, so that narrower ones fit as well."""

from __future__ import annotations

from itertools import combinations, pairwise

FONT = "Georgia, Gelasio, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"
"""The family of names and numbers on the board."""
ASCENT, DESCENT = 0.94, 0.24
"""Of a line above and below its baseline, in parts of the type size."""
SIDE = 0.07
"""Kept free before and after a line: letters lean out a little, and browsers round their widths."""
LEADING = 1.06
"""From one baseline to the next."""

# Advance widths in thousandths of the type size: the bold of DejaVu Serif, the widest of the family above.
_WIDTHS = {
    letter: width
    for width, letters in {
        310: "'",
        350: " ,.·’",
        370: "/:;\\j|",
        380: "ilìíîïıł",
        420: "-",
        440: "!f",
        470: "ItÌÍÎÏİţťț",
        480: "()J[]",
        530: '"*rŕř',
        570: "szśşšźżžș",
        590: "?vyýÿ",
        600: "x",
        610: "cçćč",
        640: "eèéêëęě",
        650: "aàáâãäåăą",
        670: "oðòóôõöøő",
        700: "0123456789bdgkpqďđğ",
        710: "FLŁ",
        720: "YÝ",
        730: "SZhnuñùúûüńňŚŞŠůűŹŻŽȘ",
        750: "TȚ",
        760: "Pß",
        770: "EÈÉÊËĘ",
        780: "AVXÀÁÂÃÄÅ",
        800: "CÇĆČ",
        840: "R+",
        850: "B",
        860: "G",
        870: "DKw",
        880: "OQUÒÓÔÕÖØÙÚÛÜ",
        910: "&",
        920: "N",
        950: "H",
        980: "æ",
        1060: "m",
        1110: "M",
        1130: "W",
    }.items()
    for letter in letters
}
_OTHER = 1200
_PARTS = (
    *("bahnhof", "burger", "damm", "dreieck", "huisje", "markt", "meters", "museum", "pakkers", "platz", "point"),
    *("scher", "toren", "viertel"),
)
"""Where a long word is hyphenated: before a part of which names in Dutch and German are made."""


def text_width(text: str, size: float) -> float:
    """The widest a line of bold type can come out, with a little room on both sides."""
    return size * (sum(_WIDTHS.get(letter, _OTHER) for letter in text) / 1000 + 2 * SIDE)


def text_height(lines: int, size: float) -> float:
    """From the top of the first line to the bottom of the last."""
    return size * (ASCENT + DESCENT + LEADING * (lines - 1))


def in_lines(name: str, lines: int, *, hyphens: bool = False) -> tuple[str, ...]:
    """A name in lines of much the same width, or in fewer if it has too few words; with hyphens, in parts of words."""
    cuts = {i + 1: "" for i, letter in enumerate(name) if letter in " -" and 0 < i < len(name) - 1}
    if hyphens:
        cuts |= {at: "-" for part in _PARTS if (at := name.find(part)) > 2 and name[at - 1].isalpha()}
    ways = (
        tuple(name[a:b].rstrip(" ") + cuts.get(b, "") for a, b in pairwise((0, *some, len(name))))
        for some in combinations(sorted(cuts), min(lines - 1, len(cuts)))
    )
    return min(ways, key=lambda way: max(text_width(line, 1.0) for line in way))
