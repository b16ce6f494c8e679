"""Old code that is reached in a way that cannot be followed: said at its line, so that nothing is left unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import libcst as cst

from paddle_migrate.facts.scopes import Binding, dotted, last_name
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached as reached_by
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.findings import listed
from paddle_migrate.project.project import names_of
from paddle_migrate.project.reached import reached
from paddle_migrate.rules.legacy import LEGACY, is_legacy
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import RuleModule
from paddle_migrate.script import Script

OF_EVERY_MODE = True
_NAME = r"[A-Za-z_]\w*"
_LEGACY = re.compile(r"(?:paddle\.)?fluid(?:\.[\w.{}%]*)?", re.ASCII)  # a name, or how one is put together
_USE = re.compile(rf"(?<![\w.])(?:paddle\.)?fluid\.({_NAME})", re.ASCII)
# what takes a dotted name and gives what it names, by the last part of its own name
_BY_NAME = frozenset(
    name
    for names in (
        ("import_module", "__import__", "importorskip", "import_string", "import_object", "import_class", "run_module"),
        ("locate", "resolve", "resolve_name", "safeimport", "patch", "getattr", "setattr", "delattr"),
    )
    for name in names
)
_SPLITTING = ("partition", "rpartition", "rsplit", "split")
_BUILT_IN = frozenset(("eval", "exec", "compile"))
_TIMED = frozenset(("timeit", "repeat", "Timer", "magic", "run_line_magic", "run_cell_magic"))
_ASKS = frozenset(("hasattr", "find_spec", "find_loader"))
_SPACES = frozenset(("globals", "locals", "vars"))
_RUN = "is run from a string: write the code out, or rewrite the string"


def rewrite(script: Script) -> None:
    if "fluid" in script.source.text:
        lines = _strings(script)
        _names(script, lines)
        _reached_by_others(script)


# -- names in strings --------------------------------------------------------------------------------------------


def _strings(script: Script) -> set[int]:
    """Say every string by which a legacy name is reached; the lines that have one."""
    said: set[int] = set()
    for node in script.source.all(cst.SimpleString, cst.FormattedStringText):
        text = node.value
        if "fluid" not in text or script.is_skipped(node):
            continue
        found = _reached(script, node)
        if found:
            name, what = found
            said.add(script.source.line(node))
            if what:
                script.say(node, "PM336", name, what)
                script.record.in_strings.add(name.partition(".")[0])
            else:
                script.say(node, "PM230", name, "is asked for here; today's Paddle has no fluid, so the answer is no")
    return said | set(_run_by_other_names(script, said))


def _run_by_other_names(script: Script, said: set[int]) -> Iterator[int]:
    """Say of code in strings what it takes by the names that this file has for something legacy, and of strings that
    are run where others name them; the lines that have one."""
    own = {name for scope in script.scopes.everywhere() for name, bindings in scope.bindings.items()
           for each in bindings if each.kind == "import" and is_legacy(each.target)}
    named = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, sorted(own)))})\s*[.(]")
    for call in script.source.all(cst.Call) if own else ():
        if not isinstance(call.func, cst.Name) or call.func.value not in _BUILT_IN or not call.args:
            continue
        code = call.args[0].value
        ends = values_of(script.facts).ends(Spot(script.facts, code))
        inside = [*script.source.inside(code, cst.SimpleString), *script.source.inside(code, cst.FormattedStringText)]
        for node in dict.fromkeys([*inside, *(each.node for each in ends if each.facts is script.facts)]):
            use = named.search(_value(node)) if isinstance(node, (cst.SimpleString, cst.FormattedStringText)) else None
            if use and isinstance(node, cst.CSTNode) and not script.is_skipped(node):
                line = script.source.line(node)
                if line not in said:
                    script.say(node, "PM336", use[1], _RUN)
                script.record.in_strings.add(use[1])
                yield line


def _reached(script: Script, node: cst.CSTNode) -> tuple[str, str] | None:
    """The legacy name in the string and what to say of it; an empty text where it is only asked for."""
    call = _taker(script, node)
    text = _value(node)
    last = last_name(call.func) if isinstance(call, cst.Call) else ""
    if last in _TIMED or (last in _BUILT_IN and isinstance(call, cst.Call) and isinstance(call.func, cst.Name)):
        use = _USE.search(text)
        return (use[0], _RUN) if use else None
    if not _LEGACY.fullmatch(text):
        return None
    named = "." in text or _of_paddle(call, text)
    if (last in _ASKS and named) or _is_asked_for(script, node):
        return text, ""
    taken = isinstance(call, cst.Subscript) and _is_space(call, text)
    if (last in _BY_NAME and named) or taken or _is_patched(script, node) or _is_kept_to_be_taken(script, node, text):
        return text, "is reached by its name in a string: import what replaces it, or change the string"
    return None


def _taker(script: Script, node: cst.CSTNode) -> cst.CSTNode | None:
    """The call or subscript that the string is an argument of, by itself or as a part of one."""
    parents = script.source.parents
    at, parent = node, parents.get(node)
    kinds = (cst.FormattedString, cst.ConcatenatedString, cst.BinaryOperation)
    while isinstance(parent, kinds) or _is_format(parent, at) or _is_format(parents.get(parent), parent):
        at, parent = parent, parents.get(parent)  # type: ignore[assignment]
    if isinstance(parent, cst.Index):
        return parents.get(parents.get(parent))
    return parents.get(parent) if isinstance(parent, cst.Arg) else None


def _is_format(call: cst.CSTNode | None, inside: cst.CSTNode | None) -> bool:
    """`"…".format(…)`, seen from the string or from the attribute."""
    if isinstance(call, cst.Attribute):
        return call.value is inside and call.attr.value == "format"
    return isinstance(call, cst.Call) and call.func is inside and last_name(call.func) == "format"


def _value(node: cst.CSTNode) -> str:
    if isinstance(node, cst.SimpleString):
        value = node.evaluated_value
        return value if isinstance(value, str) else ""
    return node.value if isinstance(node, cst.FormattedStringText) else ""


def _of_paddle(call: cst.CSTNode | None, text: str) -> bool:
    """`getattr(paddle, "fluid")`."""
    first = call.args[0].value if isinstance(call, cst.Call) and call.args else None
    return text == "fluid" and dotted(first).rpartition(".")[2] == "paddle"


def _is_space(subscript: cst.Subscript, text: str) -> bool:
    """`sys.modules["paddle.fluid"]`, `globals()["fluid"]`, `module.__dict__["fluid"]`."""
    value = subscript.value
    if isinstance(value, cst.Call):
        return last_name(value.func) in _SPACES
    return last_name(value) in ("modules", "__dict__") and (text != "fluid" or last_name(value) == "__dict__")


def _is_asked_for(script: Script, node: cst.CSTNode) -> bool:
    """`"paddle.fluid" in sys.modules`."""
    above = script.source.parents.get(node)
    if not isinstance(above, cst.Comparison) or above.left is not node:
        return False
    return dotted(above.comparisons[0].comparator) == "sys.modules"


def _is_patched(script: Script, node: cst.CSTNode) -> bool:
    """A key of `patch.dict("sys.modules", {"paddle.fluid": …})`, or of sys.modules.get() and pop()."""
    parent = script.source.parents.get(node)
    if isinstance(parent, cst.Arg):
        call = script.source.parents.get(parent)
        func = call.func if isinstance(call, cst.Call) else None
        base = func.value if isinstance(func, cst.Attribute) else None
        if isinstance(base, cst.Call):
            return last_name(base.func) in _SPACES
        return isinstance(base, cst.Attribute) and base.attr.value == "modules"
    table = script.source.parents.get(parent) if isinstance(parent, cst.DictElement) else None
    call = _taker(script, table) if table is not None else None
    return isinstance(call, cst.Call) and any("sys.modules" in script.source.code(a) for a in call.args)


def _is_kept_to_be_taken(script: Script, node: cst.CSTNode, text: str) -> bool:
    """`operator = "paddle.fluid.layers.relu"`, a name that 1.8.5 has, which is taken apart; or it is a class's, and the
    file does not show who reads it."""
    above = script.source.parents.get(node)
    if not isinstance(above, (cst.Assign, cst.AnnAssign)) or library().legacy(text)[0] is None:
        return False
    spots = reached_by(script.facts, node).spots
    target = dotted(above.targets[0].target if isinstance(above, cst.Assign) else above.target)
    unread = isinstance(script.scopes.of(above).node, cst.ClassDef) and target not in script.source.attributes
    return unread or any(isinstance(s.above, cst.Attribute) and s.above.attr.value in _SPLITTING for s in spots)


# -- names that mean several things, or what nobody knows --------------------------------------------------------


def _names(script: Script, lines: set[int]) -> None:
    for scope in script.scopes.everywhere():
        for name, bindings in scope.bindings.items():
            if len(bindings) > 1:
                _several(script, name, bindings)
    said: set[object] = set()
    attributes = (a for name in _parts() for a in script.source.attributes.get(name, ()))
    below = (a for a in attributes if last_name(a.value) == "fluid")
    for attribute in sorted(below, key=script.source.order):
        at = attribute.value
        above = script.source.parents.get(attribute)
        if _is_today(script.names.resolve(attribute)) or isinstance(above, cst.ImportFrom):
            continue
        what = dotted(at) or script.source.code(at)
        origin = _origin(script, at, lines)
        if origin is not None and (what, origin) not in said and not script.is_skipped(attribute):
            said.add((what, origin))
            text = f"what {what} is here cannot be told; {_HOW}"
            script.say(attribute, "PM335", f"{what}.{attribute.attr.value}", text)


_THERE = "import paddle.fluid there, call it by its name, and run the tool again"
_HOW = "all its uses are left as they were: import paddle.fluid in this file and run the tool again"


def _is_today(name: str) -> bool:
    return name.startswith("paddle.")


def _reached_by_others(script: Script) -> None:
    """Names that this file has of fluid's, and that others reach through the file as a value: its imports stay."""
    others = script.facts.others
    if others is None:
        return
    has_stars = any(map(names_of, (module for module, _ in script.scopes.stars)))
    asked = reached(others.path, script.source.raw, others.project, has_stars)
    plainly = reached(others.path, script.source.raw, others.project, False) if has_stars else asked
    stay: dict[cst.CSTNode, list[str]] = {}
    for name in sorted(asked):
        bindings = script.scopes.module.bindings.get(name, [])
        told = name in plainly
        at = next((b.node for b in bindings if told and b.kind == "import" and is_legacy(b.target)), None)
        if not bindings:
            at = next((node for module, node in script.scopes.stars if name in names_of(module)), None)
        if at is not None and not script.is_skipped(at):
            script.record.in_strings.add(name)
            stay.setdefault(at, []).append(name)
    for at, names in stay.items():
        files = listed(sorted({asked[name] for name in names}), 3)
        text = f"{files} reaches it through this file as a value, so the import stays: {_THERE}"
        script.say(at, "PM335", listed(names, 4), text)


