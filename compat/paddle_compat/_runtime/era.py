"""Who is asking: code for 1.8, or for the fluid that Paddle 2.0 to 2.4 carried.

Few answers differ: whether ``backward()`` replaces gradients, where Adam adds epsilon, the dtype of a sum of integers.
A package is taken as a whole, by the share of its files that use names which 1.8.5 never had; its files that name fluid
by the share among themselves: a package on its way from 1.8 to today has files of both kinds, one of 2.0 to 2.4 both
kinds of names in one file. Any other file is taken by itself. Where nothing tells, it is 1.8. ``PADDLE_COMPAT_ERA=1.8``
or ``2`` overrules.
"""

from __future__ import annotations

import contextlib
import functools
import linecache
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import paddle

from .warn import user_frame, warn_once

_SHARE = 0.15
_NAMES = "amp|disable_static|io|jit|nn|no_grad|optimizer|seed|set_device|static|to_tensor|vision|Tensor|DataParallel"
_OF_2 = re.compile(rf"\bpaddle\.(?:{_NAMES})\b|\bfrom paddle import [^\n]*\b(?:{_NAMES})\b")
_OF_FLUID = re.compile(r"^[^#\n]*\b(?:paddle\.fluid\b|from paddle import [^\n]*\bfluid\b)", re.MULTILINE)
_NEVER = (Path(paddle.__file__).parent, Path(__file__).parents[1])
_LOOKED_AT = 5000  # files of one package, at most


def is_of_2() -> bool:
    """Whether the code that has called fluid, or a tensor's method, is for Paddle 2.0 to 2.4."""
    told = os.environ.get("PADDLE_COMPAT_ERA")
    if told in ("1.8", "2"):
        return told == "2"
    return _is_of_2(_asker()[0])


def say(what: str) -> None:
    """Name the decision for Paddle 2 and what comes of it, once for each package."""
    if "PADDLE_COMPAT_ERA" not in os.environ:
        warn_once(f"{_asker()[1]} uses names that came with Paddle 2, so it gets what fluid did in Paddle 2.0 to 2.4: "
                  f"{what}. PADDLE_COMPAT_ERA=1.8 in the environment gives it what 1.8 did.")


def _asker() -> tuple[str, str]:
    """The file that asks, and the name of its package or its own."""
    file = user_frame()[0].f_code.co_filename
    root = _root(file)
    return file, (root or Path(file)).name


@functools.cache
def _is_of_2(file: str) -> bool:
    root = _root(file)
    if root is None:
        return _share(["".join(linecache.getlines(file))]) > 0
    if _OF_FLUID.search("".join(linecache.getlines(file))):
        return _fluid_is_of_2(root)
    return _package_is_of_2(root)


@functools.cache
def is_of_fluid_in_2(file: str) -> bool:
    """Whether ``file`` belongs to a package for Paddle 2.0 to 2.4 that names fluid: not to Paddle, not a script."""
    told, root = os.environ.get("PADDLE_COMPAT_ERA"), _root(file)
    if root is None or told == "1.8" or any(map(root.is_relative_to, _NEVER)):
        return False
    return any(_OF_FLUID.search(text) for text in _texts(root)) and (told == "2" or _package_is_of_2(root))


@functools.cache
def _package_is_of_2(root: Path) -> bool:
    return _share(_texts(root)) >= _SHARE


@functools.cache
def _fluid_is_of_2(root: Path) -> bool:
    return _share(text for text in _texts(root) if _OF_FLUID.search(text)) >= _SHARE


def is_in_a_package(file: str) -> bool:
    """Whether ``file`` belongs to a package, and is no script."""
    return _root(file) is not None


@functools.cache
def _root(file: str) -> Path | None:
    """The folder of the topmost package that ``file`` is in; ``None`` for what is in no package."""
    path = Path(file).absolute()
    root, folder = None, path.parent
    while path.is_file() and (folder / "__init__.py").is_file():
        root, folder = folder, folder.parent
    return root


def _texts(root: Path) -> Iterator[str]:
    for count, path in enumerate(root.rglob("*.py")):
        if count == _LOOKED_AT:
            return
        with contextlib.suppress(OSError):
            yield path.read_text(encoding="utf-8", errors="replace")


def _share(texts: Iterable[str]) -> float:
    """The share of the files naming Paddle that use a name of Paddle 2; none where a migration is under way."""
    naming = [text for text in texts if "paddle" in text]
    return sum(bool(_OF_2.search(text)) and "paddle_compat" not in text for text in naming) / max(len(naming), 1)
