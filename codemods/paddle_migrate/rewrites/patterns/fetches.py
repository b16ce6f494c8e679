"""What a program's runs give: `loss[0]` of a full reduction, which has no dimension today; variables asked for by name,
which Paddle 3 knows by themselves alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.array_uses import firsts
from paddle_migrate.facts.fetched import fetched_parts
from paddle_migrate.facts.programs import is_run_of_executor
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_ARRAYS = ("np.array", "np.asarray", "numpy.array", "numpy.asarray")
_NAMES = "Paddle 3 fetches variables, not their names: give the variable itself"
_NUMBER = "→ item(): the variable has no dimension today"
_ITSELF = "the index goes: the variable has no dimension today"
_MAY_BE_NUMBER = "→ atleast_1d: a full reduction (mean, reduce_sum) is a number today"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    seen: set[cst.CSTNode] = set()
    for call in script.source.all(cst.Call):
        fetched = _fetched(script, call)
        if fetched is None:
            continue
        listed, parts = _elements(script, fetched), list(fetched_parts(script.facts, fetched))
        _by_name(script, [each for each in parts if each not in seen], fetched)
        seen.update(parts)
        _first_elements(script, call, listed, parts, seen)
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
    """Whether nobody reads it."""
    return not any(binding.uses for binding in script.scopes.find(name))


def _fetched(script: Script, call: cst.Call) -> cst.BaseExpression | None:
    """What a run fetches; by its place, where an executor runs."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run":
        return None
    return argument(call, 2 if is_run_of_executor(script.facts, call) else -1, "fetch_list")


