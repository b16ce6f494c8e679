"""What holds gradients that a script uses: optimizers that step, tensors that are asked for theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.alive import Keys, Meeting, State
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.frames import Frame, Key, key_of, related
from paddle_migrate.facts.matters import CLEARING
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.spot import Part, Spot, ways_of
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of

_ASKING = ("gradient", "_grad_ivar")
_FOREIGN = ("scipy", "tensorflow", "torch")


class Holders:
    """The holders of one script; what is known of them grows while it is gone through."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.stepped: dict[Key, str] = {}  # what the script calls it where it steps
        self.cleared: set[Key] = set()
        self.steps: dict[cst.Call, set[Key]] = defaultdict(set)
        self.owned: dict[Key, frozenset[Key] | None] = {}  # the models whose parameters an optimizer updates
        self.models: set[Key] = set()  # what is called as a model on the way to a loss
        self._receivers: dict[cst.Call, cst.BaseExpression] = {}
        self._elsewhere: set[cst.Call] = set()  # calls of functions of other files that step what they are given
        self._tensors: set[Key] = set()
        self._find()

    def _find(self) -> None:
        source, kinds = self.facts.source, self.facts.kinds
        for receiver, call in source.method_calls("minimize"):
            if not self.facts.names.resolve(receiver).startswith(_FOREIGN) and call.args:
                self._receivers[call] = receiver
        for receiver, call in source.method_calls("step"):
            if kinds.what(receiver) == "optimizer":
                self._receivers[call] = receiver
        for receiver, call in self._stepped_elsewhere() if source.method_calls("backward") else ():
            self._receivers[call] = receiver
            self._elsewhere.add(call)
        trains = bool(self._receivers)
        for receiver, call in source.method_calls(*_ASKING):
            if not call.args and (not trains or self._is_made_here(receiver)):
                self._receivers[call] = receiver
        self._asks = any(map(self.is_asking, self._receivers))
        self._runs = {c for _, c in source.method_calls("backward") if self.facts.is_whole_statement(c)}

    def _stepped_elsewhere(self) -> Iterator[tuple[cst.BaseExpression, cst.Call]]:
        """The calls that have another file step an optimizer, with what they give it."""
        kinds = self.facts.kinds
        given = [each.value for call in self.facts.source.all(cst.Call) for each in call.args]
        optimizers = {each: kinds.of(each) for each in given if kinds.what(each) == "optimizer"}
        calls = {
            way.call.node
            for made in {kind.made for kind in optimizers.values() if kind is not None and kind.made is not None}
            for spot in reached(self.facts, made).spots
            if spot.facts is not self.facts and _is_stepped(spot)
            for way in ways_of(spot)
            if way.call.facts is self.facts
        }
        for each in optimizers:
            call = self.facts.source.parents.get(self.facts.source.parents.get(each))
            if isinstance(call, cst.Call) and call in calls:
                yield each, call

    def _is_made_here(self, tensor: cst.BaseExpression) -> bool:
        """Whether it is a variable of its own, not a parameter that an optimizer may clear."""
        bindings = self.facts.scopes.find(tensor) if isinstance(tensor, cst.Name) else []
        return bool(bindings) and all(isinstance(b.value, cst.Call) for b in bindings)

    # -- events ------------------------------------------------------------------------------------------------

    def is_run(self, call: cst.Call) -> bool:
        return call in self._runs

    def is_event(self, call: cst.Call) -> bool:
        return call in self._runs or call in self._receivers

    def step(self, call: cst.Call) -> cst.BaseExpression | None:
        return self._receivers.get(call)

    def note(self, call: cst.Call, holder: Key, frame: Frame) -> None:
        """A step has come that uses the holder's gradients."""
        receiver = self._receivers[call]
        self.steps[call].add(holder)
        if holder in self.stepped:
            return
        self.stepped[holder] = self.facts.source.code(receiver)
        if self.is_asking(call):
            self._tensors.add(holder)
            self.owned[holder] = frozenset({holder})
        else:
            self.owned[holder] = self._owned(receiver, frame)
            self.models |= self.owned[holder] or set()

    def is_asking(self, call: cst.Call) -> bool:
        return isinstance(call.func, cst.Attribute) and call.func.attr.value in _ASKING

    def is_tensor(self, holder: Key) -> bool:
        return holder in self._tensors

    @property
    def never_cleared(self) -> Keys:
        """Optimizers whose gradients the script clears nowhere."""
        here = {h for call, keys in self.steps.items() if call not in self._elsewhere for h in keys}
        away = {h for call, keys in self.steps.items() if call in self._elsewhere for h in keys}
        return frozenset(h for h in here - away - self.cleared if not self.is_tensor(h))

    def makes(self, assign: cst.Assign) -> bool:
        """Whether a statement may make a tensor anew that is asked for its gradient, or an optimizer."""
        named = any(isinstance(target.target, cst.Name) for target in assign.targets)
        return named and (self._asks or self.facts.kinds.what(assign.value) == "optimizer")

    def made(self, assign: cst.Assign, frame: Frame) -> Keys:
        """Tensors that a statement makes anew, and optimizers of models that are made beside them."""
        kind = self.facts.kinds.of(assign.value)
        made = self._made(assign.value) if kind is not None and kind.what == "optimizer" else None
        models = self._models(made) if made is not None else None
        if made is not None and not (models and all(self._stands_beside(m, assign) for m in models)):
            return frozenset()
        names = [target.target for target in assign.targets if isinstance(target.target, cst.Name)]
        keys = frozenset(key_of(self.facts, name, frame) for name in names)
        return keys if models else keys & self._tensors

    def _stands_beside(self, model: cst.BaseExpression, statement: cst.CSTNode) -> bool:
        """Whether the model is made in the block of the statement."""
        parents = self.facts.source.parents
        bindings = self.facts.scopes.find(model) if isinstance(model, cst.Name) else []
        block = parents.get(parents.get(statement))
        return bool(bindings) and all(parents.get(parents.get(b.node)) is block for b in bindings)

    def clear(self, call: cst.Call, frame: Frame, state: State) -> Keys:
        """Whose gradients a call clears: a holder's, or those of all that a model's parameters belong to."""
        assert isinstance(call.func, cst.Attribute)
        key = key_of(self.facts, call.func.value, frame)
        found = {key} & self.stepped.keys()
        if not found:
            found = {h for h, models in self.owned.items() if any(related(m, key) for m in models or ())}
            if found:  # of an optimizer of several models they all have to be
                keys = self._cleared_before(call, frame)
                found = {h for h in found if all(any(related(m, k) for k in keys) for m in self.owned[h] or ())}
                self.cleared |= found
                return frozenset(found)
        if not found:
            last = [a for a in state.alive if a.run in state.last]
            found = {h for a in last for h in a.stepped if not self.is_tensor(h)}
            found = found or {h for h in self.stepped if len(self.stepped) == 1 and not self.is_tensor(h)}
        self.cleared |= found
        return frozenset(found)

    def _cleared_before(self, call: cst.Call, frame: Frame) -> list[Key]:
        """Whose gradients the statements up to this one clear, in its block: an optimizer may hold several models."""
        source = self.facts.source
        block = source.parent(call, cst.IndentedBlock, cst.Module)
        return [key_of(self.facts, receiver, frame) for receiver, each in source.method_calls(*CLEARING)
                if source.parent(each, cst.IndentedBlock, cst.Module) is block
                and source.order(each) <= source.order(call)]

    def _owned(self, optimizer: cst.BaseExpression, frame: Frame) -> frozenset[Key] | None:
        """The keys of the models whose parameters an optimizer updates; None where that is not known."""
        made = self._made(optimizer)
        models = self._models(made) if made is not None else None
        if made is None or not models or self._is_handed_in(optimizer, made.node):
            return None
        if any(self._is_given(m) or not self._is_seen(m, frame) for m in models):
            return None
        return frozenset(key_of(self.facts, m, frame) for m in models)

    def _made(self, optimizer: cst.BaseExpression) -> Spot | None:
        """The call that makes an optimizer, with the way to it where a function does that for several."""
        kind = self.facts.kinds.of(optimizer)
        made = kind.made if kind is not None and isinstance(kind.made, cst.Call) else None
        ends = values_of(self.facts).ends(Spot(self.facts, optimizer), lambda end: end.node is made)
        alone = len(ends) == 1 and ends[0].node is made
        return None if made is None else ends[0] if alone else Spot(self.facts, made)

    def _is_handed_in(self, optimizer: cst.BaseExpression, made: cst.CSTNode | Part | None) -> bool:
        """Whether a class is given its optimizer: it may have other names for the models, too."""
        root = _root(optimizer)
        owner = self.facts.definitions.own_class(root) if isinstance(root, cst.Name) else None
        return owner is not None and isinstance(made, cst.CSTNode) and not self.facts.source.lies_in(made, owner)

    def _is_seen(self, model: cst.BaseExpression, frame: Frame) -> bool:
        """Whether what runs in the frame means the same variable: not one of a function that has ended."""
        root = _root(model)
        bindings = self._bindings(root)
        home = bindings[0].scope.node if bindings else None
        return not isinstance(home, cst.FunctionDef) or any(f.function is home for f in frame.chain)

    def _models(self, made: Spot) -> list[cst.BaseExpression] | None:
        """The models of `parameter_list=a.parameters() + b.parameters()`; None where that is something else."""
        names, args = ("parameter_list", "parameters"), made.node.args if isinstance(made.node, cst.Call) else ()
        parts = [made.at(next((a.value for a in args if a.keyword and a.keyword.value in names), None))]
        found: list[cst.BaseExpression] = []
        while parts:
            ends = values_of(self.facts).ends(parts.pop(), _gives_parameters)
            part = ends[0].node if len(ends) == 1 and ends[0].facts is self.facts else None
            if isinstance(part, cst.BinaryOperation):
                parts += [ends[0].at(part.left), ends[0].at(part.right)]
                continue
            if not isinstance(part, cst.Call) or not _gives_parameters(ends[0]):
                return None
            found.append(part.func.value)  # type: ignore[attr-defined]
        return found

    def _is_given(self, model: cst.BaseExpression) -> bool:
        """Whether the model comes from somewhere else."""
        root = _root(model)
        bindings = self._bindings(root)
        return any(b.kind == "param" for b in bindings)

    def _bindings(self, root: cst.BaseExpression) -> list[Binding]:
        """Of a variable; of a method's object none."""
        is_object = self.facts.definitions.own_class(root) is not None
        return self.facts.scopes.find(root) if isinstance(root, cst.Name) and not is_object else []

    # -- where to write ----------------------------------------------------------------------------------------

    def place(self, meeting: Meeting, holder: Key) -> tuple[cst.CSTNode, str] | None:
        """The statement before which the holder's gradients can be cleared, and the line; None where there is none."""
        call, frame = meeting.run, meeting.frame
        method = "clear_gradient" if self.is_tensor(holder) else "clear_grad"
        while True:
            name = self._visible(call, frame, holder)
            statement = self.facts.statement(call)
            if name and isinstance(statement, cst.BaseSmallStatement):
                return statement, f"{name}.{method}()"
            if frame.call is None or frame.outer is None or not self._is_only_one(call, frame):
                return None
            call, frame = frame.call, frame.outer

    def _is_only_one(self, call: cst.Call, frame: Frame) -> bool:
        """Whether a function's one run comes once in a call of it."""
        assert frame.function is not None
        inside = [r for r in self._runs if self.facts.source.lies_in(r, frame.function)]
        loop = self.facts.source.parent(call, cst.For, cst.While, cst.FunctionDef)
        return len(inside) <= 1 and loop is frame.function

    def _visible(self, at: cst.Call, frame: Frame, holder: Key) -> str:
        """What the holder is called where the call stands."""
        scope = self.facts.scopes.of(at)
        for receiver in self._receivers.values():
            root = _root(receiver)
            if not isinstance(root, cst.Name) or key_of(self.facts, receiver, frame) != holder:
                continue
            same = scope.find(root.value)
            owner = self.facts.definitions.own_class(root)
            if owner is not None:
                here = self.facts.source.parent(at, cst.FunctionDef)
                known = here is not None and self.facts.source.parent(here, cst.ClassDef) is owner
            else:
                known = same is self.facts.scopes.find(root) and self._is_bound(same, at)
            if known:
                return self.facts.source.code(receiver)
        params = frame.function.params.params if frame.function is not None else ()
        given = (p.name for p in params if key_of(self.facts, p.name, frame) == holder)
        return next((name.value for name in given), "")

    def _is_bound(self, bindings: list[Binding], at: cst.Call) -> bool:
        """Whether the variable may have a value where the call stands: a loop's has none before the loop."""
        here, order = self.facts.scopes.of(at), self.facts.source.order
        return any(b.scope is not here or order(b.node) < order(at) for b in bindings)


def _is_stepped(optimizer: Spot) -> bool:
    method = optimizer.above
    return isinstance(method, cst.Attribute) and method.attr.value in ("minimize", "step")


def _gives_parameters(spot: Spot) -> bool:
    """Whether it is `model.parameters()`."""
    func = spot.node.func if isinstance(spot.node, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "parameters"


def _root(node: cst.BaseExpression) -> cst.BaseExpression:
    """`a` of `a.b.c`."""
    while isinstance(node, cst.Attribute):
        node = node.value
    return node
