"""The variables of a program: by their names, as a list, and kept from run to run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.variables import set_variables, telling


def variable(program: Any, name: str) -> Any:
    """The variable that is fed under the name, the parameter of that name, or what `name_of` gave it."""
    if hasattr(program, "to_string"):  # before Paddle 3
        block = program.global_block()
        if not hasattr(program, "is_pruned") and name not in block.vars and paddle.static.global_scope().find_var(name):
            return block.create_var(name=name, persistable=True)
        return block.var(name)
    for op in program.global_block().ops:
        if op.name() in ("pd_op.data", "builtin.parameter") and op.result(0).name == name:
            return op.result(0)
        if op.has_attr("known_as") and name in op.str_attr("known_as").split():
            return op.result(op.str_attr("known_as").split().index(name))
        if op.name() == "builtin.set_parameter" and op.str_attr("parameter_name") == name:  # of a start-up program
            return op.operand_source(0)
    if hasattr(program, "original"):  # named after the copy was made
        made = variable(program.original, name)
        found = program.mapping.look_up(made)
        if any(found.is_same(each) for op in program.global_block().ops for each in op.results()):  # not pruned away
            if not found.get_defining_op().has_attr("known_as"):
                found.get_defining_op().set_str_attr("known_as", made.get_defining_op().str_attr("known_as"))
            return found
    raise ValueError(f"nothing is fed under the name {name}, and no parameter has it")


def data_named(program: Any, name: str) -> Any:
    """What the program is fed under the name."""
    block = program.global_block()
    if hasattr(block, "var"):  # before Paddle 3
        return block.var(name)
    return next(op.result(0) for op in block.ops if op.name() == "pd_op.data" and op.attrs()["name"] == name)


def lasting_variable(program: Any, name: str, shape: Any, dtype: Any) -> Any:
    """A variable of the program that is what the scope holds under its name, whichever program put that there."""
    if hasattr(program, "to_string"):  # before Paddle 3
        return program.global_block().create_var(name=name, shape=shape, dtype=dtype, persistable=True)
    with paddle.static.program_guard(program, paddle.static.Program()):  # which nobody runs
        made = paddle.static.create_parameter(list(shape), dtype, None, paddle.ParamAttr(name, trainable=False))
    made.stop_gradient, made.is_parameter = True, False
    return made


def name_of(variable: Any) -> str:
    """The variable's name; what Paddle 3 computes is given one, by which `variable` finds it, in copies too."""
    if not hasattr(variable, "is_same") or variable.has_name:
        return str(variable.name)
    op = variable.get_defining_op()
    if not op.has_attr("known_as"):
        op.set_str_attr("known_as", " ".join(paddle.utils.unique_name.generate("computed") for _ in op.results()))
    place = [each.is_same(variable) for each in op.results()].index(True)
    return str(op.str_attr("known_as").split()[place])


def variables(given: Iterable[Any] | None, program: Any = None) -> list[Any]:
    """The variables that are given, by themselves or by the names of parameters and of what is fed; None is none."""
    program = program or paddle.static.default_main_program()
    given = [given] if isinstance(given, str) or hasattr(given, "stop_gradient") else given
    return [variable(program, each) if isinstance(each, str) else each for each in given or ()]


def feed_data(feed: Any, program: Any = None) -> Any:
    """What the program's data are fed; other variables that are given a value are set: Paddle 3 feeds data alone."""
    program = program or paddle.static.default_main_program()
    if feed is None or hasattr(program, "to_string"):  # before Paddle 3
        return feed
    ops = program.global_block().ops
    lasting = {op.result(0).name for op in ops if op.name() == "builtin.parameter"} & set(feed)
    set_variables(program, {name: np.array(feed[name]) for name in lasting})
    return {name: value for name, value in feed.items() if name not in lasting}


def is_given(value: Any) -> bool:
    """Whether it is true: of a variable, that there is one."""
    return isinstance(value, (paddle.static.Variable, paddle.pir.Value)) or bool(value)


def is_parameter(variable: Any) -> bool:
    """Whether it is a parameter, of a program or of a layer."""
    is_of_layer = isinstance(variable, paddle.base.framework.EagerParamBase)
    found: bool = getattr(variable, "is_parameter", is_of_layer)
    return found


def all_parameters(program: Any) -> list[Any]:
    """The parameters of a program, or of its first block, as they were made."""
    block = program.global_block() if hasattr(program, "global_block") else program
    untrained = getattr(block.program, "untrained", ())
    found = [each for each in block.all_parameters()
             if getattr(each, "is_parameter", True) and each.name not in untrained]
    if not isinstance(block, paddle.pir.Block):  # before Paddle 3
        return found
    started = [op.operand_source(0) for op in block.ops if op.name() == "builtin.set_parameter"] if not found else []
    made = [*reversed(found), *(each for each in started if each.name not in untrained)]
    return list({each.name: each for each in made}.values())  # of those that share a name the last


def list_vars(program: Any) -> list[Any]:
    """The variables of a program that have names, its parameters as they were made."""
    found = [telling(program, each) for each in program.list_vars()]
    if not isinstance(program, paddle.pir.Program):  # before Paddle 3
        return found
    named = [each for each in found if each.has_name]
    lasting = [each for each in named if each.get_defining_op().name() == "builtin.parameter"]
    first = {each.name: each for each in lasting}  # of those that share a name; the last made comes first
    made = [first[name] for name in dict.fromkeys(each.name for each in reversed(lasting))]
    return [*(each for each in named if each.get_defining_op().name() != "builtin.parameter"), *made]
