"""Soviet Resolve and sudden death (AL-9.8 to AL-9.11, AL-20.3)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    MARKERS,
    PLANS,
    RESOLVE,
    RESOLVE_SOLO,
    SCENARIOS,
    SCHEDULE,
    Cubes,
    ResolveBox,
)
from sandtable.games.airlift.model import Airlift, Sees, is_solitaire


class SuddenDeath(Exception):
    """AL-9.8 Soviet Resolve has reached its end: everything stops at once and all players lose."""


def resolve_track(s: Sees) -> tuple[ResolveBox, ...]:
    """AL-9.8, AL-20.3 The boxes 0 to 12, or 0 to 6 in solitaire."""
    return RESOLVE_SOLO if is_solitaire(s) else RESOLVE


def harassment_stock(s: Sees) -> int:
    """AL-3.9, AL-9.9 The harassment chits of a turn: one in Summer, otherwise as the resolve box says."""
    scenario = SCENARIOS[s.season]
    if not scenario.resolve_used:
        return min(scenario.harassment_fixed, MARKERS["harassment_chits"])
    box = resolve_track(s)[s.resolve]
    if is_solitaire(s):
        return box.chits
    return box.chits_2 if len(s.seats) == 2 else box.chits_34


def move_resolve(s: Airlift, by: int, clause: str) -> None:
    """AL-7.3, AL-9.8 The marker moves; never in Summer, never below 0, and at its end everybody has lost."""
    if not SCENARIOS[s.season].resolve_used or by == 0:
        return
    track = resolve_track(s)
    before = s.resolve
    s.resolve = max(0, min(len(track) - 1, s.resolve + by))
    if s.resolve != before:
        s.journal.add(clause, "resolve", before=before, after=s.resolve)
    if track[s.resolve].sudden_death:
        s.journal.add("AL-9.8", "sudden_death")
        raise SuddenDeath


def goals_of(s: Sees, seat: str) -> Cubes:
    """AL-1.4, AL-20.4 The goals of a squadron this season."""
    plan = PLANS[s.season, seat]
    return plan.solo_goals if is_solitaire(s) else plan.goals


def on_schedule(s: Sees, seat: str) -> bool:
    """AL-9.10 Whether the squadron has delivered its share of the season by this turn."""
    goals = goals_of(s, seat)
    counted = sum(min(done, goal) for done, goal in zip(s.players[seat].delivered, goals, strict=True))
    return 100 * counted >= SCHEDULE[s.turn - 1] * sum(goals)


def schedule_check(s: Airlift) -> None:
    """AL-9.10 At the end of a turn: more squadrons on schedule than behind, SR +1; fewer, SR -1."""
    if not SCENARIOS[s.season].resolve_used:
        return
    ahead = sum(1 if on_schedule(s, seat) else -1 for seat in s.seats)
    s.journal.add("AL-9.10", "schedule", on=[seat for seat in s.seats if on_schedule(s, seat)] or "nobody")
    move_resolve(s, (ahead > 0) - (ahead < 0), "AL-9.10")


def refugee_check(s: Airlift) -> None:
    """AL-9.11 Three refugees brought out raise the Soviet resolve by one."""
    if s.refugees >= 3:
        s.refugees = 0
        move_resolve(s, 1, "AL-9.11")
