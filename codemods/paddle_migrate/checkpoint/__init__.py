"""Checkpoints of old scripts, for the migrated ones: `paddle-migrate checkpoint`."""
