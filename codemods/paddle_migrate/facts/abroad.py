"""What functions and models of the project's other modules return: `loss, acc = model(x)` with `from model import Net`.

Only one thing is asked of them: whether it is a tensor that has no dimension today.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.neighbours import mode_around
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.signs import Answer
from paddle_migrate.project import files
from paddle_migrate.project.importers import importers, named_in
from paddle_migrate.project.project import Module, Project, imported
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.source import Source

if TYPE_CHECKING:
    from paddle_migrate.script import Script

Definition = cst.FunctionDef | cst.ClassDef
Found = tuple["Script", cst.FunctionDef]  # a function, and the script that it stands in
_SCALAR = "scalar"


class Abroad:
    """Answers for the script in the file at `path`; `asked`: it is one of the other modules itself."""

    def __init__(self, project: Project, path: Path, script: Script, asked: bool = False) -> None:
        self.project, self.path, self.script, self.asked = project, path, script, asked

    @cached_property
    def matters(self) -> bool:
        """Others are parsed only for a script that takes numbers out of tensors."""
        return self.asked or bool(self.script.source.attributes.get("numpy"))

    @cached_property
    def mode(self) -> Answer:
        """The mode that the files around the script have, where it shows none itself."""
        return mode_around(self.path, self.script.source.text.encode("utf-8", "surrogateescape"), self.project)

    @cached_property
    def importers(self) -> list[bytes]:
        """The run's files that import this one, over however many steps."""
        return importers(self.path, self.project)

    def named_in(self, name: str) -> list[str]:
        """The other files that import this one and name a class or function of it."""
        return named_in(self.project, self.path, name)

    def is_scalar(self, call: cst.Call) -> bool:
        """Whether what the call gives is 0-D today."""
        found = self._called(call)
        return found is not None and _what(found[0].kinds.of_returns(found[1])) == _SCALAR

    def is_scalar_part(self, call: cst.Call, place: int, length: int) -> bool:
        """The same of one of `length` values that the call gives."""
        found = self._called(call)
        return found is not None and _what(found[0].kinds.of_returned_part(found[1], place, length)) == _SCALAR

    def is_schedule(self, call: cst.Call, depth: int = 0) -> bool:
        """Whether the call makes an object of a class that derives from a learning-rate schedule of Paddle's."""
        found = self._definition(dotted(call.func), call.func)
        return found is not None and _derives_from_schedule(*found, depth)

    def _called(self, call: cst.Call) -> Found | None:
        """The function of another module that a call runs: by its name, a model's forward(), a method."""
        func = call.func
        found = self._definition(dotted(func), func)
        if found is not None:
            script, definition = found
            return (script, definition) if isinstance(definition, cst.FunctionDef) else None
        if isinstance(func, cst.Attribute) and not self._is_model(func):
            return self._method(func.value, func.attr.value)
        return self._method(func, "forward")

    def _is_model(self, node: cst.Attribute) -> bool:
        """`self.model`, to be called itself."""
        return self.script.definitions.own_class(node.value) is not None

    def _method(self, owner: cst.BaseExpression, name: str) -> Found | None:
        made = {id(found[1]): found for value in self._values(owner) for found in self._class(value)}
        if len(made) != 1:
            return None
        script, definition = made.popitem()[1]
        method = method_of(definition, name) if isinstance(definition, cst.ClassDef) else None
        return (script, method) if method is not None else None

    def _values(self, node: cst.BaseExpression) -> list[cst.BaseExpression]:
        """What is assigned to a name, or to an attribute of `self`."""
        if isinstance(node, cst.Name):
            bindings = self.script.scopes.find(node)
            return [b.value for b in bindings if b.value is not None] if all(b.value for b in bindings) else []
        owner = self.script.definitions.own_class(node.value) if isinstance(node, cst.Attribute) else None
        return self.script.definitions.attribute_values(owner, node.attr.value) if owner is not None else []  # type: ignore[attr-defined]

    def _class(self, value: cst.BaseExpression) -> Iterator[tuple[Script, Definition]]:
        """The class that `Net(…)` makes an object of; none for a wrapper around the same model."""
        if isinstance(value, cst.Call) and self.script.kinds.what(value) != "parallel":
            found = self._definition(dotted(value.func), value.func)
            if found is not None:
                yield found

    def _definition(self, name: str, at: cst.BaseExpression) -> tuple[Script, Definition] | None:
        """The definition in another module that a name of this script means."""
        root = at
        while isinstance(root, cst.Attribute):
            root = root.value
        if not name or not isinstance(root, cst.Name):
            return None
        bindings = self.script.scopes.find(root)
        if not bindings:
            found = [f for module, _ in self.script.scopes.stars if (f := self._look(module, name, 0))]
            return found[0] if len(found) == 1 else None
        if len(bindings) > 1 or bindings[0].kind != "import":
            return None
        module, _, short = (bindings[0].target + name[len(root.value) :]).rpartition(".")
        return self._look(module or ".", short, 0)

    def _look(self, module: str, name: str, depth: int) -> tuple[Script, Definition] | None:
        """The definition of a name at the top of a module, or of one that this has it from."""
        modules = self.project.modules(self.path, module)
        script = _script(modules[0]) if len(modules) == 1 and depth < _DEEPEST else None
        if script is None or script.abroad is None:
            return None
        bindings = script.scopes.module.bindings.get(name, [])
        if len(bindings) == 1 and isinstance(bindings[0].node, (cst.FunctionDef, cst.ClassDef)):
            return script, bindings[0].node
        if len(bindings) == 1 and bindings[0].kind == "import":
            further, _, original = bindings[0].target.rpartition(".")
            return script.abroad._look(further or ".", original, depth + 1)
        if bindings:
            return None
        found = [f for star, _ in script.scopes.stars if (f := script.abroad._look(star, name, depth + 1))]
        return found[0] if len(found) == 1 else None


