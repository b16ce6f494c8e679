"""`py_reader(…)` and its like → loaders over generators, written into the script; `read_file(reader)` asks them for the
variables that they feed."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.layout import laid_out
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = True
_HIDDEN = "its arguments are hidden: write them out"
_WRITTEN = "→ {}(), written into the script"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("py_reader"):
        _reader(script, reference)
    for reference in script.open("create_py_reader_by_data"):
        _of_variables(script, reference)
    for reference in script.open("read_file", "double_buffer"):
        if reference.call is None and not reference.beyond:
            _hand_on(script, reference)
        else:
            _read(script, reference)


def _reader(script: Script, reference: Reference) -> None:
    call = _plain(script, reference)
    if call is None:
        return
    levels, name = reference.argument("lod_levels"), reference.argument("name")
    has_sequences = levels is not None and not _are_none(script, levels)
    given = [reference.argument(each) for each in ("capacity", "shapes", "dtypes", *["lod_levels"] * has_sequences)]
    kept = [each for each in given if each is not None]
    if len(kept) == len(given):
        helper = "SequenceReader" if has_sequences else "ProgramReader"
        _write(script, reference, call, helper, kept, {} if name is None else {"name": name})


def _of_variables(script: Script, reference: Reference) -> None:
    call = _plain(script, reference)
    feeds, capacity = reference.argument("feed_list"), reference.argument("capacity")
    if call is not None and feeds is not None and capacity is not None:
        _write(script, reference, call, "VariableReader", [feeds], {"capacity": capacity})


def _plain(script: Script, reference: Reference) -> cst.Call | None:
    call = reference.call
    if call is None or reference.beyond:
        return None  # said where names are
    if any(arg.star for arg in call.args):
        script.leave(reference, "PM303", _HIDDEN)
        return None
    return call


def _are_none(script: Script, levels: cst.BaseExpression) -> bool:
    """Whether the fields are no sequences: `None`, or nothing but zeros."""
    value = script.origins.only(levels)
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Multiply):  # `[0] * len(shapes)`
        value = value.left if isinstance(value.left, cst.List) else value.right
    if isinstance(value, (cst.List, cst.Tuple)):
        return all(script.source.code(each.value) == "0" for each in value.elements)
    return value is not None and script.source.code(value) == "None"


def _write(
    script: Script, reference: Reference, call: cst.Call, helper: str, values: list[cst.BaseExpression],
    named: dict[str, cst.BaseExpression],
) -> None:
    settle_inside(script, *(arg for arg in call.args if arg.value not in (*values, *named.values())))
    name = write_written(script, helper)

    def arguments() -> list[str]:
        return [*map(script.render, values), *(f"{key}={script.render(value)}" for key, value in named.items())]

    script.edits.replace(*script.source.core(call), lambda: laid_out(script, call, name, arguments()))
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, _WRITTEN.format(name))


def _hand_on(script: Script, reference: Reference) -> None:
    """`f = read_file` → `f = lambda reader: reader.read_file()`."""
    asks = reference.short.endswith("read_file")
    text = "lambda reader: reader.read_file()" if asks else "lambda reader, place=None, name=None: reader"
    text = text if script.source.stands_alone(reference.node) else f"({text})"
    script.edits.replace(*script.source.span(reference.node), text)
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, f"→ {text}")


def _read(script: Script, reference: Reference) -> None:
    """`read_file(reader)` → `reader.read_file()`, `double_buffer(reader)` → `reader`."""
    call, reader = _plain(script, reference), reference.argument("reader")
    if call is None or reader is None:
        return
    settle_inside(script, *(arg for arg in call.args if arg.value is not reader))
    asked = ".read_file()" if reference.short.endswith("read_file") else ""
    plain = isinstance(reader, (cst.Name, cst.Attribute, cst.Call, cst.Subscript)) or not asked

    def text() -> str:
        return f"{script.render(reader)}{asked}" if plain else f"({script.render(reader)}){asked}"

    script.edits.replace(*script.source.core(call), text)
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, "→ the reader's own" if asked else "taken out: it reads ahead")
