"""What happens when a unit comes into a hex: strongpoints (OB-10.3), landing zones (OB-15.3.13), leaders (OB-11.1), and
the Reichstag (OB-12.2)."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, DIVISIONS, GERMAN, KINDS, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.rules.basics import holder, put, reveals, uncontested
from sandtable.kernel.state import replace

STRONGPOINTS_NEAR = {hex: tuple(sp for sp in MAP.strongpoints if sp in MAP.neighbours[hex]) for hex in MAP.hexes}


class GameOver(Exception):
    """OB-12.1, OB-12.2 The game stops at once, in the middle of whatever is being done."""


def live_strongpoint(s: OnToBerlin, hex: str) -> bool:
    """OB-10.3 A strongpoint that has not been eliminated."""
    return "strongpoint" in MAP.hexes[hex].features and hex not in s.fallen


def enter(s: OnToBerlin, u: str, hex: str) -> None:
    """OB-7.9, OB-15.3.12 A unit comes into a hex, by moving, landing, retreating or advancing, and what that does."""
    if reveals(s, hex, KINDS[u].side):
        s.reveal()  # OB-3.6.2 it sees the stacks beside it
    put(s, u, hex)
    if KINDS[u].side == GERMAN:
        for division, status in s.divisions.items():
            if status.lz_alive and status.lz == hex:
                lose_lz(s, division)
        return
    if live_strongpoint(s, hex):
        fall(s, hex)
    for leader, record in s.leaders.items():
        if record.hex == hex and not record.captured:
            capture(s, leader)
    if hex == REICHSTAG:
        s.tally["reichstag_turn"] = s.turn
        s.journal.add("OB-12.2", "reichstag", unit=u, hex=hex)
        finish(s, "reichstag")


def finish(s: OnToBerlin, how: str) -> None:
    """OB-12.1, OB-12.2, OB-12.7 Stop the game; both leaders captured outweighs everything."""
    if s.ended != "leaders":
        s.ended = how
    raise GameOver


def capture(s: OnToBerlin, leader: str) -> None:
    """OB-11.1.3, OB-11.1.4, OB-11.1.5, OB-12.1, OB-19.6 A leader is captured for good; both win the game."""
    s.leaders[leader] = replace(s.leaders[leader], captured=s.turn)
    s.journal.add("OB-11.1.3", "captured", leader=leader, hex=s.leaders[leader].hex, for_side=GERMAN)
    if all(record.captured for record in s.leaders.values()):
        finish(s, "leaders")


def fall(s: OnToBerlin, hex: str) -> None:
    """OB-10.3.6 A strongpoint is eliminated for good."""
    s.fallen[hex] = s.turn
    s.journal.add("OB-10.3.6", "strongpoint_falls", hex=hex, for_side=GERMAN)


def look_for_falls(s: OnToBerlin, near: str = "") -> None:
    """OB-10.3.6, OB-3.2.4 Strongpoints under an uncontested Allied ZOC fall; after a move only those beside it can."""
    for hex in STRONGPOINTS_NEAR[near] if near else MAP.strongpoints:
        if hex not in s.fallen and holder(s, hex) != GERMAN and uncontested(s, ALLIED, hex):
            fall(s, hex)


def lose_lz(s: OnToBerlin, division: str) -> None:
    """OB-15.3.13 A Landing Zone is eliminated: no VP, never replaced."""
    s.divisions[division] = replace(s.divisions[division], lz_alive=False)
    s.tally["lz_lost"] = s.tally.get("lz_lost", 0) + 1
    s.journal.add("OB-15.3.13", "lz_lost", division=division, hex=s.divisions[division].lz)


def end_of_segment(s: OnToBerlin) -> None:
    """OB-10.3.6, OB-15.3.13, OB-4.3.3 The checks at the end of every segment; LZs count from the German turn 1 on."""
    look_for_falls(s)
    if s.turn == 1 and s.player == ALLIED:
        return
    for division in DIVISIONS:
        status = s.divisions[division]
        if status.lz_alive and (holder(s, status.lz) == GERMAN or uncontested(s, GERMAN, status.lz)):
            lose_lz(s, division)
