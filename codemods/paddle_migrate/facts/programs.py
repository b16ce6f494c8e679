"""Static programs of a script: copies for tests, and which program a run runs."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.called_values import calls_of_others, has_own_method
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.made_today import is_made_today
from paddle_migrate.facts.scopes import Binding, Scope, dotted
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.kinds import gives_program
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_DEEPEST = 5  # programs made of programs; a circle comes back to itself
_PROGRAMS = tuple(f"paddle.static.{name}" for name in ("Program", "default_main_program", "default_startup_program"))
_ALONE = ("all_parameters", "current_block", "to_string")  # methods that nothing has but programs and their parts
_TELL = ("current_block", "global_block", "list_vars", "random_seed")
_TAKERS = ("CompiledProgram", "program_guard")
_COMPILES = re.compile(rb"\bCompiledProgram\b")
_PARALLEL_RUNS = re.compile(rb"\bParallelExecutor\b")
_GUARDS = re.compile(rb"\bprogram_guard\b")
COMPILED = ("with_data_parallel", "with_inference_optimize")
_STARTING = tuple(name.rpartition(".")[2] for name in (_PROGRAMS[0], _PROGRAMS[2]))
_KEYWORDS = ("main_program", "program", "startup_program", "program_or_graph")
_OF_BLOCKS = ("all_parameters", "append_op", "create_var", "has_var", "ops", "var", "vars", "_find_var_recursive")
_PARALLEL, _EXECUTOR, _TODAYS_EXECUTOR = ".ParallelExecutor", ".Executor", "paddle.static.Executor"
_NEW = ".Program"
_COPY = ("clone", "_prune")
_MAIN = (".default_main_program", ".CompiledProgram")
TRAINS = re.compile(rb"\b(?:minimize|(?:append_)?backward|(?:apply_)?gradients|calc_gradient)\b")


def clones(facts: Facts) -> list[cst.Call]:
    """`program.clone()` and `….clone(for_test=…)`."""
    calls = [call for receiver, call in calls_of_others(facts, "clone") if _is_of_program(facts, receiver, call)]
    return [call for call in calls if not is_written(facts, call)]


def _is_of_program(facts: Facts, receiver: cst.BaseExpression, call: cst.Call) -> bool:
    """What is a program, or by all that is known may be one: `clone(for_test=…)` is of programs alone."""
    result = facts.assigned_name(call)
    named = _tells(call) or (result is not None and _is_used_as_one(facts, result))
    told = named or has_programs_own(facts, call.func) or _is_handed(facts, receiver)  # type: ignore[arg-type]
    return len(call.args) < 2 and told


def _is_handed(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a parameter, and callers give it programs."""
    if not isinstance(node, cst.Name) or not any(each.kind == "param" for each in facts.scopes.find(node)):
        return False
    return any(map(makes_program, values_of(facts).ends(Spot(facts, node))))


def makes_program(spot: Spot) -> bool:
    """Whether it is a call that makes a program, or gives a default one."""
    made = spot.facts.by_call.get(spot.node)  # type: ignore[arg-type]
    return made is not None and isinstance(made.rule, Rule) and gives_program(made.rule.name)


def _tells(call: cst.Call) -> bool:
    """`clone(for_test=…)`, `clone(True)`."""
    return any((arg.keyword and arg.keyword.value == "for_test") or _is_truth(arg.value) for arg in call.args)


