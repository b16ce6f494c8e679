"""Where 1.8.5's random numbers take the place of today's: on the CPU, where a script has given a seed.

1.8.5 seeds every random operation anew, so the seed alone decides what it draws. In dygraph mode the seed is

- of an initializer, ``dropout`` and ``shuffle_batch``: their own ``seed=``, else ``random_seed`` of the main program;
- of every other operation: its own ``seed=`` only.

``random_seed`` of the startup program counts in static mode only, and what was set outside ``dygraph.guard`` does not
count inside it, because the guard makes new programs. Without a seed the numbers are Paddle's own. On a GPU 1.8.5 drew
other numbers, from Thrust and cuRAND, which are not replayed. ``PADDLE_COMPAT_RNG=native`` turns replay off.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

from ..._static.programs import default_main_program
from ..warn import warn_once

T = TypeVar("T", bound=Callable[..., Any])


def turned_on() -> bool:
    """Whether replay is wanted and possible: not ``PADDLE_COMPAT_RNG=native``, and not in static mode."""
    return os.environ.get("PADDLE_COMPAT_RNG") != "native" and bool(paddle.in_dynamic_mode())


def program_seed() -> int:
    """``default_main_program().random_seed``; 0 is none."""
    return int(default_main_program().random_seed)


def on_cpu(what: str, place: Any = None) -> bool:
    """Whether ``place``, by default where Paddle makes new tensors, is the CPU; says so once if it is not."""
    if "cpu" in (paddle.get_device() if place is None else str(place)):
        return True
    warn_once(f"{what} is seeded, but 1.8.5's random numbers are replayed on the CPU only: these are Paddle's own.")
    return False


def replayed(stand_in: Callable[..., Any]) -> Callable[[T], T]:
    """Let ``stand_in``, called with the same arguments, answer first; ``NotImplemented`` leaves it to the rule.

    The codemod passes over this decorator: migrated code draws Paddle's own numbers.
    """

    def mark(rule: T) -> T:
        @functools.wraps(rule)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = stand_in(*args, **kwargs) if turned_on() else NotImplemented
            return rule(*args, **kwargs) if result is NotImplemented else result

        return cast(T, call)

    return mark


def tensor(values: Any, dtype: Any = None) -> Any:
    """``values`` as a tensor on the CPU."""
    return paddle.to_tensor(values, dtype=dtype, place=paddle.CPUPlace())
