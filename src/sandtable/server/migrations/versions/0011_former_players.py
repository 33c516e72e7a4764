"""Names of players whose accounts were removed: nothing is kept, so that each reader sees it in their language.

Revision ID: 0011
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE seats SET name = '' WHERE name = 'Former player' AND person = ''")
    op.execute("UPDATE results SET name = '' WHERE name = 'Former player' AND person = ''")


def downgrade() -> None:
    op.execute("UPDATE seats SET name = 'Former player' WHERE name = ''")
    op.execute("UPDATE results SET name = 'Former player' WHERE name = ''")
