"""A network as players use it: whole numbers in a file, and whole-number arithmetic, so that all machines agree.

A file is a zip archive of arrays, as NumPy writes them without pickle, and of a card in JSON: where it comes from.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from perron.atomic_file import atomic_write_bytes
from perron.editions.edition import Edition
from perron.errors import PerronError
from perron.learned.facts import PAYMENT_FACTS, ROUTE_FACTS, TICKET_FACTS
from perron.learned.first_guess import first_guess, trust_by_choices
from perron.learned.inputs import inputs_of

FORMAT = 2
CARD = "card.json"
LAYERS = 3
FINE = 9
"""Bits after the point of what one layer passes on to the next."""
MOST = 65535
"""The largest whole number that a layer passes on."""
_HEADS = ("policy", "trust", "value", "payments")
BY_FACTS = {"routes": 32, "tickets": 16}
"""What tells routes and tickets apart by their facts, and how wide it is."""
_DEPTHS = ("first", "second")
_FACTS = {"routes": ROUTE_FACTS, "tickets": TICKET_FACTS}
_LARGEST = 32767
_MOST_BYTES = 64 << 20
_TIME = (2000, 1, 1, 0, 0, 0)  # the same network is the same file, whenever it is written


class NetworkError(PerronError):
    """A file that is no network, or not one for this edition."""


@dataclass(frozen=True, eq=False)
class Network:
    """A network for an edition."""

    edition: Edition
    arrays: Mapping[str, NDArray[Any]]
    """Of each layer the weights [in, out], the biases, and how many bits of the weights stand after the point."""
    card: Mapping[str, Any]
    """Where it comes from: what was learned on, for how long, and how well it played then."""

    @classmethod
    def of_weights(cls, edition: Edition, weights: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> Network:
        """Round what a learner has learned."""
        arrays: dict[str, NDArray[Any]] = {}
        for name in _names():
            weight = weights[f"{name}.weight"].astype(np.float64).T
            given, answered = _scales(edition, name, len(weight))
            weight = weight * given * answered
            fine = int(np.floor(np.log2(_LARGEST / max(float(np.abs(weight).max()), 2.0**-20))))
            before = 0 if name == _names()[0] else FINE
            arrays[f"{name}.weight"] = np.rint(weight * 2.0**fine).astype(np.int16)
            arrays[f"{name}.bias"] = np.rint(
                weights[f"{name}.bias"].astype(np.float64) * answered * 2.0 ** (fine + before)
            ).astype(np.int64)
            arrays[f"{name}.fine"] = np.array([fine], np.int64)
        arrays["guess"] = first_guess(edition)
        arrays["trust_by_choices"] = trust_by_choices(inputs_of(edition).actions)
        return cls(edition, arrays, {**_names_of(edition), **card})

    @classmethod
    def blank(cls, edition: Edition, width: int = 8) -> Network:
        """A network that has learned nothing: it plays as the planner does."""
        weights: dict[str, NDArray[Any]] = {}
        for name, (shape, _) in _shapes(edition, width).items():
            if name.endswith((".weight", ".bias")):
                weights[name] = np.zeros(shape[::-1], np.float32)
        return cls.of_weights(edition, weights, {})

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """What a learner would have to have learned: what `of_weights` rounds to this network."""
        found: dict[str, NDArray[np.float32]] = {}
        for name in _names():
            fine = int(self.arrays[f"{name}.fine"][0])
            weight = self.arrays[f"{name}.weight"] / 2.0**fine
            given, answered = _scales(self.edition, name, len(weight))
            before = 0 if name == _names()[0] else FINE
            bias = self.arrays[f"{name}.bias"] / answered / 2.0 ** (fine + before)
            found[f"{name}.weight"] = np.ascontiguousarray((weight / given / answered).T, np.float32)
            found[f"{name}.bias"] = bias.astype(np.float32)
        return found

    @property
    def width(self) -> int:
        """Of its layers."""
        return int(self.arrays["policy.weight"].shape[0])

    @cached_property
    def kernel_arrays(self) -> tuple[Any, ...]:
        """The arrays as `evaluating` takes them: layers, heads, those by facts; bits after the point, first guesses.

        Weights are float32, which holds such whole numbers exactly.
        """
        names = _names()
        parts: list[tuple[NDArray[Any], ...]] = []
        for some in (names[:LAYERS], _HEADS, *([name for name in names if name.startswith(head)] for head in BY_FACTS)):
            found: list[NDArray[Any]] = []
            for name in some:
                found.append(np.ascontiguousarray(self.arrays[f"{name}.weight"], np.float32))
                found.append(self.arrays[f"{name}.bias"].astype(np.float64))
            parts.append(tuple(found))
        fine = np.array([int(self.arrays[f"{name}.fine"][0]) for name in names], np.int64)
        return (*parts, fine, self.arrays["guess"], self.arrays["trust_by_choices"])

    def write(self, path: Path) -> None:
        """Write the file: all of it, or nothing."""
        with atomic_write_bytes(path) as file:
            file.write(self.as_bytes())

    def as_bytes(self) -> bytes:
        """The file."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            _add(archive, CARD, json.dumps(dict(self.card), indent=1, sort_keys=True).encode())
            for name, array in self.arrays.items():
                part = io.BytesIO()
                npy.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
                _add(archive, f"{name}.npy", part.getvalue())
        return out.getvalue()


