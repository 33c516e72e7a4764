"""What lies beside the map: the record, the Time Record, the Target Sheet and the Aerial Combat Table."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.names import called, short
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.games.luftwaffe.table.board import signs
from sandtable.kernel.language import told_date
from sandtable.kernel.table import Panel, Row


def _pools() -> tuple[Panel, ...]:
    titles = {
        "hangar": "In play, off the map", "pool-recovered": "Recovered", "pool-lost": "Eliminated",
        "pool-russia": "In Russia", "pool-reserve": "Not yet entered", "pool-withdrawn": "Withdrawn",
    }  # fmt: skip
    return tuple(Panel(id, title, "cards") for id, title in titles.items())


def _record(view: LuftwaffeView) -> Panel:
    scenario = parts().scenarios[view.game]
    rows = [Row("Turn", view.turn, 20, clause="LW-4.1")]
    if view.quarter:
        rows.append(Row("Quarter", told_date(view.quarter), clause="LW-12.3"))
    total = len(objective_cities(scenario.objective))
    needed = scenario.american_wins_at or scenario.american_targets
    rows.append(
        Row("Objective cities destroyed", view.score, total, f"The American player needs {needed}", clause="LW-10.1")
    )
    rows += [Row(f"{side.title()} factors lost to fuel", n, clause="LW-10.4") for side, n in view.fuel.items()]
    rows += [Row(f"{side.title()} factors lost in this raid", n) for side, n in view.raid_losses.items()]
    rows += [Row(f"Replacements: {name}", n, clause="LW-12.9") for name, n in view.replacements.items()]
    if view.sneak.told or (view.seat == AMERICAN and view.sneak.units):
        where = f", area {view.sneak.number}" if view.sneak.number else ""
        rows.append(Row("Sneak Raid", f"turn {view.sneak.turn}{where}", tone="warn", clause="LW-7.6"))
    if view.key:
        rows.append(Row("Key industry", parts().complexes[view.key].name, clause="LW-15.5.1"))
    return Panel("record", "Record", "facts", tuple(rows))


def _on_a_pin(name: str) -> str:
    """What there is room for on a pin of the clock: the number of the unit, else the beginning of its name."""
    return "".join(letter for letter in name if letter.isdigit())[-3:] or name[:2]


def _time_record(view: LuftwaffeView) -> Panel:
    rows = tuple(
        Row(called(key), clock.due, 20, "With tanks" if clock.tanks else "No tanks",
            ref=key, clause="LW-6.2", short=_on_a_pin(called(key)))
        for key, clock in view.clocks.items()
    )  # fmt: skip
    return Panel("time", "Time Record", "track", (Row("TIME NOW", view.turn, 20, clause="LW-2.5"), *rows))


def _target_sheet(view: LuftwaffeView) -> Panel:
    p = parts()
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission and u.mission != AIRBASE:
            aimed.setdefault(u.mission, []).append(f"{short(u.type)} {p.units[id].designation}")
    return _sheet(view.game, frozenset(view.destroyed), tuple((city, tuple(units)) for city, units in aimed.items()))


@lru_cache(maxsize=256)  # few choices destroy a city or send somebody to one
def _sheet(game: str, destroyed: frozenset[str], sent: tuple[tuple[str, tuple[str, ...]], ...]) -> Panel:
    p, aimed = parts(), dict(sent)
    objective = set(objective_cities(p.scenarios[game].objective))
    rows = tuple(_target_row(city, city in destroyed, city in objective, aimed.get(city, ())) for city in p.cities)
    return Panel("sheet", "Target Sheet", "chart", rows, ("City", "State", "Industries", "AA", "Sent"), clause="LW-1.3")


@lru_cache(maxsize=2048)
def _target_row(city: str, destroyed: bool, objective: bool, aimed: tuple[str, ...]) -> Row:
    c = parts().cities[city]
    return Row(
        c.name, "destroyed" if destroyed else "", ref=city, lit=objective, tone="bad" if destroyed else "",
        note="; ".join(aimed), cells=(signs(c), "AA" if c.aa else "", f"⌖{len(aimed)}" if aimed else ""),
    )  # fmt: skip


@cache
def _combat_table() -> Panel:
    table = parts().table
    rows = tuple(
        Row(str(index + 1), cells=(*(str(n) for n in losses), *(
            next((str(n) for n, row in table.listed[column] if row == index), "") for column in table.columns
        )))
        for index, losses in enumerate(table.rows[:30])
    )  # fmt: skip
    columns = ("Row", *"123456", *(called(column) for column in table.columns))
    return Panel("combat", "Aerial Combat Table", "chart", rows, columns, clause="LW-9.2.1")


def panels(view: LuftwaffeView) -> tuple[Panel, ...]:
    """Everything beside the map."""
    return (_record(view), _time_record(view), _target_sheet(view), *_pools(), _combat_table())
