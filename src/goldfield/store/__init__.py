"""The durable log of matches."""
