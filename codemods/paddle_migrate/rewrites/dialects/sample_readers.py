"""With --idiom dataset: a generator over a list of samples that yields batches → a `paddle.io.Dataset` and its
`DataLoader`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import depends
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sample_loops import SampleLoops, sample_loops
from paddle_migrate.facts.sample_readers import SampleReader, Unlike, candidates, sample_reader
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script

_CLASS = "Samples"
_ORDER = "DataLoader shuffles each epoch by itself: samples come in another order than from this shuffle()"
_RANKS = "each rank reads samples of its own from the order of an epoch, where ranks took turns batch by batch; " \
    "what the last batches lack is filled with samples from the start"
_ARRAYS = ("astype", "array", "asarray", "reshape")


def rewrite(script: Script) -> None:
    if "dataset" not in script.options.idiom or not script.references:
        return
    for generator in candidates(script.facts):
        if script.is_skipped(generator) or depends(script, generator, generator.name.value):
            continue
        try:
            reader = sample_reader(script.facts, generator)
            loops = sample_loops(script.facts, generator, "to_variable", "distributed_batch_reader")
        except Unlike as unlike:
            script.say(generator, "PM238", generator.name.value, f"the reader stays as it is: {unlike}")
            continue
        _write(script, reader, loops)


def _write(script: Script, reader: SampleReader, loops: SampleLoops) -> None:
    source, generator = script.source, reader.generator
    dataset = script.imports.spell("paddle.io.Dataset", script.references[0].binding)
    script.edits.replace(*source.core(generator), lambda: _class(script, reader, dataset))
    script.edits.replace(*source.core(loops.returned), _loader(script, reader, bool(loops.split)))
    for call in loops.started:
        script.edits.delete(source.core(call.func)[1], source.core(call)[1])
    for reference in loops.tensors:
        _take_out(script, reference, "value")
    for reference in loops.split:
        _take_out_split(script, reference)
    name = generator.name.value
    script.say(generator, "PM120", name, "→ paddle.io.Dataset and paddle.io.DataLoader")
    if reader.shuffled:
        script.say(generator, "PM238", name, _ORDER)
    if loops.split:
        script.say(generator, "PM238", name, _RANKS)


def _take_out(script: Script, reference: Reference, parameter: str) -> None:
    """`to_variable(images)` → `images`."""
    value = reference.argument(parameter)
    assert reference.call is not None
    assert value is not None
    script.edits.replace(*script.source.core(reference.call), lambda: script.render(value))
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {script.source.code(value)}: it is a tensor already")


def _take_out_split(script: Script, reference: Reference) -> None:
    """`reader = distributed_batch_reader(reader)` goes: the loader's sampler does it."""
    call = reference.call
    assert call is not None
    assign, value = script.source.parents.get(call), call.args[0].value
    same = isinstance(assign, cst.Assign) and script.source.code(assign.targets[0].target) == script.source.code(value)
    if same:
        script.beside.delete(assign)  # type: ignore[arg-type]
    else:
        script.edits.replace(*script.source.core(call), lambda: script.render(value))
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, "→ paddle.io.DistributedBatchSampler")


def _class(script: Script, reader: SampleReader, dataset: str) -> str:
    """The class in place of the generator; what makes a sample stays at the depth where it stands."""
    source, newline = script.source, script.source.newline
    indent = script.indentation(reader.generator)
    inner, deep = indent + source.indent, indent + 2 * source.indent
    first, last = _span_of_body(script, reader)
    start, end = source.core(reader.generator)
    comments = [c for c in source.comments if start <= c.start < end and not first <= c.start < last]
    header = (newline + indent).join([*(c.value for c in comments), f"class {_name(script)}({dataset}):"])
    lines = [header]
    if reader.document is not None:
        lines += [inner + script.render(reader.document.body[0]), ""]  # type: ignore[attr-defined]
    item = reader.loop.target.value if isinstance(reader.loop.target, cst.Name) else ""
    by_place = reader.is_counted or reader.count is not None
    lines.append(inner + "def " + _call("__getitem__", "self", item if by_place else _index(reader)) + ":")
    if not by_place:
        lines.append(f"{deep}{item} = {_over(reader)}[{_index(reader)}]")
    if reader.body:
        lines.append(script.edits.render(first, last).strip("\r\n"))
    lines.append(f"{deep}return {', '.join(_value(script, reader, *each) for each in reader.yielded)}")
    length = script.render(reader.count) if reader.count is not None else f"len({_over(reader)})"
    lines += ["", f"{inner}def __len__(self):", f"{deep}return {length}"]
    return newline.join(lines)


def _span_of_body(script: Script, reader: SampleReader) -> tuple[int, int]:
    """What makes a sample, in whole lines, with the comments above it."""
    if not reader.body:
        return 0, 0
    source, first = script.source, reader.body[0]
    above = len(getattr(first, "leading_lines", ()))
    end = source.line_at(source.core(reader.body[-1])[1] - 1)
    return source.line_start(source.line(first) - above), source.line_start(end + 1)


def _name(script: Script) -> str:
    name = _CLASS
    while any(name in scope.bindings for scope in script.scopes.everywhere()):
        name += "_"
    return name


def _index(reader: SampleReader) -> str:
    return "index" if _over(reader) != "index" else "at"


def _over(reader: SampleReader) -> str:
    return reader.order.value if reader.order is not None else ""


def _value(script: Script, reader: SampleReader, array: cst.Call, name: cst.Name) -> str:
    """`np.array(images)` of what was put into the list, where that is no array already."""
    given = reader.appended[name.value]
    start, end = script.source.span(name)
    first, last = script.source.span(array)
    text = script.render(given)
    plain = script.source.code(array).endswith(f"array({name.value})")
    if plain and _is_array(script, given):
        return text
    return script.source.text[first:start] + text + script.source.text[end:last]


def _is_array(script: Script, value: cst.BaseExpression) -> bool:
    made = origins_of(script.facts, value)
    calls = [each.func for each in made if isinstance(each, cst.Call)]
    return len(calls) == len(made) and all(isinstance(f, cst.Attribute) and f.attr.value in _ARRAYS for f in calls)


def _loader(script: Script, reader: SampleReader, split: bool) -> str:
    """`return DataLoader(…)`, with a sampler for the rank where the ranks took turns."""
    binding = script.references[0].binding
    loader = script.imports.spell("paddle.io.DataLoader", binding)
    assert reader.size is not None
    how = [f"batch_size={script.source.code(reader.size)}"]
    if reader.shuffled:
        how.append(f"shuffle={script.source.code(reader.only_if) if reader.only_if is not None else 'True'}")
    if not reader.keeps_rest:
        how.append("drop_last=True")
    if not split:
        return "return " + _call(loader, f"{_name(script)}()", *how)
    sampler = script.imports.spell("paddle.io.DistributedBatchSampler", binding)
    samples = f"{_name(script)}()"
    return "return " + _call(loader, samples, "batch_sampler=" + _call(sampler, samples, *how))


def _call(function: str, *arguments: str) -> str:
    return f"{function}({', '.join(arguments)})"
