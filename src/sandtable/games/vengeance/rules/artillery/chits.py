"""Contact with a battery and access to it (chapters C1.1, C1.2, C1.21 to C1.23)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.batteries import BLACK, HE, PHONE, RADIO, RED, Battery
from sandtable.games.vengeance.model.battle import FINAL, PREP, Battle
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.artillery.observers import known_near, observer_of
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import held_secretly, weapon_type
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_WORST = 12


def change(s: Battle, id: str, **changes: Any) -> Battery:
    """Change what is remembered of a battery."""
    battery: Battery = replace(s.batteries[id], **changes)
    s.batteries[id] = battery
    return battery


def contact_modifiers(s: Battle, battery: Battery) -> list[Modifier]:
    """RV-C1.21 Leadership does not help; a pinned observer has +1."""
    unit = observer_of(s, battery)
    return [(components().oba.contact.pinned, "RV-C1.21", "pinned")] if unit is not None and unit.pinned else []


def try_contact(s: Battle, id: str) -> bool:
    """RV-C1.21, RV-C1.2 A DR of at most the contact number; an Original 12 breaks a radio and ends a phone.

    RV-BRV16.2 An observer who is concealed or hidden is not marked for it.
    """
    battery = s.batteries[id]
    if battery.by not in (RADIO, PHONE):
        return True  # RV-C1.63
    unit = observer_of(s, battery)
    assert unit is not None
    weapon = s.weapons[battery.weapon]
    dice = s.dice.pair(6, "contact")
    modifiers = contact_modifiers(s, battery)
    need = weapon_type(weapon).contact
    final = sum(dice) + total(modifiers)
    success = final <= need and sum(dice) != _WORST
    # RV-CG9a The number would tell the enemy whether it is a radio or a phone, the modifiers who has it.
    s.journal.add(
        "RV-C1.21", "contact", battery=id, dice=dice, modifiers=modifiers, final=final, need=need, success=success,
        seen_by=(battery.side,) if held_secretly(s, weapon.id) else None,
    )  # fmt: skip
    if sum(dice) == _WORST:
        if battery.by == RADIO:
            s.weapons[weapon.id] = replace(weapon, malfunctioned=True)
            s.journal.add("RV-C1.21", "malfunction", seen_by=eyes(s, (weapon.id,)), weapon=weapon.id, dice=dice)
        else:
            s.journal.add(
                "RV-C1.21", "weapon_lost", seen_by=eyes(s, (weapon.id,)), weapon=weapon.id, name=weapon_name(weapon),
                dice=dice,
            )  # fmt: skip
            del s.weapons[weapon.id]
    if not (unit.concealed or unit.hidden):
        mark(s, unit.id, fired=PREP if unit.side == s.side else FINAL)  # he does nothing else in this phase
    return success


def ears(s: Battle, battery: Battery) -> tuple[str, ...] | None:
    """RV-CGS2 Who hears of a battery: in the campaign only its owner until it has marked the map."""
    return (battery.side,) if s.campaign is not None and not (battery.fired or battery.marker) else None


def draw(s: Battle, id: str) -> str:
    """RV-C1.22, RV-C1.1 A chit from the pile. The second Red ends the battery; a mortar's first Red goes back."""
    battery = s.batteries[id]
    chit = s.dice.pick([BLACK] * battery.black + [RED] * battery.red, "chit")
    s.journal.add("RV-C1.22", "chit", battery=id, chit=chit, seen_by=ears(s, battery))
    if chit == BLACK:
        change(s, id, black=battery.black - 1)
        return chit
    mortar = components().oba.type(battery.side, battery.module).battalion_mortar
    if mortar and not battery.given_back:
        change(s, id, given_back=True)
        s.journal.add("RV-C1.1", "chit_returned", battery=id, seen_by=ears(s, battery))
        return chit
    change(s, id, red=battery.red - 1, reds=battery.reds + 1)
    if battery.reds + 1 >= components().oba.reconstructed.reds_to_end:
        end(s, id)
    return chit


def end(s: Battle, id: str) -> None:
    """RV-C1.1 The battery is out of the battle."""
    seen_by = ears(s, s.batteries[id])
    change(s, id, ended=True, marker="", at="", access=False, mission="", stage="done")
    s.journal.add("RV-C1.1", "battery_ends", battery=id, seen_by=seen_by)


def gain_access(s: Battle, id: str) -> bool:
    """RV-C1.22, RV-C1.1 Black gives access, Red none in this turn; an empty pile ends the battery."""
    battery = s.batteries[id]
    if battery.black + battery.red == 0:
        end(s, id)
        return False
    if draw(s, id) == RED:
        return False
    change(s, id, access=True)
    return True


def give_up(s: Battle, id: str) -> None:
    """RV-C1.23 Contact is given up: no access any more, and the marker goes."""
    battery = s.batteries[id]
    s.journal.add("RV-C1.23", "battery_silent", battery=id, seen_by=ears(s, battery))
    change(s, id, access=False, marker="", at="", mission="", harassing=False, seen_enemy=False)
    if components().oba.type(battery.side, battery.module).rocket and battery.fired:
        end(s, id)


def passes_extra_chit(s: Battle, f: Field, id: str, hex: str) -> bool:
    """RV-C1.3 HE where the observer knows of no enemy: an extra chit. Red takes access and marker away."""
    battery = s.batteries[id]
    if battery.mission != HE or known_near(s, f, battery, hex):
        return True
    if battery.black + battery.red == 0:
        end(s, id)
        return False
    if draw(s, id) == BLACK:
        return True
    if not s.batteries[id].ended:
        change(s, id, access=False, marker="", at="", mission="")
    return False
