"""Layers whose parameters have the names that Paddle 1 gave them: `fc_0.w_0`, counted by kinds, or `name.w_0`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import paddle


def named(known_as: str, make: Any, *args: Any, **kwargs: Any) -> Any:
    """What a layer's class, or a function that makes layers, gives: the parameters are ``known_as.w_0`` and so on."""
    generate, layers = paddle.base.unique_name.generator, ["layer", "linear"]  # those that functions make

    def name(key: str) -> Any:
        layers.append(key) if len(layers) == 2 else None
        return known_as if key in layers else generate(key)

    with paddle.utils.unique_name.guard(name):
        return make(*args, **kwargs)


def named_last(count: Callable[[], str], make: Any, *args: Any, **kwargs: Any) -> Any:
    """The same, named when the layers in the arguments are made."""
    return named(count(), make, *args, **kwargs)


def counted(kind: str) -> str:
    """The name that Paddle 1 gave the next layer of this kind that has none."""
    return paddle.utils.unique_name.generate(f"{kind} ").replace(" ", "")  # today's operators count themselves, too


def kind_of_convolution(kind: str, channels: int, filters: int, groups: int | None, use_cudnn: bool) -> str:
    """What Paddle 1 counted a convolution as."""
    own = filters % channels == 0 if kind == "conv2d" else filters == channels
    return f"depthwise_{kind}" if channels == groups and own and not use_cudnn else kind


@contextlib.contextmanager
def names_afresh(new_generator: Any = None) -> Iterator[None]:
    """Count the names of layers anew in the block, also those of Paddle 3's functions that make parameters."""
    program, is_new = paddle.base.framework.default_main_program(), not hasattr(paddle.static.Program, "to_string")
    before = program._name_generator
    with paddle.utils.unique_name.guard(new_generator):
        program._name_generator = paddle.base.unique_name.generator if is_new else before
        try:
            yield
        finally:
            program._name_generator = before


def names_switched(*counting: Any) -> Any:
    """Count the names of layers so from now on, also those of Paddle 3's functions; how they were counted before."""
    before = paddle.utils.unique_name.switch(*counting)
    if not hasattr(paddle.static.Program, "to_string"):  # whose functions ask a program of their own
        paddle.base.framework.default_main_program()._name_generator = paddle.base.unique_name.generator
    return before
