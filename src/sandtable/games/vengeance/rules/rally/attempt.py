"""A Rally attempt (chapters A10.6, A25.222, BRV8.5): who rallies whom, the modifiers, the dice."""

from __future__ import annotations

from sandtable.games.vengeance.components import CREW
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire.aim_points import corners
from sandtable.games.vengeance.rules.fortifications.entrenchments import trench_rally
from sandtable.games.vengeance.rules.morale.checks import failed_commissar_rally, heat_of_battle
from sandtable.games.vengeance.rules.morale.leader_creation import create_leader
from sandtable.games.vengeance.rules.morale.leaders import (
    commissar_with,
    leaders_with,
    leadership,
    overseer_with,
)
from sandtable.games.vengeance.rules.morale.level import MOST_MORALE, morale
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.kernel.chances import odds
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.modifiers import Modifier, total

_DM, _SELF = 4, 1


def rally_cover(s: Battle, unit: Unit) -> int:
    """RV-A10.6, RV-A4.3 What the terrain gives a unit that rallies; a house nothing to men in bypass outside it."""
    if unit.aboard:
        return 0
    return field_of(s).terrain_of[corners(unit)[0] if unit.bypass else unit.at].rally


def rally_modifiers(s: Battle, unit: Unit, leader: Unit | None, self_rally: bool) -> list[Modifier]:
    """RV-A10.6, RV-A19.12 Leader, DM, self-rally, cover."""
    modifiers: list[Modifier] = []
    commissar = leader is not None and must_obey(leader)
    if leader is not None and leadership(leader) and not commissar:
        modifiers.append((leadership(leader), "RV-A10.6", "leader"))
    if unit.dm and not commissar:
        modifiers.append((_DM, "RV-A10.6", "desperation morale"))
    if self_rally:
        modifiers.append((_SELF, "RV-A10.6", "self-rally"))
    if cover := rally_cover(s, unit):
        modifiers.append((cover, "RV-A10.6", "cover"))
    elif trench := trench_rally(s, unit):
        modifiers.append((trench, "RV-B27.1", "trench"))
    if unit.disrupted:
        modifiers.append((1, "RV-A19.12", "disrupted"))
    return modifiers


def must_obey(leader: Unit) -> bool:
    """RV-A25.222, RV-BRV8.5 Commissars and Gestapo: every broken unit must try to rally through them."""
    return type_of(leader).commissar or type_of(leader).gestapo


def rally_morale(s: Battle, unit: Unit, leader: Unit | None) -> int:
    """RV-BRV8.503 A Gestapo raises the morale of those whom he rallies, unless a party leader does."""
    raised = leader is not None and type_of(leader).gestapo and not commissar_with(s, unit)
    return min(MOST_MORALE, morale(s, unit) + raised)


def try_rally(s: Battle, id: str, leader: Unit | None, self_rally: bool, promotes: bool = False) -> None:
    """RV-A10.6, RV-A10.63, RV-A25.222 A Rally attempt."""
    unit = mark(s, id, acted=True)
    dice = s.dice.pair(6, "rally")
    modifiers = rally_modifiers(s, unit, leader, self_rally)
    level = rally_morale(s, unit, leader)
    final = sum(dice) + total(modifiers)
    commissar = leader is not None and must_obey(leader)
    rallies = is_rallied(dice, final, level)
    s.journal.add(
        "RV-A10.6", "rally", unit=id, dice=dice, modifiers=modifiers, final=final, morale=level, success=rallies
    )
    if rallies:
        mark(s, id, broken=False, dm=False, disrupted=False)
        if sum(dice) == 2 and promotes:
            create_leader(s, s.units[id], was_broken=True)
        elif sum(dice) == 2 and not self_rally and not unit.aboard:
            heat_of_battle(s, id)
    elif commissar:
        failed_commissar_rally(s, id)
    elif sum(dice) == 12:
        reduce(s, id, "RV-A10.6")


def rally_odds(s: Battle, id: str, leader: Unit | None, self_rally: bool) -> Odds:
    """The chance that a unit rallies, exact."""
    unit = s.units[id]
    modifiers = rally_modifiers(s, unit, leader, self_rally)
    level, drm = rally_morale(s, unit, leader), total(modifiers)

    def attempt(rolled: Dice) -> str:
        dice = rolled.roll(), rolled.roll()
        if is_rallied(dice, sum(dice) + drm, level):
            return "rallies"
        return "loses men" if sum(dice) == 12 else "stays broken"

    return odds(attempt, modifiers, ("rallies", "stays broken", "loses men"))


def is_rallied(dice: tuple[int, int], final: int, level: int) -> bool:
    """RV-A10.6 Not above the morale level; an Original 2 always, an Original 12 never."""
    return (final <= level and sum(dice) != 12) or sum(dice) == 2


def rally_leader(s: Battle, unit: Unit) -> tuple[Unit | None, bool] | None:
    """RV-A10.6, RV-A10.61, RV-A25.222, RV-BRV8.505 Who would rally a unit: (leader, self-rally); None if nobody can.

    A commissar of the highest morale comes first, and so does a Gestapo whose printed morale nobody surpasses.
    """
    leaders = [u for u in leaders_with(s, unit) if not u.acted]
    commissar = max((u for u in leaders if type_of(u).commissar), key=lambda u: morale(s, u), default=None)
    if commissar and max(morale(s, u) for u in leaders) == morale(s, commissar):
        return commissar, False
    police = [u for u in leaders if type_of(u).gestapo]
    chief = max(police, key=lambda u: type_of(u).morale, default=None)
    if chief and max(type_of(u).morale for u in leaders) == type_of(chief).morale:
        return chief, False
    leaders = [u for u in leaders if u not in police] or leaders
    if leaders:
        return leaders[0], False
    if overseer_with(s, unit):
        return None  # RV-A25.222
    if is_leader(unit) or type_of(unit).kind == CREW or type_of(unit).self_rally:
        return None, True
    return None
