"""The one method that a call of an object runs, where a class keeps an object of another one of the script."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts


def method_of_kept(facts: Facts, call: cst.CSTNode | None) -> cst.FunctionDef | None:
    """The method that `self.part.method(…)` runs, where `self.part` is set once, to an object of a class of the script,
    and nobody sets another one."""
    func = call.func if isinstance(call, cst.Call) else None
    if not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Attribute):
        return None
    made = facts.origins.of_attribute(func.value)
    maker = made[0].func if len(made) == 1 and isinstance(made[0], cst.Call) else None
    found = [b.node for b in facts.scopes.find(maker)] if isinstance(maker, cst.Name) else []
    owner = found[0] if len(found) == 1 else None
    method = method_of(owner, func.attr.value) if isinstance(owner, cst.ClassDef) and not owner.decorators else None
    if method is None or method.decorators:
        return None
    sets = _times_set(facts, func.value.attr.value), _times_set(facts, func.attr.value)
    return method if sets == (1, 0) and not _may_be_set_elsewhere(facts, func) else None


def _times_set(facts: Facts, name: str) -> int:
    """How often something sets an attribute of the name, in whatever object."""
    above = [facts.source.parents.get(node) for node in facts.source.attributes.get(name, ())]
    read = (cst.Attribute, cst.Call, cst.Arg, cst.BinaryOperation, cst.Subscript, cst.Return, cst.Assign)
    return len([node for node in above if not isinstance(node, read)])


def _may_be_set_elsewhere(facts: Facts, func: cst.Attribute) -> bool:
    """Whether a file that imports this one, or the file itself by a name, may set the part or the method."""
    assert isinstance(func.value, cst.Attribute)
    names = f"{func.value.attr.value}|{func.attr.value}"
    sets = re.compile(rf"\bsetattr\b|\b__dict__\b|\bvars\(|\.(?:{names})\s*=[^=]|def __getattr".encode())
    own = re.compile(r"\bsetattr\b|\b__dict__\b|\bvars\(|def __getattr")
    importers = facts.others.importers if facts.others is not None else []
    return own.search(facts.source.text) is not None or any(sets.search(raw) for raw in importers)
