"""Functions of a file in today's names that build a part of a network become classes of layers, and are called so."""

from __future__ import annotations

import re
import textwrap
from collections import ChainMap
from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.helpers import RUNNING_AUC
from paddle_migrate.dynamic.parts import Named
from paddle_migrate.dynamic.pieces import lines_of, take_out
from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, Stays, body_of, target_names, value_of
from paddle_migrate.dynamic.sharing import may_be_one, names_of
from paddle_migrate.facts.scopes import BY_TEXT
from paddle_migrate.layers.builders import Builder, Builders, bind, bound_by
from paddle_migrate.layers.classes import Class, StaysToo
from paddle_migrate.layers.elsewhere import Neighbours
from paddle_migrate.layers.numbers import Numbers
from paddle_migrate.layers.text import WIDTH, Text, filled
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import SourceError, python_error

_ROUNDS = 12  # sizes that callers are to give, and what they ask for, settle from builder to builder
# Finds functions and methods by a name that is made; nothing of Paddle's, and by no name that is written out.
BY_NAME = re.compile(
    r"(?<![.\w])(?:getattr\((?!\s*(?:paddle|nn|F)\b|[^()]*,\s*['\"]\w+['\"]\s*[,)])|(?:globals|vars|eval)\()"
    r"|\b(?:__dict__|import_module)\b")


class Left(NamedTuple):
    """A function that stays one, why, and the line that shows it."""

    name: str
    why: str
    line: int


class Layered(NamedTuple):
    """The new text, the classes of it, and what stays."""

    text: str
    classes: tuple[str, ...] = ()
    left: tuple[Left, ...] = ()
    line: int = 0  # of the first function that became one
    elsewhere: bool = False  # whether layers are made by what is no function that builds
    # how the classes of other files are called that it makes now, and the names of their parameters
    brought: Mapping[str, Named] = MappingProxyType({})


def layered(
    text: str, is_for_loop: bool = False, neighbours: Neighbours | None = None, apart: bool = False
) -> Layered:
    """`text` is a file whose networks are in today's names: layers are made where they are called. `is_for_loop`: no
    program is to be left, in which layers share parameters by their names; `apart`: of which it is known that none do.
    """
    try:
        reading = Reading(text)
        conversion = Conversion(reading, is_for_loop, neighbours, apart)
        if neighbours is not None and not is_for_loop:
            neighbours.keep(conversion)
        new = conversion.text()
    except SourceError:
        return Layered(text)
    if python_error(new) is not None:
        if neighbours is not None and not is_for_loop:
            neighbours.keep(None)
        return Layered(text)
    line = min((reading.source.line(each.function) for each in conversion.classes), default=0)
    builders = [each.function for each in conversion.builders]
    others = (call for call in reading.calls if is_layer(reading, call) and reading.called(call.func) != RUNNING_AUC)
    elsewhere = any(not any(reading.source.lies_in(call, each) for each in builders) for call in others)
    return Layered(new, tuple(each.name for each in conversion.classes), tuple(conversion.left), line, elsewhere,
                   conversion.brought)


