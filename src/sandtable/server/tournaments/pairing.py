"""Who meets whom, and on which side: pure functions of what was played so far.

Players are ids in the order of their seeds. A pairing names the player of the first side and the one of the second;
nobody ("") on the second side is a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

BYE = ""
_SCORE, _SIDES, _PLACE = 1_000_000, 10_000, 1
"""What a pairing costs, by what matters more: a different score, the same side again, and a place far from the fold."""


class Pairing(msgspec.Struct, frozen=True):
    """Two who meet."""

    first: str
    second: str

    @property
    def bye(self) -> bool:
        return self.second == BYE


class Unpairable(Exception):
    """Nobody is left whom somebody has not met."""


# -- round robin -------------------------------------------------------------------------------------------------------


def robin_rounds(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return players - 1 + players % 2


def robin(players: Sequence[str]) -> list[list[Pairing]]:
    """All rounds by the circle method: one stays, the others move on by one place each round.

    Sides change with the round for the one who stays and with the place for the others, so that nobody has one side
    more than once more often than the other.
    """
    circle = [*players, *([BYE] if len(players) % 2 else [])]
    stays, moving = circle[-1], circle[:-1]
    rounds = []
    for number in range(len(moving)):
        placed = [moving[(number + place) % len(moving)] for place in range(len(moving))]
        pairs = [(placed[0], stays) if number % 2 else (stays, placed[0])]
        for place in range(1, len(circle) // 2):
            met = (placed[place], placed[-place])
            pairs.append(met if place % 2 else met[::-1])
        rounds.append([_paired(*pair) for pair in pairs])
    return rounds


def _paired(one: str, other: str) -> Pairing:
    return Pairing(other, BYE) if one == BYE else Pairing(one, other)


# -- Swiss -------------------------------------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """What pairing needs to know of a player."""

    score: int
    met: frozenset[str]
    sides: tuple[int, ...]
    """0 for each match on the first side, 1 for each on the second, in order."""
    had_bye: bool

    @property
    def lean(self) -> int:
        """How much more often on the first side than on the second."""
        count = Counter(self.sides)
        return count[0] - count[1]


def known(players: Sequence[str], played: Sequence[Pairing], scores: Mapping[str, int]) -> dict[str, Standing]:
    """What pairing needs to know, from all pairings so far, in order."""
    met: dict[str, set[str]] = {player: set() for player in players}
    sides: dict[str, list[int]] = {player: [] for player in players}
    byes = {one.first for one in played if one.bye}
    for one in played:
        for me, other, side in ((one.first, one.second, 0), (one.second, one.first, 1)):
            if me in met and not one.bye:
                met[me].add(other)
                sides[me].append(side)
    return {
        player: Standing(scores.get(player, 0), frozenset(met[player]), tuple(sides[player]), player in byes)
        for player in players
    }


def swiss(players: Sequence[str], standing: Mapping[str, Standing]) -> list[Pairing]:
    """The next round: equal scores meet, the upper half of a score the lower half, nobody twice, a bye once at most.

    It is the cheapest perfect matching, so it finds a round whenever there is one.
    """
    import networkx  # type: ignore[import-untyped] # it has no types of its own

    ranked = sorted(players, key=lambda player: -standing[player].score)
    everybody = [*ranked, *([BYE] if len(ranked) % 2 else [])]
    places = _places(ranked, standing)
    graph = networkx.Graph()
    graph.add_nodes_from(everybody)
    for index, one in enumerate(everybody):
        for other in everybody[index + 1 :]:
            cost = _cost(one, other, standing, places)
            if cost is not None:
                graph.add_edge(one, other, weight=-cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) != len(everybody):
        raise Unpairable
    order = {player: index for index, player in enumerate(everybody)}
    pairs = sorted((tuple(sorted(pair, key=order.__getitem__)) for pair in found), key=lambda pair: order[pair[0]])
    return sorted((_sided(one, other, standing, board) for board, (one, other) in enumerate(pairs)), key=_byes_last)


def _byes_last(one: Pairing) -> bool:
    return one.bye


def _places(ranked: Sequence[str], standing: Mapping[str, Standing]) -> dict[str, tuple[int, int]]:
    """For each player the place among those with the same score, and how many they are."""
    groups: dict[int, list[str]] = {}
    for player in ranked:
        groups.setdefault(standing[player].score, []).append(player)
    return {player: (place, len(group)) for group in groups.values() for place, player in enumerate(group)}


def _cost(one: str, other: str, standing: Mapping[str, Standing], places: Mapping[str, tuple[int, int]]) -> int | None:
    """How little two fit together; None if they must not meet."""
    mine = standing[one]
    if other == BYE:
        return None if mine.had_bye else _SCORE * mine.score**2 - _PLACE * places[one][0]
    if other in mine.met:
        return None
    theirs = standing[other]
    (place, size), (their_place, _) = places[one], places[other]
    apart = abs(mine.score - theirs.score)
    fold = abs(abs(place - their_place) - size // 2) if not apart else their_place + (size - 1 - place)
    same_side = max(0, mine.lean * theirs.lean) + _in_a_row(mine, theirs)
    return _SCORE * apart**2 + _SIDES * same_side + _PLACE * fold


def _in_a_row(one: Standing, other: Standing) -> int:
    """1 if both had the same side in their last two matches: one of them would have it a third time."""
    last = one.sides[-2:] + other.sides[-2:]
    return int(len(last) == 4 and len(set(last)) == 1)


def _sided(one: str, other: str, standing: Mapping[str, Standing], board: int) -> Pairing:
    """Who gets which side: the one who had the first side less often, or not last; else by the number of the board."""
    if other == BYE:
        return Pairing(one, BYE)
    mine, theirs = standing[one], standing[other]
    if mine.lean != theirs.lean:
        return Pairing(one, other) if mine.lean < theirs.lean else Pairing(other, one)
    last = (mine.sides[-1:], theirs.sides[-1:])
    if last[0] != last[1]:
        return Pairing(one, other) if last[0] == (1,) or last[1] == (0,) else Pairing(other, one)
    return Pairing(one, other) if board % 2 == 0 else Pairing(other, one)
