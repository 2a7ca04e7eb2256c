"""The server, asked over real HTTP."""
