"""Names that Python, NumPy, Pillow and PyYAML had in 1.x's time and have dropped since (`np.int`, `Image.ANTIALIAS`,
`array.tostring()`, `inspect.getargspec` …): scripts would fail on them today."""

from __future__ import annotations

import re
from collections.abc import Callable

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library_names import CALLS, METHODS, PYTHON, RENAMED, SIZES
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True

_LIBRARY = {"numpy": "NumPy", "PIL.Image": "Pillow", "yaml": "PyYAML"}
_GONE = "→ {}: gone from {}"
_ATTRIBUTES = sorted({*PYTHON, *(name for names in RENAMED.values() for name in names)})
_CALLED = tuple(name.rpartition(".")[2] for name in CALLS)


def rewrite(script: Script) -> None:
    for name in _ATTRIBUTES:
        for node in script.source.attributes.get(name, ()):
            if not script.is_skipped(node):
                _attribute(script, node)
    for statement in script.source.all(cst.ImportFrom):
        if not script.is_skipped(statement):
            _imported(script, statement)
    for name, new in METHODS.items():
        own = re.compile(rb"\bdef\s+%s\b" % name.encode())
        for _, call in script.source.method_calls(name):
            if not call.args and not script.is_skipped(call) and not script.facts.says(own):
                _method(script, call, new)
    for _, call in calls_of_others(script.facts, *_CALLED):
        if not script.is_skipped(call):
            _call(script, call)
    _of_values(script)


def _attribute(script: Script, node: cst.Attribute) -> None:
    """`np.int` → `int`, `Image.ANTIALIAS` → `Image.LANCZOS`."""
    name, module = node.attr.value, script.names.resolve(node.value)
    if isinstance(script.source.parents.get(node), cst.AssignTarget):
        return
    new = RENAMED.get(module, {}).get(name)
    if new is not None:
        script.edits.replace(*script.source.span(node.attr), new)
        new = f"{script.source.code(node.value)}.{new}"
    elif module == "numpy" and name in PYTHON and not script.scopes.of(node).find(PYTHON[name]):
        new = PYTHON[name]
        script.edits.replace(*script.source.core(node), new)
    else:
        return
    script.say(node, "PM111", script.source.code(node), _GONE.format(new, _LIBRARY.get(module, module)))


def _imported(script: Script, statement: cst.ImportFrom) -> None:
    """`from time import clock` → `from time import process_time as clock`."""
    module = script.source.code(statement.module) if statement.module is not None else ""
    if statement.relative or isinstance(statement.names, cst.ImportStar):
        return
    for alias in statement.names:
        new = RENAMED.get(module, {}).get(alias.evaluated_name)
        if new is not None:
            span = script.source.span(alias.name)
            script.edits.replace(*span, new if alias.asname is not None else f"{new} as {alias.evaluated_name}")
            name = f"{module}.{alias.evaluated_name}"
            script.say(alias, "PM111", name, _GONE.format(new, _LIBRARY.get(module, module)))


def _method(script: Script, call: cst.Call, new: str) -> None:
    """`array.tostring()` → `array.tobytes()`; a module's function of that name takes arguments."""
    assert isinstance(call.func, cst.Attribute)
    if script.names.resolve(call.func):
        return
    script.edits.replace(*script.source.span(call.func.attr), new)
    of = "NumPy" if new == "tobytes" else "threading"
    script.say(call, "PM111", call.func.attr.value, _GONE.format(f"{new}()", of))


def _call(script: Script, call: cst.Call) -> None:
    """What is another call today."""
    name = script.names.resolve(call.func)
    change = _CHANGES.get(name)
    if change is not None and call.args and not any(arg.star for arg in call.args):
        new = change(script, call)
        if new:
            library = _LIBRARY.get(name.rpartition(".")[0], name.rpartition(".")[0])
            script.say(call, "PM111", script.source.code(call.func), _GONE.format(new, library))


def _asscalar(script: Script, call: cst.Call) -> str:
    """`np.asscalar(x)` → `x.item()`."""
    value = call.args[0].value
    plain = isinstance(value, (cst.Name, cst.Attribute, cst.Call, cst.Subscript))
    opening, closing = ("", ".item()") if plain else ("(", ").item()")
    script.edits.replace(*script.source.core(call), lambda: f"{opening}{script.render(value)}{closing}")
    return "item()"


def _msort(script: Script, call: cst.Call) -> str:
    """`np.msort(a)` → `np.sort(a, axis=0)`."""
    _rename(script, call, "sort")
    put_in(script, call, "axis=0")
    return "sort(axis=0)"


def _fromstring(script: Script, call: cst.Call) -> str:
    """`np.fromstring(data, dtype)` of bytes → `np.frombuffer(data, dtype).copy()`, which can be written into."""
    if argument(call, 3, "sep") is not None:
        return ""
    _rename(script, call, "frombuffer")
    script.edits.insert(script.source.core(call)[1], ".copy()")
    return "frombuffer()"


def _load(script: Script, call: cst.Call) -> str:
    """`yaml.load(file)` → `yaml.load(file, Loader=yaml.FullLoader)`."""
    if len(call.args) > 1:
        return ""
    assert isinstance(call.func, cst.Attribute)
    put_in(script, call, f"Loader={script.source.code(call.func.value)}.FullLoader")
    return "load(Loader=…)"


def _spec(script: Script, call: cst.Call) -> str:
    """What unpacks the four values that `getargspec()` gave gets four."""
    above = script.source.parents.get(call)
    if isinstance(above, cst.Assign) and any(isinstance(each.target, (cst.Tuple, cst.List)) for each in above.targets):
        script.edits.insert(script.source.core(call)[1], "[:4]")
    return ""


def _rename(script: Script, call: cst.Call, new: str) -> None:
    assert isinstance(call.func, cst.Attribute)
    script.edits.replace(*script.source.span(call.func.attr), new)


_CHANGES: dict[str, Callable[[Script, cst.Call], str]] = dict(
    zip(CALLS, (_asscalar, _msort, _fromstring, _load, _spec), strict=True))


def _of_values(script: Script) -> None:
    """`draw.textsize(text)` → `draw.textbbox((0, 0), text)[2:]`, `spec.keywords` → `spec.varkw`."""
    for receiver, call in script.source.method_calls(SIZES):
        if call.args and not script.is_skipped(call) and _is_made_by(script, receiver, "PIL.ImageDraw.Draw"):
            _rename(script, call, "textbbox")
            script.edits.insert(script.source.span(call.args[0])[0], "(0, 0), ")
            script.edits.insert(script.source.core(call)[1], "[2:]")
            script.say(call, "PM111", SIZES, _GONE.format("textbbox()", "Pillow"))
    for node in script.source.attributes.get("keywords", ()):
        if not script.is_skipped(node) and _is_made_by(script, node.value, "inspect.getargspec"):
            script.edits.replace(*script.source.span(node.attr), "varkw")


def _is_made_by(script: Script, value: cst.BaseExpression, maker: str) -> bool:
    ends = values_of(script.facts).ends(Spot(script.facts, value))
    made = [each.facts.names.resolve(each.node.func) if isinstance(each.node, cst.Call) else "" for each in ends]
    return bool(made) and set(made) == {maker}
