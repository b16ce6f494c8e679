"""What a program is fed as rows of sequences: `LoDTensor()`, `create_lod_tensor(…)`, random ones, and `split_feed(…)`
around `feed=` of runs, which gives the lengths a name of their own; all written into the script. Where no program has
sequences, what `create_lod_tensor` is given is fed as it is, and `LoDTensor()` is Paddle's own."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from paddle_migrate.changes.class_values import names_a_class
from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import is_old_run
from paddle_migrate.facts.sequences import feeds_rows, has_sequences
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.sequences import ROWS
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_MADE = {
    "paddle.fluid.LoDTensor": "LoDTensor", "paddle.fluid.core.LoDTensor": "LoDTensor",
    "paddle.fluid.Tensor": "LoDTensor", "paddle.fluid.core.Tensor": "LoDTensor",
    "paddle.fluid.create_lod_tensor": "create_lod_tensor",
    "paddle.fluid.lod_tensor.create_lod_tensor": "create_lod_tensor",
    "paddle.fluid.create_random_int_lodtensor": "create_random_int_lodtensor",
    "paddle.fluid.lod_tensor.create_random_int_lodtensor": "create_random_int_lodtensor",
}  # fmt: skip
_METHODS = ("set_lod", "recursive_sequence_lengths", "lod", "shape")
_MAKES = re.compile(rb"\b(?:LoDTensor|Tensor|create_lod_tensor|create_random_int_lodtensor)\(")
_LEVELS = (
    "sequences of sequences have no form today: feed the inner ones as one level, and count by the outer lengths, "
    "which are data of their own"
)
_KIND = "which of two classes it is today is seen where it is made: ask hasattr(x, 'set_lod'), or isinstance() of both"
# of fluid, and those that scripts are given in their place
_FEEDER = re.compile(r"\b(?:Data|Sequence)Feeder$")
_LOADER = re.compile(r"\b(?:from_generator|PyReader|(?:Feed|Sequence)Loader|(?:Program|Sequence|Variable)Reader)$")
_ARRAY = re.compile(r"(?:np|numpy)\.(?:random\.)?\w+$")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    made = [each for each in script.open(*{name.rpartition(".")[2] for name in _MADE}) if each.name in _MADE]
    if made and _are_arrays(script, made):
        for reference in made:
            _feed_itself(script, reference)
        return
    for reference in made:
        if reference.beyond:
            continue
        if names_a_class(script, reference.node):
            _ask_kind(script, reference)
            continue
        if not feeds_rows(script.facts):
            _take_paddles(script, reference)
            continue
        if _has_levels(script, reference):
            script.leave(reference, "PM303", _LEVELS)
            continue
        write_written(script, "LoDTensor", tuple(name for name in _METHODS if not _is_asked(script, name)))
        name = write_written(script, _MADE[reference.name])
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(reference.node, "PM117", reference.short, f"→ {name}, written into the script")
    if feeds_rows(script.facts):
        for _, call in script.source.method_calls("run"):
            says_so = bool(script.references) or argument(call, -1, "feed") is not None
            if says_so and is_old_run(script.facts, call) and not script.is_skipped(call):
                _split(script, call)


def _has_levels(script: Script, reference: Reference) -> bool:
    """`create_lod_tensor(data, [[2, 1], [3, 2, 1]], place)`."""
    lengths = reference.argument("recursive_seq_lens")
    ends = values_of(script.facts).ends(Spot(script.facts, lengths)) if lengths is not None else []
    return any(isinstance(end.node, (cst.List, cst.Tuple)) and len(end.node.elements) > 1 for end in ends)


def _take_paddles(script: Script, reference: Reference) -> None:
    """`fluid.LoDTensor()` where nothing of the program has lengths: a tensor, which today's runs take, too."""
    name = script.imports.spell("paddle.base.core.LoDTensor", reference.binding)
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM102", reference.short, f"→ {name}: no program here has sequences")


def _ask_kind(script: Script, reference: Reference) -> None:
    """`isinstance(out, fluid.LoDTensor)`: what a run gives is Paddle's own, what the script makes is not."""
    if isinstance(script.source.parent(reference.node, cst.Arg, cst.Annotation, cst.Comparison), cst.Comparison):
        script.leave(reference, "PM305", _KIND)
        return
    kinds = [script.imports.spell("paddle.base.core.LoDTensor", reference.binding)]
    if script.facts.says(_MAKES) and feeds_rows(script.facts):
        kinds.insert(0, write_written(script, "LoDTensor"))
    script.edits.replace(*script.source.span(reference.node), kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})")
    script.settle(reference)
    script.say(reference.node, "PM102", reference.short, f"→ {kinds[-1]}, which runs give")


