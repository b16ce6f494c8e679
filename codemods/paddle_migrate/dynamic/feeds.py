"""What is fed: `paddle.static.data` as the description of a tensor, feeders that make tensors of samples."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.templates import of_written, template
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.helpers import FEEDER, LOADER, VARIABLE
from paddle_migrate.dynamic.models import Models
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Stays, small, target_names
from paddle_migrate.text.arguments import argument

_NOT_SEEN = "it is not seen here what the feeder feeds"


def write_feeds(program: Program, models: Models, draft: Draft, spell: Callable[[str], str]) -> None:
    """Those that feeders or saved models name stay as descriptions, `spell` gives the names of modules."""
    reading, source = program.reading, program.reading.source
    feeders = [call for call in reading.calls if reading.called(call) in (FEEDER, LOADER)]
    needed: set[str] = {name for saved in models.saved for name in saved.feeds}
    for call in feeders:
        needed |= _write_feeder(program, draft, call)
    for line in program.lists:
        draft.replace(line, [])
        draft.vanish(reading.scope(program.home), target_names(small(line))[0])
    if feeders:
        made = template(of_written("BatchFeeder"))
        names = [str(use).partition(".") for use in made.uses]
        spelled = [last if first == "builtins" else f"{spell(first)}.{last}" for first, _, last in names]
        text = made.text.format(*spelled, name="BatchFeeder")
        at = source.line_start(source.line(reading.helpers[FEEDER.partition(".")[2]]))
        draft.edits.insert(at, f"{text}\n".replace("\n", source.newline), rank=-6)
    for feed in program.feeds.values():
        if feed.name not in needed:
            draft.replace(feed.line, [])
            continue
        shape, dtype = argument(feed.call, 1, "shape"), argument(feed.call, 2, "dtype")
        if shape is None:
            raise Stays(feed.call, "what is fed has no shape here")
        kind = reading.code(dtype) if dtype is not None else reading.string("float32")
        spec = f"{spell('paddle')}.static.InputSpec({reading.code(shape)}, {kind}, {reading.string(feed.name)})"
        draft.replace(feed.line, [f"{feed.name} = {spec}"])


def _write_feeder(program: Program, draft: Draft, call: cst.Call) -> set[str]:
    """`DataFeeder(feed_list=[x, y], place=place)` → `BatchFeeder([x, y])`."""
    reading = program.reading
    keys = {feed.key: feed.name for feed in program.feeds.values()}
    names: list[str] = []
    for node in _listed(program, argument(call, 0, "feed_list")):
        key = keys.get(str(node.evaluated_value)) if isinstance(node, cst.SimpleString) else None
        text = node.value if isinstance(node, cst.Name) else key
        if text is None or text not in program.feeds or not program.is_seen(call, text):
            raise Stays(call, _NOT_SEEN)
        names.append(text)
    if not names:
        raise Stays(call, _NOT_SEEN)
    draft.put(*reading.source.span(call), f"BatchFeeder([{', '.join(names)}])")
    _take_out_list(program, draft, argument(call, 0, "feed_list"))
    return set(names)


def _listed(program: Program, node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
    """What a list names: variables, or the names of data, of `[variable(program, name) for name in names]` as well."""
    reading = program.reading
    value = reading.value(node)
    if isinstance(value, cst.ListComp) and isinstance(value.for_in.target, cst.Name) and not value.for_in.ifs and (
            value.for_in.inner_for_in is None and reading.called(value.elt) == VARIABLE):
        name = argument(value.elt, 1, "name") if isinstance(value.elt, cst.Call) else None
        if isinstance(name, cst.Name) and name.value == value.for_in.target.value:
            value = reading.value(value.for_in.iter)
    return [each.value for each in value.elements] if isinstance(value, (cst.List, cst.Tuple)) else []


def _take_out_list(program: Program, draft: Draft, node: cst.BaseExpression | None) -> None:
    """The statement that makes a feeder's list of variables, which nothing else reads."""
    reading, value = program.reading, program.reading.value(node)
    if value is node or not isinstance(value, cst.ListComp):
        return
    line = reading.source.parents.get(reading.source.parents[value])
    (binding,) = reading.bindings(node)
    if isinstance(line, Line) and len(binding.uses) == 1:
        draft.replace(line, [])
        draft.vanish(binding.scope, binding.name)
