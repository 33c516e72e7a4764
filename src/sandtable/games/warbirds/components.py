"""The 234 cards and the constants, loaded once from data/ into frozen, validated, indexed records."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from sandtable.board.data import DataFolder
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import Record

DATA = DataFolder(__package__, "warbirds")
SKILLS = ("pilot", "navigator", "bombardier", "radio", "engineer", "gunner")
LEVELS = ("A", "B")
AAF = "AAF"
R = TypeVar("R", bound=Record)


class Effect(Record, frozen=True):
    """WB-13 One operation of a card. Only the fields of its kind are used."""

    op: str
    amount: int = 0
    who: str | tuple[str, ...] = ""
    part: str = ""
    engine: int = 0
    test: bool = False
    stations: tuple[str, ...] = ()
    position: str = ""
    level: str = ""
    attack: int = 0
    aircraft: str = ""
    source: str = ""
    condition: str = ""
    station: str = ""
    success: tuple[Effect, ...] = ()
    fail: tuple[Effect, ...] = ()
    both_success: tuple[Effect, ...] = ()
    both_fail: tuple[Effect, ...] = ()


class Airman(Record, frozen=True):
    """WB-1.4 A crew card. A skill that is listed, even at 0, qualifies him."""

    id: str
    name: str
    home: str
    skills: dict[str, int]


class Station(Record, frozen=True):
    """WB-1.5 A station card: the skill it needs and the sources it can shoot at."""

    station: str
    name: str
    order: int
    skill: str
    attack: str
    attack_list: tuple[str, ...]
    text: str


class AirspacePosition(Record, frozen=True):
    """WB-1.7 One of the eight battlefield cards."""

    position: str
    name: str
    order: int
    where: str
    capacity: int


class EventCard(Record, frozen=True):
    """WB-9 A transit or enemy territory card. Fighters have a source (WB-15.1) and an attack number."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]
    kind: str = "event"
    attack: int = 0
    position: str = ""
    source: str = ""
    aircraft: str = ""


class DamageCard(Record, frozen=True):
    """WB-17.1 The station it strikes, the sources that can strike it, and what a miss does to the airframe."""

    id: str
    station: str
    positions: str
    position_list: tuple[str, ...]
    fuselage: int
    left_wing: int
    right_wing: int
    tail: int
    text: str
    effects: tuple[Effect, ...]


class CasualtyCard(Record, frozen=True):
    """WB-17.2, WB-1.8 What happens to a man who is hit: an ordinary card or a medal."""

    id: str
    name: str
    medal: bool
    effect: str
    amount: int


class Mission(Record, frozen=True):
    """WB-5.3 A mission card."""

    id: str
    title: str
    target: str
    objective: str
    date: str
    distance: int
    engagement: int
    intensity: int
    turns: int


def expand(notation: str) -> tuple[str, ...]:
    """WB-15.2 "F; L (A), AAF" names F1A F1B F2A F2B L1A L2A AAF, in position order."""
    sources: set[str] = set()
    for group in notation.split(";"):
        words = [word.strip() for word in group.split(",")]
        pending: list[str] = []
        for word in words:
            if word == AAF:
                sources.add(AAF)
                continue
            name, _, mark = word.partition(" (")
            pending += [f"{name}{number}" for number in ("1", "2")] if len(name) == 1 else [name] if name else []
            if mark:
                sources |= {position + mark[0] for position in pending}
                pending = []
        sources |= {position + level for position in pending for level in LEVELS}
    return tuple(source for source in SOURCES if source in sources)


@cache
def _cards(name: str) -> list[dict[str, Any]]:
    """The cards of one deck, counted (WB-1.1)."""
    deck = DATA.toml(name)
    cards: list[dict[str, Any]] = deck.get("card", [])
    if len(cards) != deck.get("count"):
        raise DataError(f"warbirds/{name} holds {len(cards)} cards; its heading says {deck.get('count')}.", "WB-1.1")
    if len({card.get("id") for card in cards} - {None}) != len(cards):
        raise DataError(f"warbirds/{name} has cards without an id, or two with the same.", "WB-1.1")
    return cards


def _deck(kind: type[R], name: str) -> dict[str, R]:
    """The cards of one deck by their id."""
    return {card["id"]: DATA.record(kind, name, card) for card in _cards(name)}


def _events(name: str) -> dict[str, EventCard]:
    """The cards of an event deck by their id."""
    return {card["id"]: _event(name, card) for card in _cards(name)}


def _event(name: str, card: dict[str, Any]) -> EventCard:
    arriving = next((e for e in card["effects"] if e["op"] == "enemy"), None)
    place = {} if arriving is None else {
        "position": arriving["position"],
        "source": arriving["position"] + arriving["level"],
        "attack": arriving["attack"],
        "aircraft": arriving["aircraft"],
    }  # fmt: skip
    face = {key: value for key, value in card.items() if key != "source"}  # there it says where the value comes from
    return DATA.record(EventCard, name, {**face, **place})


