"""Text is made from templates when it is shown: prompts, options and journal lines, with ids that can be hovered."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypedDict

import msgspec

from sandtable.kernel.flow import Odds, Option


class Ref(TypedDict):
    """Something on the table in a text: its id and its name."""

    ref: str
    text: str


Segment = str | Ref
"""Plain text, or the name of something on the table."""

Tone = Literal["", "harm", "fire", "done", "yield"]
"""How an option is offered: `harm` to the last thing it names, `fire` where the first thing does harm even when it is
the only one named, `done` for what ends a step, `yield` for what gives something up."""

Mark = Literal["", "good", "bad"]
"""How an event turned out for what it is about."""

Kind = Literal["", "move", "attack", "loss", "detail"]
"""What sort of event it is, for those who sum up what happened: somebody moves, attacks or is lost; details are left
out."""

_FIELD = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}")


class Words(msgspec.Struct, frozen=True):
    """A game's templates. `{name}` is replaced by a fact; `{n:card|cards}` by the number and the fitting noun."""

    names: Mapping[str, str]
    events: Mapping[str, str]
    prompts: Mapping[str, str]
    verbs: Mapping[str, str]
    headings: Mapping[str, int] = {}
    """The events with which a turn (1) or a phase (2) begins."""
    tones: Mapping[str, Tone] = {}
    """The tone of each verb that has one."""
    marks: Mapping[str, Mark] = {}
    """The events that are always a success or a failure; others say it by their fact `success`."""
    kinds: Mapping[str, Kind] = {}
    """The sort of each event that has one."""
    nothing: tuple[str, ...] = ()
    """The results with which nothing happens: "no effect", "miss"."""

    def name(self, thing: Any) -> str:
        """The name of an id, or the value itself."""
        return self.names.get(thing, str(thing)) if isinstance(thing, str) else str(thing)

    def calling(self, called: Mapping[str, str]) -> Words:
        """The same words with better names for some things."""
        return msgspec.structs.replace(self, names=ChainMap(dict(called), self.names)) if called else self  # type: ignore[arg-type]  # read only

    def line(self, event: str, facts: Mapping[str, Any]) -> list[Segment]:
        """A journal line."""
        return list(self._fill(self.events.get(event, event), facts))

    def prompt(self, ask: str, about: tuple[str | int, ...]) -> list[Segment]:
        """The question of a decision; its template counts what it is about: {0}, {1} ..."""
        return list(self._fill(self.prompts.get(ask, ask), {str(i): value for i, value in enumerate(about)}))

    def option(self, option: Option) -> list[Segment]:
        """An option; its template counts what follows the verb: {0}, {1} ..."""
        verb, *things = option
        template = self.verbs.get(str(verb))
        if template is None:
            template = " ".join([str(verb).replace("_", " "), *(f"{{{i}}}" for i in range(len(things)))])
        return list(self._fill(template, {str(i): value for i, value in enumerate(things)}))

    def tone(self, option: Option) -> Tone:
        """How an option is offered."""
        return self.tones.get(str(option[0]), "")

    def mark(self, event: str, facts: Mapping[str, Any]) -> Mark:
        """How a journal line turned out: by its own facts, else by its event."""
        success = facts.get("success")
        if isinstance(success, bool):
            return "good" if success else "bad"
        return self.marks.get(event, "")

    def without_effect(self, odds: Odds) -> tuple[str, ...]:
        """Which outcomes of these odds leave everything as it is; a column may stand before a colon."""
        told = dict.fromkeys((*(name for name, _ in odds.outcomes), *(result for _, result, _ in odds.row)))
        return tuple(name for name in told if name.rpartition(": ")[2] in self.nothing)

    def _fill(self, template: str, facts: Mapping[str, Any]) -> Iterator[Segment]:
        at = 0
        for field in _FIELD.finditer(template):
            if field.start() > at:
                yield template[at : field.start()]
            at = field.end()
            value = facts.get(field[1], "")
            if field[2] is not None:
                yield f"{value} {field[2] if value in (1, -1) else field[3]}"
                continue
            things = value if isinstance(value, list | tuple) else (value,)
            for index, thing in enumerate(things):
                if index:
                    yield ", "
                known = isinstance(thing, str) and thing in self.names
                yield {"ref": thing, "text": self.names[thing]} if known else str(thing)
        if at < len(template):
            yield template[at:]


def plain(segments: list[Segment]) -> str:
    """Segments as text for a terminal or a file."""
    return "".join(part if isinstance(part, str) else part["text"] for part in segments)
