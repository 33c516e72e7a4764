"""What a sensible player does between two scenarios of the campaign: what he buys, when he attacks."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.bot.judgement import (
    goals_of,
    ground_of_the_reichstag,
    nearest_goal,
    worth_of,
)
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.vehicles import best_commanded
from sandtable.games.vengeance.campaign.battle.posts import far_from_enemy, is_initial
from sandtable.games.vengeance.campaign.battle.scoring import reichstag
from sandtable.games.vengeance.campaign.charts import chart, dates, is_night
from sandtable.games.vengeance.campaign.points import campaign_of, sheet
from sandtable.games.vengeance.campaign.purchase.fortifications import ONE
from sandtable.games.vengeance.campaign.purchase.reinforcement_groups import bought_now
from sandtable.games.vengeance.campaign.refit.escape import escape_modifiers
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN
from sandtable.games.vengeance.model.campaign import ATTACK, DUG_IN, ENTER, ITEM, ON_BOARD, RESERVE, Module
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import COMMAND
from sandtable.games.vengeance.rules.victory.banner import is_banner
from sandtable.games.vengeance.rules.victory.control import controller
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in, number_in, verb_of

_WORTH = {
    GERMAN: {"I1": 9, "I4": 9, "I7": 6, "I2": 4.5, "I3": 3, "V6": 5, "V5": 8, "V2": 8, "V3": 8, "V4": 10, "V1": 5,
             "G5": 4, "G8": 5, "G3": 4, "O2": 12, "O1": 8, "O3": 3, "O4": 2, "M1": 1.5, "M2": 1.6, "I5": 2},
    RUSSIAN: {"I2": 8, "I4": 8.5, "I5": 10, "I1": 4.5, "I3": 4.5, "I6": 4.5, "I7": 8, "I8": 12, "I9": 8, "V4": 6,
              "V5": 7, "V2": 5, "V6": 7.5, "V10": 8, "V11": 4, "V12": 5, "O5": 4, "O4": 8, "O3": 6, "O2": 4,
              "O1": 3, "O6": 1.6, "O8": 0.9, "S1": 2.5, "M1": 1, "M2": 0.6},
}  # fmt: skip
"""What a group is thought to be worth in CPP; groups that are not named are left alone."""
_ENOUGH = {"I": 0.98, "V": 0.75, "G": 0.6, "O": 1.0, "S": 0.4, "M": 0.3}
"""By what the worth falls for every group of the same letter that was bought already."""
_WAYS = {ON_BOARD: 1.0, ITEM: 1.0, ENTER: 0.7, DUG_IN: 0.55, RESERVE: 0.9}
"""How groups are bought, and how much of their worth is left: who enters comes late, who is dug in never moves."""
_ON_FOOT = 0.85
"""The same for Russian infantry that enters: it is two points cheaper, and there are other dates."""
_KEPT_OUT = 0.5
"""What is left of the worth of who enters at night, when a Defender's men are held back until he is alarmed."""
_MOST_SAN = 5
"""Up to this SAN a sniper is bought."""
_MOST_FPP = {GERMAN: 3, RUSSIAN: 1}
"""So many lots of fortification points are bought for a date; in the Initial CGS there are enough."""
_OBSERVER, _REGISTERED, _ROCKETS = "Off-Board Observer", "Pre-Registered Hex", "rocket"
_ROOM = 4
"""So many hexes of the task must be far enough from the enemy before a group is bought as a Reserve."""
_REST_FROM = "4/29 NT"
_MIDDLE, _ESCAPES = 7, 8
"""The usual DR, and the highest that lets a stack escape."""
_STRONG = 1.3
"""So much stronger than the enemy on the map a German attacks."""
_FAR, _WORTH_A_SHIFT, _MEN_IN_A_HOUSE = 99, 3, 2
"""MF by which a Shift must bring a unit nearer to the task, and the units for which each hex with a house has room."""
_STRONG_HOUSE = "Fortified Location"
_WORKS = {
    GERMAN: (("HIP", 2), ("?", 6), (_STRONG_HOUSE, 0), ("?", 12)),
    RUSSIAN: (("?", 12),),
}
"""What is built, in this order, and up to which number; strong houses until the Reichstag is one."""


