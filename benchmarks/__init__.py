"""Measurements: every figure of ours beside a peer's, taken in turns in the same run."""
