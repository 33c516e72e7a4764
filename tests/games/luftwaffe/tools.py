"""How the tests lay out a table and play on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.games.luftwaffe.components import SIDES, parts
from sandtable.games.luftwaffe.model import American, Clock, German, Luftwaffe, Step
from sandtable.kernel.dice import Dice, LoadedDice
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.state import replace

BASIC = "3b|4"


def table(
    game: str = "basic",
    turn: int = 5,
    step: Step = "german_move",
    flags: tuple[str, ...] = (),
    zone: str = BASIC,
    quarter: str = "",
) -> Luftwaffe:
    """An empty table in the middle of a raid."""
    return Luftwaffe(
        dice=Dice.loaded([]), game=game, flags=flags, zone_key=zone, step=step, turn=turn, quarter=quarter,
        americans={}, germans={}, fuel=dict.fromkeys(SIDES, 0), raid_losses=dict.fromkeys(SIDES, 0),
    )  # fmt: skip


def fly(s: Luftwaffe, type: str, count: int, hex: str, tanks: bool = False, due: int = 19, **more: Any) -> list[str]:
    """Put full-strength units of a type into the air over a hex."""
    tag = more.pop("tag", "")
    kind = parts().types[type]
    free = [u.id for u in parts().units.values() if u.type == type and u.tag == tag and u.id not in s.americans]
    ids = [id for id in free if id not in s.germans][:count]
    assert len(ids) == count, f"there are only {len(ids)} {type}"
    clock = type if kind.time_piece else ""
    if clock and ids:
        s.clocks[clock] = Clock(due=due, tanks=tanks, since=0)
    for id in ids:
        fields: dict[str, Any] = {"hex": hex, "clock": clock}
        if kind.side == "american":
            fields |= {"status": "up", "start": hex, "front": "west", "home": "west"}
            s.americans[id] = American(type=type, factors=2, **{**fields, **more})
        else:
            fields |= {"status": "air", "fuelled": False}
            s.germans[id] = German(type=type, factors=2, **{**fields, **more})
    return ids


def park(s: Luftwaffe, type: str, count: int, hex: str, **more: Any) -> list[str]:
    """Put German units on the ground."""
    ids = fly(s, type, count, hex, **more)
    for id in ids:
        s.germans[id] = replace(s.germans[id], status="ground", clock="", **({"fuelled": True} | more))
    return ids


def reduce(s: Luftwaffe, *ids: str) -> None:
    """Turn units to their reduced side."""
    for id in ids:
        if id in s.americans:
            s.americans[id] = replace(s.americans[id], factors=1)
        else:
            s.germans[id] = replace(s.germans[id], factors=1)


def load(s: Luftwaffe, *rolls: int) -> LoadedDice:
    """Load the dice."""
    s.dice = Dice.loaded(list(rolls))
    return s.dice


class Asked:
    """What was asked while a procedure ran: (seat, options, choice)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[Option], Option]] = []

    def seats(self) -> list[str]:
        return [seat for seat, _, _ in self.asked]


def run(flow: Iterable[Decision], *answers: Option) -> Asked:
    """Run a procedure of the rules with these answers, in order; a list of verbs not given takes the first option."""
    said, record = list(answers), Asked()
    generator: Any = flow
    answer: Any = None
    while True:
        try:
            decision = generator.send(answer)
        except StopIteration:
            break
        assert isinstance(decision, Choose)
        options = list(decision.options)
        assert options, f"nobody can answer {decision.rule}"
        if decision.forced and len(options) == 1:
            answer = options[0]
            continue
        assert said, f"{decision.seat} is asked {decision.ask} ({decision.rule}): {options[:6]}"
        answer = said.pop(0)
        assert answer in options, f"{answer} is not among {options[:12]} ({decision.rule})"
        record.asked.append((decision.seat, options, answer))
    assert not said, f"never asked: {said}"
    return record


def drive(flow: Iterable[Decision], choose: Callable[[Choose], Option]) -> Asked:
    """Run a procedure and answer by a function; forced choices are recorded too."""
    record = Asked()
    generator: Any = flow
    answer: Any = None
    while True:
        try:
            decision = generator.send(answer)
        except StopIteration:
            return record
        assert isinstance(decision, Choose)
        answer = decision.options[0] if decision.forced and len(decision.options) == 1 else choose(decision)
        assert answer in decision.options
        record.asked.append((decision.seat, list(decision.options), answer))


def peek(flow: Iterable[Decision]) -> Choose:
    """The first real question of a procedure."""
    generator: Any = flow
    answer: Any = None
    while True:
        decision = generator.send(answer)
        assert isinstance(decision, Choose)
        if decision.forced and len(decision.options) == 1:
            answer = decision.options[0]
            continue
        return decision


def asked(flow: Any, *answers: Option) -> Choose:
    """What a procedure asks after these answers, also where it is forced."""
    decision = next(flow)
    for answer in answers:
        assert answer in decision.options, f"{answer} is not among {list(decision.options)[:12]}"
        decision = flow.send(answer)
    assert isinstance(decision, Choose)
    return decision


def factors(s: Luftwaffe, ids: Iterable[str]) -> int:
    """The factors that units have left."""
    return sum((s.americans.get(id) or s.germans[id]).factors for id in ids)


def step_of(s: Luftwaffe) -> str:
    """Where the game stands now; mypy takes `s.step` for what was last assigned to it."""
    return s.step
