"""What the rules say of each name that no pattern took."""
