"""The report: its numbers are those of the games, and the same for the same seed."""

from __future__ import annotations

import json
from fractions import Fraction
from statistics import fmean, pstdev

import pytest

from perron import EditionError, Game, PerronError
from perron.editions import load, names
from perron.engine.state import SETUP
from perron.playtest import Report, playtest
from perron.playtest.one_game import Played, play_one
from perron.playtest.run import MOST_GAMES
from perron.playtest.spread import interval, spread_of
from perron.view import members


def games_of(edition: str, bot: str, seats: int, n: int) -> list[Played]:
    board = load(edition)
    return [play_one(board, bot, seats, 0, index) for index in range(n)]


def win(game: Played, seat: int) -> Fraction:
    assert game.game.outcome is not None
    winners = game.game.outcome.winners
    return Fraction(seat in winners, len(winners))


def turns_of(game: Played) -> list[tuple[int, int]]:
    """Turn and seat of every action after the setup."""
    again = Game(game.game.edition, game.game.seats, key=game.game.key)
    found = []
    for move in game.game.moves:
        if again.state["phase"] != SETUP:
            found.append((again.turn, move.seat))
        again.play(move.number)
    return found


@pytest.fixture(scope="module")
def tiny() -> tuple[Report, list[Played]]:
    return playtest("tiny", "random", 3, 30, jobs=1), games_of("tiny", "random", 3, 30)


def test_routes_are_counted_as_they_were_claimed(tiny: tuple[Report, list[Played]]) -> None:
    report, games = tiny
    for r, use in enumerate(report.routes):
        claims = [(game, claim) for game in games for claim in game.claims if claim.route == r]
        assert use.claims == len(claims)
        assert use.share == pytest.approx(len(claims) / 30)
        if claims:
            assert use.mean_turn == pytest.approx(fmean(claim.turn for _, claim in claims))
            assert use.owner_wins == pytest.approx(
                float(sum(win(game, claim.seat) for game, claim in claims)) / len(claims)
            )
    twins = [
        (use, report.routes[route.twin])
        for use, route in zip(report.routes, load("tiny").routes, strict=True)
        if route.twin is not None
    ]
    assert all(one.link_share == other.link_share >= max(one.share, other.share) for one, other in twins)


def test_the_worth_of_a_route_is_its_points_and_the_tickets_it_carries(tiny: tuple[Report, list[Played]]) -> None:
    report, _ = tiny
    for use in report.routes:
        assert (use.worth is None) == (use.claims == 0)
        if use.worth is not None and use.ticket_points is not None:
            assert use.worth == pytest.approx(use.points + use.ticket_points)
    assert any(use.ticket_points for use in report.routes)


def test_tickets_are_counted_as_they_were_offered_kept_and_completed(tiny: tuple[Report, list[Played]]) -> None:
    report, games = tiny
    scores = [score for game in games if game.game.outcome for score in game.game.outcome.scores]
    for i, use in enumerate(report.tickets):
        made, missed = (
            sum(use.id in lot for lot in lots) for lots in ([s.completed for s in scores], [s.missed for s in scores])
        )
        assert use.offered == sum(offer.ticket == i for game in games for offer in game.offers)
        assert (use.kept, use.made) == (made + missed, made)
        assert use.blocked + use.short + use.open == missed
        if use.kept:
            assert use.worth == pytest.approx(use.points * (made - missed) / use.kept)
    assert report.ticket_totals.kept.mean == pytest.approx(fmean(len(s.completed) + len(s.missed) for s in scores))
    assert sum(use.worth * use.kept for use in report.tickets if use.worth is not None) == pytest.approx(
        sum(s.lines["tickets_won"] + s.lines["tickets_lost"] for s in scores)
    )


def test_seats_length_and_ends_are_those_of_the_games(tiny: tuple[Report, list[Played]]) -> None:
    report, games = tiny
    for seat, use in enumerate(report.by_seat):
        totals = [game.game.outcome.scores[seat].total for game in games if game.game.outcome]
        assert use.wins == pytest.approx(float(sum(win(game, seat) for game in games)) / 30)
        assert use.wins_low < use.wins < use.wins_high
        assert use.score.mean == pytest.approx(fmean(totals))
        assert use.score.sd == pytest.approx(pstdev(totals))
    for seat, use in enumerate(report.by_seat):
        turns = [len({move_turn for move_turn, mover in turns_of(game) if mover == seat}) for game in games]
        assert use.turns == pytest.approx(fmean(turns))
        assert use.ended == pytest.approx(fmean(turns_of(game)[-1][1] == seat for game in games))
    ended = float(sum(win(game, turns_of(game)[-1][1]) for game in games))
    assert report.ender_wins == pytest.approx(ended / 30)
    assert report.turns.mean == pytest.approx(fmean(game.game.turn for game in games))
    assert report.decisions.mean == pytest.approx(fmean(len(game.game.moves) for game in games))
    assert sum(report.ends.values()) == pytest.approx(1)
    assert sum(report.actions.values()) == pytest.approx(1)
    assert report.faults == {}


