"""Alembic runs this for every migration; the connection and its transaction come from `migrating.py`."""

from alembic import context

from perron.server.store.migrating import VERSION_TABLE

connection = context.config.attributes["connection"]
context.configure(connection=connection, version_table=VERSION_TABLE, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
