"""What 1.x's layers kept under other names: `emb._w`, `pool._pool_type`, `conv._num_filters`, `fc._act`.

Parameters of 1.6 are `weight` and `bias` today. Of arguments, today's layers keep few in the same form: where the
script shows the layer being made, what 1.8.5 had is written in the attribute's place.
"""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from paddle_migrate.facts.scopes import dotted
from paddle_migrate.rules.expansion import Default, Given, Refused, bind, call_of
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.tables import table
from paddle_migrate.script import Script

IN_PROGRAMS = False  # attributes that the dynamic graph's layers had
# Today's attributes that are what 1.8.5's were: of convolutions, whatever they are given.
_TODAY = {
    "_stride": "_stride", "_dilation": "_dilation", "_num_channels": "_in_channels", "_num_filters": "_out_channels",
}  # fmt: skip
# Today's layers have these too, some in another form.
_STILL_THERE = frozenset((
    "_bias_attr", "_data_layout", "_dilation", "_dtype", "_epsilon", "_groups", "_in_place", "_is_distributed",
    "_momentum", "_name", "_padding", "_padding_idx", "_param_attr", "_size", "_stride", "_trainable_statistics",
    "_use_cudnn", "_use_global_stats", "ignore_index", "reduction", "weight", "_output_size", "_dim", "_eps",
    "_power_iters",
))  # fmt: skip
# Those whose other form is no list.
_OTHERWISE = {
    "_padding_idx": "today's layer has it as it was given, where 1.8's had -1 for None, and rows counted from the "
    "first",
}
_DROPS = "_dropout_prob"
_OWN_DROPS = re.compile(rb"\b(?:self|cls)\._dropout_prob *=(?!=)")
Table = dict[str, dict[str, str]]


def _parameters() -> Table:
    return table("_runtime.first_call", "_ATTRIBUTES")


def _arguments() -> Table:
    return table("_runtime.old_attributes", "ATTRIBUTES")


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    made = _layers(script)
    for old in sorted({old for each in _parameters().values() for old in each}):
        for attribute in script.source.attributes.get(old, ()):
            _parameter(script, attribute, made.get(_last(attribute.value), []))
    if _DROPS in script.source.text and not script.facts.says(_OWN_DROPS):
        _drops(script)
    for old in sorted({old for each in _arguments().values() for old in each} - {"weight", "reduction", _DROPS}):
        for attribute in script.source.attributes.get(old, ()):
            _argument(script, attribute, made.get(_last(attribute.value), []))


def _drops(script: Script) -> None:
    """The probability of whatever layer of dropout: `layer._dropout_prob`, and the functions that ask for it so."""
    today = table("_runtime.old_attributes", "LOOKED_AT")["Dropout"][_DROPS]
    for attribute in script.source.attributes.get(_DROPS, ()):
        if not script.is_skipped(attribute):
            script.edits.replace(*script.source.span(attribute.attr), today)
            script.say(attribute, "PM105", _DROPS, f"→ {today}")
    for call in script.source.all(cst.Call):
        func, name = dotted(call.func), call.args[1].value if len(call.args) > 1 else None
        if not isinstance(name, cst.SimpleString) or name.evaluated_value != _DROPS or script.is_skipped(call):
            continue
        if func == "hasattr":
            kind = script.imports.spell("paddle.nn.Dropout", None)
            script.edits.replace(*script.source.span(call.func), "isinstance")
            script.edits.replace(*script.source.span(name), kind)
        elif func in ("getattr", "setattr"):
            script.edits.replace(*script.source.span(name), repr(today))


def _layers(script: Script) -> dict[str, list[tuple[str, cst.Call]]]:
    """The layers that the file makes, by the last name that it gives them."""
    found: dict[str, list[tuple[str, cst.Call]]] = {}
    for reference in script.references:
        short = reference.rule.short if isinstance(reference.rule, Rule) else ""
        assign = script.source.parents.get(reference.call) if reference.call is not None else None
        is_layer = short in _parameters() or short in _arguments()
        if is_layer and reference.call is not None and isinstance(assign, cst.Assign) and len(assign.targets) == 1:
            found.setdefault(_last(assign.targets[0].target), []).append((short, reference.call))
    found.pop("", None)
    return found


