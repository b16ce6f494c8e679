"""Sets a traced process up before its script starts."""

from __future__ import annotations

import json
import os
import sys
import threading
from importlib import import_module
from typing import Any

from .notes import Notes


def start() -> None:
    settings = json.loads(os.environ.pop("PADDLE_TRACE"))  # what the script starts itself is not traced
    verify: Any = import_module("paddle_verify.start")
    verify.end_with_parent(settings["parent"])
    sys.path.extend(path for path in settings["paths"] if path not in sys.path)
    notes = Notes(settings)

    def dygraph_is_there(module: Any) -> None:
        for short in settings["layers"]:
            watch_making(notes, getattr(module, short, None), short)

    def paddle_is_there(paddle: Any) -> None:
        watch_calls(notes, paddle.nn.Layer)
        watch_steps(notes, paddle.optimizer.Optimizer)

    import_module("paddle_compat").install()
    after = {"paddle": paddle_is_there, "paddle_compat.fluid.dygraph": dygraph_is_there}
    sys.meta_path.insert(0, verify.AfterImport(after))
    timer = threading.Timer(settings["seconds"], lambda: notes.end(out_of_time=True))
    timer.daemon = True
    timer.start()


def watch_making(notes: Notes, kind: Any, short: str) -> None:
    if kind is None:
        return
    original = kind.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        notes.making(self, short, args, kwargs, sys._getframe(1))
        original(self, *args, **kwargs)

    kind.__init__ = init


def watch_calls(notes: Notes, layer: Any) -> None:
    original = layer.__call__

    def call(self: Any, *inputs: Any, **kwargs: Any) -> Any:
        notes.called(self, [*inputs, *kwargs.values()])
        return original(self, *inputs, **kwargs)

    layer.__call__ = call


def watch_steps(notes: Notes, optimizer: Any) -> None:
    """No parameter has to change: the run ends before a step, once every layer has been called."""
    for name in ("step", "minimize"):
        original = getattr(optimizer, name)

        def step(self: Any, *args: Any, _original: Any = original, **kwargs: Any) -> Any:
            notes.step()
            return _original(self, *args, **kwargs)

        setattr(optimizer, name, step)
