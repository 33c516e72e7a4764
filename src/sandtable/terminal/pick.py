"""From what a person types to an option: numbers, words and abbreviations; many options step by step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from sandtable.kernel.flow import Option
from sandtable.kernel.templates import TemplateField, compiled
from sandtable.kernel.words import Words, plain

Part = str | int
"""What stands at one place of an option."""
_WORD = re.compile(r"[^\s_,.()]+")


def is_number(text: str) -> bool:
    """Whether somebody typed a number that can mean something here."""
    return text.isascii() and text.isdigit() and len(text) < 10


class OptionGroup(msgspec.Struct, frozen=True):
    """One numbered entry: a single option, or several that begin alike."""

    text: str
    options: tuple[Option, ...]

    @property
    def single(self) -> bool:
        return len(self.options) == 1


def grouped(options: Sequence[Option], words: Words, most: int, charted: Collection[Part] = ()) -> list[OptionGroup]:
    """The entries to show: every option where they fit, otherwise first what, then with what, then where.

    What stands in a chart on the table (`charted`) is chosen from it first: the row, then how.
    """
    if len(options) <= most:
        return [_single(option, words) for option in options]
    place = _place_to_ask(options, most, charted)
    parts: dict[Part, list[Option]] = {}
    for option in options:
        parts.setdefault(_part(option, place), []).append(option)
    groups = []
    for thing, members in parts.items():
        if len(members) == 1:
            groups.append(_single(members[0], words))
            continue
        name = str(thing).replace("_", " ").capitalize() if place == 0 else words.name(thing)
        groups.append(OptionGroup(f"{name} … ({len(members)})", tuple(members)))
    return groups


def _single(option: Option, words: Words) -> OptionGroup:
    return OptionGroup(plain(words.option(option)), (option,))


def _part(option: Option, place: int) -> Part:
    return option[place] if place < len(option) else ""


def _is_charted(options: Sequence[Option], charted: Collection[Part]) -> bool:
    """Whether one and the same thing can be done with rows of a chart; "Done" is no other thing."""
    about = [option for option in options if len(option) > 1]
    return len({option[0] for option in about}) == 1 and all(option[1] in charted for option in about)


def _place_to_ask(options: Sequence[Option], most: int, charted: Collection[Part]) -> int:
    """The first place at which options differ; a later one where that gives a list that can be read at once."""
    if _is_charted(options, charted) and len({_part(option, 1) for option in options}) > 1:
        return 1
    telling = _telling(options)
    kinds = {place: len({_part(option, place) for option in options}) for place in telling}
    differing = [place for place in telling if kinds[place] > 1]
    if not differing:
        return 0
    return next((place for place in differing if kinds[place] <= most), min(differing, key=lambda place: kinds[place]))


def _telling(options: Sequence[Option]) -> list[int]:
    """The places that tell options apart; not what only follows from the others, as a price does."""
    places = list(range(max(len(option) for option in options)))
    for place in places[:0:-1]:
        rest = [other for other in places if other != place]
        if len({tuple(_part(option, other) for other in rest) for option in options}) == len(options):
            places = rest
    return places


def matching(options: Sequence[Option], words: Words, typed: str) -> list[Option]:
    """The options that a person may mean: all typed words must fit; those that fit exactly go before abbreviations."""
    wanted = typed.lower().split()
    if not wanted:
        return []
    exact, partly = [], []
    for option in options:
        known = _known(option, words)
        if all(word in known for word in wanted):
            exact.append(option)
        elif all(any(name.startswith(word) for name in known) for word in wanted):
            partly.append(option)
    if len(exact) > 1:
        whole = [option for option in exact if len(wanted) == len(option)]
        literal = [option for option in exact if [str(part).lower() for part in option] == wanted]
        return literal or (whole if len(whole) == 1 else exact)
    return exact or partly


def _known(option: Option, words: Words) -> set[str]:
    """All words by which an option can be meant: its verb, ids, names, and the words of its text."""
    text = [plain(words.option(option)), *(words.name(thing) for thing in option)]
    known = {str(part).lower() for part in option}
    for piece in [*text, str(option[0])]:
        known.update(word.lower() for word in _WORD.findall(piece))
    return known


def fits(typed: str, text: str, names: Collection[str]) -> bool:
    """Whether all typed words begin words of an option's text, or ids that it names."""
    known = {word.lower() for word in _WORD.findall(text)} | {name.lower() for name in names}
    return all(any(word.startswith(part) for word in known) for part in typed.lower().split())


def option_from(typed: str, options: Sequence[Option], words: Words, things: Mapping[str, str] | None = None) -> Option:
    """What somebody means who types something that is not offered: ids where names or ids are known, else the words.

    `things` are those on the table ({id: name}): they may be meant by a part of their name.
    """
    verbs = dict.fromkeys(str(option[0]) for option in options) | dict.fromkeys(words.verbs)
    verb, _, rest = typed.strip().partition(" ")
    if not verb:
        return ()
    verb = verb.lower()
    known = verb if verb in verbs else next((one for one in verbs if one.startswith(verb)), verb)
    return (known, *_things_from(rest.split(), words, things or {}))


def _things_from(typed: Sequence[str], words: Words, things: Mapping[str, str]) -> Iterator[Part]:
    """The ids that somebody means: the longest run of words that names something, from left to right."""
    by_name = {name.lower(): id for id, name in words.names.items()} | {name.lower(): id for id, name in things.items()}
    at = 0
    while at < len(typed):
        for end in range(len(typed), at, -1):
            text = " ".join(typed[at:end])
            found = text if text in words.names or text in things else by_name.get(text.lower(), "")
            if found:
                yield found
                at = end
                break
        else:
            word = typed[at]
            meant = find_things(word, dict(things))
            yield int(word) if is_number(word) else meant[0] if len(meant) == 1 else word
            at += 1


def is_whole(option: Option, words: Words) -> bool:
    """Whether an option names everything that its sentence speaks of."""
    template = words.verbs.get(str(option[0])) if option else None
    if template is None:
        return True
    gaps = [int(part.fact) for part in compiled(template) if isinstance(part, TemplateField) and part.fact.isdigit()]
    return max(gaps, default=-1) < len(option) - 1


def find_things(typed: str, things: dict[str, str]) -> list[str]:
    """Ids of things on the table ({id: name}) that a person may mean; whole words go before words that begin so."""
    wanted = typed.lower().split()
    if typed in things:
        return [typed]
    exact = [id for id, name in things.items() if name.lower() == typed.lower()]
    if exact:
        return exact
    whole, begun = [], []
    for id, name in things.items() if wanted else ():
        known = {id.lower(), *(word.lower() for word in _WORD.findall(name))}
        if known.issuperset(wanted):
            whole.append(id)
        elif all(any(word.startswith(part) for word in known) for part in wanted):
            begun.append(id)
    return whole or begun
