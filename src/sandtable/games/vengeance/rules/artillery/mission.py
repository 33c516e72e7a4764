"""What a battery does in its phase (chapters C1.2 to C1.4): contact, access, aim, correct, convert."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.batteries import FFE1, FFE2, FFEC, HE, IR, PLANE, SMOKE, SR, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.air.flak import flak
from sandtable.games.vengeance.rules.artillery.chits import change, gain_access, give_up, passes_extra_chit, try_contact
from sandtable.games.vengeance.rules.artillery.effect import fire_for_effect
from sandtable.games.vengeance.rules.artillery.muster import edge_hexes
from sandtable.games.vengeance.rules.artillery.observers import blast_height, is_observed, looks, may_convert, observes
from sandtable.games.vengeance.rules.artillery.rounds import aim_hexes, fall_of_shot, ir_hexes, most_error
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in, verb_of
from sandtable.kernel.state import replace

DONE = "done"
_VERBS = {HE: "shells", SMOKE: "smoke_shells", IR: "flares"}
_CONVERTS = ("convert", "harass")


def waiting(s: Battle, side: str) -> Battery | None:
    """RV-C1.2 The next battery of a side that has not finished its actions of this phase."""
    return next((b for b in s.batteries.values() if b.side == side and b.stage != DONE and not _in_reserve(s, b)), None)


def _in_reserve(s: Battle, battery: Battery) -> bool:
    """RV-C1.1 A battery that waits until the one before it has ended."""
    return bool(battery.after) and not s.batteries[battery.after].ended


def begin_phase(s: Battle) -> None:
    """RV-C1.2 Every battery may act again."""
    for battery in list(s.batteries.values()):
        if battery.stage:
            s.batteries[battery.id] = replace(battery, stage="")


def artillery(s: Battle, battery: Battery) -> Flow:
    """RV-C1.2 One decision of a battery's owner, or what follows by itself."""
    f = field_of(s)
    match battery.stage:
        case "":
            yield from _start(s, battery)
        case "mission":
            yield from _choose_mission(s, battery)
        case "aim":
            yield from _aim(s, f, battery)
        case "at once":
            yield from _at_once(s, battery)
        case "spotting":
            yield from _spotting_round(s, f, battery)
        case "effect":
            yield from _second_fire(s, f, battery)
        case "again":
            yield from _again(s, f, battery)
        case _:
            yield from _correct(s, f, battery)


def _finish(s: Battle, id: str) -> None:
    change(s, id, stage=DONE)


# -- contact and access ----------------------------------------------------------------------------------------------


def _start(s: Battle, battery: Battery) -> Flow:
    """RV-C1.21, RV-C1.23, RV-C1.9 Try for contact, do without, or give the mission up."""
    id = battery.id
    rocket = components().oba.type(battery.side, battery.module).rocket
    if battery.ended:
        _finish(s, id)
        return
    if rocket and battery.marker == FFE1:
        fire_for_effect(s, id, FFE2)
        return
    observed = is_observed(s, battery)
    if not observed and not secretive(s, battery.side):
        _without_contact(s, id)
        return
    options: list[Option] = [("contact", id), ("no_contact", id)] if observed else [("no_contact", id)]
    if battery.marker:
        options.append(("give_up", id))
    pick = yield Choose(battery.side, options, rule="RV-C1.21", ask="contact", about=(id,))
    if pick[0] == "give_up":
        give_up(s, id)
        _finish(s, id)
    elif pick[0] == "no_contact":
        _without_contact(s, id)
    elif battery.by == PLANE:
        yield from _fly_to(s, battery)
        if is_observed(s, battery):
            _with_contact(s, id)
        else:
            _without_contact(s, id)
    elif try_contact(s, id):
        _with_contact(s, id)
    else:
        _without_contact(s, id)


def _fly_to(s: Battle, battery: Battery) -> Flow:
    """RV-E7.6 The observation plane looks from above any hex of the edge, another in each turn; AA may fire at it."""
    options = [("watch", battery.id, hex) for hex in edge_hexes(s)]
    pick = yield Choose(battery.side, options, rule="RV-E7.6", ask="watch", about=(battery.id,))
    change(s, battery.id, post=id_in(pick, 2))
    plane = next(p for p in s.planes.values() if p.side == battery.side and p.here and observes(p))
    yield from flak(s, plane.id, id_in(pick, 2))


