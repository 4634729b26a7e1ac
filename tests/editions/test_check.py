"""The checker names every fault of an edition file, with its line, and never falls over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perron.editions
from perron.editions import Edition, limits, load, names, parse
from perron.editions.check import CODES, Fault, check
from perron.editions.lines import line_numbers
from perron.engine import sizes
from perron.errors import EditionError
from tests.mixed_editions import MIXED

HOME = Path(perron.editions.__file__).parent
TEXTS = {name: (HOME / name / "edition.toml").read_text("utf-8") for name in names()}
EUROPE, TINY, RACE = TEXTS["europe"], TEXTS["tiny"], TEXTS["tiny_race"]
OLD_TINY, OLD_RACE = (
    (Path(__file__).parent / "format_1" / f"{name}.toml").read_text("utf-8") for name in ("tiny", "tiny_race")
)
STATIONS_LINE = '  { line = "stations", points = 2 },\n'
OPEN = MIXED["tiny_open"]()
TRADE_LINE = '  { line = "trade_bonus", points = { 2 = [4, 2], 3 = [4, 3, 1] } },\n'

NORTH = '{ id = "north", name = "North", names = { en = "North", nl = "Noord", sv = "Norr" }, x = 0.5, y = 0.1 },'
FERRY = '{ a = "south", b = "west", length = 2, colour = "gray", ferry = 1 },'
RED_TWIN = '{ a = "north", b = "east", length = 2, colour = "red", double = true },'
BLUE_TWIN = '{ a = "north", b = "east", length = 2, colour = "blue", double = true },'
LONGEST = '{ a = "north", b = "west", length = 3, colour = "blue", carts = true },'
TUNNEL = '{ a = "east", b = "middle", length = 2, colour = "green", tunnel = true },'
LAST_TICKET = '{ a = "west", b = "middle", points = 1 },'
LONG_TICKET = '{ a = "east", b = "south", points = 5, long = true },'
CITIES = [f'{{ id = "c{n}", name = "C", names = {{ en = "C" }}, x = 0, y = 0.{n + 100} }},' for n in range(60)]


@dataclass(frozen=True)
class Broken:
    """A good text with one thing changed, and what the checker must say of it."""

    code: str
    old: str
    new: str
    at: str = ""
    """A piece of the broken text that stands in the line to blame; the changed text itself where it is empty."""
    base: str = TINY

    @property
    def text(self) -> str:
        assert self.base.count(self.old) == 1, f"{self.old!r} must be there once"
        return self.base.replace(self.old, self.new)

    @property
    def line(self) -> int:
        at = self.at or self.new
        assert self.text.count(at) == 1, f"{at!r} must be there once"
        return self.text[: self.text.index(at)].count("\n") + 1


WATER = "[board]\nwater = [\n  [[0, 0], [0.2, 0], [0.1, 0.3]],\n"


def wet(shapes: str) -> tuple[str, str]:
    """Tiny with a good shape of water, and others in the lines after it: what is replaced, and by what."""
    return "[board]\n", f"{WATER}{shapes}\n]\n"


BROKEN = [
    Broken("value/type", "[board]\n", "[board]\nwater = true\n", at="water"),
    Broken("value/type", "[board]\n", '[board]\nwater = "M0 0<script>"\n', at="water"),
    Broken("value/type", *wet("  { x = 1 },"), at="{ x = 1 }"),
    Broken("water/point", *wet("  [[0.5, 0.5], [0.6, 0.5],\n [0.55, 1.5]],"), at="0.55, 1.5"),
    Broken("water/point", *wet("  [[0.5, 0.5], [0.6, 0.5],\n [0.55, nan]],"), at="0.55, nan"),
    Broken("water/point", *wet("  [[0.5, 0.5], [0.6, 0.5],\n [0.55]],"), at="[0.55]"),
    Broken("water/point", *wet('  [[0.5, 0.5], [0.6, 0.5],\n ["<svg onload=x>", 0.1]],'), at="onload"),
    Broken("water/point", *wet("  [[0.5, 0.5], [0.6, 0.5],\n [true, 0]],"), at="[true"),
    Broken("water/point", *wet("  [[0.5, 0.5], [0.6, 0.5],\n 0.777],"), at="0.777"),
    Broken("water/flat", *wet("  [[0.5, 0.5], [0.6, 0.6], [0.7, 0.7]],"), at="[0.7, 0.7]"),
    Broken("size/limit", *wet("  [[0.5, 0.5], [0.6, 0.5]],"), at="[0.6, 0.5]]"),
    Broken("size/limit", *wet("  [[0.5, 0.5], [0.6, 0.5], [0.6, 0.7]],\n" * limits.WATERS), at="water"),
    Broken("size/limit", *wet(f"  [[0.5, 0.5], [0.6, 0.5], {'[0.6, 0.7], ' * limits.WATER_POINTS}],"), at="[0.6, 0.5]"),
    Broken("toml/syntax", "players = [2, 3]", "players = [2, 3", at="aspect"),
    Broken("toml/syntax", "players = [2, 3]", "players = 2, 3"),
    Broken("toml/syntax", 'id = "tiny"', 'id = "tiny"\nid = "small"', at='id = "small"'),
    Broken("key/unknown", "last_round_at = 2", "last_round_at = 2\nlast_round_when = 2", at="last_round_when"),
    Broken("key/unknown", "cost = [1, 2]", "cost = [1, 2]\nfree = true", at="free = true"),
    Broken("key/unknown", FERRY, FERRY.replace("ferry", "fery")),
    Broken("key/unknown", "[stations]", "[shortest_path]\npoints = 3\n\n[stations]", at="[shortest_path]"),
    Broken("key/missing", "version = 1\n", "", at="# Tiny"),
    Broken("key/missing", "reset_at = 3\n", "", at="[draw]"),
    Broken("key/missing", FERRY, FERRY.replace("length = 2, ", "")),
    Broken("key/missing", "points = { 2 = 1, 3 = 3 }\n", "", at='[[pieces]]\nid = "metro"'),
    Broken("value/type", "cost = [1, 2]", 'cost = "one, two"'),
    Broken("value/type", "display = 5", "display = true"),
    Broken("value/type", "display = 5", "display = 2.0"),
    Broken("value/type", "display = 5", "display = 1901-05-27"),
    Broken("value/type", TUNNEL, TUNNEL.replace("true", "1")),
    Broken("value/type", 'title = { en = "Tiny"', 'title = { en = ["Tiny"]'),
    Broken("value/type", "aspect = 1.5", 'aspect = "wide"'),
    Broken("value/type", 'rules = "EU"', "rules = 4"),
    Broken("value/type", "tickets = 2\nkeep = 1", "tickets = 2\nkeep = false", at="keep = false"),
    Broken("value/range", "display = 5", "display = -2"),
    Broken("value/range", "display = 5", f"display = 0x{'f' * 5000}"),
    Broken("value/range", "aspect = 1.5", "aspect = nan"),
    Broken("value/range", "aspect = 1.5", "aspect = inf"),
    Broken("value/range", "x = 0.9, y = 0.5", "x = 1.01, y = 0.5"),
    Broken("value/range", "x = 0.9, y = 0.5", "x = 0.9, y = -0.5"),
    Broken("value/range", "players = [2, 3]", "players = [1, 3]"),
    Broken("value/range", "3 = 4 }", "3 = 4, 16 = 40 }"),
    Broken("value/range", "3 = 4 }", "3 = 4, five = 10 }"),
    Broken("value/choice", 'provenance = "house"', 'provenance = "home"'),
    Broken("value/choice", 'rules = "EU"', 'rules = "US"'),
    Broken("value/choice", 'returned = "box"', 'returned = "bin"'),
    Broken("value/id", 'id = "tiny"', 'id = "tiny-board"'),
    Broken("value/id", 'id = "tiny"', f'id = "{"tiny" * 11}"'),
    Broken("value/text", 'name = "North"', 'name = " "'),
    Broken("value/text", 'name = "North"', 'name = "North\\u001b[2J"', at='name = "North\\u001b'),
    Broken("value/text", 'name = "North"', f'name = "{"North" * 9}"'),
    Broken("size/limit", "cost = [1, 2]", "cost = [1, 2, 3, 4, 5]"),
    Broken("size/limit", "cost = [1, 2]", "cost = []"),
    Broken("size/limit", "tickets = 2\nlong", "tickets = 0\nlong", at="tickets = 0\nlong", base=RACE),
    Broken("format/unknown", "format = 2", "format = 3"),
    Broken("translation/missing", ', sv = "Norr"', "", at='name = "North"'),
    Broken("translation/unknown", 'sv = "Norr"', 'sv = "Norr", de = "Nord"'),
    Broken("players/order", "players = [2, 3]", "players = [3, 2]"),
    Broken("cards/no_wild", "green = 5\nwild = 4", "wild = 4\ngreen = 5", at="wild = 4"),
    Broken("cards/reserved", "green = 5", "green = 5\ngray = 5", at="gray = 5"),
    Broken("cards/too_many_wilds", "wild = 4", "wild = 16"),
    Broken("cards/too_few", "cards = 2\ntickets = 2", "cards = 5\ntickets = 2", at="cards = 5"),
    Broken("pieces/last_round", "last_round_at = 2", "last_round_at = 8"),
    Broken("draw/reset", "reset_at = 3", "reset_at = 0"),
    Broken("draw/reset", "display = 5", "display = 2", at="reset_at"),
    Broken("draw/reset", "display = 5", "display = 0", at="reset_at"),
    Broken("tickets/keep", "tickets = 2\nkeep = 1", "tickets = 2\nkeep = 3", at="keep = 3"),
    Broken("tickets/keep", "keep = 2\nreturned", "keep = 4\nreturned", at="keep = 4"),
    Broken("tickets/too_few", LONG_TICKET, LONG_TICKET.replace(", long = true", ""), at="long_tickets = 1"),
    Broken("tickets/too_few", "tickets = 2\nlong_tickets", "tickets = 3\nlong_tickets", at="tickets = 3"),
    Broken("tie_break/unknown", '"fewest_stations"', '"fewest_station"'),
    Broken("tie_break/duplicate", '"fewest_stations"', '"tickets_made"', at="tie_breaks"),
    Broken("tie_break/idle", "[stations]\ncost = [1, 2]\n", "", at="tie_breaks", base=TINY.replace(STATIONS_LINE, "")),
    Broken("trade_bonus/players", "2 = [4, 2], ", "", at="points = { 3 = [4, 3, 1] }"),
    Broken("trade_bonus/players", "3 = [4, 3, 1] }", "3 = [4, 3, 1], 4 = [4, 3, 2, 1] }"),
    Broken("trade_bonus/places", "[4, 3, 1]", "[4, 3]"),
    Broken("city/same_place", "x = 0.5, y = 0.9", "x = 0.5, y = 0.1", at='id = "south"'),
    Broken("city/half_placed", "x = 0.9, y = 0.5", "x = 0.9, y = 0.5, lat = 50.0"),
    Broken("city/unreachable", NORTH, f"{NORTH}\n{CITIES[0]}".replace('"C" }', '"C", nl = "C", sv = "C" }'), at='"c0"'),
    Broken("colour/unknown", TUNNEL, TUNNEL.replace("green", "grean")),
    Broken("colour/unknown", TUNNEL, TUNNEL.replace("green", "wild")),
    Broken("city/unknown", TUNNEL, TUNNEL.replace("middle", "midle")),
    Broken("city/unknown", LAST_TICKET, LAST_TICKET.replace("west", "wets")),
    Broken("route/to_itself", TUNNEL, TUNNEL.replace("middle", "east")),
    Broken("route/duplicate", TUNNEL, f"{TUNNEL}\n{TUNNEL.replace('green', 'red')}", at=TUNNEL.replace("green", "red")),
    Broken(
        "route/duplicate", TUNNEL, f"{TUNNEL}\n{RED_TWIN.replace('red', 'green')}", at=RED_TWIN.replace("red", "green")
    ),
    Broken("route/unknown_piece", 'colour = "red", piece = "metro"', 'colour = "red", piece = "tube"'),
    Broken("route/no_points", LONGEST, LONGEST.replace("3", "4")),
    Broken("route/no_points", "cards = 2, colour", "cards = 4, colour"),
    Broken("route/too_long", "count = 6", "count = 2", at=LONGEST),
    Broken("route/unpayable", "blue = 5\ngreen = 5\nwild = 4", "blue = 1\ngreen = 8\nwild = 1", at=LONGEST),
    Broken("route/ferry", FERRY, FERRY.replace("ferry = 1", "ferry = 3")),
    Broken("route/ferry", FERRY, FERRY.replace("gray", "red")),
    Broken("route/ferry", FERRY, FERRY.replace("ferry = 1", "ferry = 1, tunnel = true")),
    Broken("double/one_sided", BLUE_TWIN, BLUE_TWIN.replace(", double = true", ""), at=RED_TWIN),
    Broken("double/one_sided", TUNNEL, TUNNEL.replace("tunnel", "double")),
    Broken("double/unequal", BLUE_TWIN, BLUE_TWIN.replace("2", "3")),
    Broken("ticket/to_itself", LAST_TICKET, LAST_TICKET.replace("middle", "west")),
    Broken("ticket/duplicate", LAST_TICKET, '{ a = "middle", b = "south", points = 1 },'),
    Broken("goal/secret", "goal = 0", "goal = 3"),
    Broken("goal/tickets", "goal = 3", "goal = 9", base=RACE),
    Broken("value/type", "open_tickets = false", "open_tickets = 1"),
    Broken("key/missing", "swap_tickets = false", "", at="# Tiny: 5 places"),
    Broken("points/none", "tie_breaks = []", 'tie_breaks = ["tickets_made"]', base=RACE),
    Broken("points/none", '{ a = "west", b = "middle" },', LAST_TICKET, base=RACE),
    Broken("points/none", "count = 5", "count = 5\npoints = { 1 = 1 }", at="points = {", base=RACE),
    Broken("points/none", '{ line = "tickets" },', '{ line = "tickets", points = 2 },', base=RACE),
    Broken("points/none", '{ line = "tickets" },', '{ line = "routes" },', base=RACE),
    Broken("tickets/swapped", "reset_at = 0", "reset_at = 0\nkeep = 1", at="keep = 1", base=RACE),
    Broken("tickets/swapped", "long_tickets = 0", 'long_tickets = 0\nreturned = "box"', at="returned", base=RACE),
    Broken("tickets/open_long", "open_tickets = false", "open_tickets = true", at="long_tickets = 1"),
    Broken("score/unknown", '"longest_path", points', '"longest_paths", points'),
    Broken("score/duplicate", 'line = "tickets_lost"', 'line ="tickets_won"', at='line ="tickets_won"'),
    Broken(
        "score/idle",
        "[stations]\ncost = [1, 2]\n",
        "",
        at=STATIONS_LINE.strip(),
        base=TINY.replace('"fewest_stations", ', ""),
    ),
    Broken("score/missing", STATIONS_LINE, "", at="[stations]"),
    Broken("score/printed", '{ line = "routes" }', '{ line = "routes", points = 3 }'),
    Broken("key/missing", '"longest_path", points = 3 }', '"longest_path" }'),
    Broken("value/range", '"longest_path", points = 3 }', '"longest_path", points = 0 }'),
    Broken("key/unknown", '{ line = "routes" }', '{ line = "routes", each = 3 }'),
    Broken("translation/missing", '{ line = "routes" }', '{ line = "routes", name = { en = "Tracks" } }'),
    Broken("east_west/both_sides", '["west", "south"]', '["west", "east"]', base=RACE),
    Broken("key/missing", 'east = ["east"]\n', "", at="[east_west]", base=RACE),
    Broken("city/unknown", 'east = ["east"]', 'east = ["moscow"]', base=RACE),
    Broken("size/limit", 'east = ["east"]', "east = []", base=RACE),
    Broken("race/no_points", "last_round_at = 0", "last_round_at = 1", base=OLD_RACE),
    Broken("race/no_points", "tie_breaks = []", 'tie_breaks = ["tickets_made"]', base=OLD_RACE),
    Broken("race/no_points", '{ a = "west", b = "middle" },', LAST_TICKET, base=OLD_RACE),
    Broken("race/no_points", "reset_at = 0", "reset_at = 0\nkeep = 1", at="keep = 1", base=OLD_RACE),
    Broken("race/no_points", "[race]", "[longest_path]\npoints = 3\n[race]", at="[longest_path]", base=OLD_RACE),
    Broken("race/goal", "goal = 3", "goal = 9", base=OLD_RACE),
    Broken("race/both_sides", '["west", "south"]', '["west", "east"]', base=OLD_RACE),
    Broken("trade_bonus/places", "[4, 3, 1]", "[4, 3]", base=OLD_TINY),
    Broken("key/unknown", "[race]", "goal = 3\n[race]", at="goal = 3\n[race]", base=OLD_RACE),
    Broken("cards/too_few", "cards = 2\ntickets = 2", "cards = 6\ntickets = 2", at="cards = 6", base=RACE),
]


def seen(faults: list[Fault]) -> list[tuple[int | None, str]]:
    return [(fault.line, fault.code) for fault in faults]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: f"{broken.code}: {broken.new[:40]!r}")
def test_one_fault_is_named_with_its_line_and_nothing_else_is(broken: Broken) -> None:
    assert seen(check(broken.text)) == [(broken.line, broken.code)]


def line_of(text: str, piece: str) -> int:
    assert text.count(piece) == 1, f"{piece!r} must be there once"
    return text[: text.index(piece)].count("\n") + 1


def lines_with(text: str, piece: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if piece in line]


def test_carts_without_a_trade_bonus_are_named_on_every_track() -> None:
    text = re.sub(r"\[trade_bonus\].*?\n\n", "", TINY.replace(TRADE_LINE, ""), flags=re.DOTALL)
    assert seen(check(text)) == [(line, "route/carts") for line in lines_with(text, "carts = true")]
    assert len(check(text)) == 4


def test_a_trade_bonus_without_carts_is_a_warning() -> None:
    text = TINY.replace(", carts = true", "")
    line = line_of(text, "[trade_bonus]")
    message = "no route has carts, so nobody gets a trade bonus"
    assert [str(fault) for fault in check(text)] == [f"line {line}: warning: {message} [trade_bonus/no_carts]"]
    assert parse(text).trade_bonus is not None


def test_an_east_west_bonus_needs_open_tickets_and_no_other_bonus() -> None:
    secret = RACE.replace("open_tickets = true", "open_tickets = false").replace("goal = 3", "goal = 0")
    assert seen(check(secret)) == [(line_of(secret, "[east_west]"), "east_west/secret")]
    text = OPEN.replace(TRADE_LINE, TRADE_LINE + '  { line = "east_west", points = 2 },\n')
    text = text.replace("[board]", '[east_west]\ncards = 2\neast = ["east"]\nwest = ["west"]\n\n[board]')
    assert seen(check(text)) == [(line_of(text, "[east_west]"), "east_west/two_bonuses")]


def test_long_tickets_that_are_never_dealt_are_named() -> None:
    text = TINY.replace("long_tickets = 1", "long_tickets = 0")
    assert seen(check(text)) == [(line, "ticket/long") for line in lines_with(text, "long = true")]
    assert len(check(text)) == 3


def test_a_city_that_comes_twice_is_named_where_it_comes_again() -> None:
    text = TINY.replace(NORTH, f"{NORTH}\n  {NORTH}")
    again = line_of(TINY, NORTH) + 1
    assert seen(check(text)) == [(again, "city/duplicate"), (again, "city/same_place")]
    assert f"in line {again - 1}" in check(text)[0].message


def test_a_city_that_comes_twice_in_one_line_is_found_too() -> None:
    assert "city/duplicate" in {fault.code for fault in check(TINY.replace(NORTH, f"{NORTH} {NORTH}"))}


def test_two_kinds_of_pieces_need_two_ids() -> None:
    text = TINY.replace('id = "metro"', 'id = "train"')
    second = lines_with(text, 'id = "train"')[1]
    assert (second, "pieces/duplicate") in seen(check(text))


def test_a_file_too_large_is_not_read_at_all() -> None:
    assert seen(check(TINY + "#" * 200_000)) == [(None, "toml/too_large")]


def test_every_size_has_its_limit() -> None:
    bus = '[[pieces]]\nid = "bus"\ncount = 101\nname = { en = "bus" }\npoints = { 1 = 101 }\n\n[setup]'
    text = (
        TINY.replace(NORTH, "\n".join([NORTH, *CITIES]))
        .replace(LONGEST, "\n".join([LONGEST] * 129))
        .replace(LAST_TICKET, "\n".join([LAST_TICKET] * 97))
        .replace("red = 5", "\n".join(["red = 5", *(f"colour_{n} = 15" for n in range(8))]))
        .replace("[setup]", bus)
    )
    faults = check(text)
    assert {fault.message for fault in faults if fault.code == "size/limit"} == {
        "'cities' must have 2 to 64 entries, not 65",
        "'routes' must have 1 to 128 entries, not 141",
        "'tickets' must have 1 to 96 entries, not 106",
        "'pieces' must have 1 to 2 entries, not 3",
        "the deck must have 1 to 8 colours, not 11",
        "the deck must have 120 cards at most, not 139",
    }
    assert {fault.message for fault in faults if fault.code == "value/range"} == {
        "'count' must be from 1 to 100, not 101",
        "'1' must be from 0 to 100, not 101",
    }


def test_the_limits_are_what_the_engine_has_room_for() -> None:
    room = {"PLAYERS": "SEATS", "ROUTE_CARDS": "PRICE"}
    same = ("CITIES", "ROUTES", "TICKETS", "COLOURS", "CARDS", "PIECES", "PIECE_KINDS", "OFFER", "DISPLAY", "STATIONS")
    for limit, size in [*room.items(), *zip(same, same, strict=True)]:
        assert getattr(limits, limit) == getattr(sizes, size)


def test_faults_everywhere_in_a_file_are_reported_together_and_in_order() -> None:
    text = (
        TINY.replace("players = [2, 3]", "players = [2, 9]")
        .replace("wild = 4\n", "")
        .replace("reset_at", "reset")
        .replace(TUNNEL, TUNNEL.replace("green", "teal"))
        .replace(FERRY, FERRY.replace("west", "vest"))
        .replace(LAST_TICKET, LAST_TICKET.replace("1", "true"))
    )
    assert seen(check(text)) == [
        (line_of(text, "players = [2, 9]"), "value/range"),
        (line_of(text, "[cards]"), "cards/no_wild"),
        (line_of(text, "[draw]"), "key/missing"),
        (line_of(text, "reset = 3"), "key/unknown"),
        (line_of(text, "teal"), "colour/unknown"),
        (line_of(text, "vest"), "city/unknown"),
        (line_of(text, "points = true },"), "value/type"),
    ]


def test_a_misspelt_word_comes_with_the_likely_one() -> None:
    def message(old: str, new: str) -> str:
        return check(TINY.replace(old, new))[0].message

    assert message("display = 5", "display = 5\ndispaly = 5").endswith("did you mean 'display'?")
    assert message(FERRY, FERRY.replace("south", "soth")).endswith("did you mean 'south'?")
    assert message(TUNNEL, TUNNEL.replace("green", "gren")).endswith("did you mean 'green'?")
    assert message('"fewest_stations"', '"few_stations"').endswith("did you mean 'fewest_stations'?")
    assert "did you mean" not in message(FERRY, FERRY.replace("south", "atlantis"))


def test_the_empty_file_misses_everything_at_once() -> None:
    missing = {fault.message.split("'")[1] for fault in check("") if fault.code == "key/missing"}
    assert missing == {
        *("format", "id", "version", "provenance", "provenance_note", "title", "summary", "players", "aspect"),
        *("wild_name", "ticket_name", "last_round_at", "double_closed_up_to", "tie_breaks"),
        *("goal", "open_tickets", "swap_tickets", "points", "score"),
        *("cards", "pieces", "setup", "draw", "board"),
    }


def test_every_code_has_a_broken_file_that_shows_it() -> None:
    files = (
        Path(__file__),
        Path(__file__).with_name("test_check_svg.py"),
        Path(__file__).with_name("test_check_folder.py"),
        Path(__file__).parents[1] / "review" / "test_puzzle.py",
    )
    here = "".join(file.read_text("utf-8") for file in files)
    assert [code for code in CODES if f'"{code}"' not in here and f"[{code}]" not in here] == []


def test_warnings_do_not_keep_an_edition_from_loading() -> None:
    text = TINY.replace(', sv = "Norr"', "").replace('sv = "Söder"', 'sv = "Söder", de = "Süden"')
    assert {fault.severity for fault in check(text)} == {"warning"}
    assert parse(text).name("north", "sv") == "North"


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "\ufeff",
        "[" * 5000,
        "a = " + "[" * 5000,
        "a = " + "[" * 300 + "]" * 300,
        "a" + ".a" * 5000 + " = 1",
        "version = " + "9" * 5000,
        "aspect = 1e999999",
        "players = [2, 3]\nplayers.max = 3",
        "[board]\ncities = [[]]\nroutes = {}\ntickets = 3",
        "board = [1, 2]\ncards = 3\npieces = 'train'\nsetup = []\ndraw = nan\nrace = true",
        "[[board]]\n[[cards]]\n[pieces]\n[[setup]]",
        "[cards]\n'' = 3\n\"\\u0000\" = 4\nwild = {}",
        "format = 1\n[race]\neast = [[], {}, 1]\nwest = 'west'",
        "score = [1, {}, [], { line = 3 }, { line = 'trade_bonus', points = { 2 = 'x' }, name = 3 }]\npoints = 'no'",
        "[east_west]\neast = [[], {}, 1]\nwest = 'west'\n[trade_bonus]\n[stations]",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_odd_texts_have_faults_and_do_no_harm(text: str) -> None:
    assert check(text)
    with pytest.raises(EditionError) as raised:
        parse(text)
    assert raised.value.faults == tuple(check(text))


ODD_VALUES = (
    "true",
    "-1",
    "0",
    "1e400",
    "nan",
    "{}",
    "[]",
    '""',
    '"gray"',
    "1901-01-01",
    "[[[]]]",
    "9" * 400,
    "{a={}}",
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A built-in file with a few lines dropped, doubled or swapped, and a few values or words replaced."""
    lines = draw(st.sampled_from(sorted(TEXTS.values()))).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "value", "word"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "value":
                lines[at] = replaced(draw, lines[at], r"(?<== )[^,}]+", ODD_VALUES)
            case "word":
                lines[at] = replaced(draw, lines[at], r"\w+", re.findall(r"\w+", TINY))
    return "\n".join(lines)


