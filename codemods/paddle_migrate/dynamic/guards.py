"""A program that stands under guards of its own, as the default one: layers know of no program that they belong to."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.helpers import IN_PROGRAM, LOADS_MODEL
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Reading, small, target_names, value_of
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

GUARD, PROGRAM, NAMES = "paddle.static.program_guard", "paddle.static.Program", "paddle.utils.unique_name.guard"
SCOPE = "paddle.static.scope_guard"
_DEFAULTS = ("paddle.static.default_main_program", "paddle.static.default_startup_program")
_PROGRAMS = (PROGRAM, *_DEFAULTS)
_NAME_SCOPE = "paddle.static.name_scope"
_OF_NAMES = (NAMES, _NAME_SCOPE)


def with_programs_apart(text: str) -> str:
    """`main, startup = Program(), Program()` as two statements; so of the default ones."""
    if "rogram(), " not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for line in {id(each): each for call in reading.calls if reading.called(call) in _PROGRAMS
                 if isinstance(each := reading.line_of(call), cst.SimpleStatementLine)}.values():
        value, names = value_of(small(line)), target_names(small(line))
        values = [each.value for each in value.elements] if isinstance(value, cst.Tuple) else []
        if 0 < len(values) == len(names) and all(reading.called(each) in _PROGRAMS for each in values):
            between = f"{reading.source.newline}{reading.source.indentation(line)}"
            rows = [f"{name} = {reading.code(each)}" for name, each in zip(names, values, strict=True)]
            edits.replace(*reading.source.core(line), between.join(rows))
    return edits.result()


def without_copied(text: str) -> str:
    """The text without `x = in_program(copy, x)`: layers know of one x alone."""
    if f"{IN_PROGRAM.partition('.')[2]}(" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for call in reading.calls:
        line = reading.source.parents.get(reading.source.parents.get(call))
        if isinstance(line, cst.SimpleStatementLine) and reading.called(call) == IN_PROGRAM and _is_same(line, call):
            first, behind = reading.source.line(line), lines_of(reading, line)[1]
            edits.replace(reading.source.line_start(first), reading.source.line_start(behind), "")
    return edits.result()


def _is_same(line: cst.SimpleStatementLine, call: cst.Call) -> bool:
    """Whether it gives the variables the names that they have."""
    given, names = argument(call, 1, "variables"), target_names(small(line))
    inside = [each.value for each in given.elements] if isinstance(given, (cst.List, cst.Tuple)) else [given]
    block = [each.value if isinstance(each, cst.Name) else "" for each in inside]
    return value_of(small(line)) is call and bool(names) and block == names


def without_guards(text: str) -> str:
    """The text with `main = default_main_program()` in place of `main = Program()`, and what stood under
    `program_guard(main, startup)` beside it; the text itself where there are several programs, or other uses."""
    if GUARD.rpartition(".")[2] not in text:
        return text
    reading = Reading(text)
    source = reading.source
    guards = {id(call): call for call in reading.calls if reading.called(call) == GUARD}
    blocks = [block for call in guards.values() if (block := block_of(reading, call)) is not None]
    programs = [call for call in reading.calls if reading.called(call) == PROGRAM]
    names = [_given(reading, call) for call in guards.values()]
    if guards and len(blocks) == len(guards) and not programs and all(
            _are_defaults(reading, call) for call in guards.values()):
        return _unwrapped(reading, blocks, Edits(text)) or text
    others = _DEFAULTS[:1] if all(len(each) == 1 for each in names) else _DEFAULTS  # the default one starts it, too
    defaults = [call for call in reading.calls if reading.called(call) in others]
    if defaults and (programs or len(defaults) < 2 or any(source.lies_in(call, block) for block in blocks
                                                          for call in defaults)):
        return text
    programs = programs or defaults  # the start-up program is built as the main one, and the other way around
    if not guards or len(blocks) < len(guards) or not all(names) or len({each[0] for each in names}) > 1 or len(
            {name for each in names for name in each}) > 2:
        return text
    edits, made = Edits(text), dict[str, str]()
    for call in programs:
        line = source.parent(call, cst.SimpleStatementLine)
        target = target_names(small(line)) if line is not None else []
        if line is None or value_of(small(line)) is not call or len(target) != 1 or target[0] in made:
            return text
        place = 0 if target[0] == names[0][0] else 1
        made[target[0]] = _DEFAULTS[place]
        root = reading.code(call.func).rpartition(".")[0]
        edits.replace(*source.span(call), f"{root}.{_DEFAULTS[place].rpartition('.')[2]}()")
    if set(made) != {name for each in names for name in each} or any("." not in reading.code(c.func) for c in programs):
        return text
    return _unwrapped(reading, blocks, edits) or text


def without_name_scopes(text: str) -> str:
    """The text without `with name_scope("teacher"):`, which named operators: layers have none."""
    if _NAME_SCOPE.rpartition(".")[2] not in text:
        return text
    reading, edits, steps = Reading(text), Edits(text), dict[int, int]()
    for block in reading.source.all(cst.With):
        if all(reading.called(each.item) == _NAME_SCOPE and each.asname is None for each in block.items) and isinstance(
                block.body, cst.IndentedBlock) and not unwrap(reading, block, steps):
            return text
    dedented(reading, edits, steps)
    return edits.result()


def without_scopes(text: str) -> str:
    """The text without `with scope_guard(scope):` around what trains, if it is the only scope of a program that starts
    once, in there: it holds its parameters, as layers do by themselves."""
    if SCOPE.rpartition(".")[2] not in text:
        return text
    reading = Reading(text)
    guards = [(call, block_of(reading, call)) for call in reading.calls if reading.called(call) == SCOPE]
    found = [(call, block) for call, block in guards if block is not None and not loads_a_model(reading, block)]
    scopes = {id(reading.value(argument(call, 0, "scope"))) for call, _ in found}
    blocks, starts = [block for _, block in found], _starts(reading)
    inside = [start for start in starts if any(reading.source.lies_in(start, block) for block in blocks)]
    if len(scopes) != 1 or len(starts) != 1 or not inside:
        return text
    return _unwrapped(reading, blocks, Edits(text)) or text


def loads_a_model(reading: Reading, block: cst.With) -> bool:
    return any(reading.called(call) in LOADS_MODEL for call in reading.calls_in(block))


def _starts(reading: Reading) -> list[cst.Call]:
    """Runs that neither feed nor fetch anything."""
    return [call for _, call in reading.source.method_calls("run") if len(call.args) == 1]


def _are_defaults(reading: Reading, guard: cst.Call) -> bool:
    """`program_guard(main, startup)` of the programs that are the default ones anyway."""
    given = [arg for arg in guard.args if arg.keyword is None and not arg.star]
    called = [reading.called(reading.value(arg.value)) for arg in given]
    return len(given) == len(guard.args) > 0 and called == list(_DEFAULTS[: len(called)])


def _given(reading: Reading, guard: cst.Call) -> list[str]:
    """The main program, and what starts it, by their names; nothing where that is not seen."""
    given = [argument(guard, 0, "main_program"), argument(guard, 1, "startup_program")]
    found = [reading.code(each) for each in given if each is not None]
    return found if given[0] is not None and len(found) == len(guard.args) else []


def _unwrapped(reading: Reading, blocks: list[cst.With], edits: Edits) -> str:
    """The text without the guards; "" where a line of theirs cannot go back."""
    steps: dict[int, int] = {}  # how far each line goes back; a head goes
    for block in [*blocks, *names_guards(reading, blocks)]:
        if not unwrap(reading, block, steps):
            return ""
    dedented(reading, edits, steps)
    return edits.result()


def dedented(reading: Reading, edits: Edits, steps: dict[int, int]) -> None:
    """Take lines back by so much each; those of heads go."""
    for number, step in steps.items():
        start, row = reading.source.line_start(number), reading.source.line_text(number)
        edits.replace(start, start + (min(step, len(row) - len(row.lstrip(" \t"))) if step >= 0 else len(row)), "")


def block_of(reading: Reading, call: cst.Call) -> cst.With | None:
    """The `with` that a guard is of, if it is of nothing else."""
    item = reading.source.parents.get(call)
    block = reading.source.parents.get(item) if item is not None else None
    if not isinstance(item, cst.WithItem) or not isinstance(block, cst.With) or item.asname is not None:
        return None
    others = [reading.called(each.item) for each in block.items if each is not item]
    return block if all(name in _OF_NAMES for name in others) and isinstance(block.body, cst.IndentedBlock) else None


def names_guards(reading: Reading, blocks: list[cst.With]) -> list[cst.With]:
    """Guards of names inside of them."""
    return [each for each in reading.source.all(cst.With) if each not in blocks
            and all(reading.called(item.item) in _OF_NAMES for item in each.items)
            and any(reading.source.lies_in(each, block) for block in blocks)]


def unwrap(reading: Reading, block: cst.With | cst.If, steps: dict[int, int]) -> bool:
    """Take the head of a block out and its lines back; whether that can be done."""
    source, body = reading.source, block.body.body
    first, begin = source.line(block), source.line(body[0])
    while begin > first + 1 and source.line_text(begin - 1).lstrip().startswith("#"):
        begin -= 1
    if any(isinstance(node, (cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(node)
           for node in reading.inside(block)):
        return False
    step = len(source.indentation(body[0])) - len(source.indentation(block))
    steps |= dict.fromkeys(range(first, begin), -1)
    for line in range(begin, source.line_at(source.core(block)[1] - 1) + 1):
        if steps.get(line, 0) >= 0:
            steps[line] = steps.get(line, 0) + step
    return True
