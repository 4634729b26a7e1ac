"""OpenSpiel: every edition as a Python game with explicit chance nodes.

Importing this module registers every edition: `pyspiel.load_game("perron_utrecht(players=3)")` would be `utrecht`.
Parameters: players; payments, `one` or `all` (see `perron.env.numbering`); reward, `win`, `rank` or `score` (see
`perron.env.rewards`).

Chance is a player: every card turned up and every ticket shuffled is a chance node of its own. Its outcomes are card
kinds, as likely as they are many in the pile, or tickets. Nothing is drawn in secret, and a state is serialised whole.

An observation is what `Game.view` tells the seat, as text (JSON), and as a tensor the plain observation of
`perron.env.observation`, each number divided by its largest. An information state also has a memory: its text ends
with a hash over all that the seat saw after every action and over its own actions, so that no two pasts look alike to
it. Its tensor has a fixed size and is the observation again: what the rules themselves remember (cards seen to be
taken, tickets given back) is in there, the rest of the past is not. At a chance node a seat sees the game as it was
before the action.

An observation is also had in two halves: what is public, which is the same for everybody and counts seats from seat 0,
and what is the seat's own (`OWN_FIELDS`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ModuleNotFoundError:
    from perron.extras import need

    need("openspiel", "OpenSpiel's games need")
    raise

from perron import codec
from perron.codec import kind_name
from perron.editions import load, names
from perron.editions.edition import Edition
from perron.engine import chance, entries
from perron.engine.knowledge import knowledge_of, look_into, new_knowledge
from perron.engine.sizes import KINDS, TURNS
from perron.engine.state import OVER, SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.env.kernels import mask_into
from perron.env.numbering import Numbering, numbering_of
from perron.env.observation import Field, fields, flat_size, highs, structured
from perron.env.observing import PLAIN, observe_into
from perron.env.resample import resample
from perron.env.rewards import REWARDS, UNITS, reward_number, write_rewards
from perron.errors import PerronError
from perron.outcome import REASONS, Outcome, read_scores
from perron.view import PHASES, View, card_counts, make_view, ticket_ids

_DEAL = -1  # in place of an action: the game is being dealt
_NO_KEY = np.zeros(8, np.uint32)
_RESETS = 100  # cards turned up for one action, which a display that is cleared again and again could exceed
OWN_FIELDS = frozenset(("seat", "hand", "open", "tickets", "offer", "chosen", "given_back"))
"""The parts of an observation that are the seat's own; all others are public."""
_OWN_IN_VIEW = ("seat", "hand", "tickets", "offered", "chosen", "joined", "given_back")
_PARAMETERS = {"players": 2, "payments": "one", "reward": "win"}


def name_of(edition: str) -> str:
    """The name under which OpenSpiel knows an edition."""
    return f"perron_{edition}"


def _type_of(edition: Edition) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name_of(edition.id),
        long_name=f"Perron: {edition.title['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=edition.players[0],
        max_num_players=edition.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**_PARAMETERS, "players": edition.players[0]},
    )


def _most(edition: Edition, reward: str) -> float:
    """No reward is larger than this, or smaller than minus this."""
    if reward != "score":
        return 1.0
    return float(sum(edition.most_points(line.id) for line in edition.score))


