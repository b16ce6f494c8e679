"""Adam over embeddings with sparse gradients: programs of Paddle 3 have dense ones, for which its steps are others. A
function written into the script keeps those of rows. Norms that gradients are clipped by differ, too, where a row is
for padding, and the row itself, which is read where the table is used for more than looking up."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.shared_names import names_given
from paddle_migrate.facts.texts import Text, texts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.script import Script

IN_PROGRAMS = True
_STEPPING, _CLIPPING = ("Adam", "AdamOptimizer"), ("GradientClipByGlobalNorm", "GradientClipByNorm")
_BY_VALUE = "GradientClipByValue"
_SPARSE = re.compile(rb"\b(?:is_)?sparse *= *(?!False\b)")
_PADDED = re.compile(rb"\bpadding_idx *= *(?!None\b)")
_NORM = "programs of Paddle 3 have no gradient of the row padding_idx of sparse tables, which 1.8.5 and Paddle 2.6 " \
    "count into the norm: steps that are clipped part; choose clip_norm anew"
_VALUES = "Paddle 2.6 crashes where sparse gradients are clipped by value, which 1.8.5 and Paddle 3 do: take " \
    "is_sparse out, or say --target 3"
_NEITHER = "today's Paddle crashes where sparse gradients are clipped by value in dynamic mode: take is_sparse out"
_ROW = "programs of Paddle 3 do not train the row padding_idx of a sparse table, which 1.8.5 and Paddle 2.6 train, " \
    "and {} is read as a whole, too: take is_sparse out, which trains it nowhere, or keep to Paddle 2.6"
_SAID = (
    "1.8, and Paddle 2.6, take other steps for rows of sparse gradients than for dense ones; programs of Paddle 3 take "
    "those for dense ones, with sparse=True as well: losses part from the second step on"
)
_CLASS = (
    "today's Adam takes other steps for rows of sparse gradients than 1.8 did, by its epsilon, and what this class is "
    "called with is not seen here: make the optimizer where the class is named, and run the tool again"
)
_WRITTEN = "→ {}, written into the script: rows of sparse gradients have 1.8's steps, which are others today"


def rewrite(script: Script) -> None:
    if not script.facts.says(_SPARSE):
        return
    if script.mode.of_file == "dynamic":
        for reference in script.open(*_STEPPING):
            _keep_rows(script, reference)
        for reference in script.open(_BY_VALUE):
            _say_values(script, reference, _NEITHER)
    if not is_rewritten_program(script):
        return
    if script.facts.says(_PADDED):
        _say_rows(script)
    for reference in script.open(*_STEPPING, *_CLIPPING, _BY_VALUE):
        if reference.name.endswith(_CLIPPING):
            _say_norm(script, reference)
            continue
        if reference.name.endswith(_BY_VALUE):
            if script.options.target == "2.6":
                _say_values(script, reference, _VALUES)
            continue
        if reference.beyond or script.is_skipped(reference.node) or _is_asked_for(script, reference):
            continue
        if reference.call is None or script.options.dygraph or any(arg.star for arg in reference.call.args):
            script.say(reference.node, "PM343", reference.short, _SAID)
        else:
            _wrap(script, reference, reference.call, "of_rows")


def _is_asked_for(script: Script, reference: Reference) -> bool:
    """Whether it is a class that something is compared with."""
    taker = script.taker(reference.node)
    return isinstance(taker, cst.Call) and script.source.code(taker.func) in ("isinstance", "issubclass")


def _keep_rows(script: Script, reference: Reference) -> None:
    """Today's Adam steps rows as 1.8 did but for epsilon, which it scales with another power than for others."""
    if reference.beyond or script.is_skipped(reference.node) or _is_asked_for(script, reference):
        return
    if reference.call is None:
        script.say(reference.node, "PM343", reference.short, _CLASS)
    else:
        _wrap(script, reference, reference.call, "of_sparse")


def _say_rows(script: Script) -> None:
    """Where a table with a row that 1.8.5 trained is read by its name."""
    asked = [call.args[0].value for _, call in script.source.method_calls("find_var", "var", "get_var") if call.args]
    read = {text.start for each in asked for text in texts(Spot(script.facts, each)) if text.end is None}
    for reference in script.references:
        if reference.name.endswith((".create_parameter", ".fc")):
            given = ("attr", "name") if reference.name.endswith("parameter") else ("param_attr",)
            read |= {text.start for text in _names(script, reference, *given)}
    for reference in script.open("embedding"):
        sparse, row = reference.argument("is_sparse"), reference.argument("padding_idx")
        if sparse is None or row is None or reference.beyond or script.is_skipped(reference.node):
            continue
        named = next((text.start for text in _names(script, reference, "param_attr") if text.start in read), None)
        if named and constants(script.facts, sparse) != (False,) and constants(script.facts, row) != (None,):
            script.say(reference.node, "PM343", reference.short, _ROW.format(named))


def _names(script: Script, reference: Reference, *parameters: str) -> list[Text]:
    given = [] if reference.call is None else map(reference.argument, parameters)
    found = [text for each in given if each is not None for text in names_given(Spot(script.facts, each))]
    return [text for text in found if text.end is None]


def _say_norm(script: Script, reference: Reference) -> None:
    if not reference.beyond and not script.is_skipped(reference.node) and script.facts.says(_PADDED):
        script.say(reference.node, "PM343", reference.short, _NORM)


def _say_values(script: Script, reference: Reference, why: str) -> None:
    if not reference.beyond and not script.is_skipped(reference.node):
        script.say(reference.node, "PM343", reference.short, why)


def _wrap(script: Script, reference: Reference, call: cst.Call, function: str) -> None:
    name, where = write_written(script, function), script.source.core(call)
    script.edits.enclose(*where, lambda: f"{name}({script.edits.render(*where)})")
    script.say(reference.node, "PM119", reference.short, _WRITTEN.format(name))
