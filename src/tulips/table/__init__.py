"""A running table: seats, clocks, bots at work, the log, storage. Knows no HTTP."""