class Conversion:
    """Of one file."""

    def __init__(self, reading: Reading, is_for_loop: bool, neighbours: Neighbours | None, apart: bool) -> None:
        self.reading, self.source = reading, reading.source
        self.is_for_loop, self.neighbours, self.apart = is_for_loop, neighbours, apart
        self.rewritten: set[int] = set()  # calls in functions that stay, by their ids
        self.elsewhere = neighbours.find(reading, is_for_loop, apart) if neighbours is not None else None
        numbers = Numbers(reading, *neighbours.importers) if neighbours is not None else None
        self.builders = Builders(reading, self.elsewhere, numbers, self._is_alone)
        self.left: list[Left] = []
        self.bad: set[int] = set()
        self.missing: list[str] = []
        self.classes: dict[Builder, Class] = {}
        self.texts: dict[Builder, str] = {}
        self._name()
        while not self._settle():
            pass
        for each in self.classes.values():
            each.is_settled = True

    def _is_alone(self, name: str) -> bool:
        others = self.neighbours
        return self.is_for_loop and not (others is not None and others.is_imported and others.taken().has(name))

    def of_function(self, owner: str, name: str, is_for_loop: bool, apart: bool) -> Class | None:
        """The class that a function becomes, or the method of a class; for a loop, one that shares nothing by names."""
        for builder, made in self.classes.items():
            if builder.function.name.value == name and owner == (builder.owner.name.value if builder.owner else ""):
                return made if not is_for_loop or _is_by_itself(made, apart) else None
        return None

    @property
    def brought(self) -> dict[str, Named]:
        found: dict[str, Named] = {}
        other = self.elsewhere
        for call in self.reading.calls if other is not None else ():
            builder = other.builder(self.builders, call) if other is not None and id(call) in self.rewritten else None
            if builder is not None and other is not None:
                found[other.name(call)] = other.classes[builder].named()
        return found

    def _name(self) -> None:
        taken = self.reading.scopes.bound() | {name.value for name in self.reading.scopes.unbound}
        for each in self.builders:
            owner = each.owner
            base = _camel(each.function.name.value)
            name = base
            if owner is not None and base in ("Net", "Network", "Call", "Forward", "Model"):
                name = f"{owner.name.value.strip('_')}Layers"
            while name in taken:
                name += "Layer" if not name.endswith("Layer") else "_"
            taken.add(name)
            each.name = name

    def _settle(self) -> bool:
        """Whether all that are left become classes; else one more stays."""
        self.classes, self.texts = {}, {}
        others = ChainMap(self.classes, self.elsewhere.classes if self.elsewhere is not None else {})
        for builder in self.builders:
            if id(builder) not in self.bad:
                try:
                    self.classes[builder] = Class(self.builders, builder, others)
                except Stays as why:
                    return self._leave(builder, why)
        for builder, own in self.classes.items() if self.is_for_loop and not self.apart else ():
            try:
                self._check_names(own)
            except Stays as why:
                return self._leave(builder, why)
        layer = self._layer()
        before = None
        for _ in range(_ROUNDS):
            for builder, each in self.classes.items():
                try:
                    text = Text(each, layer)
                    text.check(self.is_for_loop)
                    self.texts[builder] = text.whole()
                except Stays as why:
                    return self._leave(builder, why)
            after = [(dict(c.sizes.parameters), {k: len(v) for k, v in c.sizes.followed.items()}, dict(c.keeps))
                     for c in self.classes.values()]
            if after == before:
                return True
            before = after
        return self._leave(next(iter(self.classes)), Stays(None, "its sizes depend on each other; write this by hand"))

    def _check_names(self, own: Class) -> None:
        """Raises Stays where another layer may have the name of a parameter, which shared it in a program."""
        makers = {id(part.maker) for part in own.parts if part.builder is None}
        every = [name for part in own.parts if part.builder is None and part.first is None for name in set(names_of(
            self.reading, part.maker))]
        names, brought = set(every), self.elsewhere.classes if self.elsewhere is not None else {}
        if any(part.builder in brought and brought[part.builder].named().texts for part in own.parts if part.builder):
            raise Stays(own.builder.function, "a layer of another file has parameters with names; share them by hand")
        others = {name for call in self.reading.calls if is_layer(self.reading, call) and isinstance(
            call.func, cst.Call) and id(call.func) not in makers for name in names_of(self.reading, call.func)}
        again = {id(part.call) for each in self.classes.values() for part in each.parts if part.first is not None}
        calls = [call for call in self.reading.calls if self._is_of(call, own.builder) and id(call) not in again]
        is_repeated = len(calls) > 1 or any(
            self.source.parent(call, cst.For, cst.While, cst.Lambda, cst.CompFor) is not None for call in calls)
        is_repeated |= len(every) > len(names) or any(part.loops and (
            part.builder is not None or names_of(self.reading, part.maker)) for part in own.parts)
        if names and (names & others or is_repeated):
            raise Stays(own.builder.function, f"other layers may have its parameter {min(names)}; share it by hand")

    def _leave(self, builder: Builder, why: Stays) -> bool:
        is_here = why.node is not None and self.source.parents.get(why.node) is not None  # and not in another file
        node = why.node if is_here and why.node is not None else builder.function
        if not isinstance(why, StaysToo):
            self.left.append(Left(builder.function.name.value, str(why), self.source.line(node)))
        self.bad.add(id(builder))
        self.classes, self.texts = {}, {}
        return all(id(each) in self.bad for each in self.builders)

    # -- the new text --------------------------------------------------------------------------------------------

    def text(self) -> str:
        self.edits = Edits(self.source.text)
        self._rewrite_calls()
        if not self.classes and not self.rewritten:
            return self.source.text
        if self.elsewhere is not None:
            parts = [part.call for each in self.classes.values() for part in each.parts]
            made = [call for call in self.reading.calls if id(call) in self.rewritten]
            self.elsewhere.write_imports(self.edits, [*parts, *made])
        for builder, text in self.texts.items():
            self._put(builder, text)
        self._take_out_empty()
        self._free_functions()
        return self._without_imports(self._imported(self.edits.result()))

    def _put(self, builder: Builder, text: str) -> None:
        source, function = self.source, builder.function
        kept = self._kept(builder)
        new = text.replace("\n", source.newline)
        first, behind = lines_of(self.reading, function)
        if builder.owner is None:
            start = source.line_start(source.line(function))
            wrapper = self._wrapper(builder) if kept else ""
            self.edits.replace(start, source.core(function)[1], new + (
                f"{source.newline * 3}{wrapper}" if kept else "").replace("\n", source.newline))
            return
        above, _ = lines_of(self.reading, builder.owner)
        said = [] if kept else [source.line_text(n).strip() for n in range(first, source.line(function))]
        comments = "".join(f"{each}{source.newline}" for each in said if each.startswith("#"))
        self.edits.insert(source.line_start(above), f"{comments}{new}{source.newline * 3}")
        if kept:
            start = source.line_start(source.line(function))
            indent = source.text[start : source.start(function)]
            wrapper = textwrap.indent(self._wrapper(builder), indent).replace("\n", source.newline)
            self.edits.replace(start, source.core(function)[1], wrapper)
        else:
            self.edits.replace(source.line_start(self._first(function)), source.line_start(behind), "")

    def _first(self, node: cst.CSTNode) -> int:
        """The first line of a statement, with its comments and the blank lines above it."""
        first, _ = lines_of(self.reading, node)
        while first > 1 and not self.source.line_text(first - 1).strip():
            first -= 1
        return first

    def _take_out_empty(self) -> None:
        """Classes of which nothing is left, and their objects."""
        gone = {id(each.function) for each in self.texts if not self._kept(each)}
        for node in {id(each.owner): each.owner for each in self.texts if each.owner is not None}.values():
            lines = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
            if not lines or not all(id(each) in gone for each in lines):
                continue
            objects = self._objects(node)
            for line in objects or ():
                first, behind = lines_of(self.reading, line)
                self.edits.replace(self.source.line_start(first), self.source.line_start(behind), "")
            if objects is None:
                at = self.source.line_start(self._first(lines[0]))
                self.edits.insert(at, f"{self.source.indent}pass{self.source.newline}")
                continue
            take_out(self.edits, self.reading, node, with_comments=False)

    def _objects(self, node: cst.ClassDef) -> list[cst.SimpleStatementLine] | None:
        """The statements that make its objects, which nothing uses but calls that are rewritten."""
        name, found = node.name.value, list[cst.SimpleStatementLine]()
        moved = [lines_of(self.reading, each.function) for each in self.texts if each.owner is node]
        first, behind = self.source.line(node), lines_of(self.reading, node)[1]
        said = [self.source.line_at(each.start) for each in self.source.comments]
        if (self.neighbours is not None and self.neighbours.mention(name)) or any(
                first <= line < behind and not any(a <= line < b for a, b in moved) for line in said):
            return None
        for use in self.reading.uses(self.reading.scopes.module, name):
            call = self.source.parents.get(use)
            line = self.source.parent(use, cst.SimpleStatementLine)
            statement = line.body[0] if line is not None and len(line.body) == 1 else None
            names = target_names(statement)
            if line is None or not isinstance(call, cst.Call) or call.func is not use or call.args or (
                    value_of(statement) is not call) or len(names) != 1:
                return None
            if not all(map(self._is_receiver, self.reading.uses(self.reading.scopes.of(call), names[0]))):
                return None
            found.append(line)
        return found

    def _is_receiver(self, use: cst.Name) -> bool:
        """`model` of `model.net(x)`, which is rewritten."""
        method = self.source.parents.get(use)
        call = self.source.parents.get(method)
        return isinstance(call, cst.Call) and call.func is method and id(call) in self.rewritten

    def _free_functions(self) -> None:
        """Methods that classes of layers call need no object: `@staticmethod`."""
        wanted = {(id(each.builder.owner), node.attr.value)
                  for each in self.classes.values() for node in each.functions}
        for function in self.source.all(cst.FunctionDef):
            owner = self.source.parent(function, cst.ClassDef)
            if (id(owner), function.name.value) not in wanted:
                continue
            start = self.source.start(function)
            indent = self.source.text[self.source.line_start(self.source.line(function)) : start]
            self.edits.insert(start, f"@staticmethod{self.source.newline}{indent}")
            params = function.params.params
            first = self.source.span(params[0])
            self.edits.replace(first[0], self.source.start(params[1]) if len(params) > 1 else first[1], "")

    def _kept(self, builder: Builder) -> bool:
        """Whether others may call the function as it was: a method or function that nothing here calls, or names
        otherwise than in a call."""
        function, name = builder.function, builder.function.name.value
        uses = [call for call in self.reading.calls if self._is_of(call, builder)]
        inside = [call for call in uses if id(call) in self.rewritten or self._home(call) is not None]
        others = self.neighbours
        if len(inside) < len(uses) or not (uses or (others is not None and others.is_imported)):
            return True
        if others is not None and others.mention(f".{name}" if builder.owner is not None else name):
            return True
        every = [use for bound in self.reading.bindings(function.name) for use in bound.uses]
        if builder.owner is None:
            every = every or self.reading.uses(self.reading.scopes.module, name)
            is_found = BY_TEXT.search(self.source.text) is not None
            return is_found or len(every) > len(uses) or any(name == text for text in self._exported)
        if every or name.startswith("__") or BY_NAME.search(self.source.text):  # an object's call has no name
            return True
        return any(each.attr.value == name for each in self.source.all(cst.Attribute)
                   if not any(call.func is each for call in uses))

    @property
    def _exported(self) -> set[str]:
        found: set[str] = set()
        for assign in self.source.all(cst.Assign):
            target = assign.targets[0].target
            if isinstance(target, cst.Name) and target.value == "__all__":
                found |= {str(each.evaluated_value) for each in self.reading.inside(assign.value)
                          if isinstance(each, cst.SimpleString)}
        return found

    def _is_of(self, call: cst.Call, builder: Builder) -> bool:
        owner = self.source.parent(call, cst.ClassDef)
        return self.builders.called(call, owner) is builder

    def _home(self, call: cst.Call) -> Class | None:
        """The class that a call becomes a part of."""
        for each in self.classes.values():
            if each.part_of(call) is not None:
                return each
        return None

    def _wrapper(self, builder: Builder) -> str:
        """The function as others call it: it makes the layers and calls them."""
        function = builder.function
        params = function.params.params
        last = (params[-1].default or params[-1]) if params else function
        start, end = self.source.start(function), self.source.span(last)[1]
        head = self.source.text[start:end].rstrip(", ") if params else f"def {function.name.value}("
        indent = " " * (start - self.source.line_start(self.source.line(function)))
        head = textwrap.dedent(indent + head).replace(self.source.newline, "\n") + "):"
        inputs = ", ".join(name for name in builder.names if name in builder.tensors)
        texts = self._given(builder, {name: name for name in builder.names})
        text = f"return {builder.name}({', '.join(texts)})({inputs})"
        if len(text) > WIDTH:
            text = filled(f"return {builder.name}(\n    ", texts, f")({inputs})", 4)
        return f"{head}\n{textwrap.indent(text, self.source.indent)}"

    def _given(
        self, builder: Builder, given: dict[str, str], receiver: str = "",
        nodes: Mapping[str, cst.BaseExpression] = MappingProxyType({})
    ) -> list[str]:
        """What a class is made with outside of all classes, where tensors are at hand: `nodes`."""
        own = self._class(builder)
        texts: list[str] = []
        for (param, key), name in own.sizes.parameters.items():
            of, bracket, index = param.partition("[")
            size = f"{given[of]}{bracket}{index}.shape[{key}]"
            known = self._number(nodes.get(of), key) if not bracket else ""
            if known:
                texts.append(f"{name}={known}")
                continue
            texts.append(f"{name}={f'{self._math()}.prod({size})' if key.endswith(':') else size}")
        texts += [f"{name}={receiver or builder.self_name}.{name}" for name in own.state]
        texts += [f"{name}={given[name]}" for name in own.used if name in given]
        return texts

    def _number(self, node: cst.BaseExpression | None, key: str) -> str:
        """The size of what another class gives, for a loop, before which layers are made; "" where it is no number."""
        call = self.reading.value(node) if self.is_for_loop else None
        owner = self.source.parent(call, cst.ClassDef) if isinstance(call, cst.Call) else None
        builder = self.builders.called(call, owner) if isinstance(call, cst.Call) else None
        is_known = builder is not None and (builder in self.classes or (
            self.elsewhere is not None and builder in self.elsewhere.classes))
        try:
            size = self._class(builder).gives(key, None) if builder is not None and is_known else None
        except Stays:
            return ""
        return size.value if isinstance(size, cst.Integer) else ""

    def _class(self, builder: Builder) -> Class:
        return self.classes[builder] if builder in self.classes or self.elsewhere is None else (
            self.elsewhere.classes[builder])

    def _rewrite_calls(self) -> None:
        """`f(x, a)`, `model.net(x)` of functions that stay: `F(a)(x)`, `NetLayers(size=model.size)(x)`."""
        elsewhere = self.elsewhere.classes if self.elsewhere is not None else {}
        for call in self.reading.calls:
            owner = self.source.parent(call, cst.ClassDef)
            builder = self.builders.called(call, owner)
            if builder is None or (builder not in self.classes and builder not in elsewhere):
                continue
            if any(self.source.lies_in(call, each.function) for each in self.classes):
                continue
            if self._can_make(call, builder):
                self.edits.replace(*self.source.span(call), self._call_text(call, builder))
                self.rewritten.add(id(call))

    def _can_make(self, call: cst.Call, builder: Builder) -> bool:
        """Whether a call can make the class itself; else it goes on calling the function."""
        given, made = bound_by(self.reading, call, builder), self._class(builder)
        if len(given) < len(call.args) or any(
                not isinstance(given.get(param.partition("[")[0]), (cst.Name, cst.Attribute))
                for param, _ in made.sizes.parameters):
            return False
        func = call.func
        return builder.owner is None or (isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name)
                                         and self.builders.receiver(call) is not None)

    def _call_text(self, call: cst.Call, builder: Builder):  # type: ignore[no-untyped-def]
        def write() -> str:
            given = bind(self.reading, call, builder)
            texts = {name: self.edits.render(*self.source.span(value)) for name, value in given.items()}
            inputs = ", ".join(text if self._is_next(builder, name, given) else f"{name}={text}"
                               for name, text in texts.items() if name in builder.tensors)
            receiver = self.reading.code(call.func.value) if isinstance(call.func, cst.Attribute) else ""
            head, made = f"{self.builders.name(call, builder)}(", self._given(builder, texts, receiver, given)
            text, indent = f"{head}{', '.join(made)})({inputs})", self.source.indentation(call)
            if "\n" in text or len(indent) + len(text) <= WIDTH:
                return text
            within = indent + self.source.indent
            filled_text = filled(f"{head}\n{within}", made, f")({inputs})", len(within))
            return filled_text.replace("\n", self.source.newline)

        return write

    def _is_next(self, builder: Builder, name: str, given: dict[str, cst.BaseExpression]) -> bool:
        """Whether `forward` takes all of its tensors up to one in the order in which they are given."""
        order = [each for each in builder.names if each in builder.tensors]
        told = [each for each in given if each in builder.tensors]
        return told[: told.index(name) + 1] == order[: told.index(name) + 1]

    # -- imports -------------------------------------------------------------------------------------------------

    def _layer(self) -> str:
        for module in ("paddle.nn", "paddle"):
            for name, bindings in self.reading.scopes.module.bindings.items():
                if bindings and all(b.kind == "import" and b.target == module for b in bindings):
                    return f"{name}.Layer" if module == "paddle.nn" else f"{name}.nn.Layer"
        self.missing = ["import paddle.nn as nn"]
        return "nn.Layer"

    def _math(self) -> str:
        for name, bindings in self.reading.scopes.module.bindings.items():
            if bindings and all(b.kind == "import" and b.target == "math" for b in bindings):
                return name
        self.missing = list(dict.fromkeys(["import math", *self.missing]))
        return "math"

    def _imported(self, text: str) -> str:
        first = re.search(r"^(import|from) paddle\b", text, re.MULTILINE)
        at = first.start() if first is not None else 0
        return text[:at] + "".join(f"{line}{self.source.newline}" for line in self.missing) + text[at:]

    def _without_imports(self, text: str) -> str:
        """`import math`, where only sizes needed it."""
        before = self.reading.scopes.module.bindings.get("math", [])
        if not before or not before[0].uses or python_error(text) is not None:
            return text
        reading = Reading(text)
        for line in body_of(reading.source.module):
            if reading.code(line).strip() == "import math" and not any(
                    each.uses for each in reading.scopes.module.bindings["math"]):
                start, end = reading.source.line(line), reading.source.line(line) + 1
                return text[: reading.source.line_start(start)] + text[reading.source.line_start(end) :]
        return text


def _is_by_itself(made: Class, apart: bool) -> bool:
    """Whether no two of its layers have a parameter by its name, and nothing is done anew."""
    leaves = list(made.leaves())
    if not apart and (any(is_repeated and named.texts for named, is_repeated in leaves) or any(
            may_be_one(one, other) for (one, _), (other, _) in combinations(leaves, 2))):
        return False
    try:
        Text(made, "Layer").check(True)
    except Stays:
        return False
    return True


def _camel(name: str) -> str:
    """`conv_bn_layer` → `ConvBNLayer`."""
    words = [part for part in name.split("_") if part]
    return "".join({"bn": "BN", "fc": "FC", "se": "SE", "lstm": "LSTM", "gru": "GRU"}.get(
        word, word[:1].upper() + word[1:]) for word in words) or "Part"
