"""The words that the bodies under ``paddle_compat.fluid`` are written with; ``compat/RULES.md`` says how each reads.

The codemod reads these. Decorators that it passes over come from ``_runtime``.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ._runtime import era
from ._runtime.compared import first_alone
from ._runtime.families import families
from ._runtime.gone import Gone
from ._runtime.gradients import without_gradient
from ._runtime.layer_arguments import activate, with_activation, with_dtype
from ._runtime.mode import in_train_mode
from ._runtime.rows import of_sequences
from ._runtime.version import PADDLE_3
from ._static.layered import layered
from ._static.sizes import sized

__all__ = [
    "PADDLE_3",
    "activate",
    "at_run_time",
    "called_with",
    "differs",
    "differs_if_given",
    "differs_much",
    "dropped",
    "dynamic_only",
    "families",
    "first_alone",
    "gone",
    "helper",
    "in_train_mode",
    "known",
    "layered",
    "left_out",
    "maybe_vector_result",
    "of_sequences",
    "runtime_only",
    "same_dtype",
    "sized",
    "vector_result",
    "with_activation",
    "with_arguments",
    "with_dtype",
    "without_gradient",
]

T = TypeVar("T", bound=Callable[..., Any])


def dropped(**reasons: str) -> Callable[[T], T]:
    """Say of each legacy parameter that the body does not use why today's Paddle has no need of it."""

    def mark(rule: T) -> T:
        rule.__dropped__ = reasons  # type: ignore[attr-defined]
        return rule

    return mark


def differs(words: str, where: str = "") -> Callable[[T], T]:
    """Say how the inlined form's numbers part from 1.8.5's, where only the body here can keep them.

    ``where``: an expression of parameters, None where they are not given, and of ``target``; true where they do.
    """

    def mark(rule: T) -> T:
        rule.__differs__ = words  # type: ignore[attr-defined]
        return rule

    return mark


def differs_much(words: str, where: str = "") -> Callable[[T], T]:
    """As ``differs``, by more than rounding: a person has to decide."""
    return differs(words, where)


def called_with(prepare: Callable[..., Any]) -> Callable[[T], T]:
    """Say what a layer of 1.6's form did with the input of each call: ``prepare(input, **some of its arguments)``."""

    def mark(rule: T) -> T:
        rule.__called_with__ = prepare  # type: ignore[attr-defined]
        return rule

    return mark


def helper(function: T) -> T:
    """Mark a function that the codemod copies into the migrated script instead of inlining it."""
    function.__helper__ = True  # type: ignore[attr-defined]
    return function


def known(condition: bool) -> bool:
    """``condition``; the codemod takes it for false where the script does not tell.

    For an ``if`` that what follows does not depend on: it is a shorter form, or refuses what 1.8.5 refused too.
    """
    return condition


def runtime_only(**arguments: Any) -> None:
    """Name the parameters that work here but that today's call has no argument for: not to be inlined when given."""


def differs_if_given(words: str, **arguments: Any) -> None:
    """Say how the inlined form's numbers part from 1.8.5's where one of these arguments is given."""


def left_out(*arguments: Any) -> bool:
    """Whether none of these is given. The other branch has to serve ``None`` too: the codemod takes it for whatever is
    written in the call."""
    return all(argument is None for argument in arguments)


def dynamic_only(words: str, *parameters: str) -> Callable[[T], T]:
    """Say why today's form is none for programs: always, or where one of these parameters is given."""

    def mark(rule: T) -> T:
        rule.__dynamic_only__ = (words, *parameters)  # type: ignore[attr-defined]
        return rule

    return mark


def at_run_time(wrap: Callable[..., Any], layer: Any, *more: Any) -> Any:
    """``wrap(layer, *more)``; the codemod takes it for ``layer``, which is all that today's Paddle needs."""
    return wrap(layer, *more)


def with_arguments(layer: Any, **arguments: Any) -> Any:
    """``layer``; the codemod gives today's class these arguments, too, for which something else stands here."""
    return layer


def vector_result(function: T) -> T:
    """Give a 0-D result, of a function or of a layer, the shape [1] that full reductions had in 1.8.5."""
    if isinstance(function, type):
        function.forward = vector_result(function.forward)  # type: ignore[attr-defined]
        return function

    @functools.wraps(function)
    def reshaped(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        return result if result.ndim else result.unsqueeze(0)

    return cast(T, reshaped)


# Marks a vector_result whose inputs decide whether it has a dimension: of two vectors none, of matrices two.
maybe_vector_result = vector_result


def same_dtype(words: str) -> Callable[[T], T]:
    """Give the result the dtype of the first argument, as in 1.8.5; ``words`` say what it is today."""

    def mark(function: T) -> T:
        name = next(iter(inspect.signature(function).parameters))

        @functools.wraps(function)
        def cast_back(*args: Any, **kwargs: Any) -> Any:
            result, first = function(*args, **kwargs), args[0] if args else kwargs[name]
            if result.dtype == first.dtype:
                return result
            if str(result.dtype).endswith("int64") and era.is_of_2():
                era.say("sums of integers and of bools are int64")
                return result
            return result.astype(first.dtype)

        return cast(T, cast_back)

    return mark


def gone(name: str, *, why: str, do: str, here: Any = None) -> Any:
    """A fluid name without an equivalent: using it raises these words, unless ``here`` stands for it at run time.

    A kind of ``Gone`` says the words itself.
    """
    if isinstance(here, type) and issubclass(here, Gone):
        return here(name, why, do)
    return Gone(name, why, do) if here is None else here
