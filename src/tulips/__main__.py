"""`python -m tulips`: the command where its folder is not on the path."""

import sys

from tulips.cli import main

sys.exit(main())
