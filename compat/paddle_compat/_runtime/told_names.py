"""Names that scripts give to tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

T = TypeVar("T", bound=Callable[..., Any])


def named_as_told(rule: T) -> T:
    """Give what a rule makes of its first argument the ``name`` that is its second. The codemod passes over this."""

    @functools.wraps(rule)
    def named(value: Any, name: str | None = None, *args: Any, **kwargs: Any) -> Any:
        made = rule(value, name, *args, **kwargs)
        if name and made is not value:
            made.name = name
        return made

    return cast(T, named)
