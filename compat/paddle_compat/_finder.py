"""Makes ``import paddle.fluid`` find ``paddle_compat.fluid``.

This runs at every interpreter start, so it imports nothing but ``sys``; the rest waits until Paddle is imported.
"""

import sys


class Alias:
    """Loads ``paddle.fluid.x`` as the very module object ``paddle_compat.fluid.x``."""

    def __init__(self, target):  # type: ignore[no-untyped-def]  # typing would be an import
        self.target = target

    def create_module(self, spec):  # type: ignore[no-untyped-def]
        from importlib import import_module

        module = import_module(self.target)
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module):  # type: ignore[no-untyped-def]
        # The import system has just put the alias's spec on a module that already had its own.
        module.__spec__ = self.own_spec


class Finder:
    """Answers for ``paddle.fluid`` and what is below it, unless Paddle brings a fluid of its own."""

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        if name != "paddle" and not name.startswith("paddle."):
            return None
        from os import environ

        if environ.get("PADDLE_COMPAT") == "0":
            return None
        if name == "paddle":
            _load_zlib()
        elif name == "paddle.fluid" or name.startswith("paddle.fluid."):
            return None if self._is_real(name, path) else _alias(name)
        elif "__getattr__" not in vars(sys.modules["paddle"]) and not self._is_real("paddle.fluid", path):
            lend_attribute(sys.modules["paddle"])
        return None

    def _is_real(self, name, path):  # type: ignore[no-untyped-def]
        if name != "paddle.fluid":
            return not sys.modules["paddle.fluid"].__name__.startswith("paddle_compat.")
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path) for finder in others)
        # A left-over empty folder is a namespace package: it has no origin and is no fluid.
        return any(spec is not None and spec.origin is not None for spec in specs)


def _load_zlib():  # type: ignore[no-untyped-def]
    # Paddle 2.6.2 crashes the process at the first use of zlib when Paddle was loaded before it (Paddle#70538).
    try:
        import zlib  # noqa: F401
    except ImportError:
        pass


def _alias(name):  # type: ignore[no-untyped-def]
    from importlib.machinery import ModuleSpec
    from importlib.util import find_spec

    ours = "paddle_compat" + name[len("paddle") :]
    return None if find_spec(ours) is None else ModuleSpec(name, Alias(ours), origin=ours)


def lend_attribute(paddle):  # type: ignore[no-untyped-def]
    """Let a bare ``import paddle`` reach ``paddle.fluid``: loaded at its first use, absent from ``dir(paddle)``."""

    def __getattr__(name):  # type: ignore[no-untyped-def]
        from os import environ

        if name == "fluid" and environ.get("PADDLE_COMPAT") != "0":
            from importlib import import_module

            return import_module("paddle.fluid")
        raise AttributeError(f"module 'paddle' has no attribute {name!r}", name=name, obj=paddle)

    paddle.__getattr__ = __getattr__


def install():  # type: ignore[no-untyped-def]
    """Put the finder in front of the others; a second call changes nothing."""
    if any(type(finder) is Finder for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, Finder())
    paddle = sys.modules.get("paddle")
    if paddle is not None and not hasattr(paddle, "fluid") and "__getattr__" not in vars(paddle):
        lend_attribute(paddle)
