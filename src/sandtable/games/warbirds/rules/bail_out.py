"""WB-20 Bailing out."""

from __future__ import annotations

from sandtable.games.warbirds.components import CONSTANTS, STATIONS
from sandtable.games.warbirds.model import ENEMY, CrewMan, Warbirds
from sandtable.games.warbirds.rules.damage import wound
from sandtable.games.warbirds.rules.skill import draw_test
from sandtable.kernel.modifiers import Modifier
from sandtable.kernel.state import replace

BASE = CONSTANTS["bail_out_skill"]
BALL_TURRET = CONSTANTS["bail_out_ball_turret"]
INJURED = CONSTANTS["bail_out_injured"]
INCAPACITATED = CONSTANTS["damage_incapacitated"]
DEAD = CONSTANTS["damage_dead"]


def bail_out(s: Warbirds, cause: str) -> None:
    """WB-20.1, WB-20.2, WB-20.3, WB-20.4, WB-25.16 The mission ends at once; in transit the men may save themselves."""
    s.mission_ended, s.bail_out_cause = "bail_out", cause
    s.journal.add("WB-20.1", "bails_out", cause=cause)
    if s.phase == ENEMY:
        s.journal.add("WB-20.3", "lost_over_enemy_territory")
        return
    for id, man in list(s.crew.items()):
        if man.damage == INCAPACITATED:
            wound(s, id, 1, "WB-20.4")
    at = {man.station: id for id, man in s.crew.items() if man.conscious}
    for id in [at[station] for station in STATIONS if station in at]:
        jump(s, id)


def parachute_modifiers(man: CrewMan) -> list[Modifier]:
    """WB-20.5, WB-14.6, WB-25.9 2, less 1 from the ball turret, less 1 if injured; nothing else counts."""
    modifiers: list[Modifier] = [(BASE, "WB-20.5", "parachute")]
    if man.station == "ball":
        modifiers.append((BALL_TURRET, "WB-20.5", "ball turret"))
    if man.damage:
        modifiers.append((INJURED, "WB-20.5", "injured"))
    return modifiers


def jump(s: Warbirds, id: str) -> None:
    """WB-20.4, WB-20.6 A parachute test: failure is death, survivors come back to base and into the infirmary."""
    if draw_test(s, id, parachute_modifiers(s.crew[id]), "WB-20.4"):
        s.crew[id] = replace(s.crew[id], damage=INCAPACITATED)
        s.journal.add("WB-20.6", "parachutes", man=id)
    else:
        wound(s, id, DEAD, "WB-20.4")
