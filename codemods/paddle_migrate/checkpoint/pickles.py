"""Pickles of arrays, read and written without NumPy, and read without running anything that they name."""

from __future__ import annotations

import codecs
import io
import itertools
import math
import pickle
import struct
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from paddle_migrate.checkpoint.tensors import Tensor, tensor

_DTYPES = {"f2": "float16", "f4": "float32", "f8": "float64", "i1": "int8", "i2": "int16", "i4": "int32",
           "i8": "int64", "u1": "uint8", "b1": "bool"}
_CODES = {dtype: code for code, dtype in _DTYPES.items()}

_RANK = 64  # more dimensions no array has


class Refused(ValueError):
    """A pickle of something else than arrays; the words say of what."""


def load(data: bytes) -> Any:
    """What a pickle holds, arrays as `Tensor`.

    Nothing of it is executed: only arrays, numbers, strings and plain containers are built, and anything else in it
    raises `ValueError`, as a file that breaks off does.
    """
    try:
        return _plain(_Reader(io.BytesIO(data), encoding="latin1").load(), {})
    except Refused:
        raise
    except (pickle.UnpicklingError, EOFError, IndexError, KeyError, TypeError, AttributeError, AssertionError,
            struct.error, RecursionError, MemoryError, OverflowError, ValueError):
        if data[:1] == pickle.PROTO and data[-1:] != pickle.STOP:
            raise ValueError("the pickle of arrays breaks off: the file was not wholly written or copied") from None
        raise ValueError("not a .pdparams: the file is not a pickle of arrays") from None


def _list(count: int) -> Callable[[Any], None]:
    def read(reader: Any) -> None:
        at = len(reader.stack) - count
        reader.stack[at:] = [reader.stack[at:]]

    return read


def _build(reader: Any) -> None:
    state = reader.stack.pop()
    reader.stack[-1].__setstate__(state)


_UNREAD = {code[0] for code in (pickle.EMPTY_SET, pickle.FROZENSET, pickle.ADDITEMS, pickle.BYTEARRAY8,
                                pickle.NEXT_BUFFER, pickle.READONLY_BUFFER)}
_Python = pickle._Unpickler


class _Reader(_Python):
    """Python's own in Python: that in C makes room for as many bytes as a file claims to have.

    Tuples are read as lists, and there are no sets: what holds itself many times over would be walked for ever where it
    is a key, and lists can be none.
    """

    dispatch: ClassVar[Any] = {
        **{code: read for code, read in _Python.dispatch.items() if code not in _UNREAD},
        pickle.BUILD[0]: _build,
        pickle.EMPTY_TUPLE[0]: _list(0), pickle.TUPLE1[0]: _list(1), pickle.TUPLE2[0]: _list(2),
        pickle.TUPLE3[0]: _list(3), pickle.TUPLE[0]: _Python.dispatch[pickle.LIST[0]],
    }  # fmt: skip

    def find_class(self, module: str, name: str) -> Any:
        found = _ADMITTED.get((module.replace("numpy._core", "numpy.core"), name))
        if found is None:
            raise Refused(f"the file names {module}.{name}, which is neither an array nor a plain container; "
                             "it was not read any further and nothing of it was run")
        return found

    def persistent_load(self, pid: Any) -> NoReturn:
        raise Refused("the file refers to things outside it; nothing of it was run")


class _Dtype:
    def __init__(self, code: str, *_: Any) -> None:
        self.code, self.order = code, "|"

    def __setstate__(self, state: list[Any]) -> None:
        self.order = state[1]


