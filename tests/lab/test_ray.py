"""A study on a Ray cluster of two nodes: the same games as at home, also when a node dies in the middle of it."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.kernel.game import find_game
from sandtable.lab.simulate import run
from sandtable.lab.study import StudyPlan, plan

pytestmark = pytest.mark.soak


def study_of(seeds: int) -> StudyPlan:
    game = find_game("warbirds")
    return plan(game, game.settle({}), seeds, ("regular",), "cluster")


@pytest.fixture
def cluster() -> Iterator[Any]:
    ray: Any = pytest.importorskip("ray", reason="sandtable[ray] is not installed")
    made = importlib.import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def test_two_nodes_play_the_games_that_one_process_plays(cluster: Any) -> None:
    chosen = study_of(40)
    assert run(chosen, ray=cluster.address).played == run(chosen).played


def test_a_node_that_dies_costs_no_game(cluster: Any) -> None:
    chosen = study_of(400)
    node = next(node for node in cluster.worker_nodes)
    progress: list[int] = []
    dead = threading.Event()

    def told(done: int) -> None:
        progress.append(done)
        if done > 20 and not dead.is_set():
            dead.set()
            cluster.remove_node(node, allow_graceful=False)

    study = run(chosen, progress=told, ray=cluster.address)
    assert dead.is_set()
    assert study.complete
    assert study.played == run(chosen).played
