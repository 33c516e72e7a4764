"""Leader loss (chapter A10.2): what his men feel when a leader falls, breaks or is pinned."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle, Fallen
from sandtable.games.vengeance.rules.morale.checks import in_order, morale_check, pin_check
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.units.kinds import is_dummy, units_at
from sandtable.games.vengeance.rules.vehicles.crews.passengers import jump_off
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_rider
from sandtable.kernel.journal import Modifier


def settle_leader_loss(s: Battle) -> None:
    """RV-A10.2 Only the highest leader of one attack causes it; a leader who fails the check may cause another."""
    while s.fallen:
        fallen = list(s.fallen)
        s.fallen.clear()
        units = components().units
        for at in dict.fromkeys(f.at for f in fallen):
            here = [f for f in fallen if f.at == at]
            hardest = max(here, key=lambda f: (not f.pinned, units[f.type].morale, f.drm))
            _leader_loss(s, hardest)


def _leader_loss(s: Battle, fallen: Fallen) -> None:
    """RV-A10.2, RV-D6.3 All others of lower morale than his printed one take a check; after a pinned leader a PTC."""
    printed = components().units[fallen.type].morale
    extra: tuple[Modifier, ...] = ((fallen.drm, "RV-A10.2", "leader loss"),) if fallen.drm else ()
    men = aboard(s, fallen.at) if fallen.at in s.vehicles else units_at(s, fallen.at, fallen.side)
    for unit in in_order(s, men):
        if unit.id == fallen.id or unit.id not in s.units or unit.berserk or is_dummy(unit):
            continue
        if morale(s, unit) >= printed:
            continue
        if is_rider(s, unit):
            jump_off(s, unit)  # RV-D6.2
        elif fallen.pinned:
            pin_check(s, unit.id, extra, "RV-A10.2")
        else:
            morale_check(s, unit.id, 0, "RV-A10.2", extra)
