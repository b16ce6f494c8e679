"""What builds a program, run as far as it is known, and written out as the statements that it comes to."""
