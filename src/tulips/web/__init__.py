"""The HTTP and websocket front of the table, and the built page."""
