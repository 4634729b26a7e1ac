"""Many games in one array, a step of each at a time: with compiled bots, with any bots, or without."""

from perron.engine.compiled import Array, Int, kernel
from perron.env.opponents import deal_against, step_against, take_seat
from perron.env.stepping import (
    DEALT,
    REFUSED,
    WAITING,
    act,
    choose_allowed,
    deal_game,
    deal_wanted,
    settle,
    show,
    step_one,
)

DEAL, ACT, SETTLE, SHOW = 0, 1, 2, 3
"""Parts of a step, between which bots of any kind play."""

# `games` are tables, numbering, states, episodes, workspaces, a tape, and the rows and masks to write into. `bots` are
# bots by seat, memories and the planner's weights. Where there are none, it is None: Numba leaves out then what only
# bots need, of which the planner takes long to compile.


@kernel
def deal_games(first: Int, last: Int, games: Array, bots: Array) -> None:
    """Deal those of the games first to last - 1 that are wanted, and show them."""
    tables, numbering, states, episodes, workspaces, tape, rows, masks = games
    t, nb, workspace = tables[0], numbering[0], workspaces[0]
    for i in range(first, last):
        s, e = states[i], episodes[i]
        if bots is None:
            dealt = deal_wanted(t, s, e, workspace, tape)
        else:
            dealt = deal_against(t, s, e, workspace, tape, bots[0], bots[1][0], bots[2])
        if dealt:
            show(t, nb, s, e, workspace, rows[i], masks[i])


@kernel
def step_games(first: Int, last: Int, games: Array, bots: Array, finals: Array, actions: Array) -> None:
    """Let the seat to move of every game first to last - 1 play the action given, and show the games."""
    tables, numbering, states, episodes, workspaces, tape, rows, masks = games
    t, nb, workspace = tables[0], numbering[0], workspaces[0]
    for i in range(first, last):
        s, e, final = states[i], episodes[i], finals[min(i, finals.shape[0] - 1)]
        if bots is None:
            done = step_one(t, nb, s, e, workspace, tape, final, actions[i])
        else:
            done = step_against(t, nb, s, e, workspace, tape, final, actions[i], bots[0], bots[1][0], bots[2])
        if done:
            show(t, nb, s, e, workspace, rows[i], masks[i])


@kernel
def part_of_step(
    first: Int, last: Int, games: Array, part: Int, finals: Array, actions: Array, came: Array, theirs: Array
) -> None:
    """A part of `opponents.deal_against` or of `step_against`, but for what the bots do.

    `came` says what came of the actions, `theirs` in which games bots play before the next part.
    """
    tables, numbering, states, episodes, workspaces, tape, rows, masks = games
    t, nb, workspace = tables[0], numbering[0], workspaces[0]
    for i in range(first, last):
        s, e, final = states[i], episodes[i], finals[min(i, finals.shape[0] - 1)]
        if part == SHOW:
            if came[i] != WAITING:
                show(t, nb, s, e, workspace, rows[i], masks[i])
            continue
        theirs[i] = False
        if part == DEAL:
            theirs[i] = deal_wanted(t, s, e, workspace, tape)
            came[i] = DEALT if theirs[i] else WAITING
        elif part == ACT:
            came[i] = act(t, nb, s, e, workspace, actions[i], tape)
            theirs[i] = came[i] != WAITING and came[i] != REFUSED
            if came[i] == DEALT:
                deal_game(t, s, e, workspace, tape)
        elif came[i] != WAITING and came[i] != DEALT:
            theirs[i] = settle(t, s, e, workspace, tape, final)
        if theirs[i] and (part == SETTLE or came[i] == DEALT):
            take_seat(s, e, workspace)


@kernel
def choose_randomly(first: Int, last: Int, masks: Array, start: Int, rng: Array, out: Array) -> None:
    """`choose_allowed` for the games first to last - 1."""
    for i in range(first, last):
        out[i] = choose_allowed(masks[i], i, start, rng)