class PerronGame(pyspiel.Game):  # type: ignore[misc]
    """An edition for a number of players: each edition gets a class of its own made of it."""

    edition = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        loaded = load(self.edition)
        chosen = {**_PARAMETERS, "players": loaded.players[0], **(params or {})}
        self.payments, self.reward = str(chosen["payments"]), str(chosen["reward"])
        self.seats = loaded.seats(int(chosen["players"]))
        most = _most(loaded, self.reward)
        reward_number(self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering_of(loaded, self.payments).size,
            max_chance_outcomes=max(KINDS, len(loaded.tickets)),
            num_players=self.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.seats + 2 * TURNS,  # two decisions a turn at most
        )
        super().__init__(_type_of(loaded), info, chosen)

    def new_initial_state(self) -> PerronState:
        """A table before the deal."""
        return PerronState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than ever come up: a display may be cleared again and again."""
        return _RESETS * (2 + 2 * TURNS)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> PerronObserver:
        """What a seat sees, all of it or the public or the own half; with perfect recall, what it has seen."""
        if params:
            raise ValueError(f"there are no parameters of an observation: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observation has what is private to several seats")
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (kind.public_info or own):
            raise ValueError("an observation has what is public, what is a seat's own, or both")
        if kind.perfect_recall and not (kind.public_info and own):
            raise ValueError("only what is public and what is a seat's own together are remembered (perfect_recall)")
        return PerronObserver(self.edition, self.seats, kind.perfect_recall, kind.public_info, own)


@lru_cache(maxsize=64)
def _first_question(edition: str, seats: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """What chance is asked first in a deal."""
    tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.zeros(0, np.int32))
    entries.deal(tables_of(load(edition)), np.zeros(1, STATE), 0, seats, _NO_KEY, tape)
    asked, outcomes = chance.question(tape)
    return asked, tuple(outcomes)


class PerronState(pyspiel.State):  # type: ignore[misc]
    """One game, or one that is being dealt, or one in the middle of an action that waits for chance.

    Everything it needs is in plain values, so that OpenSpiel copies and serialises it by itself.
    """

    def __init__(self, game: PerronGame) -> None:
        super().__init__(game)
        self._edition, self._payments, self._reward = game.edition, game.payments, game.reward
        self._seats = game.seats
        self._bytes = bytes(STATE.itemsize)  # the game before the action that waits for chance
        self._action = _DEAL
        self._answers: tuple[int, ...] = ()
        self._question: tuple[int, tuple[tuple[int, int], ...]] | None = _first_question(game.edition, game.seats)
        self._past = (b"",) * self._seats

    # the rules

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return load(self._edition)

    @property
    def _numbering(self) -> Numbering:
        return numbering_of(self.edition, self._payments)

    @property
    def dealt(self) -> bool:
        """Whether the deal is done."""
        return self._action != _DEAL or self._question is None

    def states(self) -> np.ndarray:
        """A copy of the engine's record (an array of one), everything in it: before the action, at a chance node."""
        return np.frombuffer(bytearray(self._bytes), STATE)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know."""
        states, edition = self.states(), self.edition
        s, outcome = states[0], None
        if s["phase"] == OVER:
            scores = read_scores(edition, s, self._sheet()[0])
            winners = tuple(seat for seat, line in enumerate(scores) if line.rank == 1)
            outcome = Outcome(REASONS[int(s["end_reason"])], winners, scores)
        return make_view(edition, knowledge_of(tables_of(edition), states, seat)[0], None, outcome)

    def _sheet(self) -> np.ndarray:
        sheets = np.zeros(1, SHEET)
        entries.score_into(tables_of(self.edition), self.states(), 0, sheets, np.zeros(1, SCRATCH))
        return sheets

    def _go_on(self) -> None:
        """Play the action with the answers so far: it is done, or chance is asked once more."""
        states, tables = self.states(), tables_of(self.edition)
        tape = chance.new_tape(chance.REPLAY, chance.ASKING, np.array(self._answers, np.int32))
        if self._action == _DEAL:
            entries.deal(tables, states, 0, self._seats, _NO_KEY, tape)
        else:
            entries.play_legal(tables, states, 0, self._action, tape)
        if tape[chance.FAULT] == chance.TAPE_SHORT:
            asked, outcomes = chance.question(tape)
            self._question = asked, tuple(outcomes)
            return
        if tape[chance.FAULT] != 0:
            raise PerronError(f"chance cannot answer {self._answers[-1]}")
        self._remember(states)
        self._bytes, self._question, self._answers, self._action = states.tobytes(), None, (), 0

    def _remember(self, states: np.ndarray) -> None:
        """Add what each seat now sees, and for the one that has played its action, to what it saw before."""
        mover = None if self._action == _DEAL else int(self.states()[0]["to_move"])
        knowledge, past = new_knowledge(1), []
        for seat in range(self._seats):
            look_into(tables_of(self.edition), states, 0, seat, knowledge, 0)
            own = self._action.to_bytes(4) if seat == mover else b""
            past.append(blake2b(self._past[seat] + knowledge.tobytes() + own, digest_size=16).digest())
        self._past = tuple(past)

    # what OpenSpiel asks

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        if self._question is not None:
            return int(pyspiel.PlayerId.CHANCE)
        s = self.states()[0]
        return int(pyspiel.PlayerId.TERMINAL if s["phase"] == OVER else s["to_move"])

    def _legal_actions(self, player: int) -> list[int]:
        mask = np.empty(self._numbering.size, np.int8)
        mask_into(tables_of(self.edition), self._numbering.record, self.states(), 0, mask)
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Card kinds or tickets, each with its chance."""
        assert self._question is not None
        total = sum(n for _, n in self._question[1])
        return [(answer, n / total) for answer, n in self._question[1]]

    def _apply_action(self, action: int) -> None:
        if self._question is not None:
            self._answers = (*self._answers, action)
        else:
            number = self._numbering.decode(action, self.states())
            if number < 0:
                raise PerronError(f"action {action} is not legal here")
            self._action = number
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        edition = self.edition
        if player == pyspiel.PlayerId.CHANCE:
            ticket = self._question is not None and self._question[0] == chance.TICKET
            return f"ticket {edition.tickets[action].id}" if ticket else f"card {kind_name(edition, action)}"
        states = self.states()
        number = self._numbering.decode(action, states)
        return self._numbering.texts[action] if number < 0 else str(codec.decode(number, edition, states[0]))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._question is None and bool(self.states()[0]["phase"] == OVER)

    def returns(self) -> list[float]:
        """What the game brought every seat; nothing before its end."""
        if not self.is_terminal():
            return [0.0] * self._seats
        units = np.zeros(self._seats, np.int32)
        write_rewards(self.states()[0], self._sheet()[0], REWARDS[self._reward], units)
        found: list[float] = (units / UNITS).tolist()
        return found

    def resample_from_infostate(self, player: int, sampler: Any) -> PerronState:
        """The same game as far as a player can know, the rest dealt again: see `perron.env.resample`.

        The history that OpenSpiel keeps stays the real one. Raises PerronError at a chance node and when all is over.
        """
        if self._question is not None:
            raise PerronError("a game that waits for chance cannot be dealt again")
        other: PerronState = self.clone()
        other._bytes = resample(self.view(player), int(sampler() * (1 << 53))).state.tobytes()
        return other

    def __str__(self) -> str:
        """All there is to know, hidden cards included."""
        s, edition = self.states()[0], self.edition
        lines = [f"{edition.id}, {self._seats} players"]
        if self.dealt:
            lines[0] += f", turn {int(s['turn']) + 1}, P{s['to_move']}: {PHASES[int(s['phase'])]}"
            for seat in range(self._seats):
                hand = " ".join(f"{kind}*{n}" for kind, n in card_counts(edition, s["hand"][seat].tolist()).items())
                lines.append(f"P{seat}: {hand or 'no cards'}; {' '.join(ticket_ids(edition, s['tickets'][seat]))}")
        if self._question is not None:
            lines.append(f"chance, after {self._action} and {list(self._answers)}: {list(self._question[1])}")
        return "\n".join([*lines, blake2b(self._bytes, digest_size=8).hexdigest()])


