"""A function that builds a program and is told by a constant what for, once for training and once for tests: two, in
which the constant has decided, in the places of their calls."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.inlined import Mention, is_part, with_inlined
from paddle_migrate.dynamic.modes import Modes, NotOne
from paddle_migrate.dynamic.pieces import indentation, lines_of
from paddle_migrate.dynamic.reading import Reading, body_of, small
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.dynamic.twins import without_twins
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error


def with_told_apart(text: str, mention: Mention) -> str:
    """The text with one program in place of the two; itself where that is not known to be right."""
    if "program_guard(" not in text or "minimize(" not in text:
        return text
    reading = Reading(text)
    for function in reading.functions.values():
        if not is_part(reading, function) or mention(function.name.value):
            continue
        new, names = _apart(reading, function)
        if names and python_error(new) is None:
            new = with_inlined(settled(new, lambda old, names=names: _decided(Reading(old), names)), mention)  # type: ignore[misc]
            one = without_twins(new) if python_error(new) is None else new
            if one != new:
                return one
    return text


def _apart(reading: Reading, function: cst.FunctionDef) -> tuple[str, list[str]]:
    """The text with a function for each of its two calls, and their names; none where it has others."""
    source, name = reading.source, function.name.value
    uses = reading.uses(reading.scopes.module, name)
    calls = [call for use in uses if isinstance(call := source.parents.get(use), cst.Call) and call.func is use]
    modes = Modes(reading, Edits(source.text), {})
    try:
        given = [modes.given(call, function) for call in calls]
    except NotOne:
        return "", []
    scope = reading.scope(function)
    told = [param for param in function.params.params if len(scope.bindings[param.name.value]) == 1 and all(
        param.name.value in each and modes.constant(each[param.name.value]) for each in given) and len(
        {reading.code(each[param.name.value]) for each in given}) > 1]
    if len(calls) != 2 or len(uses) != 2 or not told or any(source.lies_in(call, function) for call in calls):
        return "", []
    edits, names, texts = Edits(source.text), list[str](), list[str]()
    first, behind = lines_of(reading, function)
    for number, (call, values) in enumerate(zip(calls, given, strict=True), 1):
        new = f"{name}_{number}"
        while new in reading.taken:
            new += "_"
        names.append(new)
        inner = Edits(source.text)
        inner.replace(*source.span(function.name), new)
        _leave_out(reading, inner, list(function.params.params), told)
        for param in told:
            for use in reading.uses(scope, param.name.value):
                inner.replace(*source.span(use), reading.code(values[param.name.value]))
        texts.append(inner.render(source.line_start(first), source.line_start(behind), closed=False).strip("\r\n"))
        edits.replace(*source.span(call.func), new)
        gone = [arg for arg in call.args if any(arg.value is values[param.name.value] for param in told)]
        _leave_out(reading, edits, list(call.args), gone)
    between = source.newline * 3
    edits.replace(source.line_start(first), source.line_start(behind), between.join(texts) + source.newline)
    return edits.result(), names


def _leave_out(
    reading: Reading, edits: Edits, every: list[cst.Param] | list[cst.Arg], gone: list[cst.Param] | list[cst.Arg]
) -> None:
    """Parameters, or arguments."""
    source = reading.source
    if not gone or not every:
        return
    kept = [each for each in every if not any(each is one for one in gone)]
    last = every[-1]
    inner = last.default if isinstance(last, cst.Param) and last.default is not None else last
    start, end = source.span(every[0])[0], max(source.core(last)[1], source.span(inner)[1])
    texts = [source.code(each).strip().rstrip(",") for each in kept]
    edits.replace(start, end, ", ".join(texts))


# -- what a constant decides ---------------------------------------------------------------------------------------


def _decided(reading: Reading, names: list[str]) -> str:
    """The text with one choice less in the functions of these names."""
    modes = Modes(reading, Edits(reading.source.text), {})
    for function in (reading.functions[name] for name in names if name in reading.functions):
        for node in reading.inside(function):
            is_asked = isinstance(node, (cst.Comparison, cst.UnaryOperation))
            test = node.test if isinstance(node, (cst.If, cst.IfExp)) else node if is_asked else None
            told = modes.told(test, {}) if isinstance(test, cst.BaseExpression) else None
            if told is None:
                continue
            edits = Edits(reading.source.text)
            if is_asked:
                edits.replace(*reading.source.span(node), str(bool(told[0])))
                return edits.result()
            if isinstance(node, cst.IfExp):
                chosen = node.body if told[0] else node.orelse
                edits.replace(*reading.source.span(node), reading.code(chosen))
                return edits.result()
            if isinstance(node, cst.If) and _choose(reading, edits, node, bool(told[0])):
                return edits.result()
        text = _without_unreached(reading, function)
        if text:
            return text
    return reading.source.text


def _choose(reading: Reading, edits: Edits, node: cst.If, is_true: bool) -> bool:
    """Have the branch that is taken stand in the place of all; whether it can."""
    source, other = reading.source, node.orelse
    above = source.parents.get(node)
    start, end = source.line_start(source.line(node)), source.line_start(lines_of(reading, node)[1])
    if any(isinstance(each, (cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(each)
           for each in reading.inside(node)) or (isinstance(above, cst.If) and above.orelse is node):
        return False
    indent = indentation(source, source.line(node))
    if not is_true and isinstance(other, cst.If):
        rest = source.text[source.start(other) : end]
        edits.replace(start, end, f"{indent}{rest.removeprefix('el')}")
        return True
    block = node.body if is_true else other.body if isinstance(other, cst.Else) else None
    if block is not None and not isinstance(block, cst.IndentedBlock):
        return False
    rows = [f"{indent}pass"] if block is None else []
    if block is not None:
        lines = block.body
        first, last = lines_of(reading, lines[0])[0], lines_of(reading, lines[-1])[1]
        step = len(indentation(source, source.line(lines[0]))) - len(indent)
        rows = [row[step:] if row[:step].isspace() else row for row in source.text[
            source.line_start(first) : source.line_start(last)].split(source.newline)[:-1]]
    edits.replace(start, end, "".join(f"{row}{source.newline}" for row in rows))
    return True


def _without_unreached(reading: Reading, function: cst.FunctionDef) -> str:
    """Without what stands behind a return, and without `pass` beside other statements; "" where there is none."""
    source, lines = reading.source, body_of(function)
    place = next((number for number, line in enumerate(lines) if isinstance(small(line), cst.Return)), len(lines))
    gone = lines[place + 1 :]
    for node in reading.inside(function):
        block = node.body if isinstance(node, cst.IndentedBlock) else ()
        if len(block) > 1:
            gone += [line for line in block if isinstance(small(line), cst.Pass)]
    if not gone:
        return ""
    edits = Edits(source.text)
    for line in gone[:1]:
        first, behind = lines_of(reading, line)
        edits.replace(source.line_start(first), source.line_start(behind), "")
    return edits.result()
