"""What is kept in the database: tables, their events, what was said, who may sit where, and reviews."""

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # one more with each change, so that two writers can't undo each other
    sa.Column("state", sa.Text, nullable=False),  # a `TableState` in JSON
    sa.Index("tables_by_phase", "phase", "listed", "created"),
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),  # whose move, or who took moves back
    sa.Column("move", sa.Integer),  # null where moves were taken back
    sa.Column("undone", sa.Integer),  # how many moves were taken back
    sa.Column("message", sa.String(64), nullable=False),  # the sender's own name for it: a repeat is the same event
    sa.Column("player", sa.String(8), nullable=False),  # "human", "bot" or "clock"
    sa.Column("made", sa.Float, nullable=False),
    sa.UniqueConstraint("match", "message", name="events_by_message"),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer),  # null for a spectator, -1 for the host without a seat
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("said", sa.Float, nullable=False),
    sa.Column("message", sa.String(80)),  # the sender's own name for it: a repeat is the same line
    sa.Index("chat_by_message", "match", "message", unique=True),
)

LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),  # of the secret in the link; the secret itself is nowhere
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),  # -1 where the role has none
)

GRANTS = sa.Table(
    "grants",
    METADATA,
    sa.Column("holder", sa.String(64), primary_key=True),  # the digest of a browser's cookie
    sa.Column("match", sa.String(32), primary_key=True, index=True),
    sa.Column("role", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
)

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),  # of what is kept: one that this server does not know is made anew
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("review", sa.Text, nullable=False),  # a `Reviewed` in JSON
)
