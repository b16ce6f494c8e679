"""What a data-parallel script works out of its rank: the device `CUDAPlace(Env().dev_id)`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.rules.kinds import is_device


def is_device_of_rank(facts: Facts, place: cst.CSTNode | None) -> bool:
    """Whether the expression is `CUDAPlace(Env().dev_id)`: the device that init_parallel_env() sets by itself."""
    reference = facts.by_call.get(place) if place is not None else None
    if reference is None or not is_device(reference.name) or len(reference.call.args) != 1:  # type: ignore[union-attr]
        return False
    return is_rank_device_number(facts, reference.call.args[0].value)  # type: ignore[union-attr]


def is_rank_device_number(facts: Facts, value: cst.BaseExpression) -> bool:
    if isinstance(value, cst.Name):
        bindings = facts.scopes.find(value)
        return len(bindings) == 1 and bindings[0].value is not None and is_rank_device_number(facts, bindings[0].value)
    return isinstance(value, cst.Attribute) and value.attr.value == "dev_id" and facts.kinds.what(value.value) == "env"
