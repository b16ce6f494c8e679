"""Notes, while a script runs under compat, where it makes layers in their old form and what it calls them with."""
