"""What a function's calls pass for a parameter, where all of them are seen."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.project.importers import may_call, may_use
from paddle_migrate.text.arguments import argument

_MAKES_ITSELF = re.compile(r"@\s*classmethod|__class__|\btype\s*\(")  # one more, by another name than its own


def passed(facts: Facts, param: cst.Param) -> list[cst.BaseExpression | None]:
    """What every call of its function gives for the parameter, None where a star hides it; nothing where a call may not
    be seen."""
    function = facts.source.parent(param, cst.FunctionDef, cst.Lambda)
    if not isinstance(function, cst.FunctionDef) or param.star or function.decorators:
        return []
    names = [each.name.value for each in function.params.params]
    owner = facts.source.parent(function, cst.FunctionDef, cst.ClassDef)
    is_method = isinstance(owner, cst.ClassDef)
    if param.name.value not in names:
        return []
    if isinstance(owner, cst.ClassDef) and function.name.value == "__init__":
        return [_of_call(call, names.index(param.name.value) - 1, param) for call in _makers(facts, owner)]
    if function.name.value.startswith("__"):
        return []
    if _is_called_elsewhere(facts, function.name.value, owner.name.value if isinstance(owner, cst.ClassDef) else ""):
        return []
    if isinstance(owner, cst.ClassDef) and not all(_is_known(facts, base.value) for base in owner.bases):
        return []
    place = names.index(param.name.value) - is_method
    return [_of_call(call, place, param) for call in _calls(facts, function, is_method)]


def _is_known(facts: Facts, base: cst.BaseExpression) -> bool:
    """Whether nothing that is not seen calls its methods: another class of the script, or one of Paddle's."""
    own = isinstance(base, cst.Name) and (base.value == "object" or facts.definitions.is_own(base))
    return own or bool(facts.names.resolve(base))


def _makers(facts: Facts, owner: cst.ClassDef) -> list[cst.Call]:
    """All calls that make one of the class; nothing where one derives from it, or it is used for anything else."""
    text = facts.source.code(owner)
    if owner.decorators or _MAKES_ITSELF.search(text) or _is_called_elsewhere(facts, owner.name.value, ""):
        return []
    found = [b for b in facts.scopes.of(owner).find(owner.name.value) if b.node is owner]
    uses = [use for binding in found for use in binding.uses if not _is_of_super(facts, use)]
    calls = [facts.source.parents.get(use) for use in uses]
    made = [c for c, use in zip(calls, uses, strict=True) if isinstance(c, cst.Call) and c.func is use]
    return made if len(made) == len(uses) else []


def _is_of_super(facts: Facts, use: cst.Name) -> bool:
    """`super(Net, self)`."""
    arg = facts.source.parents.get(use)
    call = facts.source.parents.get(arg)
    return isinstance(arg, cst.Arg) and isinstance(call, cst.Call) and facts.source.code(call.func) == "super"


def _calls(facts: Facts, function: cst.FunctionDef, is_method: bool) -> list[cst.Call]:
    """All calls of that name, of whatever object; nothing where it is used for anything else."""
    name = function.name.value
    if is_method:
        uses: list[cst.CSTNode] = [u for u in facts.source.attributes.get(name, ()) if not facts.names.resolve(u)]
    else:
        found = [b for b in facts.scopes.of(function).find(name) if b.node is function]
        uses = [use for binding in found for use in binding.uses]
    calls = [facts.source.parents.get(use) for use in uses]
    if not all(isinstance(c, cst.Call) and c.func is use for c, use in zip(calls, uses, strict=True)):
        return []
    return [call for call in calls if isinstance(call, cst.Call)]


def _of_call(call: cst.Call, place: int, param: cst.Param) -> cst.BaseExpression | None:
    if any(arg.star for arg in call.args):
        return None
    return argument(call, place, param.name.value) or param.default


def _is_called_elsewhere(facts: Facts, name: str, owner: str) -> bool:
    importers = facts.others.importers if facts.others is not None else []
    return any(may_call(raw, owner, name) if owner else may_use(raw, name) for raw in importers)
