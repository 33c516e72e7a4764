"""What an experienced player does otherwise than a sensible one. He knows only the view, and his habits are data.

He brings home every outgoing cube that he has taken, above all in the last turn, when a plane needs only to be in the
air with it. He meets goals early, so that their support can still be spent, and passes those of medicine and parts by
two before he meets the one of fuel, which lies everywhere. And he pays for the city last, when others have paid and the
goals that lift its heart are in the air, and only if he may win.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.airlift.bot import player
from sandtable.games.airlift.bot.habits import HABITS, Habits
from sandtable.games.airlift.bot.judgement import final_points, turns_left
from sandtable.games.airlift.bot.pilot import Wishes, choose_flight, choose_on_the_ground
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import is_solitaire
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

WINTER = "winter"


class ExperiencedWishes(Wishes):
    """What an experienced player wants of his planes: as a sensible one, with his own figures."""

    def __init__(self, habits: Habits, season: str) -> None:
        self.sooner = habits.sooner_in_winter if season == WINTER else habits.sooner
        self.crash = habits.crash
        self.cube_on_board = habits.cube_on_board
        self.cube_in_flight = habits.cube_in_flight
        self.cube_to_take = habits.cube_to_take
        self.passing, self.bonus = habits.passing, habits.bonus


def experienced(
    view: AirliftView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """Choose by the clause that asks; where experience adds nothing, as a sensible player does."""
    choose = CHOICES.get(rule) if len(options) > 1 else None
    return choose(view, seat, options, habits) if choose else player.sensible(view, seat, options, rule)


def on_the_ground(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-12.1 A plane that stands in Berlin with outgoing cargo takes off in its last activation."""
    return choose_on_the_ground(view, seat, options, ExperiencedWishes(habits, view.season))


def in_flight(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-13.3 Where to fly, and where to land."""
    return choose_flight(view, seat, options, ExperiencedWishes(habits, view.season))


def support(view: AirliftView, seat: str, options: list[Option], habits: Habits) -> Option:
    """AL-10.1 In the last turn wait for the last impulse; then what the city lacks, if he may win, or else points.

    What flies before the last impulse passes goals, and others who pay sooner may pay for him too.
    """
    if turns_left(view) > 0 or not has_rivals(view):
        return player.support(view, seat, options)
    verbs = {option[0]: option for option in options}
    keep = verbs.get("done", verbs.get("pass", options[0]))
    if player.flights_to_come(view, seat) > 0:
        return keep
    if player.morale_missing(view) > 0 and may_win(view, seat, habits):
        return verbs.get("improve_morale", keep)
    return verbs.get("buy_victory_point", keep)


def has_rivals(view: AirliftView) -> bool:
    """AL-16.7, AL-17.1 Whether one wins this season alone: then it matters who pays. A campaign must be saved first."""
    alone = is_solitaire(view) or "full_cooperation" in view.variants
    return not alone and view.scenario != "campaign"


def may_win(view: AirliftView, seat: str, habits: Habits) -> bool:
    """AL-16.3 Whether it is in his interest that the city is saved: no more than so many points behind."""
    best = max(final_points(view, other) for other in view.seats if other != seat)
    return final_points(view, seat) >= best - habits.behind


CHOICES: dict[str, Callable[[AirliftView, str, list[Option], Habits], Option]] = {
    "AL-10.1": support,
    "AL-12.1": on_the_ground,
    "AL-13.3": in_flight,
}
