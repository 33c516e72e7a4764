"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

He keeps good pilots back as far as he can, takes men who can do more than one thing, agrees who fires at whom before
anybody fires, and sends a man without a target where he shoots or stops a shot.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.warbirds.bot import gunnery, player, shelter
from sandtable.games.warbirds.bot.danger import chance_of_loss
from sandtable.games.warbirds.bot.habits import HABITS, Habits
from sandtable.games.warbirds.components import AIRMEN, CONSTANTS, MISSIONS, STATIONS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE, ENEMY, holder
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

FUEL_SAVES = CONSTANTS["medal_fuel_saves"]
NEVER = 1.0
"""A chance that nothing is above."""


def experienced(
    view: WarbirdsView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """Choose by the clause that asks; where experience adds nothing, as a sensible player does."""
    choose = CHOICES.get(rule)
    return choose(view, options, habits) if choose else player.CHOICES[rule](view, options)


def man_stations(view: WarbirdsView, options: list[Option], habits: Habits) -> Option:
    """WB-6.5 The best man for each station in turn; beside a good pilot a lesser one, of the last only one."""
    alone = pilots_at_base(view) <= habits.last_pilots
    for station in player.FILL_ORDER:
        if alone and station == "copilot":
            continue
        seats = [option for option in options if option[0] == "assign" and option[2] == station]
        if seats:
            return max(seats, key=lambda option: _fitness(view, id_in(option), station, habits))
    return ("ready",) if ("ready",) in options else options[0]


def pilots_at_base(view: WarbirdsView) -> int:
    """WB-6.1 The men who can fly the next mission, those seated already among them: without one the tour is lost."""
    return sum(place == AVAILABLE and "pilot" in AIRMEN[id].skills for id, place in view.roster.items())


def _fitness(view: WarbirdsView, id: str, station: str, habits: Habits) -> float:
    """WB-14.5 Only the better of two pilots counts, so the second seat is for a man who will not be missed."""
    skills, skill = AIRMEN[id].skills, STATIONS[station].skill
    elsewhere = max((value for other, value in skills.items() if other != skill), default=0)
    weight = habits.second_pilot if station == "copilot" else habits.skill
    return skills[skill] * weight + habits.medal * len(view.medals.get(id, ())) + elsewhere * habits.versatile


def pilot_action(view: WarbirdsView, options: list[Option], habits: Habits) -> Option:
    """WB-8.6, WB-21.2 As a sensible player; but a medal for both pilots that is near is worth more than an evasion."""
    saves = [option for option in options if option[0] == "fuel_save"]
    turns = MISSIONS[view.mission].engagement - view.phase_turns
    near = view.fuel_saves >= habits.saves_for_a_medal and FUEL_SAVES - view.fuel_saves <= turns
    if saves and near and not view.formation_broken and len(view.medal_supply) >= 2:
        return saves[-1]
    return player.pilot_action(view, options)


def crew_action(view: WarbirdsView, options: list[Option], habits: Habits) -> Option:
    """WB-10.1 Bombs first, then a deserted key station, then the gun's part in the common plan, then a better place."""
    verbs = {option[0] for option in options}
    man = next(id_in(option) for option in options if len(option) > 1)
    if "prepare_bombsight" in verbs:
        return ("prepare_bombsight", man)
    if "release_payload" in verbs:
        return ("release_payload" if _release_now(view, habits) else "course_change", man)
    may_attack = "attack" in verbs
    change = player.take_over(view, man, options)
    if change is not None and not (may_attack and _can_wait(view, change)):
        return change
    if may_attack:
        return ("attack", man, gunnery.target_of(view, man, habits))
    return shelter.better_place(view, man, options, habits) or ("pass", man)


def _release_now(view: WarbirdsView, habits: Habits) -> bool:
    """WB-16.7, WB-20.7 As a sensible player; off the line too if the aircraft may be lost before the next chance."""
    if player.release_now(view, habits.little):
        return True
    risk = {1: habits.risk_with_one_drift, 2: habits.risk_with_two_drift}.get(len(view.drift_hand), NEVER)
    return chance_of_loss(view, habits.still_there) > risk


def _can_wait(view: WarbirdsView, change: Option) -> bool:
    """WB-19.3 A man with a target fires first: the desks are manned for nothing if formation breaks over the target."""
    return change[2] == "engineer" or (view.phase == ENEMY and change[2] in ("navigator", "radio"))


def stay_over_target(view: WarbirdsView, options: list[Option], habits: Habits) -> Option:
    """WB-12.6 Stay while the aircraft can take it and a bombardier is there to use the time."""
    able = bool(holder(view.crew, "bombardier")) and len(view.drift_hand) <= player.HOPEFUL_DRIFT
    return ("stay_over_target",) if able and not player.battered(view, habits.little) else ("leave_target",)


CHOICES: dict[str, Callable[[WarbirdsView, list[Option], Habits], Option]] = {
    "WB-6.5": man_stations,
    "WB-8.6": pilot_action,
    "WB-10.1": crew_action,
    "WB-12.6": stay_over_target,
}
