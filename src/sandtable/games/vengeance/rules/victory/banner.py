"""The Red Banner (chapter BRV14)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.points import note, set_elr
from sandtable.games.vengeance.components import HERO, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import ROOF
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import is_mmc, type_of, weapon_type
from sandtable.games.vengeance.rules.victory.control import controller, holders_of
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_EMPLACED = 5


def is_banner(weapon: Weapon) -> bool:
    """RV-BRV14.1 A 2 PP weapon that fires at nobody."""
    return weapon_type(weapon).type == "BANNER"


def may_plant(s: Battle, f: Field, weapon: Weapon) -> bool:
    """RV-BRV14.3 On a Reichstag rooftop."""
    unit = s.units.get(weapon.holder)
    if unit is None or not unit.at or not is_banner(weapon) or unit.side != RUSSIAN or f.place(unit.at).kind != ROOF:
        return False
    return f.ground.buildings[f.hex(unit.at).building].kind == "reichstag"


def planting_modifiers(s: Battle, bearer: Unit, units: list[Unit]) -> list[Modifier]:
    """RV-BRV14.3, RV-A4.44 An SMC is worse at it, each hero helps; CX counts as for every Recovery."""
    heroes = sum(type_of(u).kind == HERO for u in units)
    tests = (
        (1, not is_mmc(bearer), "RV-BRV14.3", "a single man"),
        (-heroes, heroes > 0, "RV-BRV14.3", "heroes"),
        (1, bearer.cx, "RV-A4.44", "counter-exhausted"),
        (components().conditions.night.recovery_drm, s.night is not None, "RV-A4.44", "night"),
    )
    return [(value, clause, reason) for value, holds, clause, reason in tests if holds]


def plant(s: Battle, id: str) -> None:
    """RV-BRV14.3 After the fire at it: Final dr of 5 or less; success or not, the unit is TI."""
    weapon = s.weapons.get(id)
    bearer = s.units.get(weapon.holder) if weapon is not None else None
    if weapon is None or bearer is None or s.move is None or bearer.id not in s.move.units:
        return
    units = [s.units[u] for u in s.move.units]
    modifiers = planting_modifiers(s, bearer, units)
    die = s.dice.roll(6, "banner")
    final = die + total(modifiers)
    success = final <= _EMPLACED
    s.journal.add(
        "RV-BRV14.3", "banner", unit=bearer.id, die=die, modifiers=modifiers, final=final, success=success, at=bearer.at
    )
    for unit in units:
        if unit.id == bearer.id or type_of(unit).kind == HERO:
            mark(s, unit.id, ti=True)
    if success:
        s.weapons[id] = replace(weapon, holder="", at=bearer.at)
        s.banners[id] = bearer.at


def lower_banners(s: Battle) -> None:
    """RV-BRV14.5 At the end of any phase: a Banner whose rooftop the German Controls is taken down for good."""
    for id, at in list(s.banners.items()):
        if controller(s, at) == GERMAN or holders_of(s, at, GERMAN):
            del s.banners[id]
            s.weapons.pop(id, None)
            s.journal.add("RV-BRV14.5", "banner_down", at=at)
    settle_banners(s)


def settle_banners(s: Battle) -> None:
    """RV-CG17 After every activity of the campaign: once no Banner flies that flew at the start, the ELR is as before.

    However it was lost: taken down, shot to pieces, or fallen with its roof.
    """
    for id in [id for id in s.banners if id not in s.weapons]:
        del s.banners[id]
    before = s.campaign.banners if s.campaign is not None else ()
    if before and not {*before} & {*s.banners.values()}:
        note(s, banners=())
        set_elr(s)


def may_take_up(s: Battle, unit: Unit, weapon: Weapon) -> bool:
    """RV-BRV14.2, RV-BRV14.5 A lost Banner is for every Russian; an emplaced one stays where it is."""
    return not is_banner(weapon) or (unit.side == RUSSIAN and weapon.id not in s.banners)
