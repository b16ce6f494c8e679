"""Where a program's parameters and other lasting variables are kept between runs, by name."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype

from .._lod import lengths, lod_of, offsets, with_lod
from .._runtime.from_arrays import tensor_of
from .mode import of_dynamic_paddle


class LoDTensor:
    """A tensor with the offsets of its sequences, as ``Executor.run`` takes and, on request, returns."""

    def __init__(self, tensor: Any = None) -> None:
        self.tensor = tensor
        self._early: list[list[int]] = []  # offsets that were set before there are numbers
        self._dims = [0]  # and sizes

    @of_dynamic_paddle()
    def set(self, array: Any, place: Any = None) -> None:
        """Take the numbers of ``array``; where shape and dtype stay, into the same memory."""
        array = np.asarray(array)
        now = self.tensor
        if now is not None and tuple(now.shape) == array.shape and str(now.dtype).endswith(f".{array.dtype}"):
            with paddle.no_grad():
                now.set_value(array)
        else:
            self._replace(tensor_of(array))

    def _replace(self, tensor: Any) -> None:
        self.tensor = with_lod(tensor, self._early if self.tensor is None else lod_of(self.tensor))

    def lod(self) -> list[list[int]]:
        """The offsets, a list for each level."""
        return [list(level) for level in (self._early if self.tensor is None else lod_of(self.tensor))]

    def set_lod(self, lod: list[list[int]]) -> None:
        """Set the offsets. Raises ``ValueError`` where they do not go up from 0 to the number of rows."""
        asked = [[int(offset) for offset in level] for level in lod]
        if not _fits(asked, [asked[-1][-1] if asked and asked[-1] else 0] if self.tensor is None else self.shape()):
            raise ValueError(f"LoDTensor: {asked} are no offsets of sequences of a tensor of shape {self.shape()}")
        if self.tensor is None:
            self._early = asked
        else:
            with_lod(self.tensor, asked)

    def recursive_sequence_lengths(self) -> list[list[int]]:
        """The lengths of the sequences, a list for each level."""
        return [lengths(level) for level in self.lod()]

    def set_recursive_sequence_lengths(self, recursive_sequence_lengths: list[list[int]]) -> None:
        """Set the offsets by their lengths."""
        self.set_lod([offsets(list(level)) for level in recursive_sequence_lengths])

    def has_valid_recursive_sequence_lengths(self) -> bool:
        """Whether each level has as many sequences as the one above says, and the last as many as there are rows."""
        return _fits(self.lod(), self.shape())

    def shape(self) -> list[int]:
        """The sizes of its dimensions."""
        return list(self._dims if self.tensor is None else self.tensor.shape)

    _get_dims = shape

    def _clear(self) -> None:
        """Let the numbers go; the sizes and the offsets stay."""
        self._early, self._dims, self.tensor = self.lod(), self.shape(), None

    def _copy(self, place: Any) -> LoDTensor:
        made = LoDTensor(tensor_of(np.asarray(self)))
        made.set_lod(self.lod())
        return made

    def _set_layout(self, layout: str) -> None:
        """Nothing reads it."""

    def _set_dims(self, dims: list[int]) -> None:
        self._dims = list(dims)

    def _alloc(self, dtype: str) -> None:
        self.set(np.zeros(self._dims, dtype))

    def _alloc_float(self, place: Any = None) -> None:
        self._alloc("float32")

    def _alloc_double(self, place: Any = None) -> None:
        self._alloc("float64")

    def _alloc_int(self, place: Any = None) -> None:
        self._alloc("int32")

    def _mutable_data(self, place: Any, dtype: Any) -> int:
        self._alloc(convert_dtype(dtype))
        return int(self.tensor.data_ptr())

    def _place(self) -> Any:
        return self.tensor.place

    def _to_dlpack(self) -> Any:
        return paddle.utils.dlpack.to_dlpack(self.tensor)

    def _dtype(self) -> Any:
        return self.tensor.dtype

    def _is_initialized(self) -> bool:
        return self.tensor is not None

    def _get_float_element(self, index: int) -> float:
        return float(self.tensor.reshape([-1])[index])

    def _set_float_element(self, index: int, value: float) -> None:
        array = self.tensor.numpy().copy()
        array.reshape(-1)[index] = value
        self.set(array)

    _get_double_element, _set_double_element = _get_float_element, _set_float_element

    @of_dynamic_paddle()
    def __getitem__(self, index: Any) -> LoDTensor:
        asked = index if isinstance(index, tuple) else (index,)  # a number takes no dimension away
        kept: Any = tuple([each] if isinstance(each, (int, np.integer)) else each for each in asked)
        return LoDTensor(tensor_of(np.asarray(self)[kept]))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = np.zeros([0]) if self.tensor is None else self.tensor.numpy()
        return array if dtype is None else array.astype(dtype)

    def __str__(self) -> str:
        return f"{{\n  shape: {self.shape()}\n  lod: {self.lod()}\n  data: {np.asarray(self)}\n}}"

    __repr__ = __str__


def _fits(lod: list[list[int]], shape: list[int]) -> bool:
    ends = [*(len(level) - 1 for level in lod[1:]), *shape[: 1 if lod else 0]]
    return all(len(level) > 1 and level[0] == 0 and level[-1] == end and level == sorted(level)
               for level, end in zip(lod, ends, strict=True))


class LoDTensorArray(list[Any]):
    """Tensors in a row, as loops write them."""


class Holder(LoDTensor):
    """A scope's variable: its tensor may be replaced, and everybody asks here for it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def _replace(self, tensor: Any) -> None:
        old = self.tensor
        if isinstance(old, paddle.base.framework.EagerParamBase):
            tensor = like(old, tensor)
        self.tensor = tensor

    def get_tensor(self) -> Holder:
        """The tensor, to be read with ``np.array`` and written with ``set``."""
        return self

    def get_lod_tensor_array(self) -> Any:
        """The list of tensors that a variable holds; what is appended to a new one stays."""
        if self.tensor is None:
            self.tensor = LoDTensorArray()
        if not any(isinstance(each, paddle.Tensor) for each in self.tensor):
            return self.tensor
        return LoDTensorArray(LoDTensor(each) if isinstance(each, paddle.Tensor) else each for each in self.tensor)

    def get_lod_rank_table(self) -> Any:
        """A variable that holds the sequences by their length."""
        return self.tensor

    def set_int(self, value: int) -> None:
        """Hold a number of Python's."""
        self.tensor = int(value)

    def is_int(self) -> bool:
        """Whether it holds one."""
        return isinstance(self.tensor, int)

    get_int = get_lod_rank_table


