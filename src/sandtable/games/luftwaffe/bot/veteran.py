"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

Where only cities count he knows that bombers must arrive: every fighter that starts with them is their close escort,
and a stream is small enough that the German cannot meet all of them in one place. In the longer games the German saves
his aircraft: those that wait on the ground fly away from fighters that would strafe them and on to where bombers will
pass, and where escorts are ignored he weighs what they shoot down before he can fire.
"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import player, shelter
from sandtable.games.luftwaffe.bot.habits import HABITS, Habits
from sandtable.games.luftwaffe.bot.raid import choose_mission, choose_place
from sandtable.games.luftwaffe.components import GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


def experienced(
    view: LuftwaffeView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """Choose by what is asked; where experience adds nothing, as a sensible player does."""
    options = player.one_by_one(options)
    verbs = {option[0] for option in options}
    if seat == GERMAN and len(options) > 1 and saves_aircraft(view):
        choice = saving(view, options, verbs, habits)
        if choice is not None:
            return choice
    if len(options) > 1 and only_cities_count(view):
        if "mission" in verbs:
            return choose_mission(view, options, dice, habits.together)
        if "face_up" in verbs:
            return choose_place(view, options, habits.together)
        if "escort" in verbs and "ignore_escorts" not in view.flags:
            return next(option for option in options if option[0] == "escort")
    return player.sensible(view, seat, options, dice)


def saves_aircraft(view: LuftwaffeView) -> bool:
    """LW-12.9 Whether raids are to come: what is lost in this one is missing in them."""
    return bool(parts().scenarios[view.game].quarters)


def saving(view: LuftwaffeView, options: list[Option], verbs: set[str | int], habits: Habits) -> Option | None:
    """LW-4.2.2 How the German moves who saves his aircraft; None where he does as a sensible player."""
    if view.step != "german_move" or "stay" in verbs:
        return None
    if ("done",) in options or "move" in verbs:
        return shelter.choose_move(view, options, habits)
    if {"fly", "land"} <= verbs:
        # LW-15.2.2 Escorts that fire first are weighed by what they shoot down.
        return shelter.choose_flight(view, options, habits, habits.own if "ignore_escorts" in view.flags else 0.0)
    return shelter.fly_on(view, options) if "fly" in verbs else None


def only_cities_count(view: LuftwaffeView) -> bool:
    """LW-10.4 The Basic Game and its variants. Custer weighs losses, longer games save aircraft."""
    game = parts().scenarios[view.game]
    return not game.quarters and not game.american_targets
