"""Weapons between two scenarios: who takes them, repair, replacement (RV-RePh8.607, RV-RePh8.6142)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Weapon
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.fire.firepower import qualified
from sandtable.games.vengeance.rules.units.kinds import is_mmc, weapon_type
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace

_SPENT = ("PSK", "FT", "DC")
_BEST_B = 12


def area_side(s: Battle, at: str) -> str:
    """The side in whose Set Up Area a Location lies, "" if in none."""
    return s.areas.get(field_of(s).hex_of.get(at, ""), "").partition("-")[0]


def takers(s: Battle, weapon: Weapon) -> list[str]:
    """RV-RePh8.607 The MMC of the area in which a weapon lies."""
    area = s.areas.get(field_of(s).hex_of.get(weapon.at, ""), "")
    return [u.id for u in s.units.values() if area and s.posts.get(u.id) == area and is_mmc(u)]


def equipment_step(s: Battle) -> Flow:
    """RV-RePh8.607, RV-RePh8.6144, RV-RePh8.6149 What lies about is taken by the side in whose area it is, or lost."""
    for weapon in list(s.weapons.values()):
        if weapon.holder or not weapon.at or weapon.id in s.banners:  # RV-CG17 A Banner that flies stays.
            continue
        hands = takers(s, weapon)
        if not hands:
            del s.weapons[weapon.id]
            s.journal.add("RV-RePh8.607", "weapon_lost", weapon=weapon.id, name=weapon_name(weapon))
            continue
        side = area_side(s, weapon.at)
        pick = yield Choose(
            side, [("take", weapon.id, id) for id in hands], rule="RV-RePh8.607", ask="take", about=(weapon.id,),
            forced=True,
        )  # fmt: skip
        s.weapons[weapon.id] = replace(weapon, holder=id_in(pick, 2), at="", side=side)
        s.journal.add("RV-RePh8.607", "weapon_taken", weapon=weapon.id, unit=pick[2])
        return
    s.step = "fires"


# -- repair ----------------------------------------------------------------------------------------------------------


def repair_modifiers(repair: int, vehicular: bool, unqualified: bool, breakdown: int) -> list[Modifier]:
    """RV-RePh8.6142 The repair number, -1 vehicular, +1 Non-Qualified Use, +1 an original B# below 12."""
    drm = tables()["weapon_repair"]["drm"]
    tests = (
        (-repair, "repair number"),
        (drm["vehicular"] if vehicular else 0, "vehicular"),
        (drm["non_qualified_only"] if unqualified else 0, "non-qualified use"),
        (drm["original_b_below_12_not_circled"] if 0 < breakdown < _BEST_B else 0, "B# below 12"),
    )
    return [(int(value), "RV-RePh8.6142", reason) for value, reason in tests if value]


def is_repaired(s: Battle, id: str, name: str, modifiers: list[Modifier], aboard: str = "") -> bool:
    """RV-RePh8.6142 A die: Final 1 or less repairs the weapon; one `aboard` a vehicle is Disabled and not lost."""
    die = s.dice.roll(6, "repair")
    final = die + total(modifiers)
    repaired = final <= int(tables()["weapon_repair"]["repaired_max"])
    s.journal.add(
        "RV-RePh8.6142", "refit_repair_aboard" if aboard else "refit_repair", weapon=id, name=name, aboard=aboard,
        die=die, modifiers=modifiers, final=final, repaired=repaired, success=repaired,
        result="it works again" if repaired else "it is disabled" if aboard else "it is lost",
    )  # fmt: skip
    return repaired


def in_friendly_area(s: Battle, id: str, side: str) -> bool:
    """RV-RePh8.6142 Whether a counter is kept in a Set Up Area of its side, neither off the map nor cut off."""
    return s.posts.get(id, "").startswith(f"{side}-")


def repair_weapons(s: Battle) -> None:
    """RV-RePh8.6142 Each malfunctioned own weapon with Personnel in a friendly area is repaired or eliminated."""
    for weapon in list(s.weapons.values()):
        holder = s.units.get(weapon.holder)
        if not weapon.malfunctioned or holder is None or not weapon.type.startswith(holder.side[:2]):
            continue
        if not in_friendly_area(s, holder.id, holder.side):
            continue
        if is_repaired(s, weapon.id, weapon_name(weapon), weapon_repair_modifiers(s, weapon)):
            s.weapons[weapon.id] = replace(weapon, malfunctioned=False)
        else:
            del s.weapons[weapon.id]


def weapon_repair_modifiers(s: Battle, weapon: Weapon) -> list[Modifier]:
    """RV-RePh8.6142, RV-A21.13 The drm of a support weapon; whoever of its area knows it best will use it."""
    holder = s.units[weapon.holder]
    post = s.posts.get(holder.id, "")
    hands = [holder, *(u for u in s.units.values() if post and u.side == holder.side and s.posts.get(u.id) == post)]
    type = weapon_type(replace(weapon, dm=False))
    known = any(qualified(u, weapon) for u in hands if is_mmc(u))
    return repair_modifiers(type.repair, False, not known, type.b)


def issue(s: Battle, weapon: Weapon, brought_by: str) -> None:
    """RV-RePh8.61421 Remember which kind of unit brought a PSK, FT or DC."""
    if weapon_type(weapon).type in _SPENT:
        s.issued[weapon.id] = f"{weapon.type} {brought_by}"


def replace_spent(s: Battle) -> None:
    """RV-RePh8.61421 A die for each PSK, FT or DC used up, while a unit of the kind that brought it is not cut off."""
    most = int(tables()["replenish_psk_ft_dc"]["replaced_max"])
    cut_off = isolated_areas(s)
    for id, about in list(s.issued.items()):
        if id in s.weapons:
            continue
        type, _, squad = about.partition(" ")
        hands = [
            u for u in s.units.values()
            if u.type == squad and s.posts.get(u.id, "") not in cut_off and s.posts.get(u.id, "") != "here"
        ]  # fmt: skip
        if not hands:
            continue
        die = s.dice.roll(6, "replacement")
        replaced = die <= most
        result = "replaced" if replaced else "not replaced"
        name = weapon_name(Weapon(id, type, hands[0].side))
        s.journal.add(
            "RV-RePh8.61421", "replaced_weapon", weapon=id, name=name, die=die, most=most, result=result,
            success=replaced,
        )  # fmt: skip
        if die <= most:
            side = hands[0].side
            s.weapons[id] = Weapon(id, type, side, hands[0].id)
        else:
            del s.issued[id]
