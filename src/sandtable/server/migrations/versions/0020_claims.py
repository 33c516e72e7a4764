"""Who agrees what is to become of a seat whose time is over.

Revision ID: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("late", sa.String(64), primary_key=True),
        sa.Column("bot", sa.String(64), primary_key=True),
        sa.Column("by", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("claims")
