"""Where an analysis comes from.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("fork", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    # Not in a batch: that makes the table again, and what refers to its rows would lose them.
    op.execute("ALTER TABLE matches DROP COLUMN fork")
