"""Plots for the report, as SVG. Colours come from the page's style, so that they follow light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from perron.arena.bootstrap import Interval
from perron.arena.standing import BotStanding

WIDTH = 400
_ROW = 32
_RIGHT = 62  # room for the numbers
_LETTER = 7.6  # a letter of a name is about this wide
_RIDGE = 58
_LETTERS = 16


def _svg(height: float, body: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" class="{kind}"/>'


def short(bot: str) -> str:
    """A bot's name in the room there is for it; the whole one is in the table."""
    return bot if len(bot) <= _LETTERS else f"{bot[: _LETTERS - 1]}…"


def signed(number: str) -> str:
    """A number with a proper minus."""
    return number.replace("-", "−")


def elo(rating: float) -> str:
    """A rating as a whole number with its sign."""
    return signed(f"{round(rating):+d}")


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers that cover a range, at most that many inside it."""
    if high <= low:
        high = low + 1
    raw = (high - low) / most
    power = 10 ** floor(log10(raw))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= raw * 0.999)
    return [i * step for i in range(floor(low / step), ceil(high / step) + 1)]


class _Scale:
    """From values to places between the names and the numbers."""

    def __init__(self, marks: list[float], bots: Sequence[BotStanding]) -> None:
        self.marks = marks
        self.label = 4 + _LETTER * max(len(short(bot.bot)) for bot in bots)
        """Where names end."""

    def __call__(self, value: float) -> float:
        low, high = self.marks[0], self.marks[-1]
        return self.label + 14 + (value - low) / (high - low) * (WIDTH - self.label - _RIGHT - 22)

    def grid(self, bottom: float, form: str = "{:g}") -> list[str]:
        found = []
        for mark in self.marks:
            found.append(_line(self(mark), 4, self(mark), bottom, "grid"))
            found.append(_text(self(mark), bottom + 16, signed(form.format(mark)), "axis", "middle"))
        return found


def _whisker(scale: _Scale, y: float, value: float, interval: Interval) -> list[str]:
    return [
        _line(scale(interval.low), y, scale(interval.high), y, "whisker"),
        *(_line(scale(end), y - 5, scale(end), y + 5, "whisker") for end in interval),
        f'<circle cx="{scale(value):.1f}" cy="{y:.1f}" r="5" class="dot"/>',
    ]


def rating_plot(bots: Sequence[BotStanding]) -> str:
    """Ratings with their intervals."""
    scale = _Scale(ticks(min(b.rating_interval.low for b in bots), max(b.rating_interval.high for b in bots)), bots)
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom)
    for i, bot in enumerate(bots):
        y = 8 + _ROW * (i + 0.5)
        body.append(_text(scale.label, y + 5, short(bot.bot), "name", "end"))
        body += _whisker(scale, y, bot.rating, bot.rating_interval)
        body.append(_text(WIDTH - 2, y + 5, elo(bot.rating), "value", "end"))
    return _svg(bottom + 24, body, "Ratings with 95 % intervals")


def win_rate_plot(bots: Sequence[BotStanding], fair: float) -> str:
    """Win rates with their intervals, and the rate of a bot like the others."""
    scale = _Scale([0, 0.25, 0.5, 0.75, 1], bots)
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom, "{:.0%}")
    body.append(_line(scale(fair), 4, scale(fair), bottom, "fair"))
    for i, bot in enumerate(bots):
        y = 8 + _ROW * (i + 0.5)
        body.append(_text(scale.label, y + 5, short(bot.bot), "name", "end"))
        body += _whisker(scale, y, bot.win_rate, bot.win_rate_interval)
        body.append(_text(WIDTH - 2, y + 5, f"{100 * bot.win_rate:.1f} %", "value", "end"))
    return _svg(bottom + 24, body, "Win rates with 95 % intervals")


def ticket_plot(bots: Sequence[BotStanding]) -> str:
    """Tickets completed and missed a game."""
    most = max((b.tickets_completed + b.tickets_missed) / max(1, b.games) for b in bots)
    scale = _Scale(ticks(0, most), bots)
    bottom = 8 + _ROW * len(bots)
    body = scale.grid(bottom)
    for i, bot in enumerate(bots):
        y = 8 + _ROW * i + 7
        completed, missed = (n / max(1, bot.games) for n in (bot.tickets_completed, bot.tickets_missed))
        body.append(_text(scale.label, y + 15, short(bot.bot), "name", "end"))
        x = scale(0)
        for value, kind in ((completed, "completed"), (missed, "missed")):
            width = scale(value) - scale(0)
            what = f"<title>{escape(bot.bot)}: {value:.2f} {kind} a game</title>"
            body.append(
                f'<rect x="{x:.1f}" y="{y}" width="{max(0, width - 1):.1f}" height="20" class="{kind}">{what}</rect>'
            )
            x += width
        success = bot.ticket_success
        body.append(_text(WIDTH - 2, y + 15, "–" if success is None else f"{100 * success:.1f} %", "value", "end"))
    return _svg(bottom + 24, body, "Tickets completed and missed a game")


def score_plot(bots: Sequence[BotStanding]) -> str:
    """How the scores of each bot are spread, all on one scale; the mark is the mean."""
    low = min(min(bot.scores, default=0) for bot in bots)
    high = max(max(bot.scores, default=0) for bot in bots)
    scale = _Scale(ticks(low, high + 1), bots)
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
        body.append(_line(scale(scale.marks[0]), base, scale(scale.marks[-1]), base, "base"))
        body.append(_line(scale(bot.mean_score), base - _RIDGE + 12, scale(bot.mean_score), base, "mean"))
        body.append(_text(scale.label, base - 6, short(bot.bot), "name", "end"))
        body.append(_text(WIDTH - 2, base - 6, signed(f"{bot.mean_score:.1f}"), "value", "end"))
    return _svg(bottom + 24, body, "Score distributions")


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
        body.append(_line(left, y, WIDTH - 8, y, "grid" if value == 0 else "fair"))
        body.append(_text(left - 8, y + 5, name, "axis", "end"))
    body.append(f'<polyline points="{points}" class="course"/>')
    body.append(_text(WIDTH - 8, height + 24, f"{len(llrs):,} deals", "axis", "end"))
    return _svg(height + 30, body, "Course of the sequential test")
