"""Alembic's way in: `storage.migrate` hands it a connection."""

from alembic import context

from tulips.table.database.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
