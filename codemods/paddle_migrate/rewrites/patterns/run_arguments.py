"""What else runs of programs are told: to prune, names of operators, and a dictionary that others need whole."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.commas import arguments_of
from paddle_migrate.changes.leaving import is_rewritten_program, may_be_program
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.programs import (
    clones,
    is_old_run,
    is_run_of_executor,
    makes_executor,
    program_of_run,
)
from paddle_migrate.facts.scopes import Binding, dotted
from paddle_migrate.facts.sequences import feeds_rows
from paddle_migrate.facts.texts import Text, texts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_NAMES = {"feed_var_name": (3, "feed"), "fetch_var_name": (4, "fetch")}
_PRUNES = "Paddle 3's executor prunes nothing: feed all data of the program, or run a copy from before the rest of it"
_HANDED = (
    "what a run that is handed on is fed and fetches is not seen: write a function that calls it, and hand that on"
)
_ASKED = "what a run that is asked for by its name is fed and fetches is not seen: write the attribute out"
_ITS_OWN = "today's executor names its operators itself"
_RUN = Text("run")
_LENGTHS = "recursive_sequence_lengths"


def rewrite(script: Script) -> None:
    for receiver, call in calls_of_others(script.facts, _LENGTHS):
        if may_be_program(script, call) and not (
                script.is_skipped(call) or is_written(script.facts, call) or call.args):
            _lengths(script, call, receiver)
    if not is_rewritten_program(script):
        return
    for run in script.source.attributes.get("run", ()):
        if not script.is_skipped(run) and _is_handed_on(script, run):
            script.say(run, "PM333", "run", _HANDED)
    for call in script.source.all(cst.Call):
        if not script.is_skipped(call) and _asks_for_run(script, call):
            script.say(call, "PM333", "run", _ASKED)
    runs = [call for _, call in script.source.method_calls("run") if _is_run(script, call)]
    for call in runs:
        if is_run_of_executor(script.facts, call):
            _names(script, call)
        pruned = argument(call, 9, "use_prune")
        if pruned is not None and script.source.code(pruned) != "False":
            script.say(call, "PM333", "use_prune", _PRUNES)
    for call in runs if not feeds_rows(script.facts) else ():  # which are copied anyway
        fed = argument(call, 1, "feed")
        if fed is not None and _is_needed_whole(script, call, fed, runs):
            script.edits.replace(*script.source.span(fed), _copy(script, fed))
            script.say(fed, "PM119", "feed", "→ a copy: today's run takes out what this program has not")


def _is_handed_on(script: Script, run: cst.Attribute) -> bool:
    """`step = exe.run`, `partial(exe.run, …)`, where what is done with it does not show that it is a run."""
    above = script.source.parents.get(run)
    if isinstance(above, cst.Call) and above.func is run:
        return False
    ends = values_of(script.facts).ends(Spot(script.facts, run.value))
    return any(map(makes_executor, ends)) and not _is_called_so(script, run)


def _asks_for_run(script: Script, call: cst.Call) -> bool:
    """`getattr(exe, "run")`."""
    is_asked = isinstance(call.func, cst.Name) and call.func.value == "getattr" and len(call.args) > 1
    if not is_asked or any(arg.star or arg.keyword for arg in call.args):
        return False
    receiver, name = (Spot(script.facts, arg.value) for arg in call.args[:2])
    return any(map(makes_executor, values_of(script.facts).ends(receiver))) and \
        any(not text.is_other(_RUN) for text in texts(name))


def _is_called_so(script: Script, run: cst.Attribute) -> bool:
    """`self.run = exe.run`, and `self.run(…)` alone."""
    found = reached(script.facts, run)
    seen = found.are_all and not found.holders and bool(found.spots)
    return seen and all(each.facts is script.facts and isinstance(each.node, cst.Attribute) and each.node.attr.value ==
                        "run" and isinstance(each.above, cst.Call) for each in found.spots)


def _is_run(script: Script, call: cst.Call) -> bool:
    return is_old_run(script.facts, call) and not script.is_skipped(call) and not is_written(script.facts, call)


def _names(script: Script, call: cst.Call) -> None:
    """What 1.8.5 called the operators that feed and fetch, of which today's executor has its own."""
    gone = []
    for keyword, (place, today) in _NAMES.items():
        given = argument(call, place, keyword)
        arg = next((each for each in call.args if each.value is given), None)
        if given is None or arg is None or script.source.has_effects(given):
            continue
        if arg.keyword is not None:
            gone.append(arg)
        elif script.source.code(given) not in (f"'{today}'", f'"{today}"'):
            script.edits.replace(*script.source.span(given), script.string(today))
        else:
            continue
        script.say(call, "PM121", keyword, _ITS_OWN)
    if gone:
        arguments_of(script, call).take_out(*gone)


def _is_needed_whole(script: Script, call: cst.Call, fed: cst.BaseExpression, runs: list[cst.Call]) -> bool:
    """Whether another program may be fed the same dictionary, or something else reads it."""
    if not isinstance(fed, (cst.Name, cst.Attribute, cst.Subscript)):
        return False
    others = [argument(each, 1, "feed") for each in runs if not _has_same(script, call, each)]
    if any(other is not None and _is_same(script, fed, other) for other in others):
        return True
    return isinstance(fed, cst.Name) and (_feeds_several(script, call, fed) or _is_read(script, fed, runs))


