"""Networks: what is written is read again, whatever is no network is refused, and a pass adds up as it should."""

from __future__ import annotations

import io
import json
import math
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy
from numpy.typing import NDArray

from perron import Game
from perron.editions import Edition, load
from perron.env.env_game import EnvGame
from perron.env.numbering import numbering_of
from perron.env.observation import fields, structured
from perron.learned.inputs import inputs_of
from perron.learned.network import CARD, FINE, MOST, Network, NetworkError, read_network
from perron.learned.networks import network_of
from perron.learned.opinion import Brain
from tests.env.games import TABLES
from tests.views.playing import played

SHIPPED = ("amsterdam", "berlin", "europe", "first_journey")


def random_network(edition: Edition, width: int = 12, seed: int = 1) -> Network:
    """A network that nobody has taught anything: large enough numbers that everything counts."""
    rng = np.random.default_rng(seed)
    blank = Network.blank(edition, width).weights()
    weights = {name: rng.normal(0, 3 / math.sqrt(one.shape[-1]), one.shape) for name, one in blank.items()}
    return Network.of_weights(edition, weights, {"seed": seed})


TINY = load("tiny")
TEXTS = numbering_of(TINY).texts
WHOLE = random_network(TINY).as_bytes()


def with_parts(change: Callable[[dict[str, bytes]], None], data: bytes = WHOLE) -> bytes:
    """The file with some of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def as_npy(array: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    npy.write_array(out, array, allow_pickle=True)
    return out.getvalue()


def refused(data: bytes, *words: str, edition: Edition = TINY) -> None:
    with pytest.raises(NetworkError) as error:
        read_network(data, edition, "this file")
    said = str(error.value)
    assert said.startswith("this file ")
    assert "\n" not in said
    for word in words:
        assert word in said


# files


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    network = random_network(TINY)
    network.write(tmp_path / "network.zip")
    data = (tmp_path / "network.zip").read_bytes()
    again = read_network(data, TINY, "it")
    assert set(again.arrays) == set(network.arrays)
    for name, array in network.arrays.items():
        assert again.arrays[name].dtype == array.dtype
        assert np.array_equal(again.arrays[name], array)
    assert dict(again.card) == {"format": 2, "edition": "tiny", "version": 1, "seed": 1}
    assert (again.width, again.as_bytes()) == (12, data)
    assert [path.name for path in tmp_path.iterdir()] == ["network.zip"]


@pytest.mark.parametrize("name", SHIPPED)
def test_weights_are_what_was_rounded(name: str) -> None:
    network = network_of(load(name))
    assert network is not None
    again = Network.of_weights(network.edition, network.weights(), network.card)
    assert again.as_bytes() == network.as_bytes()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_of_a_network_says_how_to_learn_it_again(name: str) -> None:
    network = network_of(load(name))
    assert network is not None
    told = network.card
    assert told["command"].startswith(f"perron learn --edition {name} --minutes ")
    assert {"perron", "seed", "device", "minutes", "decisions", "rounds", "resumed"} <= set(told)
    assert told["curve"][-1]["decisions"] <= told["decisions"]
    assert {one["seats"] for one in told["judged"]} == {2, 4}


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    for end in [*range(0, len(WHOLE), len(WHOLE) // 200), *range(len(WHOLE) - 60, len(WHOLE))]:
        refused(WHOLE[:end], "is no network of Perron's, or it is torn")


def test_a_file_with_a_changed_byte_is_refused_or_says_the_same() -> None:
    dice, whole = Random(4), read_network(WHOLE, TINY, "it")
    torn = 0
    for _ in range(300):
        data = bytearray(WHOLE)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            found = read_network(bytes(data), TINY, "it")
        except NetworkError:
            torn += 1
            continue
        assert all(np.array_equal(found.arrays[name], array) for name, array in whole.arrays.items())
        assert found.card == whole.card
    assert torn > 250


@pytest.mark.parametrize("data", [b"", b"PK", b"\0" * 4096, b"not a network", json.dumps({"format": 2}).encode()])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    refused(data, "is no network of Perron's, or it is torn")


class Mischief:
    """Does something when it is read."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (Path(self.path),)


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    trap = Mischief(str(tmp_path / "touched"))
    pickle.loads(pickle.dumps(trap))
    (tmp_path / "touched").unlink()  # it would work

    def put(parts: dict[str, bytes]) -> None:
        parts["guess.npy"] = as_npy(np.array([trap], object))

    refused(with_parts(put), "is no network of Perron's, or it is torn")
    assert not (tmp_path / "touched").exists()


