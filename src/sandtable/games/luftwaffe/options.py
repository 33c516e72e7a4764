"""What is settled before a game begins: which game, who plays, and the options of chapters 11, 15 and 18."""

from __future__ import annotations

from sandtable.board.box import box_in
from sandtable.games.luftwaffe.components import Scenario, parts
from sandtable.games.luftwaffe.names import say
from sandtable.kernel.game import Options

_JETS = {
    "usual": (),
    "historical": ("jets_historical",),
    "forbidden": ("jets_forbidden",),
    "me163": ("experimental_me163",),
    "he162": ("experimental_he162",),
    "historical-me163": ("jets_historical", "experimental_me163"),
    "historical-he162": ("jets_historical", "experimental_he162"),
}
"""LW-15.6, LW-18.1 What may go together is one choice, so that nothing can be combined that excludes one another."""

BOX = box_in(parts().folder)
OPTIONS = (
    BOX.spec("scenario", ("basic", "basic-oil", "basic-rail", "tournament", "advanced", "custer"), "basic"),
    BOX.spec("mode", ("two", "solo", "solo-free"), "two"),
    BOX.spec("time", ("type", "unit"), "type"),
    BOX.spec("production", ("printed", "nine"), "printed"),
    BOX.spec("escorts", ("usual", "ignored"), "usual"),
    BOX.spec("jets", tuple(_JETS), "usual"),
    BOX.spec("complexes", ("no", "yes"), "no"),
)


def scenario_of(options: Options) -> Scenario:
    """The game that is played."""
    return parts().scenarios[str(options["scenario"])]


def solo_mode(options: Options) -> str:
    """LW-17.1, LW-17.3 Solo play is for the games of one raid; the bot or the player moves the free fighters."""
    if scenario_of(options).quarters:
        return ""
    return {"solo": "bot", "solo-free": "player"}.get(str(options["mode"]), "")


def flags_of(options: Options) -> tuple[str, ...]:
    """LW-11.1, LW-15.1 - LW-15.5, LW-18.1 The options in use; one that the game does not know has no effect."""
    wanted: tuple[str, ...] = _JETS[str(options["jets"])]
    if options["time"] == "unit":
        wanted += ("individual_time",)
    if options["production"] == "nine":
        wanted += ("production_9",)
    if options["escorts"] == "ignored":
        wanted += ("ignore_escorts",)
    if options["complexes"] == "yes":
        wanted += ("industrial_complexes",)
    game = str(options["scenario"])
    return tuple(flag for flag in parts().option_games if flag in wanted and game in parts().option_games[flag])


def zone_key(zones: dict[str, str]) -> str:
    """The key of a friendly zone: its codes west and south."""
    return f"{zones['west']}|{zones['south']}"


def zone_of_quarter(quarter: str) -> str:
    """LW-12.5 The zone in force in a quarter."""
    return zone_key(parts().zones_by_year[quarter[:4]])


def first_zone(options: Options) -> str:
    """The zone with which the game begins."""
    scenario = scenario_of(options)
    return zone_of_quarter(scenario.quarters[0]) if scenario.quarters else zone_key(scenario.zones)


def all_zones(options: Options) -> tuple[tuple[str, str], ...]:
    """Every zone of the game with the name of its line, for the map."""
    scenario = scenario_of(options)
    if not scenario.quarters:
        return ((first_zone(options), say("r_line")),)
    years = dict.fromkeys(quarter[:4] for quarter in scenario.quarters)
    return tuple((zone_of_quarter(year), say("start_line", year=year)) for year in years)
