"""Why a notice could not be sent.

Revision ID: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notice_deliveries", sa.Column("reason", sa.String(100), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("notice_deliveries") as table:
        table.drop_column("reason")
