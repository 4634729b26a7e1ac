"""A step of a game, in compiled code: of one of many in an array. What a thread needs is passed in: its workspace."""

import numpy as np

from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import KNOWLEDGE
from perron.engine.rng import cheap_below, game_key
from perron.engine.scoring import score
from perron.engine.setup import setup
from perron.engine.sizes import SEATS
from perron.engine.state import OVER, SCRATCH, SHEET
from perron.env.kernels import action_of, write_mask
from perron.env.observing import observe
from perron.env.rewards import write_lead, write_rewards

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When a new game is dealt in place of one that is over: in the next step, in the same step, or on request."""

REFUSED, PLAYED, ENDED, DEALT, WAITING = 0, 1, 2, 3, 4
"""What came of an action."""

_PART = 128
"""Bytes of a mask that are counted together."""

EPISODE = np.dtype(
    [
        ("number", "i8"),  # of the game, among those that the root key stands for
        ("chance", "u8", (1,)),  # of bots
        ("units", "i4", (SEATS,)),  # rewards of the last step
        ("lead", "i4", (SEATS,)),  # on the board, where rewards are shaped
        ("shaped", "i4", (SEATS,)),  # by how much that grew in the last step
        ("refused", "i4"),  # illegal actions in this game
        ("seat", "i1"),  # to which the game is shown and whose action is asked for
        ("acted", "i1"),  # the seat that acted last
        ("over", "?"),
        ("cut", "?"),  # short: too many illegal actions
        ("illegal", "?"),  # the last action
        ("wanted", "?"),  # to be dealt
        ("spare", "i1", (6,)),
    ],
    align=True,
)
"""What there is to say of a game beside its state."""

WORKSPACE = np.dtype(
    [
        ("knowledge", KNOWLEDGE),
        ("sheet", SHEET),
        ("work", SCRATCH),
        ("root", "u4", (8,)),  # the key that the keys of all games come from
        ("key", "u4", (8,)),
        ("block", "u4", (16,)),
        ("reward", "i8"),  # WIN, RANK or SCORE
        ("shaping", "i8"),  # 1: rewards are shaped
        ("limit", "i8"),  # illegal actions until a game is cut short; 0: never
        ("what", "i8"),  # PLAIN, DERIVED or PERFECT observations
        ("autoreset", "i8"),
        ("seats", "i8"),
        ("stride", "i8"),  # by how much a game's number grows when it is dealt again
        ("learner", "i8"),  # the learner's seat; -1: one after the other
    ],
    align=True,
)
"""What one thread works in, and the environment's settings."""


@kernel
def play_number(t: Record, nb: Record, s: Record, number: Int, tape: Array) -> Int:
    """Play an action by its number: REFUSED and nothing has changed, PLAYED, or ENDED with the game over."""
    a = action_of(t, nb, s, number)
    if a < 0:
        return REFUSED
    apply(t, s, a, tape)
    return ENDED if s.phase == OVER else PLAYED


@kernel
def set_up(t: Record, s: Record, number: Int, workspace: Record, space: Record, tape: Array) -> None:
    """The state of a game at its beginning, by its number. Of `space`, a workspace too, only scratch is used."""
    game_key(workspace.root, number, space.key, space.block)
    setup(t, s, workspace.seats, space.key, tape)


@kernel
def clear_counts(e: Record, workspace: Record) -> None:
    """What is counted over a game begins at 0."""
    e.refused = 0
    for q in range(workspace.seats):
        e.lead[q] = 0


@kernel
def deal_game(t: Record, s: Record, e: Record, workspace: Record, tape: Array) -> None:
    """Deal a game by its number."""
    set_up(t, s, e.number, workspace, workspace, tape)
    clear_counts(e, workspace)


@kernel
def deal_wanted(t: Record, s: Record, e: Record, workspace: Record, tape: Array) -> Int:
    """Deal a game if that is wanted; whether it was."""
    if not e.wanted:
        return False
    e.wanted = False
    e.over = False
    e.cut = False
    deal_game(t, s, e, workspace, tape)
    e.seat = s.to_move
    return True