def like(old: Any, tensor: Any) -> Any:
    """A parameter with what ``old`` is like beside its numbers, and those of ``tensor``."""
    made = paddle.base.framework.EagerParamBase.from_tensor(
        tensor, name=old.name, trainable=old.trainable, optimize_attr=old.optimize_attr, regularizer=old.regularizer)
    made.need_clip = old.need_clip
    return made


class Scope:
    """Variables by name; a name that is not here may be in the scope around."""

    def __init__(self, parent: Scope | None = None) -> None:
        self.holders: dict[str, Holder] = {}
        self.parent, self._kids = parent, list[Scope]()

    def var(self, name: str) -> Holder:
        """The variable of that name, a new one if need be."""
        found = self.find_var(name)
        return self.new(name) if found is None else found

    def new(self, name: str) -> Holder:
        """A new variable of that name here, whatever is in the scope around."""
        made = self.holders[name] = Holder(name)
        return made

    def find_var(self, name: str) -> Holder | None:
        """The variable of that name, or ``None``."""
        found = self.holders.get(name)
        return found if found is not None or self.parent is None else self.parent.find_var(name)

    def local_var_names(self) -> list[str]:
        """The names here."""
        return list(self.holders)

    def new_scope(self) -> Scope:
        """A scope inside this one."""
        self._kids.append(Scope(self))
        return self._kids[-1]

    def drop_kids(self) -> None:
        """Forget the scopes inside."""
        self._kids.clear()

    def erase(self, names: list[str]) -> None:
        """Forget these variables."""
        for name in names:
            self.holders.pop(name, None)


_scopes = [Scope()]


def global_scope() -> Scope:
    """The scope that executors use unless they are given one."""
    return _scopes[-1]


@contextlib.contextmanager
def scope_guard(scope: Scope) -> Iterator[None]:
    """Use ``scope`` in the block."""
    _scopes.append(scope)
    try:
        yield
    finally:
        _scopes.pop()
