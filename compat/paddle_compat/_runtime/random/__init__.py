"""1.8.5's random numbers, where a seed makes them known."""
