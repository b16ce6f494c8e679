"""``paddle.fluid.layers``: what static programs are fed."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, known
from ..._static import inputs, loading, readers
from ..._static.mode import of_programs, turn_on

__all__ = ["create_py_reader_by_data", "data", "double_buffer", "load", "py_reader", "read_file"]


@of_programs(inputs.unchecked_data)
@dropped(type="a variable that is fed holds a tensor")
def data(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
         type: Any = None, stop_gradient: bool = True) -> Any:
    """The variable ``name``, which each run is fed; ``shape`` is that of one sample unless ``append_batch_size`` is
    false or it has a -1 itself."""
    if not stop_gradient:
        raise NotImplementedError("stop_gradient=False: set it on what paddle.static.data returns")
    if not append_batch_size:
        return paddle.static.data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)
    if known(-1 in shape or None in shape):
        return paddle.static.data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)
    return paddle.static.data(name=name, shape=[-1, *shape], dtype=dtype, lod_level=lod_level)


@dropped(use_double_buffer="batches are read ahead either way")
def py_reader(capacity: int, shapes: Any, dtypes: Any, lod_levels: Any = None, name: str | None = None,
              use_double_buffer: bool = True) -> Any:
    """A reader of batches with fields of these shapes and dtypes, read up to ``capacity`` ahead.

    ``decorate_paddle_reader`` and its like say of what, ``start`` and ``reset`` when; ``read_file`` gives variables.
    """
    turn_on()
    levels = [0] * len(shapes) if lod_levels is None else lod_levels
    return readers.PyReader(capacity, readers.described(shapes, dtypes, levels), readers.reader_name(name))


@dropped(use_double_buffer="batches are read ahead either way")
def create_py_reader_by_data(capacity: int, feed_list: Any, name: str | None = None,
                             use_double_buffer: bool = True) -> Any:
    """A :func:`py_reader` with a field like each of the variables in ``feed_list``."""
    turn_on()
    if not isinstance(feed_list, list):
        raise TypeError(f"create_py_reader_by_data: feed_list is a list of variables, not {type(feed_list)}")
    return readers.PyReader(capacity, feed_list, readers.reader_name(name))


@dropped(place="the executor's is the place", name="a reader has its name already")
def double_buffer(reader: Any, place: Any = None, name: str | None = None) -> Any:
    """``reader`` itself, which reads ahead either way."""
    return reader


def read_file(reader: Any) -> Any:
    """The variables of the batch that each run takes from ``reader``: a list, or the only one."""
    return reader.read()


def load(out: Any, file_path: str, load_as_fp16: bool | None = None) -> None:
    """Have each run set ``out`` to what a file of ``io.save_vars`` holds; 1.8.5 meant to, and refused every call."""
    turn_on()
    loading.load(out, file_path, load_as_fp16)
