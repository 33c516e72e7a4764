"""Text is made from templates when it is shown: prompts, options and journal lines, with ids that can be hovered."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypedDict

import msgspec

from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.language import ENGLISH, language
from sandtable.kernel.templates import compiled, counted, figure, with_half


class Ref(TypedDict):
    """Something on the table in a text: its id and its name."""

    ref: str
    text: str


_CASE = re.compile(r"[A-Z]\d?: ")
"""How the reason of a modifier begins that a rulebook prints as a lettered case."""

Segment = str | Ref
"""Plain text, or the name of something on the table."""

Tone = Literal["", "harm", "fire", "done", "commit", "yield"]
"""How an option is offered: `harm` to the last thing it names, `fire` where the first thing does harm even when it is
the only one named, `done` for what ends a step, `commit` for what sets going what was put together, `yield` for what
gives something up."""

Act = Literal["", "done", "pass", "roll"]
"""What an option does in every game alike, and so has the same key in all of them: it ends a step or sets going what
was put together, it lets an opportunity go by, it rolls the dice."""

Mark = Literal["", "good", "bad"]
"""How an event turned out for what it is about."""

Kind = Literal["", "move", "attack", "loss", "goal", "result", "detail"]
"""What sort of event it is, for those who sum up what happened: somebody moves, attacks or is lost, what the game is
about is reached, or something comes out that cards or rules decide without dice; details are left out."""

EVERY_GAME = {
    "waiting": "Waiting for {who}",
    "rolled": "Enter what was rolled or drawn ({what})",
    "game_over": "The game is over.",
    "other_decides": "It isn't your turn to choose: waiting for {who}.",
    "not_offered": "You can't choose “{what}” now.",
    "not_now": "You can't do that now.",
}
"""The texts that every game needs; a translation has its own among its `texts`."""


@lru_cache(maxsize=8192)
def _places(template: str) -> tuple[str | int, ...] | None:
    """The texts of an option's template, and the places in the option of what fills its gaps.

    None for a template that counts something.
    """
    found: list[str | int] = []
    for part in compiled(template):
        if isinstance(part, str):
            found.append(part)
        elif part.forms or not part.fact.isdigit():
            return None
        else:
            found.append(int(part.fact) + 1)
    return tuple(found)


class Words(msgspec.Struct, frozen=True):
    """A game's templates in one language.

    `{name}` is replaced by a fact, a list of things by "a, b and c"; `{n:card|cards}` by the number and the fitting
    noun, one form for each plural of the language. Where a form has a `#`, the number stands there and nowhere else:
    `{n:one card comes|all # cards come}`. A list with forms gives the form alone: `{men} {men:moves|move}`.
    A fact `{"say": "drift", "count": 2}` is one of the `texts` with facts of its own.
    """

    names: Mapping[str, str]
    events: Mapping[str, str]
    prompts: Mapping[str, str]
    verbs: Mapping[str, str]
    headings: Mapping[str, int] = {}
    """The events with which a turn (1) or a phase (2) begins."""
    tones: Mapping[str, Tone] = {}
    """The tone of each verb that has one."""
    acts: Mapping[str, Act] = {}
    """The verbs that pass or roll; those that end a step are known by their tone."""
    marks: Mapping[str, Mark] = {}
    """The events that are always a success or a failure; others say it by their fact `success`."""
    kinds: Mapping[str, Kind] = {}
    """The sort of each event that has one."""
    nothing: tuple[str, ...] = ()
    """The results with which nothing happens: "no effect", "miss"."""
    bearings: Mapping[str, int] = {}
    """The ids that are directions, in degrees clockwise from north; `verb id` where an id is one in an option only."""
    terms: Mapping[str, str] = {}
    """What a reader is told where a fact is a word of the program (a cause, a level, a result), or is printed on a
    component that is not in this language."""
    texts: Mapping[str, str] = {}
    """The templates of all that stands on the table: headings, panels, notes, refusals."""
    language: str = ENGLISH

    def name(self, thing: Any) -> str:
        """The name of an id, or the value itself."""
        return self.names.get(thing) or self.terms.get(thing, thing) if isinstance(thing, str) else str(thing)

    def term(self, printed: str) -> str:
        """What a reader is told for a word of the program, or for what is printed on a component."""
        return self.terms.get(printed, printed)

    def reason(self, given: str) -> str:
        """What rules name by a term, or by a term and what fills its gaps: the reason of a modifier, "smoke|G5".

        The letter of a printed case may come before it: "R: smoke|G5".
        """
        case = _CASE.match(given)
        if case and given not in self.terms:
            return case[0] + self.reason(given[case.end() :])
        if given in self.terms or "|" not in given:
            return self.terms.get(given, given)
        key, *things = given.split("|")
        return plain(
            list(self._fill(self.terms.get(key, key), {str(i): _number(thing) for i, thing in enumerate(things)}))
        )

    def key_name(self, sort: str, key: str) -> str:
        """What the key of a `value`, `kind` or `tag` is called: `SORT.KEY` among the names, or else the key itself."""
        return self.names.get(f"{sort}.{key}") or key[:1].upper() + key[1:].replace("_", " ")

    def say(self, key: str, /, **facts: Any) -> str:
        """A text of the table."""
        template = self.texts.get(key) or EVERY_GAME.get(key, key)
        return plain(list(self._fill(template, facts))) if "{" in template else template

    def calling(self, called: Mapping[str, str]) -> Words:
        """The same words with better names for some things."""
        return msgspec.structs.replace(self, names=ChainMap(dict(called), self.names)) if called else self  # type: ignore[arg-type]  # read only

    def line(self, event: str, facts: Mapping[str, Any]) -> list[Segment]:
        """A journal line."""
        return _begun(self._fill(self.events.get(event, event), facts))

    def prompt(self, ask: str, about: tuple[str | int, ...]) -> list[Segment]:
        """The question of a decision; its template counts what it is about: {0}, {1} ..."""
        return _begun(self._fill(self.prompts.get(ask, ask), {str(i): value for i, value in enumerate(about)}))

    def option(self, option: Option) -> list[Segment]:
        """An option; its template counts what follows the verb: {0}, {1} ..."""
        template = self.verbs.get(str(option[0]))
        if template is None:
            template = " ".join([str(option[0]).replace("_", " "), *(f"{{{i}}}" for i in range(len(option) - 1))])
        return _begun(self._fill(template, {str(i): value for i, value in enumerate(option[1:])}))

    def wording(self, verb: str) -> tuple[str | int, ...] | None:
        """The template of a verb as plain texts and the places in the option of what stands between them.

        None where there is none, or where it counts something.
        """
        template = self.verbs.get(verb)
        return None if template is None else _places(template)

    def tone(self, option: Option) -> Tone:
        """How an option is offered."""
        return self.tones.get(str(option[0]), "")

    def act(self, option: Option) -> Act:
        """What an option does in every game alike."""
        return "done" if self.tone(option) in ("done", "commit") else self.acts.get(str(option[0]), "")

    def bearing(self, option: Option) -> int | None:
        """The direction that an option ends with, in degrees clockwise from north."""
        if not self.bearings:
            return None
        last = option[-1]
        return self.bearings.get(str(last), self.bearings.get(f"{option[0]} {last}"))

    def mark(self, event: str, facts: Mapping[str, Any]) -> Mark:
        """How a journal line turned out: by its own facts, else by its event."""
        success = facts.get("success")
        if isinstance(success, bool):
            return "good" if success else "bad"
        return self.marks.get(event, "")

    def without_effect(self, odds: Odds) -> tuple[str, ...]:
        """Which outcomes of these odds leave everything as it is; a column may stand before a colon, or fill a gap."""
        told = dict.fromkeys((*(name for name, _ in odds.outcomes), *(result for _, result, _ in odds.row)))
        return tuple(
            name for name in told if {name, name.partition("|")[0], name.rpartition(": ")[2]}.intersection(self.nothing)
        )

    def _fill(self, template: str, facts: Mapping[str, Any]) -> Iterator[Segment]:
        for part in compiled(template):
            if isinstance(part, str):
                yield part
                continue
            value = facts.get(part.fact, "")
            if part.forms:
                yield counted(value, part.forms, language(self.language))
            elif isinstance(value, dict) and "say" in value:
                yield from self._fill(self.texts.get(value["say"], value["say"]), value)
            elif not isinstance(value, list | tuple):
                yield self._told(value)
            elif all(isinstance(thing, int) for thing in value):
                yield ", ".join(map(str, value))  # dice
            else:
                yield from language(self.language).listed([self._told(thing) for thing in value])

    def _told(self, thing: Any) -> Segment:
        if isinstance(thing, str):
            if thing in self.names:
                return {"ref": thing, "text": self.names[thing]}
            return self.reason(thing)
        return figure(with_half(thing) if isinstance(thing, float) else thing)


def signed(value: int) -> str:
    """A number with its sign, which is a plus or a minus and no hyphen."""
    return f"{value:+d}".replace("-", "−")


def _number(thing: str) -> str | int:
    return int(thing) if thing.removeprefix("-").isdecimal() else thing


def _begun(parts: Iterator[Segment]) -> list[Segment]:
    """A text begins with a capital, also where a name comes first that is written small elsewhere."""
    segments = list(parts)
    for index, part in enumerate(segments):
        text = part if isinstance(part, str) else part["text"]
        if not text:
            continue
        word = text.partition(" ")[0]
        if word.isalpha() and word.islower():
            raised = text[0].upper() + text[1:]
            segments[index] = raised if isinstance(part, str) else {"ref": part["ref"], "text": raised}
        break
    return segments


def plain(segments: list[Segment]) -> str:
    """Segments as text for a terminal or a file."""
    return "".join(part if isinstance(part, str) else part["text"] for part in segments)
