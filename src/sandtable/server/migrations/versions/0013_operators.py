"""What operators did: until when it lasts and which report it settles; and bans on guests, whose ids are longer.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("audit", sa.Column("until", sa.String(32), nullable=False, server_default=""))
    op.add_column("audit", sa.Column("report", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_audit_about", "audit", ["about"])
    with op.batch_alter_table("bans") as bans:
        bans.alter_column("subject", existing_type=sa.String(64), type_=sa.String(100), existing_nullable=False)


def downgrade() -> None:
    op.execute("DELETE FROM bans WHERE length(subject) > 64")
    with op.batch_alter_table("bans") as bans:
        bans.alter_column("subject", existing_type=sa.String(100), type_=sa.String(64), existing_nullable=False)
    op.drop_index("ix_audit_about", "audit")
    op.drop_column("audit", "report")
    op.drop_column("audit", "until")
