"""What a program's runs give of a full reduction: a number, where 1.8.5 gave an array of one."""

from __future__ import annotations

import re
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.dimensions import has_dimensions
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fetched import fetched_by, hides_fetched
from paddle_migrate.facts.fetched_rows import gives_rows
from paddle_migrate.facts.loaded_targets import loaded_targets
from paddle_migrate.facts.programs import is_run_of_executor
from paddle_migrate.facts.run_results import Uses, uses_of_run
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.containers import added
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.answers.no_dimension import may_have_none
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_NUMBER = "→ item(): the variable has no dimension today"
_ITSELF = "the index goes: the variable has no dimension today"
_ATLEAST = "atleast_1d"
_KEPT_RESULTS = "kept_results"
_EACH = "[{}(value) for value in "
_SOME = "[value if place in {} else {}(value) for place, value in enumerate("
_REDUCING = {f"paddle.fluid.layers.{name}": given for name, given in (
    ("argmax", "x"), ("argmin", "x"), ("squeeze", "input"))}
_RANK = "paddle.fluid.layers.rank"
_NUMPY = "return_numpy"
_ASKS = re.compile(_NUMPY.encode())
_ASKING = ("isinstance", "type")
_DIMENSIONS = (2, 3, 4)
_NONE = re.compile(rb"\b(rank|argm(ax|in)|squeeze)\b")
_PERSON = (
    "the program has a variable that had no dimension in 1.8.5 (rank(), argmax() of a vector), and is given one here "
    "if it is among what is fetched: fetch it by a run of its own"
)
_KEPT = "→ atleast_1d: a full reduction (mean, reduce_sum) is a number today, and an array may be needed"
_COPIED = "→ {}(), written into the script: the next run of Paddle 3 would write into the tensors, and a full " \
    "reduction (mean, reduce_sum) has no dimension today"


@dataclass
class _Run:
    """A run, what is done with what it gives, and whether each value is a number today; None: it may be one.
    `without`: the places of those that may have had no dimension in 1.8.5, either."""

    call: cst.Call
    uses: Uses
    numbers: list[bool | None] | None
    without: tuple[int, ...] = ()

    def is_number(self, place: int | None) -> bool | None:
        if self.numbers is None:
            return None
        if place is not None:
            return self.numbers[place] if place < len(self.numbers) else None
        return self.numbers[0] if len(set(self.numbers)) == 1 else None


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for call in script.source.all(cst.Call):
        fetched = fetched_by(script.facts, call)
        hidden = fetched is None and hides_fetched(script.facts, call)
        if (fetched is None and not hidden) or script.is_skipped(call) or _is_kept(script, call):
            continue
        of_tensors = _gives_tensors(script, call)
        parts = _parts(script, fetched) if fetched is not None else []
        numbers = [_is_number(script, part) for part in parts] if parts else None
        without = tuple(place for place, part in enumerate(parts) if _may_have_had_none(script, part))
        run = _Run(call, uses_of_run(script.facts, call, of_tensors), numbers, without)
        unseen = any(run.is_number(place) is not False for place in run.uses.unseen)
        if of_tensors and gives_rows(Spot(script.facts, call)):
            continue  # which are kept with their lengths
        if of_tensors and (run.uses.unseen or not _are_read_at_once(script, run)):
            _keep_tensors(script, run)
        elif unseen or (not of_tensors and _may_be_numbers(run)):
            _keep(script, run)
            _say_without(script, run, parts)
        else:
            _take_numbers(script, run)
            _keep_firsts(script, run)


def _gives_tensors(script: Script, run: cst.Call) -> bool:
    """Whether a run gives, or may give, what arrays are made of."""
    if any(arg.star for arg in run.args):
        given = arguments(values_of(script.facts), Spot(script.facts, run))
        starred = given.named.get(_NUMPY)
        hidden = (given.more_named or given.more_placed) and script.facts.says(_ASKS)
        value = starred.expression if starred is not None else None
        return hidden if starred is None else value is None or starred.facts.source.code(value) != "True"
    numpy = argument(run, 6 if is_run_of_executor(script.facts, run) else 3, _NUMPY)
    return numpy is not None and script.source.code(numpy) != "True"


