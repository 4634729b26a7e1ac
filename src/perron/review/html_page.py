"""The review as one page: the chances over the game, what they are made of, and better moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from perron.plots.curves import STYLE, Place, curve_plot, legend
from perron.plots.html_page import card, document, table_cells
from perron.plots.svg import WIDTH, Scale, line, svg, text, ticks
from perron.review.report import Moment
from perron.review.text import PARTS, Passage, Telling, adding_up, counts_as_mistake, is_mistake, kept_together, percent

_ROW = 27
_EXTRA = """
.hit { fill: transparent; } .hit:hover { fill: var(--soft); opacity: .25; }
.mark { stroke: var(--card); stroke-width: 1; vector-effect: non-scaling-stroke; }
.luck-mark { fill: var(--accent); } .mistake-mark { fill: var(--warm); } .blunder-mark { fill: var(--text); }
.sample .mark { stroke: none; } .shape { width: 14px; }
.gain { fill: var(--accent); } .loss { fill: var(--warm); } .whole { fill: var(--pale); }
.cards { margin: 16px 0; } section.wide { margin: 16px 0; }
a { color: var(--accent); }
details { margin-top: 10px; } summary { cursor: pointer; color: var(--soft); min-height: 1.8em; }
.steps :is(th, td):last-child { text-align: left; white-space: normal; min-width: 14em; }
.steps tbody th { font-weight: 400; }
.plain { margin-top: 12px; } .plain td, .plain th { padding: 3px 0; }
.plain tbody th { text-align: left; font-weight: 400; }
article { border-top: 1px solid var(--line); padding: 12px 0 4px; } article:target { background: var(--page); }
article h3 { font-size: 1rem; margin: 0 0 4px; } article p { margin: 0 0 6px; }
.verdict:has(+ .better) { font-weight: 600; } .plan { color: var(--soft); }
@media (max-width: 560px) { .mark { transform: scale(1.7); transform-box: fill-box; transform-origin: center; }
  .sample .mark { transform: none; } }
"""


def review_page(telling: Telling) -> str:
    """The page; it needs nothing from elsewhere."""
    seats = range(telling.review.seats)
    stand_ins = "".join(f"<p>{escape(words)}</p>\n" for words in telling.stand_ins())
    body = (
        f'<h1>{escape(telling.heading)}</h1>\n<p class="soft">{escape(telling.facts)}.</p>\n{stand_ins}'
        + _graph(telling)
        + f'<div class="cards">\n{"".join(_seat(telling, seat) for seat in seats)}</div>\n'
        + _deciding(telling)
        + "".join(_mistakes(telling, seat) for seat in seats)
        + '<p class="note">Start and parts add up to the result. Luck: what chance brought. Skill: what the moves were '
        "worth, as far as those who moved could know. Hidden luck: what came of moves because of cards that they could "
        "not know. Leftover: error of the estimates.</p>\n"
    )
    return document(telling.heading, body, STYLE + _EXTRA)


# the chances over the game


def _graph(telling: Telling) -> str:
    moments = telling.review.moments
    last = max(1, len(moments) - 1)
    curves = [[(i, one.chances[seat]) for i, one in enumerate(moments)] for seat in range(telling.review.seats)]

    def more(x_at: Place, y_at: Place) -> Iterator[str]:
        yield from _marks(telling, x_at, y_at)
        half = (x_at(1) - x_at(0)) / 2
        top, high = y_at(1), y_at(0) - y_at(1)
        for i, one in enumerate(moments):
            x, width = max(x_at(0), x_at(i) - half), 2 * half if 0 < i < last else half
            said = f"<title>{escape(telling.title(i))}: {_chances(one)}</title>"
            yield f'<rect class="hit" x="{x:.2f}" y="{top:.1f}" width="{width:.2f}" height="{high:.1f}">{said}</rect>'

    up = [k / 4 for k in range(5)]
    plot = curve_plot(
        "Every seat's chance to win, after each action. The values are in the table below.",
        curves,
        ticks(0, last),
        up,
        "actions",
        end=last,
        form="{:.0%}",
        height=340,
        dots=False,
        more=more,
    )
    names = [f"P{seat}" for seat in range(telling.review.seats)]
    kinds = (("luck", "a strike of luck"), ("mistake", "a mistake"), ("blunder", "a blunder"))
    marks = "".join(
        f'<span class="named"><svg class="sample shape" viewBox="0 0 14 12" aria-hidden="true">'
        f"{_shape(kind, 7, 6)}</svg> {words}</span> "
        for kind, words in kinds
    )
    return card("Chances to win", legend(names) + marks, plot + _table(telling), "wide")


def _chances(moment: Moment) -> str:
    return ", ".join(f"P{seat} {percent(one)}" for seat, one in enumerate(moment.chances))


def _marks(telling: Telling, x_at: Place, y_at: Place) -> Iterator[str]:
    """Where luck struck, on the curve of whom it struck most; and mistakes, on the curve of who moved."""
    moments = telling.review.moments
    for i in telling.review.strikes:
        luck = moments[i].luck
        seat = max(range(len(luck)), key=lambda seat: abs(luck[seat]))
        yield _shape("luck", x_at(i), y_at(moments[i].chances[seat]))
    for i, one in enumerate(moments):
        judgement = one.judgement
        if (
            one.seat is not None
            and judgement is not None
            and counts_as_mistake(judgement)
            and judgement.size != "inaccurate"
        ):
            yield _shape(judgement.size, x_at(i), y_at(one.chances[one.seat]))


def _shape(kind: str, x: float, y: float) -> str:
    """A diamond for luck, a triangle for a mistake, a square for a blunder."""
    shapes = {"luck": "m0-5.5 5.5 5.5-5.5 5.5-5.5-5.5z", "mistake": "m0-5 5.5 9.5h-11z", "blunder": "m-4.5-4.5h9v9h-9z"}
    return f'<path class="mark {kind}-mark" d="M{x:.1f} {y:.1f}{shapes[kind]}"/>'


def _table(telling: Telling) -> str:
    """All values, for those who cannot see or point at the plot."""
    heads = ("action", *(f"P{seat}" for seat in range(telling.review.seats)), "what was done")
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    rows = "".join(
        f'<tr><th scope="row">{_linked(telling, i)}</th>{table_cells("td", map(percent, one.chances))}'
        f"<td>{escape(telling.steps[i].words)}</td></tr>"
        for i, one in enumerate(telling.review.moments)
    )
    table = f'<table class="steps"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f"<details><summary>The values as a table</summary>{_scrolling(table)}</details>"


def _linked(telling: Telling, step: int) -> str:
    """The number of a step, which leads to what is told of it below."""
    if is_mistake(telling.review.moments[step].judgement):
        return f'<a href="#step-{step}">{step}</a>'
    return f'<a href="#moment-{step}">{step}</a>' if step in telling.review.deciding else str(step)


def _scrolling(table: str) -> str:
    """A table that may be wider than the page; keys scroll it too."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Values">{table}</div>'


