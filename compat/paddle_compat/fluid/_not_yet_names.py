"""The public names of 1.8.5 that are not there yet; tests/compat/test_surface.py writes this file."""

NAMES: dict[str, str] = {
}