def test_a_file_that_swells_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(CARD, json.dumps({"format": 2, "edition": "tiny", "version": 1}))
        archive.writestr("guess.npy", bytes(65 << 20))
    assert len(out.getvalue()) < 1 << 17
    refused(out.getvalue(), "is larger than any network of Perron's")


def test_an_array_that_claims_to_be_huge_is_refused() -> None:
    head = as_npy(np.zeros(7, np.float32))
    huge = head.replace(b"(7,), }", b"(1 << 60,), }"[:13])  # not even a number

    def put(parts: dict[str, bytes]) -> None:
        parts["guess.npy"] = huge

    refused(with_parts(put), "torn")

    def claim(parts: dict[str, bytes]) -> None:
        out = io.BytesIO()
        npy.write_array_header_1_0(out, {"descr": "<f4", "fortran_order": False, "shape": (1 << 50,)})
        parts["guess.npy"] = out.getvalue()

    refused(with_parts(claim), "torn")


@pytest.mark.parametrize("name", ["guess", "policy.weight", "layers.1.bias", "trust.fine"])
def test_every_array_has_its_shape_and_its_type(name: str) -> None:
    array = read_network(WHOLE, TINY, "it").arrays[name]
    for other in (array[:-1], array.astype(np.float64), array[..., None], np.zeros(0, array.dtype)):

        def put(parts: dict[str, bytes], one: NDArray[Any] = other) -> None:
            parts[f"{name}.npy"] = as_npy(one)

        # The width is that of policy.weight: if that is wrong, all others are.
        at_fault = "" if name == "policy.weight" else f"{name} has another shape or type"
        refused(with_parts(put), f"does not fit tiny: its {at_fault}")
    refused(with_parts(lambda parts: parts.__delitem__(f"{name}.npy")), "is no network of Perron's, or it is torn")


@pytest.mark.parametrize("fine", [-1, 37, 1 << 40])
def test_bits_after_the_point_are_few(fine: int) -> None:
    refused(with_parts(lambda parts: parts.update({"policy.fine.npy": as_npy(np.array([fine]))})), "torn")


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_guess_is_a_number(value: float) -> None:
    guess = read_network(WHOLE, TINY, "it").arrays["guess"].copy()
    guess[3] = value
    refused(with_parts(lambda parts: parts.update({"guess.npy": as_npy(guess)})), "torn")


@pytest.mark.parametrize("card", [b"", b"{", b"[]", b"3", b'{"format": 2}', b'{"format": 3, "edition": "tiny"}'])
def test_a_card_says_what_the_network_is_for(card: bytes) -> None:
    refused(with_parts(lambda parts: parts.update({CARD: card})))


def test_networks_of_other_editions_and_versions_are_refused() -> None:
    refused(WHOLE, "is for tiny version 1, not for micro version 1: learn again", edition=load("micro"))
    old = random_network(load("amsterdam@1"))
    refused(old.as_bytes(), "is for amsterdam version 1, not for amsterdam version 2", edition=load("amsterdam"))
    assert network_of(load("amsterdam@1")) is None, "each version has its own"

    def later(parts: dict[str, bytes]) -> None:
        parts[CARD] = json.dumps({**json.loads(parts[CARD]), "format": 3}).encode()

    refused(with_parts(later), "is of another format than 2")


# a pass


def plain_layer(values: list[int], weight: list[list[int]], bias: list[int]) -> list[int]:
    sums = list(bias)
    for value, row in zip(values, weight, strict=True):
        if value:
            sums = [one + value * w for one, w in zip(sums, row, strict=True)]
    return sums


def cut(total: int, bits: int) -> int:
    """What a layer passes on."""
    return min(max(total >> bits if bits >= 0 else total << -bits, 0), MOST)


