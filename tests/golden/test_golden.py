"""Golden games: whole games, kept as records and replayed exactly, one for each edition and each way it can end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from perron.editions import Edition, load
from perron.engine.sizes import TURNS
from perron.outcome import REASONS
from perron.record import load_record, replay_record, verify_record, write_record
from tests.every_version import EVERY
from tests.golden import conservation, features
from tests.golden.make import FOLDER, PATHS

RECORDS = sorted(FOLDER.glob("*/*.record"))
NO_RACE = "only a race has a goal, a last train that ends the game at once, and a stall"
NO_LAST_ROUND = "a race has no last round: it ends at once (FJ-E1, FJ-E2)"
NOT_ENOUGH_PIECES = (
    "by the time every route that still fits is taken, somebody is so low on pieces that the last round has begun: "
    "test_where_pieces_run_out_before_routes"
)
NOTHING_FOR_EVER = "every turn uses up cards, tickets or pieces: test_where_nothing_can_go_on_for_a_thousand_turns"
ALWAYS_A_CLAIM = "the eight wilds pay for something: test_amsterdam_always_has_something_to_do"
ALWAYS_A_SWAP = "tickets can always be swapped: test_first_journey_always_has_tickets_to_swap"
AMSTERDAM, FIRST_JOURNEY = (
    [name for name in EVERY if load(name).id == ident] for ident in ("amsterdam", "first_journey")
)
ONE_TRAIN_ENDS_IT = (
    "whoever claims first starts the last round, and a card always pays: test_micro counts every history"
)
UNREACHABLE = {
    **{(name, end): NO_RACE for name in EVERY if not load(name).goal for end in ("goal", "last_train", "stalled")},
    **{(name, "last_round"): NO_LAST_ROUND for name in EVERY if load(name).goal},
    **{(name, "no_routes"): NOT_ENOUGH_PIECES for name in (*AMSTERDAM, "berlin", "tiny")},
    **{(name, "turn_limit"): NOTHING_FOR_EVER for name in (*AMSTERDAM, "berlin")},
    **{(name, "passes"): ALWAYS_A_CLAIM for name in AMSTERDAM},
    **{(name, "passes"): ALWAYS_A_SWAP for name in FIRST_JOURNEY},
    **{("micro", end): ONE_TRAIN_ENDS_IT for end in ("no_routes", "turn_limit", "passes")},
}
"""Ends that an edition cannot reach, and why; where the reason is a count, a test below counts."""


def _ident(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=_ident)
def test_a_golden_game_replays_exactly_and_nothing_gets_lost(path: Path) -> None:
    record = load_record(path)
    verified = verify_record(record)
    assert verified.key_checked
    assert verified.committed
    assert verified.hashes == len(record.actions) // 10
    game = replay_record(record, until=0)
    assert conservation.faults(game) == []
    for action in record.actions:
        game.play(action.text)
        assert conservation.faults(game) == []
    assert game.outcome == verified.game.outcome
    assert write_record(game, extra={"covers": record.header["covers"]}) == path.read_text("utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=_ident)
def test_a_golden_game_covers_what_its_header_says(path: Path) -> None:
    record = load_record(path)
    game = replay_record(record)
    assert record.header["covers"].split() == features.of_game(replay_record(record, until=0), game)
    assert record.edition == load(path.parent.name)
    seats, _, name = path.stem.partition("p-")
    assert int(seats) == game.seats
    assert game.outcome is not None
    assert name in ("ordinary", game.outcome.reason)


@pytest.mark.rule("EU-E1", "AM-E1", "BE-E1", "FJ-E1", "FJ-E2", "RU-4", "RU-28", "RU-40")
@pytest.mark.parametrize("name", EVERY)
def test_every_edition_has_a_golden_game_for_every_end_it_can_reach(name: str) -> None:
    kept = {path.stem.partition("p-")[2] for path in RECORDS if path.parent.name == name} - {"ordinary"}
    unreachable = {end for edition, end in UNREACHABLE if edition == name}
    assert kept.isdisjoint(unreachable)
    assert kept | unreachable == set(REASONS.values())


@pytest.mark.parametrize("name", EVERY)
def test_the_golden_games_of_an_edition_have_everything_in_them_that_it_has(name: str) -> None:
    covered: set[str] = set()
    for path in RECORDS:
        if path.parent.name == name:
            covered |= set(load_record(path).header["covers"].split())
    assert features.possible(load(name)) <= covered


@pytest.mark.parametrize("name", EVERY)
def test_every_number_of_players_has_a_golden_game(name: str) -> None:
    fewest, most = load(name).players
    seats = {int(path.stem.partition("p-")[0]) for path in RECORDS if path.parent.name == name}
    assert seats == set(range(fewest, most + 1))


def test_there_is_a_record_for_every_golden_game_and_no_other() -> None:
    assert RECORDS == PATHS


def _seat_counts(edition: Edition) -> range:
    return range(edition.players[0], edition.players[1] + 1)


def _fewest_placed(edition: Edition, kind: str, left: tuple[int, ...]) -> float:
    """Pieces of a kind that must lie on the board before nothing fits players with that many left: a lower bound.

    A track that fits somebody must be taken, unless its twin is: then it is closed to everybody, or at least to the
    twin's owner, if nobody else has pieces for it.
    """
    closed = len(left) <= edition.double_closed_up_to
    placed = 0.0
    for route in edition.routes:
        fits = sum(n >= route.length for n in left) if route.piece == kind else 0
        one_of_two = route.twin is not None and (closed or fits == 1)
        placed += 0 if fits == 0 else route.length / 2 if one_of_two else route.length
    return placed


def _stuck(edition: Edition, seats: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way in which the pieces left (by kind, then by seat) could be such that nothing fits anybody."""
    by_kind: list[list[tuple[int, ...]]] = []
    for kind in edition.pieces:
        lefts: Iterable[tuple[int, ...]] = product(range(kind.count + 1), repeat=seats)
        if len(edition.pieces) == 1:  # then it does not matter who has how many
            lefts = combinations_with_replacement(range(kind.count + 1), seats)
        placed = [(left, kind.count * seats - sum(left)) for left in lefts]
        by_kind.append([left for left, n in placed if _fewest_placed(edition, kind.id, left) <= n])
    for way in product(*by_kind):
        if all(sum(left) > edition.last_round_at for left in zip(*way, strict=True)):
            yield way


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize("name", [name for name, end in UNREACHABLE if end == "no_routes"])
def test_where_pieces_run_out_before_routes(name: str) -> None:
    edition = load(name)
    assert [way for seats in _seat_counts(edition) for way in _stuck(edition, seats)] == []


