"""Many games of one learner against compiled bots. Each bot sees its sight, no more."""

from perron.bots.matches import choose_built_in
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.rng import cheap_seed
from perron.engine.sight import look
from perron.engine.state import OVER
from perron.env.stepping import DEALT, REFUSED, WAITING, act, deal_anew, deal_wanted, settle, show


@kernel
def _take_seat(s: Record, e: Record, room: Record) -> None:
    """A new game: which seat is the learner's, and the bots' chance."""
    e.seat = room.learner if room.learner >= 0 else e.number % room.seats
    e.chance[0] = cheap_seed(s.key)


@kernel
def _others_play(
    t: Record, s: Record, e: Record, room: Record, tape: Array, bots: Array, m: Record, weights: Array
) -> None:
    """The bots play until it is the learner's decision, or the game is over."""
    while s.phase != OVER and s.to_move != e.seat:
        q = s.to_move
        look(t, s, q, room.sight)
        row = room.sheet.borrowed[0]
        a = choose_built_in(t, room.sight, bots[q], m, weights, room.work, row, e.chance)
        apply(t, s, a, tape)


@kernel
def deal_one(t: Record, s: Record, e: Record, room: Record, tape: Array, bots: Array, m: Record, weights: Array) -> Int:
    """Deal a game if that is wanted, and let bots that begin play; whether it was dealt."""
    if not deal_wanted(t, s, e, room, tape):
        return False
    _take_seat(s, e, room)
    _others_play(t, s, e, room, tape, bots, m, weights)
    return True


@kernel
def step_one(
    t: Record,
    nb: Record,
    s: Record,
    e: Record,
    room: Record,
    tape: Array,
    final: Array,
    number: Int,
    bots: Array,
    m: Record,
    weights: Array,
) -> Int:
    """A step of a game but for what it shows; false if the game waits for the caller."""
    done = act(t, nb, s, e, room, number, tape)
    if done == WAITING:
        return False
    if done == DEALT:
        deal_anew(t, s, e, room, tape)
        _take_seat(s, e, room)
    if done != REFUSED:
        _others_play(t, s, e, room, tape, bots, m, weights)
    if done != DEALT and settle(t, s, e, room, tape, final):
        _take_seat(s, e, room)
        _others_play(t, s, e, room, tape, bots, m, weights)
    return True


@kernel
def deal_against(
    first: Int,
    last: Int,
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    rooms: Array,
    tape: Array,
    rows: Array,
    masks: Array,
    bots: Array,
    minds: Array,
    weights: Array,
) -> None:
    """`deal_games` for a learner; bots by seat, a mind, and the planner's constants."""
    t, nb, room = tables[0], numbering[0], rooms[0]
    for i in range(first, last):
        s, e = states[i], episodes[i]
        if deal_one(t, s, e, room, tape, bots, minds[0], weights):
            show(t, nb, s, e, room, rows[i], masks[i])


@kernel
def step_against(
    first: Int,
    last: Int,
    tables: Array,
    numbering: Array,
    states: Array,
    episodes: Array,
    rooms: Array,
    tape: Array,
    rows: Array,
    masks: Array,
    finals: Array,
    actions: Array,
    bots: Array,
    minds: Array,
    weights: Array,
) -> None:
    """`step_games` for a learner."""
    t, nb, room = tables[0], numbering[0], rooms[0]
    for i in range(first, last):
        s, e = states[i], episodes[i]
        final = finals[min(i, finals.shape[0] - 1)]
        if step_one(t, nb, s, e, room, tape, final, actions[i], bots, minds[0], weights):
            show(t, nb, s, e, room, rows[i], masks[i])
