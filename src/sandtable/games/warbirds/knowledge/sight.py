"""WB-3.6 What each seat may see: everything except the order of face-down decks, which are drawn from at random.

Nothing else is secret, so all seats see the same; the view is still built from nothing."""

from __future__ import annotations

from sandtable.games.warbirds.model import CrewMan, Declaration, MissionReport, Phase, Step, Warbirds
from sandtable.kernel.game import View


class WarbirdsView(View, frozen=True):
    """The table as it lies open before everyone. Decks are given as what is still in them, not in which order."""

    seats: tuple[str, ...]
    mission_order: str
    step: Step
    result: str
    victory_points: int
    missions_left: tuple[str, ...]
    medal_supply: tuple[str, ...]
    roster: dict[str, str]
    medals: dict[str, tuple[str, ...]]
    commander: str
    reports: tuple[MissionReport, ...]
    mission: str
    smallest_crew: int
    phase: Phase
    phase_turns: int
    turns: int
    return_turns: int
    formation_broken: bool
    alternate_turns: int | None
    bombs_gone: bool
    bombsight_prepared: bool
    drift_hand: tuple[str, ...]
    drift_deck: dict[str, int]
    bomb_hits: int
    fuel: int
    fuel_saves: int
    parts: dict[str, int]
    engines_out: tuple[int, ...]
    kept: tuple[str, ...]
    crew: dict[str, CrewMan]
    transit_deck: int
    transit_discard: tuple[str, ...]
    enemy_deck: int
    enemy_discard: tuple[str, ...]
    damage_deck: int
    battlefield: dict[str, tuple[str, ...]]
    evaded: int
    resolving: tuple[str, ...]
    waiting: tuple[str, ...]
    declared: tuple[Declaration, ...]
    reached_enemy_territory: bool


def sight(s: Warbirds, seat: str) -> WarbirdsView:
    """WB-3.6 Drift hand, crew cards, damage and discards are open to all."""
    return WarbirdsView(
        seat=seat,
        seats=s.seats,
        mission_order=s.mission_order,
        step=s.step,
        result=s.result,
        victory_points=s.victory_points,
        missions_left=tuple(sorted(s.mission_deck)),
        medal_supply=tuple(s.medal_supply),
        roster=dict(s.roster),
        medals=dict(s.medals),
        commander=s.seats[s.commander],
        reports=tuple(s.reports),
        mission=s.mission,
        smallest_crew=s.smallest_crew,
        phase=s.phase,
        phase_turns=s.phase_turns,
        turns=s.turns,
        return_turns=s.return_turns,
        formation_broken=s.formation_broken,
        alternate_turns=s.alternate_turns,
        bombs_gone=s.bombs_gone,
        bombsight_prepared=s.bombsight_prepared,
        drift_hand=s.drift_hand,
        drift_deck={kind: s.drift_deck.count(kind) for kind in ("left", "none", "right")},
        bomb_hits=s.bomb_hits,
        fuel=s.fuel,
        fuel_saves=s.fuel_saves,
        parts=dict(s.parts),
        engines_out=s.engines_out,
        kept=tuple(s.kept),
        crew=dict(s.crew),
        transit_deck=len(s.transit_pile),
        transit_discard=tuple(s.transit_discard),
        enemy_deck=len(s.enemy_pile),
        enemy_discard=tuple(s.enemy_discard),
        damage_deck=len(s.damage_pile),
        battlefield=dict(s.battlefield),
        evaded=s.evaded,
        resolving=tuple(s.resolving),
        waiting=tuple(s.waiting),
        declared=tuple(s.declared),
        reached_enemy_territory=s.reached_enemy_territory,
    )
