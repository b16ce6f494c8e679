"""Empty stand-ins for packages that are not installed: they can be imported, derived from and called."""

from __future__ import annotations

import builtins
import collections.abc
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np

STANDARD = getattr(sys, "stdlib_module_names", ())  # before 3.10 there are none that asks for what it has not


class Kind(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") or name == "_ipython_display_":
            raise AttributeError(name)
        return Kind(name, (Thing,), {})

    def __iter__(cls) -> Any:
        return iter(())

    def __getitem__(cls, key: Any) -> Any:
        return cls

    def __len__(cls) -> int:
        return 0

    def __lt__(cls, other: Any) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __or__(cls, other: Any) -> Any:
        return cls

    __ror__ = __or__


class Thing(metaclass=Kind):
    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.__bases__ == (Thing,) and len(args) == 1 and callable(args[0]) and not kwargs:
            return args[0]  # a decorator
        return super().__new__(cls)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return args[0] if len(args) == 1 and callable(args[0]) else self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Kind(name, (Thing,), {})

    def __iter__(self) -> Any:
        return iter(())

    def __getitem__(self, key: Any) -> Any:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def __len__(self) -> int:
        return 0


class StandIn(ModuleType):
    __version__ = "99.0.0"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Kind(name, (Thing,), {})


def asker() -> str:
    """The file that is importing."""
    frame: Any = sys._getframe(2)
    while "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return str(frame.f_code.co_filename)


def put_back() -> None:
    """What Python 3.10 and NumPy 1.24 have dropped."""
    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    for name in ("int", "float", "bool", "object", "str", "long", "unicode"):
        if name not in vars(np):
            setattr(np, name, {"long": int, "unicode": str}.get(name) or vars(builtins)[name])


class Finder:
    """The last one on ``sys.meta_path``: answers files under ``root``, but for ``apart``."""

    def __init__(self, apart: set[str], root: str) -> None:
        self.apart, self.root = apart, root

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        top = name.split(".")[0]
        if top in self.apart or top in STANDARD or top.startswith("_"):
            return None
        if name != top and not isinstance(sys.modules.get(top), StandIn):
            return None
        if not asker().startswith(self.root):
            return None  # another package asks, and has an answer of its own
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> StandIn:
        return StandIn(spec.name)

    def exec_module(self, module: Any) -> None:
        module.__path__ = []
