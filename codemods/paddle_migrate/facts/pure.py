"""Which expressions give values and do nothing else, so that it does not matter when."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.rule import Rule

_BUILTINS = ("abs", "bool", "float", "int", "len", "max", "min", "pow", "range", "round", "str", "sum")
_MAKERS = ("dict", "getattr", "hasattr", "isinstance", "list", "set", "tuple")
_ARRAYS = ("arange", "array", "asarray", "full", "ones", "prod", "zeros")
_CHANGING = ("astype", "reshape")  # methods of arrays that give another one
_GETTERS = tuple(f"{LEGACY}.{name}" for name in ("default_main_program", "default_startup_program", "global_scope"))
# what only keeps what it is given
_HOLDERS = tuple(f"{LEGACY}.{module}." for module in ("initializer", "param_attr", "regularizer", "clip"))


def is_pure(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether every call in it is one of Python's functions of numbers, or makes an attribute of parameters."""
    inside = facts.source.inside(node, cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
    return all(isinstance(each, cst.Call) and _is_pure(facts, each) for each in inside)


def only_gives_a_value(facts: Facts, node: cst.BaseExpression) -> bool:
    """The same of what has no name of 1.8 in it, and may make lists, texts and arrays, too."""
    if facts.source.has_effects(node):
        if facts.scopes.stars or node in facts.by_call:  # functions of Python's names may be others
            return False
        inside = facts.source.inside(node, cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
        if not all(isinstance(each, cst.Call) and (_is_pure(facts, each) or _makes(facts, each)) for each in inside):
            return False
    return facts.once(_old_names).isdisjoint(map(id, facts.source.inside(node, cst.Name, cst.Attribute)))


def _old_names(facts: Facts) -> frozenset[int]:
    return frozenset(id(reference.node) for reference in facts.references)


def _makes(facts: Facts, call: cst.Call) -> bool:
    if isinstance(call.func, cst.Name) and not facts.scopes.find(call.func):
        return call.func.value in _MAKERS
    if isinstance(call.func, cst.Attribute) and isinstance(call.func.value, cst.SimpleString):
        return call.func.attr.value in ("format", "join")
    made = call.func.value if isinstance(call.func, cst.Attribute) and call.func.attr.value in _CHANGING else call
    module, _, name = facts.names.resolve(made.func).rpartition(".") if isinstance(made, cst.Call) else ("", "", "")
    return module == "numpy" and name in _ARRAYS


def _is_pure(facts: Facts, call: cst.Call) -> bool:
    reference = facts.by_call.get(call)
    if reference is not None:
        return isinstance(reference.rule, Rule) and (
            reference.rule.name.startswith(_HOLDERS) or reference.name in _GETTERS)
    if isinstance(call.func, cst.Name):
        return call.func.value in _BUILTINS and not facts.scopes.find(call.func)
    if facts.names.resolve(call.func) == "os.path.join":
        return True
    root, _, _ = dotted(call.func).partition(".")
    bindings = facts.scopes.module.bindings.get(root, [])
    return bool(bindings) and all(b.kind == "import" and b.target == "math" for b in bindings)