@kernel
def act(t: Record, nb: Record, s: Record, e: Record, workspace: Record, number: Int, tape: Array) -> Int:
    """The seat to move plays an action; a game that was over is dealt again instead (DEALT), if the settings say so."""
    waits = (e.over or e.cut) and workspace.autoreset != SAME_STEP
    e.illegal = False
    for q in range(workspace.seats):
        e.units[q] = 0
        e.shaped[q] = 0
    e.acted = s.to_move
    if waits and workspace.autoreset == DISABLED:
        return WAITING
    e.over = False
    e.cut = False
    if waits:
        e.number += workspace.stride
        return DEALT
    done = play_number(t, nb, s, number, tape)
    if done == REFUSED:
        e.illegal = True
        e.refused += 1
        e.cut = workspace.limit > 0 and e.refused >= workspace.limit
    return done


@kernel
def shape(t: Record, s: Record, e: Record) -> None:
    """By how much every seat's lead has grown since the last step; at the end all of it is taken back."""
    for q in range(s.seats):
        e.shaped[q] = -e.lead[q]
        e.lead[q] = 0
    if s.phase != OVER:
        write_lead(t, s, e.lead)
        for q in range(s.seats):
            e.shaped[q] += e.lead[q]


@kernel
def reward(t: Record, s: Record, e: Record, workspace: Record, space: Record) -> None:
    """What the actions since the last step bring. `space` is a workspace too, of which only scratch is used."""
    if s.phase == OVER:
        e.over = True
        score(t, s, space.sheet, space.work)
        write_rewards(s, space.sheet, workspace.reward, e.units)
    if workspace.shaping:
        shape(t, s, e)


@kernel
def settle(t: Record, s: Record, e: Record, workspace: Record, tape: Array, final: Array) -> Int:
    """What the actions since the last step bring; whether the game was dealt again at once."""
    reward(t, s, e, workspace, workspace)
    if not (e.over or e.cut) or workspace.autoreset != SAME_STEP:
        return False
    observe(t, s, e.acted, workspace.what, workspace.knowledge, final)
    e.number += workspace.stride
    deal_game(t, s, e, workspace, tape)
    return True


@kernel
def show(t: Record, nb: Record, s: Record, e: Record, workspace: Record, row: Array, mask: Array) -> None:
    """The observation and the legal actions of the seat that a game is shown to."""
    observe(t, s, e.seat, workspace.what, workspace.knowledge, row)
    write_mask(t, nb, s, mask)


@kernel
def step_one(
    t: Record, nb: Record, s: Record, e: Record, workspace: Record, tape: Array, final: Array, number: Int
) -> Int:
    """A step of a game but for what it shows; false if the game waits for the caller."""
    done = act(t, nb, s, e, workspace, number, tape)
    if done == WAITING:
        return False
    if done == DEALT:
        deal_game(t, s, e, workspace, tape)
    else:
        settle(t, s, e, workspace, tape, final)
    e.seat = s.to_move if s.phase != OVER else e.acted
    return True


@kernel
def _allowed(part: Array) -> Int:
    """How many actions a part of a mask allows."""
    n = np.int16(0)  # small numbers are added up many at a time
    for j in range(part.size):
        n = np.int16(n + part[j])
    return np.int64(n)


@kernel
def choose_allowed(row: Array, game: Int, start: Int, rng: Array) -> Int:
    """A uniform choice of the actions that a row of a mask allows; 0 if there is none. `rng` is scratch."""
    n = np.int64(0)
    for first in range(0, row.size, _PART):
        n += _allowed(row[first : first + _PART])
    k = np.int64(0)
    if n > 0:
        rng[0] = start + np.uint64(game) * np.uint64(0xD1342543DE82EF95)
        left = cheap_below(rng, n)
        there = _allowed(row[:_PART])
        while left >= there:
            left -= there
            k += _PART
            there = _allowed(row[k : k + _PART])
        while row[k] == 0 or left > 0:
            left -= row[k]
            k += 1
    return k
