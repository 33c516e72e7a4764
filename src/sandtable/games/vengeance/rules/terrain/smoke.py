"""SMOKE and WP of guns and artillery (chapters A24.2 to A24.5, B25.64): laid, thinning out, gone."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.games.vengeance.rules.morale.checks import morale_check
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

MILD, HEAVY = 1, 2


def lay_smoke(s: Battle, hex: str, side: str, wp: bool = False) -> None:
    """RV-A24.2, RV-A24.3, RV-A24.4 SMOKE or WP in a hex; in heavy wind dispersed at once. WP shakes who is there."""
    thin = s.wind == HEAVY
    s.screens[hex] = Screen(side, wp, thin, int(thin))
    s.journal.add("RV-A24.2", "screen", target=hex, what="WP" if wp else "SMOKE", side=side)
    if not wp:
        return
    f = field_of(s)
    for unit in units_at(s, hex):
        bare = f.terrain_of[hex].open_ground
        extra: tuple[Modifier, ...] = ((-1, "RV-A24.2", "in the open"),) if bare else ()
        if unit.id in s.units:
            morale_check(s, unit.id, 0, "RV-A24.2", extra)


def age_smoke(s: Battle) -> None:
    """RV-A24.2, RV-A3.2, RV-B25.64 At the start of a PFPh the ATTACKER's SMOKE thins out, then goes; it never drifts.

    Mild wind takes dispersed SMOKE away one Player Turn earlier.
    """
    for hex, screen in list(s.screens.items()):
        if screen.side == s.side:
            if screen.age:
                del s.screens[hex]
            else:
                s.screens[hex] = replace(screen, dispersed=True, age=1)
        elif screen.dispersed and s.wind == MILD:
            del s.screens[hex]
