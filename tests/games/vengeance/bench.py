"""A small table for tests: map T with what a case lists, units where it wants them, loaded dice, scripted choices."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.components import COLUMNS, components, ground, sightlines
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import FIELDS, field_of, make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BuildingRow, Ground, HexRow
from sandtable.games.vengeance.model.battle import Battle, Move, Tunnel, Unit, Weapon
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.sequence import Phase, Step
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.play import play
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.fire.targets import kind_of
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.movement.sewers import may_dig, tunnel_id
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Journal, Modifier
from sandtable.kernel.state import replace
from tests.games.flows import carry_out as carry_out

Sides = dict[tuple[str, str], str]


def map_t(sides: Sides | None = None, terrain: dict[str, str] | None = None) -> Ground:
    """Test map T: columns A to J, all OPEN but what is listed; "1.5" is a stone building, "1.5+E6" one that goes on."""
    rows, buildings, joins = [], [], dict(sides or {})
    terrain = terrain or {}
    for column in range(1, 11):
        letter = "ABCDEFGHIJ"[column - 1]
        odd = column % 2 == 1
        for number in range(1 if odd else 0, 12):
            hex = f"{letter}{number}"
            base, _, other = terrain.get(hex, "OPEN").partition("+")
            y2 = 2 * number - 1 if odd else 2 * number
            if base[0].isdigit():
                height = float(base)
                roof = (hex,) if height > 1 else ()
                buildings.append(BuildingRow(hex, hex, "normal", "stone", height, (hex,), roof))
                rows.append(HexRow(hex, column, y2, "BUILDING", "S", hex, "stone", height))
                if other:
                    joins[hex, other] = "BUILDING"
            else:
                rows.append(HexRow(hex, column, y2, base, elevation=-1 if base in ("PIT", "RIVER") else 0))
    return Ground(rows, [(a, b, f) for (a, b), f in joins.items()], buildings)


def battle(
    phase: Phase = "PFPh",
    side: str = "german",
    dice: Iterable[int] = (),
    sides: Sides | None = None,
    on: str = "",
    **terrain: str,
) -> Battle:
    """An empty battle on map T (or on the field of a scenario, with `on`), in a phase of a side's Player Turn."""
    name = on or f"T{sorted(terrain.items())}{sorted((sides or {}).items())}"
    if on:
        make_field(on)
    elif name not in FIELDS:
        FIELDS[name] = Field(map_t(sides, terrain))
    s = Battle(dice=Dice.loaded(dice), scenario=name, turn=1, side=side, phase=phase, units={}, weapons={})
    s.journal = Journal()
    return s


def put(s: Battle, type: str, at: str, id: str = "", **marks: Any) -> str:
    """A unit of a type in a Location; its id is the type's name unless one is given."""
    id = id or type
    side = components().units[type].side
    elr = marks.pop("elr", components().elr[type])
    s.units[id] = Unit(id, type, side, at, elr, **marks)
    s.at[at] = (*s.at.get(at, ()), id)
    return id


def arm(s: Battle, type: str, holder: str, id: str = "", **marks: Any) -> str:
    """A support weapon in the hands of a unit."""
    id = id or type
    s.weapons[id] = Weapon(id, type, components().weapons[type].side, holder, **marks)
    return id


def emplace(s: Battle, type: str, at: str, crew: str, ca: int = 0, id: str = "", **marks: Any) -> str:
    """A Gun in a Location, manned by a unit, its covered arc pointing at a corner."""
    id = id or type
    s.guns[id] = Gun(id, type, components().ordnance.guns[type].side, at, crew, ca, **marks)
    return id


def fortify(s: Battle, type: str, at: str, side: str = "german", **marks: Any) -> str:
    """A fortification where it stands."""
    id = f"{side[:2]}-{type}-{1 + len(s.works)}"
    s.works[id] = Work(id, type, side, at, **marks)
    return id


def step_of(s: Battle) -> Step:
    """The step where a battle stands by now; a plain `s.step` would be taken for what it was when it was set."""
    return s.step


def load(s: Battle, *dice: int) -> None:
    """The next rolls."""
    s.dice = Dice.loaded(dice)


def moving(s: Battle, *ids: str, mode: str = "", spent: int = 1, here: int = 1) -> None:
    """These units have just spent MF where they are: the DEFENDER may fire."""
    s.move = Move(ids, spent=spent, here=here, mode=mode, window=True)
    for id in ids:
        s.units[id] = replace(s.units[id], moved=True)


def planned(s: Battle, firers: list[str], target: str, leaders: tuple[str, ...] = ()) -> declaration.Plan:
    """The attack of these firers at a Location, added up."""
    kind = kind_of(s, FIELDS[s.scenario], firers[0], target)
    assert kind, f"{firers[0]} may not fire at {target}"
    return declaration.plan(s, firers, target, kind, list(leaders))


