"""Fires burn out, and field works are removed (RV-RePh8.609, RV-RePh8.615, RV-CG27)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.hulks import crew_gets_out
from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.supply import front_line
from sandtable.games.vengeance.components import SQUAD
from sandtable.games.vengeance.map.altered_ground import alter, remove_pillbox
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import GROUND, LEVEL, PILLBOX
from sandtable.games.vengeance.model.battle import BLAZE, FLAME, SIDES, Battle, Unit
from sandtable.games.vengeance.model.vehicles import BURNING, WRECKED
from sandtable.games.vengeance.rules.fortifications.barriers import take_away
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.games.vengeance.rules.terrain.rubble import collapse, gut
from sandtable.games.vengeance.rules.units.counters import mark, put, remove
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import good_order, type_of, units_at
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in, number_in
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace

_REMOVABLE = ("ap_mine", "at_mine", "wire", "trench", "foxhole")


# -- fires -----------------------------------------------------------------------------------------------------------


def burn_out(s: Battle) -> Flow:
    """RV-RePh8.609, RV-RePh8.6091 to RV-RePh8.6095 Wrecks, rubble, then buildings."""
    for vehicle in list(s.vehicles.values()):
        if vehicle.wreck == BURNING:
            s.vehicles[vehicle.id] = replace(vehicle, wreck=WRECKED)
    hexes: dict[str, int] = {}
    for at, fire in s.flames.items():
        hex = field_of(s).ground.locations[at].hex
        hexes[hex] = max(fire, hexes.get(hex, 0))
    terrain = {hex: field_of(s).ground.hexes[hex].terrain for hex in hexes}
    for hex in sorted(hexes, key=lambda hex: not terrain[hex].startswith("RUBBLE")):
        if terrain[hex].startswith("RUBBLE"):
            _burn_rubble(s, hex, hexes[hex], consumed=terrain[hex] == "RUBBLE_WOOD")
        elif field_of(s).ground.hexes[hex].building:
            yield from _burn_building(s, hex, hexes[hex])
        else:
            _quench(s, hex)


def _quench(s: Battle, hex: str) -> None:
    for at in [at for at in s.flames if field_of(s).ground.locations[at].hex == hex]:
        del s.flames[at]


def _burn_rubble(s: Battle, hex: str, fire: int, consumed: bool) -> None:
    """RV-RePh8.6092, RV-RePh8.6093 A Flame becomes a Blaze; a Blaze goes, and wooden rubble with it."""
    if fire == FLAME:
        s.flames[hex] = BLAZE
        return
    _quench(s, hex)
    clause = "RV-RePh8.6092" if consumed else "RV-RePh8.6093"
    for vehicle in [v for v in s.vehicles.values() if v.at == hex and not v.wreck]:
        wreck(s, vehicle.id, burns=False, clause=clause, crew_may_live=False)
    _burn_works(s, hex)
    if consumed:
        alter(s, hex, "SHELLHOLES")
    s.journal.add(clause, "burnt_out", at=hex)


def _burn_works(s: Battle, hex: str) -> None:
    """RV-CG27, RV-RePh8.6092 Fortifications burn in a Blaze; what stands between two hexes does not."""
    for work in [w for w in s.works.values() if w.at in (hex, f"{hex}-{PILLBOX}")]:
        del s.works[work.id]
    remove_pillbox(s, hex)
    s.foxholes.pop(hex, None)


def _burn_building(s: Battle, hex: str, fire: int) -> Flow:
    """RV-RePh8.6094, RV-RePh8.6095 A blazing hex becomes rubble; one with a Flame burns on all its levels."""
    f = field_of(s)
    inside = [at for at in f.ground.of_hex[hex] if f.place(at).kind in (GROUND, LEVEL)]
    if fire == FLAME:
        s.flames.update(dict.fromkeys(inside, FLAME))
        return
    both = any(s.flames.get(at) == FLAME for at in inside)
    yield from _save_men(s, hex)
    _quench(s, hex)
    _burn_works(s, hex)
    if f.ground.hexes[hex].terrain.startswith("FACTORY"):
        gut(s, hex)
    else:
        collapse(s, hex)
        if both:
            s.flames[hex] = BLAZE
    s.journal.add("RV-RePh8.6094", "burnt_out", at=hex)


def _save_men(s: Battle, hex: str) -> Flow:
    """RV-RePh8.6095 Who can shift to an adjacent friendly Location of his owner's choice does; the others are lost.

    They are broken.
    """
    f = field_of(s)
    for unit in [u for at in f.ground.of_hex[hex] for u in units_at(s, at)]:
        ways = [
            to for to in f.accessible[unit.at]
            if f.hex_of[to] != hex and s.control.get(to, "") == unit.side and not enemies_at(s, to, unit.side)
            and room_for(s, f, to, unit.side, [unit])
        ]  # fmt: skip
        if not ways:
            remove(s, unit.id, "RV-RePh8.6095", "burnt")
            continue
        pick = yield Choose(
            unit.side, [("flee_fire", unit.id, to) for to in ways], rule="RV-RePh8.6095", ask="flee_fire",
            about=(unit.id, unit.at), forced=True,
        )  # fmt: skip
        at = id_in(pick, 2)
        put(s, unit.id, at)
        mark(s, unit.id, broken=True)
        if s.areas.get(f.hex_of[at], "").startswith(unit.side):
            s.posts[unit.id] = s.areas[f.hex_of[at]]


# -- removal ---------------------------------------------------------------------------------------------------------


def hex_to_clear(s: Battle, side: str, what: str) -> str:
    """RV-RePh8.615 The hex of a side's Set Up Area in which something is to be removed; "" if it lies in none.

    A barrier is in both of its hexes.
    """
    if what in s.vehicles:
        hexes = [field_of(s).hex_of.get(s.vehicles[what].at, "")]
    else:
        hexes = [at.removesuffix(f"-{PILLBOX}") for at in s.works[what].places]
    return next((hex for hex in hexes if s.areas.get(hex, "").startswith(side)), "")


def removable(s: Battle, side: str) -> list[str]:
    """RV-RePh8.615 Barriers, mines, wire, entrenchments and wrecks in the side's own Set Up Areas."""
    ids = [
        w.id for w in s.works.values()
        if w.at and (w.type in BARRIERS or w.type.startswith(_REMOVABLE)) and (w.side == side or not w.hidden)
    ]  # fmt: skip
    ids += [v.id for v in s.vehicles.values() if v.at and (v.wreck or v.immobile)]
    return [id for id in ids if id not in s.pending and hex_to_clear(s, side, id)]


