"""The signatures of 1.8.5's names, as text; executed under 1.8.5."""

import importlib
import inspect
import json
import re

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
    """Name and default of each parameter, ``self`` left out; no default is ``null``, an object has no address."""
    found = inspect.signature(thing.__init__ if inspect.isclass(thing) else thing).parameters.values()
    defaults = {p.name: re.sub(" at 0x[0-9a-f]+", "", repr(p.default)) for p in found}
    return [[p.name, None if p.default is p.empty else defaults[p.name]] for p in found if p.name != "self"]
