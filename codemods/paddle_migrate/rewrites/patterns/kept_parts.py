"""`old = [p.detach() for p in net.parameters()]`, `first = net.weight[0]`: 1.8.5 copied what today shares the memory of
the parameter (on Paddle 3 what is cast to the dtype that it has, too), into which each step of an optimizer writes, or
of a tensor that the script writes into."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import calls_helper, is_written
from paddle_migrate.facts.written_into import is_shown_and_written
from paddle_migrate.script import Script

IN_PROGRAMS = False  # variables have no values that a step could write into
_SHOWN_ANEW = (
    "flatten", "reshape", "slice", "split", "squeeze", "strided_slice", "transpose", "unsqueeze", "unstack")
_PARAMETERS = re.compile(rb"parameter|state_dict|\.(?:_mean|_variance|bias|weight)\b")
_WRITTEN = "→ clone(): one of the tensors is written into, which share their memory today; 1.8.5 copied"
_OWN = re.compile(rb"\bdef\s+detach\b|\bdetach\s*=")  # of a class of the program's, too
_OF_OWN = "→ copied(), written into the script: a tensor shares the memory today, which may be a parameter's"
_OR_HELD = "→ part_of(), written into the script: of a tensor it shares the memory today, and 1.8.5 copied"
_MAKE_ONE = ("concat", "create_parameter", "fill_constant", "flatten", "ones", "reshape", "slice", "squeeze", "stack",
             "strided_slice", "to_variable", "transpose", "unsqueeze", "zeros")  # a tensor each, no list of some
_MAKE_MANY = ("OrderedDict", "defaultdict", "deque", "dict", "list", "sorted", "tuple", "zip")
_CONTAINERS = (cst.Dict, cst.DictComp, cst.List, cst.ListComp, cst.Tuple)
_Shown = tuple[cst.CSTNode, cst.BaseExpression, cst.BaseExpression, cst.BaseExpression]
_WHOLE = (":", "0:", "::", "0::", "::1", "0::1")
_HOLDERS = ("dict", "enumerate", "list", "set", "tuple", "zip")
_FORWARD = ("forward", "__call__")
_SAID = "→ clone(): it shares the parameter's memory today, and 1.8.5 copied"
_MAYBE = "→ clone(): it shares the memory today, which may be a parameter's, and 1.8.5 copied"
_HELD = ("all_parameters", "named_parameters", "parameters", "state_dict")  # what gives many
_MANY = (*_HELD, "items", "values")
_NAMES = ("_mean", "_variance", "bias", "weight")  # a step writes into the first two, too
_MAKER = "create_parameter"


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    have_parameters = script.facts.says(_PARAMETERS)
    for tensor, call in calls_of_others(script.facts, "astype", "detach") if have_parameters else []:
        if calls_helper(script.facts, Spot(script.facts, call).taker):
            continue  # an earlier run has written it
        seen = _is_kept(script, call) and _may_be(script, tensor, seen=True)
        if seen or (not call.args and _is_kept(script, call) and _may_be(script, tensor)):
            is_own = not call.args and script.facts.says(_OWN)
            _copy(script, call, call, _OF_OWN if is_own else _SAID if seen else _MAYBE, is_own)
    for told, shown, given, of in _shown_anew(script):
        if have_parameters and _is_kept(script, shown) and _may_be(script, given, seen=True):
            _copy(script, told, of, _SAID)
        elif _is_named(script, shown) and is_shown_and_written(script.facts, shown, given):
            _copy(script, told, of, _WRITTEN)


def _shown_anew(script: Script) -> Iterator[_Shown]:
    """Where it is told, what is shown, what it is made of, and what is to be copied."""
    for reference in script.open(*_SHOWN_ANEW):
        given = reference.argument("x") or reference.argument("input")
        if reference.call is not None and not reference.beyond and given is not None:
            yield reference.node, reference.call, given, given
    for node in script.source.all(cst.Subscript):
        is_read = not isinstance(script.source.parents.get(node), (cst.AssignTarget, cst.Del, cst.AugAssign))
        if is_read and isinstance(node.value, (cst.Attribute, cst.Name)) and not _is_whole(script, node) and (
                not _is_of_container(script, node)):
            yield node, node, node.value, node


def _is_of_container(script: Script, node: cst.Subscript) -> bool:
    """Whether it is for sure no part of a tensor, but what a list or a table holds."""
    index = _index(node)
    ends = values_of(script.facts).ends(Spot(script.facts, node.value)) if index else []
    named = any(isinstance(each, (cst.SimpleString, cst.FormattedString)) for each in index)
    return named or (bool(ends) and all(map(_holds, ends)))


def _holds(end: Spot) -> bool:
    if isinstance(end.node, cst.Call) and last_name(end.node.func) in _MAKE_MANY:
        return not end.facts.names.resolve(end.node.func).startswith("paddle.")
    return isinstance(end.node, _CONTAINERS) or _gives_many(end, end.node)


def _is_of_tensor(script: Script, node: cst.Subscript) -> bool:
    """Whether it is for sure a part of a tensor."""
    ends = values_of(script.facts).ends(Spot(script.facts, node.value))
    return not _index(node) or (bool(ends) and all(
        isinstance(each.node, cst.Call) and last_name(each.node.func) in _MAKE_ONE
        and (each.node in each.facts.by_call or last_name(each.node.func) == "create_parameter") for each in ends))


def _index(node: cst.Subscript) -> list[cst.BaseExpression]:
    """What stands between the brackets; nothing where a table has no such key: a slice, or dots."""
    found = [each.slice.value for each in node.slice if isinstance(each.slice, cst.Index)]
    is_key = len(found) == len(node.slice) and not any(isinstance(each, cst.Ellipsis) for each in found)
    return found if is_key else []


def _is_whole(script: Script, node: cst.Subscript) -> bool:
    """`x[:]`, `x[0:, :]`, which gave `x` itself."""
    return all(isinstance(each.slice, cst.Slice) and script.source.code(each.slice).replace(" ", "") in _WHOLE
               for each in node.slice)


def _may_be(script: Script, node: cst.BaseExpression, *, seen: bool = False) -> bool:
    return _may_be_parameter(Spot(script.facts, node), seen=seen)


def _copy(
    script: Script, told: cst.CSTNode, of: cst.BaseExpression, said: str, if_tensor: bool = False
) -> None:
    if isinstance(of, cst.Subscript) and isinstance(told, cst.Subscript) and not _is_of_tensor(script, of):
        _copy_part(script, of)
        return
    around = (f"{write_written(script, 'copied')}(", ")") if if_tensor else ("", ".clone()")
    script.edits.wrap(*script.source.core(of), *around)
    script.say(told, "PM101", script.source.code(of), said)


def _copy_part(script: Script, part: cst.Subscript) -> None:
    name, index = write_written(script, "part_of"), _index(part)

    def written() -> str:
        shown = ", ".join(map(script.render, index))
        return f"{name}({script.render(part.value)}, {shown if len(index) == 1 else f'({shown})'})"

    script.edits.replace(*script.source.core(part), written)
    script.say(part, "PM101", script.source.code(part), _OR_HELD)


def _is_dynamic(script: Script, node: cst.BaseExpression) -> bool:
    return not (script.is_skipped(node) or script.mode.of(node) == "static" or is_written(script.facts, node))


def _is_named(script: Script, node: cst.BaseExpression) -> bool:
    """Or given on: not just computed with, or asked for something."""
    if not _is_dynamic(script, node):
        return False
    above = script.source.parents.get(node)
    written = isinstance(above, cst.Attribute) and above.attr.value == "set_value"
    return written or not isinstance(above, (cst.Attribute, cst.BinaryOperation, cst.Comparison))


def _is_kept(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it goes somewhere, and is not just computed with; what forward() names is gone behind it."""
    if not _is_dynamic(script, node):
        return False
    above = script.source.parents.get(node)
    if isinstance(above, (cst.Assign, cst.AnnAssign)) and above.value is node:
        function = script.source.parent(node, cst.FunctionDef)
        own = isinstance(function, cst.FunctionDef) and function.name.value in _FORWARD
        targets = [t.target for t in above.targets] if isinstance(above, cst.Assign) else [above.target]
        return not own or not all(isinstance(each, cst.Name) for each in targets)
    if isinstance(above, cst.Arg):
        call = script.source.parents.get(above)
        return isinstance(call, cst.Call) and _is_given_on(script, call)
    if isinstance(above, cst.Subscript) and above.value is node:
        return _is_kept(script, above)
    return isinstance(above, (cst.Element, cst.DictElement, cst.Return, cst.Yield, cst.ListComp, cst.DictComp,
                              cst.GeneratorExp, cst.IfExp, cst.BooleanOperation, cst.NamedExpr))  # fmt: skip


