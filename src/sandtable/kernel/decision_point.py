"""Who is asked what, and why a choice would be refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose, Decision, Option, Refusal
from sandtable.kernel.game import AnyGame, Options, Outcome
from sandtable.kernel.templates import TemplateField, compiled
from sandtable.kernel.words import Words, plain


class DecisionPoint:
    """The decision of a position, and the seats that must make it."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game = game
        self.options_chosen = options
        self.seats: tuple[str, ...] = game.seats(options)
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self._sealed: dict[str, Option] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats that must choose now; several only when they choose secretly."""
        if self.decision is None:
            return ()
        if isinstance(self.decision, Choose):
            return (self.decision.seat,)
        return tuple(seat for seat in self.decision.options if seat not in self._sealed)

    @property
    def open_rule(self) -> str:
        """The rule of the decision, as far as everybody may know it: that of a private choice would tell what it is."""
        decision = self.decision
        return "" if decision is None or (isinstance(decision, Choose) and decision.private) else decision.rule

    def options(self, seat: str) -> Sequence[Option]:
        """What a seat may choose now; empty when it is not asked."""
        if self.decision is None or seat not in self.deciders:
            return ()
        return self.decision.options if isinstance(self.decision, Choose) else self.decision.options[seat]

    def refusal(self, seat: str, option: Any) -> Refused | None:
        """Why a choice would be refused, or None if it is legal. It may be anything that came over a wire."""
        if self.decision is None:
            return Refused(self.game.words.say("game_over"))
        if seat not in self.seats:
            return Refused("There is no seat '{seat}' in this game.", seat=seat)
        rule = self.decision.rule
        if seat not in self.deciders:
            return Refused(self.game.words.say("other_decides", who=self.deciders), self.open_rule)
        if not _is_option(option):
            return Refused("That is not an option: an option is a verb and the ids it names.", rule)
        if option in self.options(seat):
            return None
        near = _explained(self.decision, option)
        if near is not None:
            return Refused(self.game.words.reason(near[0]), near[1])
        return Refused(_not_offered(self.game.words, option), rule)


def _not_offered(words: Words, option: Option) -> str:
    """An option that is not there, in words; one that lacks something or names what has no name is not told."""
    gaps = [part for part in compiled(words.verbs.get(str(option[0]), "")) if not isinstance(part, str)]
    what = plain(words.option(option))
    told = "_" not in what and all(_filled(part, option) for part in gaps if part.fact.isdigit())
    return words.say("not_offered", what=what) if told else words.say("not_now")


def _filled(gap: TemplateField, option: Option) -> bool:
    """Whether an option has something for a gap of its text, and a number where something is counted."""
    place = int(gap.fact) + 1
    return place < len(option) and (not gap.forms or isinstance(option[place], int))


def is_private(decision: Decision | None, seat: str) -> bool:
    """Whether a decision is a private one of a seat."""
    return isinstance(decision, Choose) and decision.private and decision.seat == seat


def _explained(decision: Decision, option: Option) -> Refusal | None:
    """What the rules say about a near miss. A person may type anything, so an explanation that fails is none."""
    if decision.why_not is None:
        return None
    try:
        return decision.why_not(option)
    except Exception:
        return None


def _is_option(option: object) -> bool:
    """Whether something is made like an option. True, which equals 1, is not: a save could not be read back."""
    return isinstance(option, tuple) and bool(option) and all(type(part) in (str, int) for part in option)
