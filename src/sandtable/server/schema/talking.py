"""What people say at the table, and what they note for themselves."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from sandtable.server.schema.base import metadata

talk = Table(
    "talk",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("speaker", String(100), nullable=False, index=True),
    Column("seat", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("message", String(64), nullable=False),
    UniqueConstraint("match", "speaker", "message", name="uq_talk_message"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("by", String(100), primary_key=True),
    Column("whom", String(100), primary_key=True, index=True),
)

seat_notes = Table(
    "seat_notes",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("text", Text, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("by", String(100), nullable=False, index=True),
    Column("by_name", String(64), nullable=False),
    Column("match", String(32), nullable=False),
    Column("line", Integer, nullable=False),
    Column("whom", String(100), nullable=False, index=True),
    Column("whom_name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("why", String(200), nullable=False),
    Column("settled", String(32), nullable=False, server_default="", index=True),
    UniqueConstraint("match", "line", "by", name="uq_reports_line"),
)
