"""The server itself: its processes, its notes, and what operators did."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, Float, ForeignKey, Integer, LargeBinary, String, Table, Text

from sandtable.server.schema.base import metadata

notes = Table(
    "notes",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("address", String(255), nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
)

homes = Table(
    "homes",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("process", Integer, nullable=False, index=True),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("job", String(32), nullable=False),
    Column("skill", String(32), nullable=False),
    Column("seconds", Float, nullable=False),
    Column("given", LargeBinary, nullable=True),
    Column("asked_by", Integer, nullable=False),
    Column("asked_at", DateTime(timezone=True), nullable=False),
    Column("taken_by", Integer, nullable=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("answer", LargeBinary, nullable=True),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(100), primary_key=True),
    Column("at", String(32), nullable=False),
    Column("until", String(32), nullable=False),
    Column("why", String(200), nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("by", String(64), nullable=False),
    Column("act", String(16), nullable=False),
    Column("about", String(100), nullable=False, index=True),
    Column("named", String(64), nullable=False),
    Column("why", String(200), nullable=False),
    Column("until", String(32), nullable=False, server_default=""),
    Column("report", Integer, nullable=False, server_default="0"),
)
