"""Talk knows its speakers, so that a reader can mute one; a line can be reported and taken away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Keep who speaks, who mutes whom, and what became of reported lines."""
    for name in ("player", "standing"):
        op.add_column(
            "talk", sa.Column(name, sa.String, nullable=False, server_default=sa.text("''"))
        )
    # Who spoke from a seat is, as far as anybody knows, who sits there now.
    op.execute(
        "UPDATE talk SET player = COALESCE((SELECT seat.player FROM seat WHERE"
        ' seat."match" = talk."match" AND seat.seat = talk.seat), \'\')'
    )
    op.create_table(
        "mute",
        sa.Column("match", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("whom", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("match", "by", "whom", name="pk_mute"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_mute_match", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("mute")
    for name in ("standing", "player"):
        op.drop_column("talk", name)
