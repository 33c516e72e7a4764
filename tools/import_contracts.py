"""Contracts of our own for import-linter; pyproject.toml names them."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AcyclicModules(Contract):
    """No module imports itself over others, not even inside a function: the order of imports never matters.

    import-linter's own `acyclic_siblings` also forbids that two packages import modules of each other, which chapters
    of a rulebook do.
    """

    packages = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Sort the modules so that each comes after those that it imports."""
        packages: Any = self.packages
        inside = {module for package in packages for module in {package} | graph.find_descendants(package)}
        imports = {module: graph.find_modules_directly_imported_by(module) & inside for module in inside}
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as found:
            return ContractCheck(kept=False, metadata={"cycle": found.args[1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Show one circle of imports, each module imported by the next."""
        output.print_error("These modules import each other in a circle:")
        for module in check.metadata["cycle"]:
            output.print_error(f"  {module}", bold=False)
