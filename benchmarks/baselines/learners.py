"""The learners: the examples with PPO, and MaskablePPO of sb3-contrib with its own settings."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.baselines.measuring import Policy
from perron.editions import load
from perron.env import vector

EXAMPLES = Path(__file__).parents[2] / "examples"
Watch = Callable[[int, Policy], None]
"""Called now and then with the decisions learned from so far, and the policy as it is then."""


def _example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _best(think: Callable[[Any, Any], tuple[Any, Any]]) -> Policy:
    """The likeliest action of a policy of the examples."""
    import torch  # noqa: PLC0415  # the page of results is made without it

    def choose(rows: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        with torch.no_grad():
            choice = think(torch.from_numpy(rows), torch.from_numpy(masks))[0]
        chosen: NDArray[np.int64] = choice.logits.argmax(-1).numpy()
        return chosen

    return choose


def _counted(watch: Watch, decisions: int) -> Callable[[Any], None]:
    """Tell how much was learned from; the examples say only that an update is over."""
    done = 0

    def tell(think: Any) -> None:
        nonlocal done
        watch(done, _best(think))
        done += decisions

    return tell


def gymnasium_example(edition: str, decisions: int, seed: int, watch: Watch) -> None:
    """`examples/ppo_gymnasium.py`: one learner against random play."""
    title = "".join(word.capitalize() for word in edition.split("_"))
    kind = f"perron/{title}-2p-v{load(edition).version}"
    games, steps = 64, 32
    _example("ppo_gymnasium").main(
        decisions // (games * steps), games, steps, seed, kind, _counted(watch, games * steps)
    )


def self_play_example(edition: str, decisions: int, seed: int, watch: Watch) -> None:
    """`examples/ppo_self_play.py`: one network plays both seats."""
    module = _example("ppo_self_play")
    each = module.GAMES * module.STEPS
    module.learn(decisions // each, seed, edition, _counted(watch, each))


def maskable_ppo(edition: str, decisions: int, seed: int, watch: Watch) -> None:
    """MaskablePPO of sb3-contrib on the fast vector: one learner against greedy play."""
    import torch  # noqa: PLC0415
    from sb3_contrib import MaskablePPO  # noqa: PLC0415
    from stable_baselines3.common.callbacks import BaseCallback  # noqa: PLC0415

    from perron.env.sb3 import VecGames  # noqa: PLC0415

    torch.set_num_threads(1)
    games = VecGames(vector(edition, 2, 64, opponents="greedy", mask="info", threads=1))
    games.seed(seed)
    model = MaskablePPO(
        "MlpPolicy", games, n_steps=32, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=seed, device="cpu"
    )

    def choose(rows: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        chosen: NDArray[np.int64] = model.predict(rows, action_masks=masks.astype(bool), deterministic=True)[0]
        return chosen

    class Watching(BaseCallback):
        def _on_rollout_start(self) -> None:
            watch(self.num_timesteps, choose)

        def _on_step(self) -> bool:
            return True

    model.learn(decisions, callback=Watching())
    watch(model.num_timesteps, choose)
    games.close()


LEARNERS: dict[str, Callable[[str, int, int, Watch], None]] = {
    "ppo_gymnasium": gymnasium_example,
    "ppo_self_play": self_play_example,
    "maskable_ppo": maskable_ppo,
}
"""What learns, by name."""
