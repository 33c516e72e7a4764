"""Notices: what happened, where people are told of it, and what is on its way."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from sandtable.server.schema.base import metadata

notices = Table(
    "notices",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("match", String(32), nullable=False),
    Column("facts", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("due", String(32), nullable=False),
    Column("told", String(32), nullable=False, server_default=""),
    Index("ix_notices_told_due", "told", "due"),
)

notice_addresses = Table(
    "notice_addresses",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("channel", String(16), nullable=False),
    Column("target", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("label", String(120), nullable=False),
    Column("created", String(32), nullable=False),
    Column("confirmed", String(32), nullable=False, server_default=""),
    UniqueConstraint("channel", "hash", "person", name="uq_notice_addresses_hash"),
)

notice_settings = Table(
    "notice_settings",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("body", Text, nullable=False),
    Column("calendar", String(64), nullable=False, server_default="", index=True),
)

notice_deliveries = Table(
    "notice_deliveries",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("address", String(32), nullable=False, index=True),
    Column("body", Text, nullable=False),
    Column("created", String(32), nullable=False),
    Column("due", String(32), nullable=False),
    Column("lease", String(32), nullable=False, server_default=""),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("state", String(16), nullable=False, server_default="waiting"),
    Column("ended", String(32), nullable=False, server_default=""),
    Column("reason", String(100), nullable=False, server_default=""),
    Index("ix_notice_deliveries_state_due", "state", "due"),
)
