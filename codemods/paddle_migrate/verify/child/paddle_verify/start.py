"""Sets a process up before its script starts: seeds, paths, and hooks for when Paddle has been imported."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import random
import signal
import sys
import zlib  # noqa: F401  (numpy.random is seeded while Paddle loads; 2.6.2 crashes where that brings zlib: Paddle#70538)
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from . import hooks, replays
from .paddles import Legacy, Modern
from .session import Session


def start() -> None:
    settings = json.loads(os.environ["PADDLE_VERIFY"])
    Path(settings["folder"], f"{settings['role']}.{os.getpid()}.pid").touch()
    end_with_parent(settings["parent"])
    random.seed(settings["seed"])
    sys.path.extend(path for path in settings["paths"] if path not in sys.path)
    session = Session(settings)

    about = Path(settings["folder"], f"{settings['role']}.{os.getpid()}.about")

    def numpy_is_there(numpy: Any) -> None:
        numpy.random.seed(settings["seed"])

    def paddle_is_there(paddle: Any) -> None:
        versions = {"Python": platform.python_version(), "PaddlePaddle": paddle.__version__}
        about.write_text(json.dumps({**versions, "NumPy": sys.modules["numpy"].__version__}))
        session.paddle = Legacy(paddle) if paddle.__version__.startswith("1.") else Modern(paddle)
        session.reseed()
        hooks.install(session, paddle)

    def parallel_is_there(module: Any) -> None:
        hooks.remember_scaled_losses(session, module.DataParallel)

    def programs_are_there(module: Any) -> None:
        hooks.let_programs_have_no_seed(module.Program)

    def executors_are_there(module: Any) -> None:
        replays.watch_executor(session, module)

    def places_are_there(module: Any) -> None:
        replays.watch_places(session, module)

    def optimizing_is_there(module: Any) -> None:
        module.shows_decay = False  # gradients are compared as they come out of the way back

    def scopes_are_there(module: Any) -> None:
        if settings["nudge"]:
            replays.watch_assignments(session, module)

    after: dict[str, Callable[[Any], None]] = {
        "numpy": numpy_is_there,
        "paddle": paddle_is_there,
        "paddle_compat.fluid.dygraph.parallel": parallel_is_there,
        "paddle_compat._static.programs": programs_are_there,
        "paddle_compat._static.executors": executors_are_there,
        "paddle_compat._static.places": places_are_there,
        "paddle_compat._static.optimizing": optimizing_is_there,
        "paddle_compat._static.scopes": scopes_are_there,
    }
    if settings["compat"]:
        import_module("paddle_compat").install()
    sys.meta_path.insert(0, AfterImport(after))


def end_with_parent(parent: int) -> None:
    """Not to train on when the process that watches has been killed; Linux can see to that."""
    if sys.platform == "linux" and os.getppid() == parent:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class AfterImport:
    """Finds what the other finders find, and calls a function when the module has been run."""

    def __init__(self, after: dict[str, Callable[[Any], None]]) -> None:
        self.after = after

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in self.after:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                calling: Any = Calling(spec.loader, self.after.pop(name))
                spec.loader = calling
                return spec
        return None


class Calling:
    """A loader that steps aside once it has done its one thing."""

    def __init__(self, loader: Any, call: Callable[[Any], None]) -> None:
        self.loader, self.call = loader, call

    def create_module(self, spec: Any) -> Any:
        return self.loader.create_module(spec)

    def exec_module(self, module: Any) -> None:
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        self.call(module)
