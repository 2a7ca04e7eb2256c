"""The tables of the store. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

VERSIONS = ("0001", "0002", "0003", "0004")
"""The migrations there are, oldest first; a test compares them with the scripts."""

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

MATCH = Table(
    "match",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", String, nullable=False, comment="JSON"),
    Column("title", String, nullable=False),
    Column("status", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("commitment", String, nullable=False),
    Column("seed", LargeBinary, nullable=False, comment="secret until the match is closed"),
    Column("created", String, nullable=False),
    Column("changed", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("rematch_of", ForeignKey("match.id"), unique=True),
    Column("key", String, unique=True, comment="makes opening idempotent"),
    CheckConstraint("status IN ('waiting', 'running', 'finished', 'abandoned')", name="status"),
    Index(None, "status", "changed"),
    Index(None, "owner"),
)

SEAT = Table(
    "seat",
    METADATA,
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("player", String, nullable=False),
    Column("name", String, nullable=False),
    Column("bot", String, nullable=False),
    Column("phrase", String, nullable=False),
    Column(
        "frozen", Integer, nullable=False, comment="order of freezing; before the start -1 or -2"
    ),
    Column("token_hash", String, unique=True),
    CheckConstraint("kind IN ('person', 'bot', 'empty')", name="kind"),
    Index(None, "player"),
)

EVENT = Table(
    "event",
    METADATA,
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("move", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", String, nullable=False),
    CheckConstraint("kind IN ('move', 'chance', 'forced', 'undo')", name="kind"),
)

TALK = Table(
    "talk",
    METADATA,
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", String, nullable=False),
    Column("key", String),
    Column("player", String, nullable=False, server_default=text("''")),
    Column("standing", String, nullable=False, server_default=text("''")),
    UniqueConstraint("match", "key"),
)

MUTE = Table(
    "mute",
    METADATA,
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("by", String, primary_key=True),
    Column("whom", String, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("name", String, nullable=False),
)

HANDOVER = Table(
    "handover",
    METADATA,
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("bot", String, nullable=False),
    Column("player", String, nullable=False),
    Column("by", Integer, nullable=False),
    Column("at", String, nullable=False),
    CheckConstraint("kind IN ('bot', 'back', 'moved')", name="kind"),
)

SETTING = Table(
    "setting",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
