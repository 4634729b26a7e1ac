"""The environment on the GPU plays the games of the one on the CPU, and shows the same, to the byte."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from perron.editions import load
from perron.env.gpu import step
from perron.env.gpu.device import SIMULATED
from perron.env.gpu.vector import GpuVector
from perron.env.vector_env import VectorGame
from perron.errors import PerronError

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*Grid size"),  # Numba finds so few games too few for a GPU
    pytest.mark.sampled,
]

GAMES = 3 if SIMULATED else 70  # no multiple of a block
STEPS = 20 if SIMULATED else 250
BOARDS = ("europe", "amsterdam", "berlin", "first_journey")
MODES = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def host(array: Any) -> np.ndarray:
    return np.asarray(array.cpu() if hasattr(array, "cpu") else array)


def assert_same(cpu: VectorGame, gpu: GpuVector) -> None:
    info = cpu._info()
    for name, array in (("seat", gpu.seat), ("acted", gpu.acted), ("rewards", gpu.rewards), ("illegal", gpu.illegal)):
        np.testing.assert_array_equal(info[name], host(array), name)
    np.testing.assert_array_equal(cpu.rows, host(gpu.rows))
    np.testing.assert_array_equal(cpu.masks, host(gpu.masks))
    assert cpu.states.tobytes() == gpu.read_states().tobytes()


def walk(steps: int, edition: str, seats: int, autoreset: str = "same_step", **options: Any) -> tuple[int, int]:
    """Play both side by side, some actions illegal; how many games ended and how many actions were refused."""
    cpu = VectorGame(GAMES, edition, seats, autoreset_mode=MODES[autoreset], threads=1, **options)
    gpu = GpuVector(GAMES, edition, seats, autoreset_mode=autoreset, **options)
    cpu.reset(seed=11)
    gpu.reset(seed=11)
    here, there = np.array([5], np.uint64), np.array([5], np.uint64)
    ended = refused = 0
    for k in range(steps):
        actions, chosen = cpu.choose_randomly(here), gpu.choose_randomly(there)
        np.testing.assert_array_equal(actions, host(chosen))
        actions[k % GAMES] = chosen[k % GAMES] = k
        _, reward, over, cut, info = cpu.step(actions)
        _, gained, gpu_over, gpu_cut, _ = gpu.step(chosen)
        np.testing.assert_array_equal(reward, host(gained))
        np.testing.assert_array_equal(over, host(gpu_over))
        np.testing.assert_array_equal(cut, host(gpu_cut))
        assert_same(cpu, gpu)
        if autoreset == "same_step":
            np.testing.assert_array_equal(cpu.final_rows, host(gpu.final_rows))
        ended += int((over | cut).sum())
        refused += int(info["illegal"].sum())
    return ended, refused


@pytest.mark.parametrize(
    "autoreset",
    ["same_step", "next_step", pytest.param("disabled", marks=pytest.mark.exhaustive if SIMULATED else ())],
)
def test_games_and_what_is_shown_are_the_cpu_s(autoreset: str) -> None:
    ended, refused = walk(60, "tiny", 2, autoreset)
    assert ended > 0
    assert refused > 0


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        (edition, seats)
        for edition in BOARDS
        for seats in range(load(edition).players[0], load(edition).players[1] + 1)
        if not SIMULATED or seats == load(edition).players[1]
    ],
)
def test_every_edition_is_the_cpu_s(edition: str, seats: int) -> None:
    walk(STEPS, edition, seats)


def test_shaped_rewards_and_fines_are_the_cpu_s() -> None:
    walk(30, "tiny", 2, reward="score", shaping=0.25, illegal_reward=-0.5, illegal_limit=3)


@pytest.mark.parametrize("observation", ["perfect", "derived"])
def test_every_payment_and_other_views_are_the_cpu_s(observation: str) -> None:
    walk(30, "tiny", 2, payments="all", observation=observation)


@pytest.mark.parametrize(("edition", "seats"), [("tiny", 2), *(() if SIMULATED else ((name, 3) for name in BOARDS))])
def test_plans_and_the_planner_s_advice_are_the_cpu_s(edition: str, seats: int) -> None:
    walk(STEPS, edition, seats, observation="planned")


def test_rows_that_are_too_wide_for_one_go_are_the_cpu_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "SHARED", 300)
    walk(10, "tiny", 2)


@pytest.mark.parametrize(
    ("opponents", "autoreset"),
    [("random", "next_step"), ("greedy", "disabled"), (["random", "greedy"], "same_step")],
)
def test_bots_beside_a_learner_are_the_cpu_s(opponents: str | list[str], autoreset: str) -> None:
    ended, refused = walk(40, "tiny", 3, autoreset, opponents=opponents)
    assert ended > 0
    assert refused > 0


@pytest.mark.parametrize("bot", ["greedy"] if SIMULATED else ["random", "greedy"])
@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        # Under the simulator each takes seconds: the board with every mechanic of points, and the race.
        pytest.param(edition, seats, marks=pytest.mark.exhaustive if SIMULATED and edition in BOARDS[1:3] else ())
        for edition in BOARDS
        for seats in load(edition).players
        if not SIMULATED or seats == load(edition).players[1]
    ],
)
def test_bots_of_every_edition_are_the_cpu_s(edition: str, seats: int, bot: str) -> None:
    ended, _ = walk(STEPS, edition, seats, opponents=bot)
    assert SIMULATED or ended > 0


def test_a_learner_in_a_seat_of_its_own_is_the_cpu_s() -> None:
    options: dict[str, Any] = {"reward": "score", "shaping": 0.25, "illegal_reward": -0.5, "illegal_limit": 3}
    walk(30, "tiny", 3, seat=2, opponents="greedy", observation="perfect", payments="all", **options)


def test_some_games_can_be_dealt_anew() -> None:
    cpu, gpu = VectorGame(GAMES, "tiny", threads=1), GpuVector(GAMES, "tiny")
    which = np.arange(GAMES) % 2 == 0
    for _ in range(2):
        cpu.reset(seed=4)
        gpu.reset(seed=4)
        cpu.reset(options={"reset_mask": which})
        gpu.reset(options={"reset_mask": which})
        assert_same(cpu, gpu)


@pytest.mark.skipif(SIMULATED, reason="the simulator has no torch")
def test_a_mask_of_games_to_deal_may_be_a_tensor() -> None:
    torch = import_module("torch")
    one, other = GpuVector(GAMES, "tiny"), GpuVector(GAMES, "tiny")
    which = np.arange(GAMES) % 2 == 0
    for env, mask in ((one, which), (other, torch.from_numpy(which).cuda())):
        env.reset(seed=4)
        env.reset(options={"reset_mask": mask})
    assert one.read_states().tobytes() == other.read_states().tobytes()


@pytest.mark.skipif(SIMULATED, reason="the simulator has no streams")
def test_a_step_is_in_order_on_any_stream_of_torch() -> None:
    torch = import_module("torch")
    cpu, gpu = VectorGame(GAMES, "tiny", threads=1), GpuVector(GAMES, "tiny")
    rng = np.array([5], np.uint64)
    with torch.cuda.stream(torch.cuda.Stream()):
        for seed in range(3):
            cpu.reset(seed=seed)
            gpu.reset(seed=seed)
            for _ in range(20):
                chosen = cpu.choose_randomly(rng)
                cpu.step(chosen)
                gpu.step(torch.from_numpy(chosen).cuda())
                assert_same(cpu, gpu)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(PerronError, match=r"random or greedy; 'planner' can play in perron\.env\.vector"):
        GpuVector(GAMES, "tiny", opponents="planner")
    with pytest.raises(PerronError, match="1 opponent, but 2 are named"):
        GpuVector(GAMES, "tiny", opponents=["random", "greedy"])
    with pytest.raises(PerronError, match="autoreset"):
        GpuVector(GAMES, "tiny", autoreset_mode="never")
    env = GpuVector(GAMES, "tiny")
    with pytest.raises(PerronError, match="reset"):
        env.step(env.chosen)
    env.reset(seed=1)
    with pytest.raises(PerronError, match="int64"):
        env.step(env.chosen[1:])


def given(env: GpuVector, steps: int) -> list[dict[str, Any]]:
    """All that an environment gives away in some steps, by name, one step after the other."""
    rng, found = np.array([1], np.uint64), []
    env.reset(seed=1)
    for _ in range(steps):
        chosen = env.choose_randomly(rng)
        seen, gained, over, cut, info = env.step(chosen)
        assert not {"over", "cut", "gained", "chosen", "shown", "masks"} & set(info)
        shown = {"shown": seen["observation"], "masks": seen["action_mask"]}
        found.append({**info, **shown, "chosen": chosen, "gained": gained, "over": over, "cut": cut})
    return found


def test_what_was_given_stays_as_it_was() -> None:
    whole = given(GpuVector(GAMES, "tiny"), STEPS)
    shared = GpuVector(GAMES, "tiny", copy=False)
    for step_of, now in zip(whole, steps_of(shared, STEPS), strict=True):
        for name, tensor in step_of.items():
            np.testing.assert_array_equal(host(tensor), now[name], name)
    assert SIMULATED or all(tensor.is_cuda for tensor in whole[0].values())


def steps_of(env: GpuVector, steps: int) -> list[dict[str, np.ndarray]]:
    """The same, copied to the host at once."""
    rng, found = np.array([1], np.uint64), []
    env.reset(seed=1)
    for _ in range(steps):
        chosen = host(env.choose_randomly(rng)).copy()
        env.step(env.chosen)
        names = ("seat", "acted", "rewards", "illegal", "gained", "over", "cut", "masks")
        tensors = {**{name: getattr(env, name) for name in names}, "shown": env.rows, "final_obs": env.final_rows}
        found.append({"chosen": chosen, **{name: host(tensor).copy() for name, tensor in tensors.items()}})
    return found


def test_what_is_given_may_be_the_same_tensors_every_time() -> None:
    one, other = given(GpuVector(GAMES, "tiny", copy=False), 2)
    for name, tensor in one.items():
        assert tensor is other[name], name
    env = GpuVector(GAMES, "tiny", copy=False)
    assert env.reset(seed=1)[0]["observation"] is env.rows


@pytest.mark.parametrize("form", ["flat", "dict"])
@pytest.mark.parametrize("mask", ["observation", "info", "both"])
def test_the_mask_and_the_form_are_where_the_cpu_has_them(mask: str, form: str) -> None:
    cpu, gpu = VectorGame(GAMES, "tiny", mask=mask, form=form), GpuVector(GAMES, "tiny", mask=mask, form=form)
    here, there = cpu.reset(seed=1), gpu.reset(seed=1)

    def same(one: Any, other: Any) -> None:
        if isinstance(one, dict):
            assert one.keys() == other.keys()
            for name, value in one.items():
                same(value, other[name])
        else:
            np.testing.assert_array_equal(one, host(other))

    same(here[0], there[0])
    assert ("action_mask" in here[1]) == ("action_mask" in there[1]) == (mask != "observation")
    if mask != "observation":
        same(here[1]["action_mask"], there[1]["action_mask"])


@pytest.mark.skipif(SIMULATED, reason="the simulator has no torch")
def test_threads_and_torch_write_the_same_memory() -> None:
    torch = import_module("torch")
    env = GpuVector(GAMES, "tiny")
    env.reset(seed=1)
    states = env.read_states().copy()
    allowed = env.masks.float()
    actions = torch.multinomial(allowed, 1)[:, 0]
    env.step(actions)
    assert env.rows.is_contiguous()
    assert env.masks.is_contiguous()
    assert env.read_states().tobytes() != states.tobytes()
    assert not env.illegal.any().item()
    torch.argmax(env.masks, 1, out=env.chosen)
    env.step(env.chosen)
    assert not env.illegal.any().item()
    env.masks.zero_()
    assert (env.choose_randomly(np.array([1], np.uint64)) == 0).all().item()


@pytest.mark.skipif(SIMULATED, reason="the simulator has no torch")
def test_actions_may_be_a_column_of_a_tensor() -> None:
    torch = import_module("torch")
    one, other = GpuVector(GAMES, "tiny"), GpuVector(GAMES, "tiny")
    for env in (one, other):
        env.reset(seed=1)
    for _ in range(3):
        actions = one.choose_randomly(np.array([1], np.uint64)).clone()
        one.step(one.chosen)
        other.step(torch.stack([actions, actions], 1)[:, 0])
    assert one.read_states().tobytes() == other.read_states().tobytes()


@pytest.mark.skipif(SIMULATED, reason="the simulator has no graphs")
def test_steps_of_a_graph_are_the_cpu_s() -> None:
    torch = import_module("torch")
    cpu, gpu = VectorGame(GAMES, "tiny", threads=1), GpuVector(GAMES, "tiny")
    cpu.reset(seed=2)
    gpu.reset(seed=2)
    rng = np.array([5], np.uint64)
    chosen = cpu.choose_randomly(rng)
    actions = torch.from_numpy(chosen).cuda()
    gpu.step(actions)  # compiles
    cpu.step(chosen)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        gpu.step(actions)
    for _ in range(60):
        chosen = cpu.choose_randomly(rng)
        actions.copy_(torch.from_numpy(chosen))
        graph.replay()
        cpu.step(chosen)
        assert_same(cpu, gpu)
