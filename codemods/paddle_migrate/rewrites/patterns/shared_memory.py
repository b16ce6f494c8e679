"""`to_variable(a)` and then `a[i] = …`: 1.8.5's tensor had the array's memory on the CPU, today's is a copy."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted, last_name
from paddle_migrate.facts.shared_arrays import FUNCTIONS, METHODS, changed_in_use
from paddle_migrate.script import Script

IN_PROGRAMS = False  # to_variable() is of the dynamic graph
_SAID = (
    "line {} changes the array while the tensor is in use: on the CPU 1.8.5's tensor shared its memory and changed "
    "with it, today's is a copy, as it was on a GPU: see whether the script counts on the change, and make the tensor "
    "behind it then"
)
_ENDS = ("backward", "minimize")


def rewrite(script: Script) -> None:
    found = [r for r in script.open("to_variable") if r.call is not None and not r.beyond]
    if not found:
        return
    arrays, writes = Arrays(script.facts), _writes(script)
    for reference in found:
        value, told = reference.argument("value"), reference.argument("zero_copy")
        if value is None or reference.call is None or (told is not None and script.source.code(told) == "False"):
            continue
        name = dotted(value)
        changed = _changed(script, reference, name, writes[name]) if name in writes else None
        line = (script.source.line(changed) if changed is not None
                else changed_in_use(script.facts, reference.call, value))
        if line and arrays.of(value) != "tensor":
            script.say(reference.node, "PM343", reference.short, _SAID.format(line))


def _changed(script: Script, reference: Reference, name: str, every: list[cst.CSTNode]) -> cst.CSTNode | None:
    """What writes into the array behind the call, in the same function or in a method that it calls, and before the
    gradients are worked out."""
    source = script.source
    function = source.parent(reference.node, cst.FunctionDef)

    def is_behind(node: cst.CSTNode) -> bool:
        return source.order(node) > source.order(reference.node) and source.parent(node, cst.FunctionDef) is function

    writes = [node for node in (*every, *_methods_called(script, name, every)) if is_behind(node)]
    ends: list[cst.CSTNode] = [call for _, call in source.method_calls(*_ENDS) if is_behind(call)]
    ends += [target for target in source.all(cst.AssignTarget) if dotted(target.target) == name and is_behind(target)]
    first = min(writes, key=source.order, default=None)
    return first if first is not None and all(source.order(first) < source.order(end) for end in ends) else None


def _writes(script: Script) -> dict[str, list[cst.CSTNode]]:
    """`a[i] = …`, `a[i][j] = …`, `a += …`, `a.fill(…)`, `np.copyto(a, …)`, `np.exp(b, out=a)`, by the array's name."""
    found: dict[str, list[cst.CSTNode]] = {}
    for statement in script.source.all(cst.AssignTarget, cst.AugAssign):
        target = statement.target
        whole: cst.BaseExpression = target
        while isinstance(whole, cst.Subscript):
            whole = whole.value
        if whole is not target or isinstance(statement, cst.AugAssign):
            found.setdefault(dotted(whole), []).append(statement)
    for call in script.source.all(cst.Call):
        last = last_name(call.func)
        taken = [arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value == "out"]
        taken += [arg.value for arg in call.args[:1] if last in FUNCTIONS]
        if last in METHODS and isinstance(call.func, cst.Attribute):
            taken.append(call.func.value)
        for each in taken:
            found.setdefault(dotted(each), []).append(call)
    found.pop("", None)
    return found


def _methods_called(script: Script, name: str, writes: list[cst.CSTNode]) -> Iterator[cst.Call]:
    """`self.put(…)`, a method of the same class that writes into `self.array`."""
    owner, _, _ = name.rpartition(".")
    if not owner:
        return
    methods = {script.source.parent(node, cst.FunctionDef) for node in writes}
    names = {method.name.value for method in methods if method is not None}
    for receiver, call in script.source.method_calls(*sorted(names - {"__init__"})):
        if dotted(receiver) == owner:
            yield call