def workers(s: Battle, side: str, what: str) -> list[Unit]:
    """RV-RePh8.615 Good Order squads of the area that have not worked yet."""
    area = s.areas.get(hex_to_clear(s, side, what), "")
    return [
        u for u in s.units.values()
        if s.posts.get(u.id) == area and type_of(u).kind == SQUAD and good_order(u) and u.id not in s.pending
    ]  # fmt: skip


def removal_modifiers(s: Battle, side: str, what: str, squads: list[Unit]) -> list[Modifier]:
    """RV-RePh8.615 Barricade, Assault Engineers, helpers, Front Line."""
    drm = tables()["fortification_removal"]["drm"]
    work = s.works.get(what)
    tests = (
        (drm["barricade"], work is not None and work.type == "barricade", "barricade"),
        (drm["assault_engineer"], any(type_of(u).assault_engineer for u in squads), "assault engineers"),
        (drm["per_extra_squad_max_2"] * (len(squads) - 1), len(squads) > 1, "helpers"),
        (drm["front_line_location"], hex_to_clear(s, side, what) in front_line(s, side), "front line"),
    )
    return [(int(value), "RV-RePh8.615", reason) for value, holds, reason in tests if holds]


def removal_odds(s: Battle, side: str, what: str, number: int) -> Odds:
    """RV-RePh8.615 The chances of an attempt with so many squads."""
    modifiers = removal_modifiers(s, side, what, workers(s, side, what)[:number])
    most = int(tables()["fortification_removal"]["success_max"]) - total(modifiers)
    gone = max(0, min(6, most)) / 6
    outcomes = tuple((told, chance) for told, chance in (("it is gone", gone), ("it stays", 1 - gone)) if chance)
    return Odds(outcomes, tuple(modifiers))


def remove_works(s: Battle, side: str) -> Flow:
    """RV-RePh8.615 One attempt for each thing, with one squad and up to two more; each squad serves once."""
    options: list[Option] = []
    for what in removable(s, side):
        number = min(3, len(workers(s, side, what)))
        options += [("clear_away", what, squads) for squads in range(1, number + 1)]

    def odds(option: Option) -> Odds | None:
        return None if option[0] == "done" else removal_odds(s, side, id_in(option), number_in(option, 2))

    pick = yield Choose(
        side, [*options, ("done",)], rule="RV-RePh8.615", ask="clear_away" if options else "clear_none", odds=odds
    )
    if pick[0] == "done":
        s.pending = [other for other in s.pending if other in SIDES and other != side]
        return
    what = id_in(pick)
    squads = workers(s, side, what)[: number_in(pick, 2)]
    modifiers = removal_modifiers(s, side, what, squads)
    die = s.dice.roll(6, "removal")
    final = die + total(modifiers)
    done = final <= int(tables()["fortification_removal"]["success_max"])
    s.pending += [what, *(u.id for u in squads)]
    # RV-CGS2 Of a hidden work that is cleared the enemy hears nothing.
    hidden = what in s.works and s.works[what].hidden
    s.journal.add(
        "RV-RePh8.615", "removal", seen_by=(side,) if hidden else None, what=what, die=die, modifiers=modifiers,
        final=final, success=done, result="it is gone" if done else "it stays",
    )  # fmt: skip
    if done:
        _take(s, what)


def _take(s: Battle, what: str) -> None:
    if what in s.vehicles:
        if manned(s.vehicles[what]) and kind_of(s.vehicles[what]).inherent_crew:
            crew_gets_out(s, what, "RV-RePh8.615")
        del s.vehicles[what]
        s.posts.pop(what, None)
    elif s.works[what].type in BARRIERS:
        take_away(s, what, "RV-RePh8.615")
    else:
        del s.works[what]
