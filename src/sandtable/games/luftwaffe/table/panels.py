"""What lies beside the map: the record, the Time Record, the Target Sheet and the Aerial Combat Table."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.names import called, name, say
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.games.luftwaffe.table.board import signs
from sandtable.kernel.language import once_told, told_date
from sandtable.kernel.table import Panel, Row


def _pools() -> tuple[Panel, ...]:
    pools = ("recovered", "lost", "russia", "reserve", "withdrawn")
    return (
        Panel("hangar", say("pool_hangar"), "cards"),
        *(Panel(f"pool-{pool}", say(f"pool_{pool}"), "cards") for pool in pools),
    )


def _record(view: LuftwaffeView) -> Panel:
    scenario = parts().scenarios[view.game]
    rows = [Row(say("turn"), view.turn, 20, clause="LW-4.1")]
    if view.quarter:
        rows.append(Row(say("quarter"), told_date(view.quarter), clause="LW-12.3"))
    total = len(objective_cities(scenario.objective))
    needed = scenario.american_wins_at or scenario.american_targets
    rows.append(
        Row(
            say("objective_cities_destroyed"),
            view.score,
            total,
            say("american_needs", needed=needed),
            clause="LW-10.1",
        )
    )
    rows += [Row(say("lost_to_fuel", side=name(side)), n, clause="LW-10.4") for side, n in view.fuel.items()]
    rows += [Row(say("lost_in_raid", side=name(side)), n) for side, n in view.raid_losses.items()]
    rows += [Row(say("replacements", type=type), n, clause="LW-12.9") for type, n in view.replacements.items()]
    if view.sneak.told or (view.seat == AMERICAN and view.sneak.units):
        arrives = say(
            "sneak_area" if view.sneak.number else "sneak_turn", turn=view.sneak.turn, number=view.sneak.number
        )
        rows.append(Row(say("sneak_raid"), arrives, tone="warn", clause="LW-7.6"))
    if view.key:
        rows.append(Row(say("key_industry"), parts().complexes[view.key].name, clause="LW-15.5.1"))
    return Panel("record", say("panel_record"), "facts", tuple(rows))


def _on_a_pin(name: str) -> str:
    """What there is room for on a pin of the clock: the number of the unit, else the beginning of its name."""
    return "".join(letter for letter in name if letter.isdigit())[-3:] or name[:2]


def _time_record(view: LuftwaffeView) -> Panel:
    rows = tuple(
        Row(called(key), clock.due, 20, say("with_tanks") if clock.tanks else say("no_tanks"),
            ref=key, clause="LW-6.2", short=_on_a_pin(called(key)))
        for key, clock in view.clocks.items()
    )  # fmt: skip
    return Panel("time", say("panel_time"), "track", (Row(say("time_now"), view.turn, 20, clause="LW-2.5"), *rows))


def _target_sheet(view: LuftwaffeView) -> Panel:
    aimed: dict[str, list[str]] = {}
    for id, u in view.americans.items():
        if u.mission and u.mission != AIRBASE:
            aimed.setdefault(u.mission, []).append(called(id))
    return _sheet(view.game, frozenset(view.destroyed), tuple((city, tuple(units)) for city, units in aimed.items()))


@once_told(256)  # few choices destroy a city or send somebody to one
def _sheet(game: str, destroyed: frozenset[str], sent: tuple[tuple[str, tuple[str, ...]], ...]) -> Panel:
    p, aimed = parts(), dict(sent)
    objective = set(objective_cities(p.scenarios[game].objective))
    rows = tuple(_target_row(city, city in destroyed, city in objective, aimed.get(city, ())) for city in p.cities)
    return Panel(
        "sheet",
        say("panel_targets"),
        "chart",
        rows,
        (say("city"), say("state"), say("industries"), "AA", say("sent")),
        clause="LW-1.3",
    )


@once_told(2048)
def _target_row(city: str, destroyed: bool, objective: bool, aimed: tuple[str, ...]) -> Row:
    c = parts().cities[city]
    return Row(
        c.name, say("destroyed") if destroyed else "", ref=city, lit=objective, tone="bad" if destroyed else "",
        note="; ".join(aimed), cells=(signs(c), "AA" if c.aa else "", str(len(aimed)) if aimed else ""),
    )  # fmt: skip


@once_told()
def _combat_table() -> Panel:
    table = parts().table
    rows = tuple(
        Row(str(index + 1), cells=(*(str(n) for n in losses), *(
            next((str(n) for n, row in table.listed[column] if row == index), "") for column in table.columns
        )))
        for index, losses in enumerate(table.rows[:30])
    )  # fmt: skip
    columns = (say("row"), *"123456", *(called(column) for column in table.columns))
    return Panel("combat", say("panel_combat"), "chart", rows, columns, clause="LW-9.2.1")


def panels(view: LuftwaffeView) -> tuple[Panel, ...]:
    """Everything beside the map; the clock first, for each turn is planned by it."""
    return (_time_record(view), _record(view), _target_sheet(view), *_pools(), _combat_table())
