"""Tournaments, who plays in them, and who met whom.

Revision ID: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("control", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("entry", sa.String(16), nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("by_itself", sa.Integer, nullable=False),
        sa.Column("organiser", sa.String(32), nullable=False, index=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
    )
    op.create_table(
        "tournament_pairings",
        sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False, index=True),
        sa.Column("outcome", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    for table in ("tournament_pairings", "tournament_players", "tournaments"):
        op.drop_table(table)
