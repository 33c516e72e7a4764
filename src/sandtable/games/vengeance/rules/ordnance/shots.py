"""One shot, whoever fires it: declared, rolled, and what it does where it lands (C3, C6.5, C7.1, C8.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import flash
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import (
    AREA,
    HE,
    HEAT,
    SMOKE,
    VEHICLE,
    Acquisition,
    Ordnance,
)
from sandtable.games.vengeance.model.vehicles import SIDE
from sandtable.games.vengeance.rules.concealment.question_marks import named
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire.declaration import open_modifiers
from sandtable.games.vengeance.rules.fortifications.barriers import blast_barrier
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.night.freedom import gain_freedom
from sandtable.games.vengeance.rules.ordnance.ammunition import round_fired
from sandtable.games.vengeance.rules.ordnance.effects import Impact, land
from sandtable.games.vengeance.rules.ordnance.to_hit import (
    CRITICAL,
    ShotConditions,
    Verdict,
    gun_modifiers,
    hit_location,
    settle,
    to_hit_drm,
    to_hit_number,
)
from sandtable.games.vengeance.rules.ordnance.to_kill import Kill, kill_number, kill_result, shell_power, soft_number
from sandtable.games.vengeance.rules.reserve import rouse_at
from sandtable.games.vengeance.rules.terrain.wall_advantage import note_shelter
from sandtable.games.vengeance.rules.units.kinds import unknown
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out
from sandtable.games.vengeance.rules.vehicles.facing import armour_hit, hull_down, target_facing
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, unseen
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import suffer
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_BEST_ACQUISITION = -2
_SKIRTS = -2
Groups = tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """RV-C3.1 A shot as it is declared: everything that is known before the dice."""

    weapon: str
    side: str
    at: str
    """Where it is fired from."""
    target: str
    """The Location that is fired at."""
    vehicle: str = ""
    """The vehicle that is the target, of the Vehicle type."""
    veiled: str = ""
    """RV-A12.1 The `?` counter as which the firer knows his target, of the Vehicle type; there may be no vehicle."""
    barrier: str = ""
    """RV-BRV9.221 The Roadblock or Barricade that is the target."""
    ammunition: str
    gun: Ordnance
    colour: str
    conditions: ShotConditions
    groups: Groups = ()
    """Targets with the To Hit DRM that hold for some of them only."""
    rides: Groups = ()
    """RV-C3.2 The vehicles that Area fire may hit, each with the To Hit DRM that hold for it only."""
    cover: Groups = ()
    """RV-C3.2 The same targets with the DRM of their effects roll: the cover that Area fire meets."""
    tem: int = 0
    """The cover of the target Location, which a Critical Hit turns round."""
    power: float = -1
    """FP of a hit where the weapon's data give it: PSK and PF; -1 if it follows from the shell."""
    number: int = -99
    """The To Hit number where the weapon has a table of its own; -99 if it follows from type and range."""
    light: bool = False
    """RV-C13.8 A light anti-tank weapon."""
    halved: bool = False
    doubled_die: bool = False
    """Case C4: fired in Motion, the lower die counts twice."""
    acquires: bool = True
    clause: str = "RV-C3.1"

    @property
    def type(self) -> str:
        """RV-C3.2 Its target type."""
        return self.conditions.target_type

    def to_hit(self, ammunition: str = "") -> int:
        """RV-C3.1 The modified To Hit number with a round."""
        if self.number != -99:
            return self.number
        return to_hit_number(self.gun, self.type, self.colour, self.conditions.range, ammunition or self.ammunition)

    def aims(self, s: Battle) -> Groups:
        """RV-C3.2 What has a To Hit line of its own besides Known vehicles: the men, or else the Location."""
        known = any(not unseen(s.vehicles[id]) for (id,), _ in self.rides)
        return self.groups or (() if known else (((), ()),))

    @property
    def drm(self) -> list[Modifier]:
        """Its To Hit DRM, but for what holds for some targets only."""
        return to_hit_drm(self.conditions)

    @property
    def open_drm(self) -> list[Modifier]:
        """RV-A12.1 Its To Hit DRM as far as the firer knows them: neither size nor Motion of what is under a `?`."""
        if not self.veiled:
            return self.drm
        driven = self.conditions.mp_in_los >= 0
        return to_hit_drm(replace(self.conditions, size=0, moving=self.conditions.moving and driven))


