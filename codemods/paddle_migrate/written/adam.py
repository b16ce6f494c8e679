"""Adam with Paddle 1's steps: its epsilon, and what it did for embeddings with sparse gradients."""

from __future__ import annotations

from typing import Any

import paddle


def of_rows(optimizer: Any) -> Any:
    """An Adam that has Paddle 1's steps for embeddings with `sparse=True`: its powers are a step ahead there, and in
    lazy mode those rows alone are changed that were asked for."""
    update = optimizer._append_optimize_op

    def update_rows(block: Any, param_and_grad: Any) -> Any:
        param, grad = param_and_grad
        sparse = asked_rows(optimizer, param)
        if not sparse:
            return update(block, param_and_grad)
        changed = changed_rows(optimizer, param)
        before = [paddle.assign(each) for each in changed]
        if not hasattr(param, "all_used_ops"):  # 2.6 may take what lies behind the rows for one more
            grad = paddle.add_n([paddle.zeros(param.shape, param.dtype), grad])
        done = step_ahead(optimizer, param, lambda: update(block, (param, grad)))
        if changed:
            rows = paddle.concat([paddle.flatten(each) for each in sparse])
            is_asked = paddle.scatter(paddle.zeros(param.shape[:1]), rows, paddle.ones_like(rows, "float32"))
            for each, old in zip(changed, before):
                paddle.assign(paddle.where(is_asked.unsqueeze(1) > 0, each, old), each)
        return done

    optimizer._append_optimize_op = update_rows
    return optimizer


def of_sparse(optimizer: Any) -> Any:
    """An Adam that has Paddle 1's steps for gradients of embeddings with `sparse=True`: its powers are a step ahead
    there, and in lazy mode those rows alone are changed that were asked for."""
    update = optimizer._append_optimize_op

    def update_rows(block: Any, param_and_grad: Any) -> Any:
        param, grad = param_and_grad
        if not grad.is_selected_rows():
            return update(block, param_and_grad)
        changed = changed_rows(optimizer, param)
        before = [paddle.assign(each) for each in changed]
        dense = paddle.add_n([paddle.zeros(param.shape, param.dtype), grad])
        done = step_ahead(optimizer, param, lambda: update(block, (param, dense)))
        rows = paddle.to_tensor(sorted(set(grad.rows())))
        for each, old in zip(changed, before):
            paddle.assign(paddle.scatter(old, rows, paddle.gather(each, rows)), each)
        return done

    optimizer._append_optimize_op = update_rows
    return optimizer


def step_ahead(optimizer: Any, param: Any, step: Any) -> Any:
    """What the step gives, with the powers of the betas that the next one would have; the next one has them, too."""
    betas = {optimizer._beta1_pow_acc_str: optimizer._beta1, optimizer._beta2_pow_acc_str: optimizer._beta2}
    powers = [optimizer._get_accumulator_master(name, param) for name in betas]
    ahead = [power * beta for power, beta in zip(powers, betas.values())]
    for power, value in zip(powers, ahead):
        paddle.assign(value, power)
    done = step()
    for power, value in zip(powers, ahead):
        paddle.assign(value, power)
    return done


def changed_rows(optimizer: Any, param: Any) -> list[Any]:
    """What has rows that an Adam in lazy mode leaves alone."""
    names = (optimizer._moment1_acc_str, optimizer._moment2_acc_str)
    return [param, *(optimizer._get_accumulator_master(name, param) for name in names)] if optimizer._lazy_mode else []


def asked_rows(optimizer: Any, param: Any) -> list[Any]:
    """What rows of the parameter were asked for, where its gradient is sparse in Paddle 1 and made dense today."""
    if optimizer.regularization is not None or getattr(param, "regularizer", None) is not None:
        return []
    if hasattr(param, "all_used_ops"):  # of Paddle 3
        uses = [(op.name(), op) for op in param.all_used_ops()]
    else:
        ops = param.block.program.global_block().ops
        uses = [(op.type, op) for op in ops if param.name in op.input_arg_names]
    if any(name.replace("_grad", "") not in ("pd_op.embedding", "lookup_table_v2") for name, _ in uses):
        return []
    asks = [op for name, op in uses if not name.endswith("_grad")]
    if hasattr(param, "all_used_ops"):
        return [op.operand_source(0) for op in asks] if any(op.attrs().get("sparse") for op in asks) else []
    return [param.block.var(op.input("Ids")[0]) for op in asks] if any(op.attr("is_sparse") for op in asks) else []


def rows_of_any(make: Any, keeping: Any) -> Any:
    """What makes an optimizer; ``keeping`` is what an Adam that it makes goes through."""

    def made(*args: Any, **kwargs: Any) -> Any:
        optimizer = make(*args, **kwargs)
        return keeping(optimizer) if isinstance(optimizer, paddle.optimizer.Adam) else optimizer

    return made
