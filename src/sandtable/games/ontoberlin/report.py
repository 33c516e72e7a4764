"""How a game ended, and the figures for reports."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, OnToBerlin
from sandtable.kernel.game import Outcome, Setting


def outcome(s: OnToBerlin) -> Outcome | None:
    """OB-12.1, OB-12.2, OB-12.3, OB-12.7, OB-19.8 Both leaders win; else the higher total; equal is a draw."""
    if not s.ended:
        return None
    allied, german = s.vp[ALLIED], s.vp[GERMAN]
    scores = {ALLIED: float(allied), GERMAN: float(german)}
    if s.ended == "leaders" or allied > german:
        winner = ALLIED
    elif german > allied:
        winner = GERMAN
    else:
        return Outcome("draw", (), scores, facts(s), drawn=True)
    how = {"leaders": "both leaders captured", "reichstag": "Reichstag taken", "turns": "on points"}[s.ended]
    return Outcome(f"{winner}: {how}", (winner,), scores, facts(s))


def facts(s: OnToBerlin) -> dict[str, Setting | float]:
    """Figures for reports: points by source, losses, the drop, Reichstag and leaders, and where the fighting was."""
    told: dict[str, Setting | float] = {
        "ended": s.ended,
        "turns": s.turn,
        "reichstag_taken": int(s.ended == "reichstag"),
        "strongpoints_fallen": len(s.fallen),
        "new_ruins": len(s.ruins) - len(MAP.initial_ruins),
    }
    for leader, record in s.leaders.items():
        name = leader.removeprefix("leader-")
        told[f"{name}_captured"] = int(bool(record.captured))
        told[f"{name}_turn"] = record.captured
    for side in (ALLIED, GERMAN):
        told[f"{side}_vp"] = s.vp[side]
        lost = [u for u, unit in s.units.items() if unit.at == ELIMINATED and KINDS[u].side == side]
        told[f"{side}_units_lost"] = len(lost)
    for cause in ("drop_lost", "drop_killed", "drop_drifted", "drop_off_map", "lz_lost", "deserters"):
        told[cause] = s.tally.get(cause, 0)
    told.update({key: value for key, value in sorted(s.tally.items()) if key not in told})
    told.update({f"fights:{hex}": count for hex, count in sorted(s.fights.items())})
    return told
