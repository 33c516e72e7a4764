"""Solo play: a prepared raid flies as it is written, the program or the player moves the free fighters. Chapter 17"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import american
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, Raid, RaidBomber, RaidFighter, parts
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.model import Arrival, Luftwaffe, is_bomber
from sandtable.games.luftwaffe.rules.missions import face_up
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.on_behalf import answered
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def raids_for(s: Luftwaffe) -> list[str]:
    """LW-17.1, LW-17.2 The prepared raids of the game and its objective; its base game's where it has none."""
    raids = parts().raids
    base = s.game.split("-")[0]
    exact = [r.id for r in raids.values() if r.game == base and r.objective == s.scenario.objective]
    return exact or [r.id for r in raids.values() if r.game == base]


def entries(raid: Raid) -> list[RaidBomber | RaidFighter]:
    """Everybody who is written down."""
    return [*raid.bomber, *raid.fighter]


def draw_raid(s: Luftwaffe) -> None:
    """LW-17.2 One raid is drawn at random and kept hidden; it is set up exactly as written."""
    s.raid = s.dice.pick(raids_for(s), "raid")
    raid = parts().raids[s.raid]
    s.journal.add("LW-17.2", "solo_raid")
    s.step = "placing"
    for b in raid.bomber:
        if b.unit in s.americans:
            home = "west" if b.front == "baltic" else b.front
            s.americans[b.unit] = replace(s.americans[b.unit], mission=b.target, front=b.front, home=home)
            place(s, b)
    for f in raid.fighter:
        if f.unit in s.americans:
            place(s, f)
    if raid.sneak_count:
        units = tuple(b.unit for b in raid.bomber if b.front == "baltic" and b.unit in s.americans)
        s.sneak = Arrival(turn=raid.sneak_turn, units=units)
    written = {x.unit for x in entries(raid)}
    for id, u in s.americans.items():
        if id not in written and u.status == "covered":
            s.americans[id] = replace(u, status="recovered")  # LW-3.9 the raid leaves it at home
    s.step = "reveal"


def place(s: Luftwaffe, entry: RaidBomber | RaidFighter) -> None:
    """LW-17.2 Face up at set-up, covered at its start, or waiting for the Sneak Raid."""
    if isinstance(entry, RaidBomber) and entry.front == "baltic":
        s.americans[entry.unit] = replace(s.americans[entry.unit], status="sneak")
    elif entry.place_turn == 0:
        face_up(s, entry.unit, entry.start)
    else:
        front = s.zone.front[entry.start]
        s.americans[entry.unit] = replace(s.americans[entry.unit], hex=entry.start, front=front, home=front)


# -- the American, played by the script ------------------------------------------------------------------------------


def path_of(raid: Raid, id: str, turn: int) -> tuple[str, ...]:
    """LW-17.2 The hexes that a bomber enters in a turn, as written."""
    for b in raid.bomber:
        if b.unit == id:
            legs = (*b.out, *b.back)
            at = turn - b.place_turn - 1
            return tuple(legs[at].split()) if 0 <= at < len(legs) else ()
    return ()


def scripted(s: Luftwaffe, decision: Choose) -> Option | None:
    """LW-17.2, LW-17.4 What the written raid says; nothing where it says nothing, or cannot be followed."""
    raid = parts().raids[s.raid]
    options = list(decision.options)
    verbs = {o[0] for o in options}
    if "move" in verbs:
        bombers = [o for o in options if o[0] == "move" and is_bomber(s.americans[id_in(o)])]
        return bombers[0] if bombers else None
    if verbs & {"draw", "step", "stop"} and s.moving and is_bomber(s.americans[s.moving[0]]):
        return next_hex(s, raid, options, verbs, id_in(decision.about, 0) if "draw" not in verbs else "")
    if decision.ask == "uncover":
        due = {x.unit for x in entries(raid) if x.place_turn == s.turn}
        return next((o for o in options if o[0] == "uncover" and o[1] in due), ("done",))
    if "at" in verbs:
        start = next(x.start for x in entries(raid) if x.unit == decision.about[0])
        return ("at", start)
    if "area" in verbs:
        return ("area", raid.sneak_number)
    if "enter" in verbs:
        return ("enter", raid.sneak_hex)
    if "free" in verbs:
        return escort_as_written(s, raid, options)
    if "go_on" in verbs:
        more = any(u.status == "covered" for u in s.americans.values())
        return ("end_raid",) if ("end_raid",) in options and not more else ("go_on",)
    return None


def next_hex(s: Luftwaffe, raid: Raid, options: list[Option], verbs: set[str | int], here: str) -> Option | None:
    """Follow the written path hex by hex."""
    unit = s.americans[s.moving[0]]
    path = path_of(raid, s.moving[0], s.turn)
    if "draw" in verbs:
        return ("draw",) if path else None
    at = 0 if here == unit.hex and here not in path else path.index(here) + 1 if here in path else len(path)
    wanted: Option = ("step", path[at]) if at < len(path) else ("stop",)
    return wanted if wanted in options else None


def escort_as_written(s: Luftwaffe, raid: Raid, options: list[Option]) -> Option:
    """LW-17.2 Close escorts are declared as written."""
    id = id_in(options[-1])
    for f in raid.fighter:
        if f.unit == id and f.role == "close_escort":
            wanted = ("escort", id, parts().units[f.with_bomber].type)
            return wanted if wanted in options else options[-1]
    return options[-1]


def for_the_player(s: Luftwaffe, decision: Choose) -> bool:
    """LW-17.3 Free fighters, released escorts and their battles may be played by the solo player in good faith."""
    return s.solo == "player" and decision.ask in (
        "american_move",
        "fly",
        "fly_on",
        "escort_move",
        "american_battle",
        "draw",
    )


def by_the_raid(s: Luftwaffe, flow: Flow) -> Flow:
    """LW-17.2, LW-17.3 Run a procedure and answer what it asks the American; what it asks the German is asked."""
    return answered(flow, lambda decision: _american_choice(s, decision) if decision.seat == AMERICAN else None)


def _american_choice(s: Luftwaffe, decision: Choose) -> Option | Choose:
    if len(decision.options) == 1:
        return decision.options[0]
    choice = scripted(s, decision)
    if choice is not None:
        return choice
    if for_the_player(s, decision):
        return decision.put_to(GERMAN)
    return american.decide(sight(s, AMERICAN), list(decision.options), s.dice)
