"""Bringing a database's schema up to date, with Alembic."""

from pathlib import Path

import sqlalchemy as sa

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 1637
"""The lock under which one of several processes migrates a PostgreSQL while the others wait."""


def migrate(engine: sa.Engine) -> None:
    """Carry out the steps that the database has not seen yet."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
