"""What ``paddle.fluid`` of Paddle 2.0 to 2.4 had beyond 1.8.5's: libraries of those years ask for it."""
