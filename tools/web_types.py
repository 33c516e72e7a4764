"""Write web/src/lib/types.ts from the records that server and browser exchange.

`python tools/web_types.py` writes the file; `--check` only says whether it is fresh, which `make check` asks.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import inspect as shape

from sandtable.api.notebook import Still
from sandtable.board.box import Box
from sandtable.board.concordance import PrintedClause
from sandtable.board.lesson import LessonStep
from sandtable.board.look import GivenLook
from sandtable.kernel.ending import ToldEnding
from sandtable.kernel.game import OptionSpec
from sandtable.kernel.table import Board
from sandtable.server import messages
from sandtable.server.advice.records import AdviceTold, EvaluationTold
from sandtable.server.clocks.records import Clocked
from sandtable.server.messages import Incoming, Outgoing
from sandtable.server.talk.records import Spoken

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "types.ts"
HEAD = """// Made by tools/web_types.py from the records of kernel and server; do not edit it.
// `python tools/web_types.py` writes it again. The server leaves out what has its default, so many fields are optional.

export type Id = string;
export type Option = (string | number)[];
export type Modifier = [number, string, string];
export type Segment = string | { ref: Id; text: string };
"""
ALIASES = {
    "(string | number)[]": "Option",
    "[number, string, string]": "Modifier",
    "string | { ref: string; text: string }": "Segment",
}
FETCHED: tuple[type[msgspec.Struct], ...] = (
    Board,
    PrintedClause,
    OptionSpec,
    Box,
    LessonStep,
    GivenLook,
    ToldEnding,
    AdviceTold,
    EvaluationTold,
    Still,
)
"""Records that are fetched over HTTP, or that a notebook holds."""


class Writer:
    """Collects the interfaces of all records that a type leads to."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._sources: dict[str, type] = {}

    def add(self, record: type) -> str:
        """The name of a record; its interface is written once."""
        info = shape.type_info(record)
        assert isinstance(info, shape.StructType)
        return self._struct(info)

    def type(self, info: shape.Type) -> str:
        """A type as TypeScript writes it."""
        text = self._plain(info)
        return ALIASES.get(text, text)

    def _plain(self, info: shape.Type) -> str:
        match info:
            case shape.StrType():
                return "string"
            case shape.IntType() | shape.FloatType():
                return "number"
            case shape.BoolType():
                return "boolean"
            case shape.NoneType():
                return "null"
            case shape.AnyType():
                return "unknown"
            case shape.LiteralType():
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in info.values)
            case shape.ListType() | shape.VarTupleType() | shape.CollectionType():
                item = self.type(info.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case shape.TupleType():
                return f"[{', '.join(self.type(item) for item in info.item_types)}]"
            case shape.DictType():
                return f"Record<string, {self.type(info.value_type)}>"
            case shape.UnionType():
                return " | ".join(dict.fromkeys(self.type(one) for one in info.types))
            case shape.TypedDictType():
                fields = "; ".join(f"{field.name}: {self.type(field.type)}" for field in info.fields)
                return f"{{ {fields} }}"
            case shape.StructType():
                return self._struct(info)
        raise TypeError(f"{info} has no place in a message.")

    def _struct(self, info: shape.StructType) -> str:
        name = info.cls.__name__
        known = self._sources.setdefault(name, info.cls)
        if known is not info.cls:
            raise TypeError(f"{known.__module__} and {info.cls.__module__} both have a record {name}.")
        if name in self.written:
            return name
        self.written[name] = ""
        about = field_docs(info.cls)
        lines = [*comment(own_doc(info.cls), ""), f"export interface {name} {{"]
        if info.tag is not None:
            lines.append(f'  {info.tag_field}: "{info.tag}";')
        always_sent = not (info.cls.__struct_config__.omit_defaults or issubclass(info.cls, Incoming))
        for field in info.fields:
            lines += comment(about.get(field.name, ""), "  ")
            maybe = "" if field.required or always_sent else "?"
            lines.append(f"  {field.encode_name}{maybe}: {self.type(field.type)};")
        self.written[name] = "\n".join([*lines, "}"])
        return name


def own_doc(record: type) -> str:
    """The docstring that a record has itself; what msgspec or a base wrote does not count."""
    return inspect.cleandoc(record.__dict__.get("__doc__") or "")


def field_docs(record: type) -> dict[str, str]:
    """What stands below a field in the source, for the record and its bases."""
    found: dict[str, str] = {}
    for one in reversed(record.__mro__):
        if not issubclass(one, msgspec.Struct) or one is msgspec.Struct:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
        assert isinstance(body, ast.ClassDef)
        for before, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and _is_text(after):
                assert isinstance(after, ast.Expr)
                found[before.target.id] = inspect.cleandoc(str(ast.literal_eval(after.value)))
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def comment(text: str, indent: str) -> list[str]:
    """A doc comment, wrapped."""
    if not text:
        return []
    lines = text.splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def union(name: str, records: tuple[type, ...], writer: Writer) -> str:
    """The union of all messages of one direction."""
    return "\n".join([f"export type {name} =", *(f"  | {writer.add(one)}" for one in records)]) + ";"


def outgoing() -> tuple[type, ...]:
    """All messages that the server sends, without the bases that they share."""
    found = [one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, Outgoing)]
    found += [Clocked, Spoken]
    return tuple(one for one in found if not one.__subclasses__())


def written() -> str:
    """The whole file."""
    writer = Writer()
    for record in FETCHED:
        writer.add(record)
    unions = [
        union("FromServer", outgoing(), writer),
        union("ToServer", get_args(messages.Message), writer),
    ]
    return "\n\n".join([HEAD.rstrip(), *writer.written.values(), *unions]) + "\n"


def main() -> None:
    """Write the file, or say that it is stale."""
    text = written()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") != text:
            sys.exit("web/src/lib/types.ts is stale: run `.venv/bin/python tools/web_types.py` and commit it.")
        return
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
