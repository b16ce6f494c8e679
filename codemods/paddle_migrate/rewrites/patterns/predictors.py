"""`fluid.core.AnalysisConfig`, `create_paddle_predictor(config)`, `PaddleTensor` → `paddle.inference`: its settings and
predictor, whose runs still take Paddle 1's tensors by a function that is written into the script."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_COMMENTS = True
IN_PROGRAMS = True
_METHODS = {
    "get_input_tensor": "get_input_handle", "get_output_tensor": "get_output_handle", "zero_copy_run": "run",
}  # fmt: skip
_LOST = ("get_input_tensor_shape", "get_serialized_program", "program", "scope", "SaveOptimModel")
_OF_NO_USE = "switch_use_feed_fetch_ops"  # today's predictors know no other way
_BY_NAME = "switch_specify_input_names"
_BY_NAME_SAID = (rf"\.{_BY_NAME}\(([^)]*)\)", r"\.specify_input_name\s*=\s*(\w+)")
_MADE = re.compile(rb"\bcreate_paddle_predictor\b")
_GONE = {
    "enable_lite_engine": "Paddle 3 has none: leave it out, the predictor computes the same without",
    "enable_quantizer": "Paddle 3 has none: convert the model with paddle-migrate model OLD -o NEW",
    "quantizer_config": "Paddle 3 has none: convert the model with paddle-migrate model OLD -o NEW",
    "to_native_config": "there is one kind of settings today: hand on the config itself",
}
_NO_LONGER = "today's predictors have none: ask the model's file with paddle.static.load_inference_model"
_LENGTHS = "Paddle 1's files take it; for what today's Paddle saves copy np.diff(lod[-1]) to the input NAME_lengths"
_WRITTEN = "→ {}, written into the script"
_FILES = "Paddle 1's files are read as they are, or today's beside them; where Paddle " \
         "has dropped an operator, paddle-migrate model OLD -o NEW converts them"
_FED = "copy each array with predictor.get_input_handle(name).copy_from_cpu(array), call predictor.run(), and take " \
       "predictor.get_output_handle(name).copy_to_cpu()"


def may_be_in(text: str) -> bool:
    return any(name in text for name in _METHODS)


def rewrite(script: Script) -> None:
    if not script.references and not may_be_in(script.source.text):
        return
    for reference in script.open("AnalysisConfig"):
        _config(script, reference)
    for reference in script.open("create_paddle_predictor", "PaddleDType"):
        name = "create_predictor" if reference.rule.short != "PaddleDType" else "DataType"  # type: ignore[union-attr]
        _rename(script, reference, reference.node, f"paddle.inference.{name}")
    for receiver, call in script.source.method_calls(*_GONE, "set_model", _OF_NO_USE):
        if not script.is_skipped(call) and script.kinds.what(receiver) == "config":
            _setting(script, receiver, call)
    for receiver, call in calls_of_others(script.facts, *_METHODS):
        if not script.is_skipped(call):
            _method(script, receiver, call)
    for receiver, call in script.source.method_calls(*_LOST):
        if not script.is_skipped(call) and _is_predictor(script.facts, receiver):
            script.say(call, "PM345", call.func.attr.value, _NO_LONGER)  # type: ignore[attr-defined]
    for receiver, call in script.source.method_calls("set_lod"):
        if not script.is_skipped(call) and _is_input(script, receiver):
            script.say(call, "PM202", "set_lod", _LENGTHS)
    _tensors(script)


def _rename(script: Script, reference: Reference, node: cst.CSTNode, name: str) -> None:
    spelled = script.imports.spell(name, reference.binding)
    script.edits.replace(*script.source.span(node), spelled)
    script.settle(reference)
    script.say(reference.node, "PM102", reference.short, f"→ {spelled}")


def _config(script: Script, reference: Reference) -> None:
    """The class itself is named for its precisions and by `isinstance`; whoever makes one by another name would miss
    the files that are found and oneDNN that is off."""
    call, above = reference.call, script.source.parents.get(reference.node)
    if reference.beyond[:1] == ["Precision"] and above is not None:
        _rename(script, reference, above, "paddle.inference.PrecisionType")
    elif reference.beyond or _is_asked_for(script, reference.node):
        _rename(script, reference, reference.node, "paddle.inference.Config")
    elif call is None or any(arg.keyword for arg in call.args):
        script.leave(reference, "PM305", "is used as a value here; write a call, or today's name")
    elif len(call.args) == 1 and script.kinds.what(call.args[0].value) == "config":
        _rename(script, reference, reference.node, "paddle.inference.Config")
    else:
        name = write_written(script, "predictor_config")
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(call, "PM202", reference.short, f"→ {name}, written into the script: {_FILES}")


def _is_asked_for(script: Script, node: cst.CSTNode) -> bool:
    """`isinstance(x, AnalysisConfig)`, `x: AnalysisConfig`."""
    taker = script.taker(node)
    asked = isinstance(taker, cst.Call) and script.source.code(taker.func) == "isinstance"
    return asked or isinstance(script.source.parents.get(node), cst.Annotation)


def _setting(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    """A method of a config."""
    name = call.func.attr.value  # type: ignore[attr-defined]
    if name in _GONE:
        script.say(call, "PM345", f"AnalysisConfig.{name}", _GONE[name])
    elif name == "set_model":
        helper, given = write_written(script, name), [receiver, *(arg.value for arg in call.args)]
        script.edits.replace(*script.source.core(call), lambda: f"{helper}({', '.join(map(script.render, given))})")
        script.say(call, "PM202", f"AnalysisConfig.{name}", f"→ {helper}, written into the script: {_FILES}")
    elif script.is_whole_statement(call) and _does_nothing(script, call):
        script.beside.delete(script.source.parents[call])
        script.say(call, "PM101", name, "taken out: today's predictors know no other way")


def _does_nothing(script: Script, call: cst.Call) -> bool:
    return all(only_gives_a_value(script.facts, arg.value) for arg in call.args)


def _method(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    func = call.func
    assert isinstance(func, cst.Attribute)
    name = func.attr.value
    if script.definitions.own_class(receiver) is not None or script.kinds.what(receiver) not in ("", "predictor"):
        return
    if not _is_predictor(script.facts, receiver):
        if script.facts.says(_MADE) and not script.names.resolve(receiver):
            script.say(call, "PM345", name, f"not seen to be Paddle's predictor: of one, write {_METHODS[name]}")
    elif name == "zero_copy_run" and not script.is_whole_statement(call):
        script.say(call, "PM345", name, "today's run() gives nothing: call it in a statement of its own")
    else:
        script.edits.replace(*script.source.span(func.attr), _METHODS[name])
        script.say(call, "PM101", name, f"→ {_METHODS[name]}")


def _is_input(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is what `predictor.get_input_tensor(name)` gives."""
    made = script.origins.only(node)
    func = made.func if isinstance(made, cst.Call) else None
    asked = isinstance(func, cst.Attribute) and func.attr.value == "get_input_tensor"
    return asked and _is_predictor(script.facts, func.value)  # type: ignore[union-attr]


