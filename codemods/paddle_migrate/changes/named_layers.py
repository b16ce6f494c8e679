"""Layers whose parameters keep the names that 1.8.5 gave them, where anything of a program goes by names."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.making import call_may_make
from paddle_migrate.facts.unnamed_layers import any_counted, are_counted
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.rules.expansion import Expansion, helper_mark
from paddle_migrate.rules.parameters import (
    BEGINS_NAMES_ANEW,
    LOADS,
    MAKE_SEVERAL,
    MAKE_THEMSELVES,
    MAY_LOAD,
    NAME_THEIR_OWN,
    NAMING,
    READS_NAMES,
    SAYS_NAMES,
    TRAINS_NOTHING,
)
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_MAKER = re.compile(rf"paddle\.nn\.[A-Z]\w*$|(?:{'|'.join(map(helper_mark, MAKE_THEMSELVES))})$")
_OTHERS = (
    "today's form names its parameters otherwise than 1.8.5, and this program, or what it saves and loads, goes by "
    "names: name them, with paddle.ParamAttr(name=…)"
)
_SEVERAL = (
    "the layers that it makes have other names than in 1.8.5, and so have those behind it that have none, and this "
    "program, or what it saves and loads, goes by names: make each with a layer of its own, whose ParamAttr has a name"
)


def keeps_names(script: Script, function: str = "", has_name: bool = False) -> bool:
    """Whether the layers of this script, those of one function if it is given, are to be told their old names.

    Where names begin anew, what has a name finds the parameters that another program made under it.
    """
    if not is_rewritten_program(script) or script.options.dygraph:
        return False
    asked = script.facts.once(_reads_names) or (has_name and script.facts.says(BEGINS_NAMES_ANEW))
    return asked and (not function or are_counted(script.facts, function))


def _reads_names(facts: Facts) -> bool:
    if facts.says(READS_NAMES):
        return True
    others = facts.others.program(MAY_LOAD) if facts.others is not None else []
    references = (each for code in (facts, *(other.code for other in others)) for each in code.references)
    return any(each.name.rpartition(".")[2] in LOADS for each in references)


def asked_by_counted_names(script: Script) -> str:
    """Why the names that 1.8.5 counted matter to a program whose layers are made anew; empty where they do not."""
    facts = script.facts
    if not facts.once(_reads_names) or not any_counted(facts):
        return ""
    return "read" if facts.says(SAYS_NAMES) else "loaded"


def around_helper(script: Script, call: cst.Call | None, rule: Rule) -> str:
    """What stands before a function that makes layers itself, so that these have the old names; empty of any other."""
    if rule.short not in MAKE_THEMSELVES or call is None:
        return ""
    place = next((n for n, param in enumerate(rule.params) if param.name == "name"), len(rule.params))
    name = argument(call, place, "name")
    if not keeps_names(script, has_name=name is not None):
        return ""
    counted = f"{write_written(script, 'counted')}({script.string(MAKE_THEMSELVES[rule.short])})"
    known = [script.render(name)] if name is not None else []
    text, function = " or ".join([*known, counted]), "named"
    if any(makes_layers(script, arg.value) for arg in call.args):
        text, function = f"lambda: {text}", "named_last"
    return f"{write_written(script, function)}({text}, "


def say_of_helper(script: Script, call: cst.Call | None, short: str, rule: Rule) -> None:
    """Say it of a function that makes layers of more than one kind."""
    known = (*MAKE_THEMSELVES, *NAME_THEIR_OWN, TRAINS_NOTHING)
    naming = [param.name for param in rule.params if param.name in NAMING and rule.short not in known]
    if call is not None and keeps_names(script) and (naming or rule.short in MAKE_SEVERAL):
        script.say(call, "PM333", short, _OTHERS if naming else _SEVERAL)


def makes_layers(script: Script, node: cst.BaseExpression) -> bool:
    """Whether layers may be made in the expression, which 1.8.5 then counted first."""
    return any(call_may_make(Spot(script.facts, call)) for call in script.source.inside(node, cst.Call))


def maker(expansion: Expansion, value: ast.expr, has_name: bool) -> ast.expr:
    """The call in the expansion that makes the layer, which is called at once or has a name; else its value."""
    if expansion.called is None and has_name:
        calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
        return next((node for node in calls if _MAKER.match(dotted(node.func))), value)
    made = expansion.called.func if expansion.called is not None else value
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and isinstance(made.func.value, ast.Call):
        made = made.func.value  # `nn.Embedding(…).to(…)`
    return made


def named(script: Script, expansion: Expansion) -> tuple[str, ast.expr | None, ast.expr]:
    """What makes a layer of a name, the name if there is one, and what counts those that have none."""
    assert expansion.naming is not None
    kind, name = expansion.naming.kind, expansion.naming.name
    if isinstance(kind, ast.Call):
        function = write_written(script, "kind_of_convolution")
        kind = ast.Call(func=ast.Name(id=function), args=kind.args, keywords=[])
    counted = ast.Call(func=ast.Name(id=write_written(script, "counted")), args=[kind], keywords=[])
    return write_written(script, "named"), None if expansion.naming.is_none else name, counted
