"""Whether the machine has what old scripts need: `paddle-migrate doctor`."""
