"""A line of the chat has its sender's own name for it, so that one sent twice is said once."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; lines from before have none."""
    op.add_column("chat", sa.Column("message", sa.String(80)))
    op.create_index("chat_by_message", "chat", ["match", "message"], unique=True)
