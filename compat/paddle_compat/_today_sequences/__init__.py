"""Sequences in today's own programs, which have no LoD: all rows one below the other, and the lengths beside them.

A program remembers which of its variables are rows of sequences, and their lengths; whatever is made of such rows, row
by row, is found by going back to them. Nothing here is run: the codemods write these functions into scripts.
"""

from __future__ import annotations

from . import boxes, chunks, ctc, fields, moved, pooling, proposals, random_fields, recurrent, steps
from .boxes import *  # noqa: F403
from .chunks import *  # noqa: F403
from .ctc import *  # noqa: F403
from .fields import *  # noqa: F403
from .moved import *  # noqa: F403
from .pooling import *  # noqa: F403
from .proposals import *  # noqa: F403
from .random_fields import *  # noqa: F403
from .recurrent import *  # noqa: F403
from .steps import *  # noqa: F403

__all__ = [
    *boxes.__all__, *chunks.__all__, *ctc.__all__, *fields.__all__, *moved.__all__, *pooling.__all__,
    *proposals.__all__, *random_fields.__all__, *recurrent.__all__, *steps.__all__,
]
