"""What the campaign keeps between its scenarios (RV-CGS1): a sheet for each side, the date, who attacks."""

from __future__ import annotations

from sandtable.kernel.state import Record

ENTER, ON_BOARD, RESERVE, DUG_IN, ITEM = "enter", "on_board", "reserve", "dug_in", "item"
"""RV-RePh8.6194a to RV-RePh8.6194c How a group was bought; an item is no group of units."""
OFF, HERE = "off", "here"
"""Posts of units: kept off the map; Isolated where it is."""
KEPT = "kept"
"""RV-CG21 The post of a counter that was off the map: at set-up its owner puts it on the map or leaves it outside."""
UP = "viaduct"
"""RV-BRV13.12 The post of a unit that must set up on the viaduct of the S-Bahn again."""
NAMED, AWAY, OUT = "named", "away", "out"
"""Posts of counters off the map: RV-CG21 to enter in this Player Turn; RV-CG20, RV-CG21 away until the next scenario;
RV-RePh8.61411 out as long as its gun is not repaired."""
ATTACK, IDLE = "attack", "idle"


class Bought(Record, frozen=True):
    """RV-RePh8.6198 A line of the purchase record: the group, how it sets up, what it cost, for which date."""

    group: str
    mode: str
    cpp: int
    date: int
    arrived: int = -1
    """RV-CG12 The date on which the first of its counters was on the map; -1 if none has been yet."""


class LeaderRoll(Record, frozen=True):
    """RV-RePh8.6206 A bought group whose owner may roll for a leader: its line of the purchase record."""

    side: str
    serial: int
    depleted: bool


class Module(Record, frozen=True):
    """RV-CG9 A module of off-board artillery that a side owns, with its ammunition and pre-registered hexes."""

    calibre: str
    ammunition: str
    registered: int = 0
    observer: bool = False
    spotter: bool = False


class Sheet(Record, frozen=True):
    """RV-CGS1 The record sheet of one side."""

    cpp: int = 0
    fpp: int = 0
    elr_lost: int = 0
    """RV-CG24 Steps of ELR that losses have cost."""
    elr_carried: int = 0
    """Infantry CVP that have not cost a step yet."""
    elr_regained: bool = False
    chits: int = 0
    chit: str = ""
    """The chit that lies face down: attack, idle, or none yet."""
    attacked: bool = False
    """It chose Attack for the scenario before."""
    suffered: int = 0
    """CVP that it lost in the scenario before."""
    inflicted: int = 0
    won_last: bool = False
    lost_last: bool = False
    won: int = 0
    lost: int = 0
    bought: tuple[Bought, ...] = ()
    modules: tuple[Module, ...] = ()
    spare: tuple[str, ...] = ()
    """RV-CG9b, RV-CG10 Bought hexes, observers and planes, by their groups, whose module is still to be named."""
    aircraft: int = 0
    """RV-RePh8.6193b Fighter-bombers that wait for flying weather."""
    snipers: int = 0
    """RV-RePh8.6193b What bought Snipers add to the SAN from the next played scenario on."""
    panzerfaust: bool = False
    """RV-RePh8.6193b Panzerfausts for the Russian in the next played scenario."""
    armor: str = ""
    """RV-RePh8.621 Supplemental Armor: "bought" for the next played scenario, "used" afterwards."""
    recon: int = 0
    promoted: bool = False
    party_leaders: bool = False
    """RV-CG18 The Party Leaders were bought and one of them lives."""
    fortifications: tuple[tuple[str, int], ...] = ()
    """Bought for the next set-up: what and how many."""
    hip: tuple[str, ...] = ()
    """The kinds of units for which hidden set-up was bought: smc, hs, squad."""


class Campaign(Record, frozen=True):
    """RV-CGS1 The campaign itself."""

    german: Sheet
    russian: Sheet
    date: int = 0
    """Index of the date that is played or being prepared."""
    weather_mode: str = "historical"
    weather: str = "Clear"
    cloud: str = ""
    attacker: str = "russian"
    """RV-RePh8.623 The CGS Attacker; in a Dual Attack the side that moves first."""
    dual: bool = False
    lull: bool = False
    """The date before was a Lull."""
    rested: bool = False
    """RV-CG23 The date before the scenario that is set up or played was a Lull."""
    played: int = 0
    length: int = 0
    """The Game Turn with which the scenario ended."""
    night_before: bool = False
    """The scenario just played was at night."""
    banners: tuple[str, ...] = ()
    """RV-CG17 The Locations where a Banner flew at the start of the scenario."""
    east_open: bool = False
    """RV-CG12 The Russian may enter by the east edge south of the Spree."""
    alarmed: bool = False
    """RV-CG7c At night: the Defender has seen an enemy or was attacked, and so his groups off the map may enter."""
    balance: tuple[str, ...] = ()
    """RV-CG33 The sides whose balance provision is in use."""
