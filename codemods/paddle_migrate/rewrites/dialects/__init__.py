"""What a script of another year meant is made 1.8's first."""
