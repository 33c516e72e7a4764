"""Train a small network to beat `random`, in one file and with numpy alone.

    .venv/bin/uv pip install -e examples/causeway
    .venv/bin/python examples/train_agent.py --minutes 3

Policy gradients with a learned baseline (REINFORCE, as in CleanRL's scripts): one hidden layer, a softmax over the
numbers that the mask allows, Adam. What a choice was good for is told early by how the worth of the position moves,
which every game can tell (`position.worth`), and at last by who has won. It plays one seat of The Causeway against
`random`, and is measured on games that it did not learn from. `--game` and `--seat` train it on another game.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable import envs
from sandtable.envs.gymnasium_env import GymnasiumEnv

Floats = NDArray[np.float64]
DISCOUNT = 0.95
"""How much of what comes a choice later counts for one."""


@dataclass
class Decision:
    """What was seen, what could be chosen, and what was."""

    seen: Floats
    allowed: NDArray[np.int64]
    chosen: int
    value: float
    gained: float = 0.0
    """What came of it: how the worth of the position moved from here on, the near future first."""


class Agent:
    """A network with one hidden layer: a score for every number, and the worth of what is seen."""

    def __init__(self, seen: int, actions: int, hidden: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.weights = {
            "in": self.random.normal(0, 1 / np.sqrt(seen), (seen, hidden)),
            "bias": np.zeros(hidden),
            "score": np.zeros((hidden, actions)),
            "score_bias": np.zeros(actions),
            "worth": np.zeros(hidden),
        }
        self.adam = Adam()

    def chances(self, seen: Floats, allowed: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """The hidden layer, and the chance of each number that is allowed."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["bias"])
        scores = hidden @ w["score"][:, allowed] + w["score_bias"][allowed]
        scores = np.exp(scores - scores.max())
        return hidden, scores / scores.sum()

    def choose(self, seen: Floats, mask: NDArray[np.int8], best: bool = False) -> Decision:
        """Draw a number, or take the likeliest."""
        allowed = np.flatnonzero(mask)
        hidden, chances = self.chances(seen, allowed)
        place = int(chances.argmax()) if best else int(self.random.choice(len(allowed), p=chances))
        return Decision(seen, allowed, place, float(hidden @ self.weights["worth"]))

    def learn(self, decisions: list[Decision], entropy: float) -> None:
        """One step along the gradient of the decisions of some finished games."""
        grads = {name: np.zeros_like(w) for name, w in self.weights.items()}
        for decision in decisions:
            self._add(grads, decision, entropy / len(decisions), 1 / len(decisions))
        self.adam.step(self.weights, grads)

    def _add(self, grads: dict[str, Floats], decision: Decision, entropy: float, share: float) -> None:
        w, allowed = self.weights, decision.allowed
        hidden, chances = self.chances(decision.seen, allowed)
        wrong = chances.copy()
        wrong[decision.chosen] -= 1
        scores = share * (decision.gained - decision.value) * wrong
        # A little reward for keeping several choices open.
        logs = np.log(chances + 1e-9)
        scores += entropy * chances * (logs - (chances * logs).sum())
        worth = share * (decision.value - decision.gained)
        grads["score"][:, allowed] += np.outer(hidden, scores)
        grads["score_bias"][allowed] += scores
        grads["worth"] += worth * hidden
        back = (w["score"][:, allowed] @ scores + worth * w["worth"]) * (1 - hidden**2)
        grads["in"] += np.outer(decision.seen, back)
        grads["bias"] += back


@dataclass
class Adam:
    """The usual optimiser."""

    rate: float = 0.01
    steps: int = 0
    first: dict[str, Floats] = field(default_factory=dict)
    second: dict[str, Floats] = field(default_factory=dict)

    def step(self, weights: dict[str, Floats], grads: dict[str, Floats]) -> None:
        """Move the weights."""
        self.steps += 1
        for name, grad in grads.items():
            first = self.first[name] = 0.9 * self.first.get(name, np.zeros_like(grad)) + 0.1 * grad
            second = self.second[name] = 0.999 * self.second.get(name, np.zeros_like(grad)) + 0.001 * grad**2
            rise = first / (1 - 0.9**self.steps)
            weights[name] -= self.rate * rise / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)


def play(env: GymnasiumEnv, agent: Agent, seed: int, best: bool = False) -> tuple[list[Decision], float]:
    """One game: what was decided, and the reward at its end."""
    seen, info = env.reset(seed=seed)
    decisions: list[Decision] = []
    worth = [env.position.worth(env.seat)]
    over, reward = False, 0.0
    while not over:
        decision = agent.choose(seen.astype(float), info["action_mask"], best)
        decisions.append(decision)
        seen, reward, over, _, info = env.step(decision.allowed[decision.chosen])
        worth.append((reward + 1) / 2 if over else env.position.worth(env.seat))
    gained = 0.0
    for decision, before, after in reversed(list(zip(decisions, worth, worth[1:], strict=False))):
        gained = decision.gained = 4 * (after - before) + DISCOUNT * gained
    return decisions, reward


def measure(env: GymnasiumEnv, agent: Agent, games: int, best: bool = True) -> dict[str, Any]:
    """Games that nobody learns from."""
    rewards = [play(env, agent, 1_000_000 + number, best)[1] for number in range(games)]
    return {"games": games, "wins": rewards.count(1.0), "draws": rewards.count(0.0), "losses": rewards.count(-1.0)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="causeway")
    parser.add_argument("--seat", default="column")
    parser.add_argument("--minutes", type=float, default=3, help="how long it learns (3)")
    parser.add_argument("--games", type=int, default=0, help="learn from so many games instead, however long it takes")
    parser.add_argument("--batch", type=int, default=8, help="games for each step of learning (8)")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--test", type=int, default=200, help="games to measure it with (200)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    env = envs.gym(chosen.game, seat=chosen.seat, opponents="random", encoder=envs.Encoder(actions=1024))
    seen = env.observation_space.shape
    assert seen is not None
    agent = Agent(seen[0], 1024, chosen.hidden, chosen.seed)
    before = measure(env, agent, chosen.test, best=False)  # a network that knows nothing plays at random
    until, games, last = time.monotonic() + 60 * chosen.minutes, 0, 0.0
    while games < chosen.games if chosen.games else time.monotonic() < until:
        batch = [play(env, agent, games + number) for number in range(chosen.batch)]
        games += chosen.batch
        agent.learn([decision for decisions, _ in batch for decision in decisions], entropy=0.003)
        last = 0.95 * last + 0.05 * float(np.mean([reward for _, reward in batch]))
        if games % (10 * chosen.batch) == 0:
            print(f"{games} games, mean reward about {last:+.2f}", flush=True)
    print(json.dumps({"learned_from": games, "before": before, "after": measure(env, agent, chosen.test)}))


if __name__ == "__main__":
    main()