def _is_given_on(script: Script, call: cst.Call) -> bool:
    """To a function that may keep it: no function of Paddle's or NumPy's does, but what shows it anew may be kept."""
    reference = script.by_call.get(call)
    if reference is not None:
        return reference.name.rpartition(".")[2] in _SHOWN_ANEW and _is_kept(script, call)
    if isinstance(call.func, cst.Name) and not script.definitions.is_own(call.func):
        return call.func.value in _HOLDERS or not hasattr(builtins, call.func.value)
    return not script.names.resolve(call.func).startswith(("paddle.", "numpy."))


def _may_be_parameter(spot: Spot, *, seen: bool = False) -> bool:
    """Whether one of its values may be; with `seen`, whether one is for sure."""
    return any(_is(end, seen) for end in values_of(spot.facts).ends(spot))


def _is(end: Spot, seen: bool) -> bool:
    node = end.node
    if node is None:
        return not seen
    if isinstance(node, Part):
        return not _is_computed(end, node.whole) and (_gives_many(end, node.whole) or not seen)
    if isinstance(node, cst.Subscript):
        ends = values_of(end.facts).ends(end.at(node.value))
        return any(_gives_many(each, each.node) for each in ends) or (not seen and any(e.node is None for e in ends))
    if isinstance(node, cst.Attribute):
        return node.attr.value in _NAMES or not seen
    if isinstance(node, cst.Call):
        made = last_name(node.func) == _MAKER
        return made or (not seen and not _is_computed(end, node))
    return isinstance(node, cst.Name) and not seen


def _gives_many(end: Spot, node: cst.CSTNode | Part | None) -> bool:
    """`net.parameters()`, `net.state_dict().items()`."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return False
    name, owner = node.func.attr.value, node.func.value
    if name in _HELD:
        return True
    held = values_of(end.facts).ends(end.at(owner)) if name in _MANY else []
    return any(isinstance(each.node, cst.Call) and _gives_many(each, each.node) for each in held)


def _is_computed(end: Spot, node: cst.CSTNode) -> bool:
    """Whether it is no call, or one of a layer or of a function of Paddle's or NumPy's, which give no parameter."""
    if not isinstance(node, cst.Call) or last_name(node.func) in ("detach", "clone"):
        return True
    facts = end.facts
    known = node in facts.by_call or facts.names.resolve(node.func).startswith(("paddle.", "numpy."))
    return known or facts.kinds.is_layer(node.func) or facts.kinds.called(node) is not None
