"""The weather of a scenario of the campaign (RV-CG1, RV-RePh8.617, RV-RePh8.6171)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import by_die, by_limit, historical, is_night, tables
from sandtable.games.vengeance.campaign.points import campaign_of, note, roll_two
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.records import Modifier

CLEAR, GUSTY, OVERCAST, FOG_OR_MIST, FOG, MIST = "Clear", "Clear & Gusty", "Overcast", "Fog/Mist", "Fog", "Mist"
NO_FLYING = (OVERCAST, FOG, MIST)
"""RV-RePh8.6193b Aircraft stay away in it."""


def set_weather(s: Battle) -> None:
    """RV-RePh8.617 The weather of the date, from the list or by the dice."""
    if campaign_of(s).weather_mode == "random":
        random_weather(s)
    else:
        listed = historical(campaign_of(s).date)
        note(s, weather=listed.get("weather", CLEAR), cloud=listed.get("cloud", ""))
        s.ec = listed["ec"].lower()
        s.wind = 0
    campaign = campaign_of(s)
    s.journal.add("RV-RePh8.617", "weather", weather=campaign.weather, cloud=campaign.cloud, ec=s.ec, wind=s.wind)


def random_weather(s: Battle) -> None:
    """RV-RePh8.6171 A DR for the weather, a dr for the EC; night has a full moon and clouds by the same DR."""
    table = tables()["weather_random"]
    before, ec_before = campaign_of(s).weather, s.ec
    dice = roll_two(s, "weather")
    overcast = OVERCAST in (before, campaign_of(s).cloud)
    drm = table["weather_drm"]["previous_overcast"] if overcast else 0
    weather = by_limit(table["weather_dr"], sum(dice) + drm)
    die = s.dice.roll(6, "EC")
    ec_drm = table["ec_drm"]["previous_wet"] if ec_before == "wet" else 0
    ec_drm += table["ec_drm"]["previous_fog_mist"] if before in (FOG, MIST) else 0
    s.ec = by_limit(table["ec_dr"], die + ec_drm).lower()
    s.wind, cloud = 0, ""
    s.journal.add("RV-RePh8.6171", "weather_roll", dice=dice, modifiers=_weather_modifiers(drm, ec_drm), die=die)
    if is_night(campaign_of(s).date):
        cloud = {CLEAR: "None", GUSTY: "Scattered"}.get(weather, "Overcast")
        weather = CLEAR
    elif weather == FOG_OR_MIST:
        weather = by_die(table["fog_or_mist_dr"], s.dice.roll(6, "fog or mist"))
    elif weather == GUSTY:
        s.wind, s.wind_direction = 1, s.dice.roll(6, "wind direction")
    note(s, weather=weather, cloud=cloud)


def _weather_modifiers(drm: int, ec_drm: int) -> list[Modifier]:
    """RV-RePh8.6171 What the weather before adds, to the DR and to the die of the EC."""
    tests = ((drm, "clouds before, on the weather"), (ec_drm, "wet or misty before, on the EC"))
    return [(int(value), "RV-RePh8.6171", reason) for value, reason in tests if value]


def flying_weather(s: Battle) -> bool:
    """RV-RePh8.6193b By day, without fog, mist or clouds."""
    campaign = campaign_of(s)
    return not is_night(campaign.date) and campaign.weather not in NO_FLYING