def _tensors(script: Script) -> None:
    """Runs that are given tensors, and the class of these."""
    calls = [(receiver, call) for receiver, call in script.source.method_calls("run") if not script.is_skipped(call)]
    given = [(receiver, call) for receiver, call in calls if len(call.args) == 1 and not call.args[0].keyword]
    runs = [call for receiver, call in given if _is_predictor(script.facts, receiver)]
    for reference in script.open("PaddleTensor", "PaddleBuf"):
        if runs:
            _rename(script, reference, reference.node, f"paddle.base.core.{reference.rule.short}")  # type: ignore[union-attr]
        else:
            script.leave(reference, "PM345", f"is not seen to come to a predictor here: {_FED}")
    by_name = _goes_by_name(script) if runs else None
    for call in runs:
        if by_name is None:
            script.say(call, "PM345", "run", f"which input has which name is known only when it runs: {_FED}")
        else:
            _run(script, call, by_name)


def _run(script: Script, call: cst.Call, by_name: bool) -> None:
    name, func, value = write_written(script, "run_tensors"), call.func, call.args[0].value
    assert isinstance(func, cst.Attribute)
    named = ", by_name=True" if by_name else ""
    script.edits.replace(
        *script.source.core(call), lambda: f"{name}({script.render(func.value)}, {script.render(value)}{named})"
    )
    script.say(call, "PM101", "run", _WRITTEN.format(name))


def _goes_by_name(script: Script) -> bool | None:
    """Whether tensors are fed by their names and not in their order, as all files of the program say; None where that
    is known only when it runs."""
    others = script.facts.others
    own = re.sub(r"(?m)^\s*#.*$", "", script.source.text)
    found = [each for pattern in _BY_NAME_SAID for each in re.findall(pattern, own)]
    found += [each for pattern in _BY_NAME_SAID for each in (others.find(pattern) if others is not None else ())]
    said = {each.strip() or "True" for each in found}
    return said == {"True"} if said in (set(), {"True"}, {"False"}) else None


def _is_predictor(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one, or None until one is made."""
    ends = values_of(facts).ends(Spot(facts, node), _makes_one)
    made = [end for end in ends if not (isinstance(end.node, cst.Name) and end.node.value == "None")]
    return bool(made) and all(map(_makes_one, made))


def _makes_one(spot: Spot) -> bool:
    return isinstance(spot.node, cst.Call) and spot.facts.kinds.what(spot.node) == "predictor"
