"""Partners, a test-only game written to the contract: secret cards on two heaps, two sides."""
