"""Talk at a match, notes to oneself, mutes, reports, bans, and what the operator did.

Revision ID: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("speaker", sa.String(100), nullable=False, index=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("message", sa.String(64), nullable=False),
        sa.UniqueConstraint("match", "speaker", "message", name="uq_talk_message"),
    )
    op.create_table(
        "mutes",
        sa.Column("by", sa.String(100), primary_key=True),
        sa.Column("whom", sa.String(100), primary_key=True, index=True),
    )
    op.create_table(
        "seat_notes",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    _moderation()


def _moderation() -> None:
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(100), nullable=False, index=True),
        sa.Column("by_name", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("whom", sa.String(100), nullable=False, index=True),
        sa.Column("whom_name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("settled", sa.String(32), nullable=False, server_default="", index=True),
        sa.UniqueConstraint("match", "line", "by", name="uq_reports_line"),
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("named", sa.String(64), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    for table in ("audit", "bans", "reports", "seat_notes", "mutes", "talk"):
        op.drop_table(table)
