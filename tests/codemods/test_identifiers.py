"""An identifier is no evidence: with other locals and parameters, of the same length, a script comes out the same."""

from __future__ import annotations

import ast
import builtins
import io
import itertools
import keyword
import re
import string
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source

# names that are values, too
_BY_NAME = re.compile(r"(?<![.\w])(?<!def )(?:locals|globals|vars|eval|exec|getargspec|signature)\(")
ROOT = Path(__file__).parents[2]
FOLDERS = (
    "tests/programs", "tests/differential", "tests/compat/static/scripts", "tests/compat/replay", "examples/legacy"
)
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
SCRIPTS = [path for path in PATHS if "fluid" in path.read_text(encoding="utf-8")]
_SHORTEST = 3
_LETTERS = string.digits + string.ascii_lowercase
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def renamed(text: str) -> tuple[str, dict[str, str]]:
    """The text under other names, and what each of these was; an empty dictionary where nothing could be renamed."""
    tree = ast.parse(text)
    names = sorted(_local(tree) - _fixed(tree)) if not _BY_NAME.search(text) else []
    taken = set(re.findall(r"\w+", text)) | set(keyword.kwlist)
    new = {name: _meaningless(name, taken) for name in names if len(name.strip("_")) >= _SHORTEST}
    new = {name: other for name, other in new.items() if other}
    return _replaced(text, tree, new), {other: name for name, other in new.items()}


def named_back(text: str, was: dict[str, str]) -> str:
    return re.sub(r"\w+", lambda match: was.get(match[0], match[0]), text)


def _functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)))


