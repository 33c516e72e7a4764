"""Notices: what people are to be told, where, when, and what is on its way.

Addresses that were known before are counted as confirmed: links for new passwords have been sent to them.

Revision ID: 0015
"""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("told", sa.String(32), nullable=False, server_default=""),
    )
    op.create_index("ix_notices_told_due", "notices", ["told", "due"])
    op.create_table(
        "notice_settings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("calendar", sa.String(64), nullable=False, server_default="", index=True),
    )
    op.create_table(
        "notice_deliveries",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("address", sa.String(32), nullable=False, index=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("lease", sa.String(32), nullable=False, server_default=""),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("state", sa.String(16), nullable=False, server_default="waiting"),
        sa.Column("ended", sa.String(32), nullable=False, server_default=""),
    )
    op.create_index("ix_notice_deliveries_state_due", "notice_deliveries", ["state", "due"])
    _confirm_known(
        op.create_table(
            "notice_addresses",
            sa.Column("id", sa.String(32), primary_key=True),
            sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
            sa.Column("channel", sa.String(16), nullable=False),
            sa.Column("target", sa.Text, nullable=False),
            sa.Column("hash", sa.String(64), nullable=False),
            sa.Column("label", sa.String(120), nullable=False),
            sa.Column("created", sa.String(32), nullable=False),
            sa.Column("confirmed", sa.String(32), nullable=False, server_default=""),
            sa.UniqueConstraint("channel", "hash", "person", name="uq_notice_addresses_hash"),
        )
    )


def _confirm_known(addresses: sa.Table) -> None:
    """Letters for new passwords keep coming; notices by mail are off for these people until they ask for some."""
    people = sa.table("people", *(sa.column(name, sa.String()) for name in ("id", "email", "created")))
    settings = sa.table("notice_settings", sa.column("person", sa.String()), sa.column("body", sa.Text()))
    connection = op.get_bind()
    for person, email, created in connection.execute(sa.select(people).where(people.c.email != "")).all():
        row = {"id": person, "person": person, "channel": "mail", "target": email, "label": ""}
        hash = sha256(email.encode()).hexdigest()
        connection.execute(addresses.insert().values(row | {"hash": hash, "created": created, "confirmed": created}))
        connection.execute(settings.insert().values(person=person, body='{"off":["mail"]}'))


def downgrade() -> None:
    op.drop_table("notice_addresses")
    for index, table in (("ix_notice_deliveries_state_due", "notice_deliveries"), ("ix_notices_told_due", "notices")):
        op.drop_index(index, table)
    for name in ("notice_deliveries", "notice_settings", "notices"):
        op.drop_table(name)
