"""`feeder.feed(batch)` as the arrays that it makes, where the data that a feeder feeds are seen, and few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.changes.dropping import drop_statements, settle_inside
from paddle_migrate.facts.constants import Constant, constants, constants_at
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_lists import name_of_data
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.sequences import feeds_sequences
from paddle_migrate.facts.values.containers import written_out
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.readers import BATCHES, FLAT, PASSING

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_MOST = 8  # arrays in a script; more of them a class makes
_UNKNOWN = (None, -1)


@dataclass(frozen=True)
class _Field:
    name: str
    dtype: str
    shape: tuple[Constant, ...]
    has_rows: bool = False  # of sequences, whose lengths are fed beside them
    is_checked: bool = True  # whether 1.8.5 took nothing of another shape

    def arrays(self, script: Script, place: int, batch: str) -> list[str]:
        """Of one field of the batch's samples; samples of more than one size have that shape themselves."""
        known = sum(size in _UNKNOWN for size in self.shape) < 2
        shape = ", ".join("-1" if size in _UNKNOWN else str(size) for size in self.shape)
        numpy = script.imports.spell("numpy.array", None).rpartition(".")[0]
        field = f"row[{place}]"
        if self.has_rows:
            rows = f"{numpy}.concatenate([{numpy}.reshape({field}, [{shape}]) for row in {batch}])"
            lengths = f"{numpy}.array([len({field}) for row in {batch}], 'int64')"
            return [f"'{self.name}': {rows}.astype('{self.dtype}')", f"'{self.name}_lengths': {lengths}"]
        rows = f"{numpy}.array([{field} for row in {batch}], '{self.dtype}')"
        return [f"'{self.name}': {rows}.reshape([{shape}])" if known else f"'{self.name}': {rows}"]


def feed_arrays(script: Script, reference: Reference, feeds: cst.BaseExpression) -> bool:
    """Write arrays in place of all that a `DataFeeder` is asked for, and leave it out; whether that can be done."""
    made = reference.call
    name = script.assigned_name(made) if made is not None else None
    if made is None or name is None:
        return False
    asked = _asked(script, made, script.scopes.find(name))
    fields = _fields(script.facts, feeds) if asked else None
    if not fields or (any(not each.is_checked for each in fields) and not all(map(_are_flat, asked))):
        return False  # such data may be fed with pictures of another size, that no feeder makes into this one
    own = {id(use) for binding in script.scopes.find(name) for use in binding.uses}
    is_handed_on = not all(id(_feeder_of(script, each)) in own for each in asked)
    is_function = (len(asked) > 1 or is_handed_on) and _is_plain(script, made)
    if is_handed_on and not is_function:
        return False
    if sum(1 + each.has_rows for each in fields) * (1 if is_function else len(asked)) > _MOST:
        return False
    if (len(fields) > 1 or fields[0].has_rows) and not all(map(_is_batch, asked)):
        return False
    statement, gone = script.source.parents[made], _idle_lists(script, feeds)
    if is_function:
        _write_function(script, statement, script.source.code(name), fields)
        for each in asked:
            script.edits.replace(*script.source.core(_feed_of(script, each).func),
                                 script.source.code(_feeder_of(script, each)))
        settle_inside(script, statement)
        drop_statements(script, gone)
        return True
    for each in asked:
        _write(script, each, fields)
    drop_statements(script, [statement, *gone])
    return True


def _asked(script: Script, made: cst.Call, bindings: list[Binding]) -> list[Spot]:
    """The batches that the feeder is given, where nothing else is done with it, and nothing else stands for it; nothing
    where that is not seen."""
    having, found = reached(script.facts, made), dict[object, Spot]()
    if not having.are_only or len(bindings) != 1:
        return []
    for spot in having.spots:
        ends = values_of(script.facts).ends(Spot(spot.facts, spot.node))  # whoever calls the function
        if len(ends) != 1 or ends[0].node is not made:
            return []
        call = spot.facts.source.parents.get(spot.above)
        if not _is_feed(script, spot, call):
            return []
        assert isinstance(call, cst.Call)
        found[call] = Spot(spot.facts, call.args[0].value)
    return list(found.values())


def _is_feed(script: Script, spot: Spot, call: cst.CSTNode | None) -> bool:
    above = spot.above
    return (
        spot.facts is script.facts and isinstance(above, cst.Attribute) and above.attr.value == "feed"
        and above.value is spot.node and isinstance(call, cst.Call) and call.func is above
        and len(call.args) == 1 and not call.args[0].star and isinstance(call.args[0].value, cst.Name)
        and not script.is_skipped(call)
    )


