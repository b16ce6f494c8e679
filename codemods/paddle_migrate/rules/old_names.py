"""Every name that a module of 1.8.5's fluid had, public or not, and what it is today where that is known."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

_FLUID = "paddle.fluid"
# what users of today's Paddle call it, where its old name still stands in Paddle's own modules
_PUBLIC = {
    "core.AnalysisConfig": "paddle.inference.Config",
    "core.PaddleTensor": "paddle.inference.Tensor",
    "core.create_paddle_predictor": "paddle.inference.create_predictor",
}


def was_there(name: str) -> bool:
    """Whether 1.8.5 had the name, or what it is an attribute of: `paddle.fluid.core.AnalysisConfig.Precision`."""
    return _found(name) is not None


def today(name: str) -> str:
    """What it, or what it is an attribute of, is today; empty where that is not known."""
    known = _found(name) or ""
    return _PUBLIC.get(known) or _recorded()["today"].get(known, "")


def _found(name: str) -> str | None:
    """The name in its module, without what is asked of it."""
    parts = name.removeprefix(f"{_FLUID}.").split(".") if name.startswith(f"{_FLUID}.") else []
    for length in range(len(parts) - 1, -1, -1):
        module = ".".join(parts[:length])
        if parts[length] in _names(module):
            return ".".join(parts[: length + 1])
        if module in _recorded()["names"]:
            return None
    return None


@cache
def _names(module: str) -> frozenset[str]:
    return frozenset(_recorded()["names"].get(module, "").split())


@cache
def _recorded() -> dict[str, dict[str, str]]:
    text = files("paddle_migrate.rules").joinpath("old_names.json").read_text(encoding="utf-8")
    recorded: dict[str, dict[str, str]] = json.loads(text)
    return recorded
