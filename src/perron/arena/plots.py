"""Plots for the report, as SVG. Colours come from the page's style, so that they follow light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from perron.arena.bootstrap import Interval
from perron.arena.standing import BotStanding
from perron.plots.svg import WIDTH, Scale, line, short, signed, svg, text, ticks

_ROW = 32
_RIDGE = 58


def elo(rating: float) -> str:
    """A rating as a whole number with its sign."""
    return signed(f"{round(rating):+d}")


def _names(bots: Sequence[BotStanding]) -> list[str]:
    return [bot.bot for bot in bots]


def _whisker(scale: Scale, y: float, value: float, interval: Interval) -> list[str]:
    return [
        line(scale(interval.low), y, scale(interval.high), y, "whisker"),
        *(line(scale(end), y - 5, scale(end), y + 5, "whisker") for end in interval),
        f'<circle cx="{scale(value):.1f}" cy="{y:.1f}" r="5" class="dot"/>',
    ]


def rating_plot(bots: Sequence[BotStanding]) -> str:
    """Ratings with their intervals."""
    low, high = min(b.rating_interval.low for b in bots), max(b.rating_interval.high for b in bots)
    scale = Scale(ticks(low, high), _names(bots))
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom)
    for i, bot in enumerate(bots):
        y = 8 + _ROW * (i + 0.5)
        body.append(text(scale.label, y + 5, short(bot.bot), "name", "end"))
        body += _whisker(scale, y, bot.rating, bot.rating_interval)
        body.append(text(WIDTH - 2, y + 5, elo(bot.rating), "value", "end"))
    return svg(bottom + 24, body, "Ratings with 95 % intervals")


def win_rate_plot(bots: Sequence[BotStanding], fair: float) -> str:
    """Win rates with their intervals, and the rate of a bot like the others."""
    scale = Scale([0, 0.25, 0.5, 0.75, 1], _names(bots))
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom, "{:.0%}")
    body.append(line(scale(fair), 4, scale(fair), bottom, "fair"))
    for i, bot in enumerate(bots):
        y = 8 + _ROW * (i + 0.5)
        body.append(text(scale.label, y + 5, short(bot.bot), "name", "end"))
        body += _whisker(scale, y, bot.win_rate, bot.win_rate_interval)
        body.append(text(WIDTH - 2, y + 5, f"{100 * bot.win_rate:.1f} %", "value", "end"))
    return svg(bottom + 24, body, "Win rates with 95 % intervals")


def ticket_plot(bots: Sequence[BotStanding]) -> str:
    """Tickets completed and missed a game."""
    most = max((b.tickets_completed + b.tickets_missed) / max(1, b.games) for b in bots)
    scale = Scale(ticks(0, most), _names(bots))
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom)
    for i, bot in enumerate(bots):
        y = 8 + _ROW * i + 7
        completed, missed = (n / max(1, bot.games) for n in (bot.tickets_completed, bot.tickets_missed))
        body.append(text(scale.label, y + 15, short(bot.bot), "name", "end"))
        x = scale(0)
        for value, kind in ((completed, "completed"), (missed, "missed")):
            width = scale(value) - scale(0)
            what = f"<title>{escape(bot.bot)}: {value:.2f} {kind} a game</title>"
            body.append(
                f'<rect x="{x:.1f}" y="{y}" width="{max(0, width - 1):.1f}" height="20" class="{kind}">{what}</rect>'
            )
            x += width
        success = bot.ticket_success
        body.append(text(WIDTH - 2, y + 15, "–" if success is None else f"{100 * success:.1f} %", "value", "end"))
    return svg(bottom + 24, body, "Tickets completed and missed a game")


def score_plot(bots: Sequence[BotStanding]) -> str:
    """How the scores of each bot are spread, all on one scale; the mark is the mean."""
    low = min(min(bot.scores, default=0) for bot in bots)
    high = max(max(bot.scores, default=0) for bot in bots)
    scale = Scale(ticks(low, high + 1), _names(bots))
    bins = min(40, high - low + 1)
    width = (high + 1 - low) / bins
    heights = {bot.bot: _shares(bot, low, width, bins) for bot in bots}
    top = max(max(shares) for shares in heights.values()) or 1.0
    bottom = 8 + _RIDGE * len(bots)
    body = scale.grid(bottom)
    for i, bot in enumerate(bots):
        base = 8 + _RIDGE * (i + 1) - 6
        for n, share in enumerate(heights[bot.bot]):
            if share:
                x, height = scale(low + n * width), share / top * (_RIDGE - 14)
                size = scale(low + (n + 1) * width) - x
                body.append(
                    f'<rect x="{x:.1f}" y="{base - height:.1f}" width="{max(0.8, size - 0.6):.1f}"'
                    f' height="{height:.1f}" class="bar"/>'
                )
        body.append(line(scale(scale.marks[0]), base, scale(scale.marks[-1]), base, "base"))
        body.append(line(scale(bot.mean_score), base - _RIDGE + 12, scale(bot.mean_score), base, "mean"))
        body.append(text(scale.label, base - 6, short(bot.bot), "name", "end"))
        body.append(text(WIDTH - 2, base - 6, signed(f"{bot.mean_score:.1f}"), "value", "end"))
    return svg(bottom + 24, body, "Score distributions")


def _shares(bot: BotStanding, low: int, width: float, bins: int) -> list[float]:
    shares = [0.0] * bins
    for score, count in bot.scores.items():
        shares[min(bins - 1, int((score - low) / width))] += count / bot.games
    return shares


def course_plot(llrs: Sequence[float], bound: float) -> str:
    """The course of a sequential test between its two bounds."""
    height, left = 150.0, 40.0
    reach = max(bound, *(abs(llr) for llr in llrs)) * 1.1

    def at(n: int, llr: float) -> tuple[float, float]:
        return left + n / len(llrs) * (WIDTH - left - 8), 8 + (reach - llr) / (2 * reach) * height

    every = max(1, len(llrs) // 400)
    kept = [*range(0, len(llrs), every), len(llrs) - 1]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [at(0, 0), *(at(n + 1, llrs[n]) for n in kept)])
    body = []
    for value, name in ((bound, "H1"), (0.0, "0"), (-bound, "H0")):
        y = at(0, value)[1]
        body.append(line(left, y, WIDTH - 8, y, "grid" if value == 0 else "fair"))
        body.append(text(left - 8, y + 5, name, "axis", "end"))
    body.append(f'<polyline points="{points}" class="course"/>')
    body.append(text(WIDTH - 8, height + 24, f"{len(llrs):,} deals", "axis", "end"))
    return svg(height + 30, body, "Course of the sequential test")