def _is_asked(script: Script, method: str) -> bool:
    method = "lod|recursive_sequence_lengths" if method == "lod" else method  # of which the second becomes the first
    method = "(?!)" if method == "recursive_sequence_lengths" else f"(?:{method})"
    return script.facts.says(re.compile(rf"\.{method}\b".encode()))


def _are_arrays(script: Script, made: list[Reference]) -> bool:
    """Whether all are arrays with lengths that nobody asks for: no file of the programs that are built here has
    sequences."""
    others = script.facts.others
    elsewhere = bool(others.program(ROWS)) if others is not None else False
    built = any(each.name.endswith(".data") for each in script.references)
    return built and not elsewhere and not has_sequences(script.facts) and all(_is_array(script, each) for each in made)


def _is_array(script: Script, reference: Reference) -> bool:
    """`x = create_lod_tensor(np.array(…), lengths, place)`, fed in a dictionary."""
    data, call = reference.argument("data"), reference.call
    if call is None or data is None or reference.beyond or any(arg.star for arg in call.args):
        return False
    array = script.origins.only(data)
    if not isinstance(array, cst.Call) or not _ARRAY.match(script.source.code(array.func)):
        return False
    lengths = reference.argument("recursive_seq_lens")
    if lengths is None or script.source.has_effects(lengths):
        return False
    name = script.assigned_name(call)
    uses = [use for binding in script.scopes.find(name) for use in binding.uses] if name is not None else [call]
    return all(isinstance(script.source.parents.get(use), cst.DictElement) for use in uses)


def _feed_itself(script: Script, reference: Reference) -> None:
    call, data = reference.call, reference.argument("data")
    assert call is not None
    assert data is not None
    settle_inside(script, *(arg for arg in call.args if arg.value is not data))
    script.edits.replace(*script.source.core(call), lambda: script.render(data))
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, "→ the array itself: no program here has sequences")


def _split(script: Script, call: cst.Call) -> None:
    fed = argument(call, 1, "feed")
    if fed is None or is_written(script.facts, call) or script.source.code(fed) in ("None", "{}"):
        return
    has_split = {cst.Call: _gives_split, cst.Name: _is_loaded}.get(type(fed))
    if has_split is not None and has_split(script, fed):
        return
    name = write_written(script, "split_feed")
    script.edits.wrap(*script.source.span(fed), f"{name}(", ")")
    script.say(fed, "PM117", "feed", f"→ {name}(), written into the script")


def _gives_split(script: Script, fed: Any) -> bool:
    """`split_feed(…)`, `feeder.feed(rows)`, and `next(loader)`, which have split what they give."""
    if isinstance(fed.func, cst.Attribute):
        return fed.func.attr.value == "feed" and _is_made(Spot(script.facts, fed.func.value), _FEEDER)
    called = script.source.code(fed.func)
    return called == "split_feed" or (
        called == "next" and len(fed.args) == 1 and _is_made(Spot(script.facts, fed.args[0].value), _LOADER))


def _is_made(spot: Spot, by: re.Pattern[str]) -> bool:
    """Whether it is surely an object that is made so, or what goes through one: `loader()`, `iter(loader)`."""
    ends = values_of(spot.facts).ends(spot)
    return bool(ends) and all(isinstance(each.node, cst.Call) and _makes(each, each.node, by) for each in ends)


def _makes(end: Spot, call: cst.Call, by: re.Pattern[str]) -> bool:
    if by.search(end.facts.source.code(call.func)):
        return True
    through = call.args[0].value if len(call.args) == 1 and end.facts.source.code(call.func) == "iter" else None
    inner = through if through is not None else call.func if not call.args else None
    return inner is not None and _is_made(end.at(inner), by)


def _is_loaded(script: Script, fed: Any) -> bool:
    """A batch of a loop over a loader, which has split it: `for data in loader():`, or of `enumerate(loader)`."""
    bindings = script.scopes.find(fed)
    loop = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(loop, cst.For):
        return False
    batch: cst.BaseExpression = loop.target
    batches = loop.iter
    counted = isinstance(batches, cst.Call) and script.source.code(batches.func) == "enumerate" and batches.args
    if isinstance(batch, cst.Tuple) and isinstance(batches, cst.Call) and counted:
        batch, batches = batch.elements[-1].value, batches.args[0].value
    loader = batches.func if isinstance(batches, cst.Call) and not batches.args else batches
    made = script.origins.only(loader) if isinstance(loader, cst.Name) else None
    called = script.source.code(made.func) if isinstance(made, cst.Call) else ""
    return batch.deep_equals(fed) and _LOADER.search(called) is not None
