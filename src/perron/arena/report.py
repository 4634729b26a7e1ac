"""The report: one HTML page with everything in it, readable offline, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from perron.arena import plots
from perron.arena.bootstrap import Interval
from perron.arena.run import Run
from perron.arena.standing import BotStanding
from perron.outcome import REASON_TEXTS

_STYLE = """
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b2430; --soft: #5b6675; --line: #dfe3e8;
  --accent: #1f6feb; --pale: #b9c3cf; --warm: #c2410c; }
@media (prefers-color-scheme: dark) { :root { --page: #12161c; --card: #1a2029; --text: #e6eaf0; --soft: #9aa5b4;
  --line: #2c3542; --accent: #6aa6ff; --pale: #4a5667; --warm: #ff9a5c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 48px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 1.05rem; margin: 0 0 2px; }
p { margin: 0 0 12px; } .soft, .note { color: var(--soft); } .note { font-size: .875rem; margin-bottom: 12px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 16px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px; }
section { min-width: 0; }
section.wide { margin: 20px 0 16px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th { font-weight: 600; color: var(--soft); font-size: .8125rem; text-align: right; vertical-align: bottom; }
th, td { padding: 7px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td small, th small { color: var(--soft); display: block; }
tbody th small { font-weight: 400; font-size: .8125rem; }
tbody th { color: var(--text); font-size: .9375rem; } tbody > * > * { vertical-align: top; }
.scroll th:first-child { position: sticky; left: 0; background: var(--card); }
.matrix td, .matrix thead th { text-align: center; }
.matrix td { border: 2px solid var(--card); border-radius: 4px; }
.words td, .facts td:first-child { white-space: normal; text-align: left; }
.words td { min-width: 11em; overflow-wrap: anywhere; }
svg { display: block; width: 100%; max-width: 560px; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--text); } svg .axis { fill: var(--soft); font-size: 12px; } svg .value { font-weight: 600; }
.grid { stroke: var(--line); } .base { stroke: var(--pale); } .fair { stroke: var(--soft); stroke-dasharray: 4 4; }
.whisker { stroke: var(--accent); stroke-width: 2; }
.dot, .bar, .completed { fill: var(--accent); } .bar { opacity: .75; }
.missed { fill: var(--pale); } .mean { stroke: var(--warm); stroke-width: 2; }
.course { fill: none; stroke: var(--accent); stroke-width: 2; }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .35em; }
.key.completed::before { background: var(--accent); } .key.missed::before { background: var(--pale); }
.key { margin-right: 1em; }
@media (max-width: 560px) { main { padding: 18px 12px 32px; } section { padding: 14px 12px; } h1 { font-size: 1.4rem; }
  th, td { padding: 6px 7px; } }
"""


def report_page(run: Run) -> str:
    """The whole page."""
    plan, standing = run.plan, run.standing
    ranked = standing.ranked
    title = f"Arena: {plan.edition.title['en']}, {plan.seats} seats"
    clock = "the bots' own budgets" if plan.move_time is None else f"{plan.move_time:g} s a decision"
    facts = f"{standing.games:,} games on {standing.deals:,} deals, seed {plan.seed}, {clock}"
    cards = [
        _card("Ratings", "Elo scale, 0 on average; lines are 95 % intervals.", plots.rating_plot(ranked)),
        _card(
            "Win rates",
            "A shared win counts in part; the dashed line is an even share.",
            plots.win_rate_plot(ranked, 1 / plan.seats),
        ),
        _card(
            "Scores",
            "Points at the end; the mark is the mean." if plan.edition.points else "Tickets completed, with the bonus.",
            plots.score_plot(ranked),
        ),
        _card(
            "Tickets",
            '<span class="key completed">completed</span><span class="key missed">missed</span> a game; '
            "share completed on the right",
            plots.ticket_plot(ranked),
        ),
        _card("Who finishes ahead of whom", "Row against column, ties counting half.", _matrix(run)),
        _card("Seats and ends", f"{standing.turns:.1f} turns a game on average.", _seats_and_ends(run)),
    ]
    if run.test is not None and run.llrs:
        cards.insert(0, _test(run))
    forfeits = _forfeits(run) if standing.first_forfeits else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f'<p class="soft">{escape(facts)}.</p>\n'
        f'<section class="wide"><h2>Standing</h2>{_table(ranked, plan.versions())}</section>\n'
        f'<div class="cards">\n{"".join(cards)}</div>\n{forfeits}'
        '<p class="note" style="margin-top:20px">Every deal is played once with the bots in each seating of its '
        "rotation. Intervals are bootstrapped over whole deals, because games of one deal are not independent.</p>\n"
        "</main>\n</body>\n</html>\n"
    )


def _card(heading: str, note: str, content: str) -> str:
    """A part of the page; `note` and `content` are HTML."""
    return f'<section><h2>{escape(heading)}</h2><p class="note">{note}</p>{content}</section>\n'


def _cells(tag: str, values: Iterable[str]) -> str:
    return "".join(f"<{tag}>{value}</{tag}>" for value in values)


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _between(interval: Interval, form: str, scale: float = 1) -> str:
    low, high = (plots.signed(form.format(scale * end)) for end in interval)
    return f"<small>{low} to {high}</small>"


def _table(bots: Iterable[BotStanding], versions: Mapping[str, str]) -> str:
    rows = []
    for bot in bots:
        success, why = bot.ticket_success, ", ".join(f"{n} {why}" for why, n in bot.forfeits.items())
        low, high = bot.rating_interval
        cells = (
            plots.elo(bot.rating) + f"<small>{plots.elo(low)} to {plots.elo(high)}</small>",
            _percent(bot.win_rate) + _between(bot.win_rate_interval, "{:.1f}", 100),
            f"{bot.wins:,.1f}<small>of {bot.games:,}</small>",
            plots.signed(f"{bot.mean_score:.1f}") + _between(bot.mean_score_interval, "{:.1f}"),
            ("–" if success is None else _percent(success)) + f"<small>{bot.tickets_completed:,} completed</small>",
            f"{1000 * bot.seconds / max(1, bot.decisions):,.2f} ms<small>{bot.decisions:,} decisions</small>",
            f"{sum(bot.forfeits.values()):,}<small>{escape(why)}</small>",
        )
        version = f"<small>version {versions.get(bot.bot, '–')}</small>"
        rows.append(f"<tr><th>{escape(bot.bot)}{version}</th>{_cells('td', cells)}</tr>")
    heads = ("bot", "rating", "win rate", "wins", "mean score", "tickets completed", "a decision", "forfeits")
    head = f"<thead><tr>{_cells('th', heads)}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _matrix(run: Run) -> str:
    standing = run.standing
    order = [standing.bots.index(bot) for bot in standing.ranked]
    names = [escape(plots.short(standing.bots[i].bot)) for i in order]
    rows = []
    for i, name in zip(order, names, strict=True):
        cells = []
        for j in order:
            share = standing.ahead[i][j]
            if share is None:
                cells.append("<td></td>")
                continue
            hue = "--accent" if share >= 0.5 else "--warm"
            depth = 6 + round(44 * abs(2 * share - 1))
            cells.append(
                f'<td style="background:color-mix(in srgb,var({hue}) {depth}%,var(--card))">{100 * share:.0f} %</td>'
            )
        rows.append(f"<tr><th>{name}</th>{''.join(cells)}</tr>")
    head = f"<thead><tr><th></th>{_cells('th', names)}</tr></thead>"
    return f'<div class="scroll"><table class="matrix">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _seats_and_ends(run: Run) -> str:
    wins = (
        f"<tr><td>Seat {seat}{' (begins)' if seat == 0 else ''} wins</td><td>{_percent(rate)}</td></tr>"
        for seat, rate in enumerate(run.standing.seat_wins)
    )
    ends = (
        f"<tr><td>End: {escape(REASON_TEXTS.get(end, end))}</td><td>{_percent(n / run.standing.games)}</td></tr>"
        for end, n in run.standing.ends.items()
    )
    return f'<table class="facts">{"".join(wins)}{"".join(ends)}</table>'


def _test(run: Run) -> str:
    test, verdict = run.test, run.verdict
    assert test is not None
    assert verdict is not None
    first, second = escape(test.first), escape(test.second)
    said = {
        "H1": f"Decided: {first} wins {_percent(test.h1)} or more.",
        "H0": f"Decided: {first} wins {_percent(test.h0)} or less.",
        None: "Not decided yet.",
    }[verdict.decision]
    note = f"{first} against {second}: H0 {_percent(test.h0)}, H1 {_percent(test.h1)}, risk {_percent(test.risk)}. "
    return _card("Sequential test", f"{note}<strong>{said}</strong>", plots.course_plot(run.llrs, test.bound))


def _forfeits(run: Run) -> str:
    rows = "".join(
        f"<tr><td>{escape(row.bots[one.seat])}, {one.why}<small>deal {row.deal}, rotation {row.rotation}, "
        f"seat {one.seat}, decision {one.decision}</small></td><td>{escape(one.words)}</td></tr>"
        for row, one in run.standing.first_forfeits
    )
    note = "A random legal action took the place of each. The first of its kind for every bot:"
    return (
        f'<section class="wide"><h2>Forfeited decisions</h2><p class="note">{note}</p>'
        f'<div class="scroll"><table class="words">{rows}</table></div></section>\n'
    )
