"""In every test of a game: what its rules write and ask names a clause, a text and facts that exist.

A journal line without a template, a question without a prompt or a citation of no clause is not seen by a test that
looks at the state only; here it fails in any test that comes by. So does a question to nobody, a modifier without a
reason, and a roll whose name is no words: who rolls his own dice is asked for it by this name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from sandtable.kernel.dice import Dice, LoadedDice
from sandtable.kernel.flow import Choose, Secretly
from sandtable.kernel.game import AnyGame, games
from sandtable.kernel.journal import Journal, SilentJournal

_FIELD = re.compile(r"\{(\w+)")
_NO_WORD = re.compile(r"[A-Z]{2}[a-z]{2}|^$")
_MODIFIERS = ("modifiers", "shifts")
_ROLLS = ("roll", "pair", "pick", "take", "shuffle")


@cache
def game_of(prefix: str) -> AnyGame | None:
    return next((game for game in games().values() if game.clauses.prefix == prefix), None)


@cache
def fields(template: str) -> frozenset[str]:
    return frozenset(_FIELD.findall(template))


def checked_game(clause: str) -> AnyGame:
    game = game_of(str(clause).partition("-")[0])
    assert game is not None, f"{clause!r} is no clause"
    assert game.clauses.get(clause) is not None, f"{clause!r} is no clause"
    return game


def check_line(clause: str, event: str, facts: dict[str, Any]) -> None:
    events = checked_game(clause).words.events
    assert event in events, f"no text for the event {event!r}"
    missing = fields(events[event]) - facts.keys()
    assert not missing, f"{event} is told with {sorted(missing)}, which the rule does not say"
    for value, cited, reason in (one for name in _MODIFIERS for one in facts.get(name, ())):
        assert isinstance(value, int), f"{reason} has no value"  # 0 is told: an 8-0 leader directs, and that is all
        checked_game(cited)
        check_words(reason)


def check_question(rule: str, ask: str, about: tuple[str | int, ...], options: Iterable[Any]) -> None:
    words = checked_game(rule).words
    assert ask in words.prompts, f"no text for the question {ask!r}"
    missing = fields(words.prompts[ask]) - {str(at) for at in range(len(about))}
    assert not missing, f"{ask} is asked with {sorted(missing)}, which the rule does not say"
    unknown = {option[0] for option in options} - words.verbs.keys()
    assert not unknown, f"no text for the options {unknown}"


@cache
def check_words(text: str) -> None:
    assert not _NO_WORD.search(text), f"{text!r} are no words"


@pytest.fixture(autouse=True)
def _words_exist() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for journal in (Journal, SilentJournal):
            patch.setattr(journal, "add", _checked_add(journal.add))
        patch.setattr(Choose, "__init__", _checked_choose(Choose.__init__))
        patch.setattr(Secretly, "__init__", _checked_secretly(Secretly.__init__))
        for dice in (Dice, LoadedDice):
            for roll in [roll for roll in _ROLLS if roll in vars(dice)]:
                patch.setattr(dice, roll, _checked_roll(getattr(dice, roll)))
        yield


def _checked_roll(roll: Any) -> Any:
    def checked(self: Dice, of: Any = 6, what: str = "") -> Any:
        if what != "":
            check_words(what)
        return roll(self, of, what)

    return checked


def _checked_add(add: Any) -> Any:
    def checked(self: Journal, clause: str, event: str, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        check_line(clause, event, facts)
        add(self, clause, event, seen_by, **facts)

    return checked


def _checked_choose(init: Any) -> Any:
    def checked(self: Choose, *args: Any, **named: Any) -> None:
        init(self, *args, **named)
        assert self.seat, f"{self.ask} is asked of nobody"
        check_question(self.rule, self.ask, self.about, self.options)

    return checked


def _checked_secretly(init: Any) -> Any:
    def checked(self: Secretly, *args: Any, **named: Any) -> None:
        init(self, *args, **named)
        check_question(self.rule, self.ask, self.about, (one for options in self.options.values() for one in options))

    return checked
