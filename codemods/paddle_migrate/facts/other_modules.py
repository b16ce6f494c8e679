"""The functions and models of the project's other modules: `loss, acc = model(x)` with `from model import Net`.

Two things are asked of them: whether what they return is a tensor that has no dimension today, and which of them takes
what a call hands over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.neighbours import mode_around
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.scopes import Binding, dotted
from paddle_migrate.project import files
from paddle_migrate.project.borrowed import with_own_imports
from paddle_migrate.project.importers import behind, direct_importers, importers, named_in, program, spelt_behind
from paddle_migrate.project.interest import works_with_fluid
from paddle_migrate.project.project import Module, Project
from paddle_migrate.rules.modes import Answer
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.source import Source

Definition = cst.FunctionDef | cst.ClassDef
_SCALAR = "scalar"
_GIVEN = (_SCALAR, "predictor")
_WORD = re.compile(rb"[^\W\d]\w*")
_COMMENT = re.compile(rb"\n[ \t]*#[^\n]*")


@dataclass(frozen=True)
class Taker:
    """A function of another module that a call hands its arguments to, and how many parameters it does not name."""

    module: OtherModules
    function: cst.FunctionDef
    unnamed: int


class OtherModules:
    """Answers for the code in the file at `path`."""

    def __init__(self, project: Project, path: Path, code: Code) -> None:
        self.project, self.path, self.code = project, path, code
        self.kinds = Kinds(code, Origins(code), self)
        self.asked: Any = None  # its facts, when they have been asked for

    @cached_property
    def mode(self) -> Answer:
        """The mode that the files around the script have, where it shows none itself."""
        return mode_around(self.path, self.code.source.raw, self.project)

    @cached_property
    def works_with_fluid(self) -> bool:
        """Whether the script imports nothing of Paddle, and works with what others of its program make of fluid."""
        return works_with_fluid(self.path, self.code.source.raw, self.project)

    @cached_property
    def are_all_given(self) -> bool:
        """Whether the script came with the whole of a directory."""
        return any(self.path.absolute().is_relative_to(each) for each in self.project.directories)

    @cached_property
    def importers(self) -> list[bytes]:
        """The texts of the files that import this one, over however many steps."""
        return [module.raw for module in self._importing]

    @cached_property
    def _importing(self) -> list[Module]:
        return importers(self.path, self.project)

    def imports(self, text: re.Pattern[bytes]) -> bool:
        """Whether the file imports another one of the run that has the text, over however many steps."""
        below = set(behind(self.path, self.code.source.raw, self.project))
        return any(module.path in below and module.has(text) for module in self._program)

    def program(self, text: re.Pattern[bytes], silent: bool = False) -> list[OtherModules]:
        """The other files of the programs that this one is a part of, those that have the text; `silent`: those that
        do not speak of Paddle, too."""
        found = [_of_module(m) for m in self._program if m.has(text) and (silent or m.may_hand_on)]
        return [other for other in found if other is not None]

    def may_run_with(self, path: Path) -> bool:
        """Whether the file at the path is this one, or of a program that this one is a part of."""
        return path.absolute() in {self.path.absolute(), *(module.path.absolute() for module in self._program)}

    def in_line(self, text: re.Pattern[bytes]) -> list[OtherModules]:
        """Of those, the files that import this one, themselves or from its package, and that it imports, over however
        many steps: not what is imported beside it, nor what a file that it imports may load by names of its own."""
        paths = {module.path for module in direct_importers(self.path, self.project)}
        packages = [path for path in paths if path.name == "__init__.py"]
        paths |= {module.path for path in packages for module in direct_importers(path, self.project)}
        paths |= spelt_behind(self.path, self.code.source.raw, self.project)
        return [other for other in self.program(text) if other.path.absolute() in paths]

    def beside(self, text: re.Pattern[bytes]) -> bool:
        """Whether a file of this run in the same folder has the text, whoever imports whom."""
        return self.project.beside(self.path, text)

    def mention(self, pattern: str) -> bool:
        """Whether one of those files has the text."""
        return any(re.search(pattern.encode(), module.raw) for module in self._program)

    def strangers_mention(self, pattern: str) -> bool:
        """Whether one of those files has the text that names nothing of Paddle's, in which nothing is rewritten."""
        return any(re.search(pattern.encode(), each.raw) and not each.may_hand_on for each in self._program)

    def have_without(self, text: re.Pattern[bytes], other: re.Pattern[bytes]) -> bool:
        """Whether one of those files has the one text and not the other."""
        return any(each.has(text) and not each.has(other) for each in self._program)

    def find(self, pattern: str) -> set[str]:
        """What those files have of the pattern's one group, but for lines that are comments."""
        each = re.compile(pattern.encode())
        return {found.decode() for module in self._program for found in each.findall(_uncommented(module))}

    @cached_property
    def _program(self) -> list[Module]:
        return [self.project.file(path) for path in program(self.path, self.code.source.raw, self.project)]

    def naming(self, name: str) -> list[OtherModules | None]:
        """The files that import this one and have the name; None for one that is not Python."""
        modules = self._importing if not name.isascii() else [m for m in self._importing if name.encode() in _words(m)]
        return [_of_module(module) for module in modules]

    def importing(self) -> list[OtherModules]:
        """The files that import this one."""
        return [other for module in self._importing if (other := _of_module(module)) is not None]

    def uses_of(self, path: Path, name: str) -> list[cst.Name | cst.Attribute]:
        """Where this file speaks of what stands by this name at the top of another one."""
        found: list[cst.Name | cst.Attribute] = [*self.code.source.attributes.get(name, ())]
        for scope in self.code.scopes.everywhere():
            for bindings in scope.bindings.values():
                if any(each.kind == "import" and each.target.rpartition(".")[2] == name for each in bindings):
                    found += bindings[0].uses
        found += [each for each in self.code.scopes.unbound if each.value == name]
        return [each for each in found if self._means(each, path, name)]

    def _means(self, node: cst.Name | cst.Attribute, path: Path, name: str) -> bool:
        there = self.bound(node)
        own = there is not None and there[0].path.absolute() == path.absolute()
        return own and there is not None and any(each.name == name for each in there[1])

    def named_in(self, name: str) -> list[str]:
        """The other files that import this one and name a class or function of it."""
        return named_in(self.path, name, self.project)

    def gives(self, call: cst.Call) -> str:
        """Whether what the call gives is 0-D today, complex, or a predictor, as a kind; empty for anything else."""
        found = self._called(call)
        what = _what(found[0].kinds.of_returns(found[1])) if found is not None else ""
        return what if what in _GIVEN or what.startswith("complex") else ""

    def part(self, call: cst.Call, place: int, length: int) -> str:
        """The kind of one of `length` values that a function of another module gives."""
        found = self._called(call)
        return _what(found[0].kinds.of_returned_part(found[1], place, length)) if found is not None else ""

    def is_scalar_part(self, call: cst.Call, place: int, length: int) -> bool:
        """The same of one of `length` values that the call gives, whichever of several models is called."""
        one = self._called(call)
        found = [one] if one is not None else self._methods(call.func)
        parts = [_what(other.kinds.of_returned_part(function, place, length)) for other, function in found]
        return bool(parts) and set(parts) == {_SCALAR}

    def is_schedule(self, call: cst.Call, depth: int = 0) -> bool:
        """Whether the call makes an object of a class that derives from a learning-rate schedule of Paddle's."""
        found = self._definition(dotted(call.func), call.func)
        return found is not None and _derives_from_schedule(found[0].code, found[1], depth)

    def taker(self, call: cst.Call) -> Taker | None:
        """The function of another module that takes the call's arguments, where nothing of this one may be meant."""
        found = self._definition(dotted(call.func), call.func)
        if found is None and self.kinds.called(call) is not None:
            return None
        if found is None:
            called = self._called(call)
            return Taker(*called, 0 if _is_static(called[1]) else 1) if called is not None else None
        other, definition = found
        if isinstance(definition, cst.FunctionDef):
            return Taker(other, definition, 0)
        init = method_of(definition, "__init__")
        return Taker(other, init, 1) if init is not None else None

    def _called(self, call: cst.Call) -> tuple[OtherModules, cst.FunctionDef] | None:
        """The function of another module that a call runs: by its name, a model's forward(), a method."""
        func = call.func
        found = self._definition(dotted(func), func)
        if found is not None:
            other, definition = found
            return (other, definition) if isinstance(definition, cst.FunctionDef) else None
        if isinstance(func, cst.Attribute) and not self._is_model(func):
            return self._method(func.value, func.attr.value)
        return self._method(func, "forward")

    def _is_model(self, node: cst.Attribute) -> bool:
        """`self.model`, to be called itself."""
        return self.code.definitions.own_class(node.value) is not None

    def _method(self, owner: cst.BaseExpression, name: str) -> tuple[OtherModules, cst.FunctionDef] | None:
        made = {id(found[1]): found for value in self._values(owner) for found in self._class(value)}
        if len(made) != 1:
            return None
        other, definition = made.popitem()[1]
        method = method_of(definition, name) if isinstance(definition, cst.ClassDef) else None
        return (other, method) if method is not None else None

    def _methods(self, func: cst.BaseExpression) -> list[tuple[OtherModules, cst.FunctionDef]]:
        """The methods that a call may run, where all the classes that the object may be of are known."""
        owner = func.value if isinstance(func, cst.Attribute) and not self._is_model(func) else func
        name = func.attr.value if isinstance(func, cst.Attribute) and owner is not func else "forward"
        found: list[tuple[OtherModules, cst.FunctionDef]] = []
        for value in self._values(owner):
            classes = [(other, made) for other, made in self._class(value) if isinstance(made, cst.ClassDef)]
            methods = [(other, method) for other, made in classes if (method := method_of(made, name)) is not None]
            if not methods:
                return []
            found += methods
        return found

    def _values(self, node: cst.BaseExpression) -> list[cst.BaseExpression]:
        """What is assigned to a name, or to an attribute of `self`."""
        if isinstance(node, cst.Name):
            bindings = self.code.scopes.find(node)
            return [b.value for b in bindings if b.value is not None] if all(b.value for b in bindings) else []
        if isinstance(node, cst.Call):
            return [node]
        return self.kinds.origins.of_attribute(node)

    def _class(self, value: cst.BaseExpression) -> Iterator[tuple[OtherModules, Definition]]:
        """The class that `Net(…)` makes an object of; none for a wrapper around the same model."""
        if isinstance(value, cst.Call) and self.kinds.what(value) != "parallel":
            found = self._definition(dotted(value.func), value.func)
            if found is not None:
                yield found

    def _definition(self, name: str, at: cst.BaseExpression) -> tuple[OtherModules, Definition] | None:
        """The definition in another module that a name of this script means."""
        found = self.bound(at) if name else None
        made = found[1][0].node if found is not None and len(found[1]) == 1 else None
        return (found[0], made) if found is not None and isinstance(made, (cst.FunctionDef, cst.ClassDef)) else None

    def bound(self, at: cst.BaseExpression) -> tuple[OtherModules, list[Binding]] | None:
        """What binds, in another module, what a name of this script means."""
        name, root = dotted(at), at
        while type(root) is cst.Attribute:
            root = root.value
        if not name or not isinstance(root, cst.Name):
            return None
        bindings = self.code.scopes.find(root)
        if not bindings:
            found = [f for module, _ in self.code.scopes.stars if (f := self._look(module, name, 0))]
            return found[0] if len(found) == 1 else None
        if len(bindings) > 1 or not bindings[0].target:
            return None
        module, _, short = (bindings[0].target + name[len(root.value) :]).rpartition(".")
        return self._look(module or ".", short, 0)

    def _look(self, module: str, name: str, depth: int) -> tuple[OtherModules, list[Binding]] | None:
        """What binds a name at the top of a module, or of one that this has it from."""
        modules = self.project.modules(self.path, module)
        other = _of_module(modules[0]) if len(modules) == 1 and depth < _DEEPEST else None
        if other is None:
            return None
        bindings = other.code.scopes.module.bindings.get(name, [])
        if len(bindings) == 1 and bindings[0].kind == "import":
            further, _, original = bindings[0].target.rpartition(".")
            return other._look(further or ".", original, depth + 1)
        if bindings:
            return other, bindings
        found = [f for star, _ in other.code.scopes.stars if (f := other._look(star, name, depth + 1))]
        return found[0] if len(found) == 1 else None


