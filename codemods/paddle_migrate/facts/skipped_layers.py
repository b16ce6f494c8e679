"""Whether a model may go through other layers at one step than at the next: 1.8.5 left the gradients of those that a
run did not reach as they were, and a step used them once more where nothing had cleared them."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_MODELS = re.compile(rb"\bdef +forward\b")
_CONDITIONS = (cst.If, cst.IfExp, cst.While)
_LOOPS = (cst.For, cst.CompFor)
_LAYERS = ("layer", "own", "parallel")
_CONSTANTS = ("self", "None", "True", "False")
_COUNTING = ("enumerate", "hasattr", "isinstance", "len", "range", "reversed", "zip")


def may_skip_layers(facts: Facts, run: cst.CSTNode) -> bool:
    """Whether what `run`, a call of backward(), goes back through may be others each time: a model of the program, or
    the function around the run, asks what may change, and calls layers of which some may wait behind that."""
    if facts.once(_in_models):
        return True
    home = facts.source.parent(run, cst.FunctionDef) or facts.source.module
    asking = [each for each in _Asking(facts, run).inside(home) if not facts.source.lies_in(run, each)]
    return any(facts.source.order(call) < facts.source.order(run) and _is_layer(facts, call.func)
               for each in asking for call in facts.source.inside(each, cst.Call))


def _is_layer(facts: Facts, func: cst.BaseExpression) -> bool:
    made = [each for each in values_of(facts).ends(Spot(facts, func)) if isinstance(each.node, cst.Call)]
    return facts.kinds.what(func) in _LAYERS or any(each.facts.kinds.what(each.expression) in _LAYERS for each in made)


def _in_models(facts: Facts) -> bool:
    others = facts.others.program(_MODELS) if facts.others is not None else []
    return any(each.once(_in_own_models) for each in [facts, *map(Facts.of_other, others)])


def _in_own_models(facts: Facts) -> bool:
    models = [each for each in facts.source.all(cst.ClassDef) if method_of(each, "forward") is not None]
    methods = [each for model in models for each in model.body.body
               if isinstance(each, cst.FunctionDef) and each.name.value != "__init__"]
    return any(_calls_own(facts, method) and bool(_Asking(facts).inside(method)) for method in methods)


def _calls_own(facts: Facts, method: cst.FunctionDef) -> bool:
    """Whether it calls what may be a layer: an attribute of its object, an element, or what has a name."""
    functions = [call.func for call in facts.source.inside(method, cst.Call) if not facts.names.resolve(call.func)]
    return any(isinstance(each, cst.Subscript) or (isinstance(each, cst.Name) and bool(facts.scopes.find(each)))
               or (isinstance(each, cst.Attribute) and _is_self(each.value)) for each in functions)


class _Asking:
    """Conditions that may be true at one run and false at another."""

    def __init__(self, facts: Facts, run: cst.CSTNode | None = None) -> None:
        self.facts, self.run = facts, run

    def inside(self, home: cst.CSTNode) -> list[cst.CSTNode]:
        found = self.facts.source.inside(home, *_CONDITIONS)
        return [each for each in found if not self._is_steady(each.test)]  # type: ignore[attr-defined]

    def _is_steady(self, node: cst.CSTNode) -> bool:
        """Whether it is the same at each run, as far as it is seen; whether something was given at all is."""
        if isinstance(node, cst.Comparison) and all(
                isinstance(each.operator, (cst.Is, cst.IsNot)) for each in node.comparisons):
            return True
        if isinstance(node, cst.Name):
            is_constant = node.value in _CONSTANTS or len(constants_at(Spot(self.facts, node))) == 1
            return is_constant or _is_of_inner_loop(self.facts, node, self.run)
        if isinstance(node, cst.Attribute):
            is_set = _is_set_later(self.facts, node.attr.value)
            return node.attr.value == "shape" or (not is_set and self._is_steady(node.value))
        if isinstance(node, cst.Call):
            return _is_counting(self.facts, node.func) and all(self._is_steady(arg.value) for arg in node.args)
        return all(map(self._is_steady, node.children))


def _is_of_inner_loop(facts: Facts, name: cst.Name, run: cst.CSTNode | None) -> bool:
    """Whether it counts what each run comes over: the loop is not around the run."""
    loops = [each.node if isinstance(each.node, _LOOPS) else facts.source.parent(each.node, *_LOOPS)
             for each in facts.scopes.find(name) if each.kind == "other"]
    return bool(loops) and all(
        each is not None and (run is None or not facts.source.lies_in(run, each)) for each in loops)


def _is_counting(facts: Facts, func: cst.BaseExpression) -> bool:
    return isinstance(func, cst.Name) and func.value in _COUNTING and not facts.scopes.find(func)


def _is_set_later(facts: Facts, name: str) -> bool:
    """Whether an attribute of that name is set where no object is made."""
    homes = [facts.source.parent(each, cst.FunctionDef) for each in facts.source.attributes.get(name, ())
             if facts.source.is_set(each)]
    return any(each is None or each.name.value != "__init__" for each in homes)


def _is_self(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value == "self"
