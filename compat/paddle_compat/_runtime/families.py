"""Packages whose files are families of names: 1.8.5's own files are addresses only."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Collection
from importlib import import_module


def families(package: str, apart: Collection[str] = ()) -> list[str]:
    """Take the public names of every module of the package into it, and return them.

    The names of the modules ``apart`` are reached through these modules only.
    """
    home = sys.modules[package]
    modules = {name: import_module(f"{package}.{name}") for _, name, _ in pkgutil.iter_modules(home.__path__)}
    named = [vars(module) for name, module in modules.items() if name not in apart]
    taken = {name: own[name] for own in named for name in own["__all__"] if name in own}
    vars(home).update(taken)
    return sorted(taken)
