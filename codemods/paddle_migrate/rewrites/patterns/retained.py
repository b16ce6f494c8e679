"""`y.gradient()` of a tensor inside the graph: kept since 2.0 only after `y.retain_grads()`, which is written behind
the assignment of `y`. On a parameter or an input the call does nothing. One with `trainable=False` had a gradient in
1.8.5, which the optimizer passed over, and has none today."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.objects import line, member
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import Values, values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # gradient() is of the dynamic graph
_ASKING = ("gradient", "_grad_ivar")
# of parameters and inputs, whose gradients are kept anyway
_INPUTS = ("to_variable", "to_tensor", "as_tensor", "with_name")
_LEAVES = (*_INPUTS, "create_parameter")
_PARAMETERS = ("weight", "bias", "parameters", "named_parameters")
_GIVING_PARAMETERS = ("all_parameters", "named_parameters", "parameters")
_LISTS = ("paddle.fluid.dygraph.ParameterList", "paddle.fluid.dygraph.container.ParameterList")  # of nothing else
_DO = "inside the graph it is None since 2.0, unless its retain_grads() is called before backward()"
_FREEZES = re.compile(rb"\btrainable\s*=\s*(?![=\s]|True\b)")
_FREEZES_MADE = re.compile(rb"\.trainable\s*=\s*(?![=\s]|True\b)")
_FROZEN = (
    "of a parameter with trainable=False it was its gradient in 1.8.5, which the optimizer passed over, and is None "
    "today: where it is asked, leave the parameter trainable and give the optimizer the other ones"
)


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    retained: set[cst.BaseExpression] = set()
    for receiver, call in calls_of_others(script.facts, *_ASKING):
        name = dotted(receiver)
        if call.args or _retains(script, name):
            continue
        if _may_be_frozen(script, receiver):
            script.say(call, "PM343", f"{name or script.source.code(receiver)}.gradient()", _FROZEN)
        targets = _targets(script, receiver)
        if targets is None and not _is_set_nowhere(script, receiver):
            script.say(call, "PM349", f"{name or script.source.code(receiver)}.gradient()", _DO)
        for target in targets or ():
            if target not in retained:
                retained.add(target)
                _retain(script, target)


def _may_be_frozen(script: Script, receiver: cst.BaseExpression) -> bool:
    """Whether it may be a parameter that is told not to be trained, and nothing around asks for that."""
    asked = f"{script.source.code(receiver)}.trainable"
    around = script.source.parent(receiver, cst.If)
    while around is not None:
        if isinstance(around, cst.If) and asked in script.source.code(around.test):
            return False
        around = script.source.parent(around, cst.If)
    if _is_of_layer(receiver):
        assert isinstance(receiver, cst.Attribute)
        made = script.kinds.of(receiver.value)
        has_plain = made is not None and isinstance(made.made, cst.Call) and "attr" not in script.source.code(made.made)
        return script.facts.says(_FREEZES_MADE if has_plain else _FREEZES)
    trained = script.facts.once(_Trained)
    ends = values_of(script.facts).ends(Spot(script.facts, receiver)) if script.facts.says(_FREEZES) else []
    return any(_is_of_parameters(trained, end) and not _is_input(end) for end in ends)


def _is_input(end: Spot) -> bool:
    return isinstance(end.node, cst.Call) and _called(end.node) in _INPUTS


def _targets(script: Script, receiver: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """What is assigned the tensors inside the graph that it may be; None where not all are seen."""
    values = _assigned(script, receiver)
    if _is_of_layer(receiver) and all(value is None or _is_none(value) for _, value in values):
        return []
    if not values or any(value is None for _, value in values):
        return _where_made(script, receiver)
    found: list[cst.BaseExpression] = []
    for target, value in values:
        if isinstance(value, (cst.Name, cst.Attribute)) and not _is_none(value):
            made = _where_made(script, value)
            if made is None:
                return None
            found += made
        elif not _is_leaf(value) and script.facts.once(Arrays).of(value) != "data":
            found.append(target)
    return found


def _is_of_layer(receiver: cst.BaseExpression) -> bool:
    """`fc.weight`, whose name is Paddle's where no line of the file sets it."""
    return isinstance(receiver, cst.Attribute) and receiver.attr.value in _PARAMETERS


def _is_none(value: object) -> bool:
    return isinstance(value, cst.Name) and value.value == "None"