_DEEPEST = 8  # modules that hand a name on to one another


_SCHEDULES = ("LearningRateDecay", "LRScheduler")


def _derives_from_schedule(code: Code, definition: Definition, depth: int) -> bool:
    for base in definition.bases if isinstance(definition, cst.ClassDef) and depth < _DEEPEST else ():
        name = code.names.resolve(base.value)
        if name.startswith("paddle.") and name.rpartition(".")[2] in _SCHEDULES:
            return True
        bindings = code.scopes.find(base.value) if isinstance(base.value, cst.Name) else []
        own = [b.node for b in bindings if isinstance(b.node, cst.ClassDef)]
        if any(_derives_from_schedule(code, node, depth + 1) for node in own):
            return True
    return False


def _words(module: Module) -> frozenset[bytes]:
    if "words" not in module.kept:
        module.kept["words"] = frozenset(_WORD.findall(module.raw))
    return module.kept["words"]  # type: ignore[return-value]


def _uncommented(module: Module) -> bytes:
    """Its text without lines that are comments; many files of a program ask for it."""
    if "uncommented" not in module.kept:
        module.kept["uncommented"] = _COMMENT.sub(b"", module.raw)
    return module.kept["uncommented"]  # type: ignore[return-value]


def _is_static(method: cst.FunctionDef) -> bool:
    return any(dotted(d.decorator) == "staticmethod" for d in method.decorators)


def _what(kind: object) -> str:
    return getattr(kind, "what", "")


def _of_module(module: Module) -> OtherModules | None:
    """The module's own code, to be asked and never to be rewritten."""
    if "facts" not in module.kept:
        module.kept["facts"] = _made(module)
    return module.kept["facts"]  # type: ignore[return-value]


def _made(module: Module) -> OtherModules | None:
    try:
        text = files.decode(module.raw).text
        own = with_own_imports(text, module.path, module.project)
        code = Code.of(Source(own.text if own else text, str(module.path)))
    except (SourceError, ValueError):
        return None
    return OtherModules(module.project, module.path, code)
