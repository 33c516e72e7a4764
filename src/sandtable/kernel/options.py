"""Reading options: on the wire and in saves they are tuples `(verb, *ids)`, in the rules they have types.

Where the verbs differ, take an option apart by its shape: `match pick: case ("move", str(unit), str(to)): ...`.
Where it can have only one, `choose_one` asks for it and gives the id back; `verb_of`, `id_in` and `number_in` read any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.kernel.flow import Asks, Choose, Refusal
from sandtable.kernel.records import Odds, Option


def verb_of(option: Option) -> str:
    """What an option does: `verb_of(("move", "c54-1a", "s3"))` is "move"."""
    return id_in(option, 0)


def id_in(option: Option, place: int = 1) -> str:
    """The id that an option names after its verb, or at a later place: `id_in(("move", "c54-1a", "s3"), 2)` is "s3"."""
    named = option[place]
    if isinstance(named, str):
        return named
    raise TypeError(f"{option!r} has the number {named} at place {place}, where an id belongs")


def number_in(option: Option, place: int = 1) -> int:
    """The number that an option names: `number_in(("raise", 3))` is 3."""
    named = option[place]
    if isinstance(named, int):
        return named
    raise TypeError(f"{option!r} has {named!r} at place {place}, where a number belongs")


def choose_one(
    seat: str,
    verb: str,
    ids: Iterable[str],
    rule: str,
    ask: str = "",
    about: tuple[str | int, ...] = (),
    forced: bool = False,
    why_not: Callable[[Option], Refusal | None] | None = None,
    odds: Callable[[Option], Odds | None] | None = None,
    private: bool = False,
) -> Asks[str]:
    """Ask a seat for one of several things and get its id: `unit = yield from ...`."""
    pick = yield Choose(seat, [(verb, id) for id in ids], rule, ask, about, forced, why_not, odds, private)
    return id_in(pick)
