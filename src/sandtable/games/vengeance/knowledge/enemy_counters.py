"""Who knows what (RV-A.12, RV-A12.1): the counters of a side as another seat may see them, built from nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

from sandtable.games.vengeance.knowledge.campaign_secrets import kept_off_map
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import Battery, as_seen
from sandtable.games.vengeance.model.battle import SIDES, Battle, Melee, Move, Unit, Weapon
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.concealment.question_marks import is_large
from sandtable.games.vengeance.rules.units.kinds import held_secretly, is_reserve, unknown, veil
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import as_enemy_sees
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.kernel.state import replace

Arm = TypeVar("Arm", Weapon, Gun)


def being_set_up(s: Battle, side: str) -> bool:
    """RV-A2.9 Whether a side is placing its counters: the enemy looks when it has finished."""
    return s.phase == "setup" and s.step == side


def _covered(unit: Unit) -> bool:
    """RV-A.12 Whether the enemy does not know a unit; a Reserve counter is no secret, but who is under it."""
    return unknown(unit) and not is_reserve(unit)


class Knowledge:
    """What a seat knows of a battle. `secret` are the units and weapons that it may not see as they are."""

    def __init__(self, s: Battle, seat: str) -> None:
        self.s, self.seat = s, seat
        self.secret: frozenset[str] = frozenset() if s.winner else frozenset(self._secrets())

    def _secrets(self) -> list[str]:
        s = self.s
        hidden: list[str] = []
        for side in SIDES:
            if side == self.seat:
                continue
            placing = being_set_up(s, side)
            own = [u for u in s.units.values() if u.side == side]
            hidden += [u.id for u in own if placing or ((u.at or u.cloak) and _covered(u))]
            hidden += [w.id for w in s.weapons.values() if placing and w.side == side]
            covered = [v.id for v in s.vehicles.values() if v.side == side and (placing or (v.at and unseen(v)))]
            hidden += covered
            if covered:
                hidden += [u.id for u in s.units.values() if u.aboard in covered]
            if s.campaign is not None:
                hidden += kept_off_map(s, side)
                hidden += [w.id for w in s.weapons.values() if w.side == side and held_secretly(s, w.id)]
        owners = frozenset(hidden)
        hidden += [w.id for w in s.weapons.values() if w.holder in owners]
        hidden += [g.id for g in s.guns.values() if g.crew in owners or g.towed in owners]
        return hidden

    @cached_property
    def covered(self) -> dict[str, str]:
        """RV-A12.1 The `?` counters that the seat sees: their ids and Locations, one for each stack, in no order."""
        s, veils = self.s, dict[str, str]()
        if self.secret:
            for unit in s.units.values():
                if (
                    unit.id in self.secret
                    and unit.at
                    and unit.concealed
                    and not unit.hidden
                    and not being_set_up(s, unit.side)
                ):
                    veils[veil(unit.side, unit.at)] = unit.at
            for vehicle in s.vehicles.values():
                if vehicle.id in self.secret and vehicle.concealed and not being_set_up(s, vehicle.side):
                    veils[veil(vehicle.side, vehicle.at)] = vehicle.at
        return dict(sorted(veils.items()))

    def units(self) -> dict[str, Unit]:
        """The Known units, one's own, and a counter of no type for every `?`."""
        if not self.secret:
            return dict(self.s.units)
        units = {id: unit for id, unit in self.s.units.items() if id not in self.secret}
        for id, at in self.covered.items():
            side = next(side for side in SIDES if side.startswith(id[:2]))
            type = f"{id[:2]}_unknown_{'gun' if is_large(self.s, at, side) else 'men'}"
            units[id] = Unit(id, type, side, at, concealed=True)
        for unit in self.s.units.values():
            if unit.id in self.secret and unit.cloak and unit.aboard and unit.aboard not in self.secret:
                # RV-BRV16.1 The Cloaking counter lies on the vehicle.
                id = veil(unit.side, unit.aboard)
                units[id] = Unit(id, f"{unit.side[:2]}_unknown_men", unit.side, aboard=unit.aboard, concealed=True)
        return units

    def vehicles(self) -> dict[str, Vehicle]:
        """RV-A.12, RV-BRV16.4 The Known vehicles and one's own; of some Known ones the condition is still a secret.

        Of those who have tried Reaction Fire only Known units are told.
        """
        s = self.s
        vehicles = {id: vehicle for id, vehicle in s.vehicles.items() if self.open(id)}
        for id, vehicle in vehicles.items():
            if vehicle.written and vehicle.side != self.seat and not s.winner:
                vehicles[id] = as_enemy_sees(vehicle)
            if not self.secret.isdisjoint(vehicle.reacted):
                vehicles[id] = replace(vehicles[id], reacted=self.only_open(vehicle.reacted))
        return vehicles

    def drive(self) -> Drive | None:
        """RV-A12.1, RV-D2.1 The vehicle that drives, who walks along and who gets on; of an unknown one nothing."""
        drive = self.s.drive
        if drive is None or drive.vehicle in self.secret:
            return None
        return replace(drive, escort=self.only_open(drive.escort), about=self.only_open(drive.about))

    def stacks(self) -> dict[str, tuple[str, ...]]:
        """Who is where, in the order of the Locations: the order in which they were filled would tell something."""
        ids_at: dict[str, list[str]] = {}
        for at, ids in self.s.at.items():
            if seen := [id for id in ids if id not in self.secret]:
                ids_at[at] = seen
        for id, at in self.covered.items():
            ids_at.setdefault(at, []).append(id)
        return {at: tuple(ids_at[at]) for at in sorted(ids_at)}

    def weapons(self) -> dict[str, Weapon]:
        """Weapons in known hands or in nobody's."""
        return {id: self._tried(weapon) for id, weapon in self.s.weapons.items() if id not in self.secret}

    def guns(self) -> dict[str, Gun]:
        """Guns of known crews or of nobody."""
        return {id: self._tried(gun) for id, gun in self.s.guns.items() if id not in self.secret}

    def _tried(self, arm: Arm) -> Arm:
        """RV-A.12 Who has tried to recover or repair it, as far as the seat may know."""
        if self.secret.isdisjoint(arm.tried):
            return arm
        return replace(arm, tried=self.only_open(arm.tried))

    def control(self) -> dict[str, str]:
        """RV-A26.1 Who controls what, as far as both know it, and what the seat's own unknown units have taken."""
        s = self.s
        if s.winner or s.phase == "refit":
            return dict(s.control)  # RV-RePh8.602 Between two scenarios nobody on the map is unknown.
        return s.open_control | {at: self.seat for at, sides in s.secretly_taken.items() if self.seat in sides}

    def batteries(self) -> dict[str, Battery]:
        """RV-C1.1, RV-CGS2 The artillery; in the campaign an enemy battery is unknown until it has marked the map."""
        s = self.s
        shown = {
            id: battery for id, battery in s.batteries.items()
            if s.campaign is None or battery.side == self.seat or battery.fired or battery.marker or s.winner
        }  # fmt: skip
        return {id: as_seen(battery, self.seat) for id, battery in shown.items()}

    def planes(self) -> dict[str, Plane]:
        """RV-E7.1, RV-CGS2 Aircraft; in the campaign the enemy's are unknown until they come."""
        s = self.s
        return {
            id: plane for id, plane in s.planes.items()
            if s.campaign is None or plane.side == self.seat or plane.here or plane.gone or s.winner
        }  # fmt: skip

    def open(self, id: str) -> bool:
        """Whether the seat may know of what a unit or weapon does."""
        return id not in self.secret

    def only_open(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Those of whom the seat may know."""
        return tuple(id for id in ids if id not in self.secret)

    def move(self) -> Move | None:
        """RV-A12.1 The moving stack: unknown units are the `?` counter of their Location, hidden ones nothing yet."""
        move = self.s.move
        named = () if move is None else (*move.units, move.placing[0], move.boarding[0])
        if move is None or self.secret.isdisjoint(named):
            return move
        units = self.s.units
        seen = dict.fromkeys(
            veil(units[id].side, units[id].at) if id in self.secret else id
            for id in move.units if not (id in self.secret and units[id].hidden)
        )  # fmt: skip
        if not seen:
            return None
        leader = move.leader if move.leader not in self.secret else ""
        placing = move.placing if move.placing[0] not in self.secret else ("", "")
        boarding = move.boarding if move.boarding[0] not in self.secret else ("", "")
        # What it has spent would tell of its load and of a crowd where it is.
        return replace(
            move, units=tuple(seen), leader=leader, placing=placing, boarding=boarding, spent=0, here=0, double=0,
            cost=0, road=True,
        )  # fmt: skip

    def melee(self) -> Melee | None:
        """RV-A11.11 The close combat that is fought: what unknown units are about to do is not told."""
        melee = self.s.melee
        if melee is None or not self.secret:
            return melee
        return replace(melee, withdrawals=tuple(w for w in melee.withdrawals if w[0] not in self.secret))
