"""What must hold of every review: it adds up, repeats, resumes, and knows no more than it may."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from perron import Game
from perron.engine.chance import top_card
from perron.engine.sizes import KINDS, SEATS, TICKETS
from perron.engine.state import SETUP, STATE
from perron.errors import ReviewError
from perron.record import StandIn, read_record, write_record
from perron.review.planners import NO_MOVE, Planners
from perron.review.playing_on import begin_future
from perron.review.report import Review, from_json, to_json
from perron.review.reviewer import Reviewer
from perron.review.sizes import SIZES
from tests.review.games import played, random_game, record, record_of
from tests.views.playing import TABLES
from tests.views.redeal import redeal

SMALLEST = [(name, seats) for name, seats in TABLES if (name, seats - 1) not in TABLES]
LARGEST = [(name, seats) for name, seats in TABLES if (name, seats + 1) not in TABLES]


def reviewed(reviewer: Reviewer) -> Review:
    assert reviewer.work()
    return reviewer.review()


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), [*SMALLEST, ("amsterdam", 4)])
def test_what_brought_each_seat_from_its_start_to_its_result_adds_up(name: str, seats: int) -> None:
    review = reviewed(Reviewer(record(name, *["easy"] * seats), 8))
    assert review.done == review.of == len(review.moments)
    for seat, one in enumerate(review.summaries):
        parts = one.luck + one.skill + one.others + one.hidden + one.leftover
        assert one.result - one.start == pytest.approx(parts, abs=1e-9)
        assert abs(one.leftover) < 1e-5 * len(review.moments)
        judged = [m.judgement for m in review.moments if m.seat == seat and m.judgement]
        assert one.decisions == len(judged) > 0
        assert one.mistakes == sum(m.size == "mistake" for m in judged)
    for moment in review.moments:
        assert sum(moment.chances) == pytest.approx(1, abs=1e-4)
        for part in (moment.luck, moment.effect, moment.skill):
            assert sum(part) == pytest.approx(0, abs=1e-4)  # what one seat gains the others lose


def test_what_is_within_noise_is_never_called_a_mistake() -> None:
    review = reviewed(Reviewer(record("amsterdam", "random", "random"), 64))
    sizes = {size for _, size in SIZES}
    judged = [moment.judgement for moment in review.moments if moment.judgement]
    assert {one.size for one in judged} > {"fine"}
    assert any(one.within_noise for one in judged)
    for one in judged:
        assert one.lost >= 0
        assert (one.better is not None) == (one.size in sizes)
        if one.size in sizes:
            assert one.low > 0
            assert not one.within_noise
            assert one.better is not None
            assert one.better.action != one.action


def test_a_review_is_the_same_whenever_and_in_whatever_slices_it_is_made() -> None:
    whole = reviewed(Reviewer(record("amsterdam", "easy", "medium"), 16))
    reviewer = Reviewer(record("amsterdam", "easy", "medium"), 16)
    done = [0]
    while not reviewer.work(0.001):
        part = reviewer.review()
        assert part.done >= done[-1]
        assert part.moments[: part.done] == whole.moments[: part.done]
        done.append(part.done)
    assert len(set(done)) > 20
    assert to_json(reviewer.review()) == to_json(whole)
    assert from_json(to_json(whole)) == whole
    other = reviewed(Reviewer(record("amsterdam", "easy", "medium"), 16, "another seed"))
    assert other.moments != whole.moments


def test_a_review_that_was_broken_off_goes_on_where_it_was() -> None:
    first = Reviewer(record("amsterdam", "easy", "medium"), 16)
    while len(first.moments) < 12:
        first.work(0.001)
    second = Reviewer(record("amsterdam", "easy", "medium"), 16, done=first.moments)
    assert second.moments == first.moments
    assert to_json(reviewed(second)) == to_json(reviewed(first))


def test_reviews_with_other_seeds_agree_within_the_errors_that_are_told() -> None:
    told = record("amsterdam", "easy", "medium", "easy")
    reviews = [reviewed(Reviewer(told, 8, f"seed {k}")) for k in range(6)]
    for seat in range(3):
        summaries = [review.summaries[seat] for review in reviews]
        for values, errors in (
            ([one.luck for one in summaries], [one.luck_error for one in summaries]),
            ([one.skill for one in summaries], [one.skill_error for one in summaries]),
        ):
            error = max(errors)
            assert 0 < error < 1
            assert max(values) - min(values) < 2 * 3.5 * error
            assert max(values) > min(values)


@pytest.mark.parametrize("futures", [24, 132, 1000])
def test_of_the_next_card_every_kind_comes_as_often_as_its_share_of_the_pile(futures: int) -> None:
    game = Game("europe", 3, seed="spread")
    for _ in range(40):
        game.play(int(game.legal_numbers()[0]))
    planners, drawn = Planners(game.edition, 3, "", futures), np.zeros(KINDS)
    for key in planners.keys:
        states = np.array([game.state], STATE)
        begin_future(states[0], key, np.zeros(TICKETS, np.int64), np.zeros(1, np.uint64))
        drawn[top_card(states[0])] += 1
    pile = game.state["pile"].astype(float)
    np.testing.assert_allclose(drawn, futures * pile / pile.sum(), atol=2)
    assert len({tuple(key[:8]) for key in planners.keys.tolist()}) == futures, "what comes later is by chance"


def test_all_chances_are_there_long_before_the_rest() -> None:
    reviewer = Reviewer(record("amsterdam", "easy", "medium"), 128)
    while reviewer.review().moments[-1].chances != reviewer.review().result:
        assert not reviewer.work(0.001)
    assert reviewer.review().done == 0
    assert len({moment.chances for moment in reviewer.review().moments}) > 5


@pytest.mark.parametrize("cut", [7, 19])
def test_a_review_never_depends_on_what_comes_later(cut: int) -> None:
    one = played("amsterdam", "planner", "easy")
    other = Game("amsterdam", 2, seed="review")
    for move in one.moves[:cut]:
        other.play(move.number)
    rng = Random(cut)
    while not other.over:
        other.play(int(rng.choice(other.legal_numbers("one").tolist())))
    assert one.moves[cut] != other.moves[cut]
    reviews = [reviewed(Reviewer(record_of(game), 16)) for game in (one, other)]
    assert reviews[0].start == reviews[1].start
    assert reviews[0].moments[: cut + 1] == reviews[1].moments[: cut + 1]


# luck looks at nobody's name


def rotated(state: np.ndarray, seats: int) -> np.ndarray:
    """The same game with everybody one seat further on."""
    other = state.copy()
    for name in STATE.names or ():
        field = state[name]
        if field.ndim >= 1 and field.shape[0] == SEATS:
            other[name][:seats] = np.roll(field[:seats], 1, axis=0)
    other["to_move"] = (int(state["to_move"]) + 1) % seats
    masks = [((int(known) << 1) | (int(known) >> (seats - 1) & 1)) & ((1 << seats) - 1) for known in state["known_to"]]
    other["known_to"] = masks
    return other


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_mirrored_games_have_mirrored_chances_before_and_after_every_move(name: str, seats: int) -> None:
    game = random_game(name, seats, 5)
    planners, again = Planners(game.edition, seats, "", 16), Game(game.edition, seats, seed=5)
    compared, every = 0, max(1, len(game.moves) // 12)
    for move in game.moves:
        # The order of the seats matters while they choose their first tickets.
        if again.state["phase"] != SETUP and len(again.moves) % every == 0:
            state = again.state.copy()
            mirrored = rotated(state, seats)
            for number in (NO_MOVE, move.number):
                shares = np.zeros((2, 16, seats))
                list(planners.go_on(state.tobytes(), number, shares[0]))
                list(planners.go_on(mirrored.tobytes(), number, shares[1]))
                np.testing.assert_array_equal(np.roll(shares[0], 1, axis=1), shares[1])
                compared += 1
        again.replay(move.number, move.answers)
    assert compared > 1


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_the_policy_that_reviews_measure_with_sees_only_what_its_seat_sees(name: str, seats: int) -> None:
    game, rng, changed = played(name, *["planner"] * seats), Random(name), 0
    planners, again = Planners(game.edition, seats, "", 1), Game(name, seats, seed="review")
    for number, move in enumerate(game.moves):
        if number % 3 == 0:
            other = redeal(again, move.seat, rng)
            changed += other.state_hash() != again.state_hash()
            assert planners.choose(other.state.tobytes()) == planners.choose(again.state.tobytes())
        again.replay(move.number, move.answers)
    assert changed > 0


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_chances_do_not_depend_on_the_order_of_piles_that_nobody_knows(name: str, seats: int) -> None:
    game, rng = random_game(name, seats, 9), Random(name)
    again, planners = Game(name, seats, seed=9), Planners(game.edition, seats, "", 16)
    for move in game.moves[: len(game.moves) // 2]:
        again.replay(move.number, move.answers)
    state = again.state.copy()
    other = state.copy()
    unknown = [k for k in range(int(state["tickets_left"])) if state["known_to"][state["ticket_pile"][k]] == 0]
    if int(state["ticket_top"]) == 0 and len(unknown) > 1:
        shuffled = [int(state["ticket_pile"][k]) for k in unknown]
        rng.shuffle(shuffled)
        other["ticket_pile"][unknown] = shuffled
    other["key"], other["counter"], other["word"] = [rng.getrandbits(32) for _ in range(8)], 7, 3
    shares = np.zeros((2, 16, seats))
    list(planners.go_on(state.tobytes(), NO_MOVE, shares[0]))
    list(planners.go_on(other.tobytes(), NO_MOVE, shares[1]))
    np.testing.assert_array_equal(shares[0], shares[1])


# who decided, and what was taken back


def test_what_a_stand_in_decided_counts_for_the_bot_and_not_for_the_person() -> None:
    plain = record("amsterdam", "planner", "random")
    last = len(plain.actions)
    stood_in = replace(plain, stand_ins=(StandIn(1, last // 5, last),))
    alone, shared = (reviewed(Reviewer(one, 16)) for one in (plain, stood_in))
    assert alone.moments[: last // 5] == shared.moments[: last // 5]
    by = [moment.judgement.by for moment in shared.moments if moment.judgement]
    assert set(by) == {"seat", "bot"}
    assert shared.summaries[0].decisions == alone.summaries[0].decisions
    assert shared.summaries[1].decisions < alone.summaries[1].decisions
    for review in (alone, shared):
        for one in review.summaries:
            parts = one.luck + one.skill + one.others + one.hidden + one.leftover
            assert one.result - one.start == pytest.approx(parts, abs=1e-9)
    skill = [sum(one.summaries[1].skill for one in (review,)) for review in (alone, shared)]
    assert skill[0] != skill[1]


def test_an_action_that_was_taken_back_is_no_mistake_and_brings_nothing() -> None:
    game = Game("amsterdam", 2, seed="undo")
    taken_back = None
    rng = Random(1)
    while not game.over:
        mover = game.to_move
        game.play(int(rng.choice(game.legal_numbers("one").tolist())))
        if taken_back is None and mover is not None and game.may_take_back(mover) and len(game.log) > 4:
            game.take_back(mover)
            taken_back = len(game.log)
    assert taken_back is not None
    review = reviewed(Reviewer(record_of(game), 8))
    for step in (taken_back - 1, taken_back):
        moment = review.moments[step]
        assert moment.judgement is None
        assert set(moment.effect) | set(moment.skill) | set(moment.luck) == {0.0}
    assert review.moments[taken_back].chances == review.moments[taken_back - 2].chances
    for one in review.summaries:
        assert abs(one.leftover) < 1e-5 * review.of


# records that are no good


def test_only_whole_finished_games_are_reviewed() -> None:
    text = write_record(played("micro", "random", "random"))
    unfinished = Game("micro", 2, seed=1)
    unfinished.play(int(unfinished.legal_numbers()[0]))
    with pytest.raises(ReviewError, match="the game is not over: only a finished game can be reviewed"):
        Reviewer(record_of(unfinished))
    lines = text.splitlines(keepends=True)
    tampered = "".join(line.replace("result ", "result 9") if line.startswith("result") else line for line in lines)
    with pytest.raises(ReviewError, match=r"line \d+: the result is not so"):
        Reviewer(read_record(tampered))
    with pytest.raises(ReviewError, match=r"a budget of 3 is not between 8 and 65,536"):
        Reviewer(read_record(text), 3)
    whole = Reviewer(read_record(text), 8)
    whole.work()
    with pytest.raises(ReviewError, match="they are of another game"):
        Reviewer(read_record(text), 8, done=[*whole.moments, whole.moments[-1]])
    with pytest.raises(ReviewError, match="this is no review"):
        from_json(b'{"format": 1}')
