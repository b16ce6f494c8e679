"""Programs of Paddle 3 that give another result when chance has it: its executor runs operators in no fixed order, and
a branch hands on another variable's memory, so that a write into that variable may come first."""

import contextlib


@contextlib.contextmanager
def watched(paddle):
    """A list of the programs that are run in its block."""
    programs, run = [], paddle.static.Executor.run

    def noted(self, program=None, *args, **kwargs):
        chosen = program or paddle.static.default_main_program()
        if hasattr(chosen, "global_block") and not any(chosen is each for each in programs):
            programs.append(chosen)
        return run(self, program, *args, **kwargs)

    paddle.static.Executor.run = noted
    try:
        yield programs
    finally:
        paddle.static.Executor.run = run


def races(program):
    """What writes in place into a variable that a branch hands on, or a loop begins with, beside the write."""
    if hasattr(program, "to_string"):  # Paddle 2.6 writes in the order of the program
        return []
    found = []
    for op in ops_within(program.global_block()):
        if not op.name().endswith("_") or op.name() == "pd_op.array_write_":  # arrays are handed on as themselves
            continue
        value = op.operand_source(1 if op.name() == "pd_op.assign_out_" else 0)
        for user in value.all_used_ops():
            block = user.get_parent_block()
            hands_on = user.name() == "cf.yield" and block.parent_op.name() == "pd_op.if" and not holds(block, value)
            begins = user.name() == "pd_op.while" and not any(op.id() == each.id() for each in ops_below(user))
            if hands_on or begins:
                found.append(f"{op.name()} writes into what {user.name()} reads: {value.get_defining_op().name()}")
    return found


def holds(block, value):
    return any(value.is_same(each) for op in block.ops for each in op.results())


def ops_below(op):
    return [each for block in op.blocks() for each in ops_within(block)]


def ops_within(block):
    return [each for op in block.ops for each in [op, *ops_below(op)]]
