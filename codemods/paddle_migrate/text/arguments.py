"""The arguments of a call."""

from __future__ import annotations

import libcst as cst


def argument(call: cst.Call, position: int, name: str) -> cst.BaseExpression | None:
    """What the call passes for a parameter; None when it passes nothing, or where a star hides what it passes."""
    for i, arg in enumerate(call.args):
        if arg.star:
            position = -1  # it may stand for any number of them
        elif (arg.keyword and arg.keyword.value == name) or (not arg.keyword and i == position):
            return arg.value
    return None
