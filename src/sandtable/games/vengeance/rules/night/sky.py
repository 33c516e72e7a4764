"""The sky over a battle (chapters E1.1, E1.2, E3): what the scenario says of it, and what is rolled for."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import CLEAR, FOG, MIST, OVERCAST, Night
from sandtable.games.vengeance.scenarios.cards import Force, NightCard, Scenario
from sandtable.kernel.errors import DataError

_FORCES = ("none", "mild", "heavy")


def open_sky(s: Battle, card: Scenario) -> None:
    """RV-E1.1, RV-E1.2, RV-E3.3, RV-E3.4 Weather, wind and night at the start of a battle."""
    weather = card.weather.lower()
    if weather not in (CLEAR, OVERCAST, MIST, FOG) or card.wind not in _FORCES:
        raise DataError(f"Scenario {card.id}: the weather {card.weather!r} or the wind {card.wind!r} is not known.")
    s.weather = weather
    s.wind = _FORCES.index(card.wind)
    if s.wind:
        s.wind_direction = s.dice.roll(6, "wind direction")
    if card.night is not None:
        s.night = nightfall(s, card.night)


def nightfall(s: Battle, card: NightCard) -> Night:
    """RV-E1.1 NVR by cloud and moon; a dr for each that the scenario leaves open."""
    table = components().conditions.nvr
    cloud = card.cloud.lower() or table.cloud[s.dice.roll(6, "cloud") - 1]
    moon = card.moon.lower() or table.moon[s.dice.roll(6, "moon") - 1]
    change: int = getattr(getattr(table.modifier, cloud), moon)
    nvr = card.nvr or max(1, table.base + change)
    return Night(nvr, nvr, moon, cloud, card.defender)


def hidden_by_night(card: Scenario, side: str) -> int:
    """RV-E1.23 A quarter of the Scenario Defender's squads, rounded up, may set up hidden with who is with them."""
    if card.night is None or card.night.defender != side:
        return 0
    force: Force = getattr(card, side)
    squads = sum(number for group in force.groups for number in group.squads.values())
    return -(-squads // components().conditions.night.hidden_share)
