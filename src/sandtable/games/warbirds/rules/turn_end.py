"""WB-12 Step 5: end of turn."""

from __future__ import annotations

from sandtable.games.warbirds.components import CONSTANTS, MISSIONS, part_id
from sandtable.games.warbirds.model import APPROACH, ENEMY, RETURN, Warbirds, captain
from sandtable.games.warbirds.rules.battlefield import clear_battlefield
from sandtable.games.warbirds.rules.bombs import drop_as_misses
from sandtable.games.warbirds.rules.damage import damage_part, return_kept
from sandtable.games.warbirds.rules.skill import KEEPS, station_test
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.state import replace

FIRE_DAMAGE = CONSTANTS["fire_damage"]


def end_of_turn(s: Warbirds) -> Flow:
    """WB-12, WB-12.9 Fires, damage cards, progress, perhaps the next phase; done also after breaking formation."""
    fight_fires(s)
    s.damage_pile += s.damage_used
    s.damage_used = []
    s.turns += 1
    s.phase_turns += 1
    s.step = "pilot"
    s.journal.add("WB-12.3", "progress_card", turn=s.turns)
    yield from change_phase(s)
    for id, man in s.crew.items():
        if man.acted:
            s.crew[id] = replace(man, acted=False)


def fight_fires(s: Warbirds) -> None:
    """WB-12.1 Each fire: an engineer test puts it out, or its part takes damage."""
    for card in [card for card in s.kept if card in KEEPS and KEEPS[card].condition == "fire"]:
        if station_test(s, "engineer", "WB-12.1"):
            return_kept(s, card, "WB-12.1")
        else:
            damage_part(s, part_id(KEEPS[card].part), FIRE_DAMAGE, "WB-12.1")


def change_phase(s: Warbirds) -> Flow:
    """WB-12.2, WB-12.3, WB-12.4, WB-12.7, WB-12.8 The phase changes at most once; the last return turn lands."""
    mission = MISSIONS[s.mission]
    if s.phase == APPROACH:
        if s.formation_broken:
            begin_return(s, s.phase_turns, "WB-19.9")
        elif s.phase_turns == mission.distance:
            s.phase, s.phase_turns, s.reached_enemy_territory = ENEMY, 0, True
            s.journal.add("WB-12.4", "enemy_territory")
    elif s.phase == ENEMY:
        if s.formation_broken:
            approach_alternate_base(s)
        elif s.phase_turns >= mission.engagement:
            yield from leave_target(s)
    elif s.phase_turns == s.return_turns:
        land(s, "home", "WB-12.8")


def leave_target(s: Warbirds) -> Flow:
    """WB-12.5, WB-12.6 With the bombs gone the return begins; with bombs aboard the captain stays or leaves."""
    if not s.bombs_gone:
        options: list[Option] = [("stay_over_target",), ("leave_target",)]
        pick = yield Choose(captain(s), options, "WB-12.6", "stay_over_target")
        if pick == ("stay_over_target",):
            s.journal.add("WB-12.6", "stays_over_target")
            return
        drop_as_misses(s, "WB-12.6")
    clear_battlefield(s, "WB-12.5")
    begin_return(s, MISSIONS[s.mission].distance, "WB-12.5")


def begin_return(s: Warbirds, turns: int, clause: str) -> None:
    """WB-12.5, WB-19.9 The way home, as long as the way out has been."""
    s.phase, s.phase_turns, s.return_turns = RETURN, 0, turns
    s.journal.add(clause, "turns_for_home", turns=turns)


def approach_alternate_base(s: Warbirds) -> None:
    """WB-12.7, WB-19.7 Each turn after the one of the break brings the alternate base nearer."""
    if s.broken_this_turn or s.alternate_turns is None:
        return
    s.alternate_turns -= 1
    if s.alternate_turns == 0:
        land(s, "alternate", "WB-19.7")


def land(s: Warbirds, where: str, clause: str) -> None:
    """WB-12.8, WB-19.7, WB-25.13 The mission ends on the ground, whoever is still in the air behind."""
    s.mission_ended = where
    s.step = "debriefing"
    s.journal.add(clause, f"lands_{where}")
