"""Chapter 12: Victory."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, TABLES, TURNS
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.rules.basics import score


def end_of_turn(s: OnToBerlin) -> None:
    """OB-4.4, OB-12.4 The German scores for the Reichstag and the turn marker advances; after turn 10 the game ends."""
    score(s, GERMAN, TABLES.victory["german_per_turn_reichstag"], "reichstag")
    s.journal.add("OB-4.4", "turn_over", turn=s.turn, allied=s.vp[ALLIED], german=s.vp[GERMAN])
    if s.turn >= TURNS:
        s.ended = "turns"
        return
    s.turn += 1
    s.player, s.step = ALLIED, "reinforcement"
