"""What 1.6's layers did to their input before they used it: FC flattened it, Embedding took its last dimension off.

`@called_with` in compat names the function that does it. It goes to where the layer is called, or, where something
else may call the layer, into the layer.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.spelling import spell
from paddle_migrate.facts.call_sites import call_sites
from paddle_migrate.facts.names import Reference
from paddle_migrate.interpreter.records import Made
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Expansion, Refused, given
from paddle_migrate.unsized.old_form import OldForm

if TYPE_CHECKING:
    from paddle_migrate.script import Script

Parts = tuple[str, str]  # the text before and behind an input


def prepare_inputs(script: Script, reference: Reference, form: OldForm, records: list[Made]) -> None:
    """Write the change around the input of every call of the layer, or into the layer. Raises Refused."""
    assert reference.call is not None
    parts = change(script, reference, form, records)
    if parts is None:
        return
    sites = call_sites(script.facts, reference)
    values = [s.args[0].value if len(s.args) == 1 and not s.args[0].star else None for s in sites or []]
    if sites is not None and None not in values:
        for value in values:
            assert value is not None
            wrap(script, script.source.span(value), parts)
        return
    helper = write_written(script, "with_input")
    before, after = parts
    wrap(script, script.source.core(reference.call), (f"{helper}(", f", lambda x: {before}x{after})"))


def wrap(script: Script, span: tuple[int, int], parts: Parts) -> None:
    """Put text around the span, and around whatever else will be put around it."""
    script.edits.replace(span[0], span[0], parts[0], rank=1)
    script.edits.replace(span[1], span[1], parts[1], rank=0)


def change(script: Script, reference: Reference, form: OldForm, records: list[Made]) -> Parts | None:
    """What is done with the input of each call; None for nothing. Raises Refused."""
    rule = form.old.prepare if form.old is not None else None
    if rule is None or reference.call is None:
        return None
    more = {p.name: ast.Constant(value=value_of(reference.call, form, p.name)) for p in rule.params[1:]}
    value = expand(rule, Call([given(0, True)], dict(more)), script.options.target).value
    kept = more.get("num_flatten_dims")
    ranks = {None if s is None else len(s) for made in records for shapes in made.inputs for s in shapes}
    if kept is not None and ranks == {kept.value + 1}:  # type: ignore[operator]
        return None  # there is nothing to flatten
    text = spell(script, reference.binding, Expansion(value), value)
    before, _, after = text.partition("__given_0__")
    return before, after


def argument_of(call: cst.Call, form: OldForm, name: str) -> cst.BaseExpression | None:
    """What the call gives for one of the old form's parameters."""
    place = next(i for i, p in enumerate(form.params) if p.name == name)
    for number, arg in enumerate(call.args):
        if (arg.keyword and arg.keyword.value == name) or (not arg.keyword and number == place):
            return arg.value
    return None


def value_of(call: cst.Call, form: OldForm, name: str) -> int:
    """A number that the call gives for a parameter, or its default. Raises Refused."""
    value, param = argument_of(call, form, name), form.param(name)
    if value is None and param is not None and isinstance(param.default, ast.Constant):
        return int(param.default.value)  # type: ignore[arg-type]
    if not isinstance(value, cst.Integer):
        raise Refused(f"{name}= is known only when it runs; write the number")
    return int(value.value)
