"""What programs of 1.8.5, their blocks and their operators had, and Paddle 3's have not."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes import operator_calls
from paddle_migrate.changes.blocks import under_guard
from paddle_migrate.changes.fed import finder
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.blocks import is_block, is_operator, may_be_block
from paddle_migrate.facts.called_values import calls_of_others, runs_own
from paddle_migrate.facts.gradient_pairs import names_gradient
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import has_programs_own
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.script import Script

IN_PROGRAMS = True
# what every program has by another name
_OTHER_NAMES = {"current_block": "global_block"}
_LISTS = ("all_parameters", "list_vars")
_WRITTEN = (*_OTHER_NAMES, *_LISTS, "append_op", "block", "create_var", "to_string", "var")
_OF_SPEC = ("dtype", "name", "shape")
_OF_LASTING = ("lod_level", "persistable", "stop_gradient")
_IN_ORDER = "as they were made"
_OF_TO_STRING = ("throw_on_error", "with_details")
_OF_PROGRAMS = {
    "desc": "keep it in files by paddle.static.save_inference_model",
    **dict.fromkeys(("_inference_optimize", "_prune_with_input"),
                    "run the program itself, or save by paddle.static.save_inference_model what the targets need"),
    **dict.fromkeys(("_create_block", "_rollback", "current_block_idx"),
                    "write paddle.static.nn.cond or while_loop, whose functions are blocks of their own"),
}
_GRADIENTS = "Paddle 3 has no names of gradients: keep what paddle.static.gradients gives, or the pairs of " \
    "append_backward"
_VARIABLES = "keep the variable where it is made"
_OF_BLOCKS = {
    **dict.fromkeys(("append_op", "create_parameter"), "call the function that does the work"),
    **dict.fromkeys(("create_var", "has_var", "var", "vars"), _VARIABLES),
    **dict.fromkeys(("desc", "forward_block_idx", "idx", "parent_idx"), "it has ops and all_parameters()"),
}
_ALONE = {  # which nothing else has
    **{name: _OF_BLOCKS[name] for name in ("append_op", "create_var")},
    **dict.fromkeys(("_clone_variable", "_find_var_recursive", "_rename_var", "_remove_var", "_var_recursive"),
                    _VARIABLES),
    **dict.fromkeys(("_insert_op", "_prepend_op", "_remove_op", "_slice_ops"), _OF_BLOCKS["append_op"]),
    **dict.fromkeys(("_copy_data_info_from", "_copy_dist_param_info_from", "_copy_param_info_from"),
                    "clone() copies what variables are like, too"),
    "_backward_role_guard": "take the guard out: what is computed behind minimize() is no part of copies for tests",
}  # fmt: skip
_OF_OPERATORS = dict.fromkeys(
    ("all_attrs", "attr", "attr_names", "desc", "idx", "input", "input_arg_names", "input_names", "output",
     "output_arg_names", "output_names", "type"),
    "ask op.name(), op.attrs(), op.operands_source() and op.results()",
)  # fmt: skip


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("get_program_parameter", "get_program_persistable_vars"):
        _of_program(script, reference)
    calls = [call for _, call in calls_of_others(script.facts, *_WRITTEN)]
    done = {call.func for call in calls if not script.is_skipped(call) and _write(script, call)}
    done |= {each for each in script.source.attributes.get("vars", ()) if _looked_up(script, each)}
    for name in {**_OF_PROGRAMS, **_OF_BLOCKS, **_ALONE, **_OF_OPERATORS}:
        for attribute in script.source.attributes.get(name, ()):
            if attribute not in done and not script.is_skipped(attribute) and not is_written(script.facts, attribute):
                _say(script, attribute)


def _write(script: Script, call: cst.Call) -> bool:
    """Write today's form of a method's call; whether it has one."""
    func = call.func
    if not isinstance(func, cst.Attribute) or is_written(script.facts, call):
        return False
    method, count = func.attr.value, len(call.args)
    if method == "var" and count == 1 and is_block(script.facts, func.value):
        _variable(script, call, func.value, call.args[0].value)
    elif method in _LISTS and not count and script.definitions.own_class(func.value) is None:
        _listed(script, call, func.value)
    elif method == "create_var" and is_block(script.facts, func.value) and _is_result(script, call):
        script.edits.replace(*script.source.span(func), script.imports.spell("paddle.static.InputSpec", None))
        script.say(func.attr, "PM119", "Block.create_var", "→ paddle.static.InputSpec, of what py_func gives")
    elif method == "create_var" and is_block(script.facts, func.value) and _lasts(script, call):
        _lasting(script, call, func.value)
    elif method == "append_op" and is_block(script.facts, func.value):
        return _operator(script, call, func.value)
    elif not _is_programs(script, func):
        return False
    elif method in _OTHER_NAMES and not count:
        script.edits.replace(*script.source.span(func.attr), _OTHER_NAMES[method])
        script.say(func.attr, "PM119", f"Program.{method}", f"→ {_OTHER_NAMES[method]}")
    elif method == "block" and count == 1 and script.source.code(call.args[0].value) == "0":
        start, end = script.source.span(func.attr)[0], script.source.core(call)[1]
        script.edits.replace(start, end, "global_block()")
        script.say(func.attr, "PM119", "Program.block", "→ global_block()")
    elif method == "to_string" and count and script.source.code(call.args[0].value) in ("True", "False") and (
        call.args[0].keyword is None or call.args[0].keyword.value in _OF_TO_STRING
    ):
        script.edits.replace(*script.source.core(call), lambda: f"str({script.render(func.value)})")
        script.say(func.attr, "PM119", "Program.to_string", "→ str(…), which reads otherwise")
    else:
        return False
    return True


def _is_result(script: Script, call: cst.Call) -> bool:
    """Whether it makes nothing but a variable of which `py_func` is told that it gives its value."""
    if any(arg.keyword is None or arg.keyword.value not in _OF_SPEC for arg in call.args):
        return False
    found = reached(script.facts, call)
    return any(map(_takes_results, [*found.spots, *found.holders]))


def _lasts(script: Script, call: cst.Call) -> bool:
    """Whether it makes a variable of which all is told, and that the scope holds from run to run."""
    given = {arg.keyword.value if arg.keyword is not None else "": script.source.code(arg.value) for arg in call.args}
    plain = set(given) <= {*_OF_SPEC, *_OF_LASTING} and set(_OF_SPEC) <= set(given)
    return plain and given.get("persistable") == "True" and given.get("lod_level", "0") == "0" and (
        given.get("stop_gradient", "True") == "True")


def _lasting(script: Script, call: cst.Call, block: cst.BaseExpression) -> None:
    """`block.create_var(name=n, shape=s, dtype=d, persistable=True)` → `lasting_variable(program, n, s, d)`."""
    name = write_written(script, "lasting_variable")
    given = {arg.keyword.value: arg.value for arg in call.args if arg.keyword is not None}
    script.edits.replace(*script.source.core(call), lambda: f"{name}({_program(script, block)}, " + ", ".join(
        script.render(given[each]) for each in ("name", "shape", "dtype")) + ")")
    script.say(call, "PM119", "Block.create_var", f"→ {name}, written into the script")


def _takes_results(spot: Spot) -> bool:
    reference = spot.facts.by_call.get(spot.taker)  # type: ignore[arg-type]
    return reference is not None and reference.name.endswith(".py_func") and reference.argument("out") is spot.node


def _is_programs(script: Script, attribute: cst.Attribute) -> bool:
    return has_programs_own(script.facts, attribute) and not is_block(script.facts, attribute.value)


def _of_block(script: Script, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The program of `program.global_block()`."""
    func = node.func if isinstance(node, cst.Call) and is_block(script.facts, node) else None
    return func.value if isinstance(func, cst.Attribute) and func.attr.value != "current_block" else None