def _is_plain(script: Script, made: cst.Call) -> bool:
    """Whether nothing else stands in the line that makes the feeder, and what it makes has one name."""
    assign = script.source.parents[made]
    line = script.source.parents.get(assign)
    alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    return alone and isinstance(assign, cst.Assign) and len(assign.targets) == 1


def _is_batch(spot: Spot) -> bool:
    """Whether it is a list of samples, which can be gone through again: what `paddle.batch` gives."""
    ends = values_of(spot.facts).ends(spot)
    return all(isinstance(end.node, cst.List) or _are_batches(_readers(end))
               for end in ends)


def _are_batches(readers: list[Spot]) -> bool:
    return bool(readers) and all(_made_by(each) in BATCHES for each in readers)


def _readers(batch: Spot) -> list[Spot]:
    """What is called for what the batch is one of; nothing where that is not seen."""
    part = batch.node if isinstance(batch.node, Part) and batch.node.place is None else None
    call = part.whole if part is not None else None
    return values_of(batch.facts).ends(batch.at(call.func)) if isinstance(call, cst.Call) else []


def _made_by(reader: Spot) -> str:
    """The name of what makes a reader."""
    return reader.facts.names.resolve(reader.node.func) if isinstance(reader.node, cst.Call) else ""


def _are_flat(batch: Spot) -> bool:
    """Whether the batch surely is of pictures that are rows of numbers."""
    readers = [_readers(end) for end in values_of(batch.facts).ends(batch)]
    return all(each and all(map(_reads_flat, each)) for each in readers)


def _reads_flat(reader: Spot) -> bool:
    name = _made_by(reader)
    if name in PASSING and isinstance(reader.node, cst.Call) and reader.node.args:
        return all(map(_reads_flat, values_of(reader.facts).ends(reader.at(reader.node.args[0].value))))
    return name.startswith(FLAT)


def _fields(facts: Facts, feeds: cst.BaseExpression) -> list[_Field] | None:
    found = [_field(facts, each) for each in _data(facts, feeds) or []]
    return [each for each in found if each is not None] if all(found) else None


def _data(facts: Facts, feeds: cst.BaseExpression) -> list[cst.Call | None] | None:
    """The calls that make the data of a list; those that are found by their names, too."""
    listed = _listed(facts, feeds)
    if isinstance(listed, cst.ListComp):
        loop, call = listed.for_in, listed.elt
        names = _listed(facts, loop.iter)
        if loop.ifs or loop.inner_for_in or not _finds(call) or not isinstance(names, (cst.List, cst.Tuple)):
            return None
        if not isinstance(loop.target, cst.Name) or facts.source.code(call.args[0].value) != loop.target.value:
            return None
        return [_named(facts, each.value) for each in names.elements]
    held = written_out(values_of(facts), Spot(facts, feeds))
    if held is None or any(each.facts is not facts for each in held):
        return None
    return [_made(facts, each.node) for each in held if isinstance(each.node, cst.BaseExpression)]


def _listed(facts: Facts, node: cst.BaseExpression) -> object:
    ends = values_of(facts).ends(Spot(facts, node))
    return ends[0].node if len(ends) == 1 and ends[0].facts is facts else None


def _made(facts: Facts, node: cst.BaseExpression) -> cst.Call | None:
    end = _listed(facts, node)
    if isinstance(end, cst.SimpleString):
        return _named(facts, end)
    if _finds(end):
        return _named(facts, end.args[0].value)
    return end if isinstance(end, cst.Call) else None


def _finds(node: object) -> TypeGuard[cst.Call]:
    """`block.var(name)`."""
    is_method = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "var"
    return is_method and len(node.args) == 1  # type: ignore[attr-defined]


def _named(facts: Facts, name: cst.BaseExpression) -> cst.Call | None:
    """The only data of that name; a file that has another program would make it again."""
    said = constants(facts, name)
    found = [call for call in facts.by_call if isinstance(call, cst.Call) and name_of_data(facts, call) in said]
    return found[0] if len(said) == len(found) == 1 else None


