"""The tables of the database. Migrations create and change them; this says how they are now."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

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

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
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

notes = Table(
    "notes",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

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
    Index("ix_notice_deliveries_state_due", "state", "due"),
)
