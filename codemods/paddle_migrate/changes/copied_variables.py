"""What is built into a copy of a program, of variables that were made before: in the copy these are others today."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.scopes import BUILTINS, Binding
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script

_SAID = "the copy's own variables"
_OF_VALUES = ("all_parameters", "append", "extend", "format", "items", "join", "keys", "list_vars", "minimize",
              "startswith", "endswith", "update", "values")
_OF_VARIABLES = ("block", "dtype", "lod_level", "name", "persistable", "shape", "stop_gradient")
_OF_CONTAINERS = ("append", "copy", "count", "extend", "get", "index", "insert", "items", "keys", "pop", "remove",
                  "reverse", "sort", "update", "values")  # fmt: skip
_PLAIN = ("program", "optimizer", "layer", "parallel", "strategy", "env", "reader", "own")


def can_look_up(script: Script, guard: cst.With, copy: cst.BaseExpression) -> bool:
    """Whether all that is built under a copy's guard is seen, and its variables can be looked up in the copy."""
    if not _is_seen(script, guard):
        return False
    return not script.source.has_effects(copy) or not (_names(script, guard) or _attributes(script, guard))


def look_up_inside(script: Script, guard: cst.With, copy: cst.BaseExpression) -> None:
    """Have all variables that are used under a copy's guard, and made before, looked up in the copy."""
    names, attributes = _names(script, guard), _attributes(script, guard)
    if not names and not attributes:
        return
    helper, program = write_written(script, "in_program"), script.source.code(copy)
    is_line = not isinstance(guard.body, cst.IndentedBlock)
    again = {name: uses for name, uses in names.items()
             if is_line or _is_used_behind(script, guard, uses[0]) or not _is_surely_set(script, guard, uses[0])}
    once = [name for name in names if name not in again]
    for node in [*(use for uses in again.values() for use in uses), *attributes]:
        script.edits.wrap(*script.source.span(node), f"{helper}({program}, ", ")")
    if once:
        listed = ", ".join(once)
        line = f"{listed} = {helper}({program}, {listed if len(once) == 1 else f'[{listed}]'})"
        script.beside.before(_first(guard.body), line)
    script.say(guard.items[0], "PM119", "program_guard", f"→ {helper}, written into the script: {_SAID}")


def _first(block: cst.BaseSuite) -> cst.CSTNode:
    line = block.body[0]
    return line.body[0] if isinstance(line, cst.SimpleStatementLine) else line


def _names(script: Script, guard: cst.With) -> dict[str, list[cst.Name]]:
    """The uses of names that are set outside and may hold variables, but for those that only give attributes."""
    found: dict[str, list[cst.Name]] = {}
    for name in script.scopes.names:
        if not script.source.lies_in(name, guard.body) or not _is_operand(script, name):
            continue
        bindings = script.origins.bindings(name)
        outside = [each for each in bindings if not script.source.lies_in(each.node, guard)]
        if outside and _may_hold_one(script, name, outside):
            found.setdefault(name.value, []).append(name)
    return found


def _may_hold_one(script: Script, name: cst.Name, bindings: list[Binding]) -> bool:
    """Whether the name may be a variable: not where all that it is in the end is written out."""
    ends = origins_of(script.facts, name)
    if all(map(_is_written_out, ends)) or not any(_may_hold(script, each) for each in bindings):
        return False
    uses = {id(use): use for each in bindings for use in each.uses}.values()
    owners = [above for use in uses if isinstance(above := script.source.parents.get(use), cst.Attribute)]
    return all(each.attr.value in (*_OF_VARIABLES, *_OF_CONTAINERS) for each in owners)


def _is_written_out(node: object) -> bool:
    """Whether it is a number, a text, True, False or None."""
    words = ("False", "None", "True")
    return isinstance(node, (cst.BaseNumber, cst.BaseString)) or (isinstance(node, cst.Name) and node.value in words)


def _may_hold(script: Script, binding: Binding) -> bool:
    """Whether a name may be bound to a variable."""
    if binding.kind in ("import", "def", "class"):
        return False
    value = binding.value
    if isinstance(value, (cst.BaseNumber, cst.BaseString, cst.Lambda)):
        return False
    return value is None or script.kinds.what(value) not in _PLAIN


