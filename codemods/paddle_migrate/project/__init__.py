"""The project around a file: its modules, its files, and how they are read, migrated and kept."""
