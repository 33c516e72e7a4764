"""The contracts of import-linter that are our own."""

from __future__ import annotations

import pytest
from grimp import ImportGraph
from importlinter import ContractCheck

from tools.import_contracts import AcyclicModules


def checked(*imports: tuple[str, str]) -> ContractCheck:
    graph = ImportGraph()
    graph.add_module("game")
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    contract = AcyclicModules("No circles", {}, {"packages": ["game"]})
    return contract.check(graph, verbose=False)


def test_modules_that_import_downwards_are_kept() -> None:
    assert checked(("game.play", "game.rules"), ("game.rules", "game.model"), ("game.play", "game.model")).kept


def test_a_circle_is_found_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    check = checked(("game.fire", "game.cover"), ("game.cover", "game.walls"), ("game.walls", "game.fire"))
    assert not check.kept
    assert set(check.metadata["cycle"]) == {"game.fire", "game.cover", "game.walls"}
    AcyclicModules("No circles", {}, {"packages": ["game"]}).render_broken_contract(check)
    assert "game.walls" in capsys.readouterr().out


def test_circles_outside_the_packages_are_no_concern_of_it() -> None:
    assert checked(("game.play", "other.a"), ("other.a", "other.b"), ("other.b", "other.a")).kept