def _check_manifest() -> None:
    """WB-1.1 Fifteen decks, 234 cards; a file with another number stops the program."""
    manifest = DATA.toml("manifest.toml")
    total = 0
    for deck in manifest["deck"]:
        count = len(_cards(deck["file"]))
        if count != deck["count"]:
            raise DataError(f"warbirds/{deck['file']} holds {count} cards; the game has {deck['count']}.", "WB-1.1")
        total += count
    if total != manifest["total"]:
        raise DataError(f"Warbirds has {manifest['total']} cards, but these files hold {total}.", "WB-1.1")


_check_manifest()
CONSTANTS: dict[str, int] = {name: entry["value"] for name, entry in DATA.toml("constants.toml").items()}

POSITIONS: dict[str, AirspacePosition] = {
    p.position: p for p in sorted(_deck(AirspacePosition, "battlefield.toml").values(), key=lambda p: p.order)
}
SOURCES: tuple[str, ...] = (*(p + level for p in POSITIONS for level in LEVELS), AAF)
STATIONS: dict[str, Station] = {
    s.station: s for s in sorted(_deck(Station, "stations.toml").values(), key=lambda s: s.order)
}
AIRMEN = _deck(Airman, "crew.toml")
TRANSIT = _events("transit.toml")
ENEMY_TERRITORY = _events("enemy_territory.toml")
EVENTS: dict[str, EventCard] = TRANSIT | ENEMY_TERRITORY
DAMAGE = _deck(DamageCard, "damage.toml")
CASUALTIES = _deck(CasualtyCard, "casualty.toml")
CASUALTY_DECK: tuple[str, ...] = tuple(id for id, card in CASUALTIES.items() if not card.medal)
MEDALS: tuple[str, ...] = tuple(id for id, card in CASUALTIES.items() if card.medal)
MISSIONS = _deck(Mission, "missions.toml")
DRIFT_DECK: tuple[str, ...] = tuple(c["drift"] for c in _cards("bombardier.toml"))
VICTORY_VALUES: tuple[int, ...] = tuple(sorted((c["value"] for c in _cards("victory.toml")), reverse=True))

_aircraft = _cards("aircraft.toml")
TAIL_SECTION = "tail_section"
"""The part; the station of the same name in the data keeps the plain word."""


def part_id(part: str) -> str:
    """Parts and stations lie on the same table, so the tail of the airframe has an id of its own."""
    return TAIL_SECTION if part == "tail" else part


PARTS: dict[str, int] = {part_id(c["part"]): c["capacity"] for c in _aircraft if c["kind"] == "part"}
PART_NAMES: dict[str, str] = {part_id(c["part"]): c["name"] for c in _aircraft if c["kind"] == "part"}
ENGINES: dict[int, str] = {e: part_id(c["part"]) for c in _aircraft if c["kind"] == "part" for e in c["engines"]}

_skill_cards = _cards("skill.toml")
_base = [c["result"] for c in _skill_cards if c["base"]]
_further = [c["result"] for c in _skill_cards if not c["base"]]
TEST_CARDS: tuple[tuple[str, ...], ...] = tuple((*_base, *_further[:value]) for value in range(len(_further) + 1))
"""WB-1.9, WB-14.1 The cards of a test by its value: one success, three failures, and `value` further successes."""

GUNS: dict[str, frozenset[str]] = {id: frozenset(s.attack_list) for id, s in STATIONS.items() if s.attack_list}
QUALIFIED: dict[str, tuple[str, ...]] = {
    man: tuple(id for id, station in STATIONS.items() if station.skill in airman.skills)
    for man, airman in AIRMEN.items()
}
"""The stations that each man may hold, in station order."""
COCKPIT = ("pilot", "copilot")
AFT_STATIONS = frozenset(("ball", "left_waist", "right_waist", "tail"))
DAMAGE_SOURCES: dict[str, frozenset[str]] = {id: frozenset(card.position_list) for id, card in DAMAGE.items()}


def _check_notation() -> None:
    """WB-15.2 The printed notation and the binding lists must say the same."""
    for station in STATIONS.values():
        if station.attack and expand(station.attack) != station.attack_list:
            raise DataError(f"warbirds: station {station.station}: {station.attack!r} is not its list.", "WB-15.2")
    for card in DAMAGE.values():
        if expand(card.positions) != card.position_list:
            raise DataError(f"warbirds: {card.id}: {card.positions!r} is not its list.", "WB-15.2")


_check_notation()
