"""What a shot may do, before anybody commits himself: the sums of the rules over all dice."""

from __future__ import annotations

from collections import Counter

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.guns import AREA, SMOKE, VEHICLE
from sandtable.games.vengeance.model import Battle
from sandtable.games.vengeance.rules import attack, fire
from sandtable.games.vengeance.rules.ordnance.shots import Shot, kill_of, round_fired
from sandtable.games.vengeance.rules.ordnance.to_hit import CRITICAL, Verdict, hit_location, settle
from sandtable.games.vengeance.rules.ordnance.to_kill import NOTHING, kill_chances, shell_power
from sandtable.games.vengeance.rules.vehicles.facing import hull_down
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of
from sandtable.kernel.flow import Odds

MISSES = "miss"
_DICE = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


def _landings(shot: Shot) -> Counter[tuple[str, tuple[int, int], Verdict]]:
    """How often, of 216, each round lands with each dice: the same code as the roll."""
    own = shot.groups[0][1] if shot.groups else ()
    drm = sum(m[0] for m in (*shot.drm, *own))
    found: Counter[tuple[str, tuple[int, int], Verdict]] = Counter()
    for dice in _DICE:
        ammunition, _ = round_fired(shot.gun, shot.ammunition, shot.type, sum(dice))
        twice = min(dice) if shot.doubled_die else 0
        for die in range(1, 7):
            verdict = Verdict(False)
            if ammunition:
                number = shot.to_hit(ammunition)
                final = sum(dice) + drm + twice
                verdict = settle(sum(dice), final, number, shot.type == AREA, shot.light, lambda die=die: die)  # type: ignore[misc]
            found[ammunition, dice, verdict] += 1
    return found


def hit_chance(shot: Shot) -> float:
    """The chance that a shot hits its first targets."""
    return sum(n for (_, _, verdict), n in _landings(shot).items() if verdict.hit) / 216


def shot_odds(s: Battle, shot: Shot) -> Odds:
    """RV-C3.1, RV-C7.1 The chance of each outcome of a shot, with the To Hit DRM that went into it."""
    results: Counter[str] = Counter()
    cache: dict[tuple[str, str, bool], dict[str, float]] = {}
    for (ammunition, dice, verdict), n in _landings(shot).items():
        if not verdict.hit:
            results[MISSES] += n
            continue
        key = (ammunition, hit_location(dice), verdict == CRITICAL)
        if key not in cache:
            cache[key] = _outcomes(s, shot, *key)
        for result, chance in cache[key].items():
            results[result] += n * chance  # type: ignore[assignment]
    own = shot.groups[0][1] if shot.groups else ()
    order = sorted(results.items(), key=lambda item: _rank(item[0]))
    return Odds(tuple((result, n / 216) for result, n in order if n), (*shot.drm, *own))


def _outcomes(s: Battle, shot: Shot, ammunition: str, where: str, critical: bool) -> dict[str, float]:
    if ammunition == SMOKE:
        return {"smoke": 1.0}
    if shot.type == VEHICLE:
        return _on_vehicle(s, shot, ammunition, where, critical)
    power = shot.power if shot.power >= 0 else shell_power(shot.gun, ammunition)
    power = power / 2 if shot.halved else power
    cover = sum(m[0] for m in shot.cover[0][1]) if shot.cover else 0
    column = fire.column_for(power / 2 if shot.type == AREA else power)
    drm = cover
    if critical:
        column = fire.column_for(min(2 * power, COLUMNS[-1]))
        drm = -max(0, cover if shot.type == AREA else shot.tem)
    found: Counter[str] = Counter()
    for dice in _DICE:
        result = fire.result_of(column, sum(dice) + drm)
        found["no effect" if result == "-" else result] += 1
    return {result: n / 36 for result, n in found.items()}


def _on_vehicle(s: Battle, shot: Shot, ammunition: str, where: str, critical: bool) -> dict[str, float]:
    vehicle = s.vehicles[shot.vehicle]
    if where == "hull" and hull_down(s, field_of(s), vehicle, shot.at):
        return {NOTHING: 1.0}
    kill = kill_of(s, shot, ammunition, where, critical)
    if kill is None:
        return {NOTHING: 1.0}
    once = kill_chances(kill, where, brew_up=kind_of(vehicle).brew_up)
    if shot.gun.tk_dice == 1:
        return once
    nothing = once.get(NOTHING, 0.0) ** shot.gun.tk_dice
    share = (1 - nothing) / (1 - once.get(NOTHING, 0.0)) if once.get(NOTHING, 0.0) < 1 else 0.0
    return {result: nothing if result == NOTHING else chance * share for result, chance in once.items()}


_VEHICLE_RESULTS = ("burn", "eliminate", "shock", "immobilize", "stun", "possible shock", "smoke")


def _rank(result: str) -> tuple[int, int, int]:
    """The worst for the target first, then no effect, then the miss."""
    if result == MISSES:
        return 3, 0, 0
    if result == "no effect":
        return 2, 0, 0
    if result in _VEHICLE_RESULTS:
        return 0, _VEHICLE_RESULTS.index(result), 0
    kind, number = attack.severity(result)
    return 1, -kind, -number
