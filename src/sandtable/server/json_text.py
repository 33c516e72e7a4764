"""Questions to the database about what is kept as the text of JSON; SQLite and PostgreSQL ask in different words."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, String, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class TextIn(FunctionElement[str]):
    """A field of an object, as text; NULL where the object has none, or is NULL itself."""

    type = String()
    inherit_cache = True


def text_in(column: ColumnElement[Any], name: str) -> ColumnElement[str]:
    """A field of the object that a column holds."""
    return TextIn(column, literal(name))


@compiles(TextIn, "sqlite")
def _for_sqlite(asked: TextIn, compiler: Any, **given: Any) -> str:
    column, name = (compiler.process(one, **given) for one in asked.clauses)
    return f"CAST(json_extract({column}, '$.' || {name}) AS TEXT)"


@compiles(TextIn, "postgresql")
def _for_postgresql(asked: TextIn, compiler: Any, **given: Any) -> str:
    column, name = (compiler.process(one, **given) for one in asked.clauses)
    return f"(CAST({column} AS JSON) ->> CAST({name} AS TEXT))"
