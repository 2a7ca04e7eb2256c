"""Named opponents: what a bot is, and the worker processes in which they think."""