def _is_truth(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value in ("True", "False")


def is_for_test(facts: Facts, call: cst.Call) -> bool:
    """Whether a copy is one for tests, by all that is known."""
    value = argument(call, 0, "for_test")
    return value is not None and facts.source.code(value) != "False"


def is_in_place(facts: Facts, call: cst.Call) -> bool:
    """Whether a copy for tests takes the place of a program that nothing else has from then on, as in
    `p = p.clone(for_test=True)`."""
    name, program = facts.assigned_name(call), call.func.value  # type: ignore[attr-defined]
    ends = origins_of(facts, program) if is_for_test(facts, call) and _ends_its_guard(facts, call) else []
    origin = ends[0] if len(ends) == 1 else None
    made = facts.by_call.get(origin) if isinstance(origin, cst.Call) else None
    if origin is None or made is None or not made.name.endswith(_NEW):
        return False
    same = name is not None and isinstance(program, cst.Name) and program.value == name.value
    if not same and not _are_as_often(facts, origin, call):
        return False
    found, own = reached(facts, origin), name if same else None
    let_go = all(each.node is program or _is_let_go(facts, each, call, own) for each in found.spots)
    return found.are_all and not found.holders and let_go


def _is_let_go(facts: Facts, spot: Spot, call: cst.Call, name: cst.Name | None) -> bool:
    """Whether it is no matter there that the program tests later; by the name that the copy has, it does so at once,
    and in the functions that are given that."""
    order, scope = facts.source.order, facts.scopes.of(call)
    handed = _handed_over(facts, spot, scope, name.value) if name is not None else None
    node = handed if handed is not None else spot.node if spot.facts is facts else None
    if not isinstance(node, cst.CSTNode) or order(node) < order(call):
        return _is_built_or_asked(spot)
    alike = name is not None and isinstance(node, cst.Name) and node.value == name.value
    return facts.scopes.of(node) is scope and (alike or handed is not None)


def _handed_over(facts: Facts, spot: Spot, scope: Scope, name: str) -> cst.Call | None:
    """The call of the scope because of which it runs there, where that is given what has the name and no other such."""
    way = spot.way
    while way is not None:
        call = way.call.node
        if way.call.facts is facts and isinstance(call, cst.Call) and facts.scopes.of(call) is scope:
            given = [arg.value for arg in call.args if isinstance(arg.value, cst.Name)]
            own = [each for each in given if each.value == name]
            program = set(origins_of(facts, own[0])) if own else set()
            others = [each for each in given if each.value != name and program & set(origins_of(facts, each))]
            return call if own and not others else None
        way = way.call.way
    return None


def _is_built_or_asked(spot: Spot) -> bool:
    """`with program_guard(p)`, and what is asked of it, but for another copy."""
    above = spot.facts.source.parents.get(spot.node)  # type: ignore[arg-type]
    if isinstance(above, cst.Attribute):
        return above.attr.value != "clone"
    call = spot.facts.source.parents.get(above)
    return isinstance(call, cst.Call) and (dotted(call.func) or "").rpartition(".")[2] == "program_guard"


def _are_as_often(facts: Facts, one: cst.CSTNode, other: cst.CSTNode) -> bool:
    """Whether one runs as often as the other: in the same function and the same loop."""
    loops = [facts.source.parent(each, cst.For, cst.While, cst.FunctionDef, cst.Lambda) for each in (one, other)]
    return loops[0] is loops[1]


def _ends_its_guard(facts: Facts, call: cst.Call) -> bool:
    """Whether nothing more is built under the guards that it stands in."""
    block = facts.source.parent(call, cst.With)
    while block is not None:
        if _guards(block) and not facts.source.lies_in(call, block.body.body[-1]):
            return False
        block = facts.source.parent(block, cst.With)
    return True


def trains_later(facts: Facts, call: cst.Call) -> bool:
    """Whether nothing trains the program that is copied before: what does stands behind the call in the same function,
    or nowhere."""
    trains = [each for _, each in facts.source.method_calls("minimize")]
    if not trains:
        return not facts.says(TRAINS)
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
    """Whether a guard's program may be the copy."""
    return call in origins_of(facts, program, lambda node: node is call)


def guards_of(facts: Facts, node: cst.CSTNode) -> list[cst.BaseExpression | None]:
    """The main programs of the guards that a node stands under, the innermost first."""
    return [argument(guard, 0, "main_program") for guard in around(facts, node)]


def around(facts: Facts, node: cst.CSTNode) -> list[cst.Call]:
    """The guards that a node stands under, the innermost first."""
    return [guard for block in blocks_around(facts, node) for guard in _guards(block)]


def blocks_around(facts: Facts, node: cst.CSTNode | None) -> list[cst.With]:
    """Every `with` around it, the innermost first."""
    found: list[cst.With] = []
    while node is not None and (node := facts.source.parent(node, cst.With)) is not None:
        found.append(node)
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
    return made is not None and made.what == "program"


def has_programs_own(facts: Facts, attribute: cst.Attribute) -> bool:
    """Whether it is what programs of fluid have under this name: of a program, of what is used as one, or where nothing
    else has the name."""
    made, name = facts.kinds.of(attribute.value), attribute.attr.value
    if made is not None or facts.names.resolve(attribute.value):
        return made is not None and made.what == "program"
    alone = name in _ALONE or (name == "block" and _is_asked_as_block(facts, attribute))
    told = (alone and name not in own_attributes(facts)) or _is_used_as_one(facts, attribute.value)
    return told or _is_copied(facts, attribute.value)


def _is_copied(facts: Facts, node: cst.BaseExpression, asked: frozenset[cst.CSTNode | None] = frozenset()) -> bool:
    """Whether all that it may be are copies of programs; `asked`: what is made of it again."""
    ends = [end for end in origins_of(facts, node) if end not in asked]
    every = asked.union(ends)
    return bool(ends or asked) and all(isinstance(end, cst.Call) and _copies_program(facts, end, every) for end in ends)


def _copies_program(facts: Facts, call: cst.Call, asked: frozenset[cst.CSTNode | None]) -> bool:
    func = call.func
    if not isinstance(func, cst.Attribute) or func.attr.value not in _COPY:
        return False
    handed = _is_handed(facts, func.value)
    of_one = handed or is_program(facts, func.value) or (func.attr.value == "clone" and _tells(call))
    return of_one or _is_used_as_one(facts, func.value) or _is_copied(facts, func.value, asked)


def _is_asked_as_block(facts: Facts, attribute: cst.Attribute) -> bool:
    """`p.block(0).all_parameters()`."""
    above = facts.source.parents.get(facts.source.parents.get(attribute))
    return isinstance(above, cst.Attribute) and above.attr.value in _OF_BLOCKS


def _is_used_as_one(facts: Facts, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Name):
        places: list[cst.CSTNode] = [use for binding in facts.scopes.find(node) for use in binding.uses]
    else:
        name, text = node.attr.value if isinstance(node, cst.Attribute) else "", facts.source.code(node)
        places = [each for each in facts.source.attributes.get(name, ()) if facts.source.code(each) == text]
    return any(_is_place_of_program(facts, place) for place in places)


def _is_place_of_program(facts: Facts, place: cst.CSTNode) -> bool:
    """`executor.run(p)`, `program_guard(p)`, `f(main_program=p)`, `p.global_block()`."""
    above = facts.source.parents.get(place)
    call = facts.source.parents.get(above)
    if isinstance(above, cst.Attribute):
        is_given = isinstance(facts.source.parents.get(above), cst.AssignTarget)
        return above.value is place and above.attr.value in _TELL and not is_given
    if not isinstance(above, cst.Arg) or not isinstance(call, cst.Call):
        return False
    if above.keyword is not None:
        return above.keyword.value in _KEYWORDS
    takes = (dotted(call.func) or "").rpartition(".")[2] in _TAKERS or is_run_of_executor(facts, call)
    return takes and call.args[0] is above and (len(call.args) > 1 or not call.args[0].star)


def own_attributes(facts: Facts) -> frozenset[str]:
    """What the script's own classes define, and what it sets as an attribute of anything."""
    return facts.once(_attributes_of_its_own)


def _attributes_of_its_own(facts: Facts) -> frozenset[str]:
    homes = (cst.ClassDef, cst.FunctionDef, cst.Lambda)
    methods = {function.name.value for function in facts.source.all(cst.FunctionDef)
               if isinstance(facts.source.parent(function, *homes), cst.ClassDef)}
    targets = (target.target for target in facts.source.all(cst.AssignTarget))
    return frozenset(methods | {target.attr.value for target in targets if isinstance(target, cst.Attribute)})


def is_todays_run(facts: Facts, call: cst.Call) -> bool:
    """Whether today's executor runs there for sure."""
    return isinstance(call.func, cst.Attribute) and is_made_today(facts, call.func.value, _TODAYS_EXECUTOR)


def is_old_run(facts: Facts, call: cst.Call) -> bool:
    """Whether a program runs there, and not by today's executor for sure."""
    return is_run_of_program(facts, call) and not is_todays_run(facts, call)


def is_run_of_executor(facts: Facts, call: cst.Call) -> bool:
    """Whether `x.run(…)` is an executor's, by its arguments alone: other programs' `run()` is theirs."""
    func = call.func
    if has_own_method(facts, call):
        return False
    if not isinstance(func, cst.Attribute) or func.attr.value != "run" or "run" in own_attributes(facts):
        return isinstance(func, cst.Attribute) and _is_surely_executor(facts, func.value)
    return not facts.names.resolve(func.value) and not is_run_of_parallel(facts, call)


def _is_surely_executor(facts: Facts, node: cst.BaseExpression) -> bool:
    ends = values_of(facts).ends(Spot(facts, node))
    return _is_executor(facts.origins.only(node)) or (bool(ends) and all(map(makes_executor, ends)))


def is_run_of_parallel(facts: Facts, call: cst.Call) -> bool:
    """Whether `x.run(fetch_list, feed, …)` is a `ParallelExecutor`'s, which was told its program when it was made."""
    func = call.func
    if not isinstance(func, cst.Attribute) or func.attr.value != "run" or has_own_method(facts, call):
        return False
    parallel = [makes_parallel(each) for each in values_of(facts).ends(Spot(facts, func.value))]
    return all(parallel) or ((any(parallel) or _is_fed(call)) and _is_given_list(facts, call))


def _is_fed(run: cst.Call) -> bool:
    return any(arg.keyword is not None and arg.keyword.value == "feed" for arg in run.args)


def _is_given_list(facts: Facts, run: cst.Call) -> bool:
    """`x.run([loss], …)`: an executor is given a program first."""
    first = run.args[0] if run.args else None
    if first is None or first.keyword is not None or first.star:
        return False
    ends = values_of(facts).ends(Spot(facts, first.value))
    return all(isinstance(each.node, (cst.List, cst.ListComp, cst.Tuple)) for each in ends)


def is_like_executor(facts: Facts, made: cst.Call) -> bool:
    """Whether an `Executor` does what this `ParallelExecutor` does: all that runs, it or what may be either, runs the
    default program, and is told by keywords what is fed and fetched."""
    told = argument(made, 2, "main_program")
    if told is not None and facts.source.code(told) != "None" and not _is_default_main(facts, told):
        return False
    found = reached(facts, made)
    runs = [facts.source.parents.get(spot.above) for spot in found.spots if spot.facts is facts]
    return found.are_all and bool(runs) and len(runs) == len(found.spots) and all(
        isinstance(run, cst.Call) and _is_told_by_words(run) and _is_under_the_same(facts, made, run) for run in runs)


def _is_default_main(facts: Facts, node: cst.BaseExpression) -> bool:
    made = [facts.by_call.get(each) for each in origins_of(facts, node) if isinstance(each, cst.Call)]
    return bool(made) and all(each is not None and each.name.endswith(_MAIN[0]) for each in made)


def _is_told_by_words(run: cst.Call) -> bool:
    """`x.run(feed=…, fetch_list=…)`."""
    words = {arg.keyword.value if arg.keyword is not None else "" for arg in run.args if not arg.star}
    is_run = isinstance(run.func, cst.Attribute) and run.func.attr.value == "run"
    return is_run and len(words) == len(run.args) and words <= {"feed", "fetch_list", "return_numpy"}


def _is_under_the_same(facts: Facts, made: cst.Call, run: cst.Call) -> bool:
    """Whether the default program is the same in both places, as far as guards show."""
    one, other = (facts.source.parent(each, cst.With) for each in (made, run))
    is_near = one is not None or facts.scopes.of(made) is facts.scopes.of(run)
    return one is other and (is_near or not facts.says(_GUARDS))


def is_run_of_program(facts: Facts, call: cst.Call) -> bool:
    """Whether it is one of the two."""
    return is_run_of_executor(facts, call) or is_run_of_parallel(facts, call)


def program_of_run(facts: Facts, call: cst.Call) -> cst.BaseExpression | None:
    """`executor.run(program, …)`."""
    return argument(call, -1 if is_run_of_parallel(facts, call) else 0, "program")


def is_compiled(facts: Facts, run: cst.Call) -> bool | None:
    """Whether what runs is a `CompiledProgram`, or a `ParallelExecutor`'s program, but for copies for tests; None
    where it may be one."""
    if is_run_of_parallel(facts, run):
        return True
    program = program_of_run(facts, run)
    if program is None:
        made = origins_of(facts, run.func.value) if facts.says(_PARALLEL_RUNS) else []  # type: ignore[attr-defined]
        return None if not all(_is_executor(each) for each in made) else False
    if not facts.says(_COMPILES):
        return False
    ends = values_of(facts).ends(Spot(facts, program))
    found = {compiles(each) for each in ends
             if not (isinstance(each.node, cst.Call) and is_test_copy(each.facts, each.node))}
    return found.pop() if len(found) == 1 else None


def _is_executor(made: cst.BaseExpression | None) -> bool:
    return isinstance(made, cst.Call) and f".{dotted(made.func) or ''}".endswith(_EXECUTOR)


def compiles(spot: Spot) -> bool | None:
    """Whether a call compiles a program; None of what is no call."""
    if not isinstance(spot.node, cst.Call):
        return None
    reference = spot.facts.by_call.get(spot.node)
    method = spot.node.func.attr.value if isinstance(spot.node.func, cst.Attribute) else ""
    return method in COMPILED or (reference is not None and reference.name.endswith(f".{_TAKERS[0]}"))


def makes_executor(spot: Spot) -> bool:
    """Whether a call makes an `Executor`."""
    made = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return made is not None and made.name.endswith(_EXECUTOR)


def makes_parallel(spot: Spot) -> bool:
    """Whether a call makes a `ParallelExecutor`."""
    made = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return made is not None and made.name.endswith(_PARALLEL)


def may_train(facts: Facts, call: cst.Call) -> bool:
    """Whether a run may be of a program that trains, by all that is known of it."""
    program = program_of_run(facts, call)
    may_take = any(arg.star for arg in call.args) and not runs_startup(facts, call)
    if is_written(facts, call) or not (may_take or _gives_or_takes(facts, call) or _is_main(facts, program)):
        return False
    if program is None:
        return True
    if _is_loaded_one(facts, program) and not _is_under_guard(facts, program):
        return False
    last = _set_last(facts, program)
    ends = [last] if last is not None else origins_of(facts, program)
    return not all(isinstance(end, cst.Call) and is_test_copy(facts, end) for end in ends)


def _set_last(facts: Facts, program: cst.BaseExpression) -> cst.BaseExpression | None:
    """What a name was set to last, as in `test = test.clone(for_test=True)`, where that surely was before the run."""
    bindings = facts.scopes.find(program) if isinstance(program, cst.Name) else []
    last = max(bindings, key=lambda each: facts.source.order(each.node), default=None)
    block = facts.source.parent(last.node, cst.IndentedBlock, cst.Module) if last is not None else None
    if last is None or block is None or facts.source.order(last.node) > facts.source.order(program):
        return None
    return last.value if facts.source.lies_in(program, block) else None


def starts_its_own(facts: Facts, run: cst.Call) -> bool:
    """Whether the program that runs is made in the function that runs it, each time anew."""
    program, here = program_of_run(facts, run), facts.scopes.of(run)
    ends = values_of(facts).ends(Spot(facts, program)) if program is not None else []
    made = [facts.by_call.get(end.node) if end.facts is facts else None for end in ends]  # type: ignore[arg-type]
    is_new = all(each is not None and each.name.endswith(_NEW) and facts.scopes.of(each.node) is here for each in made)
    return bool(ends) and here is not facts.scopes.module and is_new


def runs_startup(facts: Facts, call: cst.Call) -> bool:
    """Whether a run is of a startup program: of one that the file makes, for no guard to build into."""
    program = program_of_run(facts, call)
    if program is None or _gives_or_takes(facts, call) or _is_main(facts, program):
        return False
    made = [facts.by_call.get(end) for end in origins_of(facts, program) if isinstance(end, cst.Call)]
    return any(each is not None and each.name.rpartition(".")[2] in _STARTING for each in made)


def _gives_or_takes(facts: Facts, call: cst.Call) -> bool:
    """Whether a run is fed, or fetches: one that does neither may be a startup program's."""
    if is_run_of_parallel(facts, call):
        return bool(call.args)
    is_sure = isinstance(call.func, cst.Attribute) and _is_executor(facts.origins.only(call.func.value))
    fed = argument(call, 1 if is_sure else -1, "feed")
    return fed is not None or argument(call, 2, "fetch_list") is not None


def _is_main(facts: Facts, program: cst.BaseExpression | None) -> bool:
    """Whether it is a main program: the default one, what a guard builds into, or what is compiled of such."""
    if program is None:
        return False
    made = [facts.by_call.get(end) for end in origins_of(facts, program) if isinstance(end, cst.Call)]
    return _is_under_guard(facts, program) or any(each is not None and each.name.endswith(_MAIN) for each in made)


def is_test_copy(facts: Facts, call: cst.Call) -> bool:
    """Whether a call is one of `clone` that makes a copy for tests."""
    method = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    return method == "clone" and is_for_test(facts, call)


def may_be_clone(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether an expression may be a copy for tests: not where all that it is made of is another program."""
    return depth <= _DEEPEST and any(_may_be_clone(end, depth) for end in values_of(facts).ends(Spot(facts, node)))


def _may_be_clone(spot: Spot, depth: int) -> bool:
    facts, node = spot.facts, spot.node
    if isinstance(node, Part):
        return not is_loaded(spot)
    if not isinstance(node, cst.Call):
        return True
    reference = facts.by_call.get(node)
    rule = reference.rule if reference is not None else None
    if (isinstance(rule, Rule) and gives_program(rule.name)) or facts.names.resolve(node.func) in _PROGRAMS:
        return False
    compiled = argument(node, 0, "program_or_graph") if isinstance(rule, Rule) else None
    method = node.func.attr.value if isinstance(node.func, cst.Attribute) else ""
    if compiled is None and method == "with_data_parallel":
        compiled = node.func.value  # type: ignore[attr-defined]
    if compiled is not None:
        return may_be_clone(facts, compiled, depth + 1)
    return method != "clone" or not is_in_place(facts, node)


def is_loaded(spot: Spot) -> bool:
    """Whether it is the program that `load_inference_model` gives, or another part of it."""
    part = spot.node
    return isinstance(part, Part) and _is_loading(part.of)


def _is_loaded_one(facts: Facts, node: cst.BaseExpression) -> bool:
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    return bool(bindings) and all(map(_is_loaded, bindings))


def _is_loaded(binding: Binding) -> bool:
    """Whether it is of what `load_inference_model` gives, whose variables go with its program."""
    return _is_loading(binding.node.value if isinstance(binding.node, cst.Assign) else None)


def _is_loading(node: object) -> bool:
    return isinstance(node, cst.Call) and (dotted(node.func) or "").rpartition(".")[2] == "load_inference_model"
