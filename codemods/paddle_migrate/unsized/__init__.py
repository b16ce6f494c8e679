"""The sizes that layers of the 1.5 and 1.6 dialects found out at their first forward: read off the script."""
