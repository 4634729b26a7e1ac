"""Every seat's chance to win a game in full sight of its state, in compiled code: what luck is measured with.

Nothing here reads the order of a pile, or the stream that chance comes from. A game that is over is judged by its score
sheet.
"""

import numpy as np

from perron.bots.plan import PLAIN_TICKET, plan_now
from perron.engine.actions import ONE
from perron.engine.apply import apply
from perron.engine.compiled import Array, Int, Record, kernel
from perron.engine.knowledge import look
from perron.engine.lines import TICKETS, TICKETS_LOST, TICKETS_WON
from perron.engine.scoring import score
from perron.engine.shares import write_shares
from perron.engine.sizes import KINDS
from perron.engine.state import OVER, TUNNEL_ANSWER
from perron.engine.tunnels import nth_answer
from perron.learned.opinion import judge_known


@kernel
def _answers_without_chance(t: Record, s: Record) -> Int:
    """Whether a tunnel waits for an answer after which neither a card nor a ticket would be turned up."""
    full = s.display_size == t.display and (t.display == 0 or s.display_wilds < t.reset_at)
    return s.phase == TUNNEL_ANSWER and full and not t.swap_tickets


@kernel
def _answer_tunnel(t: Record, states: Array, tape: Array) -> None:
    """In the copy at [1] of the game at [0], pay what a tunnel asks for if that can be paid.

    A network judges the game while a tunnel waits for its answer far less well than before and after that.
    """
    states[1] = states[0]
    if _answers_without_chance(t, states[1]):
        apply(t, states[1], nth_answer(t, states[1], ONE, 0), tape)


@kernel
def judge_by_network(
    tables: Array,
    states: Array,
    viewers: Array,
    room: Array,
    tape: Array,
    brain: Array,
    w: Array,
    scratch: Array,
    out: Array,
) -> None:
    """The mean of what a network thinks as each viewer sees the game, for every game.

    `room` is two states; `scratch` are knowledge, memories, work and sheets, an array of one each.
    """
    knowledge, memories, work, sheets = scratch
    t, v, sheet = tables[0], knowledge[0], sheets[0]
    for i in range(states.size):
        room[0] = states[i]
        _answer_tunnel(t, room, tape)
        s = room[1]
        if s.phase == OVER:
            score(t, s, sheet, work[0])
            write_shares(sheet, s.seats, out[i])
            continue
        total = 0.0
        for q in range(s.seats):
            out[i, q] = 0.0
        for k in range(viewers.size):
            look(t, s, viewers[k], v)
            judge_known(t, v, brain, w, memories[0], work[0], sheet.borrowed[0])
            for q in range(s.seats):
                out[i, q] += brain[2][6][q]
                total += brain[2][6][q]
        for q in range(s.seats):
            out[i, q] /= total


@kernel
def _worth(t: Record, s: Record, q: Int, sheet: Record, m: Record, w: Array) -> float:
    """What a seat would have if the game ended now and the tickets that it plans for were completed, and its cards."""
    total = float(sheet.total[q])
    plan_now(t, s, q, m, w)
    for i in range(m.wanted_count):
        points = np.int64(t.ticket_points[m.wanted[i]])
        total += points * (t.line_points[TICKETS_WON] + t.line_points[TICKETS_LOST]) + t.line_points[TICKETS]
    cards = -np.int64(m.missing)
    for k in range(KINDS):
        cards += s.hand[q, k]
    return total + cards * (1.0 if t.has_points else 1.0 / PLAIN_TICKET)


@kernel
def judge_by_lead(tables: Array, states: Array, scale: float, w: Array, scratch: Array, out: Array) -> None:
    """A logistic function of the lead, for every game.

    `scratch` are memories, work and sheets, an array of one each.
    """
    memories, work, sheets = scratch
    t, sheet = tables[0], sheets[0]
    for i in range(states.size):
        s = states[i]
        score(t, s, sheet, work[0])
        write_shares(sheet, s.seats, out[i])
        if s.phase == OVER:
            continue
        most = -1e9
        for q in range(s.seats):
            out[i, q] = _worth(t, s, q, sheet, memories[0], w) / scale
            most = max(most, out[i, q])
        total = 0.0
        for q in range(s.seats):
            out[i, q] = np.exp(out[i, q] - most)
            total += out[i, q]
        for q in range(s.seats):
            out[i, q] /= total
