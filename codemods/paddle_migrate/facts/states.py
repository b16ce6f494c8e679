"""Which expressions are the state of a model or an optimizer: what was loaded, or asked of one."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.kinds import loads_state

_WRITTEN = "load_states"  # a function of an earlier run


def is_state(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one for sure, whichever way the script comes to it."""
    if isinstance(node, cst.Name):
        bindings = facts.origins.bindings(node)
        return bool(bindings) and all(_binds_state(facts, binding) for binding in bindings)
    if isinstance(node, cst.Subscript):
        return _loads(facts, node.value)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "state_dict":
        return True
    return _loads(facts, node)


def _binds_state(facts: Facts, binding: Binding) -> bool:
    if isinstance(binding.node, cst.Assign) and binding.value is None:
        return _loads(facts, binding.node.value)
    return binding.value is not None and is_state(facts, binding.value)


def _loads(facts: Facts, node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Call):
        return False
    name = facts.names.resolve(node.func)
    if node in facts.by_call:
        return loads_state(name)
    own = node.func.value if isinstance(node.func, cst.Name) else ""  # real code calls its own as 1.8 did
    return name == "paddle.load" or own == _WRITTEN or loads_state(own)