def _is_same(script: Script, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    (root, parts), (others, other_parts) = (_parts(script, each) for each in (one, other))
    if parts != other_parts or not isinstance(root, cst.Name) or not isinstance(others, cst.Name):
        return False
    owner = script.definitions.own_class(root)
    is_own = owner is not None and owner is script.definitions.own_class(others)
    sets, other_sets = _set_by(script, root), _set_by(script, others)
    are_given = bool(parts) and owner is None and all(  # by whoever calls
        isinstance(each.node, cst.Param) for each in (*sets, *other_sets))
    return is_own or are_given or any(each in other_sets for each in sets)


def _parts(script: Script, node: cst.BaseExpression) -> tuple[cst.BaseExpression, str]:
    """What an element or an attribute is of, and the text behind it."""
    root = node
    while isinstance(root, (cst.Attribute, cst.Subscript)):
        root = root.value
    return root, script.source.code(node)[len(script.source.code(root)) :]


def _set_by(script: Script, name: cst.Name) -> list[Binding]:
    """What may have set a name: the loop around it, where it is that one's."""
    bindings = script.origins.bindings(name)
    around = [b for b in bindings if isinstance(b.node, cst.For) and script.source.lies_in(name, b.node)]
    return around or bindings


def _feeds_several(script: Script, call: cst.Call, fed: cst.Name) -> bool:
    """Whether the run is of one program after the other, which all are fed the same."""
    program = program_of_run(script.facts, call)
    ours = script.origins.bindings(fed)
    for binding in script.origins.bindings(program) if isinstance(program, cst.Name) else []:
        around = binding.node
        if isinstance(around, cst.For) and not any(script.source.lies_in(each.node, around) for each in ours):
            return True
        function = script.source.parent(around, cst.FunctionDef) if isinstance(around, cst.Param) else None
        params = [each.node for each in ours if isinstance(each.node, cst.Param)]
        if isinstance(function, cst.FunctionDef) and any(script.source.lies_in(each, function) for each in params):
            return _is_given_twice(script, function, around, params[0])
    return False


def _is_given_twice(script: Script, function: cst.FunctionDef, program: cst.CSTNode, feed: cst.CSTNode) -> bool:
    """Whether calls may give the function the same to feed for several programs; those of other files are not seen."""
    assert isinstance(program, cst.Param)
    assert isinstance(feed, cst.Param)
    pairs = list(zip(script.origins.given(program), script.origins.given(feed), strict=True))
    if any(each is None for pair in pairs for each in pair):
        return True
    texts = {(script.source.code(one), script.source.code(other)) for one, other in pairs}  # type: ignore[arg-type]
    return len(texts) > len({feed for _, feed in texts})


def _is_read(script: Script, fed: cst.Name, runs: list[cst.Call]) -> bool:
    """Whether a dictionary that is made here is asked for something beside what runs are fed."""
    bindings = script.origins.bindings(fed)
    if not bindings or not all(_is_dictionary(script, end) for end in script.origins.ends(fed)):
        return False
    places = {id(argument(each, 1, "feed")) for each in runs}
    uses = (use for binding in bindings for use in binding.uses if id(use) not in places)
    return any(not _is_set(script, use) for use in uses)


def _copy(script: Script, fed: cst.BaseExpression) -> str:
    """What has the same: of a dictionary, and of a list of one."""
    text = script.source.code(fed)
    bindings = script.origins.bindings(fed) if isinstance(fed, cst.Name) else []
    nothing = any(isinstance(each.node, cst.Param) and each.node.default is not None for each in bindings)
    return " and ".join([*([text] if nothing else []), f"{text}.copy()"])


def _is_dictionary(script: Script, end: cst.BaseExpression | None) -> bool:
    if isinstance(end, cst.Call):
        called = dotted(end.func)
        return called == "dict" or called.endswith(".feed")
    return isinstance(end, (cst.Dict, cst.DictComp))


def _has_same(script: Script, call: cst.Call, other: cst.Call) -> bool:
    """Whether two runs surely are of programs with the same data: of one, or of it and a copy from behind all data."""
    return _root(script, program_of_run(script.facts, call)) == _root(script, program_of_run(script.facts, other))


def _root(script: Script, program: cst.BaseExpression | None) -> str:
    ends = origins_of(script.facts, program)
    made = ends[0] if len(ends) == 1 else None
    copied = made if isinstance(made, cst.Call) and made in clones(script.facts) else None
    if copied is not None and isinstance(copied.func, cst.Attribute):
        data = [each.node for each in script.references if each.name.endswith(".data")]
        if all(script.source.order(each) < script.source.order(copied) for each in data):
            return _root(script, copied.func.value)
    reference = script.by_call.get(made) if isinstance(made, cst.Call) else None
    if program is None or (reference is not None and reference.name.endswith("default_main_program")):
        return ""
    return script.source.code(program)


def _is_set(script: Script, use: cst.Name) -> bool:
    """`feed["x"] = batch`, `feed.update(…)`."""
    above = script.source.parents.get(use)
    if isinstance(above, cst.Attribute):
        return above.attr.value == "update"
    return isinstance(above, cst.Subscript) and isinstance(script.source.parents.get(above), cst.AssignTarget)


def _lengths(script: Script, call: cst.Call, tensor: cst.BaseExpression) -> None:
    """What Paddle 3's tensors know as offsets alone."""
    name = script.imports.spell("numpy.diff", None)
    script.edits.replace(
        *script.source.core(call), lambda: f"[{name}(level).tolist() for level in {script.render(tensor)}.lod()]"
    )
    script.say(call, "PM119", _LENGTHS, "→ the differences of lod(), which Paddle 3 has")
