"""The boards as shipped: data is tested like code."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

import perron.editions
from perron.editions import Edition, load, versions
from perron.editions.check import check
from perron.locales import LANGUAGES
from tests.every_version import EVERY

HOME = Path(perron.editions.__file__).parent


def doubles(edition: Edition) -> int:
    return sum(route.twin is not None for route in edition.routes) // 2


def links(edition: Edition, piece: str) -> int:
    return len({frozenset((route.a, route.b)) for route in edition.routes if route.piece == piece})


def by_length(edition: Edition, piece: str) -> dict[int, int]:
    return dict(sorted(Counter(route.cards for route in edition.routes if route.piece == piece).items()))


def file_of(name: str) -> Path:
    """The file of an edition: of an earlier version, the one that is kept."""
    ident, at, version = name.partition("@")
    return HOME / ident / (f"earlier/{version}.toml" if at else "edition.toml")


def tracks(edition: Edition) -> dict[str, dict[int, int]]:
    """How many tracks of each length there are, by colour."""
    found: dict[str, Counter[int]] = {}
    for route in edition.routes:
        found.setdefault(route.colour, Counter())[route.length] += 1
    return {colour: dict(sorted(lengths.items())) for colour, lengths in found.items()}


def shortest_way(edition: Edition, a: str, b: str) -> int:
    """The fewest spaces that join two places."""
    board: nx.MultiGraph[str] = nx.MultiGraph()
    board.add_weighted_edges_from((route.a, route.b, route.length) for route in edition.routes)
    return int(nx.dijkstra_path_length(board, a, b))


@pytest.fixture(params=EVERY)
def edition(request: pytest.FixtureRequest) -> Edition:
    return load(str(request.param))


# every edition


@pytest.mark.parametrize("name", EVERY)
def test_a_built_in_edition_has_no_fault_and_no_warning(name: str) -> None:
    assert check(file_of(name).read_text("utf-8")) == []


@pytest.mark.parametrize("name", EVERY)
def test_a_built_in_edition_is_called_like_its_file(name: str) -> None:
    ident, _, version = name.partition("@")
    assert load(name).id == ident
    assert load(name).version == int(version or versions(ident)[-1])


@pytest.mark.parametrize("name", EVERY)
def test_every_text_and_every_place_has_a_name_in_every_language(name: str) -> None:
    data = tomllib.loads(file_of(name).read_text("utf-8"))
    texts = [data[key] for key in ("title", "summary", "provenance_note", "wild_name", "ticket_name")]
    texts += [kind["name"] for kind in data["pieces"]] + [city["names"] for city in data["board"]["cities"]]
    assert all(tuple(text) == LANGUAGES for text in texts)


def test_what_is_ours_is_said_in_every_language_and_what_is_original_too(edition: Edition) -> None:
    ours = {"en": ("is ours", "are ours", "our own"), "nl": ("van ons", "ons eigen"), "sv": ("våra egna", "vår egen")}
    for language, words in ours.items():
        note = edition.provenance_note[language]
        assert any(word in note for word in words) == (edition.provenance != "exact")
        assert "origin" in note or "for tests" in edition.provenance_note["en"]


def test_wilds_come_last_in_the_deck(edition: Edition) -> None:
    assert list(edition.cards) == [*edition.colours, "wild"]


def test_ids_of_routes_and_tickets_are_unique_and_name_their_places(edition: Edition) -> None:
    assert len({route.id for route in edition.routes}) == len(edition.routes)
    assert len({ticket.id for ticket in edition.tickets}) == len(edition.tickets)
    named = [(route.id, route.a, route.b) for route in edition.routes]
    named += [(ticket.id, ticket.a, ticket.b) for ticket in edition.tickets]
    assert all(ident.partition("/")[0] == f"{a}-{b}" for ident, a, b in named)


def test_tracks_between_the_same_places_are_numbered_in_the_order_of_the_file(edition: Edition) -> None:
    numbers: dict[frozenset[str], list[str]] = {}
    for route in edition.routes:
        numbers.setdefault(frozenset((route.a, route.b)), []).append(route.id.partition("/")[2])
    for found in numbers.values():
        assert found == ([""] if len(found) == 1 else [str(n) for n in range(1, len(found) + 1)])


@pytest.mark.rule("RU-20", "EU-X2")
def test_the_two_tracks_of_a_double_route_are_marked_and_join_the_same_places(edition: Edition) -> None:
    for index, route in enumerate(edition.routes):
        assert (route.twin is not None) == route.double
        if route.twin is not None:
            other = edition.routes[route.twin]
            assert other.twin == index != route.twin
            assert {other.a, other.b} == {route.a, route.b}
            assert (other.piece, other.length, other.cards) == (route.piece, route.length, route.cards)


@pytest.mark.parametrize("name", [name for name in EVERY if name not in ("micro", "tiny", "tiny_race")])
def test_a_ticket_joins_two_neighbours_only_where_it_is_printed_so(name: str) -> None:
    edition = load(name)
    neighbours = {frozenset((route.a, route.b)) for route in edition.routes}
    found = [ticket.id for ticket in edition.tickets if frozenset((ticket.a, ticket.b)) in neighbours]
    assert found == (["madrid-paris", "moscow-riga"] if name == "first_journey" else [])


# Europe


@pytest.mark.rule("EU-C1")
def test_europe_is_for_two_to_five_players() -> None:
    assert load("europe").players == (2, 5)


@pytest.mark.rule("EU-C2")
def test_europe_gives_each_player_45_trains_and_3_stations() -> None:
    edition = load("europe")
    assert [(kind.id, kind.count) for kind in edition.pieces] == [("train", 45)]
    assert edition.stations is not None
    assert edition.stations.cost == (1, 2, 3)


@pytest.mark.rule("EU-C3")
def test_europe_has_110_cards_12_of_each_colour_and_14_locomotives() -> None:
    cards = load("europe").cards
    assert sum(cards.values()) == 110
    assert list(cards.items()) == [
        *((colour, 12) for colour in ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")),
        ("wild", 14),
    ]


@pytest.mark.rule("EU-C4")
def test_europe_has_46_tickets_of_which_6_are_long() -> None:
    tickets = load("europe").tickets
    long = [ticket for ticket in tickets if ticket.long]
    assert (len(tickets), len(long)) == (46, 6)
    assert {ticket.points for ticket in long} == {20, 21}
    assert {ticket.points for ticket in tickets if not ticket.long} == set(range(5, 14))


def test_europe_has_47_places_and_101_tracks_of_which_11_pairs_are_double() -> None:
    edition = load("europe")
    assert (len(edition.cities), len(edition.routes), links(edition, "train"), doubles(edition)) == (47, 101, 90, 11)
    assert by_length(edition, "train") == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}


def test_europe_has_ferries_and_tunnels_where_they_are_printed() -> None:
    routes = load("europe").routes
    assert all(route.colour == "gray" for route in routes if route.ferry)
    assert (sum(route.ferry > 0 for route in routes), sum(route.tunnel for route in routes)) == (13, 18)
    longest = max(routes, key=lambda route: route.length)
    assert (longest.id, longest.length, longest.tunnel) == ("petrograd-stockholm", 8, True)


@pytest.mark.parametrize(
    ("city", "printed", "english", "dutch", "swedish"),
    [
        ("london", "London", "London", "Londen", "London"),
        ("wien", "Wien", "Vienna", "Wenen", "Wien"),
        ("moskva", "Moskva", "Moscow", "Moskou", "Moskva"),
        ("kobenhavn", "Kobenhavn", "Copenhagen", "Kopenhagen", "Köpenhamn"),
        ("constantinople", "Constantinople", "Istanbul", "Istanboel", "Istanbul"),
        ("warszawa", "Warszawa", "Warsaw", "Warschau", "Warszawa"),
    ],
)
def test_a_place_is_printed_in_the_words_of_1901_and_told_in_the_readers_own(
    city: str, printed: str, english: str, dutch: str, swedish: str
) -> None:
    europe = load("europe")
    assert europe.cities[europe.city_index[city]].name == printed
    assert [europe.name(city, language) for language in (*LANGUAGES, "de")] == [english, dutch, swedish, printed]


# Amsterdam


@pytest.mark.rule("AM-C1")
def test_amsterdam_is_for_two_to_four_players_with_16_carts_each() -> None:
    edition = load("amsterdam")
    assert edition.players == (2, 4)
    assert [(kind.id, kind.count) for kind in edition.pieces] == [("cart", 16)]


@pytest.mark.rule("AM-C2")
def test_amsterdam_has_44_cards_6_of_each_colour_and_8_jokers() -> None:
    cards = load("amsterdam").cards
    assert sum(cards.values()) == 44
    assert list(cards.items()) == [
        *((colour, 6) for colour in ("pink", "blue", "green", "black", "red", "orange")),
        ("wild", 8),
    ]


@pytest.mark.rule("AM-C3")
def test_amsterdam_has_24_contracts_and_16_trade_bonus_cards() -> None:
    edition = load("amsterdam")
    assert len(edition.tickets) == 24
    assert edition.trade_bonus is not None
    assert edition.trade_bonus.cards == 16
    line = edition.line("trade_bonus")
    assert line is not None
    assert line.by_rank == {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}
    assert edition.ticket_name == {"en": "contract", "nl": "contract", "sv": "kontrakt"}


def test_amsterdam_has_17_places_and_45_tracks_of_which_13_pairs_are_double() -> None:
    edition = load("amsterdam")
    assert (len(edition.cities), len(edition.routes), links(edition, "cart"), doubles(edition)) == (17, 45, 32, 13)
    assert by_length(edition, "cart") == {1: 15, 2: 19, 3: 8, 4: 3}
    assert tracks(edition) == {
        "pink": {1: 1, 2: 4},
        "blue": {1: 3, 3: 2},
        "green": {1: 2, 2: 2, 3: 1},
        "black": {1: 2, 2: 2, 3: 1},
        "red": {1: 3, 2: 2, 3: 1},
        "orange": {1: 1, 2: 4},
        "gray": {1: 3, 2: 5, 3: 3, 4: 3},
    }


@pytest.mark.rule("AM-R5")
def test_amsterdam_has_carts_on_16_tracks_around_the_rim() -> None:
    edition = load("amsterdam")
    assert sum(route.carts for route in edition.routes) == 16
    middle = {"dam", "oude_kerk", "waag", "korenmetershuisje", "jan_roodenpoortstoren", "oost_indisch_huis"}
    assert not any(route.carts for route in edition.routes if middle & {route.a, route.b})
    twins = [(route, edition.routes[route.twin]) for route in edition.routes if route.twin is not None]
    assert all(route.carts == twin.carts for route, twin in twins)


def test_a_contract_of_amsterdam_is_worth_its_shortest_way() -> None:
    edition = load("amsterdam")
    assert [ticket.points for ticket in edition.tickets] == [
        shortest_way(edition, ticket.a, ticket.b) for ticket in edition.tickets
    ]
    assert sum(ticket.points for ticket in edition.tickets) == 144


def test_the_four_original_contracts_of_amsterdam_come_first() -> None:
    found = {ticket.id: ticket.points for ticket in load("amsterdam").tickets[:4]}
    assert found == {
        "dam-de_drie_hendricken": 3,
        "oude_waal-blauwbrug": 4,
        "noordermarkt-waag": 5,
        "oude_kerk-jordaan": 6,
    }


def test_the_first_version_of_amsterdam_is_kept_as_it_was() -> None:
    edition = load("amsterdam@1")
    assert (len(edition.cities), len(edition.routes), links(edition, "cart"), doubles(edition)) == (17, 42, 31, 11)
    assert (len(edition.tickets), sum(route.carts for route in edition.routes)) == (24, 14)


# Berlin


@pytest.mark.rule("BE-C1")
def test_berlin_is_for_two_to_four_players_with_11_trams_and_5_metros_each() -> None:
    edition = load("berlin")
    assert edition.players == (2, 4)
    assert [(kind.id, kind.count) for kind in edition.pieces] == [("tram", 11), ("metro", 5)]


@pytest.mark.rule("BE-C2")
def test_berlin_has_44_cards_6_of_each_colour_and_8_bicycles() -> None:
    cards = load("berlin").cards
    assert sum(cards.values()) == 44
    assert list(cards.items()) == [
        *((colour, 6) for colour in ("blue", "green", "black", "purple", "red", "orange")),
        ("wild", 8),
    ]


@pytest.mark.rule("BE-C3")
def test_berlin_has_22_tickets() -> None:
    assert len(load("berlin").tickets) == 22


def test_berlin_has_20_places_with_47_tram_tracks_and_18_metro_tracks_all_double() -> None:
    edition = load("berlin")
    trams = [route for route in edition.routes if route.piece == "tram"]
    metros = [route for route in edition.routes if route.piece == "metro"]
    assert (len(edition.cities), len(trams), len(metros)) == (20, 47, 18)
    assert (links(edition, "metro"), all(route.double for route in metros)) == (9, True)
    assert {route.length for route in metros} == {1}
    assert {route.length for route in trams} == {1, 2, 3, 4}


@pytest.mark.rule("RU-20")
def test_a_tram_line_and_a_metro_line_between_the_same_places_are_no_double_route() -> None:
    edition = load("berlin")
    tram = edition.routes[edition.route_index["charlottenburger_tor-kurfuerstendamm/1"]]
    metro = edition.routes[edition.route_index["kurfuerstendamm-charlottenburger_tor/2"]]
    assert tram.twin is None
    assert metro.twin == edition.route_index["kurfuerstendamm-charlottenburger_tor/3"]


def test_no_place_of_berlin_is_called_as_one_of_another_city() -> None:
    berlin = load("berlin")
    assert [berlin.name("reichstag", language) for language in LANGUAGES] == ["Reichstag", "Rijksdag", "Reichstag"]


# First Journey


@pytest.mark.rule("FJ-C1")
def test_first_journey_is_for_two_to_four_players_with_20_trains_each() -> None:
    edition = load("first_journey")
    assert edition.players == (2, 4)
    assert [(kind.id, kind.count) for kind in edition.pieces] == [("train", 20)]


@pytest.mark.rule("FJ-C2")
def test_first_journey_has_72_cards_in_six_colours_and_locomotives() -> None:
    cards = load("first_journey").cards
    assert sum(cards.values()) == 72
    assert list(cards) == ["yellow", "green", "white", "black", "blue", "red", "wild"]


@pytest.mark.rule("FJ-C3")
def test_first_journey_has_32_tickets_and_4_bonus_cards() -> None:
    edition = load("first_journey")
    assert len(edition.tickets) == 32
    assert edition.east_west is not None
    assert edition.east_west.cards == 4
    assert edition.east_west.east == ("moscow", "rostov", "ankara")
    assert edition.east_west.west == ("dublin", "brest", "madrid")


def test_first_journey_has_22_places_and_70_tracks_of_which_25_pairs_are_double() -> None:
    edition = load("first_journey")
    assert (len(edition.cities), len(edition.routes), links(edition, "train"), doubles(edition)) == (22, 70, 45, 25)
    assert tracks(edition) == {
        "green": {1: 6, 2: 5, 3: 2},
        "yellow": {1: 4, 2: 5, 3: 2},
        "blue": {1: 3, 2: 6, 3: 2},
        "red": {1: 4, 2: 6, 3: 2},
        "black": {1: 5, 2: 5, 3: 2},
        "white": {1: 6, 2: 1, 3: 4},
    }


def test_a_ticket_of_first_journey_asks_for_three_to_five_trains() -> None:
    edition = load("first_journey")
    asked = Counter(shortest_way(edition, ticket.a, ticket.b) for ticket in edition.tickets)
    assert asked == {3: 16, 4: 11, 5: 5}
    assert {"athens-berlin", "berlin-brest"} <= {ticket.id for ticket in edition.tickets}


def test_the_first_version_of_first_journey_differs_in_its_tickets_alone() -> None:
    old, new = load("first_journey@1"), load("first_journey")
    assert (old.cities, old.routes, old.cards, old.east_west) == (new.cities, new.routes, new.cards, new.east_west)
    assert len(old.tickets) == len(new.tickets) == 32
    pairs = [{frozenset((ticket.a, ticket.b)) for ticket in one.tickets} for one in (old, new)]
    assert len(pairs[0] & pairs[1]) == 8


def test_first_journey_keeps_every_ticket_and_shows_no_card() -> None:
    edition = load("first_journey")
    assert (edition.setup.tickets, edition.setup.keep) == (2, 2)
    assert (edition.draw.display, edition.draw.tickets) == (0, 0)
    assert edition.last_round_at == edition.double_closed_up_to == 0


# the tiny boards


def test_tiny_has_every_mechanic_of_the_points_editions() -> None:
    everything = {mechanic for name in ("europe", "amsterdam", "berlin") for mechanic in load(name).mechanics}
    assert set(load("tiny").mechanics) == everything
    assert {"gray", "red"} <= {route.colour for route in load("tiny").routes}


def test_tiny_race_has_every_mechanic_of_first_journey() -> None:
    assert load("tiny_race").mechanics == load("first_journey").mechanics


def test_micro_has_next_to_nothing() -> None:
    edition = load("micro")
    assert (len(edition.cities), [route.length for route in edition.routes], len(edition.tickets)) == (3, [1, 1, 2], 3)
    assert dict(edition.cards) == {"red": 1, "blue": 1, "wild": 1}
    assert (edition.players, edition.pieces[0].count, edition.mechanics) == ((2, 2), 2, ())


def test_the_piles_of_the_tiny_boards_can_run_out() -> None:
    tiny, race = load("tiny"), load("tiny_race")
    assert tiny.trade_bonus is not None
    assert tiny.trade_bonus.cards < sum(route.carts for route in tiny.routes)
    assert len(race.tickets) - 3 * race.setup.tickets < 3
