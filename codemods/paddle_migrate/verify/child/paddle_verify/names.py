"""Which place a parameter has in the script's model: `conv1.weight`."""

from __future__ import annotations

import gc
from typing import Any


def structured_names(parameters: list[Any], layer: Any) -> dict[int, str]:
    """By `id`: the longest path from any layer; Paddle's own name where no layer has the parameter."""
    names = {id(p): "" for p in parameters}
    for thing in gc.get_objects():
        if not issubclass(type(thing), layer) or "_parameters" not in vars(thing):
            continue
        for path, parameter in thing.named_parameters():
            path = path.replace("_layers.", "")
            if id(parameter) in names and path.count(".") >= names[id(parameter)].count(".") + bool(
                names[id(parameter)]
            ):
                names[id(parameter)] = path
    return {id(p): names[id(p)] or p.name for p in parameters}
