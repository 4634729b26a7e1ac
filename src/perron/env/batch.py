"""Many games in one array, a step of each at a time, with compiled bots or without."""

from perron.engine.compiled import Array, Int, kernel
from perron.env.opponents import deal_against, step_against
from perron.env.stepping import choose_allowed, deal_wanted, show, step_one

# `games` are tables, numbering, states, episodes, rooms, a tape, and the rows and masks to write into. `bots` are bots
# by seat, minds and the planner's constants. Where there are none, it is None: Numba leaves out then what only bots
# need, of which the planner takes long to compile.


@kernel
def deal_games(first: Int, last: Int, games: Array, bots: Array) -> None:
    """Deal those of the games first to last - 1 that are wanted, and show them."""
    tables, numbering, states, episodes, rooms, tape, rows, masks = games
    t, nb, room = tables[0], numbering[0], rooms[0]
    for i in range(first, last):
        s, e = states[i], episodes[i]
        if bots is None:
            dealt = deal_wanted(t, s, e, room, tape)
        else:
            dealt = deal_against(t, s, e, room, tape, bots[0], bots[1][0], bots[2])
        if dealt:
            show(t, nb, s, e, room, rows[i], masks[i])


@kernel
def step_games(first: Int, last: Int, games: Array, bots: Array, finals: Array, actions: Array) -> None:
    """Let the seat to move of every game first to last - 1 play the action given, and show the games."""
    tables, numbering, states, episodes, rooms, tape, rows, masks = games
    t, nb, room = tables[0], numbering[0], rooms[0]
    for i in range(first, last):
        s, e, final = states[i], episodes[i], finals[min(i, finals.shape[0] - 1)]
        if bots is None:
            done = step_one(t, nb, s, e, room, tape, final, actions[i])
        else:
            done = step_against(t, nb, s, e, room, tape, final, actions[i], bots[0], bots[1][0], bots[2])
        if done:
            show(t, nb, s, e, room, rows[i], masks[i])


@kernel
def choose_randomly(first: Int, last: Int, masks: Array, start: Int, rng: Array, out: Array) -> None:
    """`choose_allowed` for the games first to last - 1."""
    for i in range(first, last):
        out[i] = choose_allowed(masks[i], i, start, rng)
