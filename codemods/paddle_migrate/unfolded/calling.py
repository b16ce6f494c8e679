"""What calls give: functions and classes of the script are run, those of libraries become text."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from paddle_migrate.rules.kinds import gives_program
from paddle_migrate.text.pytree import CHANGES, dotted
from paddle_migrate.unfolded.building import DEEPEST, READ, is_of_numbers, may_build
from paddle_migrate.unfolded.changes import check_unheld
from paddle_migrate.unfolded.chosen import by_text, of_each
from paddle_migrate.unfolded.kinds import builds, describes, is_schedule, makes_optimizer
from paddle_migrate.unfolded.known import KNOWN
from paddle_migrate.unfolded.machine import Machine, atom
from paddle_migrate.unfolded.operators import elements, is_open, is_plain_class
from paddle_migrate.unfolded.shapes import shape_given
from paddle_migrate.unfolded.values import Bound, Choice, Class, Code, Function, Library, Object, Returned, Scope, Stuck

# what goes by where it is called
_WHERE = ("inspect.", "traceback.", "sys._", *(f"builtins.{name}" for name in (
    "locals", "globals", "vars", "dir", "eval", "exec", "id", "hash", "compile", "__import__", "input")))
_LOOK_FOR = ("get", "pop", "setdefault", "index", "count", "remove")  # methods that compare what they are given
_READS = ("global_block", "all_parameters", "list_vars", "var", "find_var", "get_tensor", "block", "current_block")


def call_node(machine: Machine, node: Any) -> Any:
    function = machine.value(node.func)
    if isinstance(function, Library) and function.name == "builtins.eval":
        return by_text(machine, node)
    is_found = isinstance(function, (Library, Bound)) and not isinstance(node.func, (ast.Name, ast.Attribute))
    machine.resolved += is_found or (isinstance(function, Library) and not _is_spelled_so(machine, node.func, function))
    args: list[Any] = []
    texts: list[str | None] = []
    for each in node.args:
        if isinstance(each, ast.Starred):
            found = elements(machine.value(each.value))
            args += found
            texts += [None] * len(found)
        else:
            args.append(machine.value(each))
            texts.append(_text(machine, function, each, args[-1]))
    words: dict[str, Any] = {}
    named: dict[str, str | None] = {}
    for keyword in node.keywords:
        value = machine.value(keyword.value)
        if keyword.arg is None:
            if not isinstance(value, dict):
                raise Stuck
            words.update(value)
        else:
            words[keyword.arg] = value
            named[keyword.arg] = _text(machine, function, keyword.value, value)
    machine.line = node.lineno
    return call(machine, function, args, words, texts, named)


def _is_spelled_so(machine: Machine, node: ast.expr, function: Library) -> bool:
    return dotted(node) == function.text


def _text(machine: Machine, function: Any, node: ast.expr, value: Any) -> str | None:
    if isinstance(function, (Class, Object)):
        return None
    try:
        return machine.render(node, value)
    except Stuck:
        return None


def call(
    machine: Machine, function: Any, args: list[Any], words: dict[str, Any],
    texts: list[str | None] | None = None, named: dict[str, str | None] | None = None,
) -> Any:
    if isinstance(function, Bound):
        return call(machine, function.function, [*function.args, *args], {**function.words, **words},
                    [*(None for _ in function.args), *texts] if texts is not None else None, named)
    if isinstance(function, Function):
        return _of_script(machine, function, args, words, texts, named)
    if isinstance(function, Class):
        return _instantiate(machine, function, args, words)
    if isinstance(function, Object):
        method = function.of.find("__call__")
        if method is None:
            raise Stuck
        return call_function(machine, method, [function, *args], words)
    if isinstance(function, Choice):
        return of_each(machine, _that_take(function, args, words), lambda each: call(
            machine, each, args, words, texts, named))
    if isinstance(function, Library):
        if function.name in KNOWN:
            found = KNOWN[function.name](machine, args, words)
            if found is not NotImplemented:
                return found
        if function.name.startswith(_WHERE):
            raise Stuck
        return _of_library(machine, function, args, words, texts, named)
    if isinstance(function, Code):
        return _of_code(machine, function, args, words, texts, named)
    if callable(function):
        return _of_python(machine, function, args, words)
    raise Stuck


def _of_python(machine: Machine, function: Any, args: list[Any], words: dict[str, Any]) -> Any:
    """A method of a text, a list or a dictionary."""
    given = [*args, *words.values()]
    owner = getattr(function, "__self__", None)
    if isinstance(owner, str) and function.__name__ == "format" and any(map(is_open, given)):
        return Code(f"{machine.lift(owner)}.format({given_text(machine, args, words, None, None)})")
    looks_for = isinstance(owner, (str, set)) or getattr(function, "__name__", "") in _LOOK_FOR
    if looks_for and any(map(is_open, [*given, *(owner if isinstance(owner, (list, tuple, set)) else ())])):
        raise Stuck
    wrapped = {name: (lambda each, inner=value: call(machine, inner, [each], {})) if isinstance(
        value, (Function, Bound)) else value for name, value in words.items()}
    try:
        return function(*args, **wrapped)
    except (Stuck, Returned):
        raise
    except Exception:
        raise Stuck from None


def has_rate_of_graph(args: list[Any], words: dict[str, Any], rate: Any) -> bool:
    """Whether an optimizer is given something else of the program than a schedule."""
    given = [each for each in (*args, *words.values()) if _of_graph(each)]
    return any(each is not rate or not is_schedule(each.made) for each in given)


def given_text(
    machine: Machine, args: list[Any], words: dict[str, Any], texts: list[str | None] | None,
    named: dict[str, str | None] | None,
) -> str:
    known = texts or []
    every = [*(None for _ in args[len(known) :]), *known]
    found = [text or machine.lift(value) for text, value in zip(every, args, strict=True)]
    found += [f"{name}={(named or {}).get(name) or machine.lift(value)}" for name, value in words.items()]
    return ", ".join(found)


def _of_library(
    machine: Machine, function: Library, args: list[Any], words: dict[str, Any],
    texts: list[str | None] | None, named: dict[str, str | None] | None,
) -> Any:
    name, parts = function.name, function.name.split(".")
    text = f"{function.text}({given_text(machine, args, words, texts, named)})"
    given = [*args, *words.values()]
    has_graph = any(_of_graph(each) for each in given)
    if not has_graph and describes(name):
        return Code(text, made=name)
    rate = words.get("learning_rate", args[0] if args else None)
    if makes_optimizer(name) and not has_rate_of_graph(args, words, rate):
        if not isinstance(rate, Code) or not is_schedule(rate.made):
            return Code(text, made=name)
        made = machine.write(text, False, None, name, "optimizer")
        made.rate = rate
        return made
    if parts[0] in ("numpy", "math", "builtins") and parts[-1] in READ and not has_graph:
        return Code(text)
    if parts[0] in ("numpy", "math") and parts[1:2] != ["random"] and not any(map(_has_variable, given)):
        return Code(text, has_graph, made=name, is_about=has_graph)
    is_event = builds(name) if parts[0] == "paddle" else has_graph
    of_graph = has_graph or is_event or gives_program(name)
    shape = shape_given(machine, name, args, words) if is_event else None
    label = words.get("name", args[0] if args and isinstance(args[0], str) else "")
    hint = label if parts[-1] == "data" and isinstance(label, str) and label.isidentifier() else ""
    return machine.write(text, of_graph, shape, name, hint, is_event)


def _of_graph(value: Any) -> bool:
    if isinstance(value, Code):
        return value.of_graph
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return any(_of_graph(each) for each in inside)


def _has_variable(value: Any) -> bool:
    if isinstance(value, Code):
        return value.is_variable
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return any(map(_has_variable, inside))


def _of_code(
    machine: Machine, function: Code, args: list[Any], words: dict[str, Any],
    texts: list[str | None] | None, named: dict[str, str | None] | None,
) -> Any:
    of_graph = function.of_graph or any(map(_of_graph, [*args, *words.values()]))
    method = function.text.rpartition(".")[2]
    if method == "minimize" and function.owner is not None and function.owner.rate is not None:
        machine.rates.append((function.owner.rate, function.owner))
    if method in CHANGES and function.owner is not None and not function.owner.of_graph:
        check_unheld(machine, function.owner.text, is_filled=True)
    if function.text.rpartition(".")[2] in _READS and not words:
        return Code(f"{atom(function.text)}({given_text(machine, args, words, texts, named)})", of_graph, None,
                    function.made, is_about=of_graph)
    if function.made.startswith("numpy.") and not of_graph and not function.made.startswith("numpy.random"):
        return Code(f"{atom(function.text)}({given_text(machine, args, words, texts, named)})", made=function.made)
    return machine.write(
        f"{atom(function.text)}({given_text(machine, args, words, texts, named)})", of_graph, None, function.made)


# -- the script's own ----------------------------------------------------------------------------------------------


def _of_script(
    machine: Machine, function: Function, args: list[Any], words: dict[str, Any],
    texts: list[str | None] | None, named: dict[str, str | None] | None,
) -> Any:
    """What builds nothing goes on being called."""
    rows, before = list(machine.rows), (machine.events, machine.inlined, machine.touches)
    try:
        value = call_function(machine, function, args, words)
    except Stuck:
        is_open = machine.is_within or machine.is_reading
        if is_open or machine.events > before[0] or machine.touches > before[2] or may_build(function):
            raise
        machine.rows[:] = rows
        value = None
    else:
        is_optimizer = isinstance(value, Code) and makes_optimizer(value.made)
        machine.resolved += is_optimizer
        if machine.events > before[0] or machine.touches > before[2] or not _has_code(value) or is_optimizer or any(
                map(_of_graph, [*args, *words.values()])) or hasattr(function.node, "is_foreign"):
            return value
    try:
        text = f"{machine.lift(function)}({given_text(machine, args, words, texts, named)})"
    except Stuck:
        if value is None:
            raise
        return value
    machine.inlined = before[1]
    if isinstance(value, Code) and (machine.rows == rows or is_of_numbers(function)):
        machine.rows[:] = rows
        return Code(text, made=value.made)
    machine.rows[:] = rows
    return machine.write(text, False, made=getattr(function.node, "name", ""))


def _has_code(value: Any) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return isinstance(value, Code) or any(map(_has_code, inside))


def _instantiate(machine: Machine, kind: Class, args: list[Any], words: dict[str, Any]) -> Any:
    if not is_plain_class(kind):
        raise Stuck
    made = Object(kind)
    machine.inlined += 1
    init = kind.find("__init__")
    if isinstance(init, Function):
        call_function(machine, init, [made, *args], words)
    return made


def _that_take(choice: Choice, args: list[Any], words: dict[str, Any]) -> Choice:
    """Those of what a name may choose that can be called with this; the others are errors."""
    return choice if choice.is_whole else replace(choice, ways={
        label: each for label, each in choice.ways.items() if _takes(each, args, words)})


def _takes(value: Any, args: list[Any], words: dict[str, Any]) -> bool:
    init = value.find("__init__") if isinstance(value, Class) else None
    if isinstance(value, Class) and init is None:
        return not args and not words
    function = init or value
    try:
        return not isinstance(function, Function) or parameters_of(
            function, args if init is None else [value, *args], words) is not None
    except Stuck:
        return False


def call_function(machine: Machine, function: Function, args: list[Any], words: dict[str, Any]) -> Any:
    if machine.depth >= DEEPEST:
        raise Stuck
    node = function.node
    if isinstance(node, ast.FunctionDef) and any(
            not isinstance(each, ast.Name) or each.id not in ("staticmethod", "classmethod", "property")
            for each in node.decorator_list):
        raise Stuck
    scope = Scope(parameters_of(function, args, words), function.scope, owner=function.owner)
    outer = machine.scope
    machine.scope, machine.depth, machine.inlined = scope, machine.depth + 1, machine.inlined + 1
    machine.callers.append(outer)
    machine.entered.add(node)
    try:
        with machine.frame(getattr(node, "name", "<lambda>")):
            if isinstance(node, ast.Lambda):
                return machine.value(node.body)
            return _run(machine, node)
    finally:
        machine.scope, machine.depth = outer, machine.depth - 1
        machine.callers.pop()


def _run(machine: Machine, node: ast.FunctionDef) -> Any:
    yields = _yields(node)
    found: list[Any] = []
    before = machine.events, machine.touches, len(machine.rows)
    if yields:
        machine.on_yield.append(found.append)
    try:
        machine.execute(node.body)
    except Returned as returned:
        if not yields:
            return returned.value
    finally:
        if yields:
            machine.on_yield.pop()
    if yields and len(found) > 1 and (machine.events, machine.touches, len(
            machine.rows)) != before:
        raise Stuck  # what it does goes on by turns with what is done with it
    return found if yields else None


def _yields(node: ast.AST) -> bool:
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) or _yields(each) for each in ast.iter_child_nodes(node)
               if not isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef)))


def parameters_of(function: Function, args: list[Any], words: dict[str, Any]) -> dict[str, Any]:
    spec = function.node.args
    names = [each.arg for each in [*spec.posonlyargs, *spec.args]]
    found: dict[str, Any] = dict(zip(names[len(names) - len(function.defaults) :], function.defaults, strict=True))
    found |= function.words
    if len(args) > len(names) and spec.vararg is None:
        raise Stuck
    found |= dict(zip(names, args, strict=False))
    if spec.vararg is not None:
        found[spec.vararg.arg] = tuple(args[len(names) :])
    known = {*names, *(each.arg for each in spec.kwonlyargs)}
    if words.keys() & set(names[: len(args)]) or (words.keys() - known and spec.kwarg is None):
        raise Stuck
    found |= {name: value for name, value in words.items() if name in known}
    if spec.kwarg is not None:
        found[spec.kwarg.arg] = {name: value for name, value in words.items() if name not in known}
    if not known <= found.keys():
        raise Stuck
    return found