def column(plan: declaration.Plan) -> int:
    """The IFT column of an attack."""
    index = firepower.column_for(plan.fp)
    return COLUMNS[index] if index >= 0 else 0


def shoot(s: Battle, firers: list[str], target: str, leaders: tuple[str, ...] = ()) -> declaration.Plan:
    """Make an attack."""
    plan = planned(s, firers, target, leaders)
    attack.resolve(s, plan)
    settle_leader_loss(s)
    return plan


def lines(s: Battle, event: str) -> list[dict[str, Any]]:
    """The facts of the journal lines of an event."""
    return [line.facts for line in s.journal.lines if line.event == event]


_STRUCK = (
    "fire", "fire_with_unknown", "fire_by_unknown", "fire_also", "fire_on_unknown", "fire_on_unknown_by_half", "attack",
)  # fmt: skip


def struck(s: Battle) -> list[dict[str, Any]]:
    """The facts of the journal lines that tell a result of the IFT for a group of targets on foot."""
    return [line.facts for line in s.journal.lines if line.event in _STRUCK]


def drm(modifiers: Iterable[Modifier]) -> int:
    """The sum of modifiers."""
    return sum(m[0] for m in modifiers)


def play_activity(s: Battle, choose: Callable[[Choose], Option]) -> None:
    """One activity to its end."""
    carry_out(play(s), choose)


def questions(flow: Flow) -> Generator[Choose, Option, None]:
    """What a procedure asks; a forced choice with one option answers itself."""
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            return
        assert isinstance(decision, Choose)
        forced = decision.forced and len(decision.options) == 1
        answer = decision.options[0] if forced else (yield decision)


def ask(s: Battle) -> Choose:
    """The next decision; activities that ask nothing are played."""
    for _ in range(200):
        for decision in questions(play(s)):
            return decision
    raise AssertionError("nobody is asked anything")


def drive(s: Battle, *choices: Option) -> Choose | None:
    """Play on with these choices; the decision that comes after them, None if the last activity ended without one."""
    todo = list(choices)
    while todo:
        asked = questions(play(s))
        decision = next(asked, None)
        while decision is not None:
            if not todo:
                return decision
            answer = todo.pop(0)
            assert answer in decision.options, f"{answer} is not among {decision.options}"
            try:
                decision = asked.send(answer)
            except StopIteration:
                break
    return None


def can(s: Battle, *option: str) -> bool:
    """Whether an option is offered next."""
    return tuple(option) in ask(s.clone()).options


def drive_quiet(s: Battle, activities: int = 1) -> None:
    """Play so many activities in which nobody is asked."""
    for _ in range(activities):
        for decision in questions(play(s)):
            raise AssertionError(f"{decision.seat} is asked {decision.ask}")


def drive_end(s: Battle) -> None:
    """Let the close combat that goes on come to its end; nobody is asked any more."""
    while s.melee is not None:
        drive_quiet(s)


def dig(s: Battle, side: str, a: str, b: str) -> str:
    """A side has a tunnel between two buildings from the start; its id."""
    assert may_dig(field_of(s), a, b)
    id = tunnel_id(s, side)
    s.tunnels[id] = Tunnel(side, (a, b))
    return id


def watchers(phase: Phase = "MPh", e6: str = "OPEN", e7: str = "OPEN") -> Battle:
    """A concealed Russian at E5 under the eyes of a German at E8."""
    s = battle(phase, side="russian", E6=e6, E7=e7)
    put(s, "ru_4-4-7", "E5", "a", concealed=True)
    put(s, "ge_4-4-7", "E8", "x")
    return s


def mind_of(s: Battle, seat: str) -> Mind:
    """A sensible player of a seat, before his next choice."""
    return Mind(sight(s, seat), seat, Dice(seed_from("x")))


def whole_map() -> Field:
    """The whole map of the module as a field; its name is "whole"."""
    if "whole" not in FIELDS:
        FIELDS["whole"] = Field(ground(), None, sightlines())
    return FIELDS["whole"]


def berlin(phase: Phase = "MPh", side: str = "russian", *dice: int) -> Battle:
    """An empty battle on the whole map."""
    whole_map()
    return battle(phase, side, dice, on="whole")


def vehicle(s: Battle, type: str, at: str, id: str = "", **marks: Any) -> str:
    """A vehicle of a type in a Location; its id is the type's name unless one is given."""
    id = id or type
    s.vehicles[id] = Vehicle(id, type, components().armour.types[type].side, at, **marks)
    return id
