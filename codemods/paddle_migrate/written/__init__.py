"""Functions and classes that are copied into migrated scripts. Real Python, for the oldest Python of the target; the
tool reads the files and imports none of them."""
