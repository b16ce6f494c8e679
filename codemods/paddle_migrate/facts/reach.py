"""Which models and tensors a loss was made of: whose gradients its backward() writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.frames import Frame, Key, key_of
from paddle_migrate.facts.scopes import BUILTINS, Binding
from paddle_migrate.facts.values.containers import added
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import begins_graph, makes_tensor
from paddle_migrate.text.children import children

_DETACHED = ("detach", "numpy")
_DEEPEST = 30


@dataclass(frozen=True)
class Reach:
    """What is reached for sure or maybe; ``closed``: nothing else is."""

    keys: frozenset[Key] = frozenset()
    closed: bool = True

    def __or__(self, other: Reach) -> Reach:
        if self is _NOTHING or other is _NOTHING:
            return self if other is _NOTHING else other
        return Reach(self.keys | other.keys, self.closed and other.closed)


_NOTHING = Reach()
_ANYTHING = Reach(closed=False)


def reach(facts: Facts, loss: cst.BaseExpression, frame: Frame, models: set[Key]) -> Reach:
    """What the loss was made of; what was called as a model joins ``models``."""
    return _Search(facts, models).of(loss, frame, 0)


class _Search:
    def __init__(self, facts: Facts, models: set[Key]) -> None:
        self.facts, self.models = facts, models
        self.seen: set[tuple[int, Frame]] = set()

    def of(self, node: cst.CSTNode | None, frame: Frame, depth: int) -> Reach:
        if node is None or type(node) is cst.Lambda or (id(node), frame) in self.seen:
            return _NOTHING
        if depth > _DEEPEST:
            return _ANYTHING
        self.seen.add((id(node), frame))
        if type(node) is cst.Name:
            return self._of_name(node, frame, depth)
        if type(node) is cst.Attribute:
            return self._of_attribute(node, frame, depth)
        if type(node) is cst.Call:
            return self._of_call(node, frame, depth)
        return self._all(children(node), frame, depth) | self._of_container(node, frame, depth)

    def _all(self, nodes: Iterable[cst.CSTNode | None], frame: Frame, depth: int) -> Reach:
        found = _NOTHING
        for node in nodes:
            found |= self.of(node, frame, depth + 1)
        return found

    def _of_container(self, node: cst.CSTNode, frame: Frame, depth: int) -> Reach:
        """What is put later into a list or a dictionary that is written out."""
        if not isinstance(node, (cst.Dict, cst.List, cst.Set)):
            return _NOTHING
        more = added(values_of(self.facts), Spot(self.facts, node))
        unknown = any(each.node is None for each in more)
        found = self._all([each.expression for each in more], frame, depth)
        return found | _ANYTHING if unknown else found

    def _of_name(self, name: cst.Name, frame: Frame, depth: int) -> Reach:
        bindings = self.facts.origins.bindings(name)
        found = _NOTHING if bindings or name.value in BUILTINS else _ANYTHING
        for binding in bindings:
            found |= self._of_binding(name, binding, frame, depth)
        return found

    def _of_binding(self, name: cst.Name, binding: Binding, frame: Frame, depth: int) -> Reach:
        if binding.kind in ("import", "def", "class"):
            return _NOTHING
        itself = Reach(frozenset({key_of(self.facts, name, frame)}))
        if binding.kind == "param":
            given = frame.given(self.facts, binding)
            return Reach(itself.keys, False) if given is None else self.of(given, frame.outer or frame, depth + 1)
        if isinstance(binding.node, (cst.For, cst.CompFor)):
            return Reach(self.of(binding.node.iter, frame, depth + 1).keys | itself.keys)
        value = getattr(binding.node, "value", None) if binding.value is None else binding.value
        return itself | (_ANYTHING if value is None else self.of(value, frame, depth + 1))

    def _of_attribute(self, node: cst.Attribute, frame: Frame, depth: int) -> Reach:
        values = self.facts.origins.of_attribute(node)
        itself = Reach(frozenset({key_of(self.facts, node, frame)}))
        return itself | self._all([v for v in values if not self.facts.kinds.is_layer(v)], frame, depth)

    def _of_call(self, call: cst.Call, frame: Frame, depth: int) -> Reach:
        func, facts = call.func, self.facts
        if isinstance(func, cst.Attribute) and func.attr.value in _DETACHED:
            return _NOTHING
        name = facts.names.resolve(func)
        if begins_graph(name):
            return _NOTHING
        given = self._all([a.value for a in call.args], frame, depth)
        if name.startswith("paddle."):
            return Reach(given.keys) if makes_tensor(name) else given
        key = key_of(facts, func, frame)
        if facts.kinds.is_layer(func) or key in self.models:
            self.models.add(key)
            return given | Reach(frozenset({key}))
        own = facts.kinds.called(call)
        if own is not None and all(f.function is not own for f in frame.chain):
            inside = Frame(own, call, frame)
            return given | self._all([r.value for r in facts.definitions.returns(own)], inside, depth)
        if isinstance(func, cst.Attribute):
            return given | self.of(func.value, frame, depth + 1)
        return given | _ANYTHING
