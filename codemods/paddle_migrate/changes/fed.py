"""The variables that a program is fed, which Paddle 1 took by their names as well."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.fed_lists import name_of_data
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

_GUARD = re.compile(rb"\bprogram_guard\b")  # under which another program is the default


def finder(script: Script, names: cst.BaseExpression) -> str:
    """Have what finds variables in a program by names that such an expression may be, or holds, written: a short one
    where all of them are data that are made here; returns its name."""
    held = elements(values_of(script.facts), Spot(script.facts, names)) or [Spot(script.facts, names)]
    said = [constants_at(each) for each in held]
    known = {name_of_data(script.facts, call) for call in script.by_call} - {"", None}
    are_data = all(said) and known.issuperset(name for each in said for name in each)
    return write_written(script, "data_named" if are_data and not script.options.dygraph else "variable")


def by_name(script: Script, reference: Reference, name: cst.SimpleString, program: str) -> str:
    """The data of that name as the script calls it where the reference stands, else what finds it in the program."""
    return _data(script, reference, _text(name)) or f"{finder(script, name)}({program}, {name.value})"


def all_by_name(script: Script, reference: Reference, listed: cst.List, program: str) -> str:
    """A list of them; of several that the script has no name for, found one by one."""
    names = [each.value for each in listed.elements if isinstance(each.value, cst.SimpleString)]
    if len(names) > 1 and not any(_data(script, reference, _text(each)) for each in names):
        return f"[{finder(script, listed)}({program}, name) for name in {_in_rows(script, listed)}]"
    return f"[{', '.join(by_name(script, reference, each, program) for each in names)}]"


def _in_rows(script: Script, listed: cst.List) -> str:
    """The list as the script has it, where it takes several lines; else in one."""
    code, source = script.source.code(listed), script.source
    if "\n" not in code or "#" in code or not code.startswith("["):
        return f"[{', '.join(source.code(each.value) for each in listed.elements)}]"
    column = script.indentation(script.statement(listed) or listed)
    rows = [row.strip() for row in code.strip("[]").splitlines() if row.strip()]
    ends = f"{source.newline}{column}{source.indent}"
    return f"[{''.join(ends + source.indent + row for row in rows)}{ends}]"


def main_program(script: Script, reference: Reference) -> str:
    """The default program, by the name that the functions around have for it."""
    scope, own = script.scopes.of(reference.node), ""
    while scope.outer is not None and not own and not script.facts.says(_GUARD):
        own = next((name for name, found in scope.bindings.items() if _is_main(script, found, reference)), "")
        scope = scope.outer
    return own or f"{script.imports.spell('paddle.static.default_main_program', reference.binding)}()"


def _is_main(script: Script, bindings: list[Binding], reference: Reference) -> bool:
    """Whether a name is the default program alone, from before on."""
    made = script.by_call.get(bindings[0].value) if len(bindings) == 1 and bindings[0].value is not None else None
    if made is None or made.name.rpartition(".")[2] != "default_main_program":
        return False
    line = script.source.parents.get(script.statement(made.node))
    block = script.source.parents.get(line)
    always = isinstance(script.source.parents.get(block), cst.FunctionDef)
    return always and script.source.order(made.node) < script.source.order(reference.node)


def _data(script: Script, reference: Reference, name: str) -> str:
    """The script's own name for the data, where the call has it; empty for none."""
    here = script.scopes.of(reference.node)
    for other in script.references:
        if other.call is None or not other.name.endswith(".data") or _text(other.argument("name")) != name:
            continue
        variable = script.assigned_name(other.call)
        bindings = script.scopes.find(variable) if variable is not None else []
        if variable is not None and len(bindings) == 1 and here.find(variable.value) == bindings:
            return variable.value
    return ""


def _text(node: cst.BaseExpression | None) -> str:
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else None
    return value if isinstance(value, str) else ""
