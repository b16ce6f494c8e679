"""What is left then: names that nobody took, commented-out code."""
