"""Luck: how many rolls of a game took effect, against how many the odds promised.

The odds are those of the rolls themselves: the choice that led to a roll is made again and again with other dice, by
the rules' own code, and each time the journal is read as it was read for the roll that counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.ending import Luck
from sandtable.kernel.flow import Choose
from sandtable.kernel.game import AnyGame
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.records import Choice, JournalLine

_AGAIN = 24
"""So often a choice is made with other dice."""
_LONG = 20_000
"""Of a game with more steps than this only every second, third ... roll is weighed."""
_NOTHING = ("", "-", "–", "no effect")


def luck(position: Position) -> tuple[Luck, ...]:
    """For each seat the rolls that it made after it was shown their odds, in a game that is over.

    Whose rolls could not fail, or could not succeed, had no luck.
    """
    if isinstance(position.state.dice, ManualDice):
        return ()  # people rolled their own
    weighed: dict[str, list[tuple[float, bool]]] = {seat: [] for seat in position.seats}
    again = Position.new(position.game, position.options_chosen, Dice(position.state.dice.seed), Journal())
    rolls = 0
    every = 1 + len(position.steps) // _LONG
    for choice in position.steps:
        before = again.clone() if _has_odds(again, choice) else None
        lines, taken = len(again.journal.lines), again.state.dice.taken
        again.apply(choice.seat, choice.option)
        if before is None or again.state.dice.taken == taken:
            continue
        rolls += 1
        if rolls % every == 0:
            effect = took_effect(position.game, again.journal.lines[lines:])
            weighed[choice.seat].append((_expected(before, choice), effect))
    return tuple(
        Luck(seat, len(weights), round(sum(chance for chance, _ in weights), 1), sum(effect for _, effect in weights))
        for seat, weights in weighed.items()
        if any(0 < chance < 1 for chance, _ in weights)
    )


def _has_odds(position: Position, choice: Choice) -> bool:
    """Whether the seat was shown what its choice can bring, and rolls now."""
    decision = position.decision
    if not isinstance(decision, Choose) or decision.odds is None:
        return False
    odds = decision.odds(choice.option)
    return odds is not None and not odds.preview


def _expected(before: Position, choice: Choice) -> float:
    """The chance that the roll takes effect."""
    effects = 0
    for number in range(_AGAIN):
        twin = before.clone()
        twin.state.dice = Dice(seed_from(f"luck {number}"))
        twin.journal = twin.state.journal = Journal()
        twin.apply(choice.seat, choice.option)
        effects += took_effect(before.game, twin.journal.lines)
    return effects / _AGAIN


def took_effect(game: AnyGame, lines: Sequence[JournalLine]) -> bool:
    """Whether what was rolled changed anything: the first line that tells a success, a failure or a result says so."""
    words = game.words
    for line in lines:
        mark, result = words.mark(line.event, line.facts), line.facts.get("result")
        if words.kinds.get(line.event) == "loss":
            return True
        if mark:
            return mark == "good"
        if isinstance(result, str):
            return result not in _NOTHING and result not in words.nothing
    return False