# seats


def _seat(telling: Telling, seat: int) -> str:
    summary = telling.review.summaries[seat]
    note = f"{percent(summary.start)} at the start, {percent(summary.result)} in the end."
    rows = "".join(f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' for name, value in telling.decisions(seat))
    return card(f"P{seat}", note, f'{_sum_plot(telling, seat)}<table class="plain"><tbody>{rows}</tbody></table>')


def _sum_plot(telling: Telling, seat: int) -> str:
    """From the start to the result, each part where the one before it ended."""
    summary, sums = telling.review.summaries[seat], telling.sums(seat)
    steps = [("start", 0.0, summary.start, "whole")]
    at = summary.start
    for name, part in zip(PARTS, adding_up(summary), strict=True):
        steps.append((name, at, at + part, "gain" if part >= 0 else "loss"))
        at += part
    steps.append(("result", 0.0, summary.result, "whole"))
    ends = [end for _, *both, _ in steps for end in both]
    scale = Scale(ticks(min(ends), max(1.0, *ends), 4), [name for name, *_ in steps])
    bottom = 8 + _ROW * len(steps)
    body = scale.grid(bottom, "{:.0%}")
    for i, ((name, begin, end, kind), (_, value)) in enumerate(zip(steps, sums, strict=True)):
        y = 8 + _ROW * i
        low, high = sorted((scale(begin), scale(end)))
        width = max(1.5, high - low)
        body.append(text(scale.label, y + 18, name, "name", "end"))
        body.append(f'<rect class="{kind}" x="{low:.1f}" y="{y + 4}" width="{width:.1f}" height="{_ROW - 8}"/>')
        if i + 1 < len(steps):
            body.append(line(scale(end), y + _ROW - 4, scale(end), y + _ROW + 4, "base"))
        body.append(text(WIDTH - 2, y + 18, value, "value", "end"))
    said = ", ".join(f"{name} {value}" for name, value in sums)
    return svg(bottom + 24, body, f"P{seat}: {said}")


# words


def _deciding(telling: Telling) -> str:
    passages = (_passage(telling.passage(step), f"moment-{step}") for step in telling.review.deciding)
    told = "".join(passages) or "<p>None.</p>"
    return card("What decided the game", "The largest first.", told, "wide")


def _mistakes(telling: Telling, seat: int) -> str:
    passages = [_passage(telling.passage(step), f"step-{step}") for step in telling.mistakes(seat)]
    note = "Decisions that lost more than chance explains, each with a better move, as far as the seat could know."
    return card(
        f"What P{seat} could have done better",
        note,
        "".join(passages) or "<p>Nothing that chance does not explain.</p>",
        "wide",
    )


def _passage(passage: Passage, ident: str) -> str:
    changes = "".join(f'<span class="named">{escape(one)}</span> ' for one in passage.changes)
    parts: Iterable[str] = (
        f"<h3>{escape(passage.title)}</h3>",
        f"<p>{changes}</p>",
        *(f'<p class="soft">{escape(kept_together(cause))}</p>' for cause in passage.causes),
        f'<p class="verdict">{escape(kept_together(passage.verdict))}</p>' if passage.verdict else "",
        f'<p class="better">Better: {escape(passage.better)}.</p>' if passage.better else "",
        f'<p class="plan">{escape(passage.plan)}</p>' if passage.plan else "",
    )
    return f'<article id="{ident}">{"".join(parts)}</article>\n'
