"""A call of a legacy API, what the tool makes of it, and what its arguments are called there."""

from __future__ import annotations

import ast
from typing import NamedTuple

from paddle_migrate.api import Options, migrate_source
from paddle_migrate.changes.imports import ALIASES
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule

_HEAD = "import paddle.fluid as fluid\nfrom paddle import complex\n"
_LAYER = "layer = fluid.dygraph.Linear(3, 2)\n"
_PROGRAM = "main = fluid.Program()\n"
_RUNS = "x = fluid.data('x', [None, 32])\ny = fluid.layers.fc(x, 2)\nexe = fluid.Executor(fluid.CPUPlace())\n"
# what no variable can stand for
_VALUES = {"model_path": "'model'", "dirname": "'model'", "pool_type": "'sum'", "executor": "exe",
           "feeded_var_names": "['x']", "target_vars": "[y]"}
_LENGTHS = "lengths_of"  # what asks rows for their sequences


class Example(NamedTuple):
    """A call, what the tool makes of it (both empty where it has no such form), whether that is of programs, and of
    sequences, and which function it writes into the script for it."""

    before: str = ""
    after: str = ""
    in_program: bool = False
    of_sequences: bool = False
    helper: str = ""


def example_of(name: str, rule: Rule) -> Example:
    """A call that gives only what it must, in dygraph mode, else in a program. `name`: from `fluid` on."""
    of_programs = library().module(f"{PACKAGE}._today")
    if rule.kind == "gone" or of_programs is None:
        return Example()
    if rule.kind == "move":
        return Example(name, short(rule.target))
    is_code = rule.kind == "code"
    if is_code and rule.short not in of_programs.names():
        return _shown(name, rule) if isinstance(rule.node, ast.FunctionDef) else Example()
    required = _required(rule)
    optional = [f"{p.name}={p.name}" for p in rule.params if _is_none(p.default) and p.name not in rule.dropped]
    for in_program in (True,) if is_code else (False, True):
        # Some calls mean nothing without an argument that may be left out all the same.
        for given in (required, [*required, *optional]):
            call = f"{name}({', '.join(given)})"
            written = _migrated(call, in_program)
            if not written.startswith(f"{name}("):  # else it is left to a person
                return Example(call, written, in_program)
    return Example()


def _shown(name: str, rule: Rule) -> Example:
    """Of what hangs on what it is given: of a layer under a guard, or of a program's variables with sequences."""
    required, of_layers = _required(rule), ".dygraph." in name
    values = {**_VALUES, **({"state_dict": "layer.state_dict()"} if of_layers else {})}
    call = f"{name}({', '.join(values.get(each, each) for each in required)})"
    made = [f"{each} = fluid.data('{each}', [None, 32], lod_level=1)\n" for each in required if each not in values]
    text = migrate_source(f"{_HEAD}{_LAYER if of_layers else _PROGRAM + _RUNS + ''.join(made)}{call}\n").text
    body = ast.parse(text).body
    after = ast.unparse(body[-1])
    if "fluid." in after or not isinstance(body[-1], ast.Expr):
        return Example()
    written = {each.name for each in body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    helper = after.partition("(")[0]
    return Example(call, after, not of_layers, _LENGTHS in written, helper if helper in written else "")


def renamed(example: Example, name: str, rule: Rule) -> dict[str, str]:
    """The arguments that the call in the example has under another name today, in the order of the signature."""
    if not example.after or rule.kind not in ("function", "class", "wrapper"):
        return {}
    required, head = [f"{each}={each}" for each in _required(rule)], example.after.partition("(")[0]
    found: dict[str, str] = {}
    for param in rule.params:
        given = [*required, *([f"{param.name}={param.name}"] if param.default is not None else [])]
        written = _migrated(f"{name}({', '.join(given)})", example.in_program) if given else ""
        if written.partition("(")[0] == head:
            found.update((param.name, each) for each in _called(written, param.name) if each != param.name)
    return found


def _called(written: str, name: str) -> list[str]:
    """What the value of that name is given as, in the call itself and, of a layer that is called at once, in its."""
    call = ast.parse(written, mode="eval").body if written.endswith(")") else None
    keywords: list[ast.keyword] = []
    while isinstance(call, ast.Call):
        keywords += call.keywords
        call = call.func
    return [k.arg for k in keywords if k.arg and isinstance(k.value, ast.Name) and k.value.id == name]


def _required(rule: Rule) -> list[str]:
    return [p.name for p in rule.params if p.default is None]


def _migrated(call: str, in_program: bool) -> str:
    mode = _PROGRAM if in_program else "class Net(fluid.dygraph.Layer): pass\n"
    options = Options(programs=in_program)
    return ast.unparse(ast.parse(migrate_source(f"{_HEAD}{mode}{call}\n", options=options).text).body[-1])


def _is_none(default: ast.expr | None) -> bool:
    return isinstance(default, ast.Constant) and default.value is None


def short(target: str) -> str:
    """The spelling that migrated scripts use: `F.relu`."""
    for module, name in ALIASES.items():
        if target.startswith(f"{module}."):
            return name + target[len(module) :]
    return target
