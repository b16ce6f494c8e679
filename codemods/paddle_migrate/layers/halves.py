"""Which statements of a builder `__init__` needs, which `forward`, and which of its names the class keeps."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.dynamic.reading import Stays
from paddle_migrate.facts.values.containers import ADDING
from paddle_migrate.layers.builders import Part, bind, names_in_text
from paddle_migrate.layers.classes import Class
from paddle_migrate.layers.reaching import Definition

_NEW = (cst.List, cst.Dict, cst.Set, cst.ListComp, cst.DictComp, cst.SetComp)
Block = cst.IndentedBlock | cst.SimpleStatementSuite


def statements(block: cst.BaseSuite) -> list[cst.CSTNode]:
    """Those of a block, small ones by themselves."""
    found: list[cst.CSTNode] = []
    for each in block.body:
        found += each.body if isinstance(each, cst.SimpleStatementLine) else [each]
    return found


class Halves:
    """Of one class whose sizes are known."""

    def __init__(self, own: Class) -> None:
        self.own, self.reading, self.source, self.builder = own, own.reading, own.source, own.builder
        self.scope = self.reading.scope(self.builder.function)
        self.sizes = own.sizes.definitions()
        self.kept_sizes = [(each, own.keep(key), text) for key in own.keeps
                           for each, text in own.sizes.returned(key)]
        self.units = list(self._units(self.builder.lines))
        self._plain_loops: dict[int, bool] = {}
        self.in_init = self._needed_by_init()
        self.in_forward = self._needed_by_forward()
        self.stored = self._stored()

    # -- statements ----------------------------------------------------------------------------------------------

    def _units(self, nodes: list[cst.CSTNode]) -> Iterator[cst.CSTNode]:
        """Statements that stay whole; only an `if`, and a loop that makes layers, is parted."""
        for node in nodes:
            if isinstance(node, cst.SimpleStatementLine):
                yield from node.body
            elif self.is_parted(node):
                assert isinstance(node, (cst.If, cst.For))
                yield from self._units(statements(node.body))
                other = node.orelse
                while isinstance(other, cst.If):
                    yield from self._units(statements(other.body))
                    other = other.orelse
                if other is not None:
                    yield from self._units(statements(other.body))
            else:
                yield node

    def is_parted(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.If):
            return True
        return isinstance(node, cst.For) and (
            any(node in part.loops for part in self.own.parts) or any(
                place is not None and self.source.lies_in(place, node) for place, _, _ in self.sizes))

    def around(self, node: cst.CSTNode) -> list[cst.If | cst.For]:
        """The statements that hold one, innermost first."""
        found, at = list[cst.If | cst.For](), self.source.parents.get(node)
        while at is not None and at is not self.builder.function:
            if isinstance(at, (cst.If, cst.For)):
                found.append(at)
            at = self.source.parents.get(at)
        return found

    def binds(self, unit: cst.CSTNode) -> set[str]:
        """Names that it binds or changes."""
        found: set[str] = set()
        for name, bindings in self.scope.bindings.items():
            if any(self.source.lies_in(each.node, unit) for each in bindings if each.kind != "param"):
                found.add(name)
        for call in self.reading.calls_in(unit):
            func = call.func
            if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and func.attr.value in (
                    *ADDING, "pop", "reverse", "sort"):
                found.add(func.value.value)
        for node in self.reading.inside(unit):
            if isinstance(node, cst.AssignTarget) and isinstance(node.target, cst.Subscript):
                found |= {name.value for name in self.reading.loads_in(node.target.value)}
        return found

    def is_of_tensors(self, unit: cst.CSTNode) -> bool:
        if isinstance(unit, cst.Return) or self.binds(unit) & self.builder.tensors:
            return True
        if any(self.source.lies_in(part.call, unit) for part in self.own.parts):
            return True
        return any(name.value in self.builder.tensors and not self.own._in_size(name)
                   for name in self.reading.loads_in(unit))

    # -- __init__ ------------------------------------------------------------------------------------------------

    def _names(self, node: cst.CSTNode) -> set[str]:
        """What a piece of text needs where layers are made."""
        self.own.making(node)
        found = {name.value for name in self.reading.loads_in(node) if not self.own._in_size(name)}
        for each in self.own.size_nodes:
            if self.source.lies_in(each, node):
                found |= names_in_text(self.own.size(each))
        return found

    def _needed_by_init(self) -> set[int]:
        """The statements, by their ids."""
        needed, found = set[str](), set[int]()
        places: list[cst.CSTNode] = [part.call for part in self.own.parts]
        for part in self.own.parts:
            needed |= names_in_text(self.own.made(part)) if part.first is None else set()
        for place, _, text in [*self.sizes, *self.kept_sizes]:
            needed |= names_in_text(text)
            if place is not None:
                places.append(place)
        for place in places:
            for each in self.around(place):
                needed |= self._names(each.test if isinstance(each, cst.If) else each.iter)
        free = [unit for unit in self.units if not self.is_of_tensors(unit)]
        while True:
            before = len(found)
            for unit in free:
                if id(unit) not in found and (self.binds(unit) & needed or self._is_said_once(unit)):
                    found.add(id(unit))
                    needed |= self._names(unit)
                    for each in self.around(unit):
                        needed |= self._names(each.test if isinstance(each, cst.If) else each.iter)
            if len(found) == before:
                break
        filled = {name for unit in self.units if self.is_of_tensors(unit) for name in self._fills(unit)}
        wrong = needed & (self.builder.tensors | filled) | {n for n in needed if self._is_of_forward_alone(n, found)}
        if wrong:
            raise Stays(self.builder.function, f"{min(wrong)} is worked out of a tensor, and a layer is made with it")
        return found

    def _fills(self, unit: cst.CSTNode) -> set[str]:
        """Its own names of which it sets an attribute or an element: `kept.hidden = fc(x, 5)`."""
        targets = [node.target for node in self.reading.inside(unit) if isinstance(node, cst.AssignTarget)]
        names = {each.value for target in targets if isinstance(target, (cst.Attribute, cst.Subscript))
                 for each in self.reading.loads_in(target.value)}
        return {name for name in names for each in self.scope.bindings.get(name, ()) if each.kind == "value"}

    def _is_of_forward_alone(self, name: str, in_init: set[int]) -> bool:
        """Whether all that gives a name its value needs a tensor."""
        makers = [unit for unit in self.units if name in self.binds(unit)]
        return bool(makers) and name not in self.own.config and not any(id(unit) in in_init for unit in makers)

    def _is_said_once(self, unit: cst.CSTNode) -> bool:
        """A check, a print, a note in a list of others': done where the layers are made, as it was done where the
        program was built."""
        is_kept = not self.binds(unit) or any(map(self._is_of_others, self.reading.inside(unit)))
        return is_kept and not isinstance(unit, (cst.Pass, cst.Break, cst.Continue, cst.Global))

    def _is_of_others(self, node: cst.CSTNode) -> bool:
        """Whether it calls for nothing but what that does, or changes an attribute or an element, of what may be seen
        elsewhere."""
        if isinstance(node, cst.Expr):
            func = node.value.func if isinstance(node.value, cst.Call) else None
            return func is not None and not (isinstance(func, cst.Attribute) and self._is_own(func.value))
        target = node.target if isinstance(node, (cst.AssignTarget, cst.AugAssign)) else None
        return isinstance(target, (cst.Attribute, cst.Subscript)) and not self._is_own(target.value)

    def _is_own(self, node: cst.BaseExpression) -> bool:
        """Whether nothing but the builder's names has it: a container that it writes itself."""
        bindings = self.reading.bindings(node)
        return bool(bindings) and all(
            each.scope is self.scope and each.kind == "value" and isinstance(each.value, _NEW) for each in bindings)

    # -- forward -------------------------------------------------------------------------------------------------

    def _needed_by_forward(self) -> set[int]:
        needed, found = set[str](), set[int]()
        for unit in self.units:
            if self.is_of_tensors(unit):
                found.add(id(unit))
                needed |= self.read_in_forward(unit)
                needed |= self._tests(unit)
        self.read: set[str] = set()
        while True:
            before = len(found)
            for unit in self.units:
                names = self.binds(unit) & needed
                if id(unit) not in found and names:
                    if id(unit) in self.in_init and all(self._is_settled(name) for name in names):
                        continue
                    found.add(id(unit))
                    needed |= self.read_in_forward(unit) | self._tests(unit)
            if len(found) == before:
                break
        self.read = needed
        return found

    def _tests(self, unit: cst.CSTNode) -> set[str]:
        found: set[str] = set()
        for each in self.around(unit):
            if isinstance(each, cst.If):
                found |= {name.value for name in self.reading.loads_in(each.test)}
            elif not self.is_plain(each):
                found |= {name.value for name in self.reading.loads_in(each.iter)}
        return found

    def read_in_forward(self, node: cst.CSTNode) -> set[str]:
        """Names that are read in what stays of a statement when its layers are made."""
        gone = [each for part in self.own.parts for each in self.gone(part)]
        return {name.value for name in self.reading.loads_in(node)
                if not any(self.source.lies_in(name, each) for each in gone)}

    def gone(self, part: Part) -> list[cst.CSTNode]:
        """What of a call `forward` does not hold."""
        if part.builder is None:
            return [part.maker]
        given = bind(self.reading, part.call, part.builder)
        return [part.call.func, *(arg for arg, name in zip(part.call.args, given, strict=True)
                                  if name not in part.builder.tensors)]

    def is_plain(self, loop: cst.For) -> bool:
        """Whether `forward` needs nothing of a loop, nor of those around it, but its layers, each once in each round.
        """
        loops = next((part.loops for part in self.own.parts if loop in part.loops), (loop,))
        place = loops.index(loop)
        return self._is_of_layers(loop) and (place == 0 or self.is_plain(loops[place - 1]))

    def _is_of_layers(self, loop: cst.For) -> bool:
        """The same, whatever is around it."""
        if id(loop) not in self._plain_loops:
            self._plain_loops[id(loop)] = self._asked_plain(loop)
        return self._plain_loops[id(loop)]

    def _asked_plain(self, loop: cst.For) -> bool:
        parts = [part for part in self.own.parts if loop in part.loops]
        if not parts or not self.is_parted(loop) or any(part.loops != parts[0].loops for part in parts):
            return False
        inside = statements(loop.body)
        if loop is parts[0].loops[-1]:
            units = [each for each in self._units(list(loop.body.body)) if self.is_of_tensors(each)]
            if any(self.around(unit)[0] is not loop for unit in units) or any(
                    isinstance(each, (cst.Break, cst.Continue, cst.Return)) for each in self.reading.inside(loop)):
                return False
            bound = {name for each in [*inside, loop] for name in self.binds(each)} - self.builder.tensors
            bound |= {name.value for name in self.reading.inside(loop.target) if isinstance(name, cst.Name)}
            return not any(self.read_in_forward(unit) & bound for unit in units)
        inner = [each for each in inside if self.is_parted(each) and isinstance(each, cst.For)]
        others = [each for each in inside if each not in inner and any(
            self.is_of_tensors(unit) for unit in self._units([each]))]
        return len(inner) == 1 and not others and self._is_of_layers(inner[0])

    # -- what the class keeps ------------------------------------------------------------------------------------

    def _is_settled(self, name: str) -> bool:
        """Whether all of `forward` reads the last value that a name gets."""
        places = [each.node for each in self.scope.bindings.get(name, ()) if each.kind != "param"]
        if any(isinstance(each, cst.For) for place in places for each in self.around(place)) or any(
                isinstance(place, cst.For) for place in places):
            return False
        last = max((self.source.start(place) for place in places), default=-1)
        uses = [use for each in self.scope.bindings.get(name, ())[:1] for use in each.uses]
        tensor = [use for use in uses for unit in self.units if self.source.lies_in(use, unit)
                  and self.is_of_tensors(unit) and use.value in self.read_in_forward(unit)]
        tests = [use for use in uses for each in self.around(use)
                 if isinstance(each, cst.If) and self.source.lies_in(use, each.test)]
        return all(self.source.start(use) > last for use in [*tensor, *tests])

    def _stored(self) -> list[str]:
        """Parameters and names worked out in `__init__` that `forward` reads."""
        params = [name for name in self.own.used if name in self.read]
        changed = [name for name in params if any(
            name in self.binds(unit) for unit in self.units if id(unit) in self.in_forward)]
        if changed:
            raise Stays(self.builder.function, f"{changed[0]} is changed where layers are made; give it another name")
        known = {name for unit in self.units if id(unit) in self.in_init for name in self.binds(unit)}
        made = {name for unit in self.units if id(unit) in self.in_forward for name in self.binds(unit)}
        return [*params, *sorted(name for name in known & self.read - made - set(params))]

    def definitions_at(self, place: Definition) -> list[str]:
        return [f"{name} = {text}" for where, name, text in self.sizes if where is place]
