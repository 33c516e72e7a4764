"""Heavy antiaircraft guns. LW-4.3.5, LW-9.7"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import GERMAN, City, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.fire import take_bomber_losses
from sandtable.games.luftwaffe.rules.losses import FLAK
from sandtable.kernel.chances import odds
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in

HIT = 6


def hits(die: int) -> bool:
    """LW-9.7.3 A 6 costs a factor."""
    return die == HIT


def guns_odds() -> Odds:
    """What the guns of a city can do."""
    return odds(lambda dice: f"lost|{hits(dice.roll()):d}", order=("lost|1", "lost|0"))


def stacks_over(s: Luftwaffe, city: City) -> dict[str, list[str]]:
    """LW-9.7.1, LW-9.7.6 The stacks at which a city's guns may fire: over it now, or passed and together now."""
    stacks: dict[str, list[str]] = {}
    for id, u in s.americans.items():
        if u.status == "up" and u.hex not in s.zone.all and (u.hex == city.hex or city.hex in u.path):
            stacks.setdefault(u.hex, []).append(id)
    return stacks


def antiaircraft_fire(s: Luftwaffe) -> Flow:
    """LW-4.3.5, LW-9.1.4, LW-20.7, LW-20.8 Each AA city may fire once, at one stack, as the German decides."""
    flown_over = {hex for u in s.americans.values() if u.status == "up" for hex in (*u.path, u.hex)}
    for city in parts().aa_cities:
        if city.hex not in flown_over or city.id in s.guns_fired or city.id in s.queue:
            continue
        stacks = stacks_over(s, city)
        if stacks:
            yield from fire_guns(s, city, stacks)
            return
    s.queue = ()
    s.step = "bomb"


def fire_guns(s: Luftwaffe, city: City, stacks: dict[str, list[str]]) -> Flow:
    """LW-9.7.2, LW-9.7.3, LW-9.7.5 One roll; a 6 costs the stack one factor, by the method for bombers."""
    options: list[Option] = [("fire", city.id, hex) for hex in stacks]
    pick = yield Choose(
        GERMAN, [*options, ("hold_fire", city.id)], rule="LW-9.7.1", ask="guns", about=(city.id,),
        odds=lambda o: guns_odds() if o[0] == "fire" else None, together=True,
    )  # fmt: skip
    if pick[0] == "hold_fire":
        s.queue = (*s.queue, city.id)  # it may still fire at strafers (LW-8.17)
        return
    s.guns_fired = (*s.guns_fired, city.id)
    die = s.dice.roll(6, "AA")
    s.journal.add("LW-9.7.2", "guns", gun=city.hex, die=die, success=hits(die), for_side=GERMAN)
    if hits(die):
        yield from take_bomber_losses(s, stacks[id_in(pick, 2)], 1, FLAK, rule="LW-9.7.3")
