"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

His German stays under roofs, since six Air Strikes a turn look for whoever stands in the open, and in the last turn he
attacks whatever he can reach, since nobody strikes back. His batteries take Combat Mode where friends spot for them and
share the targets among them, and he fires first at what he will assault.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable.games.ontoberlin.bot import battle, gunners, march, player
from sandtable.games.ontoberlin.bot.habits import HABITS, Habits
from sandtable.games.ontoberlin.components import ALLIED, GERMAN, TURNS
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView, as_state
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.attacks import BOMBARDMENT, GUNFIRE
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

ENOUGH = 3
"""More spotted enemies in range do not make a place better for a battery."""


def experienced(
    view: OnToBerlinView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """Choose by the clause that asks; where experience adds nothing, as a sensible player does."""
    if rule not in CHOICES or len(options) == 1:
        return player.sensible(view, seat, options, rule, dice)
    chosen = CHOICES[rule](as_state(view), seat, options, dice, habits)
    return chosen if chosen in options else options[0]


# -- movement --------------------------------------------------------------------------------------------------------


class Mind(march.Mind):
    """What a unit of an experienced player considers in one decision."""

    def __init__(self, s: OnToBerlin, u: str, habits: Habits) -> None:
        super().__init__(s, u)
        self.bombs = habits.bombs
        self.chance = habits.chance_allied if self.side == ALLIED else habits.chance_german
        self._battery = habits.battery
        self._spotted: list[str] | None = None

    def danger(self, hex: str, combat: bool) -> float:
        """OB-4.4 As a sensible player; in the last German player-turn nobody can strike back any more."""
        if self.side == GERMAN and self.s.turn == TURNS:
            return 0.0
        return super().danger(hex, combat)

    def opportunity(self, hex: str) -> float:
        """OB-8.2.1 A battery fires from afar: it looks for places from which it reaches what friends can spot."""
        if self.kind.cls != "artillery":
            return super().opportunity(hex)
        if self._spotted is None:
            self._spotted = gunners.spotted_for(self.s, self.u)
        in_range = sum(MAP.distance(hex, target) <= self.kind.artillery_range for target in self._spotted)
        return self._battery * min(ENOUGH, in_range) / ENOUGH


Choice = Callable[[OnToBerlin, str, list[Option], Dice, Habits], Option]


def thoughtful(choose: Callable[..., Option]) -> Choice:
    """A choice of the sensible player, made with the mind of an experienced one."""

    def choice(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, habits: Habits) -> Option:
        return choose(s, seat, options, dice, partial(Mind, habits=habits))

    return choice


# -- combat ----------------------------------------------------------------------------------------------------------


def softening(kind: str, plan: battle.Plan, habits: Habits) -> battle.Plan:
    """OB-8.6.2, OB-8.1.5 The same fire, counted with what it adds to an assault on the same hex."""

    def softened(s: OnToBerlin, target: str, by: str) -> tuple[float, tuple[str, ...]]:
        gain, units = plan(s, target, by)
        if units:
            gain += habits.soften * battle.opened(s, Attack(kind, target, units), by)
        return gain, units

    return softened


def step_one(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, habits: Habits) -> Option:
    """OB-4.3.4 The strike or bombardment that promises most, with the assaults that it opens."""
    bombard = softening(BOMBARDMENT, partial(gunners.bombardment, habits=habits), habits)
    return player.step_one(s, seat, options, dice, bombard)


def bombard(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, habits: Habits) -> Option:
    """OB-8.2.1 Put the bombardment together that was judged best."""
    return player.compose_with(partial(gunners.bombardment, habits=habits))(s, seat, options, dice)


def fire(s: OnToBerlin, seat: str, options: list[Option], dice: Dice, habits: Habits) -> Option:
    """OB-8.4.1 Fire where it does most, with the assaults that it opens."""
    if options[0] == player.DONE:
        return player.open_fire(s, seat, options, softening(GUNFIRE, battle.gunfire, habits))
    return player.compose_with(battle.gunfire)(s, seat, options, dice)


CHOICES: dict[str, Choice] = {
    "OB-7.1": thoughtful(player.move),
    "OB-8.8.1": thoughtful(player.retreat),
    "OB-8.10.1": thoughtful(player.advance),
    "OB-8.10.2": thoughtful(player.exploit),
    "OB-4.3.4": step_one,
    "OB-8.2.1": bombard,
    "OB-8.4.1": fire,
}
