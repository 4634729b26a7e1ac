"""Every key of a TOML text is found in its line, however it is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import perron.editions
from perron.editions import names
from perron.editions.lines import line_numbers

ODD = '''\
# a comment with [brackets] and "quotes"
plain = 1
dotted.key . "quoted.part" = 2
'literal key' = 'a # that is no comment'
"escaped \\u00e9" = "a \\" quote"
empty = ""
text = """
[not.a.table]
key = "no key"   \\
  and "quotes" to end with"""""
literal = \'\'\'
# no comment, and it's fine \\\'\'\'
array = [ # a comment ] in an array
  1, [2, 3],
  { a = "}", b = [
    "]", 4 ] },
]
when = 1901-05-27 07:32:00
inline = { x.y = 1, z = { } }

[table] # a comment
key = true
  [table."sub table".deep]
  key = [
]
[[many]]
id = 1
[many.inside]
x = 1
[[many.below]]
y = 1
[[many.below]]
y = 2
[[many]]
id = 2
[many.inside]
x = 2
'''


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything in what tomllib read."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def test_odd_but_valid_toml_is_followed_to_its_end() -> None:
    lines = line_numbers(ODD)
    assert set(lines) == set(paths(tomllib.loads(ODD)))
    assert lines["dotted", "key", "quoted.part"] == 3
    assert lines["escaped é",] == 5
    assert lines["text",] == 7
    assert lines["literal",] == 11
    assert lines["array", 0] == 14
    assert lines["array", 1, 1] == 14
    assert lines["array", 2, "b"] == 15
    assert lines["array", 2, "b", 1] == 16
    assert lines["inline", "x", "y"] == 19
    assert lines["table", "sub table", "deep"] == 23
    assert lines["many", 0] == 26
    assert lines["many", 0, "inside", "x"] == 29
    assert lines["many", 0, "below", 1, "y"] == 33
    assert lines["many", 1] == 34
    assert lines["many", 1, "inside", "x"] == 37


@pytest.mark.parametrize("name", names())
def test_every_key_of_a_built_in_edition_has_a_line(name: str) -> None:
    text = (Path(perron.editions.__file__).parent / name / "edition.toml").read_text("utf-8")
    lines = line_numbers(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert path[-1] in text.splitlines()[line - 1]


@pytest.mark.parametrize(
    "text", ["", "=", "a", "a =", "a = [", "a = {b", '"', "a = '", "[", "[[a]", "a.", "[" * 9999, "a=" + "[" * 9999]
)
def test_a_text_that_is_not_toml_yields_what_was_found(text: str) -> None:
    assert set(line_numbers("first = 1\n" + text)) >= {("first",)}