class PerronObserver:
    """What OpenSpiel calls a PyObserver: `set_from` fills `tensor` and `dict`, `string_from` gives the text."""

    def __init__(self, edition: str, seats: int, perfect_recall: bool, public: bool = True, own: bool = True) -> None:
        parts = fields(load(edition), seats)
        self._recall, self._public, self._own = perfect_recall, public, own
        self._row = np.zeros(flat_size(load(edition), seats), np.uint8)
        self._highs = np.maximum(highs(parts), 1).astype(np.float32)
        wanted = [part for part in parts if (own if part.name in OWN_FIELDS else public)]
        self._places = np.concatenate([np.arange(part.at, part.at + part.size) for part in wanted])
        self.tensor: NDArray[np.float32] = np.zeros(self._places.size, np.float32)
        self.dict = structured(self.tensor, _side_by_side(wanted))  # type: ignore[arg-type]

    def set_from(self, state: PerronState, player: int) -> None:
        """Write what a player sees; zeros before the deal."""
        if not state.dealt:
            self.tensor.fill(0)
            return
        looks = player if self._own else 0  # what is public is the same for everybody
        observe_into(tables_of(state.edition), state.states(), 0, looks, PLAIN, new_knowledge(1), self._row)
        np.divide(self._row[self._places], self._highs[self._places], out=self.tensor)

    def string_from(self, state: PerronState, player: int) -> str:
        """The player's view as JSON, after it, with perfect recall, a hash over all that it has seen."""
        if not state.dealt:
            return f"P{player} before the deal" if self._own else "before the deal"
        told = state.view(player if self._own else None).to_dict()
        if not self._public:
            told = {name: told[name] for name in _OWN_IN_VIEW}
        text = json.dumps(told, separators=(",", ":"))
        return f"{text} past:{state._past[player].hex()}" if self._recall else text


def _side_by_side(parts: Sequence[Field]) -> tuple[Field, ...]:
    """Some fields of an observation, one after the other in a row of their own."""
    ends = accumulate(part.size for part in parts)
    return tuple(replace(part, at=end - part.size) for part, end in zip(parts, ends, strict=True))


def register() -> None:
    """Make every edition that is known by now known to OpenSpiel; those that it knows already stay."""
    metaclass: Any = type(PerronGame)
    for name in names():
        if name_of(name) not in pyspiel.registered_names():
            # OpenSpiel lets go of it when Python is gone: that is no harm to a class, and fatal to a function.
            made = metaclass(f"PerronGame_{name}", (PerronGame,), {"edition": name, "__module__": __name__})
            pyspiel.register_game(_type_of(load(name)), made)


register()
