"""Weather (chapter E3, E1.12): what the Wind Change DR does besides the wind, and the ground that gets wet."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import OVERCAST
from sandtable.kernel.state import replace


def overcast(s: Battle) -> bool:
    """RV-E3.4 By day the weather, at night the cloud cover."""
    return (s.night.cloud if s.night is not None else s.weather) == OVERCAST


def environment(s: Battle) -> str:
    """RV-E3.1, RV-E3.4 The environmental conditions; rain makes them one step wetter."""
    steps = components().conditions.weather.ec_steps
    if not s.rain or s.ec not in steps:
        return s.ec
    return steps[min(steps.index(s.ec) + 1, len(steps) - 1)]


def blow(s: Battle) -> None:
    """RV-E3.5 Gusts in this Player Turn: SMOKE is dispersed, and what was dispersed is gone."""
    s.gusts = True
    s.journal.add("RV-E3.5", "gusts")
    for hex, screen in list(s.screens.items()):
        if screen.dispersed:
            del s.screens[hex]
        else:
            s.screens[hex] = replace(screen, dispersed=True)


def weather_change(s: Battle, dice: tuple[int, int]) -> None:
    """RV-E1.12, RV-E3.4, RV-E3.5 The Wind Change DR also brings rain and gusts, and at night it changes the NVR."""
    table = components().conditions
    original = sum(dice)
    s.gusts = False
    if not s.rain and overcast(s) and original == table.weather.rain_starts:
        s.rain = True
        s.journal.add("RV-E3.4", "rain")
    elif s.rain and original == table.weather.rain_ends:
        s.rain = False
        s.journal.add("RV-E3.4", "rain_ends")
    if original in table.weather.gusts:
        blow(s)
    if s.night is not None and dice[0] in (1, 6):
        night = s.night
        low = max(1, night.first_nvr - table.nvr.most_change)
        high = night.first_nvr + table.nvr.most_change
        nvr = min(high, max(low, night.nvr + (1 if dice[0] == 1 else -1)))
        if nvr != night.nvr:
            s.night = replace(night, nvr=nvr)
            s.journal.add("RV-E1.12", "nvr", hexes=nvr, die=dice[0])
