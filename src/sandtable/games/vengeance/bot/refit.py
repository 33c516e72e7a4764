"""What a sensible player does between two scenarios of the campaign: what he buys, when he attacks."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.campaign.charts import chart
from sandtable.games.vengeance.campaign.points import sheet
from sandtable.games.vengeance.campaign.purchase import bought_now
from sandtable.games.vengeance.campaign.sheet import ATTACK
from sandtable.games.vengeance.judgement import worth_of
from sandtable.games.vengeance.model import GERMAN, RUSSIAN
from sandtable.kernel.flow import Option

_WORTH = {
    GERMAN: {"I1": 9, "I4": 9, "I7": 6, "I2": 4.5, "I3": 3, "V6": 5, "V5": 8, "V2": 8, "V3": 8, "V4": 10, "V1": 5,
             "G5": 4, "G8": 5, "G3": 4, "O2": 8, "O1": 6, "M1": 1.5, "I5": 2},
    RUSSIAN: {"I2": 7, "I4": 7.5, "I5": 10, "I1": 4, "I3": 4.5, "I8": 8, "I9": 5, "V4": 8, "V5": 9, "V2": 7, "V6": 10,
              "V11": 6, "V12": 6, "O3": 9, "O2": 6, "O1": 4, "S1": 5, "M1": 1.5},
}  # fmt: skip
"""What a group is thought to be worth in CPP; groups that are not named are left alone."""
_ENOUGH = {"I": 0.95, "V": 0.75, "G": 0.6, "O": 0.1, "S": 0.4, "M": 0.3}
"""By what the worth falls for every group of the same letter that was bought already."""
_WAYS = ("on_board", "enter", "item")
"""How groups are bought, the best way first."""
_STRONG = 1.3
"""So much stronger than the enemy on the map a German attacks."""
_WORKS = ("Fortified Location", "HIP", "Foxhole", "Supplemental Armor", "Wire", "Trench")


def in_refit(mind: Mind, options: list[Option]) -> Option:
    """One choice of the Refit Phase."""
    verbs = [str(option[0]) for option in options]
    for verb, choose in _CHOOSERS.items():
        if verb in verbs:
            return choose(mind, [o for o in options if o[0] == verb], options)
    return options[0]


def what_to_buy(mind: Mind, buys: list[Option], options: list[Option]) -> Option:
    """The group that gives most for its price; infantry again and again, one battery of artillery at a time."""
    s = mind.s

    def value(option: Option) -> float:
        id, mode, price = str(option[1]).rpartition("-")[2], str(option[2]), int(option[3])
        worth = _WORTH[mind.seat].get(id, 0.0)
        if mode not in _WAYS or not worth or (id[0] == "O" and sheet(s, mind.seat).modules):
            return 0.0
        alike = sum(bought_now(s, mind.seat, g) for g in chart(mind.seat).groups if g[0] == id[0])
        same = bought_now(s, mind.seat, id)
        return worth * _ENOUGH[id[0]] ** alike * 0.9**same / max(1, price) - 0.01 * _WAYS.index(mode)

    best = max(buys, key=value)
    return best if value(best) > 0 else ("done",)


def attack_or_idle(mind: Mind, chits: list[Option], options: list[Option]) -> Option:
    """The Russian must take the Reichstag in time; the German attacks only when he is much the stronger."""
    wanted = ("chit", ATTACK)
    if wanted not in chits:
        return chits[0]
    forces = dict.fromkeys((GERMAN, RUSSIAN), 0.1)
    for unit in mind.s.units.values():
        if unit.at:
            forces[unit.side] += worth_of(unit)
    strong = forces[GERMAN] > _STRONG * forces[RUSSIAN]
    return wanted if mind.seat == RUSSIAN or strong else next(o for o in chits if o != wanted)


def what_to_build(mind: Mind, works: list[Option], options: list[Option]) -> Option:
    """Strong houses, a hidden squad, holes for the men outside; then no more."""
    stock = dict(sheet(mind.s, mind.seat).fortifications)

    def value(option: Option) -> float:
        type = str(option[1])
        if type not in _WORKS:
            return 0.0
        size = str(option[2]) if len(option) > 2 else ""
        held = sum(number for name, number in stock.items() if name.startswith(type))
        return (len(_WORKS) - _WORKS.index(type)) / (1 + held) + 0.1 * (size in ("squad", "1"))

    best = max(works, key=value)
    return best if value(best) > 0 else ("done",)


def _first(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    return named[0]


def _no_more(mind: Mind, named: list[Option], options: list[Option]) -> Option:
    return ("done",) if ("done",) in options else options[-1]


def one_look(mind: Mind, recons: list[Option], options: list[Option]) -> Option:
    """One Recon, if there is a point for it."""
    return recons[min(1, len(recons) - 1)]


_CHOOSERS: dict[str, Callable[[Mind, list[Option], list[Option]], Option]] = {
    "buy": what_to_buy,
    "fortify": what_to_build,
    "chit": attack_or_idle,
    "recon": one_look,
    "shift": _no_more,
    "clear_away": _no_more,
    "promote": _first,
    "recombine": _first,
    "escape": _first,
    "radio": _first,
}
