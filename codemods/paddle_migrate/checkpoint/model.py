"""The layers of a model, read off the old script's text: where each lies in the model and what 1.6 called it."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paddle_migrate.interpreter.calling import instantiate
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.machine import Frame
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Closure,
    Instance,
    OwnClass,
    Parameter,
    Scope,
    Thing,
    Waiting,
)
from paddle_migrate.options import Options
from paddle_migrate.project import files
from paddle_migrate.rules.definitions import init_of
from paddle_migrate.rules.kinds import CONTAINERS
from paddle_migrate.script import Script
from paddle_migrate.text.parsing import SourceError, python_error
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.dialect import ScriptDialect, old_calls

Sizes = tuple[int | None, ...]  # None: the text does not tell


@dataclass(frozen=True)
class Leaf:
    """A layer of the library: `path` is what its keys begin with, `name` its name in 1.6, `kind` its class.

    `holds` are its parameters by key: their sizes, () where nothing is known, and whether they must be there.
    """

    path: str
    name: str
    kind: str
    args: dict[str, Any] = field(default_factory=dict[str, Any])
    holds: dict[str, tuple[Sizes, bool]] = field(default_factory=dict[str, tuple[Sizes, bool]])


@dataclass(frozen=True)
class Own:
    """A layer of the script: `tensors` are the attributes that may be parameters of its own, `untold` those of which
    the text does not tell what they are."""

    path: str
    name: str
    tensors: tuple[str, ...]
    untold: tuple[str, ...] = ()


def layers_of(path: Path, class_name: str, root: str) -> tuple[list[Leaf | Own], list[dict[str, Leaf]]]:
    """The layers of the model `class_name` of an old script, in the order of their making; `root` is its own name.

    Besides, by path, those that the class makes when it is called otherwise: what differs is not the model's.
    Raises `ValueError` where the text does not tell the layers.
    """
    machine = _run(path)
    found = machine.module.names.get(class_name)
    if not isinstance(found, OwnClass):
        raise ValueError(f"{path} has no class {class_name}")
    made = [i for i in machine.instances if i.of is found] or [instantiate(machine, found, [TEXT], {}, None)]
    if not any(i in machine.called_by_script for i in made):  # another file may call it, with other arguments
        init = init_of(found.node)
        made.append(instantiate(machine, found, [UNKNOWN] * (len(init.args.args) - 1 if init else 0), {}, None))
    models: list[list[Leaf | Own]] = [list(_Names().walk(m, "", root)) for m in made]
    layers = max(models, key=len)
    if not any(isinstance(layer, Leaf) for layer in layers):
        raise ValueError(f"{path}:{found.node.lineno}: {class_name} makes no layer that the text of the script tells "
                         "of; --for takes the old script, before it was migrated")
    others = [m for m in models if m is not layers]
    return layers, [{layer.path: layer for layer in model if isinstance(layer, Leaf)} for model in others]


class _Watched(Interpreter):
    """Keeps the objects of the script's own that its run makes."""

    def __init__(self, dialect: ScriptDialect) -> None:
        super().__init__(dialect)
        self.instances: list[Instance] = []
        self.called_by_script: list[Instance] = []

    def enter(self, function: Closure | None, scope: Scope, site: ast.Call | None) -> Frame:
        first = next(iter(scope.names.values()), None)
        made = function is not None and function.name == "__init__"
        if made and isinstance(first, Instance) and first not in self.instances:
            self.instances.append(first)
            if site is not None:
                self.called_by_script.append(first)
        return super().enter(function, scope, site)


def _run(path: Path) -> _Watched:
    try:
        text = files.read(path).text
        script = Script.of(Source(text, str(path)), Options())
    except SourceError as error:
        raise ValueError(f"{path} cannot be read as Python: {error}") from None
    tree = python_tree(text)
    if tree is None:
        raise ValueError(f"{path} cannot be read as Python: {python_error(text)}")
    if not script.references:
        raise ValueError(f"{path} names nothing of Paddle 1; --for takes the old script, before it was migrated")
    machine = _Watched(ScriptDialect(script, Places(script.source), old_calls(script)))
    machine.run(tree)
    return machine


class _Names:
    """Counts names as 1.6 did: by scope and class."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def walk(self, value: Any, path: str, name: str) -> Any:
        """The layers of an object of the script's own that is called `name`."""
        if not isinstance(value, Instance) or not value.is_own:
            return
        tensors = tuple(n for n, v in value.attributes.items() if isinstance(v, Array))
        told = (Array, Instance, Closure, Thing, str, int, float, type(None))
        yield Own(path, name, tensors, tuple(n for n, v in value.attributes.items() if not isinstance(v, told)))
        for attribute, held in value.attributes.items():
            yield from self._held(held, f"{path}.{attribute}".lstrip("."), name)

    def _held(self, value: Any, path: str, scope: str) -> Any:
        if not isinstance(value, Instance):
            return
        if value.items is not None and value.short in CONTAINERS:
            if not value.items.exact:
                yield Own(path, "", (), ("",))
            for number, item in enumerate(value.items.values):
                yield from self._held(item, f"{path}.{number}", scope)
        elif value.is_own:
            yield from self.walk(value, path, self._next(scope, value.short))
        elif value.is_layer:
            own = value.scope if isinstance(value, Waiting) and isinstance(value.scope, str) else scope
            form = value.form() if isinstance(value, Waiting) else value
            yield Leaf(path, self._next(own, value.short), value.short, value.args, _holds(form))
            if untold := _untold(form):
                yield Own(path, "", (), untold)

    def _next(self, scope: str, kind: str) -> str:
        key = f"{scope}/{kind}"
        self._counts[key] += 1
        return f"{key}_{self._counts[key] - 1}"


def _holds(layer: Any) -> dict[str, tuple[Sizes, bool]]:
    held = layer.attributes.items() if isinstance(layer, Instance) else ()
    return {name: (_sizes(value), value.sure) for name, value in held if isinstance(value, Parameter)}


def _sizes(value: Parameter) -> Sizes:
    return tuple(d if isinstance(d, int) else None for d in value.shape or ())


def _untold(layer: Any) -> tuple[str, ...]:
    """What keys may begin with: everything, of a layer that could not be made."""
    if not isinstance(layer, Instance):
        return ("",)
    return tuple(name for name, value in layer.attributes.items() if value is UNKNOWN)
