"""The operators of 1.8.5's programs: what each does today, and which of them our recorded calls are."""
