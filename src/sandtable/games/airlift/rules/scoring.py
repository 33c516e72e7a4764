"""End of the season, victory points, winners (AL-16.2 to AL-16.7, AL-17.1, AL-17.6, AL-18.2, AL-20.7, AL-20.8)."""

from __future__ import annotations

from sandtable.games.airlift.components import CAMPAIGN, COLOURS, EMPTY, Cubes
from sandtable.games.airlift.model import FLIGHT, Airlift, Player, SeasonResult, Sees, in_order_from, is_solitaire
from sandtable.games.airlift.rules.pieces import count, cubes_to_pool, listed, owner, with_outgoing
from sandtable.games.airlift.rules.resolve import goals_of
from sandtable.games.airlift.rules.tracks import count_deliveries
from sandtable.kernel.flow import Flow
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


def final_deliveries(s: Airlift) -> Flow:
    """AL-16.2 Cargo on planes in flight counts as delivered, outgoing cubes go to the track; no rolls, no bonuses."""
    for seat in in_order_from(s, s.ap):
        flying = {plane: at for plane, at in s.planes.items() if at.status == FLIGHT and owner(plane) == seat}
        cargo = [sum(cubes) for cubes in zip(*(at.cargo for at in flying.values()), strict=True)]
        if any(cargo):
            s.journal.add("AL-16.2", "delivered_in_flight", seat=seat, cargo=listed(cargo))
        for plane, at in flying.items():
            s.planes[plane] = replace(at, cargo=EMPTY, outgoing="")
            if at.outgoing:
                player = s.players[seat]
                s.players[seat] = replace(player, outgoing=with_outgoing(player.outgoing, at.outgoing))
                count(s, f"outgoing {seat}")
            cubes_to_pool(s, at.cargo)
            yield from count_deliveries(s, seat, at.cargo)


def points_for_colour(done: int, goal: int) -> int:
    """AL-16.4, AL-0.8 Nothing -1, half the goal (rounded up) +1, the goal +2, passed by two or more another +1."""
    if done >= goal:
        return 3 if done >= goal + 2 else 2
    if done == 0:
        return -1
    return 1 if 2 * done >= goal else 0


def victory_points(player: Player, goals: Cubes) -> list[Modifier]:
    """AL-16.4 to AL-16.6 Where a squadron's victory points of the season come from."""
    done = player.delivered
    parts: list[Modifier] = [
        (points_for_colour(done[i], goals[i]), "AL-16.4", colour) for i, colour in enumerate(COLOURS)
    ]
    if all(d >= g for d, g in zip(done, goals, strict=True)):
        parts.append((1, "AL-16.5", "all goals reached"))
    if all(d > g for d, g in zip(done, goals, strict=True)):
        parts.append((2, "AL-16.5", "all goals exceeded"))
    parts.append((sum(player.outgoing), "AL-16.6", "outgoing cargo"))
    parts.append((-player.downed, "AL-16.6", "downed planes"))
    parts.append((player.vp, "AL-16.6", "bought and won"))
    return [part for part in parts if part[0]]


def score(s: Sees, seat: str) -> int:
    """AL-16.4 to AL-16.6 A squadron's victory points of the season as things stand."""
    return total(victory_points(s.players[seat], goals_of(s, seat)))


def goals_reached(s: Sees, seat: str) -> int:
    """How many of the four goals a squadron has reached."""
    return sum(d >= g for d, g in zip(s.players[seat].delivered, goals_of(s, seat), strict=True))


def season_is_won(s: Sees) -> bool:
    """AL-16.3, AL-18.2, AL-20.7 Morale must be positive; alone all goals, cooperating half of all goals too."""
    if s.morale <= 0:
        return False
    if is_solitaire(s):
        return goals_reached(s, s.seats[0]) == len(COLOURS)
    if "full_cooperation" in s.variants:
        return 2 * sum(goals_reached(s, seat) for seat in s.seats) >= len(COLOURS) * len(s.seats)
    return True


def record_season(s: Airlift) -> None:
    """AL-16.3 to AL-16.6 The result of the season is written down; where the game ends, why."""
    for seat in s.seats:
        parts = victory_points(s.players[seat], goals_of(s, seat))
        s.journal.add("AL-16.4", "scored", seat=seat, modifiers=parts, n=score(s, seat))
    s.results.append(
        SeasonResult(
            season=s.season,
            morale=s.morale,
            scores=tuple(score(s, seat) for seat in s.seats),
            delivered=tuple(sum(s.players[seat].delivered) for seat in s.seats),
            downed=tuple(s.players[seat].downed for seat in s.seats),
            goals=tuple(goals_reached(s, seat) for seat in s.seats),
            won=season_is_won(s),
        )
    )
    if s.morale <= 0:
        s.ended = "morale"
    elif "full_cooperation" in s.variants and not is_solitaire(s) and not s.results[-1].won:
        s.ended = "goals"
    elif s.scenario != "campaign" or s.season == CAMPAIGN.order[-1]:
        s.ended = final_word(s)


def final_word(s: Airlift) -> str:
    """AL-20.7, AL-20.8 Berlin is saved; alone, the season is won with all goals, the campaign with three seasons."""
    if not is_solitaire(s):
        return "saved"
    needed = 3 if s.scenario == "campaign" else 1
    return "saved" if sum(result.won for result in s.results) >= needed else "goals"


def standing(s: Airlift, seat: str) -> tuple[int, int, int, int]:
    """AL-16.7, AL-17.6 What is compared: VP, cubes delivered, fewer downed planes, SP."""
    at = s.seats.index(seat)
    return (
        sum(result.scores[at] for result in s.results),
        sum(result.delivered[at] for result in s.results),
        -sum(result.downed[at] for result in s.results),
        s.players[seat].support,
    )


def winners(s: Airlift) -> tuple[str, ...]:
    """AL-16.7, AL-18.2, AL-20.7 Who has won: the highest standing, several if equal, all in cooperation, or nobody."""
    if s.ended != "saved":
        return ()
    if "full_cooperation" in s.variants or is_solitaire(s):
        return s.seats
    best = max(standing(s, seat) for seat in s.seats)
    return tuple(seat for seat in s.seats if standing(s, seat) == best)
