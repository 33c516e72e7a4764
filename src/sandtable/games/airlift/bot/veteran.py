"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

He brings home every outgoing cube that he has taken, above all in the last turn, when a plane needs only to be in the
air with it. He meets goals early, so that their support can still be spent. And he lets others pay for the city as long
as they have a reason to; his own support buys points.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.airlift.bot import player
from sandtable.games.airlift.bot.habits import HABITS, Habits
from sandtable.games.airlift.bot.judgement import final_points, is_in_contention, turns_left
from sandtable.games.airlift.bot.pilot import Wishes, choose_flight, choose_on_the_ground
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import is_solitaire
from sandtable.games.airlift.rules.support import VICTORY_POINT_COST
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


class ExperiencedWishes(Wishes):
    """What an experienced player wants of his planes: as a sensible one, with his own figures."""

    def __init__(self, habits: Habits) -> None:
        self.sooner = habits.sooner
        self.crash = habits.crash
        self.cube_on_board = habits.cube_on_board
        self.cube_in_flight = habits.cube_in_flight
        self.cube_to_take = habits.cube_to_take


def experienced(
    view: AirliftView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """Choose by the clause that asks; where experience adds nothing, as a sensible player does."""
    choose = CHOICES.get(rule) if len(options) > 1 else None
    return choose(view, seat, options, habits) if choose else player.sensible(view, seat, options, rule)


def on_the_ground(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-12.1 A plane that stands in Berlin with outgoing cargo takes off in its last activation."""
    return choose_on_the_ground(view, seat, options, ExperiencedWishes(habits))


def in_flight(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-13.3 Where to fly, and where to land."""
    return choose_flight(view, seat, options, ExperiencedWishes(habits))


def support(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-10.1 In the last turn the city is paid for as late as can be, and only by one who may win; the rest buys."""
    if turns_left(view) > 0 or not has_rivals(view):
        return player.support(view, seat, options)
    verbs = {option[0]: option for option in options}
    keep = verbs.get("done", verbs.get("pass", options[0]))
    coming, missing = player.flights_to_come(view, seat), player.morale_missing(view)
    if missing == 0:
        return verbs.get("buy_victory_point", keep) if coming == 0 else keep
    if coming > 1 or not worth_saving(view, seat, missing, coming, habits):
        return keep
    if coming == 1 and others_will_pay(view, seat, missing):
        return keep
    return verbs.get("improve_morale", keep)


def has_rivals(view: AirliftView) -> bool:
    """AL-16.7, AL-17.1 Whether one wins this season alone: then it matters who pays. A campaign must be saved first."""
    alone = is_solitaire(view) or "full_cooperation" in view.variants
    return not alone and view.scenario != "campaign"


def worth_saving(view: AirliftView, seat: str, missing: int, coming: int, habits: Habits) -> bool:
    """AL-16.3 Whether one who pays what the city lacks may still win: what he then has left may buy points."""
    left = view.players[seat].support - missing
    mine = final_points(view, seat) + (points_for(left) if coming else 0)
    best = max(final_points(view, other) for other in view.seats if other != seat)
    return mine >= best - habits.behind


def points_for(support: int) -> int:
    """AL-10.8 The victory points that so much support buys."""
    return max(0, support) // VICTORY_POINT_COST


def others_will_pay(view: AirliftView, seat: str, missing: int) -> bool:
    """AL-10.4 Whether somebody else can save the city, and may still win if he does."""
    return any(
        is_in_contention(view, other) and view.players[other].support >= missing
        for other in view.seats
        if other != seat
    )


CHOICES: dict[str, Callable[[AirliftView, str, list[Option], Habits], Option]] = {
    "AL-10.1": support,
    "AL-12.1": on_the_ground,
    "AL-13.3": in_flight,
}
