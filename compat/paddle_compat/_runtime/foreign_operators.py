"""Operators that a library built for Paddle 1: no other Paddle can load them.

A package that loads them when it is imported may do much without them, so it is told and goes on; whatever calls one of
them raises there, as it does for any operator that nobody has.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from paddle.base.framework import OpProtoHolder as Paddles

from . import era
from .gone import Gone
from .warn import user_frame, warn_once

_wanted: list[str] = []


class Loader(Gone):
    """``load_op_library``: raises ``GoneError``; where a package is being imported, it warns instead."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        frame, _ = user_frame()
        if frame.f_code.co_name != "<module>" or not era.is_in_a_package(frame.f_code.co_filename):
            super().__call__()
        (library,) = (*args, *kwargs.values())
        warn_once(f"{library} holds operators that were built for 1.x, which no other Paddle can load: what calls one "
                  "of these will fail, the rest of the package may do without.")
        _wanted.append(library)


class OpProtoHolder:
    """What Paddle knows of operators; of one that may have been in such a library, that it has no description."""

    @classmethod
    def instance(cls) -> Any:
        return cls()

    def __getattr__(self, name: str) -> Any:
        return getattr(Paddles.instance(), name)

    def get_op_proto(self, type: str) -> Any:
        if _wanted and not self.has_op_proto(type):
            return SimpleNamespace(type=type, comment="", inputs=[], outputs=[], attrs=[])
        return Paddles.instance().get_op_proto(type)
