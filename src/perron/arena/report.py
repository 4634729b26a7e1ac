"""The report: one HTML page with everything in it, readable offline, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from perron.arena import plots
from perron.arena.bootstrap import Interval
from perron.arena.run import Run
from perron.arena.standing import BotStanding
from perron.outcome import REASON_TEXTS
from perron.plots.html_page import card, document, table_cells
from perron.plots.svg import short, signed


def report_page(run: Run) -> str:
    """The whole page."""
    plan, standing = run.plan, run.standing
    ranked = standing.ranked
    title = f"Arena: {plan.edition.title['en']}, {plan.seats} seats"
    clock = "the bots' own budgets" if plan.move_time is None else f"{plan.move_time:g} s a decision"
    facts = f"{standing.games:,} games on {standing.deals:,} deals, seed {plan.seed}, {clock}"
    cards = [
        card("Ratings", "Elo scale, 0 on average; lines are 95 % intervals.", plots.rating_plot(ranked)),
        card(
            "Win rates",
            "A shared win counts in part; the dashed line is an even share.",
            plots.win_rate_plot(ranked, 1 / plan.seats),
        ),
        card(
            "Scores",
            "Points at the end; the mark is the mean." if plan.edition.points else "Tickets completed, with the bonus.",
            plots.score_plot(ranked),
        ),
        card(
            "Tickets",
            '<span class="key completed">completed</span><span class="key missed">missed</span> a game; '
            "share completed on the right",
            plots.ticket_plot(ranked),
        ),
        card("Who finishes ahead of whom", "Row against column, ties counting half.", _matrix(run)),
        card("Seats and ends", f"{standing.turns:.1f} turns a game on average.", _seats_and_ends(run)),
    ]
    if run.test is not None and run.llrs:
        cards.insert(0, _test(run))
    forfeits = _forfeits(run) if standing.first_forfeits else ""
    body = (
        f'<h1>{escape(title)}</h1>\n<p class="soft">{escape(facts)}.</p>\n'
        f'<section class="wide"><h2>Standing</h2>{_table(ranked, plan.versions())}</section>\n'
        f'<div class="cards">\n{"".join(cards)}</div>\n{forfeits}'
        '<p class="note" style="margin-top:20px">Every deal is played once with the bots in each seating of its '
        "rotation. Intervals are bootstrapped over whole deals, because games of one deal are not independent."
        f"{_luck_words(run)}</p>\n"
    )
    return document(title, body)


def _luck_words(run: Run) -> str:
    if run.plan.luck is None:
        return ""
    return f" Luck is what chance added to a win rate after the deal, measured with: {escape(run.plan.luck)}."


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _between(interval: Interval, form: str, scale: float = 1) -> str:
    low, high = (signed(form.format(scale * end)) for end in interval)
    return f"<small>{low} to {high}</small>"


def _without_luck(bot: BotStanding) -> str:
    if bot.adjusted is None:
        return "–"
    return signed(_percent(bot.adjusted.win_rate)) + _between(bot.adjusted.interval, "{:.1f}", 100)


def _table(bots: Iterable[BotStanding], versions: Mapping[str, str]) -> str:
    rows = []
    bots = list(bots)
    with_luck = any(bot.adjusted is not None for bot in bots)
    for bot in bots:
        success, why = bot.ticket_success, ", ".join(f"{n} {why}" for why, n in bot.forfeits.items())
        low, high = bot.rating_interval
        cells = (
            plots.elo(bot.rating) + f"<small>{plots.elo(low)} to {plots.elo(high)}</small>",
            _percent(bot.win_rate) + _between(bot.win_rate_interval, "{:.1f}", 100),
            *([_without_luck(bot)] if with_luck else []),
            f"{bot.wins:,.1f}<small>of {bot.games:,}</small>",
            signed(f"{bot.mean_score:.1f}") + _between(bot.mean_score_interval, "{:.1f}"),
            ("–" if success is None else _percent(success)) + f"<small>{bot.tickets_completed:,} completed</small>",
            f"{1000 * bot.seconds / max(1, bot.decisions):,.2f} ms<small>{bot.decisions:,} decisions</small>",
            f"{sum(bot.forfeits.values()):,}<small>{escape(why)}</small>",
        )
        version = f"<small>version {versions.get(bot.bot, '–')}</small>"
        rows.append(f"<tr><th>{escape(bot.bot)}{version}</th>{table_cells('td', cells)}</tr>")
    heads = ["bot", "rating", "win rate", "wins", "mean score", "tickets completed", "a decision", "forfeits"]
    if with_luck:
        heads.insert(3, "without luck")
    head = f"<thead><tr>{table_cells('th', heads)}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _matrix(run: Run) -> str:
    standing = run.standing
    order = [standing.bots.index(bot) for bot in standing.ranked]
    names = [escape(short(standing.bots[i].bot)) for i in order]
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
    head = f"<thead><tr><th></th>{table_cells('th', names)}</tr></thead>"
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
    return card("Sequential test", f"{note}<strong>{said}</strong>", plots.course_plot(run.llrs, test.bound))


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
