"""Bringing a database's schema up to date, with Alembic."""

from pathlib import Path

import sqlalchemy as sa

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 1637
"""The lock under which one of several processes migrates a PostgreSQL while the others wait."""


class Newer(Exception):
    """The database has seen a step that is not known here."""


def steps() -> list[str]:
    """The steps there are, in order; they are files named after their numbers."""
    return sorted(step.name[1:5] for step in (MIGRATIONS / "versions").glob("v*.py"))


def newest() -> str:
    """The last step there is."""
    return steps()[-1]


def migrate(engine: sa.Engine) -> None:
    """Carry out the steps that the database has not seen yet; `Newer` if it has seen others."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        seen, known = _seen(connection), steps()
        if seen is not None and seen not in known:
            raise Newer(f"its schema is {seen}, and {known[-1]} is the newest that is known here")
        if seen != known[-1]:  # Alembic takes longer to load than all the rest of the server
            upgrade(connection)


def _seen(connection: sa.Connection) -> str | None:
    """The last step that the database has seen."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Carry out the steps up to one of them, or all."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
