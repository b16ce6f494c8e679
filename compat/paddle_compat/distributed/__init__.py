"""What ``paddle.distributed`` had in 1.8.5 and has no longer."""
