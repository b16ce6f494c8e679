"""Which operators results depend on."""

from __future__ import annotations

from .operators import Operator


def needed(operators: list[Operator], fed: set[str], targets: set[str]) -> list[Operator]:
    """Those operators that ``targets`` depend on, up to what is fed; not those that train parameters."""
    wanted, kept = set(targets), []
    for operator in reversed(operators):
        outputs = set(operator.output_arg_names)
        if operator.type not in ("feed", "fetch") and operator.role != "optimize" and outputs & wanted - fed:
            kept.append(operator)
            wanted |= set(operator.input_arg_names)
    return kept[::-1]
