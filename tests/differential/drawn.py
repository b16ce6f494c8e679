"""Parameters that a startup program draws get the same numbers in every way. Executed beside 1.8.5, too."""

import contextlib
from collections import Counter

import numpy as np

DRAWING = ("uniform_random", "gaussian_random", "truncated_gaussian_random")  # of programs with descriptions


@contextlib.contextmanager
def same_draws(static, way):
    """Each run of a program that draws parameters gives them numbers that their shapes and their order decide."""
    run = static.Executor.run

    def running(executor, program=None, *args, **others):
        result = run(executor, program, *args, **others)
        program = getattr(program, "_program", None) or program or static.default_main_program()
        seen = Counter()
        for name in drawn(program, way):
            holder = static.global_scope().find_var(name)
            if holder is not None:
                tensor = holder.get_tensor()
                shape = tuple(tensor.shape())
                seen[shape] += 1
                values = np.random.RandomState([seen[shape], *shape]).uniform(-0.6, 0.6, shape)
                tensor.set(values.astype("float32"), executor.place)
        return result

    static.Executor.run = running
    try:
        yield
    finally:
        static.Executor.run = run


def drawn(program, way):
    """The names of the parameters that a program draws, in the order in which they were made."""
    if not hasattr(program, "global_block"):  # a loaded or a compiled one
        return []
    operators = program.global_block().ops
    if operators and not hasattr(operators[0], "type"):
        return [op.attrs()["parameter_name"] for op in operators if op.name() == "builtin.set_parameter"
                and op.operands_source()[0].get_defining_op().name() in ("pd_op.uniform", "pd_op.gaussian",
                                                                        "pd_op.truncated_gaussian_random")]
    block = program.global_block()
    names = [op.output_arg_names[0] for op in operators if op.type in DRAWING]
    lasting = [name for name in names if block.has_var(name) and block.var(name).persistable]
    return lasting if way == "migrated" else lasting[::-1]  # 1.8.5 put each before the others