def in_refit(mind: Mind, options: list[Option]) -> Option:
    """One choice of the Refit Phase."""
    verbs = [verb_of(option) for option in options]
    for verb, choose in _CHOOSERS.items():
        if verb in verbs:
            return choose(mind, [o for o in options if o[0] == verb], options)
    return options[0]


def what_to_buy(mind: Mind, buys: list[Option], options: list[Option]) -> Option:
    """The group that gives most for its price; infantry again and again, one battery of artillery at a time."""
    s = mind.s
    both_ways = {id_in(option) for option in buys if option[2] == ON_BOARD}
    reserves = _reserves_defend(mind)

    def value(option: Option) -> float:
        id, mode, price = id_in(option).rpartition("-")[2], id_in(option, 2), number_in(option, 3)
        worth = _WORTH[mind.seat].get(id, 0.0)
        if mode not in _WAYS or not worth or _has_enough(mind, id) or (mode == RESERVE and not reserves):
            return 0.0
        if mode == ENTER and mind.seat == RUSSIAN and id[0] == "I":
            worth *= _ON_FOOT
        elif mode != ENTER or id_in(option) in both_ways:
            worth *= _WAYS[mode]
        if mode == ENTER and is_night(campaign_of(s).date) and mind.seat == GERMAN:
            worth *= _KEPT_OUT
        alike = sum(bought_now(s, mind.seat, g) for g in chart(mind.seat).groups if g[0] == id[0] and g != "M2")
        same = bought_now(s, mind.seat, id)
        return worth * _ENOUGH[id[0]] ** (alike if id != "M2" else 0) * 0.9**same / max(1, price)

    best = max(buys, key=value)
    return best if value(best) > 0 else ("done",)


def _has_enough(mind: Mind, id: str) -> bool:
    """What is of no use now: a second battery, aircraft at night, snipers without end, a Banner before its day."""
    s = mind.s
    date = campaign_of(s).date
    return (
        (id[0] == "O" and _enough_artillery(mind, id))
        or (id == "S1" and is_night(date))
        or (id == "M1" and s.san.get(mind.seat, 0) + bought_now(s, mind.seat, id) >= _MOST_SAN)
        or (id == "M2" and (is_initial(s) or bought_now(s, mind.seat, id) >= _MOST_FPP[mind.seat]))
        or (id == "I9" and (not _at_the_reichstag(mind) or _has_a_banner(mind)))
    )


def _at_the_reichstag(mind: Mind) -> bool:
    """RV-CGS10 Whether the Spree is crossed and the fight is for the Reichstag itself."""
    return mind.task == ground_of_the_reichstag()


def _has_a_banner(mind: Mind) -> bool:
    """RV-BRV14.2 Whether a Banner is with the men, flies already, or comes with a group that was bought just now."""
    return bool(bought_now(mind.s, mind.seat, "I9")) or any(is_banner(w) for w in mind.s.weapons.values())


def _besieges(mind: Mind) -> bool:
    """RV-CGS10 Whether the Russian is the weaker one: artillery helps those who wait, and bars the way of others."""
    forces = _forces(mind)
    return mind.seat != RUSSIAN or forces[RUSSIAN] < forces[GERMAN]


