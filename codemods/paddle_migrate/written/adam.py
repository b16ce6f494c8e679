"""Adam with Paddle 1's steps: its epsilon, and what it did for embeddings with sparse gradients."""

from __future__ import annotations

from typing import Any

import paddle


def of_rows(optimizer: Any) -> Any:
    """An Adam that has Paddle 1's steps for embeddings with `sparse=True`: its powers are a step ahead there, and in
    lazy mode those rows alone are changed that were asked for."""
    add, powers = optimizer._add_accumulator, (optimizer._beta1_pow_acc_str, optimizer._beta2_pow_acc_str)
    update = optimizer._append_optimize_op

    def add_ahead(name: str, param: Any, dtype: Any = None, fill_value: float = 0.0, **others: Any) -> Any:
        if name in powers and asked_rows(optimizer, param):
            fill_value = fill_value**2
        return add(name, param, dtype, fill_value, **others)

    def update_rows(block: Any, param_and_grad: Any) -> Any:
        param = param_and_grad[0]
        asked = asked_rows(optimizer, param) if optimizer._lazy_mode else []
        names = (optimizer._moment1_acc_str, optimizer._moment2_acc_str) if asked else ()
        changed = [param, *(optimizer._get_accumulator_master(name, param) for name in names)]
        before = [paddle.assign(each) for each in changed] if asked else []
        done = update(block, param_and_grad)
        if asked:
            rows = paddle.concat([paddle.flatten(each) for each in asked])
            is_asked = paddle.scatter(paddle.zeros(param.shape[:1]), rows, paddle.ones_like(rows, "float32"))
            for each, old in zip(changed, before):
                paddle.assign(paddle.where(is_asked.unsqueeze(1) > 0, each, old), each)
        return done

    optimizer._add_accumulator, optimizer._append_optimize_op = add_ahead, update_rows
    return optimizer


def asked_rows(optimizer: Any, param: Any) -> list[Any]:
    """What rows of the parameter were asked for, where its gradient is sparse in Paddle 1, and dense in Paddle 3."""
    if optimizer.regularization is not None or getattr(param, "regularizer", None) is not None:
        return []
    uses = param.all_used_ops() if hasattr(param, "all_used_ops") else []  # of Paddle 3: others keep rows
    if any(op.name() not in ("pd_op.embedding", "pd_op.embedding_grad") for op in uses):
        return []
    asks = [op for op in uses if op.name() == "pd_op.embedding"]
    return [op.operand_source(0) for op in asks] if any(op.attrs().get("sparse") for op in asks) else []
