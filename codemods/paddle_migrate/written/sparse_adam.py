"""Adam over embeddings with sparse gradients, which programs of Paddle 3 have no longer."""

from __future__ import annotations

from typing import Any


def of_rows(optimizer: Any) -> Any:
    """An Adam that corrects its steps for embeddings with `sparse=True` as Paddle 1 did: as if one step were done."""
    add, powers = optimizer._add_accumulator, (optimizer._beta1_pow_acc_str, optimizer._beta2_pow_acc_str)

    def add_ahead(name: str, param: Any, dtype: Any = None, fill_value: float = 0.0, **others: Any) -> Any:
        if name in powers and optimizer.regularization is None and getattr(param, "regularizer", None) is None:
            uses = param.all_used_ops() if hasattr(param, "all_used_ops") else []  # of Paddle 3: others keep rows
            is_sparse = any(op.attrs().get("sparse") for op in uses if op.name() == "pd_op.embedding")
            if is_sparse and all(op.name() in ("pd_op.embedding", "pd_op.embedding_grad") for op in uses):
                fill_value = fill_value**2
        return add(name, param, dtype, fill_value, **others)

    optimizer._add_accumulator = add_ahead
    return optimizer
