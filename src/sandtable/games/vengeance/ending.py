"""How a battle or a campaign ended, told to the players."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.names import SIDE_NAMES
from sandtable.games.vengeance.report import losses
from sandtable.games.vengeance.rules.units.kinds import is_dummy, other
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.ending import Ending, EndingRow, EndingTable
from sandtable.kernel.language import told_list

_WON = {
    "task": "The {winner} complete their task",
    "defence": "The {winner} hold to the end",
    "reichstag": "The Reichstag falls",
    "held_out": "The Reichstag holds out",
}

_LOST = {
    "killed": "Killed",
    "reduced": "Lost to Casualty Reduction",
    "close combat": "Lost in Close Combat",
    "failed to rout": "Failed to rout",
    "sniped": "Lost to snipers",
    "burnt": "Lost in fires",
    "crushed": "Crushed",
    "drowned": "Drowned",
}
"""What the table of losses calls each cause."""

_COUNTED = {
    "control_locations": ("Location", "Locations"),
    "control_buildings": ("building", "buildings"),
    "no_enemy_in": ("building clear of enemies", "buildings clear of enemies"),
    "mmc": ("MMC", "MMC"),
    "banner": ("Banner in place", "Banners in place"),
    "lvp_gain": ("LVP", "LVP"),
    "exit_cvp": ("CVP off the map", "CVP off the map"),
}


def standing(s: Battle) -> dict[str, float]:
    """RV-A26.2 The casualty points that each side has inflicted."""
    return {side: float(s.cvp.get(other(side), 0)) for side in SIDES}


def ending(s: Battle) -> Ending:
    """RV-SCN8, RV-A26.2 Who won and by what, and what it cost both sides."""
    names = tuple(SIDE_NAMES[side] for side in SIDES)
    lost = {side: losses(s, side) for side in SIDES}
    rows = tuple(
        EndingRow(
            _row(label),
            tuple(int(lost[side][_of(label, side)]) for side in SIDES),
        )
        for label in lost[SIDES[0]]
        if any(lost[side][_of(label, side)] for side in SIDES)
    )
    points = tuple(s.cvp.get(side, 0) for side in SIDES)
    left = {side: sum(1 for u in s.units.values() if u.side == side and not is_dummy(u)) for side in SIDES}
    return Ending(
        title=_WON.get(s.won_by, "The {winner} win").format(winner=SIDE_NAMES[s.winner]),
        why=_why(s),
        clauses=("RV-SCN8",),
        tables=(EndingTable("Losses", names, (*rows, EndingRow("Casualty points", points, "RV-A26.2", total=True))),),
        facts=(
            ("Turns", str(s.turn)),
            *((f"{SIDE_NAMES[side]} left on the map", str(left[side])) for side in SIDES),
        ),
        measure="Casualty points inflicted",
    )


def _row(label: str) -> str:
    """A figure of the report as a row of the table: "lost german:sniped" is "Lost to snipers"."""
    cause = label.partition(":")[2]
    return _LOST[cause] if cause else label.partition(f" {SIDES[0]}")[0].capitalize()


def _of(label: str, side: str) -> str:
    return label.replace(SIDES[0], side)


def _why(s: Battle) -> str:
    if s.campaign is not None:
        taken = s.won_by == "reichstag"
        return (
            "Every Location of the Reichstag is Russian."
            if taken
            else "It is 1 May, and the Russians do not hold the whole Reichstag."
        )
    victory = scenario(s.scenario).victory
    reached = told_list([_reached(s, wanted, victory.side) for wanted in victory.conditions])
    either = len(victory.conditions) > 1 and victory.check == "any_of" and s.winner == victory.side
    task = f"The {SIDE_NAMES[victory.side]} have {reached}{'; either is enough' if either else ''}"
    return f"{task}, so the {SIDE_NAMES[s.winner]} win after turn {s.turn}."


def _reached(s: Battle, wanted: dict[str, Any], side: str) -> str:
    """RV-SCN8 What a condition counts, and how much of it is needed: "3 Locations (2 needed)"."""
    now, needed = condition_value(s, wanted, side)
    if wanted["type"] == "squads":  # counted in half-squads
        return f"{now / 2:g} {'squad-equivalent' if now == 2 else 'squad-equivalents'} ({needed // 2} needed)"
    one, several = _COUNTED[wanted["type"]]
    return f"{now} {one if now == 1 else several} ({needed} needed)"
