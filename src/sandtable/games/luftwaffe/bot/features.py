"""A view as figures for players that learn: the raid, the types of both sides, the cities, and the map in sectors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.luftwaffe.bot.estimates import is_bomber
from sandtable.games.luftwaffe.bot.worth import figures
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import UNSEEN, LuftwaffeView
from sandtable.games.luftwaffe.model import American, German
from sandtable.kernel.features import FeatureSheet, named, row

_SECTOR = 4
"""A sector is so many hexes wide and high."""
_RAID = (
    *("turn", "score", "own_step", "german_step", "sneak_told", "shuttle_told", "quarters", "destroyed", "fresh"),
    *("american_fuel", "german_fuel", "american_losses", "german_losses", "replacements", "covered", "moving"),
)
_TYPE = ("in_reserve", "ready", "flying", "unseen", "lost", "time_left", "tanks")
_SECTOR_FIGURES = ("bombers", "homeward", "escorts", "german_ground", "german_air", "covered", "dummies", "moving")
_CITY = ("destroyed", "aimed_at", "guns_fired")
_OUTLOOK = ("enough", "fresh_factors", "score_with_fresh", "bombers_lost", "german_in_the_air", "score_late")
_READY = ("ground", "covered", "sneak")
_FLYING = ("up", "air")
_RESERVE = ("reserve", "off", "russia", "returning")
_GONE = ("lost", "withdrawn")


def sector(hex: str) -> str:
    """The part of the map in which a hex lies."""
    return f"sector{(int(hex[:2]) - 1) // _SECTOR:02}{(int(hex[2:]) - 1) // _SECTOR:02}"


@cache
def sheet() -> FeatureSheet:
    """The names, once the components are there."""
    return FeatureSheet(
        [
            *named(("raid",), _RAID),
            *named(parts().types, _TYPE),
            *named(parts().cities, _CITY),
            *named(sorted({sector(hex) for hex in parts().grid}), _SECTOR_FIGURES),
            *named(("outlook",), _OUTLOOK),
        ]
    )


def features(view: LuftwaffeView, seat: str) -> tuple[float, ...]:
    """LW-2.2 What a seat knows; a spectator looks as the German does and sees no time pieces."""
    return sheet().filled(_figures(view, seat or GERMAN))


def _figures(view: LuftwaffeView, seat: str) -> Iterator[tuple[str, float]]:
    game = parts().scenarios[view.game]
    needed = game.american_wins_at or game.american_targets
    told = (
        *(view.turn / 10, view.score / needed, view.step.startswith(seat), view.step.startswith(GERMAN)),
        *(view.sneak.told / 3, view.shuttle.told / 3, len(view.history) / max(1, len(game.quarters))),
        *(len(view.destroyed) / 20, len(view.fresh) / 10),
        *(view.fuel.get(side, 0) / 10 for side in (AMERICAN, GERMAN)),
        *(view.raid_losses.get(side, 0) / 10 for side in (AMERICAN, GERMAN)),
        *(sum(view.replacements.values()) / 20, len(view.stacks) / 20, len(view.moving) / 5),
    )
    yield from row("raid", _RAID, told)
    yield from _types(view)
    yield from _units(view)
    for city in view.destroyed:
        yield f"{city}.destroyed", 1.0
    for city in view.guns_fired:
        yield f"{city}.guns_fired", 1.0
    for place, figure in ((view.stacks, "covered"), (view.dummies, "dummies")):
        yield from ((f"{sector(hex)}.{figure}", 0.5) for hex in place if hex in parts().grid)
    outlook = figures(view, seat)[1]
    yield from ((f"outlook.{name}", outlook[name]) for name in _OUTLOOK if name in outlook)


def _types(view: LuftwaffeView) -> Iterator[tuple[str, float]]:
    """LW-6.2, LW-6.3 The time that each type of the seat has left, and the tanks of both sides."""
    for key, clock in view.clocks.items():
        if key in parts().types:
            yield f"{key}.time_left", (clock.due - view.turn) / 10
    for key, tanks in view.tanks.items():
        if tanks and key in parts().types:
            yield f"{key}.tanks", 1.0


def _units(view: LuftwaffeView) -> Iterator[tuple[str, float]]:
    """LW-2.1 Factors by type and by sector, and what the seat's own bombers aim at."""
    units: list[American | German] = [*view.americans.values(), *view.germans.values()]
    for unit in units:
        figure = _condition(unit.status)
        if figure:
            yield f"{unit.type}.{figure}", unit.factors / 10
    for id, american in view.americans.items():
        if american.mission in parts().cities and not american.bombed:
            yield f"{american.mission}.aimed_at", american.factors / 5
        if american.status == "up" and american.hex:
            figure = "escorts" if not is_bomber(american) else "homeward" if american.turned else "bombers"
            yield f"{sector(american.hex)}.{figure}", american.factors / 5
            if id in view.moving:
                yield f"{sector(american.hex)}.moving", 1.0
    for id, german in view.germans.items():
        if german.hex and german.status in ("ground", "air"):
            yield f"{sector(german.hex)}.german_{german.status}", german.factors / 5
            if id in view.moving:
                yield f"{sector(german.hex)}.moving", 1.0


def _condition(status: str) -> str:
    groups = {"in_reserve": _RESERVE, "ready": _READY, "flying": _FLYING, "unseen": (UNSEEN,), "lost": _GONE}
    return next((figure for figure, statuses in groups.items() if status in statuses), "")