class Roll(msgspec.Struct, frozen=True):
    """What came of a shot, for whoever fired it."""

    dice: tuple[int, int]
    ammunition: str
    """What was fired in the end; "" if there was no round."""
    hit: bool
    depleted: str = ""
    """The special ammunition of which this was the last round."""
    residual: int = -1
    """RV-A8.2 The IFT column of the hit, as an index; -1 if it leaves nothing."""


# -- the roll --------------------------------------------------------------------------------------------------------


def shoot(s: Battle, shot: Shot) -> Roll:
    """RV-C3.1 Roll to hit, see which round was there, and let it land; then the target is acquired."""
    flash(s, shot.at)
    if s.night is not None and shot.vehicle:
        gain_freedom(s, [shot.vehicle])
    dice = roll(s, shot.side, "to hit")
    original = sum(dice)
    ammunition, last = round_fired(shot.gun, shot.ammunition, shot.type, original)
    depleted = ammunition if last else ""
    if ammunition != shot.ammunition:
        s.journal.add("RV-C8.1", "no_round", weapon=shot.weapon, wanted=shot.ammunition, fired=ammunition or "nothing")
    if last:
        s.journal.add("RV-C8.1", "last_round", weapon=shot.weapon, wanted=ammunition)
    if not ammunition:
        return Roll(dice, "", False)
    lucky = _one_die(s)
    verdicts = _verdicts(s, shot, ammunition, dice, lucky)
    rides = _rides_hit(s, shot, ammunition, dice, lucky)
    if shot.type != AREA:  # RV-B9.22 The cover inside counted for the To Hit DR, hit or miss.
        note_shelter(s, field_of(s), shot.target, (shot.vehicle, *(id for ids, _ in shot.groups for id in ids)))
    column = -1
    if rides or any(v.hit for v in verdicts):
        column = _land(s, shot, ammunition, dice, verdicts, rides)
    if shot.acquires and ammunition != SMOKE:
        acquire(s, shot)
    if s.campaign is not None and ammunition != SMOKE:
        rouse_at(s, shot.target)
    return Roll(dice, ammunition, bool(rides) or any(v.hit for v in verdicts), depleted, column)


def _one_die(s: Battle) -> Callable[[], int]:
    """RV-C3.7 The die after an Original 2: all targets of the shot ask for the same one."""
    rolled: list[int] = []

    def die() -> int:
        if not rolled:
            rolled.append(s.dice.roll(6, "critical hit"))
        return rolled[0]

    return die


def _rides_hit(
    s: Battle, shot: Shot, ammunition: str, dice: tuple[int, int], die: Callable[[], int]
) -> tuple[str, ...]:
    """RV-C3.2, RV-C6.1 The vehicles that Area fire hits; of those under `?` nothing is told."""
    hit = []
    for (id,), own in shot.rides:
        modifiers = [*shot.drm, *_low_die(shot, dice), *own]
        verdict = settle(sum(dice), sum(dice) + total(modifiers), shot.to_hit(ammunition), True, False, die)
        hit += [id] if verdict.hit else []
        if not unseen(s.vehicles[id]):
            _tell(s, shot, ammunition, dice, id, modifiers, Verdict(verdict.hit))
    return tuple(hit)


def _low_die(shot: Shot, dice: tuple[int, int]) -> tuple[Modifier, ...]:
    """RV-C5.1 Case C4."""
    return ((min(dice), "RV-C5.1", "C4: the lower die counts twice"),) if shot.doubled_die else ()


