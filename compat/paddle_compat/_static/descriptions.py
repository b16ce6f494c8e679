"""What scripts ask ``Variable.desc``."""

from __future__ import annotations

from typing import Any


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
