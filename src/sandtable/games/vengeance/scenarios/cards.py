"""Scenarios: their forces, areas and tasks (RV-SCN1 to RV-SCN8), and the filters that name parts of the map."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.games.vengeance.components import folder
from sandtable.games.vengeance.model.battle import SIDES, Battle

CAMPAIGN = "campaign"
PLAYABLE = ("train1", "train2", *(f"brv{number:02}" for number in range(1, 11)), CAMPAIGN)
"""RV-SCN1, RV-SCN11, RV-SCN12 What can be played: two scenarios for training, the ten of the module, the campaign."""


class Group(msgspec.Struct, frozen=True):
    """RV-SCN4 A part of a side that sets up or enters together."""

    formation: str = ""
    setup: tuple[dict[str, Any], ...] = ()
    enter: tuple[dict[str, Any], ...] = ()
    turn: int = 0
    squads: dict[str, int] = {}
    leaders: tuple[str, ...] = ()
    sw: dict[str, int] = {}
    crews: dict[str, int] = {}
    guns: dict[str, int] = {}
    registered: int = 0
    """RV-C1.7 Hexes that each of its batteries may pre-register."""
    vehicles: dict[str, int] = {}
    armor_leaders: tuple[str, ...] = ()
    dug_in: bool = False
    """RV-D9.5 Its vehicles are dug in."""
    supplemental_armor: bool = False
    no_aamg: bool = False
    """RV-H1.41 Its vehicles have no optional AAMG."""
    fortifications: dict[str, int] = {}
    other: dict[str, Any] = {}
    """RV-SCN4 red_banner: Banners; panzerfaust: Panzerfausts for the Russian; dug_in: vehicle types that are dug in."""


class Force(msgspec.Struct, frozen=True):
    """RV-SCN3 One side of a scenario."""

    elr: str
    san: int
    groups: tuple[Group, ...]
    panzerfaust: int | None = None
    """RV-SCN7 If the card does not say: two for each German squad, and none for the Russian without note G."""
    aircraft: tuple[str, ...] = ()
    """RV-E7.1 The types of its aircraft."""
    concealment: int = 0
    """RV-BRV3.6 `?` counters of the order of battle: each covers a stack at set-up, or is a dummy."""
    hidden: int = 0
    """RV-A12.2 Squads that may set up hidden."""


class Victory(msgspec.Struct, frozen=True):
    """RV-SCN8 The task of one side."""

    side: str
    check: str
    conditions: tuple[dict[str, Any], ...]
    when: str = "game_end"
    german: str = ""
    russian: str = ""


class NightCard(msgspec.Struct, frozen=True):
    """RV-SCN3, RV-E1.2 The night of a scenario; what it leaves open is rolled for."""

    defender: str
    moon: str = ""
    cloud: str = ""
    nvr: int = 0


class Breaches(msgspec.Struct, frozen=True):
    """RV-SCN2 Breaches that a side places on a wall at set-up."""

    side: str
    number: int
    outside: tuple[str, ...]
    inside: tuple[str, ...]


class Special(msgspec.Struct, frozen=True):
    """RV-SCN2 The special rules of a scenario that the program enforces."""

    no_cellars: bool = False
    no_sbahn: bool = False
    bridges: dict[str, tuple[int, ...]] = {}
    """Partially Destroyed bridge hexes: their weight limit, or one for each result of a secret dr."""
    limits_known: bool = False
    barricade_breached: bool = False
    """Barricades start Breached."""
    barriers_at: tuple[str, ...] = ()
    """Roadblocks and Barricades stand on hexsides of these hexes only."""
    charges_at: tuple[str, ...] = ()
    """Demolition charges may be set on these bridge hexes only."""
    charges_set: int = 0
    """So many charges may be set on bridges before the game."""
    cupolas_beside: str = ""
    """Armored Cupolas stand beside this building."""
    supplemental_armor: str = ""
    breaches: Breaches | None = None
    burning_wreck: str = ""
    one_battery: bool = False


class Scenario(msgspec.Struct, frozen=True):
    """RV-SCN3 A scenario card."""

    id: str
    title: str
    date: str
    turns: int
    first_setup: str
    first_move: str
    play_area: dict[str, Any] | tuple[dict[str, Any], ...]
    victory: Victory
    german: Force
    russian: Force
    ec: str = "Moderate"
    weather: str = "Clear"
    wind: str = "none"
    night: NightCard | None = None
    sighting: int = 0
    """RV-E7.3 What it adds to sighting checks."""
    situation: str = ""
    special: Special = Special()
    ssr: tuple[str, ...] = ()
    sewers_from: int = 1
    """RV-BRV16.3 The turn from which there is sewer movement; 0 if there is none."""
    size: str = ""


CARDS: dict[str, Scenario] = {}
"""The scenario cards that were read; tests put cards of their own here."""


def scenario(name: str) -> Scenario:
    """The scenario of that name."""
    known = CARDS.get(name)
    if known is None:
        known = CARDS[name] = _read_card(name)
    return known


def is_written(name: str) -> bool:
    """Whether there is a card of that name; tests fight on fields of their own without one."""
    return name in CARDS or folder().has(f"scenarios/{name.partition('+')[0]}.toml")


BALANCE = {"none": (), **{side: (side,) for side in SIDES}, "both": SIDES}
"""RV-SCN10, RV-CG33 Whose balance line, or provision of the campaign, the players agree to use: any combination."""


def balanced(name: str, agreed: str) -> str:
    """RV-SCN10 The name of a scenario with the balance lines agreed upon; one without such lines stays as it is."""
    lines = _WITH_LINES.get(name)
    if lines is None:
        file = f"scenarios/{name}.toml"
        lines = _WITH_LINES[name] = tuple(folder().toml(file).get("terms", ())) if folder().has(file) else ()
    return "+".join((name, *(side for side in BALANCE[agreed] if side in lines)))


_WITH_LINES: dict[str, tuple[str, ...]] = {}
"""The sides that have a balance line in each scenario that was read."""


def _read_card(name: str) -> Scenario:
    plain, *favoured = name.split("+")
    table = folder().toml(f"scenarios/{plain}.toml")
    for change in _terms(table.get("terms", {}), favoured):
        _change(table, change)
    return folder().record(Scenario, f"scenarios/{plain}.toml", table)


def _terms(lines: dict[str, list[dict[str, Any]]], favoured: list[str]) -> list[dict[str, Any]]:
    """RV-SCN10 What the balance lines in use change; two that set the same thing cancel each other out."""
    changes = [change for side in favoured for change in lines.get(side, ())]
    said = [change.get("set") for change in changes]
    return [change for change in changes if change.get("set") is None or said.count(change["set"]) == 1]


def _change(table: dict[str, Any], change: dict[str, Any]) -> None:
    """RV-SCN10 Set, add to or append to what a path such as "german > groups > 0 > squads > 4-4-7" names."""
    verb = next(verb for verb in ("set", "add", "append") if verb in change)
    *path, last = str(change[verb]).split(" > ")
    place: Any = table
    for step in path:
        place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
    if verb == "append":
        place[last] = [*place[last], change["to"]]
    else:
        place[last] = change["to"] if verb == "set" else place.get(last, 0) + change["by"]


# -- filters ---------------------------------------------------------------------------------------------------------


def first_move(s: Battle) -> str:
    """RV-SCN3, RV-RePh8.6233 The side that moves first; in the campaign it changes from scenario to scenario."""
    return s.campaign.attacker if s.campaign is not None else scenario(s.scenario).first_move


def first_setup(s: Battle) -> str:
    """RV-SCN3, RV-RePh8.6233 The side that sets up first; in the campaign the one that does not move first."""
    if s.campaign is None:
        return scenario(s.scenario).first_setup
    return next(side for side in SIDES if side != s.campaign.attacker)


def lowered_elr(text: str) -> int:
    """RV-BRV8.21 'BRV8.1 (-1)' lowers every ELR of the side by one."""
    return -int(text.partition("(")[2].rstrip(")")) if "(" in text else 0


def describe_groups(name: str, side: str) -> list[str]:
    """The order of battle of a side, a line for each formation."""
    card: Force = getattr(scenario(name), side)
    lines = []
    for group in card.groups:
        parts = [f"{n} × {squad}" for squad, n in (*group.squads.items(), *group.crews.items())]
        parts += [f"{n} × {gun}" for gun, n in group.guns.items()]
        parts += [f"{n} × {name}" for name, n in group.vehicles.items()] + [*group.armor_leaders]
        parts += [leader.replace("gestapo", "Gestapo") for leader in group.leaders]
        parts += [f"{n} × {weapon}" for weapon, n in group.sw.items()]
        lines.append(f"{group.formation}: {', '.join(parts)}")
    return lines