def _parameters(function: Function) -> list[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return [each.arg for each in every if each is not None]


def _local(tree: ast.AST) -> set[str]:
    """Names that functions bind."""
    found: set[str] = set()
    for function in _functions(tree):
        found.update(_parameters(function))
        found.update(n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return found


def _fixed(tree: ast.AST) -> set[str]:
    """Names that mean something else, too: imported, of modules and classes, Python's own, or keywords of calls whose
    function may be anybody's."""
    own = {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    fixed = {*dir(builtins), "cls", *own}
    parameters = {name for function in _functions(tree) for name in _parameters(function)}
    imported = _imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            fixed.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            fixed.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            fixed.add(node.name)
        elif isinstance(node, ast.Attribute) and _root(node) in imported:
            fixed.add(node.attr)  # what is written for it may have to make way for the local
        elif isinstance(node, ast.Call) and not _is_own(node.func, own) and not _is_foreign(node.func, imported):
            fixed.update(k.arg for k in node.keywords if k.arg in parameters)
    scopes = [n for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.ClassDef))]
    outside = [inner for scope in scopes for statement in scope.body for inner in _outside(statement)]
    fixed.update(n.id for n in outside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return fixed


def _outside(statement: ast.AST) -> Iterator[ast.AST]:
    """What of a statement is in no function."""
    yield statement
    if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        for inner in ast.iter_child_nodes(statement):
            yield from _outside(inner)


def _imported(tree: ast.AST) -> set[str]:
    return {(n.asname or n.name).partition(".")[0] for n in ast.walk(tree) if isinstance(n, ast.alias)}


def _root(func: ast.expr) -> str:
    while isinstance(func, ast.Attribute):
        func = func.value
    return func.id if isinstance(func, ast.Name) else ""


def _is_foreign(func: ast.expr, imported: set[str]) -> bool:
    return _root(func) in imported


def _is_own(func: ast.expr, own: set[str]) -> bool:
    """`f(…)` and `self.f(…)` of what the file defines."""
    if isinstance(func, ast.Attribute):
        return func.attr in own and isinstance(func.value, ast.Name) and func.value.id == "self"
    return isinstance(func, ast.Name) and func.id in own


def _meaningless(name: str, taken: set[str]) -> str:
    body = name.strip("_")
    before, _, behind = name.partition(body)
    for letters in itertools.product(_LETTERS, repeat=min(len(body) - 1, 3)):
        other = f"{before}{'z' * (len(body) - len(letters))}{''.join(letters)}{behind}"
        if other not in taken and not other.isdigit():
            taken.add(other)
            return other
    return ""


def _replaced(text: str, tree: ast.AST, new: dict[str, str]) -> str:
    own = {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    kept = {
        (k.lineno, k.col_offset)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and not _is_own(call.func, own)
        for k in call.keywords if k.arg
    }
    lines = text.splitlines(keepends=True)
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type != tokenize.NL]
    for before, token in reversed(list(zip([None, *tokens], tokens, strict=False))):
        if token.type == tokenize.COMMENT:  # commented-out code is looked at, too
            start, end = token.start[1], token.end[1]
            other = re.sub(r"(?<!\.)\b\w+\b(?!=)", lambda match: new.get(match[0], match[0]), token.string)
            lines[token.start[0] - 1] = lines[token.start[0] - 1][:start] + other + lines[token.start[0] - 1][end:]
        if token.type != tokenize.NAME or token.string not in new:
            continue
        row, column = token.start
        offset = len(lines[row - 1][:column].encode())
        if (before is not None and before.string == ".") or (row, offset) in kept:
            continue
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new[token.string] + line[column + len(token.string) :]
    return "".join(lines)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_other_names_change_nothing(path):
    text = path.read_text(encoding="utf-8")
    other, was = renamed(text)
    before, after = migrate_source(text, path.name), migrate_source(other, path.name)
    assert named_back(after.text, was) == before.text
    assert [(f.line, f.code) for f in after.findings] == [(f.line, f.code) for f in before.findings]


def test_it_renames_locals_and_parameters():
    text = """\
import paddle.fluid as fluid
def build(inputs, size=3):
    hidden = fluid.layers.fc(inputs, size=size)
    return hidden.size
def main():
    return build(build(inputs=1), size=2)
"""
    other, was = renamed(text)
    assert sorted(was.values()) == ["hidden", "inputs", "size"]
    assert "size=" in other  # of fluid's fc()
    assert not {"hidden", "inputs"} & set(re.findall(r"\w+", other))
    assert named_back(other, was) == text


def test_most_scripts_have_names_to_change():
    assert sum(bool(renamed(path.read_text(encoding="utf-8"))[1]) for path in SCRIPTS) > len(SCRIPTS) / 2


STATIC = """\
import paddle.fluid as fluid
def {name}_step(exe, {program}, loss, feed):
    return exe.run({program}, feed=feed, fetch_list=[loss])
def build(x):
    loss = fluid.layers.mean(x)
    fluid.optimizer.SGD(fluid.layers.exponential_decay(0.1, 10, 0.5)).minimize(loss)
    return loss
"""
DYGRAPH = """\
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def forward(self, {name}, {other}):
        loss = fluid.layers.mean(fluid.dygraph.to_variable({name})) * {other}.scale
        print(loss.numpy()[0])
        return loss
"""
LOOP = """\
import paddle.fluid as fluid
L = fluid.layers
def build(n):
    i, {name} = L.zeros([1], 'int64'), L.zeros([1], 'float32')
    go = L.less_than(i, n)
    loop = L.While(go)
    with loop.block():
        L.assign({name} + 1.0, {name})
        L.increment(i, in_place=True)
        L.less_than(i, n, cond=go)
    return {name}
"""
SHAPES = {
    "the program of a run": (
        STATIC, [{"name": "a", "program": n} for n in ("test_program", "train_prog", "some_thing")]
    ),
    "data and numbers": (DYGRAPH, [{"name": a, "other": b} for a, b in (
        ("generator_out", "args"), ("anything_else", "them"), ("reader_batch", "hparams"))]),
    "a program's parameters": (
        "import paddle.fluid as fluid\ndef names({name}):\n    fluid.layers.mean(fluid.data('x', [1]))\n"
        "    return [p.name for p in {name}.all_parameters()]\n",
        [{"name": n} for n in ("prog", "main_prog", "anything")],
    ),
    "an executor": (
        "import paddle.fluid as fluid\ndef go({name}, loss):\n    fluid.layers.mean(fluid.data('x', [1]))\n"
        "    return {name}.run(fluid.default_main_program(), None, [loss.name])\n",
        [{"name": n} for n in ("exe", "executor", "runner")],
    ),
    "a state": (
        "import paddle.fluid as fluid\ndef save({name}):\n    with fluid.dygraph.guard():\n"
        "        return {name}.state_dict()\ndef other():\n    with fluid.dygraph.guard():\n        pass\n",
        [{"name": n} for n in ("optimizer", "opt", "anything")],
    ),
    "what may train": (
        LOOP, [{"name": n} for n in ("gru_backward", "loss_gradient", "anything")],
    ),
}


@pytest.mark.parametrize(("template", "clothes"), SHAPES.values(), ids=SHAPES)
def test_each_name_that_was_evidence_once(template, clothes):
    plain = set()
    for names in clothes:
        text = migrate_source(template.format(**names), "script.py").text
        for key, name in names.items():
            text = re.sub(rf"\b{name}(?=\b|_step\b)", key, text)
        plain.add(re.sub(r"\s+", "", text))
    assert len(plain) == 1
