"""The first tables: matches, seats, events, talk, settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "match",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.String, nullable=False, comment="JSON"),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("changed", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rematch_of", sa.String),
        sa.Column("key", sa.String),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of"),
        sa.UniqueConstraint("rematch_of", name="uq_match_rematch_of"),
        sa.UniqueConstraint("key", name="uq_match_key"),
        sa.CheckConstraint(
            "status IN ('waiting', 'running', 'finished', 'abandoned')",
            name=op.f("ck_match_status"),
        ),
    )
    op.create_index("ix_match_status_changed", "match", ["status", "changed"])
    op.create_index("ix_match_owner", "match", ["owner"])
    op.create_table(
        "seat",
        sa.Column("match", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.String, nullable=False),
        sa.Column("phrase", sa.String, nullable=False),
        sa.Column("frozen", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match", ondelete="CASCADE"),
        sa.UniqueConstraint("token_hash", name="uq_seat_token_hash"),
        sa.CheckConstraint("kind IN ('person', 'bot', 'empty')", name=op.f("ck_seat_kind")),
    )
    op.create_index("ix_seat_player", "seat", ["player"])
    op.create_table(
        "event",
        sa.Column("match", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("match", "position", name="pk_event"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_event_match", ondelete="CASCADE"),
        sa.CheckConstraint("kind IN ('move', 'chance', 'forced')", name=op.f("ck_event_kind")),
    )
    op.create_table(
        "talk",
        sa.Column("match", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("key", sa.String),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_talk"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_talk_match", ondelete="CASCADE"),
        sa.UniqueConstraint("match", "key", name="uq_talk_match_key"),
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_setting"),
    )


def downgrade() -> None:
    """Drop the tables, and with them every match."""
    for table in ("setting", "talk", "event", "seat", "match"):
        op.drop_table(table)
