"""What a game tells players that search: which of its decisions matter, and how far to look ahead."""

# mypyc: skip (it would drop what is said in the brackets of a class, such as `frozen`)

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from sandtable.kernel.prepared import prepared
from sandtable.kernel.records import Option


class SearchHints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where thought pays. The defaults suit a game of which nothing is known."""

    decisions: tuple[str, ...] = ()
    """The clauses whose decisions are searched; elsewhere the sensible player decides. None named: all of them.

    `WB-10.1 release_payload` is a decision under that clause at which this can be chosen.
    """
    habits_suffice: bool = False
    """Whether all levels play as an experienced player does at a look, since no search was shown to add to it."""
    ahead: int = 40
    """So many choices at least are played on before a position is judged,"""
    until: tuple[str, ...] = ()
    """and then on to a decision under one of these clauses, where a position is at rest,"""
    most: int = 400
    """but never more than so many."""
    rivals: int = 8
    """How many choices are tried at most besides the sensible one."""
    plan_nodes: int = 0
    """What a race of whole plans may cost at one decision, in choices; with none, no plans are raced."""
    plan_errors: float = 2.0
    """By how many standard errors a plan must beat the experienced player's own; 0 where chance picks his."""
    nodes_a_second: int = 2000
    """How many choices of sensible players one core makes in a second, roughly: a level's time in nodes."""

    def matters(self, rule: str, options: Iterable[Option]) -> bool:
        """Whether a decision under this clause, between these options, is worth a search."""
        if not self.decisions or rule in self.decisions:
            return True
        return any(f"{rule} {verb}" in self.decisions for verb in {str(option[0]) for option in options})


@cache
def search_hints_of(package: str) -> SearchHints:
    """The hints of the game in a package, from `bot/search.toml`."""
    text = files(package).joinpath("bot", "search.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=prepared(SearchHints))
