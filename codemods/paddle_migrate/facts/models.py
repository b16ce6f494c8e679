"""Which attributes and variables are models, where they come from another file: by what is done with them."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted

# what only a model has; an optimizer has clear_gradients(), too, and is asked to minimize()
_ITS_OWN = ("parameters", "named_parameters", "sublayers", "named_sublayers", "train", "eval", "clear_gradients")
_MAKES_NONE = (cst.Integer, cst.Float, cst.SimpleString, cst.List, cst.Tuple, cst.Dict, cst.Lambda)


def owned_models(facts: Facts, made: cst.Call) -> list[str]:
    """The models that are there where an optimizer is made: `self` in a layer, attributes of its object, parameters of
    its function and what other files gave; none where some may be missing."""
    method = facts.source.parent(made, cst.FunctionDef)
    owner = facts.source.parent(made, cst.ClassDef)
    is_method = method is not None and owner is not None and facts.source.parent(method, cst.ClassDef) is owner
    if is_method and method is not None and owner is not None and facts.definitions.takes_object(method):
        found = _of_layer(facts, owner, method, made) or _of_object(facts, owner, method, made)
        if found:
            return found
    return _of_function(facts, made)


def _object(method: cst.FunctionDef) -> str:
    """What a method calls its object."""
    return [*method.params.posonly_params, *method.params.params][0].name.value


def _of_layer(facts: Facts, owner: cst.ClassDef, method: cst.FunctionDef, made: cst.Call) -> list[str]:
    """`self`, when no more of its layers are made behind the optimizer."""
    if not facts.definitions.is_layer_class(owner):
        return []
    layers = [a for a in _assigned(facts, owner) if facts.kinds.is_layer(a.value)]
    return [_object(method)] if layers and all(_is_there(facts, a, method, made) for a in layers) else []


def _of_object(facts: Facts, owner: cst.ClassDef, method: cst.FunctionDef, made: cst.Call) -> list[str]:
    """Attributes that are models; all of them have to be there already."""
    found: dict[str, bool] = {}
    for assign in _assigned(facts, owner):
        for target in assign.targets:
            name = dotted(target.target)
            mine = name.startswith(f"{_object(method)}.") and name.count(".") == 1
            if mine and _is_model(facts, owner, name, assign.value):
                found[name] = found.get(name, True) and _is_there(facts, assign, method, made)
    parts = {name for name, values in _wrapped(facts, owner).items() if values & found.keys()}
    return [name for name in found if name not in parts] if all(found.values()) else []


def _wrapped(facts: Facts, owner: cst.ClassDef) -> dict[str, set[str]]:
    """Attributes made of other ones: `self.gan = GAN(self.d)`, each with these."""
    made: dict[str, set[str]] = {}
    for assign in _assigned(facts, owner):
        if isinstance(assign.value, cst.Call):
            given = {dotted(a.value) for a in assign.value.args}
            for target in assign.targets:
                made.setdefault(dotted(target.target), set()).update(given)
    return made


def _assigned(facts: Facts, owner: cst.ClassDef) -> list[cst.Assign]:
    return [a for a in facts.source.inside(owner, cst.Assign) if facts.source.parent(a, cst.ClassDef) is owner]


def _is_there(facts: Facts, assign: cst.Assign, method: cst.FunctionDef, made: cst.Call) -> bool:
    """Whether the assignment comes before the optimizer: in its method, or in __init__ when that is another one."""
    home = facts.source.parent(assign, cst.FunctionDef)
    if home is method:
        block = facts.source.parents.get(facts.source.parents.get(assign))
        return facts.source.order(assign) < facts.source.order(made) and facts.source.lies_in(made, block)  # type: ignore[arg-type]
    return home is not None and home.name.value == "__init__"


def _is_model(facts: Facts, owner: cst.ClassDef, name: str, value: cst.BaseExpression) -> bool:
    kind = facts.kinds.what(value)
    if kind or isinstance(value, _MAKES_NONE):
        return kind in ("layer", "parallel")
    inside = [n for n in facts.source.inside(owner, cst.Attribute) if dotted(n) == name]
    return _looks_like_one(facts, inside)


def _of_function(facts: Facts, made: cst.Call) -> list[str]:
    """Variables of the function around that other files gave, and that it uses as models."""
    scope, start = facts.scopes.of(made), facts.source.order(made)
    found: list[str] = []
    for name, bindings in scope.bindings.items():
        values = [b for b in bindings if b.kind in ("param", "value")]
        if len(values) < len(bindings) or any(isinstance(b.value, _MAKES_NONE) for b in bindings):
            continue
        known = facts.kinds.of_bindings(bindings)
        uses = [u for u in bindings[0].uses if facts.scopes.of(u) is scope]
        if (known is None and _looks_like_one(facts, uses)) or (known and known.what in ("layer", "parallel")):
            if facts.source.order(bindings[0].node) > start:
                return []
            found.append(name)
    return found


def _looks_like_one(facts: Facts, uses: Sequence[cst.CSTNode]) -> bool:
    """Whether what only a model has is called on it."""
    methods = {m for use in uses if (m := _method(facts, use))}
    return bool(methods & set(_ITS_OWN)) and "minimize" not in methods


def _method(facts: Facts, use: cst.CSTNode) -> str:
    """`name` of `use.name()`."""
    attribute = facts.source.parents.get(use)
    call = facts.source.parents.get(attribute)
    if not isinstance(attribute, cst.Attribute) or attribute.value is not use:
        return ""
    return attribute.attr.value if isinstance(call, cst.Call) and call.func is attribute else ""
