"""Clocks, and how matches ended for those who played them.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("terms", sa.Column("control", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "clocks",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due", sa.String(32), nullable=False, index=True),
    )
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("results")
    op.drop_table("clocks")
    op.execute("ALTER TABLE terms DROP COLUMN control")
