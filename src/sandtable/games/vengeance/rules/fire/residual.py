"""Residual FP and fire lanes (chapters A8.2, A9.22): what still sweeps a Location when somebody enters it."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke, smoke_hindrance
from sandtable.games.vengeance.map.visibility import hazy, low_visibility
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.terrain.cover import exposure, tem
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.modifiers import Modifier, total


def lingering_fire(s: Battle) -> None:
    """RV-A8.22, RV-A9.22, RV-Z1 Residual FP and fire lanes attack a stack at its first expenditure in a Location."""
    if s.move is None or not s.move.units:
        return
    f = field_of(s)
    at = s.units[s.move.units[0]].at
    for fp, clause in ((s.residual.get(at, 0), "RV-A8.22"), (s.lanes.get(at, ("", 0))[1], "RV-A9.22")):
        if not fp or not declaration.moving_targets(s):
            continue
        column = firepower.column_for(fp)
        if column < 0:
            continue
        cover = [m for m in tem(s, f, at, at) if m[0]]
        hindrance: list[Modifier] = []
        darkness: list[Modifier] = []
        if clause == "RV-A9.22":
            gun = s.units[s.weapons[s.lanes[at][0]].holder].at
            hindrance, darkness = current_sight.hindrance(s, f, gun, at), low_visibility(s, f, gun, at)
        elif in_smoke(s, f, at):
            hindrance = smoke_hindrance(s, f, at, at)
        mods = [*cover, *hindrance, *darkness, *exposure(s)]
        side = s.units[s.move.units[0]].side
        open_line = not hindrance and not hazy(darkness)
        groups = declaration.target_groups(s, declaration.moving_targets(s), total(cover), True, open_line)
        dice = roll(s, other(side), "residual fire")
        s.journal.add(clause, "lingering", target=at, fp=fp)
        attack.strike(s, at, column, dice, tuple(mods), groups, clause=clause)
        settle_leader_loss(s)
