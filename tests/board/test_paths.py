from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.hexgrid import HexGrid
from sandtable.board.paths import cheapest, flood, reachable

GRID = HexGrid(9, 9)
HEXES = sorted(GRID)
Costs = dict[str, int]
COSTS = st.fixed_dictionaries({id: st.integers(0, 6) for id in HEXES})


def by_relaxation(start: str, costs: Costs) -> Costs:
    """Bellman and Ford, as slow and plain as can be."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(best):
            for there in GRID.neighbours[here]:
                if costs[there] < 6 and best[here] + costs[there] < best.get(there, 10**9):
                    best[there] = best[here] + costs[there]
                    changed = True
    return best


@given(COSTS, st.sampled_from(HEXES), st.integers(0, 12))
def test_reachable_agrees_with_relaxation(costs: Costs, start: str, most: int) -> None:
    def steps(node: str) -> Iterable[tuple[str, int]]:
        return [(n, costs[n]) for n in GRID.neighbours[node] if costs[n] < 6]

    everything = by_relaxation(start, costs)
    assert dict(reachable(start, steps)) == everything
    reach = reachable(start, steps, most)
    assert dict(reach) == {id: cost for id, cost in everything.items() if cost <= most}
    assert list(reach.values()) == sorted(reach.values())
    for id, cost in reach.items():
        way = reach.path(id)
        assert sum(costs[n] for n in way) == cost
        assert all(b in GRID.neighbours[a] for a, b in zip([start, *way], way, strict=False))
        assert (way[-1] if way else start) == id


@given(COSTS, st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_cheapest_way_costs_what_dijkstra_says(costs: Costs, start: str, to: str) -> None:
    def steps(node: str) -> Iterable[tuple[str, int]]:
        return [(n, costs[n]) for n in GRID.neighbours[node] if costs[n] < 6]

    way = cheapest(start, to, steps)
    everything = by_relaxation(start, costs)
    if way is None:
        assert to not in everything
    else:
        assert sum(costs[n] for n in way) == everything[to]


def test_a_piece_that_must_stop_goes_no_further() -> None:
    def steps(node: str) -> Iterable[tuple[str, int]]:
        return [] if node == "0504" else [(n, 1) for n in GRID.neighbours[node] if n[:2] == "05"]

    assert set(reachable("0505", steps, 3)) == {"0504", "0505", "0506", "0507", "0508"}


@given(st.lists(st.sampled_from(HEXES), min_size=1, max_size=4), st.integers(0, 5))
def test_flood_counts_steps_from_the_nearest_start(starts: list[str], most: int) -> None:
    found = flood(starts, GRID.neighbours.__getitem__, most)
    nearest = {id: min(GRID.distance(s, id) for s in starts) for id in HEXES}
    assert found == {id: n for id, n in nearest.items() if n <= most}
