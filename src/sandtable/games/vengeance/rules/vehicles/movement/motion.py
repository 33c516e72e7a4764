"""Motion attempts (RV-D2.4): a standing vehicle gets going when the enemy shows himself."""

from __future__ import annotations

from sandtable.games.vengeance.map.current_sight import sees
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import tell
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_modifiers
from sandtable.games.vengeance.rules.vehicles.kinds import able, kind_of, mark, mobile
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import verb_of

_MOTION = 3


def motion_attempts(s: Battle, f: Field, side: str, at: str) -> list[Option]:
    """RV-D2.4 Stopped, mobile, unfired vehicles of the DEFENDER that see the moving enemy, once in a MPh."""
    return [
        ("motion", v.id) for v in s.vehicles.values()
        if v.side == side and able(v) and mobile(v) and not (v.motion or v.tried_motion or v.fired or v.used)
        and v.bypass < 0 and sees(s, f, v.at, at)
    ]  # fmt: skip


def try_motion(s: Battle, id: str) -> Flow:
    """RV-D2.4 A die of 3 or less puts it in Motion; then it may turn by one corner."""
    vehicle = mark(s, id, tried_motion=True)
    modifiers = crew_modifiers(vehicle)
    if not kind_of(vehicle).radio:
        modifiers.append((1, "RV-D2.4", "no radio"))
    die = s.dice.roll(6, "motion")
    final = die + total(modifiers)
    tell(s, "RV-D2.4", "motion", id, die=die, modifiers=modifiers, final=final, success=final <= _MOTION)
    if final > _MOTION:
        return
    mark(s, id, motion=True)
    pick = yield Choose(
        vehicle.side, [("turn_left",), ("turn_right",), ("straight",)], rule="RV-D2.4", ask="motion_turn", about=(id,)
    )
    by = {"turn_left": -1, "turn_right": 1}.get(verb_of(pick), 0)
    mark(s, id, vca=(vehicle.vca + by) % 6, tca=(vehicle.tca + by) % 6)
