"""The words that compat's bodies are written with, where running them like other functions would tell nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from paddle_migrate.interpreter.dtypes import dtype_of
from paddle_migrate.interpreter.knows.arguments import sizes
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.shapes import is_lengthened
from paddle_migrate.interpreter.values import UNKNOWN, Array, External, Instance, Native
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.rule import PACKAGE

Result = Callable[[list[Any], Any], Any]  # given the arguments and the result


def _with_dimension(args: list[Any], result: Any) -> Any:
    if isinstance(result, Array) and result.shape == ():
        return Array((1,), result.dtype, result.kind)
    return result


def _in_first_dtype(args: list[Any], result: Any) -> Any:
    first = args[0] if args else UNKNOWN
    if isinstance(result, Array):
        return Array(result.shape, first.dtype if isinstance(first, Array) else "", result.kind)
    return result


def _in_first_shape(args: list[Any], result: Any) -> Any:
    """Of a first tensor that a longer one meets; of tensors that are not known the shape is not."""
    first, second = args[0] if args else UNKNOWN, args[1] if len(args) > 1 else UNKNOWN
    if not isinstance(result, Array) or not isinstance(first, Array) or not isinstance(second, Array):
        return result
    return Array(first.shape, result.dtype, result.kind) if is_lengthened(first.shape, second.shape) else result


_RESULTS: dict[Word, Result] = {
    Word.FIRST_ALONE: _in_first_shape,
    Word.VECTOR_RESULT: _with_dimension,
    Word.MAYBE_VECTOR_RESULT: _with_dimension,
    Word.SAME_DTYPE: _in_first_dtype,
}


def results(marks: Iterable[Word]) -> list[Result]:
    """What decorators of compat's do with a result, given from the outermost on; the innermost comes first."""
    return [_RESULTS[word] for word in reversed(list(marks)) if word in _RESULTS]


def _activate(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    """One that only the run of the script tells keeps shapes, as all of them do."""
    out, act = args
    if isinstance(act, str):
        return machine.call(External(f"{PACKAGE}.fluid.layers.{act}"), [out], {}, None)
    return out


def _with_activation(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    layer, act = args
    if isinstance(layer, Instance) and isinstance(act, str):
        layer.after.append(Native(lambda machine, args, keywords, site: _activate(machine, [args[2], act], {}, None)))


def _with_dtype(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    """Outside of programs, whose parameters are given another one by one."""
    layer, dtype = args
    machine.call(machine.attribute(layer, "to"), [], {"dtype": dtype}, None)


def _itself(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    return args[0]


def _nothing(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    return None


def _layered(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    """`layered(kind, make, inputs, shape, …)`: its result, in a program."""
    first = args[2][0] if len(args) > 3 and isinstance(args[2], tuple) and args[2] else UNKNOWN
    own = first.dtype if isinstance(first, Array) else ""
    return Array(sizes(args[3]) if len(args) > 3 else None, dtype_of(keywords.get("dtype"), own), "tensor")


def _either(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
    return UNKNOWN


_WORDS: dict[Word, Native] = {
    Word.ACTIVATE: Native(_activate),
    Word.DIFFERS_IF_GIVEN: Native(_nothing),
    Word.IN_TRAIN_MODE: Native(_either),
    Word.KNOWN: Native(_itself),
    Word.LAYERED: Native(_layered),
    Word.RUNTIME_ONLY: Native(_nothing),
    Word.WITH_ACTIVATION: Native(_with_activation),
    Word.WITH_DTYPE: Native(_with_dtype),
}


def word(name: str) -> Native | None:
    """What a full name of compat stands for that is a word."""
    found = Word.of(name)
    return None if found is None else _WORDS.get(found)
