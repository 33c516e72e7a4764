"""Prepared situations: the standard crew and state of the worked cases, and how to play one activity from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.components import DAMAGE, DRIFT_DECK, ENEMY_TERRITORY, TRANSIT
from sandtable.games.warbirds.model import CrewMan, Phase, Step, Warbirds
from sandtable.games.warbirds.play import play
from sandtable.games.warbirds.rules.crew import begin_crew_step
from sandtable.kernel.dice import LoadedDice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.flows import carry_out

STANDARD_CREW = {
    "crew-01": "pilot",
    "crew-02": "copilot",
    "crew-03": "navigator",
    "crew-04": "bombardier",
    "crew-05": "radio",
    "crew-06": "engineer",
    "crew-09": "nose",
    "crew-07": "ball",
    "crew-10": "left_waist",
    "crew-08": "tail",
}
RESULTS = {"S": "success", "F": "fail"}
DRIFT = {"L": "left", "R": "right", "none": "none"}


def loaded(tests: str = "", drift: str = "", then: str = "", **piles: Iterable[str]) -> LoadedDice:
    """Loaded dice in the notation of the worked cases: tests "S F", drift "L R none", piles by card id."""
    return LoadedDice(
        {
            "": [],
            "tests": [RESULTS[letter] for letter in tests.split()],
            "drift": [DRIFT[word] for word in drift.split()],
            **{name: list(cards) for name, cards in piles.items()},
        },
        then * 64,
    )


def standard(
    step: Step = "pilot",
    phase: Phase = "enemy",
    mission: str = "mission-01",
    dice: LoadedDice | None = None,
    players: int = 1,
    crew: dict[str, str] | None = None,
    **fields: Any,
) -> Warbirds:
    """The standard state: standard crew, all damage 0, fuel 11, bombs aboard, empty battlefield, nothing kept."""
    options = GAME.settle({"players": players})
    s = GAME.new(options, dice or loaded())
    s.journal = Journal()
    s.step, s.phase, s.mission, s.fuel = step, phase, mission, 11
    s.mission_deck.remove(mission)
    s.transit_pile, s.enemy_pile, s.damage_pile = list(TRANSIT), list(ENEMY_TERRITORY), list(DAMAGE)
    s.drift_deck = list(DRIFT_DECK)
    seats = s.seats
    for number, (man, station) in enumerate((crew or STANDARD_CREW).items()):
        s.crew[man] = CrewMan(seats[number % len(seats)], station)
    s.reached_enemy_territory = phase != "approach"
    for name, value in fields.items():
        setattr(s, name, value)
    if step == "crew":
        begin_crew_step(s)
    return s


def hurt(s: Warbirds, **damage: int) -> None:
    """Give men damage: hurt(s, crew_05=3) makes crew-05 dead and empties his station."""
    for name, amount in damage.items():
        man = name.replace("_", "-")
        station = "" if amount >= 3 else s.crew[man].station
        s.crew[man] = replace(s.crew[man], damage=amount, station=station)


def place(s: Warbirds, *cards: str) -> None:
    """Put enemy cards on the battlefield."""
    for card in cards:
        (s.enemy_pile if card in s.enemy_pile else s.transit_pile).remove(card)
        position = (ENEMY_TERRITORY | TRANSIT)[card].position
        s.battlefield[position] += (card,)


def keep(s: Warbirds, *cards: str) -> None:
    """Kept damage cards."""
    for card in cards:
        s.damage_pile.remove(card)
        s.kept.append(card)


def activity(s: Warbirds, *choices: Option) -> list[Choose]:
    """Play one activity with these choices; all of them must be asked for, and no more. Gives the decisions back."""
    asked: list[Choose] = []
    answers = list(choices)

    def choose(decision: Choose) -> Option:
        if len(decision.options) == 1:
            assert decision.forced, f"WB-3.7: {decision.ask} has one option and asks for it"
            return decision.options[0]
        asked.append(decision)
        assert answers, f"asked unexpectedly ({decision.rule}): {decision.options}"
        return answers.pop(0)

    carry_out(play(s), choose)
    assert not answers, f"never asked for {answers}"
    return asked


def run(flow: Flow) -> None:
    """Run a procedure that must not ask."""
    for decision in flow:
        raise AssertionError(f"asked unexpectedly: {decision}")


def crew_actions(s: Warbirds, *choices: Option, later: tuple[Option, ...] = ()) -> None:
    """Play step 3: the named men do as told, all others pass; `later` answers what is asked in the resolution."""
    told = {choice[1]: choice for choice in choices}
    waiting = list(later)

    def choose(decision: Choose) -> Option:
        if decision.ask != "crew_action":
            return waiting.pop(0)
        man = str(decision.about[0])
        return told.pop(man, ("pass", man))

    begin_crew_step(s)
    while s.step in ("crew", "crew_resolution"):
        carry_out(play(s), choose)
    assert not told, f"never asked: {told}"
    assert not waiting, f"never asked: {waiting}"


def rest_of_turn(s: Warbirds, dice: LoadedDice | None = None) -> None:
    """Fly the turn to its end with everybody passing and the target left when asked."""
    if dice is not None:
        s.dice = dice

    def calmly(decision: Choose) -> Option:
        calm = [o for o in decision.options if o[0] in ("pass_rest", "pass", "fly_on", "leave_target")]
        return (calm or list(decision.options))[-1]

    turn = s.turns
    while s.turns == turn and s.step not in ("debriefing", "preparation") and not s.result:
        carry_out(play(s), calmly)


def events(s: Warbirds) -> list[str]:
    """The events that the journal tells."""
    return [line.event for line in s.journal.lines]


def used_up(s: Warbirds) -> bool:
    """Whether every loaded roll and draw has been used."""
    assert isinstance(s.dice, LoadedDice)
    return not s.dice.left()