@dataclass(frozen=True)
class PlainFacts:
    """What the facts of routes, payments and tickets are for one seat, told by the edition and the observation."""

    routes: list[list[int]]
    payments: dict[int, tuple[int, list[int]]]
    """By number of a claim: its route, and the facts of its payment."""
    tickets: list[list[int]]
    """Those offered."""
    kept: dict[int, list[int]]
    """By number of a choice: which of those it keeps."""


def plain_facts(edition: Edition, seats: int, row: NDArray[np.uint8]) -> PlainFacts:
    seen = {name: part.tolist() for name, part in structured(row, fields(edition, seats, "planned")).items()}
    routes = []
    for i, route in enumerate(edition.routes):
        ends, near = {route.a, route.b}, [0] * seats
        for j, other in enumerate(edition.routes):
            if len(ends & {other.a, other.b}) == 1:
                near = [count + owned[j] for count, owned in zip(near, seen["owned"], strict=True)]
        printed = [int(min(route.length, 7) == length) for length in range(1, 8)]
        printed += [route.ferry, int(route.tunnel), int(route.colour == "gray")]
        twin = 0 if route.twin is None else seen["open"][route.twin]
        routes.append([*printed, seen["planned"][i], seen["paths"][i], near[0], sum(near[1:]), twin])
    hand, plan = dict(enumerate(seen["hand"])), dict(enumerate(seen["plan_cards"]))
    payments, kept = {}, {}
    for number, text in enumerate(numbering_of(edition).texts):
        kind, *words = text.split(" ")
        if kind == "claim":
            i = next(i for i, route in enumerate(edition.routes) if route.id == words[0])
            place = len(edition.colours) if words[1] == "wild" else edition.colours.index(words[1])
            by_wilds = words[1] == "wild"
            most = edition.routes[i].cards - (0 if by_wilds else edition.routes[i].ferry)
            spent = min(hand[place], most)
            wilds = edition.routes[i].cards - (0 if by_wilds else spent)
            left, lost = hand[place] - spent, max(plan[place] - hand[place] + spent, 0)
            payments[number] = i, [left, lost, wilds, max(hand[len(edition.colours)] - wilds, 0), int(by_wilds)]
        elif kind == "keep":
            kept[number] = [] if words[0] == "none" else [int(word) - 1 for word in words[0].split("+")]
    tickets = []
    for one in seen["offer"] if not edition.swap_tickets else []:
        for k, ticket in enumerate(edition.tickets):
            if one[k]:
                lacking = [seen[name][k] for name in ("within_reach", "ticket_cards", "ticket_pieces", "joined")]
                tickets.append([ticket.points, int(ticket.long), *lacking])
    return PlainFacts(routes, payments, tickets, kept)


def plain_pass(
    network: Network, inputs: list[int], facts: PlainFacts, legal: set[int], advised: int, seats: int
) -> tuple[Any, Any]:
    """What speaks for each legal action, and each seat's chance from the one that looks on, in Python's ints."""
    layers = {
        name.removesuffix(".weight"): (
            network.arrays[name].tolist(),
            network.arrays[name.replace("weight", "bias")].tolist(),
            int(network.arrays[name.replace("weight", "fine")][0]),
        )
        for name in network.arrays
        if name.endswith(".weight")
    }
    passed = inputs
    for k in range(3):
        weight, bias, fine = layers[f"layers.{k}"]
        bits = fine - (FINE if k == 0 else 0)  # inputs have none after the point
        passed = [cut(one, bits) for one in plain_layer(passed, weight, bias)]

    def head(name: str) -> list[float]:
        weight, bias, fine = layers[name]
        return [float(one) / 2.0 ** (fine + FINE) for one in plain_layer(passed, weight, bias)]

    def by_facts(name: str, told: list[int]) -> float:
        weight, bias, fine = layers[f"{name}.first"]
        hidden = [cut(one, fine) for one in plain_layer([fact << FINE for fact in told] + passed, weight, bias)]
        weight, bias, fine = layers[f"{name}.second"]
        return float(plain_layer(hidden, weight, bias)[0]) / 2.0 ** (fine + FINE)

    guess, trusts = network.arrays["guess"].tolist(), network.arrays["trust_by_choices"].tolist()
    policy = {number: one + guess[number] for number, one in enumerate(head("policy")) if number in legal}
    policy[advised] += head("trust")[0] + trusts[len(legal)]
    worth = head("payments")
    for number in legal & set(facts.payments):
        route, payment = facts.payments[number]
        paid = sum(one * fact for one, fact in zip(worth, payment, strict=True))
        policy[number] += by_facts("routes", facts.routes[route]) + paid
    for place, ticket in enumerate(facts.tickets):
        for number in legal & set(facts.kept):
            policy[number] += by_facts("tickets", ticket) if place in facts.kept[number] else 0
    values = head("value")[:seats]
    likely = [math.exp(one - max(values)) for one in values]
    return policy, [one / sum(likely) for one in likely]


