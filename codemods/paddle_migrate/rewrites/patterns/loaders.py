"""`from_generator(…)` and `loader.set_…_generator(reader)` → one `GeneratorLoader(reader)`, written into the script.

Where the generator is given to it somewhere else, a `FedLoader()`, which has the same methods for that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import chain

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.layout import laid_out
from paddle_migrate.facts.ends_of_data import never_runs
from paddle_migrate.facts.mentions import mentions_of
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.rules.definitions import Param
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # program_readers.py, feed_loaders.py
_OF_PYREADER = ("decorate_sample_generator", "decorate_sample_list_generator", "decorate_batch_generator")
_SETTERS = ("set_sample_generator", "set_sample_list_generator", "set_batch_generator", *_OF_PYREADER)
_GUARDS = ("guard", "enable_dygraph")
_LOADERS = ("DataLoader", "PyReader")
_MADE_ELSEWHERE = (
    "the loader is not made in this file; if it comes from DataLoader.from_generator() or PyReader(), migrate that "
    "file, too: the loader has this method then"
)
_NEXT = "today's loaders have no next(); write `batches = iter(loader)` and `next(batches)`"
_NO_START = "in dygraph mode 1.8.5's loaders had no start() and no reset(); take the call out: a loop starts the loader"
_STATIC = "a loader for variables of the static graph"
_MISSING = {"next": _NEXT, "start": _NO_START, "reset": _NO_START}
_NO_CAPACITY = "give a capacity; 1.8 raised without one"


class _Refused(Exception):
    """The loader is left as it was; the message says why."""


class _FedLater(Exception):
    """The generator is not given to the loader where it is made."""


@dataclass
class _Loader:
    """One loader: the call that makes it, what it is put in, and the calls that give it its generator."""

    reference: Reference
    made: cst.Call
    target: cst.BaseExpression | None = None
    statement: cst.CSTNode | None = None
    given: list[cst.Call] = field(default_factory=list)


def rewrite(script: Script) -> None:
    found: list[_Loader] = []
    later: list[_Loader] = []
    for reference in script.open(*_LOADERS):
        made = _made_by(script, reference)
        if made is None:
            continue
        loader = _Loader(reference, made)
        try:
            _read(script, loader)
            found.append(loader)
        except _FedLater:
            later.append(loader)
        except _Refused as refused:
            script.leave(reference, "PM303", str(refused))
    known = {call for loader in found for call in loader.given}
    for loader in found:
        if not _write_if_whole(script, loader, known):
            later.append(loader)
    for loader in later:
        _write_fed(script, loader, any(each.reference.rule.short == "PyReader" for each in later))  # type: ignore[union-attr]
    if not any(isinstance(r.rule, Rule) and r.rule.short in _LOADERS for r in script.references):
        _say_of_others(script)


def _say_of_others(script: Script) -> None:
    """Loaders that come from another file get their generators here."""
    for name in _SETTERS:
        for attribute in script.source.attributes.get(name, ()) if script.references else ():
            if isinstance(script.source.parents.get(attribute), cst.Call):
                script.say(attribute, "PM233", name, _MADE_ELSEWHERE)


def _made_by(script: Script, reference: Reference) -> cst.Call | None:
    """`DataLoader.from_generator(…)`, or `PyReader(…)`."""
    if reference.beyond == ["from_generator"]:
        attribute = script.source.parents.get(reference.node)
        call = script.source.parents.get(attribute)
        return call if isinstance(call, cst.Call) and call.func is attribute else None
    is_reader = isinstance(reference.rule, Rule) and reference.rule.short == "PyReader"
    return reference.call if is_reader and not reference.beyond else None


def _read(script: Script, loader: _Loader) -> None:
    """Find what the loader is put in, and the calls that give it its generator."""
    made = loader.made
    _check_arguments(script, loader.reference, made)
    assign = script.source.parents.get(made)
    if isinstance(assign, cst.Assign) and len(assign.targets) == 1 and dotted(assign.targets[0].target):
        loader.target, loader.statement = assign.targets[0].target, assign
    setter = _setter_of(script, made)
    if setter is not None:
        loader.given = [setter]
        return
    line = script.source.parents.get(assign)
    block = script.source.parents.get(line)
    if loader.target is None or not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        raise _FedLater
    body = _statements(block)
    loader.given = _given_in(script, dotted(loader.target), body[body.index(line) + 1 :])


def _check_arguments(script: Script, reference: Reference, made: cst.Call) -> None:
    if any(a.star for a in made.args):
        raise _Refused("called with * or **; write the arguments out")
    feeds = reference.argument("feed_list", made)
    if feeds is not None and script.source.code(feeds) not in ("None", "[]"):
        raise _Refused(_STATIC)
    if reference.argument("capacity", made) is None:
        raise _Refused(_NO_CAPACITY)
    if script.source.has_effects(*made.args):
        raise _Refused("an argument calls something; give it a name first")


def _statements(block: cst.CSTNode | None) -> list[cst.CSTNode]:
    return list(block.body) if isinstance(block, (cst.Module, cst.IndentedBlock)) else []


def _setter_of(script: Script, value: cst.CSTNode) -> cst.Call | None:
    """`value.set_…_generator(…)`."""
    attribute = script.source.parents.get(value)
    if not isinstance(attribute, cst.Attribute) or attribute.value is not value or attribute.attr.value not in _SETTERS:
        return None
    call = script.source.parents.get(attribute)
    return call if isinstance(call, cst.Call) and call.func is attribute else None


def _given_in(script: Script, name: str, body: list[cst.CSTNode]) -> list[cst.Call]:
    """The calls that give the loader its generator before anything else is done with it: one, or one a branch."""
    for statement in body:
        mentions = mentions_of(script.facts, name, statement)
        if not mentions:
            continue
        if isinstance(statement, cst.If):
            return _given_in_branches(script, name, statement)
        setter = _setter_of(script, mentions[0])
        plain = setter is not None and len(mentions) == 1 and script.is_whole_statement(setter)
        if setter is not None and plain and script.source.parents.get(script.statement(setter)) is statement:
            return [setter]
        break
    raise _FedLater


def _given_in_branches(script: Script, name: str, statement: cst.If) -> list[cst.Call]:
    if mentions_of(script.facts, name, statement.test) or statement.orelse is None:
        raise _FedLater
    given = _given_in(script, name, _statements(statement.body))
    if isinstance(statement.orelse, cst.If):
        return given + _given_in_branches(script, name, statement.orelse)
    return given + _given_in(script, name, _statements(statement.orelse.body))


def _write_if_whole(script: Script, loader: _Loader, known: set[cst.Call]) -> bool:
    """Write the loader, or leave it to a person; False when it gets its generator somewhere else, too."""
    try:
        _check_uses(script, loader, known)
        for call in loader.given:
            _check_setter(call)
    except _FedLater:
        return False
    except _Refused as refused:
        script.leave(loader.reference, "PM303", str(refused))
        return True
    for call in loader.given:
        _write(script, loader, call)
    if loader.statement is not None:
        script.beside.delete(loader.statement)
    script.settle(loader.reference)
    return True


def _write_fed(script: Script, loader: _Loader, decorated: bool) -> None:
    """`from_generator(capacity=4)` → `FedLoader(prefetch_factor=4)`; what is done with the loader stays as it is."""
    try:
        _check_uses(script, loader, None)
    except _Refused as refused:
        script.leave(loader.reference, "PM303", str(refused))
        return
    name = write_written(script, "FedLoader", without=() if decorated else _OF_PYREADER)
    script.edits.replace(
        *script.source.span(loader.made), lambda: f"{name}({', '.join(_reading(script, loader))})"
    )
    script.say(loader.made, "PM117", loader.reference.short, f"→ {name}(), written into the script")
    script.settle(loader.reference)


def _check_uses(script: Script, loader: _Loader, known: set[cst.Call] | None) -> None:
    """The loader is not asked for what today's do not have, and is given no generator but by the ``known`` calls;
    None: by any."""
    if loader.target is None:
        return
    name = dotted(loader.target)
    for call in script.source.all(cst.Call):
        is_next = isinstance(call.func, cst.Name) and call.func.value == "next"
        if is_next and call.args and dotted(call.args[0].value) == name:
            raise _Refused(_NEXT)
    asked = (script.source.attributes.get(word, ()) for word in (*_SETTERS, *_MISSING))
    for attribute in sorted(chain.from_iterable(asked), key=script.source.order):
        if dotted(attribute.value) != name or never_runs(script.facts, attribute):
            continue
        if attribute.attr.value in _MISSING:
            raise _Refused(_MISSING[attribute.attr.value])
        if known is not None and script.source.parents.get(attribute) not in known:
            raise _FedLater


def _check_setter(call: cst.Call) -> None:
    params = _parameters(_method(call))
    if any(a.star for a in call.args) or len(call.args) > len(params):
        raise _Refused("its arguments are not known; write them out")
    if any(p.default is None and argument(call, place, p.name) is None for place, p in enumerate(params)):
        raise _Refused("its arguments are not known; write them out")


def _method(call: cst.Call) -> str:
    assert isinstance(call.func, cst.Attribute)
    return call.func.attr.value


@cache
def _parameters(setter: str) -> tuple[Param, ...]:
    """Those of a method of loaders; the generator is the first."""
    rule, _ = library().legacy("paddle.fluid.io.PyReader")
    return (rule.method(setter) if isinstance(rule, Rule) else None) or ()


def _argument(call: cst.Call, name: str) -> cst.BaseExpression | None:
    places = [param.name for param in _parameters(_method(call))]
    return argument(call, places.index(name), name) if name in places else None


def _write(script: Script, loader: _Loader, call: cst.Call) -> None:
    name = write_written(script, "GeneratorLoader")
    places = _argument(call, "places")
    if isinstance(places, cst.Name) and _is_guards_place(script, places):
        script.record.dropped.add(places)
    start, end = script.source.core(call)
    made = f"{script.source.code(loader.target)} = {name}" if loader.target is not None else name
    script.edits.replace(start, end, lambda: laid_out(script, call, made, _arguments(script, loader, call)))
    if _argument(call, "batch_size") is not None:
        script.imports.spell("paddle.batch", loader.reference.binding)
    script.say(call, "PM117", loader.reference.short, f"→ {name}(), written into the script")


def _is_guards_place(script: Script, place: cst.Name) -> bool:
    """Whether a guard takes the same variable: then batches come to that device by themselves."""
    bindings = script.scopes.find(place)
    guards = [script.taken_by(use) for b in bindings for use in b.uses]
    known = all(b.kind == "value" for b in bindings)
    return known and any(g is not None and g.short.rpartition(".")[2] in _GUARDS for g in guards)


def _arguments(script: Script, loader: _Loader, call: cst.Call) -> list[str]:
    """The arguments of the loader that takes the place of both calls."""
    params = _parameters(_method(call))
    reader, places = argument(call, 0, params[0].name), _argument(call, "places")
    assert reader is not None
    text = script.render(reader)
    size, drop = _argument(call, "batch_size"), _argument(call, "drop_last")
    if size is not None:
        batch = script.imports.spell("paddle.batch", loader.reference.binding)
        last = script.render(drop) if drop is not None else "True"
        text = f"{batch}({text}, {script.render(size)}, drop_last={last})"
    made = [text] if "batch_generator" in _method(call) else [text, "sample_lists=True"]
    if places is not None and script.source.code(places) != "None" and places not in script.record.dropped:
        made.append(f"places={script.render(places)}")
    return [*made, *_reading(script, loader)]


def _reading(script: Script, loader: _Loader) -> list[str]:
    """How far ahead it reads, and where."""
    capacity = loader.reference.argument("capacity", loader.made)
    process = loader.reference.argument("use_multiprocess", loader.made)
    assert capacity is not None
    made = [f"prefetch_factor={script.render(capacity)}"]
    if process is not None and loader.reference.beyond and script.source.code(process) != "False":
        text = script.render(process)
        made.append("num_workers=1" if text == "True" else f"num_workers=int({text})")
    return made
