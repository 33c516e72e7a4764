"""Server processes, and which matches live in them.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "homes",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("process", sa.Integer, nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("homes")
    op.drop_table("processes")
