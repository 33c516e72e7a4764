"""A decision as it travels: a thousand options of one kind need their wording once, and no name that is known already.

An option is sent as itself. Options that differ in what they name last are one entry, with a list at its end. The text
of an option is made from the wording of its verb and from the names of what it names; who reads it holds the names
that everybody may know (`game.words.names`), so only others are sent along. What cannot be told so stands in `details`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import cast

import msgspec

from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.words import Act, Segment, Tone, Words

PackedOption = tuple[str | int | tuple[str | int, ...], ...]
"""An option, or several that differ in their last part: then this is the list of those."""
Wording = tuple[str | int, ...]
"""Plain texts, and the places in the option of what stands between them."""
_BUT_LAST, _LAST = itemgetter(slice(-1)), itemgetter(-1)
"""Of an option."""


class OptionDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be told of one option besides its wording."""

    text: list[Segment] | None = None
    """Its text, where no wording makes it."""
    odds: Odds | None = None
    nothing: tuple[str, ...] = ()
    """The outcomes of its odds that leave everything as it is."""
    bearing: int | None = None
    """The direction that it chooses, in degrees clockwise from north."""


class PackedDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision as one seat sees it. Seats that do not decide see who does, and no options."""

    deciders: tuple[str, ...]
    prompt: list[Segment]
    rule: str
    options: tuple[PackedOption, ...] = ()
    wordings: dict[str, Wording] = {}
    """By verb."""
    tones: dict[str, Tone] = {}
    """By verb."""
    acts: dict[str, Act] = {}
    """By verb."""
    names: dict[str, str] = {}
    """Of what the options name, as far as this seat calls it otherwise than everybody."""
    terms: dict[str, str] = {}
    """What a reader is told for words of the program among what the options name."""
    details: dict[str, OptionDetails] = {}
    """By the number of the option."""
    together: bool = False
    """Whether questions of its kind may follow that can be answered in one list."""

    def each(self) -> Iterator[Option]:
        """The options, one by one."""
        for packed in self.options:
            first, last = cast("Option", packed[:-1]), packed[-1]
            for one in last if isinstance(last, tuple) else (last,):
                yield (*first, one)


def in_runs(options: Sequence[Option]) -> tuple[PackedOption, ...]:
    """The options in their order; those that follow one another and differ in their last part as one entry."""
    packed: list[PackedOption] = []
    for first, run in groupby(options, _BUT_LAST):
        lasts = tuple(map(_LAST, run))
        if first and len(lasts) > 1:
            packed.append((*first, lasts))
        else:
            packed += [(*first, last) for last in lasts]
    return tuple(packed)


def wordings_of(words: Words, verbs: Iterable[str]) -> dict[str, Wording]:
    """The wordings of these verbs, as far as they have one."""
    found = ((verb, words.wording(verb)) for verb in verbs)
    return {verb: wording for verb, wording in found if wording is not None}
