"""What decisions were worth, against slow references in plain Python."""

from __future__ import annotations

from random import Random

import pytest
import torch

from perron.learn.returns import by_seat, from_seat, lambda_returns, outcomes

STEPS, GAMES = 7, 5


def ahead(values: list[float], results: list[float], over: list[bool], decay: float, t: int) -> float:
    """The mean of looks ahead from step t: a look over n steps ends at the game's end, or in an estimate."""
    end = next((u for u in range(t, len(over)) if over[u]), None)
    looks = []
    for n in range(1, len(over) - t + 1):
        if end is not None and t + n > end:
            looks.append(results[end])
            break
        looks.append(values[t + n])
    # Each look counts decay times the one before; the longest one counts for all that would follow.
    weights = [(1 - decay) * decay**i for i in range(len(looks) - 1)]
    weights.append(1 - sum(weights))
    return sum(weight * look for weight, look in zip(weights, looks, strict=True))


@pytest.mark.parametrize("decay", [0.0, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("seats", [2, 4])
def test_returns_are_means_of_all_looks_ahead(decay: float, seats: int) -> None:
    dice = Random(seats)
    values = [[[[dice.random() for _ in range(seats)] for _ in "wm"] for _ in range(GAMES)] for _ in range(STEPS + 1)]
    results = [[[[dice.random() for _ in range(seats)] for _ in "wm"] for _ in range(GAMES)] for _ in range(STEPS)]
    over = [[dice.random() < 0.25 for _ in range(GAMES)] for _ in range(STEPS)]
    assert any(sum(row[g] for row in over) > 1 for g in range(GAMES)), "a game ended, and another in its place"
    found = lambda_returns(torch.tensor(values), torch.tensor(results), torch.tensor(over), decay)
    for t in range(STEPS):
        for g in range(GAMES):
            for what in range(2):
                for seat in range(seats):
                    expected = ahead(
                        [values[u][g][what][seat] for u in range(STEPS + 1)],
                        [results[u][g][what][seat] for u in range(STEPS)],
                        [over[u][g] for u in range(STEPS)],
                        decay,
                        t,
                    )
                    assert float(found[t, g, what, seat]) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("shape", [(), (2,)], ids=["one value", "two values"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_values_of_seats_and_from_a_seat_on_are_the_same_ones(shape: tuple[int, ...], seats: int) -> None:
    generator = torch.Generator().manual_seed(seats)
    values = torch.rand((6, 4, *shape, seats), generator=generator)
    seat = torch.randint(seats, (6, 4), generator=generator)
    relative = from_seat(values, seat)
    for t in range(6):
        for g in range(4):
            for i in range(seats):
                number = (int(seat[t, g]) + i) % seats
                assert torch.equal(relative[t, g, ..., i], values[t, g, ..., number])
    assert torch.equal(by_seat(relative, seat), values)
    assert torch.equal(from_seat(by_seat(values, seat), seat), values)


def rewards(points: list[float]) -> torch.Tensor:
    """Points as rewards: more than the others have on average."""
    return torch.tensor([own - (sum(points) - own) / (len(points) - 1) for own in points])


@pytest.mark.parametrize(
    ("points", "wins"),
    [
        ([50, 40], [1, 0]),
        ([40, 50, 30, 20], [0, 1, 0, 0]),
        ([50, 50, 30], [0.5, 0.5, 0]),
        ([7, 7, 7, 7], [0.25, 0.25, 0.25, 0.25]),
        ([-3, -8], [1, 0]),
    ],
)
def test_a_win_is_shared_by_all_who_have_the_most(points: list[float], wins: list[float]) -> None:
    found = outcomes(rewards(points), 20.0)
    assert found[0].tolist() == pytest.approx(wins)
    for own, margin in enumerate(found[1].tolist()):
        lead = points[own] - max(other for seat, other in enumerate(points) if seat != own)
        assert margin == pytest.approx(0.5 + 0.5 * (lead / 20) / (1 + abs(lead / 20)), abs=1e-5)
        assert (margin > 0.5) == (lead > 0)


def test_outcomes_keep_the_shape_of_many_games() -> None:
    games = torch.stack([rewards([9, 4, 2]), rewards([1, 1, 0])])
    assert outcomes(games, 5.0).shape == (2, 2, 3)
    assert outcomes(games, 5.0)[1, 0].tolist() == pytest.approx([0.5, 0.5, 0.0])
