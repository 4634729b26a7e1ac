"""`perron arena`: bots against bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perron.cli.options import EditionOption, Json, between

if TYPE_CHECKING:
    from rich.table import Table

    from perron.arena import BotStanding, Outlook, Run, SequentialTest, Standing


def arena(
    edition: EditionOption,
    bots: Annotated[
        str | None, typer.Option(help="Specs with commas between them: greedy,planner,search:500ms.", metavar="A,B,…")
    ] = None,
    games: Annotated[int, typer.Option(help="How many games; the last deal is played to its end.")] = 1000,
    seats: Annotated[int, typer.Option(help="How many play at a table.")] = 2,
    seed: Annotated[str, typer.Option(help="A number or a word; the same seed deals the same games.")] = "0",
    jobs: Annotated[int | None, typer.Option(help="Processes to play with; one per core by default.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Keep every game in this .jsonl file, and go on with those in it.", metavar="FILE"),
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a page with plots.", metavar="FILE")] = None,
    sprt: Annotated[
        str | None, typer.Option(help="Stop when a sequential test between these two has decided.", metavar="A,B")
    ] = None,
    h0: Annotated[
        str | None,
        typer.Option("--h0", help="Win rate of A to be beaten: 0.5, 50% or 0elo; an even share by default."),
    ] = None,
    h1: Annotated[
        str | None, typer.Option("--h1", help="Win rate of A to be shown: 0.55, 55% or 35elo; H0 + 5 % by default.")
    ] = None,
    risk: Annotated[float, typer.Option(help="Chance of either error of the test.")] = 0.05,
    load: Annotated[
        list[str] | None, typer.Option(help="A Python file that registers bots; may be repeated.", metavar="FILE")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at this address; local starts one here.")
    ] = None,
    move_time: Annotated[
        float | None, typer.Option(help="Seconds on the clock for a decision; by default the bots' own budgets.")
    ] = None,
    patience: Annotated[
        float | None, typer.Option(help="Seconds after which a decision is forfeited; 60 by default.")
    ] = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Also print win rates without luck, whose intervals are narrower.")
    ] = False,
    json: Json = False,
) -> None:
    """Let bots play each other and print how they stand."""
    from perron.arena import Plan, cluster, ratings, run_arena
    from perron.arena.loading import load_once
    from perron.arena.run import MOST_JOBS
    from perron.arena.schedule import MOST_GAMES
    from perron.atomic_file import atomic_write, check_writable
    from perron.bots.registry import make_bot
    from perron.cli.compiling import LEARNED, get_ready, make_ready
    from perron.cli.console import print_json
    from perron.cli.progress import matches_played

    between("--games", games, 1, MOST_GAMES)
    between("--jobs", jobs, 1, MOST_JOBS)
    pair = None if sprt is None else _specs(sprt, "--sprt")
    if pair is not None and len(pair) != 2:
        raise typer.BadParameter(f"{sprt!r} does not name two bots", param_hint="'--sprt'")
    if bots is None and pair is None:
        raise typer.BadParameter("say which bots are to play", param_hint="'--bots'")
    if pair is None and (h0 is not None or h1 is not None):
        raise typer.BadParameter("this belongs to a test: --sprt A,B", param_hint="'--h0' / '--h1'")
    specs = _specs(bots, "--bots") if bots is not None else pair or ()
    ratings.check_installed()
    if ray is not None:
        cluster.check_installed()
    if report is not None:
        check_writable(report)
    files = tuple(load or ())
    plan = Plan.make(
        edition,
        specs,
        seats=seats,
        seed=seed,
        both=None if pair is None else (pair[0], pair[1]),
        move_time=move_time,
        patience=patience,
        load=files,
        luck=luck,
    )
    test = None if pair is None else _test(pair, plan.seats, h0, h1, risk)
    load_once(files)
    for spec in specs:
        make_bot(spec)
    get_ready(specs)
    if luck:
        make_ready(LEARNED)
    with matches_played(_words(test)) as each:
        run = run_arena(plan, games, test=test, jobs=jobs, ray=ray, out=out, each=each)
    if report is not None:
        from perron.arena.report import report_page

        with atomic_write(report) as page:
            page.write(report_page(run))
    if json:
        print_json(as_json(run))
    else:
        show(run)


def _specs(text: str, flag: str) -> tuple[str, ...]:
    specs = tuple(spec.strip() for spec in text.split(","))
    if not all(specs):
        raise typer.BadParameter(f"{text!r} has an empty place between its commas", param_hint=f"'{flag}'")
    return specs


def _test(pair: tuple[str, ...], seats: int, h0: str | None, h1: str | None, risk: float) -> SequentialTest:
    from perron.arena import SequentialTest
    from perron.arena.sequential import rate_of

    low = 1 / seats if h0 is None else rate_of(h0, seats)
    high = low + 0.05 if h1 is None else rate_of(h1, seats)
    return SequentialTest(pair[0], pair[1], low, high, risk)


def _words(test: SequentialTest | None) -> Callable[[Outlook], str]:
    def words(outlook: Outlook) -> str:
        if test is None or outlook.verdict is None:
            return "Playing"
        return f"Playing (ratio {outlook.verdict.llr:+.2f} of ±{test.bound:.2f})"

    return words


def as_json(run: Run) -> dict[str, Any]:
    """The tournament for programs."""
    plan, standing = run.plan, run.standing
    return {
        "edition": plan.edition.id,
        "rules": plan.edition.version,
        "seats": plan.seats,
        "seed": plan.seed,
        "move_time": plan.move_time,
        "patience": plan.patience,
        "luck": plan.luck,
        "deals": standing.deals,
        "games": standing.games,
        "resumed": run.resumed,
        "bots": [_bot_json(bot, plan.versions()) for bot in standing.bots],
        "ahead": {
            bot.bot: {other.bot: share for other, share in zip(standing.bots, row, strict=True) if share is not None}
            for bot, row in zip(standing.bots, standing.ahead, strict=True)
        },
        "seat_wins": list(standing.seat_wins),
        "turns": standing.turns,
        "ends": standing.ends,
        "sprt": _test_json(run),
    }


def _bot_json(bot: BotStanding, versions: dict[str, str]) -> dict[str, Any]:
    return {
        "bot": bot.bot,
        "version": versions[bot.bot],
        "games": bot.games,
        "wins": bot.wins,
        "win_rate": bot.win_rate,
        "win_rate_interval": list(bot.win_rate_interval),
        "adjusted_win_rate": None if bot.adjusted is None else bot.adjusted.win_rate,
        "adjusted_win_rate_interval": None if bot.adjusted is None else list(bot.adjusted.interval),
        "mean_score": bot.mean_score,
        "mean_score_interval": list(bot.mean_score_interval),
        "score_sd": bot.score_sd,
        "rating": bot.rating,
        "rating_interval": list(bot.rating_interval),
        "tickets": {"made": bot.tickets_completed, "missed": bot.tickets_missed, "success": bot.ticket_success},
        "decisions": bot.decisions,
        "seconds": round(bot.seconds, 6),
        "forfeits": bot.forfeits,
    }


def _test_json(run: Run) -> dict[str, Any] | None:
    if run.test is None or run.verdict is None:
        return None
    return {**asdict(run.test), **asdict(run.verdict)}


def show(run: Run) -> None:
    """The tournament for people."""
    from rich.table import Table
    from rich.text import Text

    from perron.cli.console import out

    console, plan, standing = out(), run.plan, run.standing
    about = f", {plan.seats} seats, {standing.games:,} games on {standing.deals:,} deals, seed {plan.seed}"
    console.print(Text(plan.edition.title["en"], "bold").append(about, "not bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("bot", overflow="fold")
    for column in ("rating", "95 %", "win %", "95 %", "score", "tickets", "forfeits"):
        table.add_column(column, justify="right", no_wrap=True)
    for bot in standing.ranked:
        success = bot.ticket_success
        table.add_row(
            bot.bot,
            f"{round(bot.rating):+d}",
            "{:+d}…{:+d}".format(*map(round, bot.rating_interval)),
            f"{100 * bot.win_rate:.1f}",
            "{:.1f}…{:.1f}".format(*(100 * end for end in bot.win_rate_interval)),
            f"{bot.mean_score:.1f}",
            "–" if success is None else f"{100 * success:.0f} %",
            str(sum(bot.forfeits.values())),
        )
    console.print(table)
    if plan.luck is not None:
        console.print(_luck_table(standing))
        console.print(f"luck measured with {plan.luck}", style="dim")
    versions = plan.versions()
    console.print(f"versions: {', '.join(f'{bot.bot} {versions[bot.bot]}' for bot in standing.ranked)}", style="dim")
    for row, forfeit in standing.first_forfeits:
        told = f"{row.bots[forfeit.seat]} forfeited a decision in deal {row.deal} ({forfeit.why}): {forfeit.words}"
        console.print(told, style="dim")
    if run.test is not None and run.verdict is not None:
        console.print(_verdict_words(run))


def _luck_table(standing: Standing) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("without luck", overflow="fold")
    for column in ("win %", "95 %"):
        table.add_column(column, justify="right", no_wrap=True)
    for bot in standing.ranked:
        if bot.adjusted is not None:
            low, high = bot.adjusted.interval
            table.add_row(bot.bot, f"{100 * bot.adjusted.win_rate:.1f}", f"{100 * low:.1f}…{100 * high:.1f}")
    return table


def _verdict_words(run: Run) -> str:
    test, verdict = run.test, run.verdict
    assert test is not None
    assert verdict is not None
    said = {
        "H1": f"decided: {test.first} wins {100 * test.h1:.1f} % or more",
        "H0": f"decided: {test.first} wins {100 * test.h0:.1f} % or less",
        None: "not decided",
    }[verdict.decision]
    ratio = f"log likelihood ratio {verdict.llr:+.2f} of ±{test.bound:.2f} after {verdict.deals:,} deals"
    return f"{test.first} against {test.second}: {said} ({ratio})"
