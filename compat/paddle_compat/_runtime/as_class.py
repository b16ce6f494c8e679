"""Rules that are functions where 1.8.5 had a class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def made_by_class(*today: type) -> Callable[[Any], Any]:
    """Put a class in the place of a function that makes an instance of one of ``today``'s classes.

    A call gives what the function gives, which counts as an instance; what derives from the class has such a one inside
    and is called in its place. The codemod passes over this decorator.
    """

    def replace(make: Any) -> Any:
        class Kind(type):
            def __instancecheck__(cls, thing: Any) -> bool:
                return type.__instancecheck__(cls, thing) or (cls is made and isinstance(thing, today))

        def __new__(cls: type, *args: Any, **kwargs: Any) -> Any:
            return make(*args, **kwargs) if cls is made else object.__new__(cls)

        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            self._inner = make(*args, **kwargs)

        def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
            return self._inner(*args, **kwargs)

        # what today's initializers are called by
        def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
            return self._inner.forward(*args, **kwargs)

        signature = inspect.signature(make)
        own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        __init__.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[own, *signature.parameters.values()])
        body = {"__new__": __new__, "__init__": __init__, "__call__": __call__, "forward": forward,
                "__doc__": make.__doc__, "__module__": make.__module__, "__signature__": signature}
        made: Any = Kind(make.__name__, (today[0].__mro__[1],), {**body, **vars(make)})
        return made

    return replace
