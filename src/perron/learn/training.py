"""A run of learning: rounds of play and lessons, judged now and then, kept so that it can go on after a stop."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from perron import __version__
from perron.atomic_file import atomic_write, atomic_write_bytes
from perron.editions import Edition, load
from perron.errors import PerronError
from perron.learn.card import added_up, commit, last_judged, short_curve
from perron.learn.curve_page import curve_page
from perron.learn.devices import device_name
from perron.learn.evaluation import Judged, judge
from perron.learn.memory import enough_memory, lacks_memory
from perron.learn.model import Critic, Model, state_of
from perron.learn.ppo import Learner, Lesson, Progress
from perron.learn.rounds import Rounds
from perron.learn.self_play import Experience, Table
from perron.learned.inputs import inputs_of
from perron.learned.network import BY_FACTS, Network, read_network

CHECKPOINT, CURVE, PAGE, NETWORK = "checkpoint.pt", "curve.jsonl", "curve.html", "network.zip"
FORMAT = 1
_PAST = 12  # past selves that are kept
_SMALLEST_SHARE = 5 / 8  # of the games; the rest are at one of the larger tables, in turn
_POINTS = 20  # of the curve at most, in a run that is counted in rounds
GAMES = {"cuda": 131072, "cpu": 1024}
"""Played at once, by device."""
WIDTH = 512


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run of learning is asked for."""

    edition: str
    minutes: float = 25.0
    """Of learning, those of earlier parts of the run included."""
    rounds: int | None = None
    """Instead of minutes: the same number of rounds learns the same on a CPU."""
    seed: int = 0
    games: int | None = None
    """Played at once; what suits the device by default."""
    steps: int = 32
    width: int | None = None
    """Of the layers; that of the network it begins with, or 512."""
    device: str = "cuda"
    start: Path | None = None
    """The network that the player begins with."""
    noted_every: float = 20.0
    """Seconds between two points of the curve; a run of rounds has points after equal parts of it."""
    parts: int = 4
    """How often the learner is judged by its best actions: playing whole games takes long."""
    deals: int = 2048

    @property
    def games_at_once(self) -> int:
        """How many games are played at once."""
        return GAMES[self.device] if self.games is None else self.games

    def command(self, edition: Edition) -> str:
        """The command that asks for the same, wherever its files are."""
        words = ["perron learn", "--edition", edition.id]
        words += ["--minutes", f"{self.minutes:g}"] if self.rounds is None else ["--rounds", str(self.rounds)]
        for flag, value, usual in (
            ("--seed", self.seed, 0),
            ("--games", self.games_at_once, GAMES["cuda"]),
            ("--width", self.width, WIDTH),
            ("--device", self.device, "cuda"),
        ):
            if value is not None and value != usual:
                words += [flag, str(value)]
        if self.start is not None:
            words += ["--from", self.start.name]
        return " ".join([*words, "--out", "DIR"])


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve."""

    round: int
    seconds: float
    """Of learning, judging not counted."""
    decisions: int
    rate: float
    """Decisions per second since the last point."""
    share: float
    """Of the run."""
    entropy: float
    advised: float
    critic_loss: float
    value_loss: float
    changed: float
    explored: tuple[Judged, ...]
    """By number of seats: games against planners on the way, in which the learner tries things out."""
    judged: tuple[Judged, ...]
    """By number of seats: games in which it takes its best action."""


class Training:
    """A run of learning in a folder of its own."""

    def __init__(self, plan: Plan, folder: Path, resume: bool = False) -> None:
        self.plan, self.folder = plan, folder
        self.edition: Edition = load(plan.edition)
        self.seconds, self.round, self.decisions, self.resumed = 0.0, 0, 0, 0
        self.past: list[dict[str, Any]] = []
        self._points: list[dict[str, Any]] = []
        self._before: dict[str, Any] | None = None
        _check_folder(folder)
        with enough_memory(plan.games_at_once):
            kept = self._read() if resume else None
            if kept is None and (folder / CHECKPOINT).exists():
                raise PerronError(f"{folder} holds a run already: go on with it by --resume, or name another folder")
            if kept is not None and plan.start is not None:
                raise PerronError(f"a run that goes on has its network in {folder}: leave --from out, or --resume")
            self._make(kept, None if plan.start is None else self._start(plan.start))

    def _make(self, kept: dict[str, Any] | None, start: Network | None) -> None:
        """The networks, as they were kept, as they are to begin, or new."""
        plan, inputs = self.plan, inputs_of(self.edition)
        width = kept["width"] if kept is not None else start.width if start is not None else plan.width or WIDTH
        if plan.width not in (None, width):
            raise PerronError(
                f"what was learned so far is {width} wide: leave --width out, or learn from the beginning"
            )
        torch.manual_seed(plan.seed)
        self.model, critic = Model(inputs, width).to(plan.device), Critic(inputs, width).to(plan.device)
        self._rounds = Rounds(Model(inputs, width).to(plan.device), Model(inputs, width).to(plan.device))
        self.learner = Learner(self.model, critic)
        if start is not None:
            self._before = dict(start.card)
            self.model.load_state_dict(_begun(start), strict=False)
        if kept is not None:
            self._restore(kept)
        self._generator = torch.Generator(plan.device)
        self._generator.manual_seed((plan.seed << 20) + self.round)
        self._tables: dict[int, Table] = {}
        self._found: list[tuple[Table, Experience]] | None = None

    # what is kept

    def _named(self) -> dict[str, Any]:
        return {"format": FORMAT, "edition": self.edition.id, "version": self.edition.version}

    def _read(self) -> dict[str, Any]:
        path = self.folder / CHECKPOINT
        if not path.is_file():
            raise PerronError(f"{path} is not there: nothing to go on with")
        try:
            kept: dict[str, Any] = torch.load(path, map_location=self.plan.device, weights_only=True)
            named = {name: kept[name] for name in self._named()}
        except Exception as error:  # torch raises whatever the file makes it stumble on
            if lacks_memory(error):
                raise
            raise PerronError(f"{path} is no checkpoint of perron learn, or it is torn") from error
        if named != self._named():
            raise PerronError(
                f"{path} is of {named['edition']} version {named['version']}, not of {self.edition.id} version "
                f"{self.edition.version}, or another Perron wrote it"
            )
        return kept

    def _start(self, path: Path) -> Network:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise PerronError(f"{path} cannot be read: {error.strerror or error}") from None
        network = read_network(data, self.edition, str(path))
        now = Network.of_weights(self.edition, network.weights(), {}).arrays
        if any((network.arrays[name] != now[name]).any() for name in ("guess", "trust_by_choices")):
            raise PerronError(
                f"{path} begins with another first guess than this Perron's: it cannot be learned on from"
            )
        return network

    def _restore(self, kept: dict[str, Any]) -> None:
        curve = self.folder / CURVE
        try:
            self.model.load_state_dict(kept["model"])
            self.learner.critic.load_state_dict(kept["critic"])
            for optimizer, state in zip(self.learner.optimizers, kept["optimizers"], strict=True):
                optimizer.load_state_dict(state)
            self.past, self._before = kept["past"], kept.get("before")
            self.seconds, self.round, self.decisions = kept["seconds"], kept["round"], kept["decisions"]
            self.resumed = kept.get("resumed", 0) + 1
            if curve.exists():
                self._points = [json.loads(line) for line in curve.read_text("utf-8").splitlines()]
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            if lacks_memory(error):
                raise
            raise PerronError(f"what {self.folder} holds does not fit this Perron, or it is torn") from error
        if self.share >= 1:
            raise PerronError(f"{self.folder} holds all that was asked for already: ask for more minutes, or rounds")

    def keep(self) -> None:
        """Write checkpoint, network, curve and page; each is whole or as it was."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {
            **self._named(),
            "width": self.model.width,
            "model": self.model.state_dict(),
            "critic": self.learner.critic.state_dict(),
            "optimizers": [one.state_dict() for one in self.learner.optimizers],
            "past": self.past,
            "before": self._before,
            **{name: getattr(self, name) for name in ("seconds", "round", "decisions", "resumed")},
        }
        with atomic_write_bytes(self.folder / CHECKPOINT) as binary:
            torch.save(kept, binary)
        self.network().write(self.folder / NETWORK)
        with atomic_write(self.folder / CURVE) as file:
            file.writelines(json.dumps(point) + "\n" for point in self._points)
        with atomic_write(self.folder / PAGE) as file:
            file.write(curve_page(self.edition, self._points))

    def network(self) -> Network:
        """What has been learned, as players use it."""
        timed = self.plan.rounds is None  # the same rounds make the same file, however long they take
        revision = commit()
        card = {
            "perron": __version__,
            **({} if revision is None else {"commit": revision}),
            "command": self.plan.command(self.edition),
            "resumed": self.resumed,
            "seed": self.plan.seed,
            "device": device_name(self.plan.device),
            **({"minutes": round(self.seconds / 60, 2)} if timed else {}),
            "decisions": self.decisions,
            "rounds": self.round,
            "curve": short_curve(self._points, timed),
            "judged": last_judged(self._points),
        }
        weights = {name: value.float().cpu().numpy() for name, value in self.model.state_dict().items()}
        return Network.of_weights(self.edition, weights, added_up(card, self._before))

    def last_judged(self) -> list[Judged]:
        """How the player last did with its best actions, by number of seats; empty if it was never judged."""
        return [Judged(**one) for one in last_judged(self._points)]

    # learning

    def _table(self, seats: int, games: int) -> Table:
        if seats not in self._tables:
            seed = (self.plan.seed << 20) + (self.round << 4) + seats
            steps, device = self.plan.steps, self.plan.device
            self._tables[seats] = Table(self.edition, seats, games, steps, seed, device)
        return self._tables[seats]

    def _sizes_of(self, number: int) -> dict[int, int]:
        """Games by number of seats in the round of that number: few seats, and one of the larger tables in turn."""
        (fewest, most), games = self.edition.players, self.plan.games_at_once
        if fewest == most:
            return {fewest: games}
        smallest = int(games * _SMALLEST_SHARE)
        return {fewest: smallest, fewest + 1 + number % (most - fewest): games - smallest}

    def _tables_of(self, number: int) -> list[Table]:
        return [self._table(seats, games) for seats, games in self._sizes_of(number).items()]

    @property
    def share(self) -> float:
        """How much of the run is over."""
        done = self.seconds / (60 * self.plan.minutes) if self.plan.rounds is None else self.round / self.plan.rounds
        return min(done, 1.0)

    @property
    def _stage(self) -> float:
        """How far the player has come: one that began with a network has no need to explore as at the beginning."""
        return self.share if self._before is None else (1 + self.share) / 2

    def run(self, tell: Callable[[], None] = lambda: None) -> Iterator[Point]:
        """Learn; a point of the curve now and then, the last one when it is over. Everything is kept at each.

        `tell` is called after every round.
        """
        with enough_memory(self.plan.games_at_once):
            yield from self._run(tell)

    def _run(self, tell: Callable[[], None]) -> Iterator[Point]:
        began, since, noted = time.monotonic(), self.seconds, self.decisions
        while self.share < 1:
            lesson = self._round()
            self._wait()
            self.seconds = since + time.monotonic() - began
            self.round += 1
            tell()
            over, lasted = self.share >= 1, self.seconds - since
            if not over and not self._is_to_note(lasted):
                continue
            point = Point(
                round=self.round,
                seconds=round(self.seconds, 1),
                decisions=self.decisions,
                rate=round((self.decisions - noted) / max(lasted, 1e-9)),
                share=round(self.share, 4),
                **asdict(lesson),
                explored=tuple(self._wins()),
                judged=tuple(self._judge()) if over or self._is_to_judge() else (),
            )
            self._points.append(asdict(point))
            self.keep()
            yield point
            began, since, noted = time.monotonic(), self.seconds, self.decisions

    def _wins(self) -> Iterator[Judged]:
        """What the learner won against planners since the last point, while it explored."""
        for seats, table in sorted(self._tables.items()):
            won, games = table.take_wins()
            if games:
                yield Judged(seats, games, won / games)

    def _is_to_note(self, lasted: float) -> bool:
        if self.plan.rounds is None:
            return lasted >= self.plan.noted_every
        last = self._points[-1]["share"] if self._points else 0.0
        return int(last * _POINTS) < int(self.share * _POINTS)

    def _is_to_judge(self) -> bool:
        """Whether another part of the run is over since the last time."""
        last = next((point["share"] for point in reversed(self._points) if point["judged"]), 0.0)
        return int(last * self.plan.parts) < int(self.share * self.plan.parts)

    def _wait(self) -> None:
        if self.plan.device == "cuda":
            torch.cuda.synchronize()

    def _judge(self) -> list[Judged]:
        fewest, most = self.edition.players
        sizes = sorted({fewest, min(4, most)})
        return [judge(self.model, self.edition, seats, self.plan.deals, self.plan.device) for seats in sizes]

    def _round(self) -> Lesson:
        """Learn from a round. On a GPU the next one is played meanwhile, by the player as it was before."""
        found = self._found or self._begin(self.round).result()
        following = self._begin(self.round + 1) if self._may_overlap(found) else None
        lesson = self.learner.learn(found, Progress(self._stage, self.round, self._before is not None), self._generator)
        self._found = None if following is None else following.result()
        self.decisions += sum(experience.actions.numel() for _, experience in found)
        every = 2 ** max(0, (self.round // 8).bit_length() - 1) * 4  # further apart as it learns more slowly
        if self.round % every == every - 1:
            self.past = [*self.past, state_of(self.model)][-_PAST:]
        return lesson

    def _begin(self, number: int) -> Future[list[tuple[Table, Experience]]]:
        past = None
        if self.past:
            which = int(torch.randint(len(self.past), (1,), generator=self._generator, device=self.plan.device))
            past = self.past[which]
        return self._rounds.begin(self._tables_of(number), self.model.state_dict(), past)

    def _may_overlap(self, found: list[tuple[Table, Experience]]) -> bool:
        """Whether a round can be played while another is learned from: nothing is prepared for the first time then."""
        if self.plan.device == "cpu" or not self.learner.is_ready_for({table.seats for table, _ in found}):
            return False
        return all(seats in self._tables and self._tables[seats].rounds for seats in self._sizes_of(self.round + 1))


def _begun(network: Network) -> dict[str, torch.Tensor]:
    """What a network has learned. Facts that weigh nothing are left out: no gradient would ever reach them."""
    found = {name: torch.from_numpy(one) for name, one in network.weights().items()}
    for head in BY_FACTS:
        weights = [name for name in found if name.startswith(f"{head}.") and name.endswith(".weight")]
        if not any(found[name].any() for name in weights):
            found = {name: one for name, one in found.items() if name not in weights}
    return found


def _check_folder(folder: Path) -> None:
    """Raises PerronError where a folder could not be written later."""
    if folder.exists() and not folder.is_dir():
        raise PerronError(f"{folder} is a file: name a folder to keep the run in")
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise PerronError(f"{folder} cannot be written")
