"""Data: `paddle.dataset`, `paddle.reader`, `paddle.batch` and the loaders; a reader is a function of a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.iteration import one_of
from paddle_migrate.interpreter.knows.arguments import nested_shape
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Native, Stream, Symbol

Args = list[Any]
Keywords = dict[str, Any]


def _reader(element: Any) -> Native:
    return Native(lambda machine, args, keywords, site: Stream(element))


def _samples(*shapes: tuple[int, ...] | None) -> Callable[..., Any]:
    """A data set whose samples hold arrays of these shapes; None is a whole number."""

    def make(machine: Machine, args: Args, keywords: Keywords) -> Any:
        return _reader(tuple(Symbol() if shape is None else Array(shape) for shape in shapes))

    return make


def _element(machine: Machine, reader: Any) -> Any:
    return one_of(machine.call(reader, [], {}, None))


def _batch(machine: Machine, args: Args, keywords: Keywords) -> Any:
    reader = args[0] if args else keywords.get("reader", UNKNOWN)
    return _reader(Items([_element(machine, reader)], exact=False))


def _same(machine: Machine, args: Args, keywords: Keywords) -> Any:
    reader = args[0] if args else next(iter(keywords.values()), UNKNOWN)
    return _reader(_element(machine, reader))


def _mapped(machine: Machine, args: Args, keywords: Keywords) -> Any:
    function = args[0] if args else keywords.get("mapper", UNKNOWN)
    reader = args[1] if len(args) > 1 else keywords.get("reader", UNKNOWN)
    return _reader(machine.call(function, [_element(machine, reader)], {}, None))


def _multiple(machine: Machine, args: Args, keywords: Keywords) -> Any:
    readers = args[0] if args else UNKNOWN
    return _same(machine, [one_of(readers)], {})


def _loader(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Stream(UNKNOWN)


READERS: dict[str, Callable[..., Any]] = {
    "batch": _batch,
    "shuffle": _same,
    "buffered": _same,
    "cache": _same,
    "firstn": _same,
    "distributed_batch_reader": _same,
    "map_readers": _mapped,
    "xmap_readers": _mapped,
    "multiprocess_reader": _multiple,
    "from_generator": _loader,
    "PyReader": _loader,
    "dataset.mnist.train": _samples((784,), None),
    "dataset.mnist.test": _samples((784,), None),
    "dataset.cifar.train10": _samples((3072,), None),
    "dataset.cifar.test10": _samples((3072,), None),
    "dataset.cifar.train100": _samples((3072,), None),
    "dataset.cifar.test100": _samples((3072,), None),
    "dataset.flowers.train": _samples((3 * 224 * 224,), None),
    "dataset.flowers.test": _samples((3 * 224 * 224,), None),
    "dataset.flowers.valid": _samples((3 * 224 * 224,), None),
    "dataset.uci_housing.train": _samples((13,), (1,)),
    "dataset.uci_housing.test": _samples((13,), (1,)),
}


def _set_samples(machine: Machine, loader: Stream, args: Args, keywords: Keywords) -> Any:
    """A sample at a time: the loader makes the batches."""
    sample = _element(machine, args[0] if args else UNKNOWN)
    loader.element = _stacked(Items([sample], exact=False))
    return loader


def _set_lists(machine: Machine, loader: Stream, args: Args, keywords: Keywords) -> Any:
    loader.element = _stacked(_element(machine, args[0] if args else UNKNOWN))
    return loader


def _set_batches(machine: Machine, loader: Stream, args: Args, keywords: Keywords) -> Any:
    batch = _element(machine, args[0] if args else UNKNOWN)
    loader.element = batch if isinstance(batch, (tuple, Items)) else UNKNOWN
    return loader


def _stacked(samples: Any) -> Any:
    """The arrays that a list of samples becomes, one for each field."""
    sample = one_of(samples)
    fields = sample if isinstance(sample, tuple) else tuple(sample.values) if isinstance(sample, Items) else None
    if fields is None:
        return UNKNOWN
    shapes = [nested_shape(f) for f in fields]
    return tuple(Array(None if s is None else (Symbol(), *(s or (1,)))) for s in shapes)


LOADER_METHODS: dict[str, Callable[..., Any]] = {
    "set_sample_generator": _set_samples,
    "decorate_sample_generator": _set_samples,
    "set_sample_list_generator": _set_lists,
    "decorate_sample_list_generator": _set_lists,
    "set_batch_generator": _set_batches,
    "decorate_batch_generator": _set_batches,
}
