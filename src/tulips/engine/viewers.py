"""Those who look on without a seat."""

SPECTATOR = -1
"""The seat number that stands for someone who only watches, and knows what all know."""

ALL_SEEING = -2
"""The seat number that stands for someone who looks at a finished match and may see everything."""
