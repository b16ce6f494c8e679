"""``paddle.utils``: what 1.8.5 had there and today's Paddle has not."""
