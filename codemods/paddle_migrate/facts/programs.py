"""Static programs of a script: copies for tests, and which program a run runs."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding, dotted
from paddle_migrate.rules.kinds import gives_program
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_DEEPEST = 5  # programs made of programs; a circle comes back to itself
_TESTS = re.compile(r"test|eval|infer|predict|valid|dev_|val_")
_PROGRAMS = tuple(f"paddle.static.{name}" for name in ("Program", "default_main_program", "default_startup_program"))
_WRITTEN = (  # what scripts get
    "all_parameters", "append_backward", "as_made", "calc_gradient", "clone", "clone_for_test",
    "clone_trained_for_test", "gradients", "let_through", "let_unfed", "list_vars", "may_have_gradient",
    "ProgramExecutor", "set_trainable", "variable",
)  # fmt: skip
_BLOCKS = ("global_block", "current_block")
_TRAINS = re.compile(rb"\b(?:minimize|\w*backward|\w*gradients?)\(")


def clones(facts: Facts) -> list[cst.Call]:
    """`program.clone()` and `….clone(for_test=…)`."""
    calls = [call for receiver, call in facts.source.method_calls("clone") if _is_of_program(facts, receiver, call)]
    return [call for call in calls if not is_written(facts, call)]


def is_written(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in what an earlier run of the tool wrote."""
    function, owner = facts.source.parent(node, cst.FunctionDef), facts.source.parent(node, cst.ClassDef)
    return any(each is not None and each.name.value.rstrip("_") in _WRITTEN for each in (function, owner))


def _is_of_program(facts: Facts, receiver: cst.BaseExpression, call: cst.Call) -> bool:
    """What is a program, or by all that is known may be one: `clone(for_test=…)` is of programs alone."""
    named = any(arg.keyword is not None and arg.keyword.value == "for_test" for arg in call.args)
    return len(call.args) < 2 and (named or is_program(facts, receiver))


def is_for_test(facts: Facts, call: cst.Call) -> bool:
    """Whether a copy is one for tests, by all that is known."""
    value = argument(call, 0, "for_test")
    return value is not None and facts.source.code(value) != "False"


def trains_later(facts: Facts, call: cst.Call) -> bool:
    """Whether nothing trains the program that is copied before: what does stands behind the call in the same function,
    or nowhere."""
    trains = [each for _, each in facts.source.method_calls("minimize")]
    if not trains:
        return not facts.says(_TRAINS)
    behind = [each for each in trains if facts.source.order(each) > facts.source.order(call)]
    here = facts.scopes.of(call)
    return len(behind) == len(trains) and all(facts.scopes.of(each) is here for each in trains)


def built_into(facts: Facts, call: cst.Call) -> list[tuple[cst.With, cst.BaseExpression]]:
    """The guards under which more is built into a copy, `with program_guard(copy)`, and what they call it."""
    found = []
    for block in facts.source.all(cst.With):
        firsts = [argument(guard, 0, "main_program") for guard in _guards(block)]
        found += [(block, first) for first in firsts if first is not None and _is_copy(facts, first, call)]
    return found


def _is_copy(facts: Facts, program: cst.BaseExpression, call: cst.Call) -> bool:
    """Whether a guard's program may be the copy: the call itself, or what it was assigned to, as it is there."""
    if program is call:
        return True
    assign = facts.source.parents.get(call)
    targets = [each.target for each in assign.targets] if isinstance(assign, cst.Assign) else []
    if isinstance(program, cst.Name):
        return any(binding.node is assign for binding in facts.origins.bindings(program))
    inside = facts.source.parent(program, cst.ClassDef) is facts.source.parent(call, cst.ClassDef)
    alike = facts.source.code(program) in [facts.source.code(each) for each in targets]
    same = facts.source.parent(program, cst.FunctionDef) is facts.source.parent(call, cst.FunctionDef)
    return inside and alike and not (same and facts.source.order(program) < facts.source.order(call))


def guards_of(facts: Facts, node: cst.CSTNode) -> list[cst.BaseExpression | None]:
    """The main programs of the guards that a node stands under, the innermost first."""
    found: list[cst.BaseExpression | None] = []
    block = facts.source.parent(node, cst.With)
    while block is not None:
        found += [argument(guard, 0, "main_program") for guard in _guards(block)]
        block = facts.source.parent(block, cst.With)
    return found


