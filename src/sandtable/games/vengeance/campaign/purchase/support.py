"""Artillery, aircraft and the sky of the coming scenario (RV-CG7, RV-CG9, RV-CG9b, RV-CG28, RV-RePh8.6193b)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import in_reserve, is_initial, own_places, waits
from sandtable.games.vengeance.campaign.charts import FOR_MODULE, chart, dates, is_night
from sandtable.games.vengeance.campaign.edges import observer_hexes
from sandtable.games.vengeance.campaign.points import campaign_of, sheet, write
from sandtable.games.vengeance.campaign.refit.weather import flying_weather
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import OBSERVER, PHONE, PLANE, RADIO, Battery
from sandtable.games.vengeance.model.battle import RUSSIAN, SIDES, Battle, Weapon
from sandtable.games.vengeance.model.campaign import HERE, OFF, Module
from sandtable.games.vengeance.names import group_id
from sandtable.games.vengeance.rules.artillery.muster import pile_of
from sandtable.games.vengeance.rules.artillery.observers import friendly_edge_of_phones
from sandtable.games.vengeance.rules.night.sky import nightfall
from sandtable.games.vengeance.rules.units.kinds import is_leader, other
from sandtable.games.vengeance.scenarios.cards import NightCard
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import number_in, verb_of
from sandtable.kernel.state import replace

_ROCKETS = "rocket"
_SMOKY_FROM = "4/30 AM"


def open_sky_of_date(s: Battle) -> None:
    """RV-CG7 Weather of the date; at night a full moon, the CGS Defender bound to his place."""
    campaign = campaign_of(s)
    s.weather = campaign.weather.lower().partition(" &")[0]
    s.rain, s.gusts, s.night = False, False, None
    s.lights.clear()
    s.flashes.clear()
    if is_night(campaign.date):
        s.weather = "clear"
        card = NightCard(moon="full", cloud=campaign.cloud or "None", defender=other(campaign.attacker))
        s.night = nightfall(s, card)


# -- artillery -------------------------------------------------------------------------------------------------------


def choose_artillery(s: Battle, side: str) -> Flow:
    """RV-CG9 One module a side besides rockets; its owner names it and its radio or phone, in secret."""
    yield from assign_items(s, side)
    barrels = [n for n, module in enumerate(sheet(s, side).modules) if _ROCKETS not in module.calibre]
    rockets = [n for n, module in enumerate(sheet(s, side).modules) if _ROCKETS in module.calibre][:1]
    chosen = list(rockets)
    options: list[Option] = [("module", sheet(s, side).modules[n].calibre, n + 1) for n in barrels]
    # RV-CGS2 Who is not asked has none: so everybody is asked.
    pick = yield Choose(side, options or [("no_module",)], rule="RV-CG9", ask="module" if barrels else "module_none")
    if options:
        chosen.append(number_in(pick, 2) - 1)
    for n in chosen:
        module = sheet(s, side).modules[n]
        by = directed_by(s, side, module)
        if not by:
            # RV-I7 In the Initial CGS the south edge becomes German with the set-up.
            wired = _has_leader_on_map(s, side) and (is_initial(s) or friendly_edge_of_phones(s, side))
            ways: list[Option] = [("radio",), ("phone",)] if wired else [("radio",)]
            pick = yield Choose(side, ways, rule="RV-CG9", ask="radio_or_phone", about=(module.calibre,), forced=True)
            by = verb_of(pick)
        bring_battery(s, side, n, module, by)


def assign_items(s: Battle, side: str) -> Flow:
    """RV-RePh8.6193a, RV-CG9b, RV-CG10 For which module a hex, an observer or a plane was bought: its owner says.

    Where only one module has room for it nobody is asked.
    """
    while sheet(s, side).spare:
        modules = list(sheet(s, side).modules)
        id, *rest = sheet(s, side).spare
        what, most = FOR_MODULE[chart(side).groups[id].name]
        room = [n for n, module in enumerate(modules) if int(getattr(module, what)) < most]
        if len(room) > 1:
            options: list[Option] = [("for_module", modules[n].calibre, n + 1) for n in room]
            pick = yield Choose(
                side, options, rule="RV-RePh8.6193a", ask="for_module", about=(group_id(side, id),), forced=True
            )  # fmt: skip
            room = [number_in(pick, 2) - 1]
        for n in room:
            had = getattr(modules[n], what)
            modules[n] = replace(modules[n], **{what: True if isinstance(had, bool) else had + 1})
        write(s, side, modules=tuple(modules), spare=tuple(rest))


def directed_by(s: Battle, side: str, module: Module) -> str:
    """RV-CG10, RV-RePh8.6193b An Off-Board Observer who has a hex, or a Spotter Plane by day; "" if neither."""
    if module.observer and observer_hexes(s, side):
        return OBSERVER
    return PLANE if module.spotter and flying_weather(s) else ""


def _has_leader_on_map(s: Battle, side: str) -> bool:
    """RV-CG9, RV-CG21 Whether a leader sets up on the map, or could: one kept off it may."""
    leaders = [u.id for u in s.units.values() if u.side == side and is_leader(u)]
    if any(s.posts.get(id) == HERE or (waits(s, id) and not in_reserve(s, id)) for id in leaders):
        return True
    return any(s.posts.get(id) == OFF for id in leaders) and bool(own_places(s, side))


def bring_battery(s: Battle, side: str, number: int, module: Module, by: str) -> None:
    """RV-CG9, RV-CG9b, RV-RePh8.6193b The battery of a module, with its draw pile, and the plane that directs it."""
    id = f"{side[:2]}-module-{number + 1}"
    weapon = ""
    if by in (RADIO, PHONE):
        weapon = f"{side[:2]}-{by}-{number + 1}"
        s.weapons[weapon] = Weapon(weapon, f"{side[:2]}_{by}", side)
    if by == PLANE:
        type = next(t for t in components().air.aircraft if t.side == side and t.observes)
        plane = f"{side[:2]}-plane-{len(s.planes) + 1}"
        s.planes[plane] = Plane(plane, type.id, side, smoke=smoke_over_berlin(s, side))
    black, red = pile_of(side, module.ammunition, bool(module.registered))
    s.batteries[id] = Battery(
        id, module.calibre, side, by, weapon, black=black, red=red, unrecorded=module.registered
    )  # fmt: skip


def note_keepers(s: Battle) -> None:
    """RV-CG9a Who has the radios and phones when the scenario begins."""
    for battery in list(s.batteries.values()):
        weapon = s.weapons.get(battery.weapon)
        s.batteries[battery.id] = replace(battery, keeper=weapon.holder if weapon is not None else "")


def _number(battery: Battery) -> int:
    """The place of its module on the sheet."""
    return int(battery.id.rpartition("-")[2]) - 1


def put_artillery_away(s: Battle) -> None:
    """RV-CG9b A module that never placed a fire for effect but light is kept; radios and phones come again each time.

    RV-RePh8.6193b A Spotter Plane that has flown is gone.
    """
    for side in SIDES:
        spent = {_number(b) for b in s.batteries.values() if b.side == side and b.fired}
        flown = {_number(b) for b in s.batteries.values() if b.side == side and b.by == PLANE}
        modules = [
            replace(m, spotter=m.spotter and n not in flown)
            for n, m in enumerate(sheet(s, side).modules) if n not in spent
        ]  # fmt: skip
        write(s, side, modules=tuple(modules))
    for battery in s.batteries.values():
        s.weapons.pop(battery.weapon, None)
    s.batteries.clear()
    s.shelled.clear()


# -- aircraft --------------------------------------------------------------------------------------------------------


def bring_aircraft(s: Battle) -> None:
    """RV-RePh8.6193b Fighter-bombers come in flying weather, else they wait for it."""
    s.planes.clear()
    if not flying_weather(s):
        return
    for side in SIDES:
        kept = sheet(s, side)
        type = next((t for t in components().air.aircraft if t.side == side and t.bombs), None)
        for n in range(kept.aircraft if type is not None else 0):
            assert type is not None
            id = f"{side[:2]}-plane-{n + 1}"
            s.planes[id] = Plane(id, type.id, side, bombs=True, smoke=smoke_over_berlin(s, side))
        write(s, side, aircraft=0)


def smoke_over_berlin(s: Battle, side: str) -> int:
    """RV-CG28 What is added to the Sighting Task Checks of a side."""
    rolls = 1
    if side == RUSSIAN and campaign_of(s).date >= dates().index(_SMOKY_FROM):
        rolls += 1
    cut_off = isolated_areas(s)
    south = any(
        area.startswith(RUSSIAN) and area not in cut_off and ground().hexes[hex].bank == "S"
        for hex, area in s.areas.items()
    )
    return rolls + south