_DEEPEST = 8  # modules that hand a name on to one another


_SCHEDULES = ("LearningRateDecay", "LRScheduler")


def _derives_from_schedule(script: Script, definition: Definition, depth: int) -> bool:
    for base in definition.bases if isinstance(definition, cst.ClassDef) and depth < _DEEPEST else ():
        name = script.names.resolve(base.value)
        if name.startswith("paddle.") and name.rpartition(".")[2] in _SCHEDULES:
            return True
        bindings = script.scopes.find(base.value) if isinstance(base.value, cst.Name) else []
        own = [b.node for b in bindings if isinstance(b.node, cst.ClassDef)]
        if any(_derives_from_schedule(script, node, depth + 1) for node in own):
            return True
    return False


def _what(kind: object) -> str:
    return getattr(kind, "what", "")


def _script(module: Module) -> Script | None:
    """The module as a script, to be asked and never to be rewritten."""
    if "script" not in module.kept:
        module.kept["script"] = _made(module) if module.may_hand_on else None
    return module.kept["script"]  # type: ignore[return-value]


def _made(module: Module) -> Script | None:
    from paddle_migrate.options import Options
    from paddle_migrate.project.borrowed import with_own_imports
    from paddle_migrate.script import Script

    try:
        text = files.decode(module.raw).text
        own = with_own_imports(text, module.path, module.project)
        script = Script(Source(own.text if own else text, str(module.path)), Options())
    except (SourceError, ValueError):
        return None
    script.abroad = Abroad(module.project, module.path, script, asked=True)
    return script


def behind(path: Path, raw: bytes, project: Project) -> list[Path]:
    """The project's files that a script may ask, over however many steps; none for one that asks nothing."""
    if b"numpy()" not in raw and b"learning_rate" not in raw and b"optimizer" not in raw:
        return []
    found: dict[Path, Module] = {}
    open_files = [(path, raw)]
    while open_files:
        at, content = open_files.pop()
        modules = [m for name in imported(content) for m in project.modules(at, name) if m.may_hand_on]
        new = {m.path: m for m in modules if m.path not in found}
        found.update(new)
        open_files += [(m.path, m.raw) for m in new.values()]
    return sorted(found)


def others_draw(path: Path, raw: bytes, project: Project) -> bool:
    """Whether a module of the project that the file imports, over however many steps, has NumPy's random numbers."""
    seen: set[Path] = set()
    open_files = [(path, raw)]
    while open_files:
        at, content = open_files.pop()
        modules = [m for name in imported(content) for m in project.modules(at, name) if m.path not in seen]
        if any(b"numpy" in m.raw and b"random" in m.raw for m in modules):
            return True
        seen.update(m.path for m in modules)
        open_files += [(m.path, m.raw) for m in modules]
    return False
