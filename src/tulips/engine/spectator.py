"""Someone who only watches."""

SPECTATOR = -1
"""The seat number that stands for them."""
