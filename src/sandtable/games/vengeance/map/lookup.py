"""What a field knows of each of its Locations: made at once, when somebody asks, or taken over from another field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from sandtable.games.vengeance.map.ground import Location

_V = TypeVar("_V")
_Field = TypeVar("_Field")


class Lookup(dict[str, _V]):
    """What is known of each Location; of an aiming point (RV-A6.24) it is made when somebody asks."""

    def __init__(self, known: dict[str, _V], make: Callable[[Location], _V], spot: Callable[[str], Location]) -> None:
        super().__init__(known)
        self._make, self._spot = make, spot

    def __missing__(self, id: str) -> _V:
        found = self[id] = self._make(self._spot(id))
        return found


class Kept(Generic[_Field]):
    """What a field with changes takes over from the one below: everything about Locations far from the changes."""

    def __init__(self, below: _Field | None, far: frozenset[str]) -> None:
        self._below = below
        self._far = far if below is not None else frozenset()

    def or_made(
        self, part: Callable[[_Field], dict[str, _V]], ids: Iterable[str], make: Callable[[str], _V]
    ) -> dict[str, _V]:
        """Of each Location what the field below knows, or what is made where the changes are near."""
        known, far = part(self._below) if self._below is not None else {}, self._far
        return {id: known[id] if id in far else make(id) for id in ids}

    def or_made_if_any(
        self,
        part: Callable[[_Field], dict[str, tuple[_V, ...]]],
        ids: Iterable[str],
        make: Callable[[str], tuple[_V, ...]],
    ) -> dict[str, tuple[_V, ...]]:
        """The same for what few Locations have."""
        known, far = part(self._below) if self._below is not None else {}, self._far
        return {id: found for id in ids if (found := known.get(id, ()) if id in far else make(id))}