def positions(name: str, seats: int, wanted: int) -> list[Game]:
    """Some positions of a game."""
    games = [game.copy() for game in played(name, seats, 3) if not game.over]
    return games[:: max(1, len(games) // wanted)]


def planned_row(game: Game, seat: int) -> NDArray[np.uint8]:
    one = EnvGame(game.edition, game.seats, observation="planned")
    one.states[0] = game.state
    return one.observe(seat)


def looked(brain: Brain, game: Game) -> None:
    """Compare one pass with the plain one, which knows nothing of those before."""
    edition, seats, seat = game.edition, game.seats, game.to_move
    assert seat is not None
    inputs, numbering = inputs_of(edition), numbering_of(edition)
    row = planned_row(game, seat)[None]
    one = EnvGame(edition, seats)
    one.states[0] = game.state
    legal = set(np.flatnonzero(one.mask()).tolist())
    advised = int(inputs.advised(row, seats)[0])
    facts = plain_facts(edition, seats, row[0])
    policy, chances = plain_pass(brain.network, inputs.lay_out(row, seats)[0].tolist(), facts, legal, advised, seats)
    opinion = brain.consider(game.knowledge(seat))
    assert set(opinion.policy) == legal
    assert {number: brain.policy[number] for number in legal} == policy
    best = min(legal, key=lambda number: (-policy[number], number))
    assert opinion.choice == numbering.decode(best, one.states)
    assert [opinion.chances[(seat + i) % seats] for i in range(seats)] == pytest.approx(chances, abs=2**-19)
    assert sum(opinion.policy.values()) == pytest.approx(1)
    assert max(opinion.policy, key=lambda number: opinion.policy[number]) == best


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_pass_adds_up_as_plain_whole_numbers_do(name: str, seats: int) -> None:
    brain, games = Brain(random_network(load(name), width=24, seed=seats)), positions(name, seats, 12)
    Random(seats).shuffle(games)  # it goes by what has changed since the pass before, whatever that was
    for game in games:
        looked(brain, game)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_pass_of_a_network_that_comes_with_perron_adds_up(name: str) -> None:
    network = network_of(load(name))
    assert network is not None
    brain = Brain(network)
    for game in positions(name, 2, 3):
        looked(brain, game)


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_kernels_lay_inputs_out_as_arrays_are(name: str, seats: int) -> None:
    brain, inputs = Brain(Network.blank(load(name))), inputs_of(load(name))
    for game in positions(name, seats, 40):
        for seat in range(seats):
            if seat == game.to_move:
                brain.choose(game.knowledge(seat))
                row = planned_row(game, seat)[None]
                assert brain.arrays[2][1].tolist() == inputs.lay_out(row, seats)[0].tolist()


def test_a_blank_network_plays_as_the_planner_advises() -> None:
    inputs = inputs_of(TINY)
    brain = Brain(Network.blank(TINY))
    for game in positions("tiny", 3, 30):
        assert game.to_move is not None
        opinion = brain.consider(game.knowledge(game.to_move))
        advised = int(inputs.advised(planned_row(game, game.to_move)[None], 3)[0])
        assert max(opinion.policy, key=lambda number: opinion.policy[number]) == advised
        if not TEXTS[advised].startswith("station"):  # an unadvised one is unlikely, and so is an advised one at first
            assert opinion.policy[advised] > 0.5
        assert opinion.chances == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-5)