def _is_operand(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is given to something, or computed with: no function that is called, no owner of attributes, nothing
    that an element is put into."""
    above = script.source.parents.get(node)
    if (isinstance(above, cst.Attribute) and above.value is node) or _is_filled(script, node):
        return False
    return not (isinstance(above, cst.Call) and above.func is node)


def _is_filled(script: Script, node: cst.BaseExpression) -> bool:
    """Whether an element is put into it, or taken out."""
    above = script.source.parents.get(node)
    taker = script.source.parents.get(above)
    changes = isinstance(taker, (cst.AssignTarget, cst.Del)) or (
        isinstance(taker, (cst.AugAssign, cst.AnnAssign)) and taker.target is above)
    return isinstance(above, cst.Subscript) and above.value is node and changes


def _attributes(script: Script, guard: cst.With) -> list[cst.Attribute]:
    """`self.x` under the guard, where the class sets it outside to what may be a variable."""
    found = []
    for node in script.source.inside(guard.body, cst.Attribute):
        values = script.origins.of_attribute(node) if _is_operand(script, node) else []
        outside = [each for each in values if not script.source.lies_in(each, guard)]
        if outside and len(outside) == len(values) and not _is_set(script, node):
            plain = all(map(_is_written_out, outside))
            found += [] if plain or all(script.kinds.what(each) in _PLAIN for each in outside) else [node]
    return found


def _is_set(script: Script, node: cst.Attribute) -> bool:
    return isinstance(script.source.parents.get(node), cst.AssignTarget)


def _is_used_behind(script: Script, guard: cst.With, use: cst.Name) -> bool:
    """Whether the name means the old variable again: behind the guard, in another turn of a loop around it, in other
    functions; or a container that whoever has it finds something new in."""
    if any(_is_filled(script, each) for binding in script.scopes.find(use) for each in binding.uses):
        return True
    if any(each.scope is not script.scopes.of(guard) for each in script.scopes.find(use)):
        return True
    if script.source.parent(guard, cst.For, cst.While, cst.FunctionDef) not in (_function(script, guard), None):
        return True
    uses = {id(each): each for binding in script.scopes.find(use) for each in binding.uses}.values()
    end = script.source.outer(guard)[1]
    return any(script.source.start(each) >= end for each in uses) or _function(script, guard) is None


def _is_surely_set(script: Script, guard: cst.With, use: cst.Name) -> bool:
    """Whether the name has a value wherever the guard is come to: no branch, and no round of a loop, gives it alone."""
    for each in script.scopes.find(use):
        block = script.source.parents.get(script.source.parents.get(each.node))
        before = isinstance(each.node, cst.Assign) and script.source.order(each.node) < script.source.order(guard)
        if isinstance(each.node, cst.Param) or (before and block is not None and script.source.lies_in(guard, block)):
            return True
    return False


def _function(script: Script, node: cst.CSTNode) -> cst.CSTNode | None:
    return script.source.parent(node, cst.FunctionDef)


def _is_seen(script: Script, guard: cst.With) -> bool:
    """Whether nothing under the guard may build of variables that it has from elsewhere."""
    return all(_shows_all(script, guard, call) for call in script.source.inside(guard.body, cst.Call))


def _shows_all(script: Script, guard: cst.With, call: cst.Call) -> bool:
    """Whether a call works with what it is given: Paddle's own, a function that reads no variables of the script's, a
    method of what is made under the guard, of a module, of a value."""
    func = call.func
    function = script.definitions.function(call)
    if function is not None:
        return not any(_may_be_variable(script, node) for node in _read_from_elsewhere(script, function))
    if isinstance(func, cst.Name):
        bindings = script.scopes.find(func)
        known = all(each.kind in ("import", "class") or script.source.lies_in(each.node, guard) for each in bindings)
        return known and (bool(bindings) or func.value in BUILTINS)
    root = func
    while isinstance(root, (cst.Attribute, cst.Call, cst.Subscript)):
        root = root.func if isinstance(root, cst.Call) else root.value
    if script.names.resolve(func) or not isinstance(root, cst.Name):
        return True
    made = [each for each in script.origins.bindings(root) if each.kind != "import"]
    inside = all(script.source.lies_in(each.node, guard) for each in made)
    method = func.attr.value if isinstance(func, cst.Attribute) else ""
    return inside or script.definitions.own_class(root) is not None or method in _OF_VALUES


def _read_from_elsewhere(script: Script, function: cst.FunctionDef) -> Iterator[cst.BaseExpression]:
    """The attributes of its own object, and the names of the module, that a function reads."""
    params = function.params.params
    own = params[0].name.value if params else ""
    for node in script.source.inside(function.body, cst.Attribute):
        if isinstance(node.value, cst.Name) and node.value.value == own and _is_operand(script, node):
            yield node
    for name in script.source.inside(function.body, cst.Name):
        bindings = script.scopes.find(name) if _is_operand(script, name) else []
        if any(each.scope is script.scopes.module for each in bindings):
            yield name


def _may_be_variable(script: Script, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Attribute):
        values = [] if _is_set(script, node) else script.origins.of_attribute(node)
        return any(isinstance(each, cst.Call) and script.kinds.what(each) not in _PLAIN for each in values)
    bindings = script.scopes.find(node) if isinstance(node, cst.Name) else []
    made = [each for each in bindings if each.kind not in ("import", "def", "class")]
    return any(isinstance(each.value, cst.Call) and script.kinds.what(each.value) not in _PLAIN for each in made)
