"""A class that derives from `LearningRateDecay` and defines `step()` → one of today's `LRScheduler` with `get_lr()`."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.definitions import is_of_super
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.other_modules import OtherModules
from paddle_migrate.rules.tensors import OF_NUMBERS
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

_TODAY = "paddle.optimizer.lr.LRScheduler"
_ITS_OWN = ("base_lr", "last_lr", "last_epoch", "verbose")  # what LRScheduler keeps there
_UNUSED = "step= and dtype= of its constructor mean nothing today: the rate is a number, and every step counts one"


@dataclass(frozen=True)
class OwnSchedule:
    """A class in the plain form, its parts, and every call of it in this file."""

    reference: Reference
    node: cst.ClassDef
    init: cst.FunctionDef | None
    first: cst.Call | None  # super().__init__(…)
    step: cst.FunctionDef
    calls: list[cst.Call]


def read(script: Script, reference: Reference) -> OwnSchedule | None:
    """The class that the reference is the base of; None where it is not in the plain form."""
    node = script.taker(reference.node)
    if not isinstance(node, cst.ClassDef) or len(node.bases) != 1 or not isinstance(node.body, cst.IndentedBlock):
        return None
    methods = {s.name.value: s for s in node.body.body if isinstance(s, cst.FunctionDef)}
    others = [s for s in node.body.body if not isinstance(s, cst.FunctionDef) and not _is_docstring(s)]
    if others or not {"step"} <= methods.keys() <= {"__init__", "step"} or node.decorators:
        return None
    init, step = methods.get("__init__"), methods["step"]
    first = _first_call(script, init) if init is not None else None
    calls = _calls(script, node)
    if calls is None or (init is not None and first is None) or (init is None and any(c.args for c in calls)):
        return None
    own = OwnSchedule(reference, node, init, first, step, calls)
    return own if _is_plain(script, own) and _begin(script, own) is not None else None


def write(script: Script, own: OwnSchedule) -> None:
    """Everything but the steps behind the optimizer's."""
    base = script.imports.spell(_TODAY, own.reference.binding)
    script.edits.replace(*script.source.span(own.reference.node), base)
    script.settle(own.reference)
    script.edits.replace(*script.source.span(own.step.name), "get_lr")
    for attribute in _attributes(script, own.step):
        if attribute.attr.value == "step_num":
            script.edits.replace(*script.source.span(attribute.attr), "last_epoch")
        elif attribute.attr.value == "create_lr_var":
            script.edits.replace(*script.source.span(attribute), "float")
    for reference in _inside(script, own.step):
        name = OF_NUMBERS[reference.name.rpartition(".")[2]]
        if name.startswith("math."):
            script.imports.add_standard("math")
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
    if own.init is not None:
        _write_init(script, own, own.init)
    script.say(own.reference.node, "PM102", own.reference.short, f"→ {base}, its step() → get_lr()")


def _write_init(script: Script, own: OwnSchedule, init: cst.FunctionDef) -> None:
    """LRScheduler's __init__ asks for the first rate: it goes behind what get_lr() needs."""
    assert own.first is not None
    func, begin = script.source.code(own.first.func), _begin(script, own)
    text = f"{func}({begin})"
    statements = list(init.body.body)
    statement = script.source.parents[own.first]
    if script.source.parents[statement] is statements[-1]:
        script.edits.replace(*script.source.core(own.first), text)
    else:
        script.beside.delete(statement)
        script.beside.last_in(init.body, text)
    if {"step", "dtype"} & {p.name.value for p in init.params.params}:
        script.say(init.name, "PM201", own.node.name.value, _UNUSED)


def _is_docstring(statement: cst.CSTNode) -> bool:
    body = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
    return len(body) == 1 and isinstance(body[0], cst.Expr) and isinstance(body[0].value, cst.SimpleString)


def _first_call(script: Script, init: cst.FunctionDef) -> cst.Call | None:
    """`super().__init__(…)` among plain assignments to attributes; None where the constructor does more."""
    found = None
    for statement in init.body.body:
        body = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
        only = body[0] if len(body) == 1 else None
        if isinstance(only, cst.Expr) and isinstance(only.value, cst.Call) and _is_super_init(only.value):
            if found is not None:
                return None
            found = only.value
        elif not _is_docstring(statement) and not _sets_attribute(script, only):
            return None
    return found


