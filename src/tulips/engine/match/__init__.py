"""Playing: one match with its log and its record file, or many at once without a Python loop."""
