"""What comes from off the map: the steps that stand at the start of a phase (RV-C1.2)."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.air.arrival import arrive, end_phase_in_the_air
from sandtable.games.vengeance.rules.air.attacks import next_sortie, sortie
from sandtable.games.vengeance.rules.artillery.effect import lift_fire
from sandtable.games.vengeance.rules.artillery.mission import artillery, begin_phase, waiting
from sandtable.games.vengeance.rules.artillery.muster import cut_lines
from sandtable.games.vengeance.rules.night.cloaking import convert_seen, next_to_uncloak, uncloak_or_not
from sandtable.games.vengeance.rules.night.freedom import look_around, wake_up
from sandtable.games.vengeance.rules.night.starshells import next_to_ask, starshell
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.flow import Flow


def next_support(s: Battle) -> Flow | None:
    """RV-A3.2, RV-A3.4, RV-C1.2 The next battery that acts at the start of this phase; None if all have."""
    if s.night is not None and not s.step and s.move is None and next_to_uncloak(s, _owner_of(s)):
        return uncloak_or_not(s, _owner_of(s))
    if s.night is not None and (side := next_to_ask(s)):
        return starshell(s, side)
    if s.planes and (plane := next_sortie(s)) is not None:
        return sortie(s, plane)
    if s.step or s.phase not in ("PFPh", "DFPh"):
        return None
    side = s.side if s.phase == "PFPh" else other(s.side)
    battery = waiting(s, side)
    return artillery(s, battery) if battery is not None else None


def _owner_of(s: Battle) -> str:
    """RV-E1.43 The side to which a phase is friendly: the DEFENDER in his Defensive Fire Phase."""
    return other(s.side) if s.phase == "DFPh" else s.side


def begin_rally(s: Battle) -> None:
    """RV-C1.61, RV-E7.1 At the start of the Rally Phase: phone lines may be cut, aircraft may come."""
    if s.batteries:
        cut_lines(s)
    if s.planes:
        arrive(s)


def end_support(s: Battle) -> None:
    """RV-C1.33, RV-C1.5 The end of a phase: batteries may act again, and FFE:C goes with its owner's Rally Phase."""
    if s.phase == "RPh":
        lift_fire(s)
    begin_phase(s)
    s.shelled.clear()
    if s.planes:
        end_phase_in_the_air(s)
    if s.night is not None:
        _end_in_the_dark(s)


def _end_in_the_dark(s: Battle) -> None:
    """RV-E1.8, RV-E1.92, RV-E1.21 Who is stirred; lights and Gunflashes go with the Player Turn."""
    if s.phase == "RPh":
        wake_up(s)
    look_around(s)
    convert_seen(s)
    s.asked.clear()
    if s.phase == "MPh":
        s.steady.clear()
    if s.phase == "CCPh":
        s.lights.clear()
        s.flashes.clear()
