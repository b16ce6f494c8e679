"""Makes ``import paddle.fluid`` find ``paddle_compat.fluid``, and ``import paddle.complex`` 1.8.5's complex numbers.

An interpreter's start puts only a small finder in place (``paddle_migrate.pth``), which wakes this module when Paddle
is imported; so a start pays for one line. This module imports nothing but ``sys``.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Alias:
    """Loads ``paddle.fluid.x`` as the very module object ``paddle_compat.fluid.x``."""

    def __init__(self, target: str) -> None:
        self.target = target

    def create_module(self, spec: "Any") -> "Any":
        from importlib import import_module

        if not self.target.startswith("paddle_compat.fluid."):
            module = import_module(self.target)
        else:
            module = import_module("paddle_compat._later.modules").load(self.target[len("paddle_compat.fluid.") :])
        if self.target == "paddle_compat.fluid":
            import_module("paddle_compat.complex")  # its names go to today's function of that name
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module: "Any") -> None:
        # The import system has just put the alias's spec on a module that already had its own.
        module.__spec__ = self.own_spec or module.__spec__
        from importlib import import_module

        if self.target == "paddle_compat.fluid":
            import_module("paddle_compat._later.lookup").attach_all()
            import_module("paddle_compat._later.accepting").accept_all()
            import_module("paddle_compat._runtime.root_logger").give_back()
            import_module("paddle_compat._runtime.names_of_then").give_back()
        elif self.target.startswith("paddle_compat.fluid."):
            import_module("paddle_compat._later.lookup").attach(module)


class Complex:
    """Loads ``paddle.complex`` as today's function of that name, with the names of 1.8.5's package as attributes.

    A module would take the function's place in Paddle, where 2.x code calls it.
    """

    def create_module(self, spec: "Any") -> None:
        pass

    def exec_module(self, module: "Any") -> None:
        from importlib import import_module

        function = import_module("paddle_compat.complex").function
        ours = [name for name in sys.modules if name.startswith("paddle_compat.complex.")]
        sys.modules.update(("paddle" + name[len("paddle_compat") :], sys.modules[name]) for name in ours)
        sys.modules["paddle.complex"] = function  # what the import system goes on with


class Finder:
    """Answers for ``paddle.fluid`` and what is below it, and for some other modules of 1.8.5 unless Paddle has them."""

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        if name != "paddle" and not name.startswith("paddle."):
            return None
        from os import environ

        if environ.get("PADDLE_COMPAT") == "0":
            return None
        if name == "paddle":
            load_zlib()
        elif name.startswith("paddle.fluid.") or name in ("paddle.fluid", "paddle.compat", "paddle.utils.plot"):
            return None if self.is_real(name, path) else alias(name)
        elif name == "paddle.complex":
            return None if self.is_real("paddle.fluid", path) or self.is_real(name, path) else complex_spec()
        elif name == "paddle.distributed.launch" and is_launching():
            translate_flags()
        elif name == "paddle.distributed.launch_ps":
            return None if self.is_real(name, path) else file_spec(name)
        elif not lent("paddle.utils") and not self.is_real("paddle.fluid", path):
            lend()
        return None

    def is_real(self, name: str, path: "Any") -> bool:
        if name.startswith("paddle.fluid."):
            return not sys.modules["paddle.fluid"].__name__.startswith("paddle_compat.")
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path) for finder in others)
        # A left-over empty folder is a namespace package: it has no origin and is no fluid.
        return any(spec is not None and spec.origin is not None for spec in specs)


def load_zlib() -> None:
    # Paddle 2.6.2 crashes the process at the first use of zlib when Paddle was loaded before it (Paddle#70538).
    try:  # noqa: SIM105  (contextlib would be another import)
        import zlib  # noqa: F401
    except ImportError:
        pass


def alias(name: str) -> "Any":
    from importlib import import_module
    from importlib.machinery import ModuleSpec
    from importlib.util import find_spec

    ours = "paddle_compat" + name[len("paddle") :]
    loader: Any = Alias(ours)
    if name.startswith("paddle.fluid."):
        found = import_module("paddle_compat._later.modules").find_module(name[len("paddle.fluid.") :])
    else:
        found = find_spec(ours)
    return None if found is None else ModuleSpec(name, loader, origin=ours)


def complex_spec() -> "Any":
    from importlib.machinery import ModuleSpec

    loader: Any = Complex()
    return ModuleSpec("paddle.complex", loader, origin="paddle_compat.complex")


def file_spec(name: str) -> "Any":
    """Of a module that ``python -m`` runs, which asks for its code."""
    from importlib.util import find_spec, spec_from_file_location

    ours: Any = find_spec("paddle_compat" + name[len("paddle") :])
    return spec_from_file_location(name, ours.origin)


def is_launching() -> bool:
    """Whether it is this module that ``python -m`` is about to run, at a time at which its arguments can be changed."""
    command = getattr(sys, "orig_argv", ())
    module = command[command.index("-m") + 1] if "-m" in command else ""
    return sys.argv[:1] == ["-m"] and module == "paddle.distributed.launch"


def translate_flags() -> None:
    from importlib import import_module

    import_module("paddle_compat._runtime.launch_line").translate(sys.argv)


LENT = {"paddle": {"fluid": "paddle.fluid"}, "paddle.utils": {"Ploter": "paddle.utils.plot"}}


def lent(module: str) -> bool:
    return "__getattr__" in vars(sys.modules.get(module, sys))


def lend() -> None:
    """Let a bare ``import paddle`` reach ``paddle.fluid``, and so on: loaded at first use, absent from ``dir()``."""
    for module, names in LENT.items():
        if module in sys.modules and not lent(module):
            lend_attributes(sys.modules[module], names)


def lend_attributes(module: "Any", names: "dict[str, str]") -> None:
    def __getattr__(name: str) -> "Any":
        from os import environ

        if name in names and environ.get("PADDLE_COMPAT") != "0":
            from importlib import import_module

            found = import_module(names[name])
            return getattr(found, name, found)
        error = AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        error.name, error.obj = name, module  # what Python's "Did you mean" goes by
        raise error

    module.__getattr__ = __getattr__


def install() -> None:
    """Put the finder in front of the others, or where the start-up file's waits; a second call changes nothing."""
    if any(type(finder) is Finder for finder in sys.meta_path):
        return
    waiting = [place for place, finder in enumerate(sys.meta_path) if hasattr(finder, "wakes")]
    if waiting:
        sys.meta_path[waiting[0]] = Finder()
    else:
        sys.meta_path.insert(0, Finder())
    paddle = sys.modules.get("paddle")
    if paddle is not None and not hasattr(paddle, "fluid"):
        lend()


def wake(name: str, path: "Any" = None, target: "Any" = None) -> "Any":
    """What the start-up file's finder does at the first import of Paddle: put the real one in its place and ask it."""
    install()
    (finder,) = (finder for finder in sys.meta_path if type(finder) is Finder)
    return finder.find_spec(name, path, target)