def _enough_artillery(mind: Mind, id: str) -> bool:
    """RV-CG9, RV-CG9b, RV-CG10 One battery and one of rockets by day, each with a pre-registered hex, and an observer.

    Who storms needs men and no shells. At night, and as long as the Russian has no observer, nobody sees where to
    shoot; rockets are kept for those who sit in the Reichstag.
    """
    s, kept = mind.s, sheet(mind.s, mind.seat)
    groups = chart(mind.seat).groups
    name = groups[id].name
    modules = [m.calibre for m in kept.modules] + [
        group.module for group in groups.values() if group.module for _ in range(bought_now(s, mind.seat, group.id))
    ]
    if is_night(campaign_of(s).date) or (mind.seat == RUSSIAN and is_initial(s)) or not _besieges(mind):
        return True
    bought = bought_now(s, mind.seat, id) + kept.spare.count(id)
    if name == _OBSERVER:
        return not modules or any(m.observer for m in kept.modules) or bool(bought)
    if name == _REGISTERED:
        return sum(m.registered for m in kept.modules) + bought >= len(modules)
    if _ROCKETS in groups[id].module:
        return not _at_the_reichstag(mind) or any(_ROCKETS in calibre for calibre in modules)
    return any(_ROCKETS not in calibre for calibre in modules)


def _reserves_defend(mind: Mind) -> bool:
    """RV-RePh8.6194b Whether a Reserve, which costs less, could wait in what must be kept: the enemy is far from it."""
    s = mind.s
    if mind.seat != GERMAN or is_initial(s):
        return False
    far = far_from_enemy(s, GERMAN)
    return sum(goal in far for goal in goals_of(s)) >= _ROOM


def attack_or_idle(mind: Mind, chits: list[Option], options: list[Option]) -> Option:
    """The Russian must take the Reichstag in time; the German attacks what he has lost of it, if he is stronger."""
    wanted, idle = ("chit", ATTACK), next(o for o in chits if o[1] != ATTACK)
    if wanted not in chits:
        return chits[0]
    if mind.seat == RUSSIAN:
        return idle if _waits_for_men(mind) else wanted
    forces = _forces(mind)
    strong = forces[GERMAN] > _STRONG * forces[RUSSIAN]
    lost = any(controller(mind.s, at) != GERMAN for at in mind.task)
    return wanted if strong and lost else idle


def _forces(mind: Mind) -> dict[str, float]:
    """What each side has on the map."""
    forces = dict.fromkeys((GERMAN, RUSSIAN), 0.1)
    for unit in mind.s.units.values():
        if unit.at:
            forces[unit.side] += worth_of(unit)
    return forces


def _waits_for_men(mind: Mind) -> bool:
    """RV-CG26 There is one date more than there are chits: he leaves out one when he is too weak, never the last.

    Early on it would help the enemy more, whose garrison is still small; and by night he crosses the square unseen.
    """
    s = mind.s
    date, left = campaign_of(s).date, sheet(s, RUSSIAN).chits
    if date + 1 == len(dates()) or left >= len(dates()) - date or date < dates().index(_REST_FROM):
        return False
    if is_night(date) and left > 1:
        return False
    return left == 1 or (_at_the_reichstag(mind) and _besieges(mind))


def where_to_shift(mind: Mind, shifts: list[Option], options: list[Option]) -> Option:
    """RV-RePh8.613 Whoever gains most goes to an area nearer to the task, while there are houses for him."""
    s, f = mind.s, mind.f
    near: dict[str, int] = {}
    room: dict[str, int] = {}
    for hex, area in s.areas.items():
        if area.startswith(mind.seat) and hex in f.steps:
            near[area] = min(near.get(area, _FAR), nearest_goal(s, hex, goals_of(s)))
            room[area] = room.get(area, 0) + _MEN_IN_A_HOUSE * bool(f.hex(hex).building)
    for id, post in s.posts.items():
        if post in room and id in s.units:
            room[post] -= 1

    def gain(option: Option) -> int:
        here, there = s.posts[id_in(option)], id_in(option, 2)
        return near.get(here, _FAR) - near.get(there, _FAR) if room.get(there, 0) > 0 else 0

    best = max(shifts, key=gain)
    return best if gain(best) >= _WORTH_A_SHIFT else _no_more(mind, shifts, options)


