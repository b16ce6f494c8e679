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
    number = facts.origins.only(value)
    is_number = isinstance(number, cst.Attribute) and number.attr.value == "dev_id"
    return is_number and facts.kinds.what(number.value) == "env"  # type: ignore[union-attr]
