"""What alembic runs: the steps, on the connection that it was given."""

from __future__ import annotations

from alembic import context

from nescio.workbench.store.migrating import VERSION_TABLE

connection = context.config.attributes["connection"]
context.configure(connection=connection, version_table=VERSION_TABLE, transactional_ddl=False)
context.run_migrations()
