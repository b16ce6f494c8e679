"""What the bodies under ``paddle_compat.fluid`` are written with; ``compat/RULES.md`` says how each one reads."""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, cast

import paddle

T = TypeVar("T", bound=Callable[..., Any])

# A condition that a body may ask: the codemod answers it with the Paddle that the migrated script is for.
PADDLE_3 = int(paddle.__version__.split(".")[0]) >= 3

_warned: set[str] = set()


def dropped(**reasons: str) -> Callable[[T], T]:
    """Say of each legacy parameter that the body does not use why today's Paddle has no need of it."""

    def mark(rule: T) -> T:
        rule.__dropped__ = reasons  # type: ignore[attr-defined]
        return rule

    return mark


def differs(words: str) -> Callable[[T], T]:
    """Say how the inlined form's numbers part from 1.8.5's, where only the body here can keep them."""

    def mark(rule: T) -> T:
        rule.__differs__ = words  # type: ignore[attr-defined]
        return rule

    return mark


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
        @functools.wraps(function)
        def cast_back(*args: Any, **kwargs: Any) -> Any:
            result, first = function(*args, **kwargs), args[0] if args else next(iter(kwargs.values()))
            return result if result.dtype == first.dtype else result.astype(first.dtype)

        return cast(T, cast_back)

    return mark


class GoneError(AttributeError):
    """A fluid name was used that has no equivalent today; the text says why and what to do."""


class Gone:
    """Stands where a fluid name was; any use of it raises :class:`GoneError`."""

    def __init__(self, name: str, why: str, do: str) -> None:
        self._words = f"{name} is gone: {why}. {do}"

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise GoneError(self._words)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise GoneError(self._words)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> NoReturn:
        raise GoneError(self._words)


def gone(name: str, *, why: str, do: str) -> Any:
    """A fluid name without an equivalent: using it raises these words."""
    return Gone(name, why, do)


def activate(out: Any, act: str | None) -> Any:
    """Apply the activation that a legacy function's ``act=`` names; ``None`` is the identity."""
    return out if act is None else activation(act)(out)


def activation(act: str) -> Callable[[Any], Any]:
    """The function of that name in ``fluid.layers``, with its 1.8.5 defaults.

    Raises ``ValueError`` for a name that is no such function (1.8.5: ``AttributeError`` at the first call).
    """
    from .fluid import layers

    function = getattr(layers, act, None)
    if not callable(function):
        raise ValueError(f"unknown activation act={act!r}")
    return function


def with_activation(layer: Any, act: str | None) -> None:
    """Follow a layer's call by an activation, as ``act=`` did; the layer's parameters keep their names."""
    layer._act = act
    if act is not None:
        activation(act)
        layer.register_forward_post_hook(lambda layer, inputs, out: activate(out, layer._act))


def with_dtype(layer: Any, dtype: str) -> None:
    """Give a layer's parameters the ``dtype`` that its legacy constructor took; today's float32 stays as it is."""
    if dtype != "float32":
        layer.to(dtype=dtype)


class _Mode:
    train = True


def set_train_mode(train: bool) -> bool:
    """Set what 1.8.5's ``Layer.train()`` and ``Layer.eval()`` set for the whole program; returns what it was."""
    before, _Mode.train = _Mode.train, train
    return before


def trains() -> bool:
    """Whether the last of ``Layer.train()`` and ``Layer.eval()``, of any layer, was ``train()``."""
    return _Mode.train


def in_train_mode() -> bool:
    """Whether functions such as ``layers.dropout`` train: after ``train()``, not ``eval()``, and not in ``no_grad``."""
    return _Mode.train and bool(paddle.is_grad_enabled())


def warn_once(message: str) -> None:
    """Warn at the line of the user's own code that led here, once per message and process."""
    if message in _warned:
        return
    _warned.add(message)
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in ("paddle_compat", "paddle", "contextlib")