def replaced(draw: st.DrawFn, line: str, pattern: str, others: Sequence[str]) -> str:
    """The line with one match of a pattern replaced by another text."""
    places = list(re.finditer(pattern, line))
    if not places:
        return line
    place = draw(st.sampled_from(places))
    return line[: place.start()] + draw(st.sampled_from(others)) + line[place.end() :]


def assert_faults_or_an_edition(text: str) -> None:
    faults = check(text)
    last = text.count("\n") + 1
    assert all(fault.code in CODES and (fault.line is None or 1 <= fault.line <= last) for fault in faults)
    if any(fault.severity == "error" for fault in faults):
        with pytest.raises(EditionError):
            parse(text)
    else:
        edition = parse(text)
        assert len(edition.city_index) == len(edition.cities)
        assert len(edition.route_index) == len(edition.routes)
        assert len(edition.ticket_index) == len(edition.tickets)
        assert edition._repr_html_()
        assert edition._repr_markdown_()


@given(mutated())
def test_a_mutated_file_has_faults_or_is_an_edition(text: str) -> None:
    assert_faults_or_an_edition(text)


@given(st.sampled_from(sorted(TEXTS.values())), st.data())
def test_a_file_with_broken_bytes_is_refused_or_loaded(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path = tmp_path_factory.getbasetemp() / "broken.toml"
    path.write_bytes(content)
    with suppress(EditionError):
        assert isinstance(load(path), Edition)
    assert_faults_or_an_edition(content.decode("utf-8", "replace"))


@given(st.text() | st.text("[]{}=.,\"'#\n a1", max_size=60))
def test_any_text_at_all_has_faults(text: str) -> None:
    line_numbers(text)
    assert any(fault.severity == "error" for fault in check(text))