def built_under(facts: Facts, loss: cst.BaseExpression) -> cst.Call | None:
    """The guard under which alone a loss is made, in the function that asks."""
    bindings = facts.scopes.find(loss) if isinstance(loss, cst.Name) else []
    found: list[cst.Call] = []
    for binding in bindings:
        block = facts.source.parent(binding.node, cst.With) if binding.kind == "value" else None
        here = block is not None and binding.scope is facts.scopes.of(loss)
        found += _guards(block)[:1] if block is not None and here else []
    texts = {facts.source.code(each) for each in found}
    return found[0] if bindings and len(found) == len(bindings) and len(texts) == 1 else None


def _guards(block: cst.With) -> list[cst.Call]:
    calls = [item.item for item in block.items if isinstance(item.item, cst.Call)]
    return [call for call in calls if (dotted(call.func) or "").rpartition(".")[2] == "program_guard"]


def _is_under_guard(facts: Facts, program: cst.BaseExpression) -> bool:
    """Whether more is built into the program: `with program_guard(program)`."""
    firsts = [argument(guard, 0, "main_program") for block in facts.source.all(cst.With) for guard in _guards(block)]
    return facts.source.code(program) in [facts.source.code(first) for first in firsts if first is not None]


def is_program(facts: Facts, node: cst.BaseExpression) -> bool:
    """What is a program, or by all that is known may be one."""
    made = facts.kinds.of(node)
    if made is not None:
        return made.what == "program"
    text = facts.source.code(node)
    return "program" in text.lower() or text.rpartition(".")[2] in ("prog", "main", "startup")


def is_block(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a block of a program: `program.global_block()`, or a variable that is one."""
    block = facts.origins.only(node)
    func = block.func if isinstance(block, cst.Call) else None
    if not isinstance(func, cst.Attribute):
        return False
    return func.attr.value in _BLOCKS or (func.attr.value == "block" and is_program(facts, func.value))


def is_operator(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one of a block's operators: `for op in block.ops`."""
    bindings = facts.origins.bindings(node) if isinstance(node, cst.Name) else []
    loops = [binding.node for binding in bindings]
    lists = [loop.iter for loop in loops if isinstance(loop, (cst.For, cst.CompFor))]
    return 0 < len(lists) == len(loops) and all(
        isinstance(each, cst.Attribute) and each.attr.value == "ops" and is_block(facts, each.value) for each in lists
    )


def program_of_run(call: cst.Call) -> cst.BaseExpression | None:
    """`executor.run(program, …)`."""
    return argument(call, 0, "program")


def may_train(facts: Facts, call: cst.Call) -> bool:
    """Whether a run may be of a program that trains, by all that its names say."""
    program = program_of_run(call)
    if argument(call, 2, "fetch_list") is None or is_written(facts, call):
        return False
    if program is None:
        return True
    if _is_loaded_one(facts, program) and not _is_under_guard(facts, program):
        return False
    name = facts.source.code(program)
    told = _is_told(name) or not may_be_clone(facts, program)
    return "startup" not in name and (told or not _TESTS.search(name.lower()))


def may_be_clone(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether an expression may be a copy for tests: not where all that it is made of is another program."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, cst.Name):
        bindings = facts.scopes.find(node)
        if _is_loaded_one(facts, node):
            return False
        if bindings and all(b.kind == "value" and b.value is not None for b in bindings):
            return any(may_be_clone(facts, b.value, depth + 1) for b in bindings if b.value is not None)
        return not _is_told(node.value)
    if isinstance(node, cst.Call):
        reference = facts.by_call.get(node)
        rule = reference.rule if reference is not None else None
        if isinstance(rule, Rule) and gives_program(rule.name):
            return False
        if facts.names.resolve(node.func) in _PROGRAMS:
            return False
        compiled = argument(node, 0, "program_or_graph") if isinstance(rule, Rule) else None
        if compiled is not None:
            return may_be_clone(facts, compiled, depth + 1)
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "with_data_parallel":
            return may_be_clone(facts, node.func.value, depth + 1)
    if isinstance(node, cst.Attribute):
        return not _is_told(node.attr.value)
    return True


def _is_told(name: str) -> bool:
    """Whether a name says that it is the program that trains, or makes the parameters; `train_test_program` tests."""
    return "startup" in name.lower() or ("train" in name.lower() and not _TESTS.search(name.lower()))


def _is_loaded_one(facts: Facts, node: cst.BaseExpression) -> bool:
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    return bool(bindings) and all(map(_is_loaded, bindings))


def _is_loaded(binding: Binding) -> bool:
    """Whether it is of what `load_inference_model` gives, whose variables go with its program."""
    value = binding.node.value if isinstance(binding.node, cst.Assign) else None
    return isinstance(value, cst.Call) and (dotted(value.func) or "").rpartition(".")[2] == "load_inference_model"
