"""What a script means: names, kinds, modes, and where values come from and go."""