def _several(script: Script, name: str, bindings: list[Binding]) -> None:
    """A name that is bound to something legacy and to something else."""
    meanings = script.names.meanings(bindings)
    uses = bindings[0].uses
    if len(meanings) < 2 or not uses:
        return
    old = next((b for b in bindings if is_legacy(b.target)), None)
    other = next((b for b in bindings if b is not old and b.target != (old.target if old else "")), None)
    if old is None and _leads_on(script, uses):
        old = next((b for b in bindings if b.kind == "import" and b.target == "paddle"), None)
    if old is None or other is None or script.is_skipped(old.node):
        return
    line = script.source.line(other.node)
    text = (
        f"{name} is something else from line {line} on, so its uses are left as they were: give one another name, or "
        "take the other out"
    )
    script.say(old.node, "PM335", old.target.removeprefix("paddle."), text)


def _leads_on(script: Script, uses: list[cst.Name]) -> bool:
    """Whether `paddle` is used as `paddle.fluid`."""
    above = (script.source.parents.get(use) for use in uses)
    return any(isinstance(a, cst.Attribute) and a.attr.value == "fluid" for a in above)


@cache
def _parts() -> frozenset[str]:
    """The names right below fluid."""
    found, _ = library().legacy(LEGACY)
    names = found.names() if isinstance(found, RuleModule) else []
    return frozenset({*names, "core", "framework", "backward"})


def _origin(script: Script, node: cst.BaseExpression, lines: set[int]) -> object | None:
    """What may have brought the name, to be said once; None where it cannot be paddle.fluid, or is said already."""
    if not isinstance(node, cst.Name):
        return "" if script.source.line(node) not in lines else None
    bindings = script.scopes.find(node)
    if len(script.names.meanings(bindings)) > 1 and any(is_legacy(b.target) for b in bindings):
        return None
    if any(script.source.line(b.node) in lines or not _may_be(script, b) for b in bindings):
        return None
    return bindings[0] if bindings else ""


def _may_be(script: Script, binding: Binding) -> bool:
    """Whether the binding may be of the module: no class or function, nothing that the file makes by itself."""
    if binding.kind == "value" and isinstance(binding.value, cst.Call):
        made = script.scopes.find(binding.value.func) if isinstance(binding.value.func, cst.Name) else []
        return not any(b.kind in ("class", "def") for b in made)
    literal = isinstance(binding.value, (cst.Integer, cst.Float, cst.SimpleString, cst.List, cst.Tuple, cst.Dict))
    return binding.kind in ("import", "param", "value") and not literal