def _without_contact(s: Battle, id: str) -> None:
    """RV-C1.21 An SR stays; fire for effect is resolved once more, where it is, and becomes FFE:C."""
    if s.batteries[id].marker == FFE1:
        fire_for_effect(s, id, FFE2)
    _finish(s, id)


def _with_contact(s: Battle, id: str) -> None:
    """RV-C1.22 With contact: go on with the mission, or draw for access."""
    battery = s.batteries[id]
    if battery.marker == SR:
        change(s, id, stage="spotting")
    elif battery.marker == FFE1:
        change(s, id, stage="effect")
    elif battery.access or gain_access(s, id):
        change(s, id, stage="again" if battery.marker == FFEC else "mission")
    else:
        _finish(s, id)


# -- the aiming round ------------------------------------------------------------------------------------------------


def missions(s: Battle, battery: Battery) -> list[str]:
    """RV-C1.4, RV-C1.91, RV-BRV15.1 HE always; SMOKE, and at night IR, if it has them."""
    type = components().oba.type(battery.side, battery.module)
    return [HE, *([SMOKE] if type.smoke else []), *([IR] if type.ir and s.night is not None else [])]


def _choose_mission(s: Battle, battery: Battery) -> Flow:
    options = [(_VERBS[what], battery.id) for what in missions(s, battery)]
    pick = yield Choose(
        battery.side, options, rule="RV-C1.4", ask="mission", about=(battery.id,), forced=True
    )  # fmt: skip
    change(s, battery.id, mission=next(what for what, verb in _VERBS.items() if verb == pick[0]), stage="aim")


def _aim(s: Battle, f: Field, battery: Battery) -> Flow:
    """RV-C1.3, RV-E1.93, RV-C1.9 Place the Aiming Round; or wait, and keep the access."""
    id = battery.id
    options: list[Option] = [("aim", id, hex) for hex in aim_hexes(s, f, battery)]
    pick = yield Choose(battery.side, [*options, ("wait", id)], rule="RV-C1.3", ask="aim", about=(id,))
    if pick[0] == "wait":
        change(s, id, stage=DONE, mission="")
        return
    hex = id_in(pick, 2)
    if battery.mission == IR:
        _illuminate(s, f, id, hex)
    elif not passes_extra_chit(s, f, id, hex):
        _finish(s, id)
    elif components().oba.type(battery.side, battery.module).rocket:
        to = fall_of_shot(s, f, battery, hex, halved=hex in battery.registered, sure=False)
        _put_fire(s, id, to)
    elif hex in battery.registered:
        change(s, id, at=hex, stage="at once")
    else:
        _put_spotting_round(s, id, fall_of_shot(s, f, battery, hex))


def _illuminate(s: Battle, f: Field, id: str, hex: str) -> None:
    """RV-E1.93 The error is always rolled; halved towards a Gunflash or a Known enemy."""
    battery = s.batteries[id]
    far = hex in ir_hexes(s, f, battery)
    _put_fire(s, id, fall_of_shot(s, f, battery, hex, halved=not far, sure=False))


def _put_fire(s: Battle, id: str, hex: str) -> None:
    """Fire for effect where the round fell; off the map it is lost, and the access kept."""
    if hex:
        change(s, id, at=hex)
        fire_for_effect(s, id, FFE1)
    else:
        change(s, id, marker="", at="", mission="")
    if not s.batteries[id].ended:
        _finish(s, id)


def _put_spotting_round(s: Battle, id: str, hex: str) -> None:
    """RV-C1.3 The SR lies where it fell; off the map it is removed, and the access kept."""
    if hex:
        change(s, id, marker=SR, at=hex, stage=DONE)
        s.journal.add("RV-C1.3", "spotting_round", battery=id, target=hex)
    else:
        change(s, id, marker="", at="", mission="", stage=DONE)


def _at_once(s: Battle, battery: Battery) -> Flow:
    """RV-C1.31 In a pre-registered hex the owner may have FFE:1 at once; its error is halved."""
    id, hex = battery.id, battery.at
    options: list[Option] = [("convert", id), ("spot", id)]
    if battery.mission == HE:
        options.append(("harass", id))
    pick = yield Choose(battery.side, options, rule="RV-C1.31", ask="at_once", about=(id, hex))
    f = field_of(s)
    if pick[0] == "spot":
        _put_spotting_round(s, id, fall_of_shot(s, f, battery, hex))
        return
    change(s, id, harassing=pick[0] == "harass")
    _put_fire(s, id, fall_of_shot(s, f, battery, hex, halved=True))


