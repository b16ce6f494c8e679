"""`y.gradient()` of a tensor inside the graph: kept since 2.0 only after `y.retain_grads()`, which is written behind
the assignment of `y`. On a parameter or an input the call does nothing."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script

_ASKING = ("gradient", "_grad_ivar")
# of parameters and inputs, whose gradients are kept anyway
_LEAVES = ("to_variable", "to_tensor", "create_parameter")
_PARAMETERS = ("weight", "bias", "parameters", "named_parameters")
_GIVING_PARAMETERS = ("all_parameters", "named_parameters", "parameters")
_KEEPING = ("enumerate", "filter", "list", "reversed", "sorted", "tuple")
_DO = "inside the graph it is None since 2.0, unless its retain_grads() is called before backward()"


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    retained: set[cst.BaseExpression] = set()
    for receiver, call in script.source.method_calls(*_ASKING):
        if call.args:
            continue
        name = dotted(receiver)
        if name.rpartition(".")[2] in _PARAMETERS or _retains(script, name):
            continue
        values = _assigned(script, receiver)
        if not values or any(value is None for _, value in values):
            if not _is_parameter(script, receiver):
                script.say(call, "PM349", f"{name or script.source.code(receiver)}.gradient()", _DO)
            continue
        for target, value in values:
            if target not in retained and not _is_leaf(script, value):
                retained.add(target)
                _retain(script, target)


def _retains(script: Script, name: str) -> bool:
    """Whether the script does it by itself, as after a first run of this tool."""
    last = name.rpartition(".")[2]
    told = [receiver for receiver, _ in script.source.method_calls("retain_grads")]
    return bool(name) and any(dotted(receiver).rpartition(".")[2] == last for receiver in told)


Assigned = list[tuple[cst.BaseExpression, cst.BaseExpression | None]]


def _assigned(script: Script, receiver: cst.BaseExpression) -> Assigned:
    """Where the tensor is assigned, and what; no value where it is bound in another way."""
    if isinstance(receiver, cst.Name):
        bindings = script.scopes.find(receiver)
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


def _is_leaf(script: Script, value: cst.BaseExpression | None) -> bool:
    """Whether the value is certainly no tensor inside the graph: the result of no operation."""
    if isinstance(value, cst.Call):
        name = value.func.attr.value if isinstance(value.func, cst.Attribute) else dotted(value.func)
        return name in _LEAVES
    return isinstance(value, (cst.Name, cst.Attribute))


def _is_parameter(script: Script, receiver: cst.BaseExpression) -> bool:
    """`p` of `for p in model.parameters()`, and `params[0]` of such a list."""
    if isinstance(receiver, cst.Subscript):
        return _holds_parameters(script, receiver.value)
    bindings = script.scopes.find(receiver) if isinstance(receiver, cst.Name) else []
    loops = [b.node.iter for b in bindings if isinstance(b.node, (cst.For, cst.CompFor))]
    return bool(bindings) and len(loops) == len(bindings) and all(_holds_parameters(script, each) for each in loops)


def _holds_parameters(script: Script, node: cst.BaseExpression, deep: int = 4) -> bool:
    """Whether it is what a model's `parameters()` gives, or made of such lists; names are followed so far."""
    if isinstance(node, cst.Name):
        ends = origins_of(script.facts, node) if deep else []
        return bool(ends) and all(
            end is not None and end is not node and _holds_parameters(script, end, deep - 1) for end in ends
        )
    if isinstance(node, cst.BinaryOperation):
        return _holds_parameters(script, node.left, deep) and _holds_parameters(script, node.right, deep)
    if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
        return _holds_parameters(script, node.for_in.iter, deep)
    if not isinstance(node, cst.Call):
        return False
    if isinstance(node.func, cst.Attribute):
        return node.func.attr.value in _GIVING_PARAMETERS
    taken = [arg.value for arg in node.args if dotted(node.func) in _KEEPING]
    return any(_holds_parameters(script, each, deep) for each in taken)


def _retain(script: Script, target: cst.BaseExpression) -> None:
    statement = script.statement(target)
    assert statement is not None
    line = f"{script.source.code(target)}.retain_grads()"
    script.beside.behind(statement, [line])
    script.say(target, "PM105", "gradient", f"{line}: since 2.0 a tensor inside the graph keeps its gradient only so")