def test_what_the_edition_has_is_reported(tiny: tuple[Report, list[Played]]) -> None:
    report, games = tiny
    states = [(game.game.state, seat) for game in games for seat in range(3)]
    assert report.stations is not None
    assert report.bonus is not None
    assert report.longest is not None
    assert report.stations.each.mean == pytest.approx(fmean(int(s["stations"][seat]).bit_count() for s, seat in states))
    assert report.bonus.each.mean == pytest.approx(fmean(int(s["bonus"][seat]) for s, seat in states))
    assert [piece.id for piece in report.pieces] == ["train", "metro"]
    for kind, piece in enumerate(report.pieces):
        assert piece.left.mean == pytest.approx(fmean(int(s["pieces"][seat][kind]) for s, seat in states))
    placed = sum(load("tiny").routes[r].length for s, seat in states for r in members(s["owned"][seat].tolist()))
    assert sum(piece.left.mean for piece in report.pieces) == pytest.approx(8 - placed / 90)
    assert report.tunnels_tried >= report.tunnels_claimed > 0


def test_what_the_edition_does_not_have_is_left_out() -> None:
    report = playtest("berlin", "random", 2, 3, jobs=1)
    assert (report.stations, report.bonus, report.longest, report.tunnels_tried) == (None, None, None, 0)
    assert set(report.score_lines) == {"routes", "tickets_won", "tickets_lost"}
    race = playtest("tiny_race", "random", 2, 3, jobs=1)
    assert set(race.score_lines) == {"tickets", "east_west"}
    assert race.bonus is not None
    assert {use.worth for use in race.tickets} == {None}


def test_the_score_lines_add_up_to_the_scores() -> None:
    report = playtest("europe", "random", 2, 6, jobs=1)
    lines = dict(report.score_lines)
    assert lines["tickets_lost"] < 0
    total = sum(lines.values())
    assert total == pytest.approx(fmean(use.score.mean for use in report.by_seat))


def test_places_and_routes_that_are_hardly_used_are_dead() -> None:
    report = playtest("europe", "random", 2, 8, jobs=1)
    assert set(report.dead.routes) == {use.id for use in report.routes if use.link_share < 0.05}
    assert set(report.dead.cities) == {use.id for use in report.cities if use.players < 0.05}
    assert report.dead.routes
    for use in report.routes:
        if use.claims:
            assert all(city.games > 0 for city in report.cities if city.id in (use.a, use.b))


def test_prices_and_colours_have_every_track_once() -> None:
    for edition in names():
        report = playtest(edition, "random", 2, 1, jobs=1)
        for groups in (report.prices, report.colours):
            assert sum(use.tracks for use in groups) == len(report.routes)
            assert sum(use.tracks * use.share for use in groups) == pytest.approx(
                sum(use.share for use in report.routes)
            )


@pytest.mark.parametrize("bot", [pytest.param("random", marks=pytest.mark.exhaustive), "planner"])
def test_the_number_of_jobs_changes_nothing(bot: str) -> None:
    alone = playtest("tiny", bot, 2, 9, seed="jobs", jobs=1)
    assert playtest("tiny", bot, 2, 9, seed="jobs", jobs=2) == alone
    assert playtest("tiny", bot, 2, 9, seed="other", jobs=1).decisions != alone.decisions


def test_the_report_is_ready_for_json(tiny: tuple[Report, list[Played]]) -> None:
    report, _ = tiny
    found = json.loads(json.dumps(report.to_dict()))
    assert found["games"] == 30
    assert len(found["routes"]) == len(load("tiny").routes)


def test_forfeited_decisions_are_reported() -> None:
    report = playtest("tiny", "raises", 2, 3, jobs=1)
    assert set(report.faults) == {"raised ArithmeticError"}


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[int] = []
    playtest("tiny", "random", 2, 45, jobs=1, played=told.append)
    assert told == sorted(told)
    assert told[-1] == 45


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert list(interval(0.5, 100)) == pytest.approx([0.40383, 0.59617], abs=1e-5)
    assert list(interval(0.0, 10)) == pytest.approx([0.0, 0.27753], abs=1e-5)
    assert list(interval(1.0, 10)) == pytest.approx([0.72247, 1.0], abs=1e-5)


def test_a_spread_is_that_of_the_numbers_counted() -> None:
    spread = spread_of({3: 2, -1: 1, 7: 1, 9: 0})
    assert (spread.mean, spread.least, spread.most) == (3, -1, 7)
    assert spread.sd == pytest.approx(pstdev([3, 3, -1, 7]))


@pytest.mark.parametrize(("games", "jobs"), [(0, 1), (MOST_GAMES + 1, 1), (1, 0), (1, 5000)])
def test_what_makes_no_sense_is_refused(games: int, jobs: int) -> None:
    with pytest.raises(PerronError, match="playtest"):
        playtest("tiny", "random", 2, games, jobs=jobs)


def test_seats_and_bots_must_exist() -> None:
    with pytest.raises(EditionError, match="2 to 3"):
        playtest("tiny", "random", 4, 1)
    with pytest.raises(PerronError, match="plannet"):
        playtest("tiny", "plannet", 2, 1)
