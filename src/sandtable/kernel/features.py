"""Named figures that describe a view for players that learn: a fixed list, filled anew for every view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


class FeatureSheet:
    """The names of a game's features, in the order of the array."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._place = {name: place for place, name in enumerate(self.names)}
        if len(self._place) != len(self.names):
            raise ValueError("Two features have the same name.")

    def filled(self, figures: Iterable[tuple[str, float]]) -> tuple[float, ...]:
        """The array for these figures: what is named twice is added up, what is not named is 0."""
        values = [0.0] * len(self.names)
        place = self._place
        for name, value in figures:
            values[place[name]] += value
        return tuple(values)


def named(things: Iterable[str], figures: Iterable[str]) -> list[str]:
    """A name for each figure of each thing, such as `tegel.cubes`."""
    told = tuple(figures)
    return [f"{thing}.{figure}" for thing in things for figure in told]


def row(thing: str, names: Sequence[str], figures: Sequence[float]) -> Iterator[tuple[str, float]]:
    """The figures of one thing under their names."""
    return ((f"{thing}.{name}", float(figure)) for name, figure in zip(names, figures, strict=True))
