"""Rewrite PaddlePaddle 1.x (`paddle.fluid`) code into today's Paddle."""
