"""`try: import paddle.fluid as fluid`, `except ImportError: fluid = None`: it is Paddle that may be missing today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.missing import guarded, handled_by
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.script import Script

IN_PROGRAMS = True


def rewrite(script: Script) -> None:
    if not script.names.stand_ins:
        return
    for scope in script.scopes.everywhere():
        for name, bindings in guarded(scope, script.names.stand_ins).items():
            imports = [b for b in bindings if b.kind == "import"]
            nones = [b for b in bindings if b in script.names.stand_ins]
            if name != "paddle" and {b.target for b in imports} == {LEGACY} and all(map(_is_plain, nones)):
                _rename(script, name, imports, nones)


def _is_plain(binding: Binding) -> bool:
    """`fluid = None` and `paddle = fluid = None`, no `fluid, np = None, None`."""
    node = binding.node
    return isinstance(node, cst.Assign) and all(isinstance(t.target, cst.Name) for t in node.targets)


def _rename(script: Script, name: str, imports: list[Binding], nones: list[Binding]) -> None:
    through = [r for r in script.references if r.binding in imports or r.binding in nones]
    bare = [r for r in through if r.node in imports[0].uses]
    if any(not _is_test(script, r.node) or script.is_skipped(r.node) for r in bare):
        return
    paddle = script.imports.spell("paddle", imports[0])
    for reference in bare:
        script.edits.replace(*script.source.span(reference.node), paddle)
        script.settle(reference)
        script.say(reference.node, "PM102", reference.short, f"→ {paddle}")
    for none in nones:
        _rename_none(script, none, paddle, through)


def _rename_none(script: Script, none: Binding, paddle: str, through: list[Reference]) -> None:
    """`paddle = None`, and what is left of fluid stays None as well."""
    assert isinstance(none.node, cst.Assign)
    targets = [t.target for t in none.node.targets]
    names = [t.value for t in targets if isinstance(t, cst.Name)]
    number = names.index(none.name)
    start, end = script.source.span(targets[number])
    if paddle in names:  # `paddle = fluid = None`
        ends = (start, script.source.span([*targets, none.node.value][number + 1])[0])
        left = script.source.text[slice(*ends)]
        script.edits.replace(*ends, lambda: "" if all(map(script.is_settled, through)) else left)
    elif not _is_none_already(script, none, paddle):
        both = f"{paddle} = {none.name}"
        script.edits.replace(start, end, lambda: paddle if all(map(script.is_settled, through)) else both)


def _is_none_already(script: Script, none: Binding, paddle: str) -> bool:
    block = handled_by(script.source, none)
    return any(handled_by(script.source, b) is block for b in script.names.stand_ins if b.name == paddle)


def _is_test(script: Script, node: cst.CSTNode) -> bool:
    """Whether all that is asked is whether it is there: `fluid is None`, `if fluid`, `not fluid`."""
    parent = script.source.parents.get(node)
    if isinstance(parent, cst.Comparison):
        target = parent.comparisons[0]
        return len(parent.comparisons) == 1 and parent.left is node and _is_none(target.comparator)
    if isinstance(parent, cst.BooleanOperation) or (
        isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not)
    ):
        return isinstance(parent, cst.UnaryOperation) or _is_test(script, parent)
    if isinstance(parent, cst.Arg):
        call = script.source.parents[parent]
        return isinstance(call, cst.Call) and isinstance(call.func, cst.Name) and call.func.value == "bool"
    return isinstance(parent, (cst.If, cst.IfExp, cst.While, cst.Assert)) and parent.test is node


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"
