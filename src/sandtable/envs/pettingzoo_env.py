"""Every game as a PettingZoo AEC environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sandtable.api.catalogue import new
from sandtable.api.position import Position
from sandtable.envs.encoding import MOST, Encoder, rewards
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game

Observation = dict[str, Any]
RENDER_MODES = ["human", "ansi", "svg"]


class PettingZooEnv(AECEnv[str, Observation, int | None]):
    """The seats are the agents. Seats that choose secretly at the same time do so one after another, unseen.

    An observation is `{"observation": array, "action_mask": array}`; `position` is the game as `sandtable.new` gives
    it. Rewards come at the end: 1 for who has won, -1 for who has lost.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        game: str,
        options: Mapping[str, str | int],
        encoder: Encoder | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoder = encoder or Encoder()
        self.render_mode = render_mode
        self._game = find_game(game)
        self._options = dict(options)
        self.metadata = {**self.metadata, "name": f"sandtable_{game}_v1"}
        self._random = np.random.default_rng()
        self.position: Position = new(game, seed=0, **self._options)
        self.possible_agents = list(self.position.seats)
        length = self.encoder.length(self._game, self.position.sight(self.possible_agents[0]))
        seen = spaces.Box(-MOST, MOST, (length,), np.float32)
        mask = spaces.Box(0, 1, (self.encoder.actions,), np.int8)
        self._seen: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents
        }
        self._numbered: dict[int, Option] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same games from there on."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        drawn = int(self._random.integers(1 << 62))
        self.position = new(self._game.id, seed=drawn, **self._options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_next()

    def _turn_to_next(self) -> None:
        if self.position.over:
            return
        self.agent_selection = self.position.to_move[0]
        self._numbered = self.encoder.numbered(self.position.options(self.agent_selection))

    def observe(self, agent: str) -> Observation:
        asked = not self.position.over and agent == self.agent_selection
        return {
            "observation": self.encoder.observe(self._game, self.position.sight(agent)),
            "action_mask": self.encoder.mask(self._numbered if asked else {}),
        }

    def feature_names(self) -> tuple[str, ...]:
        """What the figures of an observation are; none where the encoder has no names for them."""
        return self.encoder.names(self._game, self._game.settle(self._options))

    def options(self) -> dict[int, Option]:
        """What the agent that is to move may choose, by number."""
        return dict(self._numbered)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        option = self._numbered.get(-1 if action is None else int(action))
        if option is None:
            raise Refused(f"The number {action} is no choice of {agent} now: see the action mask.")
        self._cumulative_rewards[agent] = 0.0
        self.position.apply(option, agent)
        self._clear_rewards()
        if self.position.over:
            self.rewards = rewards(self.position.outcome, self.agents)
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn_to_next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def render(position: Position, mode: str | None) -> str | None:
    """The board as SVG, or the heading and the question as text; for people it is printed."""
    if mode == "svg":
        return position.svg("")
    seat = position.to_move[0] if position.to_move else ""
    question = f"{seat}: {position.prompt(seat)}" if seat else str(position.outcome and position.outcome.result)
    text = f"{position.title}, {position.table('').heading}\n{question}"
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
    return None
