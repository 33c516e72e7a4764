"""What every front end shows of a position to one seat: the decision, the journal and the table, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

import msgspec

from sandtable.kernel.flow import Choose, Decision, Odds, Option
from sandtable.kernel.game import Outcome, View
from sandtable.kernel.journal import JournalLine
from sandtable.kernel.packed import OptionDetails, PackedDecision, in_runs, wordings_of
from sandtable.kernel.position import ROLLED, Position
from sandtable.kernel.table import Table
from sandtable.kernel.together import Question, asked_together
from sandtable.kernel.words import Act, Kind, Mark, Segment, Tone, Words

TellOdds = Callable[[Option], Odds | None]
_AFTER_VERB, _LAST = itemgetter(slice(1, None)), itemgetter(-1)
"""Of an option."""
_ODDS_FOR_AT_MOST = 40
_NO_DETAILS = OptionDetails()


class ShownOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option with its text; `odds` when it depends on chance and there are not too many options."""

    option: Option
    text: list[Segment]
    odds: Odds | None = None
    tone: Tone = ""
    nothing: tuple[str, ...] = ()
    """The outcomes of its odds that leave everything as it is."""
    bearing: int | None = None
    """The direction that it chooses, in degrees clockwise from north."""
    act: Act = ""


class ShownDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision as one seat sees it. Seats that do not decide see who does, and no options."""

    deciders: tuple[str, ...]
    prompt: list[Segment]
    rule: str
    options: tuple[ShownOption, ...] = ()
    together: bool = False
    """Whether questions of its kind may follow that can be answered in one list."""


class ShownQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of questions asked together: what is asked, the options, and which of them is taken if nobody says."""

    prompt: list[Segment]
    options: tuple[ShownOption, ...]
    default: int = 0
    ticked: bool = False
    """Whether it is one thing to tick: the first option takes it, the second ends the question for all rows."""
    proposed: bool = False
    """Whether it builds on the rows before it: only what a sensible player would choose is told."""


class ShownLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A journal line; `facts` keeps dice and modifiers so that they can be drawn."""

    number: int
    step: int
    clause: str
    event: str
    text: list[Segment]
    facts: dict[str, Any] = {}
    level: int = 0
    """1 for a line that begins a turn, 2 for a phase."""
    sides: tuple[str, ...] = ()
    """The seats and sides it is about."""
    mark: Mark = ""
    """How it turned out for what it is about."""
    kind: Kind = ""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it."""

    step: int
    seat: str
    table: Table
    decision: PackedDecision | None
    can_undo: bool = False
    can_redo: bool = False
    undo_to: int | None = None
    """The earliest step to which repeated undo leads."""
    outcome: Outcome | None = None


def words_for(position: Position, seat: str, view: View | None = None) -> Words:
    """The words of the game, with the names that things have for a seat that sees them."""
    game = position.game
    return game.words.calling(game.names_seen(position.sight(seat) if view is None else view))


def show_decision(position: Position, seat: str, view: View | None = None) -> ShownDecision | None:
    """The decision for a seat, every option with its text."""
    decision = position.decision
    if decision is None:
        return None
    words = words_for(position, seat, view)
    options = position.options(seat)
    odds = _odds_of(decision, options)
    shown = tuple(_show_option(words, option, words.option(option), odds and odds(option)) for option in options)
    prompt, rule = _prompt(position, words, decision, options)
    return ShownDecision(position.deciders, prompt, rule, shown, _together(decision, options))


def pack_decision(position: Position, seat: str, view: View | None = None) -> PackedDecision | None:
    """The decision for a seat as it travels."""
    decision = position.decision
    if decision is None:
        return None
    options = position.options(seat)
    called = position.game.names_seen(position.sight(seat) if view is None else view)
    words, common = position.game.words.calling(called), position.game.words.names
    prompt, rule = _prompt(position, words, decision, options)
    if not options:
        return PackedDecision(position.deciders, prompt, rule)
    verbs = dict.fromkeys(map(str, map(itemgetter(0), options)))
    wordings = wordings_of(words, verbs)
    named = set(chain.from_iterable(map(_AFTER_VERB, options)))
    return PackedDecision(
        position.deciders,
        prompt,
        rule,
        in_runs(options),
        wordings,
        {verb: words.tones[verb] for verb in verbs if verb in words.tones},
        {verb: act for verb in verbs if (act := words.act((verb,)))},
        {id: called[id] for id in sorted(named & called.keys()) if called[id] != common.get(id)},
        {id: words.terms[id] for id in sorted(named & words.terms.keys()) if id not in words.names},
        _details(words, options, wordings, _odds_of(decision, options), len(wordings) < len(verbs)),
        _together(decision, options),
    )


