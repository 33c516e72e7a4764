"""One seat of any game as a Gymnasium environment; bots have the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sandtable.api.catalogue import new
from sandtable.bots.player import Bot
from sandtable.envs.encoding import MOST, Encoder, Floats, Mask, rewards
from sandtable.envs.pettingzoo_env import RENDER_MODES, render
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game


class GymnasiumEnv(gymnasium.Env[Floats, Any]):
    """An observation is an array; `action_masks()` says which numbers can be chosen, and so does `info`.

    A number that cannot be chosen loses the game at once. The reward comes at the end: 1, 0 or -1.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        options: Mapping[str, str | int],
        seat: str = "",
        opponents: str | Bot = "random",
        encoder: Encoder | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoder = encoder or Encoder()
        self.render_mode = render_mode
        self._game = find_game(game)
        self._options = dict(options)
        self.position = new(game, seed=0, **self._options)
        self.seat = seat or self.position.seats[0]
        if self.seat not in self.position.seats:
            raise Refused(f"There is no seat {seat!r}; there are {', '.join(self.position.seats)}.")
        self._bots = {other: opponents for other in self.position.seats if other != self.seat}
        length = self.encoder.length(self._game, self.position.sight(self.seat))
        self.observation_space = spaces.Box(-MOST, MOST, (length,), np.float32)
        self.action_space = spaces.Discrete(self.encoder.actions)
        self._numbered: dict[int, Option] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = new(self._game.id, seed=int(self.np_random.integers(1 << 62)), **self._options)
        self._come_to_seat()
        return self._observation(), self._info()

    def _come_to_seat(self) -> None:
        """Let the bots play until the seat must choose, or all is over."""
        while not self.position.over and self.seat not in self.position.to_move:
            self.position.play(self._bots, most=1)
        self._numbered = {} if self.position.over else self.encoder.numbered(self.position.options(self.seat))

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        option = self._numbered.get(int(action))
        if option is None:
            refused = f"The number {int(action)} is no choice of {self.seat} now."
            self._numbered = {}
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": refused}
        self.position.apply(option, self.seat)
        self._come_to_seat()
        reward = rewards(self.position.outcome, self.position.seats)[self.seat]
        return self._observation(), reward, self.position.over, False, self._info()

    def action_masks(self) -> Mask:
        """1 for every number that can be chosen; the name is that of sb3-contrib."""
        return self.encoder.mask(self._numbered)

    def feature_names(self) -> tuple[str, ...]:
        """What the figures of an observation are; none where the encoder has no names for them."""
        return self.encoder.names(self._game, self._game.settle(self._options))

    def options(self) -> dict[int, Option]:
        """What can be chosen, by number."""
        return dict(self._numbered)

    def _observation(self) -> Floats:
        return self.encoder.observe(self._game, self.position.sight(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def render(self) -> Any:
        return render(self.position, self.render_mode)
