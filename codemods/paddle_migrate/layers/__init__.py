"""Functions that build a part of a network become classes of layers: what they make once, and what they compute."""
