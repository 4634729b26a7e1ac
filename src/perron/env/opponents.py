"""A step of a game of one learner against compiled bots. Each bot sees what its seat knows, no more."""

from perron.bots.matches import choose_built_in
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.rng import cheap_seed
from perron.engine.state import OVER
from perron.env.stepping import DEALT, REFUSED, WAITING, act, deal_game, deal_wanted, settle


@kernel
def take_seat(s: Record, e: Record, workspace: Record) -> None:
    """A new game: which seat is the learner's, and the bots' chance."""
    e.seat = workspace.learner if workspace.learner >= 0 else e.number % workspace.seats
    e.chance[0] = cheap_seed(s.key)


@kernel
def _others_play(
    t: Record, s: Record, e: Record, workspace: Record, tape: Array, bots: Array, m: Record, weights: Array
) -> None:
    """The bots, in the order of play after the learner, play until it is its decision, or the game is over."""
    while s.phase != OVER and s.to_move != e.seat:
        q = s.to_move
        look(t, s, q, workspace.knowledge)
        bot = bots[(q - e.seat + workspace.seats) % workspace.seats - 1]
        row = workspace.sheet.borrowed[0]
        a = choose_built_in(t, workspace.knowledge, bot, m, weights, workspace.work, row, e.chance)
        apply(t, s, a, tape)


@kernel
def deal_against(
    t: Record, s: Record, e: Record, workspace: Record, tape: Array, bots: Array, m: Record, weights: Array
) -> Int:
    """`stepping.deal_wanted` for a learner: bots that begin have played. `m` is a memory, and scratch."""
    if not deal_wanted(t, s, e, workspace, tape):
        return False
    take_seat(s, e, workspace)
    _others_play(t, s, e, workspace, tape, bots, m, weights)
    return True


@kernel
def step_against(
    t: Record,
    nb: Record,
    s: Record,
    e: Record,
    workspace: Record,
    tape: Array,
    final: Array,
    number: Int,
    bots: Array,
    m: Record,
    weights: Array,
) -> Int:
    """`stepping.step_one` for a learner: a step but for what it shows; false if the game waits for the caller."""
    done = act(t, nb, s, e, workspace, number, tape)
    if done == WAITING:
        return False
    if done == DEALT:
        deal_game(t, s, e, workspace, tape)
        take_seat(s, e, workspace)
    if done != REFUSED:
        _others_play(t, s, e, workspace, tape, bots, m, weights)
    if done != DEALT and settle(t, s, e, workspace, tape, final):
        take_seat(s, e, workspace)
        _others_play(t, s, e, workspace, tape, bots, m, weights)
    return True