def _looked_up(script: Script, attribute: cst.Attribute) -> bool:
    """Whether it is `block.vars["x"]`, and is written now."""
    whole = script.source.parents.get(attribute)
    place = whole.slice[0].slice if isinstance(whole, cst.Subscript) and len(whole.slice) == 1 else None
    is_set = isinstance(script.source.parents.get(whole), (cst.AssignTarget, cst.Del))
    known = isinstance(place, cst.Index) and not is_set and is_block(script.facts, attribute.value)
    if known and not script.is_skipped(attribute) and not is_written(script.facts, attribute):
        _variable(script, whole, attribute.value, place.value)  # type: ignore[arg-type,union-attr]
        return True
    return False


def _variable(script: Script, whole: cst.BaseExpression, block: cst.BaseExpression, asked: cst.BaseExpression) -> None:
    """`program.global_block().var("x")`, `block.vars["x"]` → `variable(program, "x")`."""
    if names_gradient(Spot(script.facts, asked)):
        script.say(whole, "PM333", "Block.var", _GRADIENTS)
        return
    name = finder(script, asked)
    script.edits.replace(
        *script.source.core(whole), lambda: f"{name}({_program(script, block)}, {script.render(asked)})"
    )
    script.say(whole, "PM119", "Block.var", f"→ {name}, written into the script")