def _details(
    words: Words, options: Sequence[Option], wordings: Mapping[str, object], odds: TellOdds | None, whole: bool
) -> dict[str, OptionDetails]:
    """What no wording tells of some options; the `whole` text of those without one."""
    whole = whole or odds is not None
    if not whole and not words.bearings:
        return {}
    lasts = set(map(_LAST, options))
    if not whole and {key.rpartition(" ")[2] for key in words.bearings}.isdisjoint(map(str, lasts)):
        return {}
    told: dict[str, OptionDetails] = {}
    for number, option in enumerate(options):
        if not whole:
            if (bearing := words.bearing(option)) is not None:
                told[str(number)] = OptionDetails(bearing=bearing)
            continue
        text = None if str(option[0]) in wordings else words.option(option)
        shown = _show_option(words, option, text or [], odds and odds(option))
        details = OptionDetails(text, shown.odds, shown.nothing, shown.bearing)
        if details != _NO_DETAILS:
            told[str(number)] = details
    return told


def _odds_of(decision: Decision, options: Sequence[Option]) -> TellOdds | None:
    """What tells the odds of these options, where they are not too many."""
    return decision.odds if isinstance(decision, Choose) and len(options) <= _ODDS_FOR_AT_MOST else None


def _prompt(
    position: Position, words: Words, decision: Decision, options: Sequence[Option]
) -> tuple[list[Segment], str]:
    """What a seat with these options is asked, and by which rule."""
    if not options:
        # What is asked of another seat may tell a secret by its words: only who decides and the rule are open.
        return [words.say("waiting", who=position.deciders)], position.open_rule
    if decision.ask == ROLLED:
        return [words.say("rolled", what=decision.about[0])], decision.rule
    return words.prompt(decision.ask, decision.about), decision.rule


def _together(decision: Decision, options: Sequence[Option]) -> bool:
    return isinstance(decision, Choose) and decision.together and len(options) > 1


def show_together(position: Position, seat: str) -> tuple[ShownQuestion, ...]:
    """The question of a seat and those of its kind that follow, as one list; none where it stands alone."""
    words = words_for(position, seat)

    def shown(row: Question) -> ShownQuestion:
        told = (row.default,) if row.proposed else row.options
        options = tuple(_show_option(words, option, words.option(option), None) for option in told)
        return ShownQuestion(
            words.prompt(row.ask, row.about), options, told.index(row.default), row.ticked, row.proposed
        )

    return tuple(map(shown, asked_together(position, seat)))


def _show_option(words: Words, option: Option, text: list[Segment], odds: Odds | None) -> ShownOption:
    nothing = () if odds is None else tuple(map(words.reason, words.without_effect(odds)))
    told = None if odds is None else told_odds(words, odds)
    return ShownOption(option, text, told, words.tone(option), nothing, words.bearing(option), words.act(option))


def told_odds(words: Words, odds: Odds) -> Odds:
    """The odds in the language of the words: results of the tables as they read in a sentence."""
    reason = words.reason
    return msgspec.structs.replace(
        odds,
        outcomes=tuple((reason(name), chance) for name, chance in odds.outcomes),
        modifiers=tuple((value, clause, reason(given)) for value, clause, given in odds.modifiers),
        sums=tuple((reason(what), value, clause) for what, value, clause in odds.sums),
        row=tuple((reason(rolled), reason(means), chance) for rolled, means, chance in odds.row),
    )


def _told_facts(words: Words, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a line as a reader is told them: what a result means, its column, the reasons of what was added."""
    if "meaning" in facts:
        facts = {**facts, "meaning": words.say(facts["meaning"]["say"], **facts["meaning"])}
    if isinstance(facts.get("column"), str):
        facts = {**facts, "column": words.reason(facts["column"])}
    for key in ("modifiers", "shifts"):
        if key in facts:
            told = [(value, clause, words.reason(reason)) for value, clause, reason in facts[key]]
            facts = {**facts, key: told}
    return facts


def show_lines(
    words: Words,
    lines: Sequence[JournalLine],
    seat: str,
    counts: Sequence[int] | None = None,
    first: int = 0,
) -> list[ShownLine]:
    """The lines that the seat may read, numbered from `first` on. Numbers do not count hidden lines.

    With `counts`, steps are numbered as the seat counts them.
    """
    visible = (line for line in lines if line.visible_to(seat))
    return [
        ShownLine(
            number,
            line.step if counts is None else _told_with(counts, line.step),
            line.clause,
            line.event,
            words.line(line.event, line.facts),
            _told_facts(words, line.facts),
            words.headings.get(line.event, 0),
            line.sides,
            words.mark(line.event, line.facts),
            words.kinds.get(line.event, ""),
        )
        for number, line in enumerate(visible, first)
    ]


def _told_with(counts: Sequence[int], step: int) -> int:
    """The step with which a seat hears of what happened at another: all of a run of private choices with its end.

    Else the number of a line would tell whether the other went on choosing after it.
    """
    private = step > 0 and counts[step] == counts[step - 1]
    return counts[step] + private


def show(position: Position, seat: str) -> Shown:
    """The table and the decision for a seat."""
    mine = bool(position.steps) and position.steps[-1].seat == seat
    view = position.sight(seat)
    return Shown(
        step=len(position.steps),
        seat=seat,
        table=position.table(seat),
        decision=pack_decision(position, seat, view),
        can_undo=position.can_undo and mine,
        can_redo=position.can_redo and position.redo_seat == seat,
        undo_to=position.undo_to(seat),
        outcome=position.outcome,
    )
