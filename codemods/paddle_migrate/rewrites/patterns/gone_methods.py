"""Methods that optimizers, feeders and what loaders give had, and today's have not: `apply_optimize`, `feed_parallel`,
`batch[0]['x'].shape()`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.definitions import is_of_super
from paddle_migrate.facts.fed_batches import is_fed
from paddle_migrate.facts.sequences import asks_for_lengths
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_SERVERS = "of data sets that servers share, today's has none: leave it out, or have each worker list its own files"
_OF_DATASETS = (
    "begin_pass", "desc", "end_pass", "set_enable_pv_merge", "set_feed_type", "set_merge_by_lineid", "set_merge_by_sid",
    "set_parse_logkey",
)  # fmt: skip
_OF_FEEDERS = {
    "decorate_reader": "feed each batch of the reader through feed()",
    "feed_parallel": "it fed several devices, and one runs here: feed each batch through feed()",
}

_LENGTHS = ("lod", "recursive_sequence_lengths")  # where something has any, fetched_lengths.py looks at all of them
_OF_FED = ("_dtype", "_is_initialized", "_place", "set", "set_lod", "set_recursive_sequence_lengths")
_ARRAYS = "loaders give arrays today, which have no such method: ask the array, or change what the generator gives"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for receiver, call in script.source.method_calls(*_OF_DATASETS):
        if not script.is_skipped(call) and _is_dataset(script, receiver):
            script.say(call, "PM333", f"DatasetBase.{call.func.attr.value}", _SERVERS)  # type: ignore[attr-defined]
    for receiver, call in calls_of_others(script.facts, "apply_optimize", *_OF_FEEDERS):
        own = script.definitions.own_class(receiver) is not None or is_written(script.facts, call) or is_of_super(call)
        name = call.func.attr  # type: ignore[attr-defined]
        if own or script.is_skipped(call):
            continue
        if name.value == "feed_parallel" and _feed_at_once(script, call):
            continue
        if name.value in _OF_FEEDERS:
            script.say(call, "PM333", f"DataFeeder.{name.value}", _OF_FEEDERS[name.value])
            continue
        pairs = argument(call, 2, "params_grads")
        if pairs is None:
            script.say(call, "PM333", "apply_optimize", "call apply_gradients with the pairs")
            continue
        _apply(script, call, pairs)
    lengths = () if asks_for_lengths(script.facts) else _LENGTHS
    for receiver, call in script.source.method_calls(*_OF_FED, *lengths):
        name = call.func.attr.value  # type: ignore[attr-defined]
        if not script.is_skipped(call) and is_fed(Spot(script.facts, receiver)):
            script.say(call, "PM333", f"LoDTensor.{name}", _ARRAYS)
    for receiver, call in script.source.method_calls("shape"):
        if not call.args and not script.is_skipped(call) and _is_fed(script, receiver):
            above = script.source.parents.get(call)
            before, after = ("", "") if isinstance(above, cst.Subscript) and above.value is call else ("list(", ")")
            name = script.imports.spell("numpy.asarray", None)
            script.edits.wrap(*script.source.core(receiver), f"{before}{name}(", ")")
            script.edits.replace(script.source.span(call.func)[1], script.source.core(call)[1], after)
            script.say(call, "PM119", "shape", "→ shape of the array: loaders feed arrays")


def _is_dataset(script: Script, node: cst.BaseExpression) -> bool:
    """What `DatasetFactory().create_dataset(…)` gives."""
    ends = values_of(script.facts).ends(Spot(script.facts, node))
    made = (end.node.func for end in ends if isinstance(end.node, cst.Call))
    return any(isinstance(func, cst.Attribute) and func.attr.value == "create_dataset" for func in made)


def _is_fed(script: Script, node: cst.BaseExpression) -> bool:
    """What loaders give for each variable: a list of dictionaries by names, of a loader that is not seen, too."""
    if is_fed(Spot(script.facts, node)):
        return True
    tensor = script.origins.only(node)
    if not isinstance(tensor, cst.Subscript) or not _has(tensor, cst.SimpleString):
        return False
    batch = script.origins.only(tensor.value)
    return isinstance(batch, cst.Subscript) and _has(batch, cst.Integer)


def _has(part: cst.Subscript, kind: type[cst.BaseExpression]) -> bool:
    index = part.slice[0].slice
    return len(part.slice) == 1 and isinstance(index, cst.Index) and isinstance(index.value, kind)


def _feed_at_once(script: Script, call: cst.Call) -> bool:
    """`run(feed=list(feeder.feed_parallel(batches, devices)))`: the one device is fed them as one batch."""
    above = script.source.parents.get(script.source.parents.get(call))
    listed = above if isinstance(above, cst.Call) and script.source.code(above.func) == "list" else call
    run = script.source.parents.get(script.source.parents.get(listed))
    batches = argument(call, 0, "iterable")
    if not isinstance(run, cst.Call) or argument(run, 1, "feed") is not listed or batches is None:
        return False
    receiver = call.func.value  # type: ignore[attr-defined]

    def written() -> str:
        return f"{script.render(receiver)}.feed([each for batch in {script.render(batches)} for each in batch])"

    script.edits.replace(*script.source.core(listed), written)
    script.say(call, "PM119", "DataFeeder.feed_parallel", "→ feed() of all samples: one device runs them as one batch")
    return True


def _apply(script: Script, call: cst.Call, pairs: cst.BaseExpression) -> None:
    assert isinstance(call.func, cst.Attribute)
    start, end = script.source.span(call.func.attr)[0], script.source.core(call)[1]
    script.edits.replace(start, end, lambda: f"apply_gradients({script.render(pairs)})")
    script.say(call, "PM119", "apply_optimize", "→ apply_gradients, which takes the pairs alone")
