from typing import Any

import pyspiel

class RandomRolloutEvaluator:
    def __init__(self, n_rollouts: int, random_state: Any) -> None: ...

class MCTSBot:
    def __init__(
        self, game: pyspiel.Game, uct_c: float, simulations: int, evaluator: RandomRolloutEvaluator, random_state: Any
    ) -> None: ...
    def step(self, state: pyspiel.State) -> int: ...
