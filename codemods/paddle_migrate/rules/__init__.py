"""What compat says: its rules read, and what a call of one means today."""
