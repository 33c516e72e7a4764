"""Where a counter may set up or enter now: by the card of its scenario, or by its post in the campaign."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import post_places, waits
from sandtable.games.vengeance.campaign.battle.viaduct import ways_up
from sandtable.games.vengeance.campaign.edges import entry_hexes as campaign_entry_hexes
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.scenarios.areas import entry_hexes, setup_places, start_control
from sandtable.games.vengeance.scenarios.cards import Force, Group, scenario


def places_to_set_up(s: Battle, id: str, side: str, group: int) -> tuple[str, ...]:
    """RV-SCN5, RV-RePh8.6242 Where a counter may set up: the area of its group, or its post in the campaign."""
    if s.campaign is not None:
        return post_places(s, id, side)
    return setup_places(s.scenario, side, group, men=id in s.units)


def is_set_up(s: Battle, id: str, side: str, group: int) -> bool:
    """Whether a counter off the map is set up now, and does not enter later."""
    if s.campaign is not None:
        return waits(s, id)
    force: Force = getattr(scenario(s.scenario), side)
    return bool(force.groups[group].setup)


def entry_places(s: Battle, unit: Unit) -> tuple[str, ...]:
    """RV-A2.5, RV-SCN6, RV-BRV13.12 Where a unit that waits off the map may enter now."""
    if unit.at or unit.aboard:
        return ()
    if s.campaign is not None:
        hexes, before = campaign_entry_hexes(s, unit.id, unit.side), s.control_at_start
    else:
        group: Group = getattr(scenario(s.scenario), unit.side).groups[unit.group]
        hexes = entry_hexes(s.scenario, unit.side, unit.group) if group.enter and s.turn >= group.turn else ()
        before = start_control(s.scenario) if hexes else {}
    return (*hexes, *ways_up(s, unit.side, hexes, before))


def vehicle_entries(s: Battle, vehicle: Vehicle) -> tuple[str, ...]:
    """RV-A2.5, RV-SCN6 Where a vehicle that waits off the map may enter now."""
    if vehicle.at:
        return ()
    if s.campaign is not None:
        return campaign_entry_hexes(s, vehicle.id, vehicle.side)
    card: Force = getattr(scenario(s.scenario), vehicle.side)
    group = card.groups[vehicle.group]
    return entry_hexes(s.scenario, vehicle.side, vehicle.group) if group.enter and s.turn >= group.turn else ()
