"""What a sensible player knows about the state of the season: needs, dangers, the city's morale."""

from __future__ import annotations

from sandtable.games.airlift.components import CAMPAIGN, COUNTERS, MORALE_SUPPORT, SCENARIOS, Cubes
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY, is_solitaire
from sandtable.games.airlift.rules.resolve import goals_of, resolve_track
from sandtable.games.airlift.rules.scoring import victory_points
from sandtable.kernel.modifiers import total
from sandtable.kernel.state import replace

DRIFT = -0.7
"""What a card does to morale on average."""


def turns_left(view: AirliftView) -> int:
    """Turns after this one."""
    return view.last_draw - view.turn


def activations_left(view: AirliftView, plane: str) -> int:
    """How often the plane will still be activated this season after its present or next activation."""
    chit = f"{COUNTERS[plane].squadron}-{COUNTERS[plane].flight}"
    return turns_left(view) + (1 if chit in view.cup else 0)


def aboard(view: AirliftView, seat: str) -> Cubes:
    """The cubes on the squadron's planes."""
    totals = [0, 0, 0, 0]
    for plane, at in view.planes.items():
        if COUNTERS[plane].squadron == seat and at.status in (FLIGHT, READY, MAINTENANCE):
            for i in range(4):
                totals[i] += at.cargo[i]
    return (totals[0], totals[1], totals[2], totals[3])


def outstanding(view: AirliftView, seat: str, beyond: int) -> list[int]:
    """For each colour the cubes still to be loaded to pass the goal by so many; negative when there are more."""
    goals, done, carried = goals_of(view, seat), view.players[seat].delivered, aboard(view, seat)
    return [goals[i] + beyond - done[i] - carried[i] for i in range(4)]


def passing_soon(view: AirliftView, seat: str) -> int:
    """AL-15.2 The goals that what is in the air will pass for the first time: each lifts morale by one."""
    goals, done = goals_of(view, seat), view.players[seat].delivered
    flying = [0, 0, 0, 0]
    for plane, at in view.planes.items():
        if at.status == FLIGHT and COUNTERS[plane].squadron == seat:
            for i in range(4):
                flying[i] += at.cargo[i]
    return sum(done[i] <= goals[i] < done[i] + flying[i] for i in range(4))


def morale_expected(view: AirliftView) -> float:
    """The morale at the season's end as far as it can be seen, without spending support."""
    soon = sum(passing_soon(view, seat) for seat in view.seats)
    later = 0.0
    if turns_left(view):
        for seat in view.seats:
            goals, done = goals_of(view, seat), view.players[seat].delivered
            open_goals = sum(done[i] <= goals[i] for i in range(4)) - passing_soon(view, seat)
            later += 0.5 * open_goals * min(1.0, turns_left(view) / 3)
    return view.morale + view.morale_support / MORALE_SUPPORT + soon + later + DRIFT * turns_left(view)


def resolve_is_dangerous(view: AirliftView) -> bool:
    """AL-9.8 Whether one more step of Soviet Resolve, or two with refugees, would end everything."""
    if not SCENARIOS[view.season].resolve_used:
        return False
    end = len(resolve_track(view)) - 1
    return view.resolve + 1 + (view.refugees >= 3) >= end


def final_points(view: AirliftView, seat: str) -> int:
    """AL-16.2 The victory points if the season ended now: what is in the air counts as delivered."""
    player = view.players[seat]
    flying = [at for plane, at in view.planes.items() if at.status == FLIGHT and COUNTERS[plane].squadron == seat]
    done = player.delivered
    for at in flying:
        done = (done[0] + at.cargo[0], done[1] + at.cargo[1], done[2] + at.cargo[2], done[3] + at.cargo[3])
    out = (player.outgoing[0] + sum(bool(at.outgoing) for at in flying), player.outgoing[1])
    parts = victory_points(replace(player, delivered=done, outgoing=out), goals_of(view, seat))
    return past_points(view, seat) + total(parts)


def past_points(view: AirliftView, seat: str) -> int:
    """Victory points of the seasons that are over."""
    at = view.seats.index(seat)
    return sum(result.scores[at] for result in view.results)


def is_in_contention(view: AirliftView, seat: str) -> bool:
    """Whether the player may still win: only then it is in his interest to pay for the city with his own support."""
    if is_solitaire(view) or "full_cooperation" in view.variants:
        return True
    if view.scenario == "campaign" and view.season != CAMPAIGN.order[-1]:
        return True
    best = max(final_points(view, other) for other in view.seats)
    return final_points(view, seat) >= best - 1
