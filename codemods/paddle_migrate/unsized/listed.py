"""A layer that is called with a list: it had a weight for each input and added up what they gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import libcst as cst

from paddle_migrate.facts.call_sites import call_sites
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.interpreter.records import Made
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.unsized.inputs import argument_of, change
from paddle_migrate.unsized.known import NOT_CALLED
from paddle_migrate.unsized.old_form import OldForm, is_known
from paddle_migrate.unsized.plan import NotSaid

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_DO = "make a Linear for each of the inputs and add what they give"


def write_listed(script: Script, reference: Reference, form: OldForm, records: list[Made]) -> None:
    """`self.fc = FC(…)`, `self.fc([a, b])` → two layers, `self.fc(a) + self.fc_2(b)`. Raises Refused and NotSaid."""
    call = reference.call
    assert call is not None
    target, line = _target(script, call)
    sites = call_sites(script.facts, reference)
    sizes = _sizes(form, records)
    if sites is None or not all(_elements(site, len(sizes)) for site in sites):
        raise Refused(f"it is called with a list of inputs that is not written out at the call; {_DO}")
    if argument_of(call, form, "param_attr") is not None:
        raise Refused(f"it is called with a list of inputs and has a param_attr; {_DO}")
    names = _names(script, target, len(sizes))
    parts = change(script, reference, form, records) or ("", "")
    for site in sites:
        _write_sum(script, site, names, parts, bare=argument_of(call, form, "act") is not None)
    _write_layers(script, reference, form, line, list(zip(names, sizes, strict=True))[1:])
    words = "".join(f", {n}.weight for the old {names[0]}._w{i}" for i, n in enumerate(names[1:], start=1))
    script.say(call, "PM217", reference.short, f"state_dict has {names[0]}.weight and {names[0]}.bias{words}")


def _target(script: Script, call: cst.Call) -> tuple[str, cst.SimpleStatementLine]:
    """`self.fc` of `self.fc = FC(…)`, and the line."""
    assign = script.source.parents.get(call)
    line = script.source.parents.get(assign)
    if isinstance(assign, cst.Assign) and len(assign.targets) == 1 and isinstance(line, cst.SimpleStatementLine):
        name = dotted(assign.targets[0].target)
        if name.startswith("self.") and name.count(".") == 1 and len(line.body) == 1:
            return name, line
    raise Refused(f"it is called with a list of inputs; {_DO}")


def _sizes(form: OldForm, records: list[Made]) -> list[int]:
    """The input size of each weight."""
    assert form.old is not None
    found: set[tuple[Any, ...]] = set()
    for made in records:
        for shapes in made.inputs:
            each = tuple(form.old.sizes(made.args, (shape,)).get("input_dim") for shape in shapes)
            if is_known(each):
                found.add(each)
    if len(found) != 1:
        raise NotSaid(NOT_CALLED if not found else "it is called with lists of several sizes")
    return list(found.pop())


def _elements(site: cst.Call, count: int) -> list[cst.BaseExpression]:
    """The inputs that are written out at the call; none when they are not."""
    value = site.args[0].value if len(site.args) == 1 else None
    if not isinstance(value, (cst.List, cst.Tuple)) or len(value.elements) != count:
        return []
    return [e.value for e in value.elements if isinstance(e, cst.Element)]


def _names(script: Script, first: str, count: int) -> list[str]:
    names = [first]
    for number in range(2, 99):
        if f"{first.removeprefix('self.')}_{number}" not in script.source.attributes and len(names) < count:
            names.append(f"{first}_{number}")
    return names


def _write_sum(script: Script, site: cst.Call, names: list[str], parts: tuple[str, str], bare: bool) -> None:
    inputs = _elements(site, len(names))
    alone = bare or isinstance(script.source.parents.get(site), (cst.Assign, cst.Return, cst.Arg))

    def text() -> str:
        pairs = zip(names, inputs, strict=True)
        added = " + ".join(f"{name}({parts[0]}{script.render(x)}{parts[1]})" for name, x in pairs)
        return added if alone else f"({added})"

    script.edits.replace(*script.source.core(site), text)


def _write_layers(
    script: Script, reference: Reference, form: OldForm, line: cst.SimpleStatementLine, sized: list[tuple[str, int]]
) -> None:
    """The second and every further layer, without a bias, behind the first."""
    assert reference.call is not None
    size = argument_of(reference.call, form, "size")
    assert size is not None
    linear = script.imports.spell("paddle.nn.Linear", reference.binding)
    script.beside.under(
        line, line, lambda: [f"{n} = {linear}({s}, {script.render(size)}, bias_attr=False)" for n, s in sized]
    )
