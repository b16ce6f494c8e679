"""Whether a program hands on names of what it computes, as `return loss.name` does: runs may fetch by them."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.rules.kinds import FUNCTIONS

_OF_PROGRAMS = ("all_parameters", "list_vars")
_MAY = re.compile(rb"[\w\])]\.name\b")


def hands_on_names(facts: Facts) -> bool:
    """In this file, or in another of its program."""
    others = facts.others.program(_MAY, silent=True) if facts.others is not None else []
    return any(_hands_on(code) for code in (facts, *(other.code for other in others)))


def _hands_on(code: Code) -> bool:
    return any(_is_computed(code, each.value) and not _is_fetched(code, each) and not _is_printed(code, each)
               for each in code.source.attributes.get("name", ()))


def _is_computed(code: Code, node: cst.BaseExpression) -> bool:
    """Whether a layer makes it somewhere, or it is one of many, or given, which may be such, and not all that a program
    has."""
    bindings = code.scopes.find(node) if isinstance(node, cst.Name) else []
    if any(isinstance(binding.node, cst.Param) for binding in bindings):
        return True
    loops = [binding.node for binding in bindings if isinstance(binding.node, (cst.CompFor, cst.For))]
    if any(not is_all_of_program(each.iter) for each in loops):
        return True
    values = [binding.value for binding in bindings] if isinstance(node, cst.Name) else [node]
    made = [code.by_call.get(value) for value in values if isinstance(value, cst.Call)]
    return any(each is not None and each.name.startswith(FUNCTIONS) for each in made)


def is_all_of_program(looped: cst.CSTNode) -> bool:
    """`program.list_vars()`, `block.vars.values()`."""
    func = looped.func if isinstance(looped, cst.Call) else None
    of_vars = isinstance(func, cst.Attribute) and func.attr.value == "values" and last_name(func.value) == "vars"
    return of_vars or last_name(func) in _OF_PROGRAMS


def _is_fetched(code: Code, name: cst.Attribute) -> bool:
    """Whether it stands in what a run fetches, which is given the variable itself."""
    arg = code.source.parent(name, cst.Arg)
    return isinstance(arg, cst.Arg) and arg.keyword is not None and arg.keyword.value == "fetch_list"


def _is_printed(code: Code, name: cst.Attribute) -> bool:
    call = code.source.parent(name, cst.Call)
    return isinstance(call, cst.Call) and code.source.code(call.func) == "print"
