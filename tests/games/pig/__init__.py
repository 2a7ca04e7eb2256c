"""Pig, a test-only game written to the contract: race to 100 with one die of six."""