def _verdicts(s: Battle, shot: Shot, ammunition: str, dice: tuple[int, int], die: Callable[[], int]) -> list[Verdict]:
    """RV-C3.1, RV-C3.7, RV-A12.1 One DR for all; what holds for some targets only may let it miss those.

    Of unknown targets one line tells what their enemy may know, of hidden ones none.
    """
    lower = _low_die(shot, dice)
    verdicts = []
    told = False
    for ids, own in shot.aims(s):
        final = sum(dice) + total((*shot.drm, *lower, *own))
        verdict = settle(sum(dice), final, shot.to_hit(ammunition), shot.type == AREA, shot.light, die)
        verdicts.append(verdict)
        secret = any(unknown(s.units[id]) for id in ids)
        if secret and (told or not any(s.units[id].concealed for id in ids)):
            continue  # RV-A12.1 All that is under a `?` is one target to him who fires.
        told = told or secret
        modifiers = [*shot.open_drm, *lower, *open_modifiers(s, ids, own)]
        target = shot.veiled or shot.vehicle or shot.target
        _tell(s, shot, ammunition, dice, target, modifiers, verdict, () if secret else ids)
    return verdicts


def _tell(
    s: Battle,
    shot: Shot,
    ammunition: str,
    dice: tuple[int, int],
    target: str,
    modifiers: list[Modifier],
    verdict: Verdict,
    ids: tuple[str, ...] = (),
) -> None:
    """RV-C3.1 What a To Hit roll was, and what it needed."""
    s.journal.add(
        shot.clause, "to_hit", weapon=shot.weapon, target=target, dice=dice, modifiers=modifiers,
        final=sum(dice) + total(modifiers), need=shot.to_hit(ammunition), success=verdict.hit,
        critical=verdict == CRITICAL, ammunition=ammunition, kind=shot.type, units=ids,
        basic=gun_modifiers(shot.gun, shot.conditions.range, ammunition),
    )  # fmt: skip


def _land(
    s: Battle, shot: Shot, ammunition: str, dice: tuple[int, int], verdicts: list[Verdict], rides: tuple[str, ...]
) -> int:
    """RV-C3.2 What a hit does, by target type. The IFT column that was used, for residual FP."""
    if shot.type == VEHICLE:
        if not shot.vehicle:
            s.journal.add("RV-A12.1", "no_vehicle", target=shot.veiled)
            return -1
        hit_vehicle(s, shot, ammunition, dice, verdicts[0] == CRITICAL, final_to_hit(shot, dice, total(shot.drm)))
        return -1
    if shot.barrier:
        _hit_barrier(s, shot, ammunition)
        return -1
    hit = tuple(ids for (ids, _), v in zip(shot.aims(s), verdicts, strict=True) if v.hit)
    cover = dict(shot.cover)
    power = shot.power if shot.power >= 0 else shell_power(shot.gun, ammunition)
    impact = Impact(
        at=shot.target,
        firer_at=shot.at,
        side=shot.side,
        power=power / 2 if shot.halved else power,
        area=shot.type == AREA,
        groups=tuple((ids, cover.get(ids, ())) for ids in hit if ids),
        rides=rides,
        critical=CRITICAL in verdicts,
        tem=shot.tem,
        calibre=shot.gun.calibre,
        explosive=ammunition in (HE, HEAT) and not shot.light,
        smoke=ammunition == SMOKE,
        indirect=shot.gun.mortar,
        clause="RV-C3.3" if not shot.light else shot.clause,
    )
    return land(s, impact)


def _hit_barrier(s: Battle, shot: Shot, ammunition: str) -> None:
    """RV-B29.5, RV-BRV9.221 The effects DR on its HE column, without TEM."""
    dice = roll(s, shot.side, "effects")
    column = firepower.column_for(shell_power(shot.gun, ammunition))
    result = firepower.result_of(column, sum(dice))
    s.journal.add(
        "RV-BRV9.221", "attack", target=shot.target, column=COLUMNS[column], dice=dice, dr=sum(dice), modifiers=[],
        final=sum(dice), result="no effect" if result == "-" else result, units=(),
    )  # fmt: skip
    blast_barrier(s, shot.barrier, result, shot.gun.calibre)


def final_to_hit(shot: Shot, dice: tuple[int, int], drm: int) -> int:
    """RV-C3.1, RV-C5.1 The Final To Hit DR; Case C4 counts the lower die twice."""
    return sum(dice) + drm + (min(dice) if shot.doubled_die else 0)


