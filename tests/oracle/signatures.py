"""The signatures of 1.8.5's names, as text; executed under 1.8.5."""

import importlib
import inspect
import json

import numpy as np


def signatures(names):
    """For each dotted name below ``paddle.fluid``: its parameters and the text of their defaults, or nothing."""
    answer = {}
    for name in names:
        module, _, last = name.rpartition(".")
        try:
            thing = getattr(importlib.import_module("paddle.fluid" + (module and "." + module)), last)
            answer[name] = np.array(json.dumps(parameters(thing)))
        except (ImportError, AttributeError, TypeError, ValueError):
            answer[name] = np.array("")
    return answer


def parameters(thing):
    """Name and default of each parameter, ``self`` left out; no default is ``null``."""
    found = inspect.signature(thing.__init__ if inspect.isclass(thing) else thing).parameters.values()
    return [[p.name, None if p.default is p.empty else repr(p.default)] for p in found if p.name != "self"]
