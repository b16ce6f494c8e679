"""What a program's runs are asked for by name, and Paddle 3 knows by the variables themselves alone."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fetched import fetched_by, fetched_parts
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAMES = "Paddle 3 fetches variables, not their names: give the variable itself"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    seen: set[cst.CSTNode] = set()
    for call in script.source.all(cst.Call):
        fetched = fetched_by(script.facts, call)
        if fetched is None:
            continue
        parts = list(fetched_parts(script.facts, fetched))
        _by_name(script, [each for each in parts if each not in seen], fetched)
        seen.update(parts)
    for assign in script.source.all(cst.Assign):
        if isinstance(assign.value, cst.List) and _is_unread(script, assign):
            _by_name(script, [e.value for e in assign.value.elements if e.value not in seen], assign.value)


def _is_unread(script: Script, assign: cst.Assign) -> bool:
    """`fetch_list = [loss.name]` in a function that runs without it: Paddle 3 has no names of what is computed."""
    targets = [target.target for target in assign.targets]
    names = [target for target in targets if isinstance(target, cst.Name)]
    is_local = script.source.parent(assign, cst.FunctionDef) is not None and not script.scopes.stars
    return is_local and len(names) == len(targets) and all(_is_fetched(script, name) for name in names)


def _is_fetched(script: Script, name: cst.Name) -> bool:
    """Whether it says what is fetched, and nobody reads it."""
    return "fetch" in name.value.lower() and not any(binding.uses for binding in script.scopes.find(name))


def _by_name(script: Script, listed: Iterable[cst.BaseExpression], fetched: cst.BaseExpression) -> None:
    for each in listed:
        if isinstance(each, cst.Attribute) and each.attr.value == "name":
            if _of_all(script, each, fetched):
                continue
            script.edits.delete(script.source.span(each.value)[1], script.source.span(each)[1])
            script.say(each, "PM119", "fetch_list", "→ the variable itself, not its name")
        elif isinstance(each, cst.SimpleString):
            script.say(each, "PM333", "fetch_list", _NAMES)


def _of_all(script: Script, each: cst.Attribute, fetched: cst.BaseExpression) -> bool:
    """`[each.name for each in those]` → `list(those)`; `those` itself where a run is given a list of them at once."""
    named = script.source.parents.get(each)
    if not isinstance(named, cst.ListComp) or named.elt is not each:
        return False
    loop = named.for_in
    alone = not loop.ifs and loop.inner_for_in is None and loop.asynchronous is None
    if not alone or not isinstance(loop.target, cst.Name) or not isinstance(each.value, cst.Name):
        return False
    if each.value.value != loop.target.value or script.scopes.stars or script.scopes.of(named).find("list"):
        return False
    itself = named is fetched and all(map(_makes_list, script.origins.ends(loop.iter) or [None]))
    before, after = ("", "") if itself else ("list(", ")")
    script.edits.replace(*script.source.span(named), lambda: f"{before}{script.render(loop.iter)}{after}")
    script.say(each, "PM119", "fetch_list", "→ the variables themselves, not their names")
    return True


def _makes_list(value: cst.BaseExpression | None) -> bool:
    """`[a, b]`, and `those + [a]`, to which nothing but a list can be added."""
    sides = [value.left, value.right] if isinstance(value, cst.BinaryOperation) else []
    added = isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add)
    return isinstance(value, (cst.List, cst.ListComp)) or (added and any(isinstance(s, cst.List) for s in sides))