@pytest.mark.rule("RU-28")
@pytest.mark.parametrize("name", FIRST_JOURNEY)
def test_the_count_of_pieces_knows_how_first_journey_gets_stuck(name: str) -> None:
    edition = load(name)
    assert [way for seats in (2, 3) for way in _stuck(edition, seats)] == [((1, 1),), ((1, 1, 1),)]


@pytest.mark.rule("RU-40")
@pytest.mark.parametrize("name", EVERY)
def test_where_nothing_can_go_on_for_a_thousand_turns(name: str) -> None:
    """Without tunnels to refuse and tickets to swap, what a game can do is used up.

    A claim places a piece. Drawing tickets keeps one. Drawing cards takes at least one, and only claims bring cards
    back. Somebody passes only when there is no card to draw, so the next turn that is no pass is a claim or draws
    tickets: there are fewer passes than players before each of those.
    """
    edition = load(name)
    if "tunnels" in edition.mechanics or edition.swap_tickets:
        assert (name, "turn_limit") not in UNREACHABLE
        return
    assert (name, "turn_limit") in UNREACHABLE
    seats = edition.players[1]
    claims = seats * sum(kind.count for kind in edition.pieces)
    dearest = {
        kind.id: max(r.cards / r.length for r in edition.routes if r.piece == kind.id) for kind in edition.pieces
    }
    paid = seats * sum(kind.count * dearest[kind.id] for kind in edition.pieces)
    tickets = len(edition.tickets)
    draws = sum(edition.cards.values()) + paid
    passes = (seats - 1) * (claims + tickets)
    assert claims + tickets + draws + passes + seats < TURNS


@pytest.mark.rule("RU-4")
@pytest.mark.parametrize("name", AMSTERDAM)
def test_amsterdam_always_has_something_to_do(name: str) -> None:
    """If nobody can act, all cards are in hands; then the holders of the wilds can pay for something after all."""
    edition = load(name)
    wilds, fewest_left = edition.cards["wild"], edition.last_round_at + 1
    assert edition.draw.display > 0
    assert len(edition.pieces) == 1
    carts = edition.pieces[0]
    for seats in _seat_counts(edition):
        most_placed = seats * (carts.count - fewest_left)
        # Whoever holds three wilds has carts for three spaces too: every such track would have to be taken.
        holder = (fewest_left,) + (0,) * (seats - 1)
        assert _fewest_placed(edition, carts.id, holder) > most_placed
        if wilds > 2 * seats:
            continue
        # So they hold two each, and all tracks of one or two spaces are taken. At most one track of three is.
        assert wilds == 2 * seats
        both = (2,) * seats
        assert most_placed - _fewest_placed(edition, carts.id, both) < 2 * fewest_left
        # Of the others take one whose twin is free: all cards of its colour are held, each beside two wilds.
        free = [route for route in edition.routes if route.cards == route.length == fewest_left]
        assert len(free) > 2
        assert all(edition.cards.get(route.colour, 1) > 0 for route in free)


@pytest.mark.rule("RU-4", "RU-8")
@pytest.mark.parametrize("name", FIRST_JOURNEY)
def test_first_journey_always_has_tickets_to_swap(name: str) -> None:
    edition = load(name)
    assert edition.goal > 0
    most_out = edition.players[1] * (edition.setup.tickets + edition.goal - 1)
    assert most_out < len(edition.tickets)


def test_a_game_opened_in_the_middle_can_be_played_on_another_way() -> None:
    record = load_record(FOLDER / "europe" / "4p-last_round.record")
    game = replay_record(record, until=60)
    other = next(str(action) for action in game.legal_actions() if str(action) != record.actions[60].text)
    game.play(other)
    assert conservation.faults(game) == []
    assert game.state_hash() != replay_record(record, until=61).state_hash()
