"""Accounts: who they are, how they sign in, and how well they play."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer, LargeBinary, String, Table

from sandtable.server.schema.base import metadata

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(128), nullable=False, unique=True),
    Column("email", String(254), nullable=False, server_default=""),
    Column("password", String(200), nullable=False, server_default=""),
    Column("created", String(32), nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, index=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", String(32), nullable=False),
    Column("used", String(32), nullable=False),
    Column("until", String(32), nullable=False),
    Column("device", String(120), nullable=False, server_default=""),
)

tickets = Table(
    "tickets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(32), nullable=False, server_default="", index=True),
    Column("until", String(32), nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("created", String(32), nullable=False),
    Column("used", String(32), nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("challenge", String(128), nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("session", String(32), nullable=False),
    Column("until", String(32), nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
