"""What a program's runs give of a full reduction: a number, where 1.8.5 gave an array of one."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.programs import is_run_of_executor
from paddle_migrate.facts.run_results import Uses, uses_of_run
from paddle_migrate.interpreter.answers.no_dimension import may_have_none
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_NUMBER = "→ item(): the variable has no dimension today"
_ITSELF = "the index goes: the variable has no dimension today"
_ATLEAST = "atleast_1d"
_EACH = "[{}(value) for value in "
_KEPT = "→ atleast_1d: a full reduction (mean, reduce_sum) is a number today, and an array may be needed"


@dataclass
class _Run:
    """A run, what is done with what it gives, and whether each value is a number today; None: it may be one."""

    call: cst.Call
    uses: Uses
    numbers: list[bool | None] | None

    def is_number(self, place: int | None) -> bool | None:
        if self.numbers is None:
            return None
        if place is not None:
            return self.numbers[place] if place < len(self.numbers) else False
        return self.numbers[0] if len(set(self.numbers)) == 1 else None


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for call in script.source.all(cst.Call):
        fetched = fetched_by(script.facts, call)
        if fetched is None or script.is_skipped(call) or _is_kept(script, call):
            continue
        run = _Run(call, uses_of_run(script.facts, call), _numbers(script, fetched))
        if _needs_arrays(run):
            _keep(script, run)
        else:
            _take_numbers(script, run)


def _is_kept(script: Script, call: cst.Call) -> bool:
    """Whether an earlier run has given all values a dimension."""
    above = script.source.parents.get(call)
    if isinstance(above, cst.CompFor) and above.iter is call:
        made = script.source.parents.get(above)
        return isinstance(made, cst.ListComp) and _makes_array(script, made.elt)
    part = isinstance(above, cst.Subscript) and above.value is call
    taker = script.taker(above if part and above is not None else call)
    if not isinstance(taker, cst.Call):
        return False
    mapped = script.source.code(taker.func) == "map" and script.source.code(taker.args[0].value).endswith(_ATLEAST)
    return _makes_array(script, taker) if part else mapped


def _makes_array(script: Script, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and script.source.code(node.func).endswith(_ATLEAST)


def _numbers(script: Script, fetched: cst.BaseExpression) -> list[bool | None] | None:
    """What a list of fetches holds, written out there or where its name is set; None where that is not known."""
    listed = script.origins.only(fetched)
    if not isinstance(listed, (cst.List, cst.Tuple)) or not all(type(e) is cst.Element for e in listed.elements):
        return None
    return [_is_number(script, element.value) for element in listed.elements]


def _is_number(script: Script, part: cst.BaseExpression) -> bool | None:
    named = isinstance(part, cst.Attribute) and part.attr.value == "name"
    variable = part.value if named and isinstance(part, cst.Attribute) else part
    if script.kinds.what(variable) == "scalar":
        return True
    return None if may_have_none(script.facts, variable) else False


def _needs_arrays(run: _Run) -> bool:
    """Whether something is done with a number, or with what may be one, that takes an array."""
    unseen = any(run.is_number(place) is not False for place in run.uses.unseen)
    return unseen or any(run.is_number(place) is None for _, place in run.uses.firsts)


def _keep(script: Script, run: _Run) -> None:
    """Give all values a dimension where they come from: right for whatever becomes of them."""
    numpy = argument(run.call, 6 if is_run_of_executor(script.facts, run.call) else 3, "return_numpy")
    if numpy is not None and script.source.code(numpy) != "True":
        _keep_firsts(script, run)
        return
    name = script.imports.spell("numpy.atleast_1d", None)
    above = script.source.parents.get(run.call)
    node: cst.BaseExpression = run.call
    before, after = f"list(map({name}, ", "))"
    scope = script.scopes.of(run.call)
    if script.scopes.stars or scope.find("map") or scope.find("list"):
        before, after = _EACH.format(name), "]"
    if isinstance(above, cst.Subscript) and above.value is run.call:
        node, before, after = above, f"{name}(", ")"
    elif before.startswith("list") and isinstance(above, cst.Assign) and isinstance(
        above.targets[0].target, (cst.Tuple, cst.List)
    ):
        before, after = f"map({name}, ", ")"
    script.edits.enclose(*script.source.span(node), lambda: f"{before}{script.render(node)}{after}")
    script.say(run.call, "PM108", "fetch_list", _KEPT)


def _keep_firsts(script: Script, run: _Run) -> None:
    """Give those arrays a dimension of which the script asks the first, where the run itself gives none."""
    _take_numbers(script, run)
    for subscript, place in run.uses.firsts:
        if run.is_number(place) is None and not _makes_array(script, subscript.value):
            name = script.imports.spell("numpy.atleast_1d", None)
            script.edits.wrap(*script.source.span(subscript.value), f"{name}(", ")")
            script.say(subscript, "PM108", "fetch_list", _KEPT)


def _take_numbers(script: Script, run: _Run) -> None:
    for subscript, place in run.uses.firsts:
        if run.is_number(place):
            text = "" if _is_made_number(script, subscript) else ".item()"
            script.edits.replace(script.source.span(subscript.value)[1], script.source.core(subscript)[1], text)
            script.say(subscript, "PM108", "fetch_list", _NUMBER if text else _ITSELF)


def _is_made_number(script: Script, subscript: cst.Subscript) -> bool:
    """`float(value[0])`."""
    taker = script.taker(subscript)
    return isinstance(taker, cst.Call) and script.source.code(taker.func) == "float" and len(taker.args) == 1