def _elements(script: Script, fetched: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """What a list of fetches holds, written out there or where its name is set; None where that is not known."""
    listed = script.origins.only(fetched)
    if not isinstance(listed, (cst.List, cst.Tuple)) or not all(type(e) is cst.Element for e in listed.elements):
        return None
    return [element.value for element in listed.elements]


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


def _first_elements(
    script: Script, call: cst.Call, listed: list[cst.BaseExpression] | None, parts: list[cst.BaseExpression],
    seen: set[cst.CSTNode],
) -> None:
    """`loss[0]` of what was fetched; of whichever, where all that may be are numbers."""
    alike = bool(parts) and all(script.kinds.what(_variable(each)) == "scalar" for each in parts)
    for subscript, place in _taken(script, call):
        if _is_made_flat(subscript) or subscript in seen:
            continue
        seen.add(subscript)
        of = listed[place] if listed is not None and place is not None and place < len(listed) else None
        kind = script.kinds.what(_variable(of)) if of is not None else "scalar" if alike else ""
        if kind == "scalar" and (_is_array(script, subscript) or not isinstance(subscript.value, cst.Call)):
            text = "" if _is_made_number(script, subscript) else ".item()"
            script.edits.replace(script.source.span(subscript.value)[1], script.source.core(subscript)[1], text)
            script.say(subscript, "PM108", "fetch_list", _NUMBER if text else _ITSELF)
        elif isinstance(above := script.source.parents.get(subscript), cst.Subscript) and above.value is subscript:
            continue  # what has elements of elements is no number
        elif kind == "scalar" or of is None or script.kinds.of(_variable(of)) is None:
            name = script.imports.spell("numpy.atleast_1d", None)
            script.edits.wrap(*script.source.span(subscript.value), f"{name}(", ")")
            script.say(subscript, "PM108", "fetch_list", _MAY_BE_NUMBER)


def _is_made_number(script: Script, subscript: cst.Subscript) -> bool:
    """`float(value[0])`."""
    taker = script.taker(subscript)
    return isinstance(taker, cst.Call) and script.source.code(taker.func) == "float" and len(taker.args) == 1


def _is_made_flat(subscript: cst.Subscript) -> bool:
    """`np.ravel(value)[0]`, which is right for a number, too."""
    func = subscript.value.func if isinstance(subscript.value, cst.Call) else None
    name = func.attr.value if isinstance(func, cst.Attribute) else ""
    return name in ("ravel", "flatten", "reshape", "atleast_1d")


def _variable(of: cst.BaseExpression) -> cst.BaseExpression:
    named = isinstance(of, cst.Attribute) and of.attr.value == "name"
    return of.value if named and isinstance(of, cst.Attribute) else of


def _taken(script: Script, call: cst.Call) -> Iterator[tuple[cst.Subscript, int | None]]:
    """Where the first element of a fetched value is taken, and the how manieth value that is."""
    above = script.source.parents.get(call)
    if isinstance(above, cst.Subscript) and above.value is call:
        if (outer := _first_of(script, above)) is not None:
            yield outer, _number(above)
        return
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if isinstance(target, (cst.Tuple, cst.List)):
        for place, element in enumerate(target.elements):
            for at in firsts(script.facts, element.value) if isinstance(element.value, cst.Name) else ():
                yield at, place
    elif isinstance(target, cst.Name):
        for use in {id(u): u for b in script.scopes.find(target) for u in b.uses}.values():
            whole = _array_of(script, use) or use
            inner = script.source.parents.get(whole)
            if isinstance(inner, cst.Subscript) and inner.value is whole:
                yield from ((each, _number(inner)) for each in _firsts_of(script, inner))
            yield from ((each, None) for each in _in_loop(script, use))


def _in_loop(script: Script, use: cst.Name) -> Iterator[cst.Subscript]:
    """`[… each[0] … for each in values]`, and `each[1][0]` where the values are zipped with others."""
    taker = script.taker(use)
    zipped = isinstance(taker, cst.Call) and script.source.code(taker.func) in ("zip", "enumerate")
    whole: cst.CSTNode = taker if zipped and taker is not None else use
    loop = script.source.parents.get(whole)
    if not isinstance(loop, (cst.For, cst.CompFor)) or loop.iter is not whole or not isinstance(loop.target, cst.Name):
        return
    where = loop if isinstance(loop, cst.For) else script.source.parents.get(loop)
    for subscript in script.source.inside(where, cst.Subscript) if where is not None else ():
        value = subscript.value
        each = value.value if zipped and isinstance(value, cst.Subscript) else value
        is_each = isinstance(each, cst.Name) and each.value == loop.target.value and (each is not value) == zipped
        if is_each and script.source.takes_first(subscript):
            yield subscript


def _first_of(script: Script, value: cst.Subscript) -> cst.Subscript | None:
    """`value[0]`, where the value stands in that."""
    above = script.source.parents.get(value)
    taken = isinstance(above, cst.Subscript) and above.value is value and script.source.takes_first(above)
    return above if taken and isinstance(above, cst.Subscript) else None


def _firsts_of(script: Script, value: cst.Subscript) -> Iterator[cst.Subscript]:
    """`values[1][0]`, and `x[0]` of the variable that takes `values[1]`, or an array of it."""
    if (outer := _first_of(script, value)) is not None:
        yield outer
        return
    name = script.assigned_name(_array_of(script, value) or value)
    bindings = script.scopes.find(name) if name is not None else []
    for use in {id(u): u for b in bindings for u in b.uses}.values():
        found = script.origins.flow.possible(use, bindings)
        at = script.source.parents.get(use)
        taken = isinstance(at, cst.Subscript) and at.value is use and script.source.takes_first(at)
        if taken and isinstance(at, cst.Subscript) and [b.node for b in found] == [script.statement(value)]:
            yield at


def _array_of(script: Script, value: cst.BaseExpression) -> cst.Call | None:
    """`np.array(value)`, where the value stands in that."""
    taker = script.taker(value)
    return taker if isinstance(taker, cst.Call) and _makes_array(script, taker) else None


def _is_array(script: Script, subscript: cst.Subscript) -> bool:
    """`np.array(value)[0]`."""
    return isinstance(subscript.value, cst.Call) and _makes_array(script, subscript.value)


def _makes_array(script: Script, call: cst.Call) -> bool:
    return len(call.args) == 1 and script.source.code(call.func) in _ARRAYS


def _number(subscript: cst.Subscript) -> int | None:
    index = subscript.slice[0].slice
    whole = index.value if isinstance(index, cst.Index) else None
    return int(whole.value) if isinstance(whole, cst.Integer) else None
