"""Operators of 1.8.5 that a later Paddle lacks, in those that it has."""

from paddle_migrate.model.modern import arithmetic, images, loops, sequences, shapes

__all__ = ["arithmetic", "images", "loops", "sequences", "shapes"]
