"""What a hex is worth to a vehicle: what it can hit from there, what can hit it, and who is with it."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.errands import ways_off
from sandtable.games.vengeance.bot.exposure import cover_between
from sandtable.games.vengeance.bot.judgement import chance_at_most, harm_of
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.model.guns import VEHICLE, Ordnance
from sandtable.games.vengeance.model.vehicles import FRONT, HULL, SIDE, Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.ordnance.ammunition import rounds_for
from sandtable.games.vengeance.rules.ordnance.mounts import ordnance_of
from sandtable.games.vengeance.rules.ordnance.to_kill import he_power, kill_number
from sandtable.games.vengeance.rules.units.kinds import is_mmc, other, weapon_type
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, vehicles_at, works
from sandtable.games.vengeance.rules.vehicles.movement.destinations import in_shelter

_FAR = 12
"""Hexes beyond which nobody counts on a shot."""
_HIT = 8
"""The To Hit number that a gunner reckons with."""
_AFV = 2.5
"""What an armoured vehicle is worth, a squad being 1."""
_FLANK = 0.25
"""How often a vehicle is caught in the flank."""
_FAUST = (0.30, 0.30, 0.18, 0.06)
"""What a squad with Panzerfausts does to a vehicle at 0 to 3 hexes."""
_SCHRECK, _SCHRECK_REACH = 0.15, 4
_HANDS = (0.25, 0.10)
"""What men without them do at 0 and 1 hexes."""
_UNSURE = 0.6
"""A `?` may be nobody."""
_PULL, _DEFENDER_PULL, _NEAR, _OUT_OF_REACH = 0.22, 0.06, 3, 5
"""What each hex away from the fight costs, beyond those from which one supports it: near, or where no rocket comes."""
_ALONE, _WITH_MEN, _MEN = 0.25, 0.12, 2
"""What each hex away from the nearest men costs beyond those from which they help, and what their help is worth."""
_ROUGH, _CROWDED, _ON_BRIDGE = 2.5, 0.5, 0.5


class TankGround:
    """One look at the map by one vehicle."""

    def __init__(self, mind: Mind, vehicle: Vehicle) -> None:
        s = mind.s
        self.mind, self.vehicle = mind, vehicle
        enemy = other(mind.seat)
        self.targets: dict[str, list[Unit]] = {}
        for unit in s.units.values():
            if unit.side == enemy and unit.at in mind.f.hex_of and not unit.melee:
                self.targets.setdefault(unit.at, []).append(unit)
        self.tanks = [v for v in s.vehicles.values() if v.side == enemy and v.at and not v.wreck and not v.abandoned]
        self.guns = [g for g in s.guns.values() if g.at and g.crew in s.units and s.units[g.crew].side == enemy]
        self.men = [u for u in s.units.values() if u.side == mind.seat and u.at and is_mmc(u) and not u.broken]
        self.own_gun = main_gun.ordnance(vehicle.type) if works(vehicle, "MA") and kind_of(vehicle).has_gun else None
        self.column = firepower.column_for(he_power(self.own_gun.calibre)) if self.own_gun is not None else -1
        self.machine_guns = sum(getattr(kind_of(vehicle), name) for name in ("bmg", "cmg", "aamg"))
        self.schrecks = {w.holder for w in s.weapons.values() if w.holder and weapon_type(w).type == "PSK"}
        self._wanted = self._where_the_fight_is()
        self._harm: dict[tuple[str, int, bool], float] = {}

    def _where_the_fight_is(self) -> tuple[str, ...]:
        """Goals that must be taken or held; where men have to leave the map, the enemy in their way."""
        mind, f = self.mind, self.mind.f
        if ways_off(mind.s.scenario, mind.seat) and self.men:
            near = [at for at in self.targets if min(f.range(at, u.at) for u in self.men) <= _FAR]
            return tuple(near) or tuple(dict.fromkeys(u.at for u in self.men))
        return mind.goals() or mind.task

    def value(self, at: str) -> float:
        """What the hex is worth, all in all."""
        return self._position(at) + self._men_to_shoot(at) + self._duels(at) - self._men_to_fear(at)

    def has_targets(self, at: str) -> bool:
        """Whether there is anything to shoot at from a hex."""
        return self._men_to_shoot(at) > 0 or self._duels(at) != 0

    def _position(self, at: str) -> float:
        mind, f = self.mind, self.mind.f
        near = min((f.range(at, goal) for goal in self._wanted), default=0)
        enough = _OUT_OF_REACH if mind.patient else _NEAR
        value = -(_PULL if mind.attacks else _DEFENDER_PULL) * max(0, near - enough)
        apart = sorted(f.range(u.at, at) for u in self.men)[:2]
        value += fsum(_WITH_MEN if n <= _MEN else 0.0 for n in apart)
        value -= _ALONE * min(_FAR, max(0, apart[0] - _MEN)) if apart else 0.0
        place = f.place(at)
        if f.hex(at).building or place.terrain.startswith(("RUBBLE", "DEBRIS")):
            value -= _ROUGH
        if place.kind == "bridge":
            value -= _ON_BRIDGE
        others = sum(1 for v in vehicles_at(mind.s, at, mind.seat) if v.id != self.vehicle.id)
        return value - _CROWDED * others

    def _sees(self, at: str, to: str) -> bool:
        mind = self.mind
        if mind.f.los(at, to).blocked:
            return False
        return mind.s.night is None or current_sight.sees(mind.s, mind.f, at, to)

    def _men_to_shoot(self, at: str) -> float:
        """The best shot at men from there, and a little of the next best."""
        mind = self.mind
        harms = [0.0, 0.0]
        for to, units in self.targets.items():
            distance = mind.f.range(at, to)
            if distance <= _FAR and self._sees(at, to):
                drm = cover_between(mind.s, mind.lines(), at, to)
                harms.append(self._harm_at(to, units, drm or 0, distance <= 1))
        best = sorted(harms)[-2:]
        return best[1] + 0.3 * best[0]

    def _harm_at(self, to: str, units: list[Unit], drm: int, close: bool) -> float:
        known = self._harm.get((to, drm, close))
        if known is None:
            s, seat = self.mind.s, self.mind.seat
            unseen = all(u.concealed for u in units)
            fp = self.machine_guns * (2.0 if close else 1.0) / (2 if unseen else 1)
            known = harm_of(s, units, firepower.column_for(fp), drm, seat) if fp else 0.0
            if self.column >= 0:
                hits = chance_at_most(_HIT - drm - (2 if unseen else 0))
                known += hits * harm_of(s, units, self.column, 0, seat)
            self._harm[to, drm, close] = known
        return known

    def _duels(self, at: str) -> float:
        """What guns and vehicles of the enemy promise and threaten."""
        f, value = self.mind.f, 0.0
        best = 0.0
        for tank in self.tanks:
            distance = f.range(at, tank.at)
            if distance > 2 * _FAR or not self._sees(at, tank.at):
                continue
            hits = chance_at_most(_HIT - f.los(at, tank.at).hindrance)
            if self.own_gun is not None:
                best = max(best, hits * self._kills(self.own_gun, tank, distance))
            if works(tank, "MA") and kind_of(tank).has_gun:
                value -= hits * self._kills(main_gun.ordnance(tank.type), self.vehicle, distance)
        for gun in self.guns:
            distance = f.range(at, gun.at)
            if not gun.malfunctioned and distance <= 2 * _FAR and self._sees(at, gun.at):
                hits = chance_at_most(_HIT - f.los(at, gun.at).hindrance)
                value -= hits * self._kills(ordnance_of(self.mind.s, gun.id), self.vehicle, distance)
        return _AFV * (value + best)

    def _kills(self, gun: Ordnance, prey: Vehicle, distance: int) -> float:
        """The chance that a hit destroys a vehicle: from ahead as a rule, at times from a flank."""
        type = kind_of(prey)
        rounds = rounds_for(gun, VEHICLE, ())
        chances = []
        for facing in (FRONT, SIDE):
            armour = type.armour(HULL, facing) if is_afv(prey) else 0
            kills = [kill_number(gun, round, distance, armour) for round in rounds]
            chances.append(max((chance_at_most(kill.number) for kill in kills if kill is not None), default=0.0))
        return (1 - _FLANK) * chances[0] + _FLANK * chances[1]

    def _men_to_fear(self, at: str) -> float:
        """RV-C13.3 Panzerfausts, Panzerschrecks and what hands can do."""
        mind, f = self.mind, self.mind.f
        enemy = other(mind.seat)
        armed = mind.s.campaign is not None or mind.s.fausts.get(enemy, 0) > 0
        total = 0.0
        for to, units in self.targets.items():
            distance = f.range(at, to)
            if distance > _SCHRECK_REACH:
                continue
            able = [u for u in units if not u.broken and is_mmc(u)]
            if not able or (distance > 1 and not self._sees(to, at)):
                continue
            table = _FAUST if armed else _HANDS
            risk = table[distance] if distance < len(table) else 0.0
            if any(u.id in self.schrecks for u in able):
                risk = max(risk, _SCHRECK)
            if all(u.concealed for u in able):
                risk *= _UNSURE
            total += risk * (1.0 if in_shelter(f, to) else 0.6)
        return _AFV * min(0.8, total)
