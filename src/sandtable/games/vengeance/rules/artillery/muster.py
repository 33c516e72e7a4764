"""The batteries of a scenario (chapters SCN9, BRV15.1, C1.1, C1.7, C1.63) and what is recorded in secret at set-up."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.edges import observer_hexes
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import OBSERVER, PHONE, RADIO, Battery, Chits
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.artillery.chits import change
from sandtable.games.vengeance.rules.artillery.observers import friendly_edge_of_phones
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.units.kinds import below, held_secretly, is_dummy, is_leader, is_reserve
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_WORD = " OBA "


def is_battery(printed: str) -> bool:
    """RV-SCN9 "120mm OBA radio" on an order of battle is a battery with its radio."""
    return _WORD in printed


def muster_battery(s: Battle, side: str, printed: str, group: int, registered: int = 0) -> Battery:
    """RV-SCN9, RV-C1.1, RV-C1.7 A battery with its draw pile; its ammunition is rolled for."""
    module, by = printed.split(_WORD)
    tables = components().oba
    tables.type(side, module)
    number = 1 + sum(b.side == side for b in s.batteries.values())
    id = f"{side[:2]}-battery-{number}"
    weapon = ""
    if by in (RADIO, PHONE):
        weapon = f"{side[:2]}-{by}-{number}"
        s.weapons[weapon] = Weapon(weapon, f"{side[:2]}_{by}", side, group=group)
    level, modifiers, dice = roll_ammunition(s.dice, side, module)
    black, red = pile_of(side, level, bool(registered))
    battery = Battery(id, module, side, by, weapon, black=black, red=red, unrecorded=registered)
    s.batteries[id] = battery
    s.journal.add(
        "RV-SCN9", "ammunition", battery=id, dice=dice, modifiers=modifiers, what=level,
        final=sum(dice) + total(modifiers), seen_by=(side,),
    )  # fmt: skip
    return battery


def pile_of(side: str, ammunition: str, registered: bool) -> tuple[int, int]:
    """RV-C1.1, RV-C1.7 Black and Red chits of a draw pile, as ammunition and pre-registration change it."""
    tables = components().oba
    pile: Chits = getattr(tables.draw_pile, side)
    added: list[Chits] = [getattr(tables.draw_pile_changes, ammunition)] if ammunition != "normal" else []
    if registered:
        added.append(tables.draw_pile_changes.pre_registered)
    return pile.black + sum(c.black for c in added), pile.red + sum(c.red for c in added)


def roll_ammunition(dice: Dice, side: str, module: str) -> tuple[str, list[Modifier], tuple[int, int]]:
    """RV-SCN9 Plentiful, normal or scarce; Russian medium and heavy artillery has -1."""
    tables = components().oba
    table = tables.ammunition
    rolled = dice.roll(6, "ammunition"), dice.roll(6, "ammunition")
    modifiers: list[Modifier] = []
    type = tables.type(side, module)
    if side == "russian" and type.calibre >= table.drm_from_mm and not type.rocket:
        modifiers.append((table.drm, "RV-SCN9", "medium or heavy artillery"))
    final = sum(rolled) + total(modifiers)
    limits = table.german if side == "german" else table.russian
    level = "plentiful" if final <= limits.plentiful else "normal" if final <= limits.normal else "scarce"
    return level, modifiers, rolled


def edge_hexes(s: Battle) -> list[str]:
    """The hexes at the edge of the play area, in which off-board observers and planes may be."""
    f = field_of(s)
    return [hex for hex in f.ground.hexes if hex in f.area and any(n not in f.area for n in f.ground.towards[hex])]


def posts_for(s: Battle, side: str) -> list[str]:
    """RV-C1.63, RV-CG10 The hexes for an off-board observer; in the campaign only some edges, friendly now."""
    return edge_hexes(s) if s.campaign is None else observer_hexes(s, side)


def record(s: Battle, side: str) -> Battery | None:
    """The next battery of a side for which something is still to be recorded at set-up."""
    return next(
        (b for b in s.batteries.values() if b.side == side and (b.unrecorded or (b.by == OBSERVER and not b.post))),
        None,
    )


def record_secretly(s: Battle, battery: Battery) -> Flow:
    """RV-C1.63, RV-C1.7, RV-A.12 The hex of an off-board observer, and pre-registered hexes: only the owner knows."""
    id = battery.id
    if battery.by == OBSERVER and not battery.post:
        places = [("observe", id, hex) for hex in posts_for(s, battery.side)]
        pick = yield Choose(battery.side, places, rule="RV-C1.63", ask="observe", about=(id,))
        change(s, id, post=id_in(pick, 2))
        s.journal.add("RV-C1.63", "observer_posted", battery=id, at=id_in(pick, 2), seen_by=(battery.side,))
        return
    f = field_of(s)
    free = [("register", id, hex) for hex in f.ground.hexes if hex in f.area and hex not in battery.registered]
    pick = yield Choose(battery.side, free, rule="RV-C1.7", ask="register", about=(id,))
    change(s, id, registered=(*battery.registered, id_in(pick, 2)), unrecorded=battery.unrecorded - 1)
    s.journal.add("RV-C1.7", "registered", battery=id, at=id_in(pick, 2), seen_by=(battery.side,))


def guess_batteries(s: Battle, seat: str, dice: Dice) -> None:
    """RV-A.12 Deal again what a seat cannot know of the enemy's batteries: observers and pre-registered hexes."""
    if not s.batteries:
        return
    f = field_of(s)
    for battery in list(s.batteries.values()):
        if battery.side == seat:
            continue
        edge = posts_for(s, battery.side) if battery.by == OBSERVER and battery.post else []
        post = dice.pick(edge) if edge else battery.post
        hexes = [hex for hex in f.ground.hexes if hex in f.area]
        registered = tuple(dice.take(hexes) for _ in battery.registered)
        s.batteries[battery.id] = replace(battery, post=post, registered=registered)
        _guess_keeper(s, battery.id, dice)


