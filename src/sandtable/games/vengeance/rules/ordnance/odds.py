"""What a shot may do, before anybody commits himself: the rules' own sums, run over all that the dice can show."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import AREA, SMOKE, VEHICLE
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.fire.planner import Cell, Sum, column_sum
from sandtable.games.vengeance.rules.ordnance.ammunition import round_fired
from sandtable.games.vengeance.rules.ordnance.shots import Shot, final_to_hit, kill_of
from sandtable.games.vengeance.rules.ordnance.to_hit import CRITICAL, Verdict, hit_location, settle
from sandtable.games.vengeance.rules.ordnance.to_kill import NOTHING, kill_result, shell_power
from sandtable.games.vengeance.rules.units.kinds import unknown
from sandtable.games.vengeance.rules.vehicles.facing import hull_down
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, unseen
from sandtable.kernel.chances import chances, totals
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.journal import Modifier

MISSES, HITS = "miss", "hit"
_VEHICLE_RESULTS = ("burn", "eliminate", "shock", "immobilize", "stun", "possible shock", "smoke")


def _seen_group(s: Battle, shot: Shot) -> tuple[tuple[str, ...], tuple[Modifier, ...]]:
    """RV-A12.1, RV-C3.2 The first targets that the firer may know of, with what he may know of them."""
    for ids, own in shot.groups:
        if not all(s.units[id].hidden for id in ids):
            return ids, declaration.open_modifiers(s, ids, own)
    return (), next((own for (id,), own in shot.rides if not unseen(s.vehicles[id])), ())


def modifiers_of(s: Battle, shot: Shot) -> tuple[Modifier, ...]:
    """The To Hit DRM of a shot, those of the first targets included."""
    return (*shot.open_drm, *_seen_group(s, shot)[1])


def _land(shot: Shot, drm: int, rolled: Dice) -> tuple[str, tuple[int, int], Verdict]:
    """RV-C3.1, RV-C8.1 The round that is fired, the dice, and whether it hits."""
    dice = rolled.roll(), rolled.roll()
    ammunition, _ = round_fired(shot.gun, shot.ammunition, shot.type, sum(dice))
    if not ammunition:
        return "", dice, Verdict(False)
    final = final_to_hit(shot, dice, drm)
    area = shot.type == AREA
    return ammunition, dice, settle(sum(dice), final, shot.to_hit(ammunition), area, shot.light, rolled.roll)


def shot_odds(s: Battle, shot: Shot) -> Odds:
    """RV-C3.1, RV-C7.1 The chance of each outcome of a shot, with the To Hit DRM that go into it."""
    modifiers = modifiers_of(s, shot)
    cover = _cover(s, shot)
    drm = sum(m[0] for m in modifiers)

    def outcome(rolled: Dice) -> str:
        ammunition, dice, verdict = _land(shot, drm, rolled)
        if not verdict.hit:
            return MISSES
        if ammunition == SMOKE:
            return "smoke"
        if shot.veiled:
            return HITS  # RV-A12.1: what it does depends on what is there
        critical = verdict == CRITICAL
        if shot.type == VEHICLE:
            final = final_to_hit(shot, dice, drm)
            return _on_vehicle(s, shot, ammunition, hit_location(dice), critical, final, rolled)
        return _among_men(shot, cover, ammunition, critical, rolled)

    chance_of, sampled = chances(outcome)
    best = sorted(chance_of.items(), key=lambda item: _rank(item[0]))
    return Odds(tuple(best), modifiers, sampled, _sums(s, shot, drm), _row(shot, drm))


def _sums(s: Battle, shot: Shot, drm: int) -> tuple[Sum, ...]:
    """RV-C3.1, RV-C7.1, RV-C3.2 The To Hit number, and what a hit is worth: To Kill numbers, or firepower."""
    number = shot.to_hit(shot.ammunition)
    sums = [
        ("To Hit number", str(number), "RV-C3.1"),
        (f"Original DR that hits|{drm:+d}", _at_most(number - drm), "RV-C3.1"),
    ]
    if shot.ammunition == SMOKE or shot.veiled:
        return tuple(sums)
    if shot.type == VEHICLE:
        vehicle = s.vehicles[shot.vehicle]
        for where in ("hull", "turret"):
            if where == "hull" and hull_down(s, field_of(s), vehicle, shot.at):
                sums.append(("hull: hull down", "not hit", "RV-D4.2"))
                continue
            kill = kill_of(s, shot, shot.ammunition, where, critical=False)
            sums.append((f"To Kill number, {where}", str(kill.number) if kill is not None else "none", "RV-C7.1"))
        return tuple(sums)
    power = shot.power if shot.power >= 0 else shell_power(shot.gun, shot.ammunition)
    power = power / 2 if shot.halved else power
    label, number_of, clause = column_sum(power / 2 if shot.type == AREA else power)
    return (*sums, (f"a hit: {label}", number_of, clause))


def _at_most(original: int) -> str:
    """RV-C3.1 An Original 2 may always hit, an Original 12 never does."""
    return "only 2" if original <= 2 else f"≤ {min(original, 11)}"


def _row(shot: Shot, drm: int) -> tuple[Cell, ...]:
    """RV-C3.1, RV-C3.7 What each Original To Hit DR means; of a 2 what it is with a good roll."""
    number, area = shot.to_hit(shot.ammunition), shot.type == AREA
    if shot.doubled_die:
        return ()  # the same total means different things
    cells = ((n, settle(n, n + drm, number, area, shot.light, lambda: 1), chance) for n, chance in totals(2).items())
    return tuple(
        (str(n), "CH" if verdict == CRITICAL else "hit" if verdict.hit else "–", chance) for n, verdict, chance in cells
    )


def _cover(s: Battle, shot: Shot) -> int:
    """RV-C3.2 The DRM of the effects roll for the first targets; of unknown ones only the cover of the Location."""
    ids = _seen_group(s, shot)[0]
    if shot.type == AREA and any(unknown(s.units[id]) for id in ids):
        return shot.tem
    return sum(m[0] for m in dict(shot.cover).get(ids, ()))


def _among_men(shot: Shot, cover: int, ammunition: str, critical: bool, rolled: Dice) -> str:
    """RV-C3.2, RV-C3.7 The result of the effects roll for the first targets."""
    power = shot.power if shot.power >= 0 else shell_power(shot.gun, ammunition)
    power = power / 2 if shot.halved else power
    column, drm = firepower.column_for(power / 2 if shot.type == AREA else power), cover
    if critical:
        column = firepower.column_for(min(2 * power, COLUMNS[-1]))
        drm = -max(0, cover if shot.type == AREA else shot.tem)
    result = firepower.result_of(column, rolled.roll() + rolled.roll() + drm)
    return NOTHING if result == "-" else result


def _on_vehicle(s: Battle, shot: Shot, ammunition: str, where: str, critical: bool, final: int, rolled: Dice) -> str:
    """RV-C7.1, RV-C3.9 The worst result of its To Kill rolls."""
    vehicle = s.vehicles[shot.vehicle]
    kill = kill_of(s, shot, ammunition, where, critical, final)
    if kill is None or (where == "hull" and hull_down(s, field_of(s), vehicle, shot.at)):
        return NOTHING
    brew_up = kind_of(vehicle).brew_up
    results = [
        kill_result(kill, rolled.roll() + rolled.roll(), where, brew_up=brew_up) for _ in range(shot.gun.tk_dice)
    ]
    return min(results, key=_rank)


def _rank(result: str) -> tuple[int, int, int]:
    """The worst for the target first, then no effect, then the miss."""
    if result == MISSES:
        return 3, 0, 0
    if result == HITS:
        return 0, 0, 0
    if result == NOTHING:
        return 2, 0, 0
    if result in _VEHICLE_RESULTS:
        return 0, _VEHICLE_RESULTS.index(result), 0
    kind, number = declaration.severity(result)
    return 1, -kind, -number
