"""The server: live pages, forms that work without scripts, and the same answers as JSON."""
