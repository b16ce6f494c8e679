"""Signatures of today's APIs, recorded from every supported Paddle."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_MISSING = object()


@lru_cache(maxsize=1)
def _recorded() -> dict[str, dict[str, list[list[Any]] | None]]:
    """Line of Paddle ("2.6", "3") → name → signature, or None where Python cannot tell it."""
    text = files("paddle_migrate").joinpath("rules/targets.json").read_text(encoding="utf-8")
    recorded: dict[str, dict[str, list[list[Any]] | None]] = json.loads(text)
    return recorded


def lines_with(names: Iterable[str]) -> list[str]:
    """The recorded lines of Paddle that have each of these names; a name recorded for none says nothing."""
    recorded = _recorded()
    known = {name for name in names if any(name in signatures for signatures in recorded.values())}
    return [line for line in sorted(recorded) if known <= recorded[line].keys()]


@lru_cache(maxsize=1)
def targets() -> dict[str, list[list[Any]]]:
    """Signatures of today's APIs that rules use: name → [[parameter, default's repr or null], …].

    What comes out has to run on every supported Paddle, so a signature ends where two of them part,
    and a default in which they differ is none to rely on.
    """
    versions = [{name: s for name, s in line.items() if s is not None} for line in _recorded().values()]
    names = set.intersection(*(set(v) for v in versions)) if versions else set()
    return {name: _common([v[name] for v in versions]) for name in names}


def _common(signatures: list[list[list[Any]]]) -> list[list[Any]]:
    common: list[list[Any]] = []
    for params in zip(*signatures, strict=False):
        if len({p[0] for p in params}) > 1:
            break
        common.append(params[0] if len({str(p[1]) for p in params}) == 1 else [params[0][0], "<differs>"])
    known = {p[0] for p in common}
    by_name = [{p[0]: p[1] for p in s} for s in signatures]
    for name, default in by_name[0].items():
        if name not in known and all(s.get(name, _MISSING) == default for s in by_name):
            common.append([None, None])
            common.append([name, default])
    return common


@cache
def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _MISSING


def is_default(target: str, keyword: str, value: ast.expr) -> bool:
    """Whether today's default of the parameter `keyword` of `target` is this constant."""
    signature = targets().get(target)
    if signature is None or not isinstance(value, ast.Constant):
        return False
    default = next((p[1] for p in signature if p[0] == keyword), _MISSING)
    if default is _MISSING or default is None:
        return False
    known = _literal(str(default))
    return type(known) is type(value.value) and bool(known == value.value)
