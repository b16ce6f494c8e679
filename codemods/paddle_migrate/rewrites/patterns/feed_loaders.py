"""Loaders over generators that feed a program: `DataLoader.from_generator(feed_list=…)` → `FeedLoader(…)`, and
`DataFeeder(…)`, both written into the script."""

from __future__ import annotations

import re
from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.fed import by_name, main_program
from paddle_migrate.changes.fed_arrays import feed_arrays
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.layout import laid_out
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fed_lists import is_data, lists_data
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sequences import feeds_sequences
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ASKS = re.compile(rb"\.iterable\b")
_LOADERS = ("DataLoader", "PyReader")
_NO_FEED = "which variables it feeds is hidden, or it feeds none: give feed_list="


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_LOADERS):
        _loader(script, reference)
    for reference in script.open("DataFeeder"):
        _feeder(script, reference)


def _loader(script: Script, reference: Reference) -> None:
    made = _made_by(script, reference)
    if made is None:
        return
    feeds, capacity, lists, iterable = (
        reference.argument(name, made) for name in ("feed_list", "capacity", "return_list", "iterable"))
    iterable = iterable if script.facts.says(_ASKS) else None
    if feeds is None or script.source.code(feeds) in ("None", "[]") or any(arg.star for arg in made.args):
        script.leave(reference, "PM303", _NO_FEED)
        return
    settle_inside(script, *(arg for arg in made.args if arg.value not in (feeds, capacity, lists, iterable)))
    name = write_written(script, "SequenceLoader" if feeds_sequences(script.facts) else "FeedLoader")

    def arguments() -> list[str]:
        kept = [script.render(feeds)]
        if capacity is not None:
            kept.append(f"capacity={script.render(capacity)}")
        if lists is not None and script.source.code(lists) != "False":
            kept.append(f"return_list={script.render(lists)}")
        if iterable is not None:
            kept.append(f"iterable={script.render(iterable)}")
        return kept

    script.edits.replace(*script.source.core(made), lambda: laid_out(script, made, name, arguments()))
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, f"→ {name}(), written into the script")


def _made_by(script: Script, reference: Reference) -> cst.Call | None:
    """`DataLoader.from_generator(…)`, or `PyReader(…)`."""
    if reference.beyond == ["from_generator"]:
        attribute = script.source.parents.get(reference.node)
        call = script.source.parents.get(attribute)
        return call if isinstance(call, cst.Call) and call.func is attribute else None
    is_reader = reference.short.endswith("PyReader") and not reference.beyond
    return reference.call if is_reader else None


def _feeder(script: Script, reference: Reference) -> None:
    """`DataFeeder(['x', y], place)` → `DataFeeder([x, y])`: arrays have no place, and variables are their own."""
    feeds, call, program = reference.argument("feed_list"), reference.call, reference.argument("program")
    if call is None or feeds is None or reference.beyond or any(arg.star for arg in call.args):
        return
    if not script.options.dygraph and feed_arrays(script, reference, feeds):
        script.say(reference.node, "PM117", reference.short, "→ the arrays themselves")
        return
    named = None if program is None or script.source.code(program) == "None" else program
    settle_inside(script, *(arg for arg in call.args if arg.value not in (feeds, named)))
    name = write_written(script, "SequenceFeeder" if feeds_sequences(script.facts) else "DataFeeder")
    listed = _variables(script, reference, feeds, named)
    script.edits.replace(*script.source.core(call), lambda: laid_out(script, call, name, [listed()]))
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, f"→ {name}(), written into the script")


def _variables(
    script: Script, reference: Reference, feeds: cst.BaseExpression, program: cst.BaseExpression | None
) -> Callable[[], str]:
    """What is fed as a list of variables, where some may be names."""
    main = main_program(script, reference) if program is None else script.source.code(program)
    elements = _elements(script, feeds)
    if elements is not None and any(isinstance(each, cst.SimpleString) for each in elements):
        texts = [by_name(script, reference, e, main) if isinstance(e, cst.SimpleString) else None for e in elements]
        return lambda: f"[{', '.join(t or script.render(e) for t, e in zip(texts, elements, strict=True))}]"
    if elements is not None or lists_data(script.facts, feeds):
        return lambda: script.render(feeds)
    if _are_loaded_names(script, feeds):
        one = write_written(script, "variable")
        return lambda: f"[{one}({main}, name) for name in {script.render(feeds)}]"
    helper = write_written(script, "variables")
    more = "" if program is None else f", {main}"
    return lambda: f"{helper}({script.render(feeds)}{more})"


def _elements(script: Script, feeds: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """What a list that stands there holds, where each element shows whether it is a name."""
    if not isinstance(feeds, (cst.List, cst.Tuple)) or not all(type(each) is cst.Element for each in feeds.elements):
        return None
    found = [each.value for each in feeds.elements]
    shown = all(isinstance(each, cst.SimpleString) or is_data(script.facts, each) for each in found)
    return found if shown else None


def _are_loaded_names(script: Script, feeds: cst.BaseExpression) -> bool:
    """`program, names, targets = load_inference_model(…)`."""
    bindings = script.scopes.find(feeds) if isinstance(feeds, cst.Name) else []
    assign = bindings[0].node if len(bindings) == 1 else None
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if not isinstance(assign, cst.Assign) or not isinstance(target, (cst.Tuple, cst.List)) or len(target.elements) != 3:
        return False
    made = script.by_call.get(assign.value) if isinstance(assign.value, cst.Call) else None
    loaded = made is not None and made.name.endswith(".load_inference_model") and not made.beyond
    return loaded and isinstance(feeds, cst.Name) and target.elements[1].value.deep_equals(feeds)
