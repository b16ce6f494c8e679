"""What is known of a legacy API, for `paddle-migrate explain` and the API matrix."""
