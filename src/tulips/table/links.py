"""Secrets of links and cookies: given out once, kept only as digests."""

import hashlib
import secrets

SECRET_BYTES = 24
"""192 bits: nobody guesses one."""

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
LONGEST_ID = 32


def fresh_secret() -> str:
    """A new secret for a link or a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """What is kept of a secret. It has too many bits to be found by trying, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_id(text: str) -> bool:
    """Whether that could be a table's name."""
    return 0 < len(text) <= LONGEST_ID and text.isascii() and text.isalnum()


def fresh_id() -> str:
    """A new table's name: short, easy to read out, and no secret."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
