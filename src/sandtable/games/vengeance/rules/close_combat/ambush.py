"""Before the first blow (chapters A11.18, J2.31): who ambushes whom, and whether it is hand-to-hand."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.games.vengeance.rules.close_combat.combatants import both_sides_fight, combatants
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.morale.level import lax
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_moabit, other, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

AMBUSH_MARGIN = 3
"""RV-A11.18 How much lower than the other side's the die of who ambushes must be."""
_AMBUSH_TERRAIN = ("BUILDING", "RUBBLE", "WOODS", "DEBRIS", "CELLAR", "FACTORY", "GATE")
_SAID = {"cx": "CX", "bu": "buttoned up"}
"""What a reader is told for the short names of the table."""


def ambush_modifiers(s: Battle, at: str, side: str) -> list[Modifier]:
    """RV-A11.18 The drm of a side; what is bad counts if one has it, concealment only if all have it.

    RV-A11.6 Those aboard are of the side as those on foot are, and so are its vehicles.
    """
    drm = components().ambush
    units = combatants(s, at, side)
    own = [v for v in vehicles_at(s, at, side) if v.bypass < 0] if s.vehicles else []
    modifiers: list[Modifier] = []
    leaders = [u for u in units if is_leader(u) and good_order(u) and not u.pinned]
    if leaders and len(units) > 1:
        best = min(map(leadership, leaders))
        if best:
            modifiers.append((best, "RV-A11.18", "leader"))
    for name, has in (
        ("cx", any(u.cx for u in units)), ("broken", any(u.broken for u in units)),
        ("pinned", any(u.pinned for u in units)),
        ("lax", any(lax(s, u) for u in units)), ("berserk", any(u.berserk for u in units)),
        ("concealed", all(u.concealed for u in units) and all(v.concealed for v in own)),
        ("pillbox", is_pillbox(s, at) and side != s.side),
        ("vehicle", bool(own)), ("bu", any(not v.ce for v in own)), ("stunned", any(v.stunned for v in own)),
    ):  # fmt: skip
        if has:
            modifiers.append((drm[name], "RV-A11.18", _SAID.get(name, name)))
    if s.night is not None and any(is_moabit(s, u) for u in units):
        modifiers.append((tables()["moabit"]["ambush_at_night"], "RV-CG16", "Moabit Prisoners"))
    return modifiers


def is_pillbox(s: Battle, at: str) -> bool:
    """RV-B30.1 Whether a Location is the inside of a pillbox."""
    return field_of(s).place(at).kind == "pillbox"


def ambush_margin(s: Battle, at: str) -> int:
    """RV-A11.18, RV-E1.7 Three; at night two are enough for an ATTACKER who is not illuminated."""
    if s.night is not None and not illuminated(s, field_of(s), at):
        return components().conditions.night.ambush_margin
    return AMBUSH_MARGIN


def is_ambush_terrain(f: Field, at: str) -> bool:
    """RV-A11.18 Buildings, rubble, woods, debris and cellars."""
    return f.place(at).terrain.startswith(_AMBUSH_TERRAIN)


def roll_for_ambush(s: Battle) -> None:
    """RV-A11.18 Before the men of a Location fight."""
    melee = s.melee
    assert melee is not None
    ambusher = ambusher_at(s, melee.at) if both_sides_fight(s, melee.at) else ""
    s.melee = replace(melee, step="hand_to_hand", ambusher=ambusher)


def ambusher_at(s: Battle, at: str) -> str:
    """RV-A11.18, RV-A11.5 Who ambushes in a Location, "" if nobody; one roll holds for all its Close Combat."""
    if _rolled(at) not in s.fought:
        return _roll(s, at)
    return next((side for side in (GERMAN, RUSSIAN) if _rolled(at, side) in s.fought), "")


def _rolled(at: str, ambusher: str = "") -> str:
    """How it is noted that both sides have rolled in a Location, and who ambushes."""
    return f"{at} ambush by {ambusher}" if ambusher else f"{at} ambush"


def _roll(s: Battle, at: str) -> str:
    """RV-A11.18 Both roll a die when Infantry advanced into cover, or one is concealed; three lower ambushes."""
    covered = any(u.concealed for u in units_at(s, at)) or any(v.concealed for v in vehicles_at(s, at))
    cover = is_ambush_terrain(field_of(s), at) or covered
    fresh = not any(u.melee for u in units_at(s, at))
    if not (fresh and at in s.advanced and cover):
        return ""
    s.fought.append(_rolled(at))
    finals: dict[str, int] = {}
    for side in (s.side, other(s.side)):
        modifiers = ambush_modifiers(s, at, side)
        die = s.dice.roll(6, "ambush")
        finals[side] = die + total(modifiers)
        s.journal.add("RV-A11.18", "ambush_roll", side=side, at=at, die=die, modifiers=modifiers, final=finals[side])
    gap = finals[s.side] - finals[other(s.side)]
    if -ambush_margin(s, at) < gap < AMBUSH_MARGIN:
        return ""
    ambusher = s.side if gap < 0 else other(s.side)
    if vehicles_at(s, at):
        s.fought.append(_rolled(at, ambusher))  # they fight after the men
    s.journal.add("RV-A11.18", "ambush", side=ambusher, at=at)
    return ambusher


def declare_hand_to_hand(s: Battle) -> Flow:
    """RV-J2.31, RV-BRV2, RV-A11.4 Either side may make it hand-to-hand, ATTACKER first; not IN a pillbox or aboard."""
    melee = s.melee
    assert melee is not None
    units = units_at(s, melee.at)
    declared = False
    on_foot = not any(u.aboard for u in combatants(s, melee.at))
    if on_foot and not any(u.broken for u in units) and not is_pillbox(s, melee.at):
        for side in (s.side, other(s.side)):
            if melee.ambusher == other(side) or all(u.pinned for u in units_at(s, melee.at, side)):
                continue
            pick = yield Choose(
                side,
                [("hand_to_hand", melee.at), ("ordinary", melee.at)],
                rule="RV-J2.31",
                ask="hand_to_hand",
                about=(melee.at,),
            )
            if pick[0] == "hand_to_hand":
                declared = True
                s.journal.add("RV-J2.31", "hand_to_hand", side=side, at=melee.at)
                break
    s.melee = replace(melee, step="first", hand_to_hand=declared)
