"""Alembic runs this: migrations on the connection that the store hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from goldfield.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
