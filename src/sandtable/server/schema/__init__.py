"""The tables of the database, by what they are about. Migrations create and change them; this says how they are now.

Others import them from here.
"""

from __future__ import annotations

from sandtable.server.schema.base import metadata
from sandtable.server.schema.clubs import tournament_pairings, tournament_players, tournaments
from sandtable.server.schema.operation import audit, bans, homes, jobs, notes, processes
from sandtable.server.schema.people import challenges, passkeys, people, ratings, sessions, tickets
from sandtable.server.schema.playing import (
    advice_agreements,
    announcements,
    claims,
    clocks,
    entries,
    matches,
    milestones,
    progress,
    results,
    seats,
    standing_orders,
    terms,
)
from sandtable.server.schema.talking import mutes, reports, seat_notes, talk
from sandtable.server.schema.telling import notice_addresses, notice_deliveries, notice_settings, notices

__all__ = [
    "advice_agreements",
    "announcements",
    "audit",
    "bans",
    "challenges",
    "claims",
    "clocks",
    "entries",
    "homes",
    "jobs",
    "matches",
    "metadata",
    "milestones",
    "mutes",
    "notes",
    "notice_addresses",
    "notice_deliveries",
    "notice_settings",
    "notices",
    "passkeys",
    "people",
    "processes",
    "progress",
    "ratings",
    "reports",
    "results",
    "seat_notes",
    "seats",
    "sessions",
    "standing_orders",
    "talk",
    "terms",
    "tickets",
    "tournament_pairings",
    "tournament_players",
    "tournaments",
]
