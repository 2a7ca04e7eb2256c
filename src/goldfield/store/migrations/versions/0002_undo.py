"""Moves can be taken back: one more kind of event."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NAME = "ck_event_kind"
BEFORE = "kind IN ('move', 'chance', 'forced')"
AFTER = "kind IN ('move', 'chance', 'forced', 'undo')"


def _exchange(old: str, new: str) -> None:
    """Hold the kinds of events to another list; SQLite copies the table for it."""
    # As it is: reading a table from SQLite, Alembic would miss its checks.
    there = sa.Table(
        "event",
        sa.MetaData(),
        sa.Column("match", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("match", "position", name="pk_event"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_event_match", ondelete="CASCADE"),
        sa.CheckConstraint(old, name=op.f(NAME)),
    )
    with op.batch_alter_table("event", copy_from=there) as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), sa.text(new))


def upgrade() -> None:
    """Allow taking back."""
    _exchange(BEFORE, AFTER)


def downgrade() -> None:
    """Forbid it again; fails where a move was taken back."""
    _exchange(AFTER, BEFORE)
