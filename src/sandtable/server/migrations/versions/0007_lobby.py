"""The lobby: on what terms a match is played, how far it has come, and to whom a seat is offered.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "terms",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("listed", sa.Integer, nullable=False, index=True),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
    )
    op.create_table(
        "progress",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
    )
    op.add_column("seats", sa.Column("offered_to", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_seats_offered_to", "seats", ["offered_to"])


def downgrade() -> None:
    op.drop_index("ix_seats_offered_to", "seats")
    op.execute("ALTER TABLE seats DROP COLUMN offered_to")
    op.drop_table("progress")
    op.drop_table("terms")
