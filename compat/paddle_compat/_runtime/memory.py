"""Memory that a step has freed stays with the process, as under 1.8.5.

Paddle 2 and 3 free large tensors to the C library, which hands their pages back to the system, and the next step pays
for every page again: three quarters of a training step of word vectors. ``MALLOC_TRIM_THRESHOLD_`` and the other
variables of glibc's ``mallopt(3)`` keep their say where they are set.
"""

from __future__ import annotations

import ctypes
import os

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_MOST = 1 << 30  # bytes that are kept, of one block and free at the end of the heap
_OLD_MOST = 32 << 20  # of one block, for a glibc that takes no more
_VARIABLES = ("GLIBC_TUNABLES", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TOP_PAD_")


def keep_freed_memory() -> None:
    """Ask glibc to; other C libraries and allocators go on as they do."""
    if any(name in os.environ for name in _VARIABLES):
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):  # Windows has no such library, others no such function
        return
    mallopt(_M_TRIM_THRESHOLD, _MOST)
    if not mallopt(_M_MMAP_THRESHOLD, _MOST):
        mallopt(_M_MMAP_THRESHOLD, _OLD_MOST)
