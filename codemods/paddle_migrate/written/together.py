"""Several processes that train one program: Paddle 1's `DistributeTranspiler`, over today's programs."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import paddle


class DistributeTranspilerConfig:
    """How the processes work together: with `mode` "nccl2" or "collective", or as "pserver" said it."""

    mode = "pserver"
    sync_mode = True


class DistributeTranspiler:
    """Has processes train a program with the means of their gradients, from the parameters of the first one.

    Each of them has to run as many batches as the others. Where there were servers, the first trainer runs where the
    first server did.
    """

    def __init__(self, config: Any = None) -> None:
        self.config = config or DistributeTranspilerConfig()

    def transpile(
        self,
        trainer_id: int,
        program: Any = None,
        pservers: str = "127.0.0.1:6174",
        trainers: Any = 1,
        sync_mode: bool = True,
        startup_program: Any = None,
        current_endpoint: str = "127.0.0.1:6174",
    ) -> None:
        """Say who this process is; ``trainers`` is their number, or without servers a text of all their endpoints."""
        self.program = program or paddle.static.default_main_program()
        self.startup = startup_program or paddle.static.default_startup_program()
        self.trainer_id, self.trainers, self.meeting = trainer_id, trainers, pservers.split(",")[0]
        if self.config.mode != "pserver":
            endpoints = trainers.split(",")
            self.trainers, self.meeting = len(endpoints), endpoints[0]
            self.get_trainer_program()
        elif not (sync_mode and self.config.sync_mode):
            raise NotImplementedError("Paddle has no asynchronous training for programs any more")

    def get_trainer_program(self, wait_port: bool = True) -> Any:
        """The program, which learns from all trainers."""
        if int(self.trainers) > 1:
            meet(self.trainer_id, int(self.trainers), self.meeting)
            begin_together(self.program, self.startup)
            learn_together(self.program, int(self.trainers))
        return self.program

    def get_pserver_program(self, endpoint: str) -> Any:
        """The program of a server, which has nothing to do."""
        return paddle.static.Program()

    def get_startup_program(self, endpoint: str, pserver_program: Any = None, startup_program: Any = None) -> Any:
        """The program with which a server starts, which has nothing to do."""
        return paddle.static.Program()

    def get_pserver_programs(self, endpoint: str) -> tuple[Any, Any]:
        """Both programs of a server."""
        return self.get_pserver_program(endpoint), self.get_startup_program(endpoint)


def meet(rank: int, count: int, endpoint: str) -> None:
    """Meet the other processes; the first one listens at ``endpoint``."""
    os.environ.update(PADDLE_TRAINER_ID=str(rank), PADDLE_TRAINERS_NUM=str(count), PADDLE_MASTER=endpoint)
    for name in ("PADDLE_TRAINER_ENDPOINTS", "PADDLE_CURRENT_ENDPOINT"):
        os.environ.setdefault(name, endpoint)
    if not paddle.is_compiled_with_cuda():
        os.environ.setdefault("PADDLE_DISTRI_BACKEND", "gloo")
    os.environ.setdefault("FLAGS_selected_gpus", "0")
    in_dynamic_mode(paddle.distributed.init_parallel_env)()


def in_dynamic_mode(function: Any) -> Callable[..., Any]:
    """The function, which runs in dynamic mode wherever it is called."""

    def run(*given: Any) -> Any:
        with paddle.base.dygraph.guard():
            return function(*given)

    return run


def begin_together(program: Any, startup: Any) -> None:
    """Have a program begin with the parameters of the first process, those that its scope has and those that
    ``startup`` makes."""
    scope, found = paddle.static.global_scope(), program.global_block().all_parameters()
    for name in sorted(each.name for each in found):
        tensor = scope.var(name).get_tensor()
        if tensor._is_initialized():
            given = in_dynamic_mode(lambda array: of_first([paddle.to_tensor(array)])[0].numpy())(np.array(tensor))
            place = paddle.CUDAPlace(0) if tensor._place().is_gpu_place() else paddle.CPUPlace()
            tensor.set(given, place)
    block, names = startup.global_block(), {each.name for each in found}
    if hasattr(startup, "to_string"):  # before Paddle 3
        exchange([each for each in block.all_parameters() if each.name in names], of_first, len(block.ops))
        return
    setters = [op for op in block.ops if op.name() == "builtin.set_parameter"]
    others = [op for op in block.ops if op.name() != "builtin.set_parameter"]
    for op in others if setters else []:
        op.move_before(setters[0])
    setters = [op for op in setters if op.attrs()["parameter_name"] in names]
    made = exchange([op.operand_source(0) for op in setters], of_first, len(others))
    for op, value in zip(setters, made):
        op.operand(0).set_source(value)


def of_first(tensors: Any) -> list[Any]:
    """What the first process has of them."""
    for each in tensors:
        paddle.distributed.broadcast(each, 0)
    return list(tensors)


def learn_together(program: Any, count: int) -> None:
    """Have a program that trains go on with the means of all processes' gradients."""
    block = program.global_block()
    found, last = gradients_made(block)

    def means(tensors: Any) -> list[Any]:
        for each in tensors:
            paddle.distributed.all_reduce(each)
        return [each / count for each in tensors]

    for each, made in zip(found, exchange(found, means, last + 1)):
        if each is not made:
            op = made.get_defining_op()
            each.replace_all_uses_with(made)
            op.operand([one.is_same(made) for one in op.results()].index(True)).set_source(each)


