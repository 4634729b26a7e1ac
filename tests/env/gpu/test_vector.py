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

pytestmark = pytest.mark.filterwarnings("ignore:.*Grid size")  # Numba finds so few games too few for a GPU

GAMES = 5 if SIMULATED else 70  # no multiple of a block
STEPS = 20 if SIMULATED else 250
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
    gpu = GpuVector(GAMES, edition, seats, autoreset=autoreset, **options)
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


@pytest.mark.parametrize("autoreset", MODES)
def test_games_and_what_is_shown_are_the_cpu_s(autoreset: str) -> None:
    ended, refused = walk(60, "tiny", 2, autoreset)
    assert ended > 0
    assert refused > 0


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        (edition, seats)
        for edition in ("europe", "amsterdam", "berlin", "first_journey")
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


def test_rows_that_are_too_wide_for_one_go_are_the_cpu_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "SHARED", 300)
    walk(10, "tiny", 2)


@pytest.mark.parametrize(
    ("opponents", "autoreset"),
    [("random", "next_step"), ("greedy", "disabled"), (["random", "greedy"], "same_step")],
)
def test_bots_beside_a_learner_are_the_cpu_s(opponents: str | list[str], autoreset: str) -> None:
    ended, refused = walk(40, "tiny", 2, autoreset, opponents=opponents)
    assert ended > 0
    assert refused > 0


@pytest.mark.parametrize("bot", ["greedy"] if SIMULATED else ["random", "greedy"])
@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        (edition, seats)
        for edition in ("europe", "amsterdam", "berlin", "first_journey")
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
        gpu.reset(mask=which)
        assert_same(cpu, gpu)


@pytest.mark.skipif(SIMULATED, reason="the simulator has no torch")
def test_a_mask_of_games_to_deal_may_be_a_tensor() -> None:
    torch = import_module("torch")
    one, other = GpuVector(GAMES, "tiny"), GpuVector(GAMES, "tiny")
    which = np.arange(GAMES) % 2 == 0
    for env, mask in ((one, which), (other, torch.from_numpy(which).cuda())):
        env.reset(seed=4)
        env.reset(mask=mask)
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
    with pytest.raises(PerronError, match="random or greedy"):
        GpuVector(GAMES, "tiny", opponents="planner")
    with pytest.raises(PerronError, match="autoreset"):
        GpuVector(GAMES, "tiny", autoreset="never")
    env = GpuVector(GAMES, "tiny")
    with pytest.raises(PerronError, match="reset"):
        env.step(env.chosen)
    env.reset(seed=1)
    with pytest.raises(PerronError, match="int64"):
        env.step(env.chosen[1:])


def test_what_is_shown_is_never_copied() -> None:
    env = GpuVector(GAMES, "tiny")
    shown, _ = env.reset(seed=1)
    rows = shown["observation"]
    before = host(rows).copy()
    after, *_ = env.step(env.choose_randomly(np.array([1], np.uint64)))
    assert after["observation"] is rows
    assert not np.array_equal(host(rows), before)
    assert SIMULATED or rows.is_cuda


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
