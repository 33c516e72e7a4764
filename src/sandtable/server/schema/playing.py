"""Matches: who sits where, what was chosen, and all that belongs to one match."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from sandtable.server.schema.base import metadata

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("data_version", String(128), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", String(32), nullable=False),
    Column("pace", Float, nullable=False),
    Column("owner_hash", String(64), nullable=False, index=True),
    Column("fork", Text, nullable=False, server_default=""),
    Column("closed", String(32), nullable=False, server_default=""),
    Column("used", String(32), nullable=False, server_default=""),
    Column("owner", String(32), nullable=False, server_default="", index=True),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("player", String(64), nullable=False),
    Column("key_hash", String(64), nullable=False, index=True),
    Column("taken", Integer, nullable=False, server_default="0"),
    Column("person", String(32), nullable=False, server_default="", index=True),
    Column("offered_to", String(32), nullable=False, server_default="", index=True),
)

terms = Table(
    "terms",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("listed", Integer, nullable=False, index=True),
    Column("level", String(16), nullable=False),
    Column("note", String(200), nullable=False),
    Column("control", Text, nullable=False, server_default=""),
    Column("rated", Integer, nullable=False, server_default="0"),
)

clocks = Table(
    "clocks",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("body", Text, nullable=False),
    Column("due", String(32), nullable=False, index=True),
)

claims = Table(
    "claims",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("late", String(64), primary_key=True),
    Column("bot", String(64), primary_key=True),
    Column("by", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("ended", BigInteger, nullable=False),
)

progress = Table(
    "progress",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("waiting", Text, nullable=False),
    Column("since", String(32), nullable=False),
    Column("over", Integer, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("player", String(64), nullable=False),
    Column("message", String(64), nullable=False),
    Column("option", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("match", "seat", "message", name="uq_entries_message"),
)

milestones = Table(
    "milestones",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("check", String(64), nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("text", Text, nullable=False),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("body", Text, nullable=False),
)

advice_agreements = Table(
    "advice_agreements",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("player", String(64), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("ended", String(32), nullable=False),
    Column("rated", Integer, nullable=False, server_default="0"),
)
