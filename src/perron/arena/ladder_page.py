"""The ladder as a page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from perron.arena.bootstrap import Interval
from perron.arena.ladder import Ladder, PlayedMatch, settings_of, together
from perron.arena.standing import BotStanding
from perron.editions import load

_SAMPLES = 1000


def ladder_page(ladder: Ladder, machine: Mapping[str, str], command: str = "make ladder") -> str:
    """The whole page."""
    parts = [_head(ladder, machine, command), _bars(ladder), *_like_people(ladder)]
    parts += [_table_of(edition, seats, played) for (edition, seats), played in ladder.tables.items()]
    return "\n".join(parts)


def _head(ladder: Ladder, machine: Mapping[str, str], command: str) -> str:
    games = sum(one.run.standing.games for one in ladder.matches)
    facts = ", ".join(f"{name} {value}" for name, value in machine.items() if name != "load before")
    return f"""# The ladder

How strong the bots are, in {games:,} games. Written by `{command}`, which takes about an hour on two cores and goes on
with the games it has: a bot that has changed since (its version says so) plays again, the others keep theirs.

Measured on: {facts}. Search thinks on one core.

How to read it:

- Every deal is played once in each rotation of the seats. Intervals hold 95 % and are bootstrapped over deals
  ([the arena](arena.md)).
- **When a match stops.** Looking at a 95 % interval again and again until it is clear of a bar would find too many
  clear. So a sequential test decides: H0 is the bar, H1 is 10 points more (5 where a game is short: at four seats
  without points; halfway to 100 % where that is too much), the risk of either error 5 %, after a least number of games.
  Without a decision, a match ends when its share of the time or its games at most are used up. The interval shown is
  computed afterwards over all games that count, as if their number had been fixed; after a stop by the test it is a
  little too narrow.
- A bar is *met* if the interval lies above it and the test has not found for H0; *not met* if the test has found for
  H0 or the interval lies below; else *undecided*. In brackets: the logarithm of the test's ratio, decided at ±2.9.
- Win rates in the tables of bots are against whom the bot met there, so compare ratings instead: Elo scale, 0 on
  average over the bots of the table.
"""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    # Names stand left, numbers right.
    rule = ["---" if n == 0 else "--:" for n in range(len(columns))]
    return "\n".join([_row(columns), _row(rule), *map(_row, rows)]) + "\n"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _range(interval: Interval, scale: float = 100, form: str = "{:.1f}") -> str:
    return " to ".join(form.format(scale * end).replace("-", "−") for end in interval)


def _title(edition: str) -> str:
    return load(edition).title["en"]


def _test_words(one: PlayedMatch) -> str:
    verdict = one.run.verdict
    if verdict is None:
        return "–"
    return {"H1": "H1", "H0": "H0", None: "open"}[verdict.decision] + f" ({verdict.llr:+.1f})".replace("-", "−")


def _bars(ladder: Ladder) -> str:
    rows = []
    for one in ladder.matches:
        if one.match.bar is not None:
            bot = one.run.standing.bots[0]
            met = {True: "**met**", False: "not met", None: "undecided"}[one.bar_met]
            cells = (_percent(one.match.bar), f"{one.run.standing.games:,}", _percent(bot.win_rate))
            place = f"{_title(one.match.edition)}, {one.match.seats}: {one.match.words}"
            rows.append((place, *cells, _range(bot.win_rate_interval), _test_words(one), met))
    columns = ("edition, seats: match", "bar", "games", "win rate", "95 %", "test", "")
    return f"## Bars\n\n{_markdown(columns, rows)}"


def _like_people(ladder: Ladder) -> Iterator[str]:
    """Points and tickets of bots that play themselves."""
    rows = []
    for one in ladder.matches:
        if one.match.among_equals:
            (bot,) = one.run.standing.bots
            success = bot.ticket_success
            bar = ""
            wanted = settings_of(one.match.edition).planner
            if wanted and bot.bot == "planner":
                met = bot.mean_score_interval.low > wanted["points"] and _tickets(one).low > wanted["tickets"]
                bar = f"{wanted['points']:.0f} points, {_percent(wanted['tickets'])}: {'**met**' if met else 'not met'}"
            rows.append(
                (
                    f"{_title(one.match.edition)}: {one.match.words}",
                    f"{one.run.standing.games:,}",
                    f"{bot.mean_score:.1f}".replace("-", "−"),
                    _range(bot.mean_score_interval, 1),
                    "–" if success is None else _percent(success),
                    _range(_tickets(one)),
                    bar,
                )
            )
    if rows:
        columns = ("two seats", "games", "mean score", "95 %", "tickets completed", "95 %", "bar")
        note = "Bots against themselves: points (without points, tickets and bonus) and the share of tickets completed."
        yield f"## Points and tickets\n\n{note}\n\n{_markdown(columns, rows)}"


def _tickets(one: PlayedMatch) -> Interval:
    """The share of tickets completed, bootstrapped over deals."""
    deals = {row.deal: i for i, row in enumerate({row.deal: row for row in one.run.rows}.values())}
    sums = np.zeros((len(deals), 2))
    for row in one.run.rows:
        completed, missed = sum(row.tickets_made), sum(row.tickets_missed)
        sums[deals[row.deal]] += completed, completed + missed
    n = len(sums)
    weights = np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), _SAMPLES)
    completed, all_of_them = (weights @ sums).T
    return Interval(*map(float, np.percentile(completed / np.maximum(all_of_them, 1), (2.5, 97.5))))


def _table_of(edition: str, seats: int, played: Sequence[PlayedMatch]) -> str:
    standing, versions = together(played)
    bots = [_bot(bot, versions[bot.bot]) for bot in standing.ranked]
    head = (
        "bot",
        "version",
        "games",
        "win rate",
        "95 %",
        "mean score",
        "tickets completed",
        "rating",
        "95 %",
        "ms a decision",
    )
    others = [
        (
            one.match.words,
            f"{one.run.standing.games:,}",
            *(f"{_percent(bot.win_rate)} ({_range(bot.win_rate_interval)})" for bot in one.run.standing.bots[:1]),
        )
        for one in played
        if not one.match.among_equals and len(one.match.bots) <= seats
    ]
    forfeits = sum(sum(bot.forfeits.values()) for bot in standing.bots)
    lines = [
        f"## {_title(edition)}, {seats} seats\n",
        f"Version {load(edition).version} of the rules.\n",
        _markdown(head, bots),
        _markdown(("match", "games", "win rate of the first (95 %)"), others),
    ]
    if forfeits:
        lines.append(f"{forfeits:,} decisions were forfeited.\n")
    return "\n".join(lines)


def _bot(bot: BotStanding, version: str) -> tuple[str, ...]:
    success = bot.ticket_success
    return (
        bot.bot,
        f"`{version}`",
        f"{bot.games:,}",
        _percent(bot.win_rate),
        _range(bot.win_rate_interval),
        f"{bot.mean_score:.1f}".replace("-", "−"),
        "–" if success is None else _percent(success),
        f"{bot.rating:+.0f}".replace("-", "−"),
        _range(bot.rating_interval, 1, "{:+.0f}"),
        f"{1000 * bot.seconds / max(1, bot.decisions):.2f}",
    )
