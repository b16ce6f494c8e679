"""What 1.6's layers did to their input before they used it: FC flattened it, Embedding took its last dimension off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.expand import Refused
from paddle_migrate.names import Reference
from paddle_migrate.rewrites.activations import _call_sites as call_sites
from paddle_migrate.sizes.old_form import OldForm
from paddle_migrate.sizes.records import Made

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_HELPER = '''\
def {name}(layer, change):
    """Change the input of every call of the layer first; the parameters keep their names."""
    layer.register_forward_pre_hook(lambda layer, inputs: (change(inputs[0]), *inputs[1:]))
    return layer
'''


@dataclass(frozen=True)
class Change:
    """`function(input, axis)`, by the function's full name."""

    function: str
    axis: int

    def parts(self, script: Script, reference: Reference) -> tuple[str, str]:
        return f"{script.imports.spell(self.function, reference.binding)}(", f", {self.axis})"


def prepare_inputs(script: Script, reference: Reference, form: OldForm, records: list[Made]) -> None:
    """Write the change around the input of every call of the layer, or into the layer. Raises Refused."""
    change = _change(reference, form, records)
    if change is None or reference.call is None:
        return
    sites = call_sites(script, reference)
    parts = change.parts(script, reference)
    if sites is not None and all(_input(s) is not None for s in sites):
        for site in sites:
            value = _input(site)
            assert value is not None
            _wrap(script, script.source.span(value), parts)
        return
    helper = script.helper("with_input", _HELPER)
    before, after = parts
    _wrap(script, script.source.core(reference.call), (f"{helper}(", f", lambda x: {before}x{after})"))


def _wrap(script: Script, span: tuple[int, int], parts: tuple[str, str]) -> None:
    """Around the span, and around whatever else is put around it."""
    script.edits.replace(span[0], span[0], parts[0], rank=1)
    script.edits.replace(span[1], span[1], parts[1], rank=0)


def _change(reference: Reference, form: OldForm, records: list[Made]) -> Change | None:
    if form.short == "Embedding":
        return Change("paddle.squeeze", -1)
    if form.short != "FC" or reference.call is None:
        return None
    if any(made.listed for made in records):
        raise Refused("it is called with a list of inputs; make a Linear for each of them and add what they give")
    kept = _kept(reference.call, form)
    ranks = {None if shapes[0] is None else len(shapes[0]) for made in records for shapes in made.inputs}
    return None if ranks == {kept + 1} else Change("paddle.flatten", kept)


def _kept(call: cst.Call, form: OldForm) -> int:
    """The value of num_flatten_dims."""
    place = next(i for i, p in enumerate(form.params) if p.name == "num_flatten_dims")
    value: cst.BaseExpression | None = None
    for number, arg in enumerate(call.args):
        if (arg.keyword and arg.keyword.value == "num_flatten_dims") or (not arg.keyword and number == place):
            value = arg.value
    if value is None:
        return 1
    if not isinstance(value, cst.Integer):
        raise Refused("num_flatten_dims= is known only when it runs; write the number")
    return int(value.value)


def _input(call: cst.Call) -> cst.BaseExpression | None:
    """The one argument of the layer's call."""
    return call.args[0].value if len(call.args) == 1 and not call.args[0].star else None
