"""The loops that go through the batches of a reader which a function makes, where all of them are seen."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sample_readers import Unlike
from paddle_migrate.project.importers import may_use


@dataclass(eq=False)
class SampleLoops:
    """What is done with the readers of one function: ``started``, the calls `reader()` that loops go over; the calls of
    `to_variable` with what they give; and where ranks take turns, the calls that say so."""

    maker: cst.FunctionDef
    returned: cst.Return
    started: list[cst.Call] = field(default_factory=list)
    tensors: list[Reference] = field(default_factory=list)
    split: list[Reference] = field(default_factory=list)


def sample_loops(facts: Facts, generator: cst.FunctionDef, tensor_of: str, splits: str) -> SampleLoops:
    """By the names of what makes a tensor of an array, and of what has ranks take turns. Raises Unlike where the reader
    may be used otherwise."""
    maker = facts.source.parent(generator, cst.FunctionDef, cst.ClassDef, cst.Lambda)
    if not isinstance(maker, cst.FunctionDef) or facts.scopes.of(maker) is not facts.scopes.module:
        raise Unlike("no function of the file returns it")
    bindings = facts.scopes.scope(maker).bindings.get(generator.name.value, [])
    uses = [use for binding in bindings for use in binding.uses]
    returned = facts.source.parents.get(uses[0]) if len(uses) == len(bindings) == 1 else None
    if not isinstance(returned, cst.Return):
        raise Unlike("no function of the file returns it, and does nothing else with it")
    if facts.source.inside(maker, cst.Return) != [returned]:
        raise Unlike("its function returns something else, too")
    return _Uses(facts, SampleLoops(maker, returned), tensor_of, splits).found


class _Uses:
    def __init__(self, facts: Facts, found: SampleLoops, tensor_of: str, splits: str) -> None:
        self.facts, self.source, self.found = facts, facts.source, found
        self.tensor_of, self.splits = tensor_of, splits
        self.loops: list[cst.For] = []
        self.given: set[str] = set()
        self._whole = 0  # readers that are not split
        calls = self._calls_of(found.maker)
        for call in calls:
            self._follow(call)
        for loop in self.loops:
            self._read_loop(loop)
        if not self.loops or (found.split and self._whole):
            raise Unlike("its loops are not in this file" if not self.loops else "only some of its readers are split")

    def _calls_of(self, maker: cst.FunctionDef) -> list[cst.Call]:
        name = maker.name.value
        importing = self.facts.others.importers if self.facts.others is not None else []
        bindings = self.facts.scopes.module.bindings.get(name, [])
        uses = [use for binding in bindings for use in binding.uses]
        calls = [self.source.parents.get(use) for use in uses]
        alone = len(bindings) == 1 and not any(may_use(raw, name) for raw in importing)
        if not alone or not all(isinstance(c, cst.Call) and c.func is u for c, u in zip(calls, uses, strict=True)):
            raise Unlike(f"{name} is used elsewhere, too")
        return calls  # type: ignore[return-value]

    def _follow(self, value: cst.Call, split: bool = False) -> None:
        """What becomes of a reader."""
        above = self.source.parents.get(value)
        if isinstance(above, cst.Call) and above.func is value:
            self._whole += not split
            self._start(above)
            return
        if isinstance(above, cst.Arg):
            self._split(value, self.source.parents.get(above))
            return
        name = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
        if not isinstance(name, cst.Name):
            raise self._elsewhere(value)
        self._follow_name(name)

    def _follow_name(self, target: cst.Name) -> None:
        if target.value in self.given:
            return
        self.given.add(target.value)
        bindings = self.facts.scopes.find(target)
        names = [use for binding in bindings for use in binding.uses]
        split = False
        for binding in bindings:
            made = binding.value
            of_maker = isinstance(made, cst.Call) and isinstance(made.func, cst.Name) \
                and made.func.value == self.found.maker.name.value
            of_split = isinstance(made, cst.Call) and self._splitting(made) is not None
            split = split or of_split
            if not of_maker and not of_split:
                raise self._elsewhere(target)
        for use in names:
            call = self.source.parents.get(use)
            if isinstance(call, cst.Call) and call.func is use:
                self._start(call)
                self._whole += not split
            elif isinstance(call, cst.Arg):
                self._split(use, self.source.parents.get(call))
            else:
                raise self._elsewhere(use)

    def _splitting(self, call: cst.CSTNode | None) -> Reference | None:
        reference = self.facts.by_call.get(call) if isinstance(call, cst.Call) else None
        return reference if reference is not None and reference.short.rpartition(".")[2] == self.splits else None

    def _split(self, value: cst.CSTNode, call: cst.CSTNode | None) -> None:
        reference = self._splitting(call)
        if reference is None or not isinstance(call, cst.Call) or len(call.args) != 1:
            raise self._elsewhere(value)
        if reference not in self.found.split:
            self.found.split.append(reference)
            self._follow(call, split=True)

    def _start(self, call: cst.Call) -> None:
        """`reader()`, which a loop goes over, with its number or without."""
        above = self.source.parents.get(call)
        if isinstance(above, cst.Arg):
            counting = self.source.parents.get(above)
            named = isinstance(counting, cst.Call) and isinstance(counting.func, cst.Name)
            if named and counting.func.value == "enumerate":  # type: ignore[union-attr]
                above = self.source.parents.get(counting)
        if call.args or not isinstance(above, cst.For):
            raise self._elsewhere(call)
        self.found.started.append(call)
        self.loops.append(above)

    def _elsewhere(self, node: cst.CSTNode) -> Unlike:
        return Unlike(f"what line {self.source.line(node)} does with it is not known")

    # -- what the loops give ----------------------------------------------------------------------------------

    def _read_loop(self, loop: cst.For) -> None:
        target: cst.BaseExpression = loop.target
        if isinstance(loop.iter, cst.Call) and loop.iter not in self.found.started:  # enumerate
            if not isinstance(target, (cst.Tuple, cst.List)) or len(target.elements) != 2:
                raise self._elsewhere(loop)
            target = target.elements[1].value
        self._read_target(target)

    def _read_target(self, target: cst.BaseExpression) -> None:
        if isinstance(target, (cst.Tuple, cst.List)):
            for element in target.elements:
                if not isinstance(element.value, cst.Name):
                    raise self._elsewhere(target)
                self._read_uses(element.value, whole=False)
        elif isinstance(target, cst.Name):
            self._read_uses(target, whole=True)
        else:
            raise self._elsewhere(target)

    def _read_uses(self, name: cst.Name, whole: bool) -> None:
        """Uses of a batch, or of one of its arrays."""
        for binding in self.facts.scopes.find(name):
            if not self._is_given(binding.node):
                raise self._elsewhere(binding.node)
            for use in binding.uses:
                above = self.source.parents.get(use)
                if whole and isinstance(above, cst.Assign) and above.value is use and len(above.targets) == 1:
                    if not isinstance(above.targets[0].target, (cst.Tuple, cst.List)):
                        raise self._elsewhere(use)
                    self._read_target(above.targets[0].target)
                elif not (isinstance(above, cst.Subscript) and whole and self._is_tensor(above)) and (
                    whole or not self._is_tensor(use)
                ):
                    raise self._elsewhere(use)

    def _is_given(self, node: cst.CSTNode) -> bool:
        """Whether a loop, or `images, labels = data` inside one, gives the name."""
        inside = isinstance(node, cst.Assign) and any(self.source.lies_in(node, loop) for loop in self.loops)
        return node in self.loops or inside

    def _is_tensor(self, value: cst.BaseExpression) -> bool:
        """Whether a tensor does as well as an array: what becomes one, and a shape."""
        above = self.source.parents.get(value)
        if isinstance(above, cst.Attribute) and above.value is value:
            return above.attr.value == "shape"
        call = self.source.parents.get(above)
        reference = self.facts.by_call.get(call) if isinstance(call, cst.Call) else None
        if reference is None or reference.short.rpartition(".")[2] != self.tensor_of:
            return False
        if reference.argument("value") is not value:
            return False
        if reference not in self.found.tensors:
            self.found.tensors.append(reference)
        return True
