"""The faults: every mutant that mutmut's operators make of a game's rules, and the sample that is tried.

mutmut knows how to change a node of the source; which nodes are rules is decided here. Left out are annotations,
defaults, decorated functions (a cache would hide the fault), the sentences of exceptions, and cited clauses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from random import Random
from types import CodeType

import libcst as cst
import msgspec
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

_CITED = re.compile(r"""^["'][A-Z]{2}-[\w.]+["']$""")
_BARE_DECORATORS = {"staticmethod", "classmethod", "property", "override"}


class Mutant(msgspec.Struct, frozen=True):
    """One planted fault: where it is, what the lines said and what they say now."""

    file: str
    line: int
    lines: tuple[int, int]
    """The statement that holds it, from its first line to its last."""
    function: str
    operator: str
    before: str
    after: str
    source: str
    """The whole module with the fault in it."""


class Field:
    """All places of some files where a fault can be planted: one for each node and operator, in order."""

    def __init__(self, files: list[Path], root: Path) -> None:
        self._root = root
        self._modules: dict[Path, cst.Module] = {}
        self._lines: dict[Path, list[str]] = {}
        self.places: list[tuple[Path, _Found]] = []
        for file in files:
            wrapper = MetadataWrapper(cst.parse_module(file.read_text(encoding="utf-8")))
            visitor = _Visitor()
            wrapper.visit(visitor)
            self._modules[file] = wrapper.module
            self._lines[file] = wrapper.module.code.splitlines()
            self.places += [(file, found) for found in visitor.found]

    def in_random_order(self, seed: str) -> Iterator[Mutant]:
        """The mutants, in an order that is the same for the same seed and source."""
        order = list(range(len(self.places)))
        Random(seed).shuffle(order)
        return (mutant for at in order if (mutant := self._planted(*self.places[at])) is not None)

    def like(self, wanted: Mapping[tuple[str, str, str], Collection[tuple[str, str]]]) -> Iterator[Mutant]:
        """The mutants of a function and operator of a file whose lines before and after are among those wanted."""
        for file, found in self.places:
            changes = wanted.get((str(file.relative_to(self._root)), found.function, found.operator), ())
            first, last = found.statement
            lines = [line.strip() for line in self._lines[file][min(first, found.line) - 1 : max(last, found.line)]]
            if not any(line and line in before for line in lines for before, _ in changes):
                continue  # another statement: to plant every fault of a function takes long
            if (mutant := self._planted(file, found)) and (mutant.before, mutant.after) in changes:
                yield mutant

    def _planted(self, file: Path, found: _Found) -> Mutant | None:
        changed = self._modules[file].deep_replace(found.node, found.changed)
        assert isinstance(changed, cst.Module)
        code = changed.code
        old, new = self._lines[file], code.splitlines()
        first = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        if first is None:
            return None
        before, after = _difference(old, new, first)
        name = str(file.relative_to(self._root))
        lines, function, operator = found.statement, found.function, found.operator
        return Mutant(name, found.line, lines, function, operator, before, after, code)


def _difference(old: list[str], new: list[str], first: int) -> tuple[str, str]:
    """What differs, as one line each."""
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same] == new[-1 - same]:
        same += 1
    before, after = old[first : len(old) - same], new[first : len(new) - same]
    return " ".join(line.strip() for line in before), " ".join(line.strip() for line in after)


class _Found(msgspec.Struct, frozen=True):
    node: cst.CSTNode
    changed: cst.CSTNode
    line: int
    statement: tuple[int, int]
    function: str
    operator: str


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Found] = []
        self._scopes: list[cst.FunctionDef | cst.ClassDef] = []
        self._function = ""
        self._statements: list[tuple[int, int]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Param | cst.Raise | cst.Assert | cst.Import | cst.ImportFrom):
            return False
        if isinstance(node, cst.FunctionDef):
            if not self._function and not all(_is_bare(one) for one in node.decorators):
                return False
            self._scopes.append(node)
            self._function = self._function or self._path()
        elif isinstance(node, cst.ClassDef):
            self._scopes.append(node)
        if (extent := self._extent(node)) is not None:
            self._statements.append(extent)
        if self._function and not _is_text(node):
            self._plant(node)
        return not _is_text(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        node = original_node
        if self._extent(node) is not None:
            self._statements.pop()
        if self._scopes and self._scopes[-1] is node:
            if self._function == self._path():
                self._function = ""
            self._scopes.pop()

    def _path(self) -> str:
        return ".".join(scope.name.value for scope in self._scopes)

    def _plant(self, node: cst.CSTNode) -> None:
        where = self.get_metadata(PositionProvider, node, None)
        if not isinstance(where, CodeRange) or not self._statements:
            return
        for kind, operator in mutation_operators:
            changed = next(iter(operator(node)), None) if isinstance(node, kind) else None
            if changed is not None:
                name = operator.__name__.removeprefix("operator_")
                self.found.append(_Found(node, changed, where.start.line, self._statements[-1], self._function, name))

    def _extent(self, node: cst.CSTNode) -> tuple[int, int] | None:
        """The lines of a statement, of a compound one only its head; None for other nodes."""
        last: cst.CSTNode
        match node:
            case cst.SimpleStatementLine():
                last = node
            case cst.If() | cst.While():
                last = node.test
            case cst.For():
                last = node.iter
            case cst.With():
                last = node.items[-1]
            case cst.Match():
                last = node.subject
            case cst.MatchCase():
                last = node.guard or node.pattern
            case _:
                return None
        start, end = self.get_metadata(PositionProvider, node), self.get_metadata(PositionProvider, last)
        assert isinstance(start, CodeRange)
        assert isinstance(end, CodeRange)
        return start.start.line, end.end.line


def _is_bare(decorator: cst.Decorator) -> bool:
    return isinstance(decorator.decorator, cst.Name) and decorator.decorator.value in _BARE_DECORATORS


def _is_text(node: cst.CSTNode) -> bool:
    """A docstring, or the id of a clause that is cited."""
    if isinstance(node, cst.SimpleString):
        return _CITED.match(node.value) is not None
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)


def code_of(mutant: Mutant, path: str) -> CodeType | None:
    """The code of the changed function; None where Python refuses the change or it changes nothing."""
    try:
        module = compile(mutant.source, path, "exec")
    except SyntaxError:
        return None
    return find_code(module, mutant.function)


def find_code(module: CodeType, function: str) -> CodeType | None:
    """The code of a function of a module, by its qualified name."""
    for one in module.co_consts:
        if isinstance(one, CodeType):
            if one.co_qualname == function:
                return one
            if function.startswith(f"{one.co_qualname}.") and (inner := find_code(one, function)):
                return inner
    return None
