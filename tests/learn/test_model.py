"""The networks while they learn: given what players are given, and playing at first as the planner advises."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from perron.editions import load
from perron.engine.state import STATE
from perron.env.env_game import EnvGame
from perron.learn.layout import ALIGNED
from perron.learn.model import Critic, Model
from perron.learn.self_play import Games
from perron.learned.inputs import inputs_of
from perron.learned.network import Network
from perron.learned.opinion import Brain
from tests.env.games import TABLES

pytestmark = [pytest.mark.sampled, pytest.mark.xdist_group("learning")]


def games(name: str, seats: int, steps: int) -> Games:
    """Games that have gone on by chance for some steps."""
    found = Games(load(name), seats, 16, 5, "cpu")
    rng = np.random.default_rng(5)
    for _ in range(steps):
        found.step(torch.tensor([rng.choice(np.flatnonzero(mask)) for mask in found.masks.numpy()]))
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_first_layer_is_given_by_packed_rows_what_is_laid_out_for_players(name: str, seats: int) -> None:
    torch.manual_seed(seats)
    inputs = inputs_of(load(name))
    layer = torch.nn.Linear(inputs.size, 8)
    for steps in (0, 20, 60):
        found = games(name, seats, steps)
        rows = np.array(found._env.rows)
        laid_out = torch.from_numpy(inputs.lay_out(rows, seats) * inputs.scale)
        given = found.layout.first(layer, found.layout.numbers_of(found.rows), seats)
        assert torch.allclose(given, layer(laid_out.float()), atol=1e-4)
        assert found.advised(found.rows).tolist() == inputs.advised(rows, seats).tolist()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_packed_rows_are_multiplied_without_a_remainder(name: str, seats: int) -> None:
    found = games(name, seats, 3)
    assert found.rows.shape == (16, found.layout.widths[seats])
    assert found.rows.shape[1] % ALIGNED == 0
    assert found.rows.shape[1] - inputs_of(load(name)).size < ALIGNED + 16


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_network_says_what_the_model_said_that_it_was_rounded_from(name: str, seats: int) -> None:
    torch.manual_seed(seats)
    edition = load(name)
    model = Model(inputs_of(edition), 24)
    with torch.no_grad():
        for head in (model.policy, model.trust, model.value, model.payments, model.routes.second, model.tickets.second):
            torch.nn.init.normal_(head.weight, std=0.3)
    weights = {key: one.numpy() for key, one in model.state_dict().items()}
    brain, one = Brain(Network.of_weights(edition, weights, {})), EnvGame(edition, seats)
    for steps in (3, 40):
        found = games(name, seats, steps)
        with torch.no_grad():
            logs, values = model(found.rows, found.masks, seats)
        likely, chances = logs.exp().numpy(), torch.softmax(values, 1).numpy()
        for i in range(16):
            one.states[:] = found._env._states[i : i + 1].view(STATE)
            seat = int(found.seat[i])
            opinion = brain.consider(one.knowledge(seat))
            assert set(opinion.policy) == set(torch.nonzero(found.masks[i])[:, 0].tolist())
            for number, chance in opinion.policy.items():
                assert chance == pytest.approx(likely[i, number], abs=0.02)
            assert likely[i].sum() == pytest.approx(1, abs=1e-4)
            relative = [opinion.chances[(seat + k) % seats] for k in range(seats)]
            assert relative == pytest.approx(chances[i].tolist(), abs=0.02)


def test_no_action_that_is_not_legal_is_ever_likely() -> None:
    found = games("europe", 4, 30)
    logs, _ = Model(inputs_of(load("europe")), 8)(found.rows, found.masks, 4)
    assert not logs.exp()[~found.masks].any()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_critic_values_every_seat(name: str, seats: int) -> None:
    torch.manual_seed(1)
    found = games(name, seats, 30)
    critic = Critic(inputs_of(load(name)), 16)
    torch.nn.init.normal_(critic.last.weight)
    values = critic(torch.stack([found.rows] * seats, 1), seats)
    assert values.shape == (16, 2, seats)
    assert values[:, 0].sum(1).tolist() == pytest.approx([1] * 16, abs=1e-5)
    assert bool(((values > 0) & (values < 1)).all())