def _last(node: cst.CSTNode) -> str:
    return dotted(node).rpartition(".")[2] if isinstance(node, (cst.Name, cst.Attribute)) else ""


def _parameter(script: Script, attribute: cst.Attribute, made: list[tuple[str, cst.Call]]) -> None:
    """A parameter by its name of 1.6."""
    old = attribute.attr.value
    new = next((n for short, _ in made if (n := _parameters().get(short, {}).get(old))), None)
    if new is not None and not script.is_skipped(attribute):
        script.edits.replace(*script.source.span(attribute.attr), new)
        script.say(attribute, "PM105", old, f"→ {new}")


def _argument(script: Script, attribute: cst.Attribute, made: list[tuple[str, cst.Call]]) -> None:
    """What a layer kept of an argument."""
    old = attribute.attr.value
    mine = [(short, call) for short, call in made if old in _arguments().get(short, {})]
    if script.is_skipped(attribute) or (not mine and not _is_a_layer_s(script, attribute)):
        return
    if _is_set(script, attribute):
        _say_gone(script, attribute, "today's layer does not look at it: make the layer anew")
        return
    if mine and len(mine) == len(made) and all("Conv" in short for short, _ in mine) and old in _TODAY:
        if _TODAY[old] != old:
            script.edits.replace(*script.source.span(attribute.attr), _TODAY[old])
            script.say(attribute, "PM105", old, f"→ {_TODAY[old]}")
        return
    values = {_value(script, short, call, old) for short, call in mine}
    if len(values) == 1 and len(mine) == len(made) and None not in values:
        text = values.pop()
        assert text is not None
        script.edits.replace(*script.source.span(attribute), text)
        script.say(attribute, "PM105", old, f"→ {text}, which today's layer does not keep")
    elif mine and old in _OTHERWISE:
        _say_gone(script, attribute, _OTHERWISE[old])
    elif old not in _STILL_THERE:
        _say_gone(script, attribute, "today's layer does not keep it: write what the layer was made with")
    elif mine:
        script.say(attribute, "PM229", old, "today's layer has it as it was given, 1.8's had a list")


def _is_a_layer_s(script: Script, attribute: cst.Attribute) -> bool:
    """Whether an attribute of who knows what can only be one of 1.8.5's layers'."""
    old = attribute.attr.value
    if old in _STILL_THERE or isinstance(attribute.value, cst.Call):
        return False
    if isinstance(attribute.value, cst.Name) and attribute.value.value in ("self", "cls"):
        return False
    return not any(_is_set(script, other) for other in script.source.attributes.get(old, ()))


def _is_set(script: Script, attribute: cst.Attribute) -> bool:
    parent = script.source.parents.get(attribute)
    return isinstance(parent, cst.AssignTarget) or (
        isinstance(parent, (cst.AugAssign, cst.AnnAssign)) and parent.target is attribute
    )


def _say_gone(script: Script, attribute: cst.Attribute, why: str) -> None:
    script.say(attribute, "PM331", attribute.attr.value, f"an attribute of 1.8's layers, and {why}")


def _value(script: Script, short: str, call: cst.Call, old: str) -> str | None:
    """What 1.8.5's layer had there, as text; None where the script does not tell."""
    rule = script.by_call[call].rule
    if not isinstance(rule, Rule) or any(arg.star for arg in call.args):
        return None
    written = tuple((a.keyword.value if a.keyword else "", (script.source.code(a.value), ())) for a in call.args)
    try:
        bound = bind(rule, call_of(written))
    except Refused:
        return None
    name, _, length = _arguments()[short][old].partition(":")
    given = bound.get(name)
    if not (isinstance(given, Default) or (isinstance(given, Given) and given.known)):
        return None
    value: Any = given.value
    if length:
        value = [value] * int(length) if isinstance(value, int) else list(value)
    if old in _OTHERWISE and value is None:
        value = -1
    elif old in _OTHERWISE and not (isinstance(value, int) and value >= 0):
        return None
    return repr(value)
