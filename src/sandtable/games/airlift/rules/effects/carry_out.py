"""The operations of events: the closed vocabulary of cards and solitaire tables (AL-7.1 to AL-7.26)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.airlift.components import Operation
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules.effects import flying, goods, people, points, soviets
from sandtable.kernel.flow import Flow

PROCEDURES: dict[str, Callable[[Airlift, Operation], Flow | None]] = {
    "sp": points.support,
    "vp": points.victory_points,
    "sr": points.resolve,
    "last": points.last_draw,
    "cube": goods.cubes,
    "lose_cube": goods.lose_cubes,
    "pm": people.named_personnel,
    "pm_draw": people.draw_personnel,
    "pm_remove": people.remove_personnel,
    "mechanic": people.mechanics,
    "plumber": people.plumbers,
    "snack": people.snack_bars,
    "problem": flying.problems,
    "roll": soviets.roll_incoming,
    "nsc": soviets.no_second_chance,
    "smoke": soviets.smoke,
    "manifest": goods.manifest_mistake,
    "repair": flying.repair,
    "weather": flying.weather,
    "clear": flying.clear,
    "build": goods.build,
    "ground": flying.ground,
    "harass": soviets.harassment_chits,
    "move": flying.movement,
    "transfer": goods.transfer,
    "outgoing": goods.outgoing,
    "c74": flying.c74,
    "caltf": goods.caltf,
    "candy": people.candy,
}


def carry_out(s: Airlift, operations: tuple[Operation, ...]) -> Flow:
    """AL-0.4, AL-0.6, AL-6.3, AL-21.13 The operations of an effect, in order, as far as possible."""
    for operation in operations:
        told = len(s.journal.lines)
        flow = PROCEDURES[operation.op](s, operation)
        if flow is not None:
            yield from flow
        if len(s.journal.lines) == told:
            s.journal.add("AL-0.6", "without_effect")
