"""The Rally Phase (chapters A3.1, A10.6), step by step."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import name_entrants
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive
from sandtable.games.vengeance.rules.morale.leaders import overseer_with
from sandtable.games.vengeance.rules.off_map_support import begin_rally
from sandtable.games.vengeance.rules.ordnance.upkeep import forget_trials
from sandtable.games.vengeance.rules.rally.attempt import must_obey, rally_leader, rally_odds, try_rally
from sandtable.games.vengeance.rules.rally.reorganization import organize
from sandtable.games.vengeance.rules.reserve import release_step
from sandtable.games.vengeance.rules.terrain.blazes import burn, change_wind
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import armed_enemy_near
from sandtable.games.vengeance.rules.units.kinds import in_water, is_mmc, other, unknown
from sandtable.games.vengeance.rules.vehicles.phases import mend
from sandtable.kernel.flow import Choose, Flow, Option, privately
from sandtable.kernel.options import id_in
from sandtable.kernel.sequence import Activity
from sandtable.kernel.state import replace


def _begin(s: Battle) -> None:
    """RV-A3.1, RV-B25.6 What was tried in the last Rally Phase is forgotten, and the wind may change."""
    s.self_rallied = 0
    s.interrogated = False
    for unit in list(s.units.values()):
        if unit.acted:
            mark(s, unit.id, acted=False)
    for weapon in list(s.weapons.values()):
        if weapon.tried:
            s.weapons[weapon.id] = replace(weapon, tried=())
    forget_trials(s)
    begin_rally(s)
    if s.player_turns > 1:
        change_wind(s)
    s.step = "organize" if s.campaign is None else "release"


# -- rallying --------------------------------------------------------------------------------------------------------


def most_self_rallies(s: Battle) -> int:
    """RV-A10.63, RV-CG2 One broken MMC may try to rally by itself, in the campaign two."""
    return 1 if s.campaign is None else 2


def _self_rally(s: Battle) -> Flow:
    """RV-A10.63 The ATTACKER lets one broken MMC try to rally by itself, before all others."""
    can = [
        u.id for u in s.units.values()
        if u.side == s.side and u.broken and is_mmc(u) and not u.disrupted and not u.melee and not u.acted and u.at
        and not in_water(u)
    ]  # fmt: skip
    led = {id: chief for id in can if (chief := overseer_with(s, s.units[id])) is not None}
    # RV-A.12 A commissar under `?` is none to the enemy, who would be told of him if nobody were asked.
    asked = any(id not in led or unknown(led[id]) for id in can)
    can = [id for id in can if id not in led]
    if s.self_rallied >= most_self_rallies(s) or not asked:
        s.step = "rally"
        return
    pick = yield Choose(
        s.side, [*(("self_rally", id) for id in can), ("done",)], rule="RV-A10.63", ask="self_rally",
        odds=lambda o: rally_odds(s, id_in(o), None, True) if len(o) > 1 else None,
    )  # fmt: skip
    if pick[0] == "done":
        s.step = "rally"
        return
    s.self_rallied += 1
    try_rally(s, id_in(pick), None, True, promotes=True)


def _rally(s: Battle, side: str, after: Step) -> Flow:
    """RV-A10.6, RV-D6.3 Every broken unit once, passengers aboard too; those with a commissar must try."""
    rallied_by: dict[str, tuple[Unit | None, bool]] = {}
    for unit in s.units.values():
        there = bool(unit.at or unit.aboard)
        if unit.side == side and unit.broken and not unit.acted and not unit.melee and there and not in_water(unit):
            by = rally_leader(s, unit)
            if by is not None:
                rallied_by[unit.id] = by
    broken = any(u.side == side and u.broken and not u.acted and u.at for u in s.units.values())
    if not rallied_by and not (broken and secretive(s, side)):
        s.step = after
        return
    options: list[Option] = [("rally", id) for id in rallied_by]
    if not any(leader is not None and must_obey(leader) for leader, _ in rallied_by.values()):
        options.append(("done",))
    pick = yield Choose(
        side, options, rule="RV-A10.6", ask="rally",
        odds=lambda o: rally_odds(s, id_in(o), *rallied_by[id_in(o)]) if len(o) > 1 else None,
    )  # fmt: skip
    if pick[0] == "done":
        s.step = after
        return
    try_rally(s, id_in(pick), *rallied_by[id_in(pick)])


# -- the end of the phase --------------------------------------------------------------------------------------------


def _end(s: Battle) -> Flow:
    """RV-A10.62 DM goes, unless an enemy is near; in the open its owner may keep it, so that the unit can rout."""
    for unit in list(s.units.values()):
        ride = s.vehicles.get(unit.aboard)
        at = ride.at if ride is not None else unit.at
        if not unit.dm or not unit.broken or not at or armed_enemy_near(s, replace(unit, at=at)):
            continue
        if ride is not None or field_of(s).terrain_of[at].rally < 0:
            mark(s, unit.id, dm=False)
            continue
        pick = yield Choose(
            unit.side, [("remove_dm", unit.id), ("keep_dm", unit.id)], rule="RV-A10.62", ask="keep_dm", about=(unit.id,)
        )
        if pick[0] == "remove_dm":
            mark(s, unit.id, dm=False)
    burn(s)
    s.step = "done"


RALLY_PHASE: dict[Step, Activity[Battle]] = {
    "": _begin,
    "mend": mend,
    "mend_other": mend,
    "release": lambda s: release_step(s, s.side, after="entrants"),
    "entrants": lambda s: privately(name_entrants(s, s.side, after="organize")),  # RV-CG21 in the campaign
    "organize": lambda s: organize(s, s.side, after="organize_other"),
    "organize_other": lambda s: organize(s, other(s.side), after="self_rally"),
    "self_rally": _self_rally,
    "rally": lambda s: _rally(s, s.side, after="rally_other"),
    "rally_other": lambda s: _rally(s, other(s.side), after="end"),
    "end": _end,
}
"""RV-A3.1 What is done in each step of the phase; crews mend their weapons before it begins."""
