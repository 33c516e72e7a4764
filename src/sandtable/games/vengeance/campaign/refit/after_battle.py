"""The first steps of the Refit Phase: melees end, markers go, men rally (RV-RePh8.601 to RV-RePh8.6041)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import compute_areas, enterable, hex_controller
from sandtable.games.vengeance.campaign.points import campaign_of
from sandtable.games.vengeance.campaign.supply import is_isolated
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Melee, Unit
from sandtable.games.vengeance.rules.close_combat.phase import close_combat_phase
from sandtable.games.vengeance.rules.concealment.gain_and_loss import remove_dummy
from sandtable.games.vengeance.rules.reserve import take_back
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import enemies_in, is_armed
from sandtable.games.vengeance.rules.units.kinds import both_sides_at, is_dummy, other, units_at, unknown
from sandtable.games.vengeance.rules.vehicles.kinds import mark as mark_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.kernel.flow import Flow
from sandtable.kernel.state import replace

_MOST_ROUNDS = 60
"""So many rounds without an end mean that nobody in the Location can attack."""


# -- melees ----------------------------------------------------------------------------------------------------------


def next_melee(s: Battle) -> str:
    """RV-RePh8.6011 The next Location with both sides: west to east, north to south, the top level first."""
    f = field_of(s)
    both = [at for at in s.at if both_sides_at(s, at) and at not in s.fought]

    def order(at: str) -> tuple[int, int, int]:
        hex = f.hex(at)
        return hex.column, hex.y2, -f.place(at).level

    return min(both, key=order, default="")


def conclude_melees(s: Battle) -> Flow:
    """RV-RePh8.601 Round after round, the ATTACKER first in odd ones, until one side has no unit there."""
    if s.melee is None:
        at = next_melee(s)
        if not at:
            s.fought.clear()
            update_control(s)  # RV-CGS10a Who won a melee has the place.
            s.step = "markers"
            return
        if not _can_go_on(s, at):
            # Nobody there can attack: who does not control the Location must Escape later.
            s.fought.append(at)
            return
        if not s.made.get("rounds"):
            s.side = campaign_of(s).attacker
        s.melee = Melee(at, step="hand_to_hand")
        s.journal.add("RV-RePh8.601", "melee_goes_on", at=at)
        return
    at = s.melee.at
    yield from close_combat_phase(s)
    if s.melee is None:
        s.fought.remove(at)
        s.side = other(s.side)
        s.made["rounds"] = s.made.get("rounds", 0) + 1
        if s.made["rounds"] > _MOST_ROUNDS or next_melee(s) != at:
            s.made.pop("rounds")
            if next_melee(s) == at:
                s.fought.append(at)


def _can_go_on(s: Battle, at: str) -> bool:
    return any(not u.broken for u in units_at(s, at))


# -- markers ---------------------------------------------------------------------------------------------------------


def remove_markers(s: Battle) -> None:
    """RV-RePh8.602 All markers of the finished scenario leave the map; wounds, fires and terrain stay."""
    take_back(s)
    shown = [u.id for u in s.units.values() if u.at and unknown(u)]
    shown += [v.id for v in s.vehicles.values() if v.at and unseen(v)]
    for vehicle in list(s.vehicles.values()):
        mark_vehicle(s, vehicle.id, concealed=False, hidden=False, written=False)
    if shown:
        s.reveal()
        s.journal.add("RV-RePh8.602", "all_shown", units=tuple(shown))
    for unit in list(s.units.values()):
        if is_dummy(unit):
            remove_dummy(s, unit.id)
        else:
            s.units[unit.id] = clean(unit)
    s.secretly_taken.clear()
    barricades = {w.id for w in s.works.values() if w.type == "barricade"}
    s.open_control = dict(s.control)
    for weapon in list(s.weapons.values()):
        s.weapons[weapon.id] = replace(weapon, fired="", used=False, carried=False, tried=())
    for container in (s.residual, s.lanes, s.smoke, s.hits, s.shots, s.directing, s.snipers, s.screens, s.underway):
        container.clear()
    s.labor = [counter for counter in s.labor if counter.what in barricades]
    for marks in (s.volleys, s.mended, s.charges, s.set_charges, s.labours, s.fallen, s.alarms, s.fought, s.advanced):
        marks.clear()
    s.skirting.clear()
    s.move, s.melee = None, None


def clean(unit: Unit) -> Unit:
    """RV-RePh8.602 A unit without the markers of the battle; a berserk one is in Good Order again.

    RV-RePh8.6041 Who was Encircled stays so. RV-RePh8.601 Nobody hangs on a cliff: a climb ends in its own turn.
    """
    return replace(
        unit, pinned=False, cx=False, ti=False, searching=False, berserk=False, melee=False, fired="", moved=False,
        acted=False, fausts=0, expended=0, smoked=False, labor=0, concealed=False, hidden=False, dm=False,
        disrupted=False, free=False, from_bridge=False, cloak="", shellhole=False, wall=False, sheltered=False,
        wave=False, landed=False,
        bypass="", climbing="",
    )  # fmt: skip


def rally_all(s: Battle) -> None:
    """RV-RePh8.6031 Every broken unit rallies, but an Isolated one in an enemy area stays broken for its Escape."""
    f = field_of(s)
    s.areas = compute_areas(s)
    rallied = []
    for unit in list(s.units.values()):
        if not unit.broken:
            continue
        hex = f.hex_of.get(unit.at, "")
        enemy = s.areas.get(hex, "").startswith(other(unit.side))
        if not (enemy and is_isolated(s, unit.side, hex)):
            mark(s, unit.id, broken=False)
            rallied.append(unit.id)
    if rallied:
        s.journal.add("RV-RePh8.6031", "all_rally", units=tuple(rallied))


def encircle(s: Battle) -> None:
    """RV-RePh8.6041 A unit all around whose hex the enemy controls and sees, or nobody can go, is Encircled."""
    f = field_of(s)
    g = ground()
    for unit in list(s.units.values()):
        if not unit.at or unit.encircled:
            continue

        def shut(hex: str, unit: Unit = unit) -> bool:
            if not enterable(s, hex):
                return True
            watched = any(
                is_armed(s, e) and f.los(at, unit.at).clear
                for at in f.ground.of_hex[hex] for e in enemies_in(s, at, unit.side)
            )  # fmt: skip
            return watched and hex_controller(s, hex) == other(unit.side)

        around = g.neighbours[f.hex_of[unit.at]]
        if any(enterable(s, hex) for hex in around) and all(map(shut, around)):
            mark(s, unit.id, encircled=1)
            s.journal.add("RV-RePh8.6041", "encircled", unit=unit.id, by=other(unit.side))