def what_to_build(mind: Mind, works: list[Option], options: list[Option]) -> Option:
    """Hidden squads, `?` for the others, and the Reichstag a strong house, floor by floor; then no more."""
    stock = dict(sheet(mind.s, mind.seat).fortifications)
    stock["HIP"] = len(sheet(mind.s, mind.seat).hip)
    for type, most in _WORKS[mind.seat]:
        wanted = most if type != _STRONG_HOUSE else _open_floors(mind)
        offered = [o for o in works if o[1] == type and o[2] in ("squad", ONE)]
        if offered and stock.get(type, 0) < wanted:
            return offered[0]
    return ("done",)


def _open_floors(mind: Mind) -> int:
    """RV-B23.9, RV-CGS10a How many Locations of the Reichstag are not fortified yet."""
    strong = {work.at for work in mind.s.works.values() if work.type == "fortified_location"}
    return sum(at in mind.f.steps and at not in strong for at in reichstag())


def _first(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    return named[0]


def _stays(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    return next(o for o in options if o[0] == "remain")


def _no_more(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    return ("done",) if ("done",) in options else options[-1]


def one_look(mind: Mind, recons: list[Option], options: list[Option]) -> Option:
    """One Recon, if there is a point for it."""
    return recons[min(1, len(recons) - 1)]


def stay_or_escape(mind: Mind, ways: list[Option], options: list[Option]) -> Option:
    """Who may stay does so where an Escape is more likely to fail."""
    s = mind.s
    staying = [o for o in options if o[0] == "remain"]
    ids = [u.id for u in units_at(s, id_in(ways[0]), mind.seat) if u.id not in s.posts]
    risky = ids and _MIDDLE + total(escape_modifiers(s, ids)) > _ESCAPES
    return staying[0] if staying and risky else ways[0]


def search_or_leave(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    """Crews man what was left, the rest is searched; who is manned keeps crew and machine guns, unless it is dug in."""
    searched = [o for o in options if o[0] == "man_again"] or [o for o in options if o[0] == "scrounge"]
    dug_in = [o for o in named if mind.s.vehicles[id_in(o)].dug_in]
    return (searched or dug_in or [("done",)])[0]


def strongest_module(mind: Mind, modules: list[Option], options: list[Option]) -> Option:
    """The battery of the greatest calibre."""
    return max(modules, key=lambda o: _calibre(_module(mind, o)))


def barest_module(mind: Mind, modules: list[Option], options: list[Option]) -> Option:
    """RV-RePh8.6193a A battery that has nothing yet, and no rockets: only the first hex of each adds a chit."""

    def score(option: Option) -> tuple[int, bool, int]:
        module = _module(mind, option)
        return -(module.registered + module.observer + module.spotter), _ROCKETS not in module.calibre, _calibre(module)

    return max(modules, key=score)


def _module(mind: Mind, option: Option) -> Module:
    return sheet(mind.s, mind.seat).modules[number_in(option, 2) - 1]


def _calibre(module: Module) -> int:
    return int("".join(c for c in module.calibre if c.isdigit()))


_CHOOSERS: dict[str, Callable[[Mind, list[Option], list[Option]], Option]] = {
    "buy": what_to_buy,
    "fortify": what_to_build,
    "chit": attack_or_idle,
    "recon": one_look,
    "shift": where_to_shift,
    "clear_away": _no_more,
    "promote": _first,
    "recombine": _first,
    "escape": stay_or_escape,
    "crew_escapes": _stays,
    "haven": _first,
    "flee_fire": _first,
    "fall_back": _first,
    "radio": _first,
    "module": strongest_module,
    "for_module": barest_module,
    "take_out": search_or_leave,
    "put_back": search_or_leave,
    "abandon_here": search_or_leave,
    "man_again": search_or_leave,
    "scrounge": search_or_leave,
    "combine_crews": _no_more,
    "roll_leaders": _first,
    "roll_leader": _first,
    "gestapo": _no_more,
    **dict.fromkeys(COMMAND, lambda mind, named, options: best_commanded(mind, options)),
    "stay_in_mines": _first,
}
