"""What is to become of a script, and how it is written."""
