"""The thread of the line of sight tool: what a seat may know of the line between two Locations."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import hindrance
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import in_view, low_visibility
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.names import TEXTS, say
from sandtable.games.vengeance.rules.fire.aim_points import line
from sandtable.kernel.errors import Refused
from sandtable.kernel.journal import Modifier
from sandtable.kernel.table import Measured
from sandtable.kernel.words import signed

CLEAR, HINDERED, BLOCKED = "clear", "hindered", "blocked"
_TOO_MUCH = 6


def measure(view: BattleView, a: str, b: str) -> Measured:
    """RV-A6.1, RV-A6.6, RV-A6.7, RV-E1.1 Clear, hindered or blocked, with the hex and the rule that say so."""
    s = as_battle(view)
    f = field_of(s)
    for at in (a, b):
        if at not in f.ground.locations or f.place(at).hex not in f.area:
            raise Refused(say("not_in_this_battle", at=at))
    start, end = line(s, f, a, b) if s.skirting else (a, b)
    sight = f.los(start, end)
    ends = f.place(a).hex, f.place(b).hex
    if sight.blocked:
        hex, clause, why = sight.blocked
        text = say("blocked_at", hex=hex, why=TEXTS.words().reason(why))
        return Measured(a, b, sight.range, text, BLOCKED, ends, hex, (hex,), clause, _told(sight.causes))
    hindrances = hindrance(s, f, a, b)
    marks = _places(f, hindrances)
    total = sum(value for value, _, _ in hindrances)
    if total >= _TOO_MUCH:
        text = say("blocked_by_hindrances", total=total)
        stop = marks[-1] if marks else ends[1]
        return Measured(a, b, sight.range, text, BLOCKED, ends, stop, marks, "RV-A6.7", _told(hindrances))
    if dark := _in_the_dark(s, f, a, b):
        return Measured(a, b, sight.range, dark, BLOCKED, ends, ends[1], (ends[1],), "RV-E1.1", _told(hindrances))
    hindrances += low_visibility(s, f, a, b)
    if not hindrances:
        return Measured(a, b, sight.range, say("clear"), CLEAR, ends, clause="RV-A6.1")
    text = say("hindered", total=signed(sum(value for value, _, _ in hindrances)))
    return Measured(a, b, sight.range, text, HINDERED, ends, "", marks, "RV-A6.7", _told(hindrances))


def _told(causes: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The causes as a reader is told them: a rule names them by a key and what fills its gaps, "orchard in|F16"."""
    words = TEXTS.words()
    return tuple((value, clause, words.reason(reason)) for value, clause, reason in causes)


def _in_the_dark(s: Battle, f: Field, a: str, b: str) -> str:
    """RV-E1.1, RV-E1.9 At night one may see from the dark into the light, but not back: both ways are said."""
    there, back = in_view(s, f, a, b), in_view(s, f, b, a)
    if there:
        return ""
    return say("in_the_dark_but_visible" if back else "in_the_dark", here=a, there=b)


def _places(f: Field, causes: list[Modifier]) -> tuple[str, ...]:
    """The hexes that the reasons of hindrances name."""
    words = (word.strip("().,") for _, _, reason in causes for word in re.split(r"[ |]", reason))
    return tuple(dict.fromkeys(word for word in words if word in f.ground.hexes))