def gradients_made(block: Any) -> tuple[list[Any], int]:
    """The gradients that are behind what optimizers take, as they were computed, and where the last of them is made."""
    found: dict[Any, Any] = {}
    if hasattr(block, "vars"):  # before Paddle 3
        backward = [(at, op) for at, op in enumerate(block.ops) if int(op.attr("op_role")) == 1]
        for _, op in backward:
            found.update((name, block.var(name)) for name in (op.attr("op_role_var") or [])[1::2])
            if op.type.startswith("lookup_table") and op.attr("is_sparse"):
                op._set_attr("is_sparse", False)
        for each in found.values():
            each.desc.set_type(paddle.base.core.VarDesc.VarType.LOD_TENSOR)
        return list(found.values()), max(at for at, op in backward if set(op.output_arg_names) & set(found))
    places = {op: at for at, op in enumerate(block.ops)}
    waiting, seen = [value for op in block.ops if op.name().endswith("_") for value in op.operands_source()], set()
    while waiting:
        value = waiting.pop(0)
        op = value.get_defining_op()
        if op is None or value.id in seen:
            continue
        seen.add(value.id)
        if op.name().endswith("_grad"):
            found[value.id] = value
        else:
            waiting += op.operands_source()
    return list(found.values()), max(places[each.get_defining_op()] for each in found.values())


def exchange(variables: list[Any], function: Any, place: int) -> list[Any]:
    """What ``function`` makes of the values of these variables, whenever their program comes to ``place`` in its list
    of operators; before Paddle 3 these are the variables themselves."""
    if not variables:
        return []
    block, names = variables[0].block, [f"given_{number}" for number in range(len(variables))]
    if not hasattr(variables[0], "is_same"):  # before Paddle 3
        names = [each.name for each in variables]

        def run(*given: Any) -> list[Any]:
            return [each.numpy() for each in function([paddle.to_tensor(np.array(array)) for array in given])]

        called = paddle.static.nn.common.PyFuncRegistry(in_dynamic_mode(run)).id
        attrs = {"forward_callable_id": called, "backward_callable_id": -1, "backward_skip_vars": []}
        block._insert_op(place, type="py_func", inputs={"X": names}, outputs={"Out": names}, attrs=attrs)
        return variables
    if not hasattr(paddle._C_ops, "_run_python_op"):
        raise RuntimeError("Paddle 3.0 to 3.2 runs no Python in programs: install 3.3 or later, or 2.6")
    alone = len(variables) == 1
    with paddle.static.program_guard(block.program):
        paddle.pir.set_insertion_point(block.ops[place])
        made = paddle._C_ops._run_python_op(
            *variables, name=paddle.utils.unique_name.generate("exchange"), input_names=names, output_names=names,
            attrs={
                "infer_meta_fn_ptr": lambda *given: given[0] if alone else given,
                "fn_ptr": in_dynamic_mode(lambda *given: function(given)[0] if alone else tuple(function(given))),
            },
            inplace_map={},
        )  # fmt: skip
        paddle.pir.reset_insertion_point_to_end()
    return list(made)
