"""Jobs that processes do for each other.

Nobody needs a job after a crash of the database: who asked asks again. So PostgreSQL keeps them out of its log, and
with it out of its copies and backups.

Revision ID: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("job", sa.String(32), nullable=False),
        sa.Column("skill", sa.String(32), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("given", sa.LargeBinary, nullable=True),
        sa.Column("asked_by", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_by", sa.Integer, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("answer", sa.LargeBinary, nullable=True),
        prefixes=unlogged,
    )


def downgrade() -> None:
    op.drop_table("jobs")
