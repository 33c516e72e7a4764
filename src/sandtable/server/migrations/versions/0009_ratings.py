"""Rated matches, and the ratings of those who play them.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("terms", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.execute("ALTER TABLE results DROP COLUMN rated")
    op.execute("ALTER TABLE terms DROP COLUMN rated")