def _operator(script: Script, call: cst.Call, block: cst.BaseExpression) -> bool:
    """`block.append_op(type="scale", …)` → the function that does the work, under a guard of the block's program;
    whether it is known."""
    source, program = script.source, _of_block(script, block)
    made = script.by_call.get(program) if isinstance(program, cst.Call) else None
    guarded = made is None or not made.name.endswith(".default_main_program")
    line = source.parent(call, cst.SimpleStatementLine)
    if guarded and (line is None or len(line.body) > 1 or source.has_effects(block if program is None else program)):
        return False
    try:
        operator_calls.write(script, [operator_calls.read(script, call, None)])
    except Refused:
        return False
    if guarded and line is not None:
        guard = script.imports.spell("paddle.static.program_guard", None)
        under_guard(script, line, lambda: f"{guard}({_program(script, block)})")
    return True


def _program(script: Script, block: cst.BaseExpression) -> str:
    """How to write the program of a block."""
    program = _of_block(script, block)
    return f"{script.render(block)}.program" if program is None else script.render(program)


def _of_first(script: Script, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The program of `program.block(0)`, which what is asked of it shows to be one."""
    func = node.func if isinstance(node, cst.Call) and len(node.args) == 1 else None
    if not isinstance(func, cst.Attribute) or func.attr.value != "block":
        return None
    return func.value if script.source.code(node).endswith(".block(0)") else None


def _listed(script: Script, call: cst.Call, owner: cst.BaseExpression) -> None:
    """`program.all_parameters()`, `program.global_block().all_parameters()` → `all_parameters(program)`."""
    assert isinstance(call.func, cst.Attribute)
    method, program = call.func.attr.value, _of_block(script, owner) or _of_first(script, owner) or owner
    name = write_written(script, method)
    script.edits.replace(*script.source.core(call), lambda: f"{name}({script.render(program)})")
    script.say(call, "PM119", method, f"→ {name}, written into the script: {_IN_ORDER}")


def _of_program(script: Script, reference: Reference) -> None:
    """`get_program_parameter(program)` → `all_parameters(program)`; what lasts is of `list_vars(program)`."""
    call, program = reference.call, reference.argument("program")
    if call is None or program is None or reference.beyond or len(call.args) > 1 or call.args[0].star:
        return  # said where names are
    is_all = reference.short.endswith("get_program_persistable_vars")
    name = write_written(script, "list_vars" if is_all else "all_parameters")

    def written() -> str:
        listed = f"{name}({script.render(program)})"
        return f"[each for each in {listed} if each.persistable]" if is_all else listed

    script.edits.replace(*script.source.core(call), written)
    script.settle(reference)
    script.say(call, "PM101", reference.short, f"→ {name}, written into the script: {_IN_ORDER}")


def _say(script: Script, attribute: cst.Attribute) -> None:
    """Say what Paddle 3 has no longer, where it is known what is asked."""
    name, facts = attribute.attr.value, script.facts
    call = script.source.parents.get(attribute)
    if isinstance(call, cst.Call) and call.func is attribute and runs_own(facts, call):
        return
    known = name in (_OF_BLOCKS | _ALONE) and is_block(facts, attribute.value)
    if known or (name in _ALONE and may_be_block(facts, attribute)):
        said = _ALONE.get(name) or _OF_BLOCKS[name]
        script.say(attribute.attr, "PM333", f"Block.{name}", f"Paddle 3's blocks have none: {said}")
    elif name in _OF_OPERATORS and is_operator(facts, attribute.value):
        script.say(attribute.attr, "PM333", f"Operator.{name}", f"Paddle 3's have none: {_OF_OPERATORS[name]}")
    elif name in _OF_PROGRAMS and _is_programs(script, attribute):
        said = f"Paddle 3's programs have none that does the same: {_OF_PROGRAMS[name]}"
        script.say(attribute.attr, "PM333", f"Program.{name}", said)
