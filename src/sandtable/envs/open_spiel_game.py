"""Every game as an OpenSpiel game, so that its algorithms run on ours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

import msgspec
import numpy as np
import pyspiel

from sandtable.envs.encoding import Encoder, rewards
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.kernel.position import Position
from sandtable.kernel.records import Choice
from sandtable.kernel.state import state_from_json, state_to_json
from sandtable.kernel.words import plain

DEALS = 1024
"""The outcomes of the one chance node: each is a seed, and all dice and shuffles of the game follow from it."""


def load(game: str, options: Mapping[str, str | int]) -> pyspiel.Game:
    """Register the game if it is not yet, and load it with these options."""
    rules = find_game(game)
    kind = _registered(game)
    return pyspiel.load_game(kind.short_name, dict(rules.settle(options)))


@cache
def _registered(game: str) -> pyspiel.GameType:
    rules = find_game(game)
    seats = _numbers_of_seats(rules)
    competitive = seats == {2} and not rules.cooperative
    utility = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=f"sandtable_{game}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if competitive else utility.IDENTICAL if rules.cooperative else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={spec.name: spec.default for spec in rules.options},
    )

    class Registered(SandtableGame):
        """The game with its own type: OpenSpiel makes it from its parameters alone."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, rules, dict(params or {}))

    pyspiel.register_game(kind, Registered)
    return kind


def _numbers_of_seats(rules: AnyGame) -> set[int]:
    players = next((spec.values for spec in rules.options if spec.name == "players"), ())
    rows = [{"players": number} for number in players] or [{}]
    return {len(rules.seats(rules.settle(row))) for row in rows}


class SandtableGame(pyspiel.Game):
    """A game with its options. Players are the seats in their order."""

    def __init__(self, kind: pyspiel.GameType, rules: AnyGame, params: dict[str, Any]) -> None:
        self.rules = rules
        self.options = rules.settle(params)
        self.seats = rules.seats(self.options)
        self.encoder = Encoder()
        self.length = self.encoder.length(rules, Position.new(rules, self.options, 0).sight(self.seats[0]))
        zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=DEALS,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=rules.most_decisions,
        )
        super().__init__(kind, info, params)
        self.zero_sum = zero_sum

    def new_initial_state(self) -> SandtableState:
        """Before the deal."""
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SandtableObserver:
        """What a player sees, as an array."""
        return SandtableObserver(self)


class _Held:
    """A position that OpenSpiel may copy with `deepcopy` and write down with `pickle`."""

    def __init__(self, position: Position | None) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(None if self.position is None else self.position.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        if self.position is None:
            return type(self), (None,)
        position = self.position
        choices = [(choice.seat, choice.option) for choice in position.since_checkpoint]
        checkpoint = state_to_json(position.checkpoint)
        return _again, (position.game.id, position.options_chosen, checkpoint, choices)


def _again(game: str, options: Options, checkpoint: bytes, choices: list[tuple[str, Option]]) -> _Held:
    """The position that was written down."""
    rules = find_game(game)
    since = [Choice(seat, option) for seat, option in choices]
    return _Held(Position.resume(rules, options, state_from_json(rules.state_type, checkpoint), since))


class SandtableState(pyspiel.State):
    """A position. First chance deals a seed; from then on everything follows from the choices.

    So the tree is an ordinary one with all chance at its root, and a history can be played again exactly.
    """

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self._held = _Held(None)

    @property
    def _rules(self) -> SandtableGame:
        game = self.get_game()
        assert isinstance(game, SandtableGame)
        return game

    @property
    def position(self) -> Position:
        """The game behind the state; there is none before the deal."""
        assert self._held.position is not None
        return self._held.position

    def current_player(self) -> int:
        if self._held.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.seats.index(self.position.deciders[0])

    def _numbered(self) -> dict[int, Option]:
        return self._rules.encoder.numbered(self.position.options(self.position.deciders[0]))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._numbered()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed is equally likely."""
        return [(number, 1 / DEALS) for number in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self._held.position is None:
            game = self._rules
            self._held = _Held(Position.new(game.rules, game.options, f"deal {action}"))
        else:
            self.position.apply(self.position.deciders[0], self._numbered()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        option = self._numbered().get(action)
        return plain(self._rules.rules.words.option(option)) if option is not None else str(action)

    def is_terminal(self) -> bool:
        return self._held.position is not None and self.position.over

    def returns(self) -> list[float]:
        seats = self._rules.seats
        if not self.is_terminal():
            return [0.0] * len(seats)
        reward = rewards(self.position.outcome, seats)
        if not self._rules.zero_sum:
            return [reward[seat] for seat in seats]
        # Two enemies who both lose have gained nothing on each other.
        lead = (reward[seats[0]] - reward[seats[1]]) / 2
        return [lead, -lead]

    def __str__(self) -> str:
        if self._held.position is None:
            return "before the deal"
        rules = self._rules.rules
        return f"{rules.title} {rules.table(self.position.sight('')).heading}, step {len(self.history())}"


class SandtableObserver:
    """Fills an array with what a player sees."""

    def __init__(self, game: SandtableGame) -> None:
        self._game = game
        self.tensor = np.zeros(game.length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Fill the array."""
        self.tensor.fill(0)
        if state._held.position is not None:
            view = state.position.sight(self._game.seats[player])
            self.tensor[:] = self._game.encoder.observe(self._game.rules, view)

    def string_from(self, state: SandtableState, player: int) -> str:
        """The view in words: its facts as JSON."""
        if state._held.position is None:
            return "before the deal"
        return msgspec.json.encode(state.position.sight(self._game.seats[player])).decode()