def _field(facts: Facts, made: cst.Call | None) -> _Field | None:
    reference = facts.by_call.get(made) if made is not None else None
    name = name_of_data(facts, made)
    if reference is None or not name or not name.isidentifier():
        return None
    shape, dtype = reference.argument("shape"), reference.argument("dtype")
    kinds = constants(facts, dtype) if dtype is not None else ("float32",)
    sizes = _sizes(facts, shape) if shape is not None else None
    appends = reference.argument("append_batch_size")
    if sizes is None or len(kinds) != 1 or not isinstance(kinds[0], str):
        return None
    if ".layers." in reference.name:
        if appends is not None:
            return None
        sizes = sizes if any(size in _UNKNOWN for size in sizes) else (-1, *sizes)
    level = reference.argument("lod_level")
    levels = constants(facts, level) if level is not None else (0,)
    has_rows = levels == (1,) and feeds_sequences(facts) and sizes[0] in _UNKNOWN and not set(sizes[1:]) & set(_UNKNOWN)
    is_checked = ".layers." not in reference.name or len(sizes) <= 2
    return _Field(name, kinds[0], sizes, has_rows, is_checked) if has_rows or levels in ((0,), (None,)) else None


def _sizes(facts: Facts, shape: cst.BaseExpression) -> tuple[Constant, ...] | None:
    held = written_out(values_of(facts), Spot(facts, shape))
    found = [_size(each) for each in held or []]
    return tuple(each[0] for each in found) if found and all(len(each) == 1 for each in found) else None


def _size(spot: Spot) -> tuple[Constant, ...]:
    is_open = spot.expression is not None and spot.facts.source.code(spot.expression) == "-1"
    return (-1,) if is_open else constants_at(spot)


def _feed_of(script: Script, batch: Spot) -> cst.Call:
    """The call of `feed` that is given the batch."""
    call = script.source.parents[script.source.parents[batch.node]]  # type: ignore[index]
    assert isinstance(call, cst.Call)
    return call


def _feeder_of(script: Script, batch: Spot) -> cst.BaseExpression:
    """What is asked there."""
    feed = _feed_of(script, batch).func
    assert isinstance(feed, cst.Attribute)
    return feed.value


def _write(script: Script, batch: Spot, fields: list[_Field]) -> None:
    call = _feed_of(script, batch)
    arrays = _dictionary(script, call, script.render(call.args[0].value), fields)
    script.edits.replace(*script.source.core(call), arrays)


def _write_function(script: Script, statement: cst.CSTNode, name: str, fields: list[_Field]) -> None:
    """A function of the feeder's name in its place, which all feeds of the script call."""
    row = f"{script.source.newline}{_column(script, statement)}{script.source.indent}"
    arrays = _dictionary(script, statement, "batch", fields, row)
    script.edits.replace(*script.source.core(statement), f"def {name}(batch):{row}return {arrays}")
    line, last = script.source.line(statement), script.source.line_at(script.source.core(statement)[1])
    above = script.source.line_text(line - 1).strip() if line > 1 else ""
    if above and not above.startswith("#") and not above.endswith(":"):
        lines.under(script, line - 1, line, lambda: [""])
    if script.source.line_text(last + 1).strip():
        lines.under(script, last, line, lambda: [""])


def _dictionary(script: Script, at: cst.CSTNode, batch: str, fields: list[_Field], row: str = "") -> str:
    """The arrays of a batch by their names; `row`: where a line begins, if not as the one at the node."""
    arrays = [array for place, each in enumerate(fields) for array in each.arrays(script, place, batch)]
    row = row or f"{script.source.newline}{_column(script, at)}"
    inner = ",".join(f"{row}{script.source.indent}{each}" for each in arrays)
    return f"{{{inner}{row}}}" if len(arrays) > 1 else f"{{{arrays[0]}}}"


def _column(script: Script, node: cst.CSTNode) -> str:
    text = script.source.line_text(script.source.line(node))
    return text[: len(text) - len(text.lstrip())]


def _idle_lists(script: Script, feeds: cst.BaseExpression) -> list[cst.CSTNode]:
    """The statement that makes the list of what is fed, which nothing else has."""
    bindings = script.scopes.find(feeds) if isinstance(feeds, cst.Name) else []
    value = bindings[0].value if len(bindings) == 1 and len(bindings[0].uses) == 1 else None
    assign = script.source.parents.get(value)
    is_alone = isinstance(assign, cst.Assign) and len(assign.targets) == 1
    return [assign] if is_alone and assign is not None and _only_looks_up(script.facts, value) else []


def _only_looks_up(facts: Facts, listed: cst.BaseExpression | None) -> bool:
    if isinstance(listed, cst.ListComp):
        return _finds(listed.elt)
    return listed is not None and only_gives_a_value(facts, listed)
