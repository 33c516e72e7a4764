"""Cheapest ways: what a piece can reach for what it may spend, and how it gets there.

The rules say what a step costs: `steps(node)` gives the nodes that can be entered from there, each with its cost. What
may not be entered is left out; a node where a piece must stop gives no steps. Costs are whole numbers (count half
movement points in halves), so that sums are exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
Steps = Callable[[Node], Iterable[tuple[Node, int]]]


class Reach(dict[Node, int]):
    """The cost of every node that can be reached, cheapest first; `came` has the node before each."""

    def __init__(self) -> None:
        super().__init__()
        self.came: dict[Node, Node] = {}

    def path(self, to: Node) -> list[Node]:
        """The way to a node, without the start and with the node itself."""
        way: list[Node] = []
        here = to
        while here in self.came:
            way.append(here)
            here = self.came[here]
        way.reverse()
        return way


def reachable(start: Node, steps: Steps[Node], most: int | None = None, until: Node | None = None) -> Reach[Node]:
    """Dijkstra from the start, within `most` if given; stops early when `until` is reached.

    Of ways that cost the same the one found first stays, so the result depends on nothing but the order of the steps.
    """
    reach: Reach[Node] = Reach()
    came: dict[Node, Node] = {}
    for here, cost in _outwards(start, steps, most, came):
        reach[here] = cost
        if here == until:
            break
    reach.came = {node: came[node] for node in reach if node in came}
    return reach


def outwards(start: Node, steps: Steps[Node], most: int | None = None) -> Iterator[tuple[Node, int]]:
    """The nodes of `reachable` one by one, cheapest first: who stops early does not pay for the rest."""
    return _outwards(start, steps, most, {})


def _outwards(start: Node, steps: Steps[Node], most: int | None, came: dict[Node, Node]) -> Iterator[tuple[Node, int]]:
    best: dict[Node, int] = {start: 0}
    queue: list[tuple[int, int, Node]] = [(0, 0, start)]
    pushed = 0
    settled: set[Node] = set()
    while queue:
        cost, _, here = heappop(queue)
        if here in settled:
            continue
        settled.add(here)
        yield here, cost
        for there, price in steps(here):
            total = cost + price
            if (most is not None and total > most) or total >= best.get(there, total + 1):
                continue
            best[there] = total
            came[there] = here
            pushed += 1
            heappush(queue, (total, pushed, there))


def cheapest(start: Node, to: Node, steps: Steps[Node]) -> list[Node] | None:
    """The cheapest way from the start to a node, without the start; None if there is none."""
    reach = reachable(start, steps, until=to)
    return reach.path(to) if to in reach else None


def flood(starts: Iterable[Node], around: Callable[[Node], Iterable[Node]], most: int | None = None) -> dict[Node, int]:
    """Every node that can be reached, with the least number of steps from the nearest start; `most` steps if given."""
    distances: dict[Node, int] = dict.fromkeys(starts, 0)
    queue = deque(distances)
    while queue:
        here = queue.popleft()
        steps = distances[here] + 1
        if most is not None and steps > most:
            continue
        for there in around(here):
            if there not in distances:
                distances[there] = steps
                queue.append(there)
    return distances
