"""Runs a script on shapes and dtypes."""
