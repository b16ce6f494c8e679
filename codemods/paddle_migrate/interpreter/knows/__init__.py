"""What the interpreter knows of Python, NumPy, images, readers, compat's own bodies and today's Paddle."""