def _guess_keeper(s: Battle, id: str, dice: Dice) -> None:
    """RV-CG9a A radio or phone that nobody has seen may be with any leader of its side."""
    battery = s.batteries[id]
    if battery.weapon not in s.weapons or not held_secretly(s, battery.weapon) or battery.keeper in s.acting:
        return
    mine = [u.id for u in s.units.values() if u.side == battery.side and is_leader(u)]
    keeper = dice.pick(mine) if mine else battery.keeper
    s.batteries[id] = replace(battery, keeper=keeper)
    s.weapons[battery.weapon] = replace(s.weapons[battery.weapon], holder=keeper)


def cut_lines(s: Battle) -> None:
    """RV-C1.61 In its Rally Phase each enemy Infantry unit on the line of a phone may cut it with an Original 2."""
    need = components().oba.reconstructed.security_dr
    for battery in list(s.batteries.values()):
        if battery.by != PHONE or battery.side == s.side or battery.weapon not in s.weapons:
            continue
        line = security_area(s, battery)
        for unit in [u for u in s.units.values() if u.side == s.side and _may_cut(s, u, line)]:
            dice = s.dice.pair(6, "phone line")
            cut = sum(dice) == need
            _tell_search(s, unit, battery, dice, cut)
            if cut:
                del s.weapons[battery.weapon]
                break


def _may_cut(s: Battle, unit: Unit, line: list[str]) -> bool:
    """RV-C1.61, RV-A12.11 An unbroken unit on foot above the ground; a dummy is nobody."""
    fit = bool(unit.at) and not (unit.broken or below(unit) or is_dummy(unit) or is_reserve(unit))
    return fit and field_of(s).hex_of[unit.at] in line


def _tell_search(s: Battle, unit: Unit, battery: Battery, dice: tuple[int, int], cut: bool) -> None:
    """RV-C1.61, RV-A.12 Nobody reads of units or phones that he does not know; a line that is cut its owner learns."""
    seen = [eyes(s, (id,)) for id in (unit.id, battery.weapon)]
    both = [side for side in (s.side, battery.side) if all(who is None or side in who for who in seen)]
    s.journal.add(
        "RV-C1.61", "phone_line", unit=unit.id, weapon=battery.weapon, dice=dice, success=cut, seen_by=tuple(both)
    )
    if cut:
        weapon = s.weapons[battery.weapon]
        s.journal.add("RV-C1.61", "weapon_lost", seen_by=seen[1], weapon=weapon.id, name=weapon_name(weapon), dice=dice)


def security_area(s: Battle, battery: Battery) -> list[str]:
    """RV-C1.61 The hexes from the phone to the nearest edge of its side: north for Russians, south for Germans."""
    f = field_of(s)
    weapon = s.weapons[battery.weapon]
    at = s.units[weapon.holder].at if weapon.holder else weapon.at
    if not at:
        return []
    north = battery.side == "russian"
    step = 0 if north else 3
    edge = [hex for hex in f.ground.hexes if hex in f.area and f.ground.towards[hex][step] not in f.area]
    if s.campaign is not None:
        edge = friendly_edge_of_phones(s, battery.side)
    if not edge:
        return []
    here = f.hex_of[at]
    end = min(edge, key=lambda hex: f.ground.range(here, hex))
    between = f.los.look(f.ground.locations[here], f.ground.locations[end]).between if end != here else ()
    return [here, *(hex for part in between for hex in part), end]
