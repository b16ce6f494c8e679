"""``paddle.fluid.wrapped_decorator``: 1.8.5's own decorators, which scripts borrowed."""

from __future__ import annotations

from contextlib import contextmanager

__all__ = ["signature_safe_contextmanager"]

signature_safe_contextmanager = contextmanager
