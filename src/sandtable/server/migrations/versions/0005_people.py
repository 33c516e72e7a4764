"""Accounts: people, their sessions, tickets for invitations and new passwords, and the seats that are theirs.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False, unique=True),
        sa.Column("email", sa.String(254), nullable=False, server_default=""),
        sa.Column("password", sa.String(200), nullable=False, server_default=""),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, index=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.Column("device", sa.String(120), nullable=False, server_default=""),
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False, server_default="", index=True),
        sa.Column("until", sa.String(32), nullable=False),
    )
    op.add_column("seats", sa.Column("person", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_seats_person", "seats", ["person"])
    op.add_column("matches", sa.Column("owner", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_matches_owner", "matches", ["owner"])


def downgrade() -> None:
    op.drop_index("ix_matches_owner", "matches")
    op.execute("ALTER TABLE matches DROP COLUMN owner")
    op.drop_index("ix_seats_person", "seats")
    op.execute("ALTER TABLE seats DROP COLUMN person")
    op.drop_table("tickets")
    op.drop_table("sessions")
    op.drop_table("people")
