"""What a program is copied by, and what of another program a variable is in its copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle


def clone(program: Any) -> Any:
    """A copy of the program as it is now; fetch `in_program(copy, variables)`."""
    mapping = None if hasattr(program, "to_string") else paddle.pir.IrMapping()  # before Paddle 3
    copy = program.clone() if mapping is None else program.clone(mapping)
    copy.mapping, copy.original = mapping, program  # whose variables live no longer than it does
    return let_unfed(copy)


def clone_for_test(program: Any) -> Any:
    """A copy of a program that trains only later, to test with; fetch `in_program(copy, variables)`."""
    mapping = None if hasattr(program, "to_string") else paddle.pir.IrMapping()  # before Paddle 3
    copy = program.clone(for_test=True) if mapping is None else program.clone(mapping)
    if mapping is not None:
        copy.set_is_test_attr()
    copy.mapping, copy.original = mapping, program  # whose variables live no longer than it does
    return let_unfed(copy)


def clone_trained_for_test(program: Any) -> Any:
    """A copy in which dropout and batch normalisation test and nothing trains; fetch `in_program(copy, variables)`."""
    copy = clone_for_test(program)
    return copy if hasattr(program, "to_string") else without_training(copy)  # before Paddle 3


def pruned(program: Any, targets: Any) -> Any:
    """A copy of the program with nothing but what the targets need; fetch `in_program(copy, variables)`."""
    if hasattr(program, "to_string"):  # before Paddle 3
        copy = program._prune(targets)
        copy.is_pruned = True
        return copy
    copy = clone(program)
    wanted = in_program(copy, list(targets) if isinstance(targets, (list, tuple)) else [targets])
    for op in reversed(copy.global_block().ops):  # before Paddle 3.3 assign() gives what it writes into
        if op.name() == "pd_op.assign_out_":
            wanted = [op.result(0) if each.is_same(op.operand_source(1)) else each for each in wanted]
    return copy._prune(wanted)


def kept_results(values: list[Any]) -> list[Any]:
    """What a run gives, as Paddle 1 gave it: no later run writes into its tensors, and none is without a dimension."""
    kept = []
    for value in values:
        if hasattr(value, "_set_dims"):
            tensor, lod = value._copy(value._place()), value.lod()
            tensor._set_dims(value.shape() or [1])
            if lod:  # which copies of Paddle 3 forget
                tensor.set_lod(lod)
            value = tensor
        kept.append(np.atleast_1d(value) if isinstance(value, np.ndarray) else value)
    return kept


def for_test(program: Any) -> Any:
    """The program itself, in which dropout and batch normalisation test from now on; before Paddle 3 its copy."""
    if hasattr(program, "to_string"):
        copy = program.clone(for_test=True)
        copy.original = program
        return copy
    program.set_is_test_attr()
    return without_training(let_unfed(program))


def without_training(program: Any) -> Any:
    """The program, in which nothing trains any more."""
    block, gradients = program.global_block(), {}
    for op in block.ops:
        sources = [operand.source().get_defining_op() for operand in op.operands()]
        if op.name().endswith("_grad") or any(each in gradients for each in sources):
            gradients[op] = True
    for op in reversed(gradients):
        block.remove_op(op)
    return program


def let_unfed(program: Any) -> Any:
    """The program, of which data need not be fed that nothing is computed of; Paddle 3 demands all others."""
    is_new = not hasattr(paddle.static.Program, "to_string")  # Paddle 3
    for op in (program or paddle.static.default_main_program()).global_block().ops if is_new else []:
        if op.name() == "pd_op.data" and op.result(0).use_empty():
            op.result(0).persistable = True
            op.set_str_attr("unfed", "as nothing is computed of it")
    return program


def in_program(program: Any, variables: Any) -> Any:
    """What the variables are in a copy by `clone` or `clone_for_test`; in any other program they are themselves."""
    if isinstance(variables, dict):
        found = {key: in_program(program, each) for key, each in variables.items()}
        return found if any(found[key] is not each for key, each in variables.items()) else variables
    if isinstance(variables, (list, tuple)):
        listed = [in_program(program, each) for each in variables]
        return listed if any(one is not each for one, each in zip(listed, variables)) else variables
    if hasattr(program, "to_string"):  # before Paddle 3
        return program.global_block().vars.get(getattr(variables, "name", None), variables)
    mapping: Any = getattr(program, "mapping", None)
    known = in_program(program.original, variables) if mapping is not None else None  # of a copy, this is a copy of it
    if known is None or not hasattr(known, "is_same") or not mapping.has(known):
        return variables
    copied = mapping.look_up(known)
    copied.persistable = copied.persistable and known.persistable  # data that are used now have to be fed
    return copied
