"""What follows from what the patterns took."""
