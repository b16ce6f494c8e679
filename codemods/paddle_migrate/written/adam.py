"""Adam with Paddle 1's steps: its epsilon, and what it did for embeddings with sparse gradients."""

from __future__ import annotations

from typing import Any

import paddle


def with_epsilon(optimizer: Any) -> Any:
    """An Adam whose epsilon is added to the root as it is, as in Paddle 1; today it is scaled with the step first."""
    update, epsilon = optimizer._append_optimize_op, optimizer._epsilon

    def update_as_it_is(block: Any, param_and_grad: Any) -> Any:
        power = optimizer._get_accumulator_master(optimizer._beta2_pow_acc_str, param_and_grad[0])
        scale = (1.0 - (power.item() if paddle.in_dynamic_mode() else power)) ** 0.5
        optimizer._epsilon = epsilon / scale
        return update(block, param_and_grad)

    optimizer._append_optimize_op = update_as_it_is
    return optimizer


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
