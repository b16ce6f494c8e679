"""What tensors of dynamic mode did in Paddle 1, and what feeds networks with batches of samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import paddle


def with_name(tensor: Any, name: str) -> Any:
    """The tensor, which has the name from here on."""
    tensor.name = name
    return tensor


def divided(x: Any, y: Any) -> Any:
    """x / y; of whole numbers in tensors cut off to whole ones, as Paddle 1 did."""
    tensors = [each for each in (x, y) if hasattr(each, "stop_gradient")]
    if not tensors or any("float" in str(each.dtype).lower() for each in tensors):
        return x / y
    wide = [each.astype("float64") if hasattr(each, "stop_gradient") else int(each) for each in (x, y)]
    return paddle.trunc(wide[0] / wide[1]).astype(tensors[0].dtype)


def floor_divided(x: Any, y: Any) -> Any:
    """x // y; of whole numbers in tensors towards zero, as Paddle 1 had it."""
    if not hasattr(x, "stop_gradient") or "int" not in str(x.dtype).lower():
        return x // y
    by = y if hasattr(y, "stop_gradient") else int(y)
    return (x - remainder(x, by)) // by


def remainder(x: Any, y: Any) -> Any:
    """x % y; of whole numbers in tensors with the sign of x, as Paddle 1 had it."""
    if not hasattr(x, "stop_gradient") or "int" not in str(x.dtype).lower():
        return x % y
    by = paddle.abs(y) if hasattr(y, "stop_gradient") else abs(int(y))
    return paddle.where(x < 0, -(-x % by), x % by)


def number_beside(number: Any, tensor: Any) -> Any:
    """A number as it meets what may be a tensor: beside whole ones cut off, as Paddle 1 did."""
    is_whole = hasattr(tensor, "stop_gradient") and "int" in str(tensor.dtype).lower()
    return int(number) if is_whole and isinstance(number, float) else number


def concat_vectors(input: Any, axis: Any = 0, name: Any = None) -> Any:
    """`paddle.concat` of tensors of which none is without a dimension, as there was none in Paddle 1."""
    return paddle.concat([paddle.atleast_1d(each) for each in input], axis)


class BatchFeeder:
    """Makes tensors of a batch of samples, by the names that `paddle.static.InputSpec` gives them."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        self.specs = list(feed_list)

    def feed(self, samples: Iterable[Any]) -> dict[str, Any]:
        return {spec.name: self.joined(spec, fields) for spec, fields in zip(self.specs, zip(*samples))}

    def joined(self, spec: Any, fields: Any) -> Any:
        """One tensor of the dtype, and of the shape where the numbers of dimensions differ."""
        array = np.array(fields, str(spec.dtype).rpartition(".")[2])
        return paddle.to_tensor(array if array.ndim == len(spec.shape) else array.reshape(spec.shape))


class SequenceBatchFeeder:
    """A BatchFeeder that gives the rows of `sequences` one below the other, and lengths under name + "_lengths"."""

    def __init__(self, feed_list: Iterable[Any], sequences: Iterable[str]) -> None:
        self.specs, self.sequences = list(feed_list), set(sequences)

    def feed(self, samples: Iterable[Any]) -> dict[str, Any]:
        found = {}
        for spec, fields in zip(self.specs, zip(*samples)):
            dtype = str(spec.dtype).rpartition(".")[2]
            if spec.name in self.sequences:
                found[f"{spec.name}_lengths"] = paddle.to_tensor([len(each) for each in fields], "int64")
                array = np.concatenate([np.reshape(np.array(each, dtype), [len(each), *spec.shape[1:]])
                                        for each in fields])
            else:
                array = np.array(fields, dtype)
                array = array if array.ndim == len(spec.shape) else array.reshape(spec.shape)
            found[spec.name] = paddle.to_tensor(array)
        return found


def meet_first(variable: Any, other: Any, is_first: bool = False) -> Any:
    """The variable with as many dimensions as another, or that number: where the first size of the second one was not
    known, Paddle 1 had the first dimensions of both meet."""
    count = other if isinstance(other, int) else len(other.shape)
    behind, second = list(range(len(variable.shape), count)), other if is_first else variable
    is_known = not isinstance(second, int) and second.shape[0] != -1
    return paddle.unsqueeze(variable, behind) if behind and not is_known else variable


def part_of(whole: Any, index: Any) -> Any:
    """What a list, a table or the like holds, or a copy of a part of a tensor, which shares its memory today."""
    part = whole[index]
    return part.clone() if isinstance(whole, paddle.Tensor) else part


def copied(value: Any) -> Any:
    """A tensor's or a variable's copy; anything else itself, such as an array."""
    return value.clone() if type(value).__module__.partition(".")[0] == "paddle" else value
