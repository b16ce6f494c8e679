"""Functions that an earlier step wrote for programs, and that make variables or layers at each call, as classes of
layers: a network keeps what a program had in variables of its own."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.templates import definition_in, of_written
from paddle_migrate.dynamic.helpers import CONV_GROUP, LASTING, RUNNING_AUC
from paddle_migrate.dynamic.pieces import take_out
from paddle_migrate.dynamic.reading import Reading, target_names
from paddle_migrate.dynamic.written_in import text_of
from paddle_migrate.rules.sequence_layers import HOME_OF_LAYERS, UNIT, UNIT_LAYER
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_KEPT = "global_variable"  # what counts stood in


def with_helper_layers(text: str) -> str:
    """The text with `RunningAuc()(input, label)` in place of `running_auc(input, label)`, and the like."""
    for function, (layer, as_layer) in _LAYERS.items():
        if function in text:
            text = _with_layer(text, function, layer.partition(".")[2], as_layer)
    return text


def _with_layer(text: str, function: str, name: str, as_layer: Callable[[Reading, cst.Call, str], str]) -> str:
    reading, edits = Reading(text), Edits(text)
    helper = reading.helper(f"written.{function}")
    calls = [call for call in reading.calls if reading.called(call) == f"written.{function}"]
    if helper is None or not calls or name in reading.taken or len(calls) < len(
            reading.uses(reading.scopes.module, function)) or any(arg.star for call in calls for arg in call.args):
        return text
    for call in calls:
        new = as_layer(reading, call, name)
        if not new:
            return text
        edits.replace(*reading.source.span(call), new)
    written = text_of(reading, definition_in(HOME_OF_LAYERS, name) if name == UNIT_LAYER else of_written(name))
    edits.replace(*reading.source.core(helper), written.rstrip().replace("\n", reading.source.newline))
    kept = reading.helper(f"written.{_KEPT}")
    if kept is not None and all(reading.source.lies_in(use, helper) for use in reading.uses(
            reading.scopes.module, _KEPT)):
        take_out(edits, reading, kept)
    return edits.result()


def _metric(reading: Reading, call: cst.Call, name: str) -> str:
    sizes = {word: argument(call, place + 2, word) for place, word in enumerate(("num_thresholds", "slide_steps"))}
    made = ", ".join(f"{word}={reading.code(value)}" for word, value in sizes.items() if value is not None)
    given = [argument(call, place, word) for place, word in enumerate(("input", "label"))]
    return f"{name}({made})({', '.join(reading.code(each) for each in given if each is not None)})"


def _group(reading: Reading, call: cst.Call, name: str) -> str:
    """Nothing where the input has no name, of which the number of channels is asked."""
    given = argument(call, 0, "input")
    if not isinstance(given, cst.Name):
        return ""
    source = reading.source
    others = [source.text[source.span(arg)[0] : source.span(arg.value)[1]]
              for arg in call.args if arg.value is not given]
    return f"{name}({', '.join([f'{given.value}.shape[1]', *others])})({given.value})"


def _unit(reading: Reading, call: cst.Call, name: str) -> str:
    """Of what it is made, and of what it works on."""
    given = [argument(call, place, word) for place, word in enumerate(("input", "hidden"))]
    code, source = reading.code, reading.source
    made = [source.text[source.span(arg)[0] : source.span(arg.value)[1]]
            for arg in call.args if arg.value not in given]
    return f"{name}({', '.join(made)})({', '.join(code(each) for each in given if each is not None)})"


def _lasting(reading: Reading, call: cst.Call, name: str) -> str:
    """Nothing where something may set it: it is no variable of Paddle's functions and operators alone."""
    names = target_names(reading.source.parents.get(call))
    uses = [use for each in names for use in reading.uses(reading.scopes.of(call), each)]
    source = reading.source
    given = ", ".join(source.text[source.span(arg)[0] : source.span(arg.value)[1]] for arg in call.args)
    return f"{name}({given})()" if len(names) == 1 and all(_is_read(reading, use) for use in uses) else ""


def _is_read(reading: Reading, use: cst.Name) -> bool:
    above = reading.source.parents.get(use)
    call = reading.source.parents.get(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call):
        called = reading.called(call) or reading.called(call.func)
        return called.startswith("paddle.") and called not in _SETS and not called.endswith("_")
    return isinstance(above, cst.BinaryOperation)


_SETS = ("paddle.assign", "paddle.increment", "paddle.static.append_backward", "paddle.static.gradients")
_LAYERS = {"running_auc": (RUNNING_AUC, _metric), "conv_group": (CONV_GROUP, _group),
           UNIT: (f"written.{UNIT_LAYER}", _unit), _KEPT: (LASTING, _lasting)}

