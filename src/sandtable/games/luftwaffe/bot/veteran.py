"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

Where only cities count he knows that bombers must arrive: every fighter that starts with them is their close escort,
and a stream is small enough that the German cannot meet all of them in one place. Where escorts are ignored in the
longer games, the German weighs what they shoot down before he can fire.
"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import german, player
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
    if seat == GERMAN and {"fly", "land"} <= verbs and pays_for_first_shots(view):
        return german.choose_flight(view, options, habits.own)
    if len(options) > 1 and only_cities_count(view):
        if "mission" in verbs:
            return choose_mission(view, options, dice, habits.together)
        if "face_up" in verbs:
            return choose_place(view, options, habits.together)
        if "escort" in verbs and "ignore_escorts" not in view.flags:
            return next(option for option in options if option[0] == "escort")
    return player.sensible(view, seat, options, dice)


def pays_for_first_shots(view: LuftwaffeView) -> bool:
    """LW-15.2.2, LW-12.9 Escorts fire first, and what they shoot down is missing in the raids to come."""
    return "ignore_escorts" in view.flags and bool(parts().scenarios[view.game].quarters)


def only_cities_count(view: LuftwaffeView) -> bool:
    """LW-10.4 The Basic Game and its variants. Custer weighs losses, longer games save aircraft."""
    game = parts().scenarios[view.game]
    return not game.quarters and not game.american_targets