def acquire(s: Battle, shot: Shot) -> None:
    """RV-C6.5 Hit or miss, the target gets this weapon's -1 counter, or -2 if it had one by the same target type.

    At night only a Known target does.
    """
    if s.night is not None and shot.conditions.concealed:
        s.acquired.pop(shot.weapon, None)
        return
    target = named(s, shot.vehicle) if shot.vehicle else shot.veiled or shot.target
    known = s.acquired.get(shot.weapon)
    same = known is not None and known.target in (target, shot.veiled) and known.type == shot.type
    value = _BEST_ACQUISITION if same else -1
    s.acquired[shot.weapon] = Acquisition(target, shot.type, value)


# -- vehicles --------------------------------------------------------------------------------------------------------


def kill_of(s: Battle, shot: Shot, ammunition: str, where: str, critical: bool, final: int = 0) -> Kill | None:
    """RV-C7.1, RV-C7.2, RV-C7.22, RV-C7.4, RV-D11.2 The To Kill number of a hit on the vehicle, None if it has none.

    `final` is the Final To Hit DR, for supplemental armor.
    """
    f = field_of(s)
    vehicle = s.vehicles[shot.vehicle]
    type = kind_of(vehicle)
    if type.unarmored:
        return soft_number(shot.gun, ammunition, critical)
    armour, rear = armour_hit(s, f, vehicle, shot.at, where)
    higher = (f.level_of[shot.at] - f.level_of[vehicle.at]) // 2
    skirts: tuple[Modifier, ...] = ()
    if ammunition == HEAT and "skirts" in type.notes and target_facing(f, vehicle, shot.at, where) == SIDE:
        skirts = ((_SKIRTS, "RV-D11.2", "armor skirts"),)
    kill = kill_number(shot.gun, ammunition, shot.conditions.range, armour, rear, higher, critical, skirts)
    if kill is None or not vehicle.supplemental or ammunition != HEAT or not type.fully_tracked:
        return kill
    return _supplemental(kill) if 2 * final > shot.to_hit(ammunition) else kill


def _supplemental(kill: Kill) -> Kill:
    """RV-BRV16.7, RV-BRV16.7a Mesh and sandbags halve the TK# of a hit that was not a good one, before the armour.

    A Critical Hit has doubled it first (RV-C7.1).
    """
    number = sum(value for value, clause, _ in kill.parts[:2] if clause == "RV-C3.7") + kill.parts[0][0]
    less = number // 2 - number
    return Kill(kill.number + less, (*kill.parts, (less, "RV-BRV16.7", "supplemental armor")), kill.he)


def hit_vehicle(s: Battle, shot: Shot, ammunition: str, dice: tuple[int, int], critical: bool, final: int) -> None:
    """RV-C7.1, RV-C3.9, RV-C7.11, RV-C7.3 To Kill, one DR for each barrel (RV-D3.6); hull down, its hull is not hit."""
    f = field_of(s)
    reveal_vehicle(s, shot.vehicle)
    where = hit_location(dice)
    if where == "hull" and hull_down(s, f, s.vehicles[shot.vehicle], shot.at):
        s.journal.add("RV-C3.9", "hull_down", vehicle=shot.vehicle)
        return
    bail_out(s, s.vehicles[shot.vehicle])  # RV-D6.2
    kill = kill_of(s, shot, ammunition, where, critical, final)
    for _ in range(shot.gun.tk_dice):
        if s.vehicles[shot.vehicle].wreck:
            return
        rolled = roll(s, shot.side, "to kill", calls_sniper=False)
        if kill is None:
            s.journal.add("RV-C7.1", "no_penetration", vehicle=shot.vehicle, dice=rolled)
            continue
        brew_up = kind_of(s.vehicles[shot.vehicle]).brew_up
        result = kill_result(kill, sum(rolled), where, brew_up=brew_up)
        s.journal.add(
            "RV-C7.1", "to_kill", vehicle=shot.vehicle, where=where, ammunition=ammunition, dice=rolled,
            modifiers=list(kill.parts), need=kill.number, final=sum(rolled), result=result,
        )  # fmt: skip
        suffer(s, shot.vehicle, result, where)
