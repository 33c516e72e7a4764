"""A board of a tournament that waits for somebody whose account was removed is forfeited.

Since then the removal itself decides it. Which boards were decided here is not kept: going down changes nothing.

Revision ID: 0021
"""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_FORFEIT = """
UPDATE tournament_pairings SET outcome = CASE
    WHEN EXISTS (SELECT 1 FROM people WHERE people.id = first) THEN 'first'
    WHEN EXISTS (SELECT 1 FROM people WHERE people.id = second) THEN 'second'
    ELSE 'neither' END
WHERE outcome = ''
    AND (SELECT count(*) FROM people WHERE people.id IN (first, second)) < 2
    AND NOT EXISTS (SELECT 1 FROM results WHERE results.match = tournament_pairings.match)
    AND tournament IN (SELECT id FROM tournaments WHERE ended = '')
"""


def upgrade() -> None:
    op.execute(_FORFEIT)


def downgrade() -> None: ...
