"""Whether gradients are asked for behind the step that has used them, where they still were what `backward()` gave."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.facts import Facts

_ASKING = ("gradient", "_grad_ivar")
_ASKED = re.compile(rb"\.(?:gradient|_grad_ivar)\(\)|\.minimize\(")
_STEPS = ("minimize", "step")
_BLOCKS = (cst.Module, cst.IndentedBlock)
_HOMES = (cst.FunctionDef, cst.Lambda, cst.ClassDef)
_ALONE = ("backward", *_ASKING, "numpy", "parameters", "named_parameters", "append", "sum")  # none steps
_OWN = re.compile(rf"\bdef\s+(?:{'|'.join(_ALONE)})\b".encode())  # of the program: such a one may


def are_asked_late(facts: Facts) -> bool:
    """Whether a file of the program may ask for gradients that a step has used."""
    others = facts.others.program(_ASKED, silent=True) if facts.others is not None else []
    asking = [facts, *(each.code for each in others)]
    return any(map(_asks_late, asking)) or (facts.says(_OWN) and any(map(_asks, asking)))


def _asks_late(code: Code) -> bool:
    return _gives_pairs(code) or not all(_is_fresh(code, call) for call in _asks(code))


def _asks(code: Code) -> list[cst.Call]:
    return [call for _, call in code.source.method_calls(*_ASKING) if not call.args]


def _gives_pairs(code: Code) -> bool:
    """Whether something is done with the parameters and gradients that a minimize() gives."""
    return any(call.args and not isinstance(code.source.parents.get(call), cst.Expr)
               for _, call in code.source.method_calls("minimize"))


def _is_fresh(code: Code, asking: cst.Call) -> bool:
    """Whether backward() surely ran before the call, and nothing that may step between."""
    below: cst.CSTNode = asking
    above = code.source.parents.get(asking)
    while above is not None and not isinstance(above, _HOMES):
        if isinstance(above, (cst.For, cst.While)) and _may_step(code, above):
            return False
        if isinstance(above, _BLOCKS):
            before = above.body[: next(number for number, each in enumerate(above.body) if each is below)]
            for each in reversed(before):
                if isinstance(each, cst.SimpleStatementLine) and _runs(code, each):
                    return True
                if _may_step(code, each):
                    return False
        below, above = above, code.source.parents.get(above)
    return False


def _runs(code: Code, statement: cst.CSTNode) -> bool:
    return any(code.source.lies_in(call, statement) for _, call in code.source.method_calls("backward"))


def _may_step(code: Code, part: cst.CSTNode) -> bool:
    """Whether what is called there may step an optimizer: all but what is known not to."""
    return any(not _is_alone(code, call.func) for call in code.source.inside(part, cst.Call))


def _is_alone(code: Code, function: cst.BaseExpression) -> bool:
    if isinstance(function, cst.Attribute) and function.attr.value in _ALONE:
        return True
    name = code.names.resolve(function)
    is_built_in = isinstance(function, cst.Name) and not code.scopes.find(function)
    return is_built_in or (name.startswith(("paddle.", "numpy.")) and not name.endswith(_STEPS))
