"""What previews foretell, where a test can't know of itself what will have come about; see `tests/support/foretold.py`."""

FREE = {"preview": "whether nobody lays as much is not known before all have chosen"}