def _where_made(script: Script, receiver: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The same, through names and containers; parameters and inputs are passed over, whose gradients are kept."""
    trained = script.facts.once(_Trained)
    found: list[cst.BaseExpression] = []
    for end in values_of(script.facts).ends(Spot(script.facts, receiver)):
        if _is_none(end.node) or _is_of_parameters(trained, end):
            continue
        node = end.node if end.facts is script.facts else None
        assign = script.source.parents.get(node) if isinstance(node, (cst.Call, cst.BinaryOperation)) else None
        target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
        if not isinstance(target, (cst.Name, cst.Attribute)) or script.source.has_effects(target):
            return None
        found.append(target)
    return found


def _retains(script: Script, name: str) -> bool:
    """Whether the script does it by itself, as after a first run of this tool."""
    last = name.rpartition(".")[2]
    told = [receiver for receiver, _ in script.source.method_calls("retain_grads")]
    return bool(name) and any(dotted(receiver).rpartition(".")[2] == last for receiver in told)


Assigned = list[tuple[cst.BaseExpression, cst.BaseExpression | None]]


def _assigned(script: Script, receiver: cst.BaseExpression) -> Assigned:
    """Where the tensor is assigned, and what; no value where it is bound in another way."""
    if isinstance(receiver, cst.Name):
        bindings = script.facts.origins.bindings(receiver)
        whole = [_whole(b.node, receiver.value) for b in bindings]
        return [w or (receiver, None) for w in whole]
    if isinstance(receiver, cst.Attribute):
        found = [script.source.parents.get(a) for a in script.source.attributes.get(receiver.attr.value, ())]
        assigns = [script.source.parents.get(t) for t in found if isinstance(t, cst.AssignTarget)]
        return [w for a in assigns if a is not None and (w := _whole(a, receiver.attr.value)) is not None]
    return []


def _whole(assign: cst.CSTNode, last: str) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """Target and value of `y = …` and `self.y = …`, or None when the statement is another one."""
    if not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return None
    target = assign.targets[0].target
    parts = target.elements if isinstance(target, cst.Tuple) else ()
    for each in (target, *(part.value for part in parts)):
        if dotted(each).rpartition(".")[2] == last:
            return each, assign.value
    return None


def _is_leaf(value: cst.BaseExpression | None) -> bool:
    """Whether the value is certainly no tensor inside the graph: the result of no operation."""
    return _called(value) in _LEAVES if isinstance(value, cst.Call) else _is_none(value)


def _is_of_parameters(trained: _Trained, value: Spot) -> bool:
    node = value.node
    if isinstance(node, Part):
        return _holds_parameters(trained, value.at(node.of))
    if isinstance(node, cst.Subscript):
        return all(_holds_parameters(trained, each) for each in values_of(value.facts).ends(value.at(node.value)))
    is_kept = isinstance(node, cst.Attribute) and node.attr.value in _PARAMETERS
    return is_kept or (isinstance(node, cst.Call) and _called(node) in _LEAVES)


def _holds_parameters(trained: _Trained, held: Spot) -> bool:
    """Whether it is what a model's `parameters()` gives, or made of such lists."""
    node = held.node.of if isinstance(held.node, Part) else held.node
    if isinstance(node, cst.BinaryOperation):
        values = values_of(held.facts)
        sides = [end for side in (node.left, node.right) for end in values.ends(held.at(side))]
        return all(_holds_parameters(trained, each) for each in sides)
    if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
        return all(_is_of_parameters(trained, each) for each in values_of(held.facts).ends(held.at(node.elt)))
    if isinstance(node, cst.Call) and held.facts.names.resolve(node.func).endswith(_LISTS):
        return True
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return False
    return _called(node) in _GIVING_PARAMETERS or _called(node) in trained.methods


class _Trained:
    """The methods whose results an optimizer of the file trains: `parameter_list=net.arch_parameters()`."""

    def __init__(self, facts: Facts) -> None:
        told = [arg for arg in facts.source.all(cst.Arg) if arg.keyword and arg.keyword.value == "parameter_list"]
        self.methods = {_called(arg.value) for arg in told if isinstance(arg.value, cst.Call) and not arg.value.args}


def _called(call: cst.Call) -> str:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else dotted(call.func)


def _is_set_nowhere(script: Script, receiver: cst.BaseExpression) -> bool:
    """`self.seen` that no file sets: the line ends in an AttributeError, then and now."""
    owner = script.facts.definitions.own_class(receiver.value) if isinstance(receiver, cst.Attribute) else None
    if not isinstance(receiver, cst.Attribute) or owner is None:
        return False
    values, name = values_of(script.facts), receiver.attr.value
    own = Spot(script.facts, owner)
    classes = [own, *line(values, own)]
    seen = all(_is_seen(values, each, base.value) for each in classes for base in each.node.bases)  # type: ignore[union-attr]
    return seen and not member(values, own.at(None), own, name)


def _is_seen(values: Values, owner: Spot, base: cst.BaseExpression) -> bool:
    """Whether a base is Paddle's, Python's root or a class whose file is there."""
    if owner.facts.names.resolve(base).partition(".")[0] == "paddle" or dotted(base) == "object":
        return True
    return all(isinstance(each.node, cst.ClassDef) for each in values.ends(owner.at(base)))


def _retain(script: Script, target: cst.BaseExpression) -> None:
    statement = script.statement(target)
    assert statement is not None
    line = f"{script.source.code(target)}.retain_grads()"
    script.beside.behind(statement, [line])
    script.say(target, "PM105", "gradient", f"{line}: since 2.0 a tensor inside the graph keeps its gradient only so")