class _Array:
    """An array on its way: the pickle makes it empty and gives it its state then."""

    def __init__(self, *_: Any) -> None:
        self.state: list[Any] = []

    def __setstate__(self, state: list[Any]) -> None:
        self.state = state

    def tensor(self) -> Tensor:
        _, shape, dtype, by_columns, data = self.state
        raw = data.encode("latin1") if isinstance(data, str) else data
        if not isinstance(raw, bytes) or not isinstance(shape, list) or len(shape) > _RANK:
            raise TypeError("an array has no bytes, or no shape")
        if not all(isinstance(size, int) and size >= 0 for size in shape):
            raise TypeError("an array has a shape that is not of numbers")
        if dtype.code not in _DTYPES or dtype.order == ">":
            kind = dtype.order + dtype.code
            raise Refused(f"the file holds an array of the type {kind}, which Paddle never saved")
        if len(raw) != math.prod(shape) * int(dtype.code[1:]):
            raise Refused(f"the file holds {len(raw)} bytes for an array {list(shape)} of {_DTYPES[dtype.code]}")
        return tensor(_DTYPES[dtype.code], tuple(shape), _by_rows(raw, shape) if by_columns else raw)


def _by_rows(data: bytes, shape: list[int]) -> bytes:
    """The elements of an array that lies by columns."""
    if not data:
        return data
    width = len(data) // max(1, math.prod(shape))
    steps = [width]
    for size in shape[:-1]:
        steps.append(steps[-1] * size)
    places = (sum(i * s for i, s in zip(at, steps, strict=True)) for at in itertools.product(*map(range, shape)))
    return b"".join(data[place : place + width] for place in places)


def _scalar(dtype: _Dtype, data: Any) -> Any:
    array = _Array()
    array.state = [1, [], dtype, False, data]
    return array


def _encode(text: str, encoding: str = "latin1") -> bytes:
    if encoding not in ("latin1", "latin-1"):
        raise TypeError("the file holds bytes in another encoding than Latin-1")
    return codecs.encode(text, "latin1")


def _no_bytes() -> bytes:
    """How protocol 2 writes empty bytes."""
    return b""


_ADMITTED: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): dict,
    ("numpy", "ndarray"): _Array,
    ("numpy", "dtype"): _Dtype,
    ("numpy.core.multiarray", "_reconstruct"): _Array,
    ("numpy.core.multiarray", "scalar"): _scalar,
    ("_codecs", "encode"): _encode,
    ("__builtin__", "bytes"): _no_bytes,
}


def _plain(value: Any, done: dict[int, Any]) -> Any:
    """`done`: by their ids; what many things hold is made once."""
    if id(value) in done:
        return done[id(value)]
    if isinstance(value, _Array):
        done[id(value)] = value.tensor()
    elif isinstance(value, dict):
        done[id(value)] = {key: _plain(item, done) for key, item in value.items()}
    elif isinstance(value, list):
        done[id(value)] = [_plain(item, done) for item in value]
    else:
        return value
    return done[id(value)]


def dump(values: dict[str, Any]) -> bytes:
    """A pickle (protocol 4) of a dict of `Tensor`s as ndarrays, strings, and dicts of such, for `paddle.load`."""
    return b"\x80\x04" + _dict(values) + b"."


def _dict(values: dict[str, Any]) -> bytes:
    return b"}(" + b"".join(_text(key) + _value(item) for key, item in values.items()) + b"u"


def _value(value: Any) -> bytes:
    if isinstance(value, dict):
        return _dict(value)
    return _text(value) if isinstance(value, str) else _array(value)


def _text(text: str) -> bytes:
    data = text.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def _array(value: Tensor) -> bytes:
    code = _CODES[value.dtype]
    order = "|" if code[1:] == "1" else "<"
    dtype = b"cnumpy\ndtype\n" + _text(code) + b"\x89\x88\x87R"  # dtype(code, False, True)
    dtype += b"(K\x03" + _text(order) + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    empty = b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R"
    shape = b"(" + b"".join(b"\x8a\x08" + struct.pack("<q", size) for size in value.shape) + b"t"
    data: bytes = b"\x8e" + struct.pack("<Q", len(value.data)) + value.data
    return b"".join([empty, b"(K\x01", shape, dtype, b"\x89", data, b"tb"])
