"""What asks whether anything was changed at all."""