def _is_super_init(call: cst.Call) -> bool:
    return is_of_super(call) and call.func.attr.value == "__init__"  # type: ignore[attr-defined]


def _sets_attribute(script: Script, statement: cst.CSTNode | None) -> bool:
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0].target
    targets = [each.value for each in target.elements] if isinstance(target, cst.Tuple) else [target]
    return all(
        isinstance(each, cst.Attribute)
        and script.definitions.own_class(each.value) is not None
        and each.attr.value not in _ITS_OWN
        for each in targets
    )


def _calls(script: Script, node: cst.ClassDef) -> list[cst.Call] | None:
    """Every call of the class; None where it is used for something else, too, but in its own super(), or where a class
    of another file derives from it."""
    if script.others is not None and _is_base_elsewhere(script.others, node.name.value):
        return None
    found: list[cst.Call] = []
    for binding in script.scopes.of(node).bindings.get(node.name.value, []):
        if binding.node is not node:
            return None
        for use in binding.uses:
            parent = script.source.parents.get(use)
            if isinstance(parent, cst.Call) and parent.func is use:
                found.append(parent)
            elif script.source.parent(use, cst.ClassDef) is not node:
                return None
    return found


def _is_base_elsewhere(others: OtherModules, name: str) -> bool:
    above = (
        there.code.source.parents.get(there.code.source.parents.get(use))
        for there in others.naming(name) if there is not None
        for use in there.uses_of(others.path, name)
    )
    return any(isinstance(each, cst.ClassDef) for each in above)


def _attributes(script: Script, node: cst.CSTNode) -> list[cst.Attribute]:
    """Every `self.name` inside."""
    own = (a for a in script.source.all(cst.Attribute) if script.definitions.own_class(a.value) is not None)
    return [a for a in own if script.source.lies_in(a, node)]


def _inside(script: Script, node: cst.CSTNode) -> list[Reference]:
    return [r for r in script.references if script.source.lies_in(r.node, node)]


def _is_plain(script: Script, own: OwnSchedule) -> bool:
    """Whether nothing asks for what LRScheduler does not have, and step() calculates with numbers."""
    names = [a.attr.value for part in (own.init, own.step) if part is not None for a in _attributes(script, part)]
    if {"step", "step_size", "dtype", *_ITS_OWN} & set(names) or len(own.step.params.params) != 1:
        return False
    in_step = _attributes(script, own.step)
    if any(isinstance(script.source.parents.get(a), (cst.AssignTarget, cst.AugAssign)) for a in in_step):
        return False
    if own.init is not None and any(a.attr.value == "step_num" for a in _attributes(script, own.init)):
        return False
    if any(script.definitions.own_class(a.value) is None for a in script.source.attributes.get("step_num", ())):
        return False
    if any(n.value == "super" and script.source.lies_in(n, own.step) for n in script.source.all(cst.Name)):
        return False
    inside = _inside(script, own.step)
    if len(_inside(script, own.node)) != len(inside) + 1:
        return False
    return all(
        r.name.rpartition(".")[2] in OF_NUMBERS and not r.beyond and r.call is not None
        and all(not a.keyword and not a.star for a in r.call.args)
        for r in inside
    )


def _begin(script: Script, own: OwnSchedule) -> str | None:
    """The arguments of LRScheduler's __init__; None where the decay does not count by one."""
    if own.first is None or own.init is None:
        return ""
    if any(a.star for a in own.first.args) or not _counts_by_one(script, own, own.init):
        return None
    begin = own.reference.argument("begin", own.first)
    text = script.source.code(begin) if begin is not None else "0"
    if text.isdigit():
        return f"last_epoch={int(text) - 1}" if int(text) else ""
    return f"last_epoch={text} - 1" if isinstance(begin, cst.Name) else None


def _counts_by_one(script: Script, own: OwnSchedule, init: cst.FunctionDef) -> bool:
    assert own.first is not None
    step = own.reference.argument("step", own.first)
    if step is None or script.source.code(step) == "1":
        return True
    name = script.source.code(step)
    places = [i for i, p in enumerate(init.params.params) if p.name.value == name]
    default = init.params.params[places[0]].default if places else None
    if default is None or script.source.code(default) != "1":
        return False
    return all(
        not any(a.star for a in call.args) and argument(call, places[0] - 1, name) is None for call in own.calls
    )
