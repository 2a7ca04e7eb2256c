"""Seats change hands while a match runs: a bot sits in, a person is back, a device takes over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Keep who handed which seat to whom."""
    op.create_table(
        "handover",
        sa.Column("match", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_handover"),
        sa.ForeignKeyConstraint(
            ["match"], ["match.id"], name="fk_handover_match", ondelete="CASCADE"
        ),
        sa.CheckConstraint("kind IN ('bot', 'back', 'moved')", name=op.f("ck_handover_kind")),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("handover")
