"""Inference models of 1.x and 2.x for another Paddle: `paddle-migrate model`."""
