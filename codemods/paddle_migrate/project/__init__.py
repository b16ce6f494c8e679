"""The project around a file: its modules, what they hand on to one another, and how files are read and written."""
