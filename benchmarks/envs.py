"""Steps per second of the environments with random play: `.venv/bin/python -m benchmarks.envs [--seconds 5]`."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import sandtable
from sandtable import envs


def aec_steps(game: str, options: dict[str, Any], seconds: float) -> float:
    """Steps of the PettingZoo environment in one second, observations and masks included."""
    env, generator = envs.aec(game, **options), np.random.default_rng(1)
    env.reset(seed=1)
    steps, until, began = 0, time.process_time() + seconds, time.process_time()
    while time.process_time() < until:
        observation, _, over, _, _ = env.last()
        if over or observation is None:
            env.reset()
            continue
        env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return steps / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="how long each game is measured (5)")
    chosen = parser.parse_args()
    small: dict[str, dict[str, Any]] = {"vengeance": {"scenario": "brv01"}}
    found = {game: round(aec_steps(game, small.get(game, {}), chosen.seconds)) for game in sandtable.games()}
    print(json.dumps({"aec_steps_per_cpu_s": found}, indent=1))


if __name__ == "__main__":
    main()
