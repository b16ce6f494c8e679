"""The layers of a model, read off the old script's text: where each lies in the model and what 1.6 called it."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paddle_migrate.parsing import SourceError, python_error
from paddle_migrate.pytree import python_tree
from paddle_migrate.script import Options, Script
from paddle_migrate.sizes.calling import instantiate
from paddle_migrate.sizes.dialect import ScriptDialect, old_calls
from paddle_migrate.sizes.machine import Frame, Machine
from paddle_migrate.sizes.places import Places
from paddle_migrate.sizes.values import TEXT, Array, BuiltLayer, Closure, Instance, Items, OwnClass, Scope
from paddle_migrate.source import Source

_LISTS = ("Sequential", "LayerList")


@dataclass(frozen=True)
class Leaf:
    """A layer with parameters: `path` is what its keys begin with, `name` its name in 1.6, `kind` its class."""

    path: str
    name: str
    kind: str
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Own:
    """A layer of the script: `tensors` are the attributes that may be parameters of its own."""

    path: str
    name: str
    tensors: tuple[str, ...]


def layers_of(path: Path, class_name: str, root: str) -> list[Leaf | Own]:
    """The layers of the model `class_name` of an old script, in the order of their making; `root` is its own name.

    Raises `ValueError` where the text does not tell them.
    """
    machine = _run(path)
    found = machine.module.names.get(class_name)
    if not isinstance(found, OwnClass):
        raise ValueError(f"{path} has no class {class_name}")
    made = [i for i in machine.instances if i.of is found] or [instantiate(machine, found, [TEXT], {}, None)]
    layers: list[Leaf | Own] = max((list(_Names().walk(m, "", root)) for m in made), key=len)
    if not any(isinstance(layer, Leaf) for layer in layers):
        raise ValueError(f"{path}:{found.node.lineno}: {class_name} makes no layer that the text of the script tells "
                         "of; --for takes the old script, before it was migrated")
    return layers


class _Watched(Machine):
    """Keeps the objects of the script's own that its run makes."""

    def __init__(self, dialect: ScriptDialect) -> None:
        super().__init__(dialect)
        self.instances: list[Instance] = []

    def enter(self, function: Closure | None, scope: Scope, site: ast.Call | None) -> Frame:
        first = next(iter(scope.names.values()), None)
        if function is not None and function.name == "__init__" and isinstance(first, Instance):
            self.instances.append(first)
        return super().enter(function, scope, site)


def _run(path: Path) -> _Watched:
    try:
        text = path.read_text(encoding="utf-8")
        script = Script(Source(text, str(path)), Options())
    except (SourceError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as Python: {error}") from None
    tree = python_tree(text)
    if tree is None:
        raise ValueError(f"{path} cannot be read as Python: {python_error(text)}")
    machine = _Watched(ScriptDialect(script, Places(script.source), old_calls(script)))
    machine.run(tree)
    return machine


class _Names:
    """Counts names as 1.6 did: by scope and class."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def walk(self, value: Any, path: str, name: str) -> Any:
        """The layers of an object of the script's own that is called `name`."""
        if not isinstance(value, Instance):
            return
        tensors = tuple(n for n, v in value.attributes.items() if isinstance(v, Array))
        yield Own(path, name, tensors)
        for attribute, held in value.attributes.items():
            yield from self._held(held, f"{path}.{attribute}".lstrip("."), name)

    def _held(self, value: Any, path: str, scope: str) -> Any:
        if isinstance(value, BuiltLayer) and value.short in _LISTS:
            items = value.args.get("items")
            for number, item in enumerate(items.values if isinstance(items, Items) else []):
                yield from self._held(item, f"{path}.{number}", scope)
        elif isinstance(value, BuiltLayer):
            own = value.scope if isinstance(value.scope, str) else scope
            yield Leaf(path, self._next(own, value.short), value.short, value.args)
        elif isinstance(value, Instance):
            yield from self.walk(value, path, self._next(scope, value.of.node.name))

    def _next(self, scope: str, kind: str) -> str:
        key = f"{scope}/{kind}"
        self._counts[key] += 1
        return f"{key}_{self._counts[key] - 1}"