# -- with a spotting round on the map --------------------------------------------------------------------------------


def spotting_options(s: Battle, f: Field, battery: Battery) -> list[Option]:
    """RV-C1.32, RV-C1.54 Leave the SR, correct it, convert it; out of sight it must be corrected or given up."""
    id = battery.id
    options: list[Option] = []
    if looks(s, f, battery, blast_height(f, battery.at)):
        options.append(("keep_round", id))
    if may_convert(s, f, battery, battery.at):
        options.append(("convert", id))
        if battery.mission == HE:
            options.append(("harass", id))
    if aim_hexes(s, f, battery):
        options += [("correct", id), ("correct_convert", id)]
    return [*options, ("give_up", id)]


def _spotting_round(s: Battle, f: Field, battery: Battery) -> Flow:
    id = battery.id
    options = spotting_options(s, f, battery)
    pick = yield Choose(battery.side, options, rule="RV-C1.32", ask="spotting", about=(id, battery.at))
    if pick[0] == "give_up":
        give_up(s, id)
        _finish(s, id)
    elif pick[0] == "keep_round":
        _finish(s, id)
    elif pick[0] in _CONVERTS:
        _convert(s, f, id, pick[0] == "harass")
    else:
        change(s, id, stage=verb_of(pick))


def _convert(s: Battle, f: Field, id: str, harassing: bool = False) -> None:
    """RV-C1.32, RV-C1.54 The SR becomes FFE:1, if the extra chit allows it."""
    if passes_extra_chit(s, f, id, s.batteries[id].at):
        change(s, id, harassing=harassing)
        fire_for_effect(s, id, FFE1)
    if not s.batteries[id].ended:
        _finish(s, id)


def _correct(s: Battle, f: Field, battery: Battery) -> Flow:
    """RV-C1.32, RV-C1.33 An Aiming Round near the marker; what was announced with it follows."""
    id = battery.id
    options = [("aim", id, hex) for hex in aim_hexes(s, f, battery)]
    pick = yield Choose(battery.side, options, rule="RV-C1.32", ask="aim", about=(id,))
    hex = id_in(pick, 2)
    if battery.marker == FFE1:
        in_sight = may_convert(s, f, battery, battery.at, smoke=False)
        to = fall_of_shot(s, f, battery, hex, most_error(f, battery, hex, in_sight))
        if to:
            change(s, id, at=to)
            fire_for_effect(s, id, FFE2)
        else:
            change(s, id, marker="", at="", access=False, mission="")
        _finish(s, id)
        return
    if not passes_extra_chit(s, f, id, hex):
        if not s.batteries[id].ended:
            _finish(s, id)
        return
    converts = battery.stage == "correct_convert"
    _put_spotting_round(s, id, fall_of_shot(s, f, battery, hex, most_error(f, battery, hex, True)))
    after = s.batteries[id]
    if converts and after.marker == SR and may_convert(s, f, after, after.at):
        _convert(s, f, id)


# -- with fire for effect on the map ---------------------------------------------------------------------------------


def _second_fire(s: Battle, f: Field, battery: Battery) -> Flow:
    """RV-C1.33 FFE:2 in the same hex or up to three hexes away; out of sight only after a correction."""
    id = battery.id
    options: list[Option] = []
    if may_convert(s, f, battery, battery.at, smoke=False):
        options.append(("fire_on", id))
    if aim_hexes(s, f, battery):
        options.append(("correct", id))
    options.append(("give_up", id))
    pick = yield Choose(battery.side, options, rule="RV-C1.33", ask="second_fire", about=(id, battery.at))
    if pick[0] == "fire_on":
        fire_for_effect(s, id, FFE2)
        _finish(s, id)
    elif pick[0] == "correct":
        change(s, id, stage="correct")
    else:
        give_up(s, id)
        _finish(s, id)


def _again(s: Battle, f: Field, battery: Battery) -> Flow:
    """RV-C1.33 New access turns FFE:C into FFE:1 once more, or into an SR."""
    id = battery.id
    options: list[Option] = []
    if may_convert(s, f, battery, battery.at):
        options.append(("convert", id))
    options += [("to_spotting", id), ("wait", id)]
    pick = yield Choose(battery.side, options, rule="RV-C1.33", ask="again", about=(id, battery.at))
    if pick[0] == "convert":
        _convert(s, f, id)
        return
    if pick[0] == "to_spotting":
        change(s, id, marker=SR)
    _finish(s, id)
