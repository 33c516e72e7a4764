"""Seats that somebody has taken, closed matches, when a match was last used, and what owners did.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("closed", sa.String(32), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("used", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("taken", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "announcements",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("announcements")
    op.execute("ALTER TABLE seats DROP COLUMN taken")
    op.execute("ALTER TABLE matches DROP COLUMN used")
    op.execute("ALTER TABLE matches DROP COLUMN closed")
