"""Many files through the tool: found, migrated on all cores, remembered, written elsewhere."""
