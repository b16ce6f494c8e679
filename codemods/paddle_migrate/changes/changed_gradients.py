"""What decay and clips do to the gradients that a program computes, once a step has used them."""

from __future__ import annotations

import re

from paddle_migrate.rules.parameters import CHANGES_GRADIENTS
from paddle_migrate.script import Script

CHANGED = (
    "1.8.5 gave a parameter's gradient with the weight decay (compiled, without it) and not clipped; Paddle 2.6 gives "
    "it with the decay and clipped, Paddle 3 without both"
)


def changes_gradients(script: Script) -> bool:
    """Whether a regularizer or a clip stands in a file of the program."""
    here = any(re.search(CHANGES_GRADIENTS, reference.short) for reference in script.references)
    return here or (script.others is not None and bool(script.others.find(CHANGES_GRADIENTS)))