def _names() -> tuple[str, ...]:
    return (*(f"layers.{k}" for k in range(LAYERS)), *_HEADS, *(f"{name}.{k}" for name in BY_FACTS for k in _DEPTHS))


def _scales(edition: Edition, name: str, inputs: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What one of each whole number that a layer is given counts for, [inputs, 1], and one that it answers to."""
    given, answered = np.ones(inputs, np.float32), np.ones(1, np.float32)
    head, _, depth = name.partition(".")
    if name == _names()[0]:
        given = inputs_of(edition).scale
    elif head in _FACTS and depth == _DEPTHS[0]:
        given[: len(_FACTS[head])] = [*_FACTS[head].values()]
    elif name == "payments":
        answered = np.array([*PAYMENT_FACTS.values()], np.float32)
    return given[:, None], answered


def _names_of(edition: Edition) -> dict[str, Any]:
    return {"format": FORMAT, "edition": edition.id, "version": edition.version}


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def read_card(data: bytes, edition: str, version: int, where: str) -> dict[str, Any]:
    """Read the card of a network alone; raises NetworkError."""
    with _opened(data, where) as archive:
        return _card(archive, edition, version, where)


def read_network(data: bytes, edition: Edition, where: str) -> Network:
    """Read a network for an edition; raises NetworkError, which says what is wrong with it."""
    with _opened(data, where) as archive:
        card = _card(archive, edition.id, edition.version, where)
        arrays = {name: _array(archive, name) for name in _shapes(edition, 0)}
    width = arrays["policy.weight"].shape[0] if arrays["policy.weight"].ndim == 2 else 0
    for name, (shape, dtype) in _shapes(edition, width).items():
        if arrays[name].shape != shape or arrays[name].dtype != dtype:
            raise NetworkError(f"{where} does not fit {edition.id}: its {name} has another shape or type")
    guesses = arrays["guess"], arrays["trust_by_choices"]
    fine = [int(arrays[f"{name}.fine"][0]) for name in _names()]
    if not all(0 <= bits <= 36 for bits in fine) or not all(np.isfinite(one).all() for one in guesses):
        raise NetworkError(f"{where} is no network of Perron's, or it is torn")
    return Network(edition, arrays, card)


@contextmanager
def _opened(data: bytes, where: str) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise NetworkError(f"{where} is larger than any network of Perron's")
            yield archive
    except NetworkError:
        raise
    except Exception as error:  # whatever a torn or made-up archive makes its readers stumble on
        raise NetworkError(f"{where} is no network of Perron's, or it is torn") from error


def _card(archive: zipfile.ZipFile, edition: str, version: int, where: str) -> dict[str, Any]:
    card = json.loads(archive.read(CARD))
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        raise NetworkError(f"{where} is of another format than {FORMAT}, which this version of Perron reads")
    if (card.get("edition"), card.get("version")) != (edition, version):
        raise NetworkError(
            f"{where} is for {card.get('edition')} version {card.get('version')}, not for {edition} version "
            f"{version}: learn again for that one"
        )
    return card


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with archive.open(f"{name}.npy") as file:
        found: NDArray[Any] = npy.read_array(io.BytesIO(file.read()), allow_pickle=False)
    return found


def _shapes(edition: Edition, width: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """What a network for an edition is made of."""
    inputs = inputs_of(edition)
    sizes = {
        **{f"layers.{k}": (width if k else inputs.size, width) for k in range(LAYERS)},
        "policy": (width, inputs.actions),
        "trust": (width, 1),
        "value": (width, inputs.most_seats),
    }
    sizes["payments"] = width, len(PAYMENT_FACTS)
    for name, hidden in BY_FACTS.items():
        sizes[f"{name}.first"] = len(_FACTS[name]) + width, hidden
        sizes[f"{name}.second"] = hidden, 1
    found: dict[str, tuple[tuple[int, ...], Any]] = {}
    for name, (before, after) in sizes.items():
        found[f"{name}.weight"] = (before, after), np.int16
        found[f"{name}.bias"] = (after,), np.int64
        found[f"{name}.fine"] = (1,), np.int64
    found["guess"] = (inputs.actions,), np.float32
    found["trust_by_choices"] = (inputs.actions + 1,), np.float32
    return found
