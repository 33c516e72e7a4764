from typing import Any

import pyspiel

class UniformRandomBot:
    def __init__(self, player: int, random_state: Any) -> None: ...
    def step(self, state: pyspiel.State) -> int: ...