def _is_kept(script: Script, call: cst.Call) -> bool:
    """Whether an earlier run has given all values a dimension."""
    numbered = script.taker(call)
    counts = isinstance(numbered, cst.Call) and script.source.code(numbered.func) == "enumerate"
    above = script.source.parents.get(numbered if counts and numbered is not None else call)
    if isinstance(above, cst.CompFor):
        made = script.source.parents.get(above)
        each = made.elt if isinstance(made, cst.ListComp) else call
        return each is not call and _makes_array(script, each.orelse if isinstance(each, cst.IfExp) else each)
    part = _is_one(above, call)
    taker = script.taker(above if part and above is not None else call)
    if not isinstance(taker, cst.Call):
        return False
    if isinstance(taker.func, cst.Name) and taker.func.value.rstrip("_") == _KEPT_RESULTS:
        return True
    mapped = script.source.code(taker.func) == "map" and script.source.code(taker.args[0].value).endswith(_ATLEAST)
    return _makes_array(script, taker) if part else mapped


def _is_one(above: cst.CSTNode | None, run: cst.Call) -> bool:
    """`run(…)[0]`, and not `run(…)[1:]`, which are several."""
    return isinstance(above, cst.Subscript) and above.value is run and isinstance(above.slice[0].slice, cst.Index)


