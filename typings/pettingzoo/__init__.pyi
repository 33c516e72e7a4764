"""What we use of PettingZoo, which has few types of its own."""

from typing import Any, Generic, TypeVar

Agent = TypeVar("Agent")
Seen = TypeVar("Seen")
Action = TypeVar("Action")

class AECEnv(Generic[Agent, Seen, Action]):
    metadata: dict[str, Any]
    agents: list[Agent]
    possible_agents: list[Agent]
    agent_selection: Agent
    rewards: dict[Agent, float]
    terminations: dict[Agent, bool]
    truncations: dict[Agent, bool]
    infos: dict[Agent, dict[str, Any]]
    _cumulative_rewards: dict[Agent, float]
    def __init__(self) -> None: ...
    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]: ...
    def _was_dead_step(self, action: None) -> None: ...
    def _clear_rewards(self) -> None: ...
    def _accumulate_rewards(self) -> None: ...
