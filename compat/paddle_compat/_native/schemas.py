"""Which inputs, outputs and attributes 1.8.5's operators had: read off 1.8.5 itself, as are the defaults."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, NamedTuple

PATH = Path(__file__).with_name("schemas.json")


class Schema(NamedTuple):
    """One operator. ``inputs`` and ``outputs`` say of each place whether it takes several; ``attrs`` have a kind, a
    number of the protocol's, and a default, ``None`` where there is none."""

    inputs: dict[str, bool]
    outputs: dict[str, bool]
    attrs: dict[str, tuple[int, Any]]

    def defaults(self) -> dict[str, Any]:
        """The attributes that need not be given."""
        return {name: default for name, (_, default) in self.attrs.items() if default is not None}


@functools.cache
def schemas() -> dict[str, Schema]:
    """All operators that are known here."""
    read = json.loads(PATH.read_text(encoding="utf-8"))
    return {kind: Schema(inputs, outputs, {name: (int(code), default) for name, (code, default) in attrs.items()})
            for kind, (inputs, outputs, attrs) in read.items()}


def schema(kind: str) -> Schema:
    """One of them. Raises ``NotImplementedError`` for one that is not known."""
    found = schemas().get(kind)
    if found is None:
        raise NotImplementedError(f"paddle-migrate does not know the operator {kind} of 1.8.5's programs")
    return found