def _makes_array(script: Script, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and script.source.code(node.func).endswith(_ATLEAST)


def _parts(script: Script, fetched: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a list of fetches holds, written out there or where its name is set; nothing where that is not known, or
    where more is put into it. Of a model that the script saves and loads, what it was saved with."""
    if targets := loaded_targets(script.facts, fetched):
        return targets
    listed = script.origins.only(fetched)
    if not isinstance(listed, (cst.List, cst.Tuple)) or not all(type(e) is cst.Element for e in listed.elements):
        return []
    if added(values_of(script.facts), Spot(script.facts, listed)):
        return []
    return [_variable(element.value) for element in listed.elements]


def _variable(part: cst.BaseExpression) -> cst.BaseExpression:
    """`loss` of `loss.name`."""
    return part.value if isinstance(part, cst.Attribute) and part.attr.value == "name" else part


def _may_have_had_none(script: Script, variable: cst.BaseExpression) -> bool:
    """`rank(x)`, `argmax(x)` of a vector: 1.8.5 gave no dimension, either."""
    ends = values_of(script.facts).ends(Spot(script.facts, variable))
    return bool(ends) and all(isinstance(end.node, cst.Call) and _took_all(end.facts, end.node) for end in ends)


def _say_without(script: Script, run: _Run, parts: list[cst.BaseExpression]) -> None:
    """Of a run that may give, in a place that is not seen, what had no dimension in 1.8.5."""
    values = values_of(script.facts)
    ends = [end for place, part in enumerate(parts) if place not in run.without
            for end in values.ends(Spot(script.facts, part))]
    made = [end.node for end in ends if isinstance(end.node, cst.Call) and _surely_took_all(end.facts, end.node)]
    unseen = not parts or any(end.node is None for end in ends)
    if made or (unseen and script.facts.once(_makes_none)):
        script.say(run.call, "PM333", "fetch_list", _PERSON)


def _makes_none(facts: Facts) -> bool:
    """Whether a file of the program makes what had no dimension in 1.8.5."""
    others = facts.others.program(_NONE) if facts.others is not None else []
    return any(_surely_took_all(each, made.call) for each in (facts, *map(Facts.of_other, others))
               for made in each.references if made.call is not None)


def _surely_took_all(facts: Facts, call: cst.Call) -> bool:
    """The same, where its input is known to be a vector."""
    made = facts.by_call.get(call)
    if made is None or made.name not in _REDUCING:
        return made is not None and made.name == _RANK
    return has_dimensions(facts, made.argument(_REDUCING[made.name]), 1) and _took_all(facts, call)


def _took_all(facts: Facts, call: cst.Call) -> bool:
    made = facts.by_call.get(call)
    if made is None or made.name not in _REDUCING:
        return made is not None and made.name == _RANK
    given, axes = made.argument(_REDUCING[made.name]), made.argument("axes")
    least = len(axes.elements) if isinstance(axes, (cst.List, cst.Tuple)) else 1
    more = [count for count in _DIMENSIONS if count > least > 0]  # without axes all go that can
    return not any(has_dimensions(facts, given, count) for count in more)


def _is_number(script: Script, variable: cst.BaseExpression) -> bool | None:
    if script.kinds.what(variable) == "scalar":
        return True
    return None if may_have_none(script.facts, variable) else False


def _may_be_numbers(run: _Run) -> bool:
    return any(run.is_number(place) is None for _, place in run.uses.firsts)


def _are_read_at_once(script: Script, run: _Run) -> bool:
    """Whether arrays are made of all tensors before another run can write into them."""
    source = script.source
    order, loop = source.order(run.call), source.parent(run.call, cst.For, cst.While, cst.FunctionDef)
    last = max(map(source.order, run.uses.arrays), default=order)
    calls = [each for each in source.all(cst.Call) if order < source.order(each) < last]
    runs = any(isinstance(each.func, cst.Attribute) and each.func.attr.value == "run" for each in calls)
    own = any(script.definitions.function(each) is not None for each in calls)
    around = {source.parent(each, cst.For, cst.While, cst.FunctionDef) for each in run.uses.arrays}
    return not runs and not own and around <= {loop} and all(source.order(each) > order for each in run.uses.arrays)


def _keep_tensors(script: Script, run: _Run) -> None:
    """Copies of all tensors, with a dimension."""
    name = write_written(script, _KEPT_RESULTS)
    script.edits.enclose(*script.source.span(run.call), lambda: f"{name}({script.render(run.call)})")
    script.say(run.call, "PM108", "fetch_list", _COPIED.format(name))


def _keep(script: Script, run: _Run) -> None:
    """Give all values a dimension where they come from: right for whatever becomes of them."""
    name = script.imports.spell("numpy.atleast_1d", None)
    script.record.kept.add(run.call)
    above = script.source.parents.get(run.call)
    node: cst.BaseExpression = run.call
    before, after = f"list(map({name}, ", "))"
    scope = script.scopes.of(run.call)
    if run.without:
        before, after = _SOME.format(run.without, name), ")]"
    elif script.scopes.stars or scope.find("map") or scope.find("list"):
        before, after = _EACH.format(name), "]"
    if isinstance(above, cst.Subscript) and _is_one(above, run.call):
        node, before, after = above, f"{name}(", ")"
    elif before.startswith("list") and isinstance(above, cst.Assign) and isinstance(
        above.targets[0].target, (cst.Tuple, cst.List)
    ):
        before, after = f"map({name}, ", ")"
    script.edits.enclose(*script.source.span(node), lambda: f"{before}{script.render(node)}{after}")
    script.say(run.call, "PM108", "fetch_list", _KEPT)


def _keep_firsts(script: Script, run: _Run) -> None:
    """Give those arrays a dimension of which the script asks the first, where the run itself gives none."""
    for subscript, place in run.uses.firsts:
        if run.is_number(place) is None and not _makes_array(script, subscript.value):
            name = script.imports.spell("numpy.atleast_1d", None)
            script.edits.wrap(*script.source.span(subscript.value), f"{name}(", ")")
            script.say(subscript, "PM108", "fetch_list", _KEPT)


def _take_numbers(script: Script, run: _Run) -> None:
    for subscript, place in run.uses.firsts:
        if run.is_number(place):
            text = _taken(script, subscript)
            script.edits.replace(script.source.span(subscript.value)[1], script.source.core(subscript)[1], text)
            script.say(subscript, "PM108", "fetch_list", _NUMBER if text else _ITSELF)


def _taken(script: Script, subscript: cst.Subscript) -> str:
    """What becomes of `[0]`: nothing in `float(value[0])`, a number of NumPy's where its methods may be asked for."""
    taker, asked = script.taker(subscript), script.source.parents.get(subscript)
    if isinstance(taker, cst.Call) and script.source.code(taker.func) == "float" and len(taker.args) == 1:
        return ""
    if isinstance(asked, cst.Attribute):
        return ""
    spots = reached(script.facts, subscript, _calculated).spots
    return "[()]" if any(map(_is_asked, spots)) else ".item()"


def _calculated(spot: Spot) -> list[cst.CSTNode] | None:
    return [spot.above] if isinstance(spot.above, (cst.BinaryOperation, cst.UnaryOperation)) else None


def _is_asked(spot: Spot) -> bool:
    taker = spot.taker
    of_type = isinstance(taker, cst.Call) and isinstance(taker.func, cst.Name) and taker.func.value in _ASKING
    return of_type or isinstance(spot.above, cst.Attribute)
