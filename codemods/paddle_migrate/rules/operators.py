"""1.8.5's operators by their kinds: the rules that compat runs them by, and which place each parameter is."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule

_KERNELS = ("network_kernels", "sequence_kernels", "tensor_kernels")
_FIRST = ("x", "input", "label", "condition")  # parameters that are the first place, whatever that is called


@dataclass(frozen=True)
class Operator:
    """What runs operators of one kind. `places`: by the rule's parameters; `results`: which outputs its value is;
    `several`: places of lists; `defaults`: of attributes."""

    rule: Rule
    places: dict[str, str]
    results: tuple[str, ...]
    several: frozenset[str]
    inputs: frozenset[str]
    defaults: dict[str, Any]


@lru_cache(maxsize=256)
def operator(kind: str) -> Operator | None:
    """None where compat runs it in a way that no rule says."""
    if kind not in _schemas():
        return None
    inputs, outputs, attrs = _schemas()[kind]
    found = _kernels().get(kind) or _functions().get(kind)
    if found is None:
        return None
    rule, places, results = found
    places = {**places, **_alike(rule, [*inputs], attrs, places)}
    several = frozenset(place for place, many in inputs.items() if many)
    defaults = {name: default for name, (_, default) in attrs.items()}
    return Operator(rule, places, results or (next(iter(outputs)),), several, frozenset(inputs), defaults)


def _alike(rule: Rule, inputs: list[str], attrs: dict[str, Any], known: dict[str, str]) -> dict[str, str]:
    """The places of parameters that are called as these."""
    found = dict(known)
    for name in (param.name for param in rule.params if param.name not in known):
        if name in attrs or name in inputs:
            found[name] = name
        elif name.capitalize() in inputs:
            found[name] = name.capitalize()
        elif name in _FIRST and inputs and inputs[0] not in found.values():
            found[name] = inputs[0]
    return found


Found = dict[str, tuple[Rule, dict[str, str], tuple[str, ...]]]


@lru_cache(maxsize=1)
def _schemas() -> dict[str, tuple[dict[str, bool], dict[str, bool], dict[str, tuple[int, Any]]]]:
    read: dict[str, Any] = json.loads((library().root / "_native" / "schemas.json").read_text(encoding="utf-8"))
    return {kind: (inputs, outputs, attrs) for kind, (inputs, outputs, attrs) in read.items()}


@lru_cache(maxsize=1)
def _kernels() -> Found:
    """Those that have a function of their own."""
    found: Found = {}
    for module in (library().module(f"{PACKAGE}._native.{name}") for name in _KERNELS):
        for name, kinds, outputs in _marks(module.tree) if module is not None else ():
            rule = module.find(name) if module is not None else None
            assert isinstance(rule, Rule)
            found |= {kind: (rule, {}, tuple(outputs.split())) for kind in kinds.split()}
    return found


def _marks(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """The functions under `@kernel("kinds", "outputs")`."""
    for function in (each for each in tree.body if isinstance(each, ast.FunctionDef)):
        for mark in function.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "kernel":
                kinds, outputs = map(ast.literal_eval, mark.args)
                yield function.name, kinds, outputs


@lru_cache(maxsize=1)
def _functions() -> Found:
    """Those that are one function of `fluid.layers`, as compat's table says."""
    module = library().module(f"{PACKAGE}._native.rows")
    tables = [module.definitions.get(name) if module is not None else None for name in ("_ALIKE", "_ROWS")]
    alike, rows = (ast.literal_eval(each.value) if isinstance(each, ast.Assign) else "" for each in tables)
    lines = [f"{kind}: {kind}" for kind in alike.split()] + rows.strip().splitlines()
    found: Found = {}
    for line in lines:
        kind, _, rest = line.partition(": ")
        call, _, outputs = rest.partition(" -> ")
        function, *places = call.split()
        rule = library().lookup(f"{PACKAGE}.fluid.layers.{function}")
        if isinstance(rule, Rule):
            found.setdefault(kind, (rule, dict(place.split("=") for place in places), tuple(outputs.split())))
    return found
