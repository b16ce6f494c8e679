"""What scripts ask the ``desc`` of variables, operators and blocks."""

from __future__ import annotations

import contextlib
from typing import Any

from .format import FORMAT


class VariableDescription:
    """A variable, asked and changed by methods."""

    def __init__(self, variable: Any) -> None:
        self._variable = variable

    def name(self) -> str:
        """Its name."""
        return str(self._variable.name)

    def type(self) -> Any:
        """Its kind."""
        return self._variable.type

    def dtype(self) -> Any:
        """Its dtype."""
        return self._variable.dtype

    def shape(self) -> list[int]:
        """The sizes of its dimensions."""
        return list(self._variable.shape)

    def set_shape(self, shape: Any) -> None:
        """Have other sizes."""
        self._variable.shape = tuple(shape)

    def lod_level(self) -> int:
        """How many levels of sequences it has."""
        return int(self._variable.lod_level)

    def persistable(self) -> bool:
        """Whether it lasts."""
        return bool(self._variable.persistable)

    def set_persistable(self, persistable: bool) -> None:
        """Have it last, or not."""
        self._variable.persistable = bool(persistable)


class OperatorDescription:
    """An operator, asked and worked out anew by methods."""

    def __init__(self, operator: Any) -> None:
        self._operator = operator

    def type(self) -> str:
        """Its kind."""
        return str(self._operator.type)

    def attr(self, name: str) -> Any:
        """One of its attributes."""
        return self._operator.attr(name)

    def has_attr(self, name: str) -> bool:
        """Whether there is such a one."""
        return bool(self._operator.has_attr(name))

    def attr_names(self) -> list[str]:
        """The names of its attributes."""
        return list(self._operator.attr_names)

    def _set_attr(self, name: str, value: Any) -> None:
        self._operator._set_attr(name, value)

    def input(self, name: str) -> list[str]:
        """The names of the variables that it reads in a place."""
        return list(self._operator.input(name))

    def output(self, name: str) -> list[str]:
        """The names of the variables that it sets in a place."""
        return list(self._operator.output(name))

    def input_names(self) -> list[str]:
        """The places for what it reads."""
        return list(self._operator.input_names)

    def output_names(self) -> list[str]:
        """The places for what it sets."""
        return list(self._operator.output_names)

    def input_arg_names(self) -> list[str]:
        """The names of the variables that it reads."""
        return list(self._operator.input_arg_names)

    def output_arg_names(self) -> list[str]:
        """The names of the variables that it sets."""
        return list(self._operator.output_arg_names)

    def infer_shape(self, block: Any) -> None:
        """Give what it sets the sizes that come of what it reads now; operators that cannot be run here leave them."""
        with contextlib.suppress(NotImplementedError):
            FORMAT.inferred(self._operator)

    def infer_var_type(self, block: Any) -> None:
        """Nothing: variables are tensors, or arrays of them, from their making on."""


class BlockDescription:
    """A block, asked by methods."""

    def __init__(self, block: Any) -> None:
        self._block = block

    def op_size(self) -> int:
        """How many operators it has."""
        return len(self._block.ops)
