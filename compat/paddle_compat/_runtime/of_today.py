"""Classes of which today's layers are instances, too: from 2.0 to 2.4 fluid's were the very same."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any

TODAY: dict[type, type] = {}


class OfToday(ABCMeta):
    """Lets ``isinstance`` and ``issubclass`` of a class in :data:`TODAY` go by today's class.

    It is an ``ABCMeta`` so that programs may derive from a layer and an abstract class. Without the latter, a method
    marked as abstract forbids nothing, as ever.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **kwargs: Any) -> Any:
        made: Any = super().__new__(cls, name, bases, body, **kwargs)
        if not made.is_abstract_kind():
            made.__abstractmethods__ = frozenset()
        return made

    def is_abstract_kind(cls) -> bool:
        """Whether it derives from a class that is abstract by its author's will."""
        return any(isinstance(each, ABCMeta) and not isinstance(each, OfToday) for each in cls.__mro__)

    def __instancecheck__(cls, thing: Any) -> bool:
        return cls.__subclasscheck__(type(thing)) or type.__instancecheck__(cls, thing)

    def __subclasscheck__(cls, other: type) -> bool:
        if cls.is_abstract_kind():
            return super().__subclasscheck__(other)
        return type.__subclasscheck__(cls, other) or (cls in TODAY and type.__subclasscheck__(TODAY[cls], other))
