"""What takes whole patterns of a script: each asks the text and the facts, and nothing of the others."""
