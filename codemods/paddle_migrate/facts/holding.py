"""Which optimizer holds the parameters of a model, all of them and no others."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.owners import owners_of, passed_on, told_beside
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.text.arguments import argument


def holds_all_of(facts: Facts, optimizer: cst.BaseExpression, model: cst.BaseExpression) -> bool:
    """Whether every optimizer that the expression may be was given `model.parameters()`, as this or through a
    parameter of the function that makes it."""
    ends = origins_of(facts, optimizer, lambda node: _makes_one(facts, node))
    return all(isinstance(end, cst.Call) and _is_given(facts, end, model) for end in ends)


def _makes_one(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it is a call of one of Paddle's optimizers."""
    is_paddles = isinstance(node, cst.Call) and facts.names.resolve(node.func).startswith("paddle.")
    return is_paddles and facts.kinds.what(node) == "optimizer"


def _is_given(facts: Facts, made: cst.Call, model: cst.BaseExpression) -> bool:
    given = argument(made, -1, "parameter_list") or argument(made, -1, "parameters")
    if not _makes_one(facts, made):
        return False
    if given is None:
        return made in facts.by_call and _will_be_given(facts, made, model)
    return all(end is not None and _is_of(facts, end, model) for end in origins_of(facts, given))


def _will_be_given(facts: Facts, made: cst.Call, model: cst.BaseExpression) -> bool:
    """The same of an optimizer that is told its parameters from now on."""
    owners = owners_of(facts, made)
    if owners is not None:
        return owners.models == (facts.source.code(model),) and _sees(facts, made, model)
    beside = told_beside(facts, made)
    if beside:
        param = next((b.node for b in facts.scopes.of(made).find(beside) if isinstance(b.node, cst.Param)), None)
        given = facts.origins.given(param) if param is not None else []
        return bool(given) and all(each is not None and _is_of(facts, each, model) for each in given)
    calls = passed_on(facts, made)
    return bool(calls) and all(
        names == [facts.source.code(model)] and _sees(facts, call, model) for call, names in calls
    )


def _sees(facts: Facts, made: cst.Call, model: cst.BaseExpression) -> bool:
    """Whether the model's name means the same where the optimizer is made."""
    if isinstance(model, cst.Name):
        return facts.scopes.of(made).find(model.value) is facts.scopes.find(model)
    return facts.source.parent(made, cst.ClassDef) is facts.source.parent(model, cst.ClassDef)


def _is_of(facts: Facts, given: cst.BaseExpression, model: cst.BaseExpression) -> bool:
    """Whether it is `model.parameters()`, of a model by the same name."""
    func = given.func if isinstance(given, cst.Call) and not given.args else None
    if not isinstance(func, cst.Attribute) or func.attr.value != "parameters":
        return False
    if isinstance(func.value, cst.Name) and isinstance(model, cst.Name):
        return bool(facts.scopes.find(model)) and facts.scopes.find(func.value) is facts.scopes.find(model)
    same_class = facts.source.parent(func, cst.ClassDef) is facts.source.parent(model, cst.ClassDef)
    return same_class and isinstance(model, cst.Attribute) and func.value.deep_equals(model)
