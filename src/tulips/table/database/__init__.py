"""The database of a server: its schema, what is read and written, and whether all is well with it."""
