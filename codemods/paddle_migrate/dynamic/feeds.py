"""What is fed: `paddle.static.data` as the description of a tensor, feeders that make tensors of samples."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.templates import of_written, template
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.helpers import (
    DATASETS,
    FED_FIRST,
    FEEDER,
    FEEDERS,
    LOADERS,
    SEQUENCE_FEEDER,
    SEQUENCE_LOADER,
)
from paddle_migrate.dynamic.listed import NOT_SEEN, fed_name, listed
from paddle_migrate.dynamic.models import Models
from paddle_migrate.dynamic.over_files import Datasets
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Line, Reading, Stays, body_of, small, target_names, value_of
from paddle_migrate.text.arguments import argument

LENGTHS = "_lengths"  # behind the name of what is fed as rows of sequences


def write_feeds(
    program: Program, models: Models, direct: list[cst.Call], draft: Draft, spell: Callable[[str], str],
    datasets: Datasets | None = None
) -> None:
    """Those that feeders, datasets or saved models name stay as descriptions, `spell` gives the names of modules;
    `direct`: loaders that go."""
    reading = program.reading
    feeders = [call for call in reading.calls if reading.called(call) in (*FEEDERS, *LOADERS) and call not in direct]
    needed: set[str] = {name for saved in models.saved for name in saved.feeds}
    gone = [argument(call, 0, "feed_list") for call in direct]
    for node in (*gone, *(each for saved in models.saved for each in saved.lists)):
        _take_out_lists(program, draft, node)
    for call in feeders:
        needed |= _write_feeder(program, draft, call)
    for told in datasets.told if datasets is not None else ():
        needed |= set(told.fed)
        told.write(draft, sequences(program))
        _take_out_lists(program, draft, told.given)
    for line in program.lists:
        draft.replace(line, [])
        draft.vanish(reading.scope(program.home), target_names(small(line))[0])
    if feeders:
        _write_class(program, draft, spell)
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


def _write_class(program: Program, draft: Draft, spell: Callable[[str], str]) -> None:
    """What makes tensors of samples, above what did so for the program."""
    source, name = program.reading.source, _class_of(program)
    made = template(of_written(name))
    uses = [str(use).partition(".") for use in made.uses]
    spelled = [last if first == "builtins" else f"{spell(first)}.{last}" for first, _, last in uses]
    helper = program.reading.helper(FEEDER)
    assert helper is not None
    at = source.line_start(source.line(helper))
    text = made.text.format(*spelled, name=name)
    draft.edits.insert(at, f"{text}\n\n".replace("\n", source.newline), rank=-6)


def _class_of(program: Program) -> str:
    return "SequenceBatchFeeder" if sequences(program) else "BatchFeeder"


def sequences(program: Program) -> list[str]:
    """The variables that are fed as rows of sequences: those that have lengths beside them, where such are fed."""
    reading = program.reading
    if not any(reading.called(call) in (SEQUENCE_FEEDER, SEQUENCE_LOADER, *DATASETS) for call in reading.calls):
        return []
    return [name for name in program.feeds if f"{name}{LENGTHS}" in program.feeds]


def _write_feeder(program: Program, draft: Draft, call: cst.Call) -> set[str]:
    """`DataFeeder(feed_list=[x, y], place=place)` → `BatchFeeder([x, y])`, of sequences x
    `SequenceBatchFeeder([x, y], ["x"])`."""
    reading = program.reading
    keys = {feed.key: feed.name for feed in program.feeds.values()}
    names: list[str] = []
    for node in listed(reading, argument(call, 0, "feed_list")):
        text = fed_name(node, keys)
        if text not in program.feeds or not program.is_seen(call, text):
            raise Stays(call, NOT_SEEN)
        names.append(text)
    if not names:
        raise Stays(call, NOT_SEEN)
    rows = sequences(program)
    given = ", ".join(reading.string(name) for name in rows if name in names)
    text = f"[{', '.join(names)}], [{given}]" if rows else f"[{', '.join(names)}]"
    draft.put(*reading.source.span(call), f"{_class_of(program)}({text})")
    _take_out_lists(program, draft, argument(call, 0, "feed_list"))
    return set(names)


def fed_dictionary(reading: Reading, node: cst.BaseExpression | None) -> cst.Dict | None:
    """The dictionary that is written out for it; in the one `return` of a function of the file that it is called of."""
    value = reading.value(node)
    bindings = reading.bindings(value.func) if isinstance(value, cst.Call) else []
    function = bindings[0].node if len(bindings) == 1 else None
    if isinstance(function, cst.FunctionDef) and function in reading.functions.values() and not function.decorators:
        inside = reading.inside(function)
        returns = [each for each in inside if isinstance(each, (cst.Return, cst.Yield))]
        last = small(body_of(function)[-1]) if body_of(function) else None
        value = value_of(last) if len(returns) == 1 and returns[0] is last else None
    return value if isinstance(value, cst.Dict) else None


def _take_out_lists(program: Program, draft: Draft, node: cst.BaseExpression | None) -> None:
    """The statements that make lists of what is fed or saved, which nothing else reads."""
    reading, value = program.reading, program.reading.value(node)
    if isinstance(value, cst.Call) and reading.called(value) == FED_FIRST:
        _take_out_lists(program, draft, value.args[0].value)
        return
    bindings = reading.bindings(node)
    line = reading.source.parents.get(bindings[0].node) if bindings else None
    if value is not node and isinstance(line, Line) and line not in [*program.network, *program.lists] and isinstance(
            value, (cst.ListComp, cst.List, cst.Tuple)) and len(bindings[0].uses) == 1:
        draft.replace(line, [])
        draft.vanish(bindings[0].scope, bindings[0].name)
    elif value is not node:
        return
    if isinstance(value, cst.ListComp):
        _take_out_lists(program, draft, value.for_in.iter)
