"""LibCST's nodes made with less work, while a text is parsed.

The parser, which is not Python, makes each node by calling the class that it finds in `libcst`. The classes are frozen
and check what they are given: for a tree of a text that is for nothing. Here the same nodes are made by functions that
write the fields of a twin, a class of the same layout that is not frozen, and then give it the node's own class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import libcst as cst

Maker = Callable[..., Any]
_CHECKED = cst.CSTNode.__post_init__
_SHARED = ("SimpleWhitespace", "Newline")  # leaves that nobody asks for their place; a third of all nodes


@contextmanager
def quickly_made() -> Iterator[None]:
    """The classes stand for functions meanwhile, which another thread may not see: beside one, they only check nothing.

    To change a class makes Python forget what it has noted of it and of all that derive from it, which takes time.
    """
    if len(sys._current_frames()) > 1:
        with _unchecked():
            yield
        return
    names = vars(cst)
    makers = _makers()
    shared = {name: _sharing(makers[name]) for name in _SHARED if name in makers}
    classes = {name: names[name] for name in makers}
    names.update(makers)
    names.update(shared)
    try:
        yield
    finally:
        names.update(classes)


@contextmanager
def _unchecked() -> Iterator[None]:
    """Each node checks whether it could stand in a text: these nodes come from one."""
    cst.CSTNode.__post_init__ = _nothing  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = _CHECKED  # type: ignore[method-assign]


def _nothing(node: cst.CSTNode) -> None:
    pass


@cache
def _makers() -> dict[str, Maker]:
    """By the names of the classes; of those that cannot be made so there is none."""
    found: dict[str, Maker] = {}
    for name, kind in vars(cst).items():
        if isinstance(kind, type) and issubclass(kind, cst.CSTNode) and not kind.__abstractmethods__:
            maker = _maker(kind)
            if maker is not None:
                found[name] = maker
    return found


def _maker(kind: type[cst.CSTNode]) -> Maker | None:
    slots = vars(kind).get("__slots__")
    own = vars(kind).get("__post_init__") or vars(kind).get("__new__")
    if slots is None or own is not None:
        return None
    free = {"__slots__": slots, "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    meta: Any = type(kind)
    twin = meta(f"{kind.__name__}BeingMade", kind.__bases__, free)
    twin.__abstractmethods__ = frozenset()
    try:
        object.__setattr__(object.__new__(twin), "__class__", kind)
    except TypeError:
        return None
    known: dict[str, Any] = {"new": object.__new__, "twin": twin, "kind": kind, "missing": MISSING}
    needed: list[str] = []
    others: list[str] = []
    lines: list[str] = []
    for field in fields(kind):
        name = field.name
        if field.default_factory is not MISSING:
            known[f"make_{name}"] = field.default_factory
            others.append(f"{name}=missing")
            lines.append(f"node.{name} = make_{name}() if {name} is missing else {name}")
        else:
            if field.default is not MISSING:
                known[f"default_{name}"] = field.default
                others.append(f"{name}=default_{name}")
            else:
                needed.append(name)
            lines.append(f"node.{name} = {name}")
    body = ["node = new(twin)", *lines, "node.__class__ = kind", "return node"]
    exec(f"def maker({', '.join([*needed, *others])}):\n    " + "\n    ".join(body), known)
    maker: Maker = known["maker"]
    return maker


def _sharing(maker: Maker) -> Maker:
    """One node for each value."""
    made: dict[Any, Any] = {}

    def shared(value: Any) -> Any:
        node = made.get(value)
        if node is None:
            node = made[value] = maker(value)
        return node

    return shared
