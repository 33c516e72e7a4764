"""Tournaments."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from sandtable.server.schema.base import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(64), nullable=False),
    Column("note", String(200), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("control", Text, nullable=False),
    Column("entry", String(16), nullable=False),
    Column("organiser", String(32), nullable=False, index=True),
    Column("created", String(32), nullable=False),
    Column("ended", String(32), nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("rounds", "rated", "most", "by_itself", "round")),
)

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("seed", Integer, nullable=False),
    Column("status", String(16), nullable=False),
)

tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("first", String(32), nullable=False),
    Column("second", String(32), nullable=False),
    Column("match", String(32), nullable=False, index=True),
    Column("outcome", String(16), nullable=False),
)
