"""Datasets of files, as an earlier step wrote them into a script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.helpers import DATASETS
from paddle_migrate.dynamic.reading import Reading

TELLS, GOES = "set_use_var", "numbered"
_CREATES = "create_dataset"


def asks_dataset(reading: Reading, node: cst.CSTNode | None, method: str) -> bool:
    """Whether it calls this method of a dataset that the file makes."""
    func = node.func if isinstance(node, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == method and _is_dataset(reading, func.value)


def _is_dataset(reading: Reading, node: cst.BaseExpression) -> bool:
    value = reading.end(node)
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == _CREATES:
        return reading.called(reading.end(value.func.value)) == DATASETS[0]
    return reading.called(value) in DATASETS[1:]
