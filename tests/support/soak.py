"""How long each of the tests here goes on."""

import os

SECONDS = float(os.environ.get("TULIPS_SOAK_SECONDS", "60"))
