"""Kuhn poker, a test-only game written to the contract: three cards, one bet, hidden hands."""
