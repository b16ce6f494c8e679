"""A definition of compat or of `written/` as text that a script can be given: what it uses is read off its file."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from paddle_migrate import written
from paddle_migrate.rules.definitions import params_of
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.text.pytree import segment

_Node = ast.FunctionDef | ast.ClassDef | ast.Assign
_Cut = tuple[int, int, int, str]  # line, from, to, what stands there instead


@dataclass(frozen=True)
class Definition:
    """A function, a class or a constant, and the file that it stands in; `without`: names of the class, or parameters
    of the function, that it is written without."""

    module: RuleModule
    name: str
    node: _Node
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Template:
    """The text has {name} for the definition's own name, and {0}, {1}, … for today's names and for other definitions,
    in the order of `uses`, where `builtins.len` is Python's own `len`; `standard`: the modules of the standard library
    that it uses."""

    text: str
    uses: tuple[str | Definition, ...]
    standard: tuple[str, ...]


def of_rule(rule: Rule, without: tuple[str, ...] = ()) -> Definition:
    assert rule.node is not None
    return Definition(rule.module, rule.short, rule.node, without)


@cache
def unread(node: ast.stmt | None) -> tuple[str, ...]:
    """The parameters with a default that the body of a function never reads."""
    if not isinstance(node, ast.FunctionDef) or node.args.kwonlyargs or node.args.kwarg:
        return ()
    own = {id(n) for part in (node.args, *node.decorator_list, node.returns) if part for n in ast.walk(part)}
    read = {n.id for n in _nodes(node) if isinstance(n, ast.Name) and id(n) not in own}
    return tuple(param.name for param in params_of(node.args) if param.default is not None and param.name not in read)


def of_written(name: str, without: tuple[str, ...] = ()) -> Definition:
    """One of `written/`, by its name."""
    return replace(_written()[name], without=without)


def definition_in(module: str, name: str, without: tuple[str, ...] = ()) -> Definition:
    """One of `written/` or of compat, by where it stands."""
    known = _written().get(name)
    if known is not None and known.module.name == module:
        return replace(known, without=without)
    home = library().module(module)
    assert home is not None
    node = home.definitions[name]
    assert isinstance(node, _Node)
    return Definition(home, name, node, without)


@cache
def _written() -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for path in sorted(Path(written.__file__).parent.glob("*.py")):
        module = RuleModule(library(), path, f"{written.__name__}.{path.stem}")
        for name, node in module.definitions.items():
            if isinstance(node, _Node):
                found[name] = Definition(module, name, node)
    return found


@cache
def template(definition: Definition) -> Template:
    """As it stands in its file, but for annotations and the marks of compat."""
    module, node = definition.module, definition.node
    uses: dict[str | Definition, int] = {}
    standard: dict[str, None] = {}
    in_texts = {id(n) for text in _nodes(node) if isinstance(text, ast.JoinedStr) for n in ast.walk(text)}
    cuts = [_own_name(definition), *_annotations(module.source.splitlines(), node)]
    for inner in _used(module, node):
        root = _root(inner)
        assert isinstance(root, ast.Name)
        dotted = module.dotted(inner)
        use = _use(definition, inner, dotted)
        if dotted == f"{module.name}.{definition.name}":
            cuts.append(_cut(inner, "name"))
        elif use is not None:
            cuts.append(_cut(inner, str(uses.setdefault(use, len(uses)))))
        elif isinstance(inner, ast.Attribute) and root.id in module.imports:
            standard[module.imports[root.id]] = None
        elif hasattr(builtins, root.id) and id(root) not in in_texts:  # where Python does not tell their columns
            cuts.append(_cut(root, str(uses.setdefault(f"builtins.{root.id}", len(uses)))))
    return Template(_narrowed(definition, _text(definition, cuts)), tuple(uses), tuple(standard))


def _use(definition: Definition, inner: ast.expr, dotted: str) -> str | Definition | None:
    """Today's name, or a definition to write as well; None for what is neither."""
    if dotted.startswith(("paddle.", "numpy.")):
        return dotted
    if isinstance(inner, ast.Name) and dotted.startswith((PACKAGE, written.__name__)):
        return _need(definition.module, dotted)
    return None


def _need(module: RuleModule, dotted: str) -> str | Definition | None:
    """What a name of compat or of `written/` stands for in a script: today's class, or a definition."""
    home_name, _, short = dotted.rpartition(".")
    home = module if home_name == module.name else module.library.module(home_name)
    if home is None or short not in home.definitions:
        found = module.library.lookup(dotted)
        if not isinstance(found, Rule) or found.node is None:
            return _written().get(short) if dotted.startswith(written.__name__) else None
        home, short = found.module, found.short
    node = home.definitions[short]
    if isinstance(node, ast.ClassDef) and node.bases and not _is_copied(home, node):
        return home.dotted(node.bases[0])
    return Definition(home, short, node) if isinstance(node, _Node) else None


def _is_copied(home: RuleModule, node: ast.ClassDef) -> bool:
    """Whether the class itself is written into scripts, not the one that it derives from."""
    return Word.HELPER in home.marks(node) or home.name.startswith(written.__name__)


@lru_cache(maxsize=16)  # one definition is asked about several times in a row
def _nodes(node: ast.stmt) -> list[ast.AST]:
    return list(ast.walk(node))


def _used(module: RuleModule, node: _Node) -> list[ast.expr]:
    """The names that the definition reads when it runs, and the attributes of names; all of `paddle.nn.RNN`."""
    every = _nodes(node)
    aside = {id(n) for a in every for n in _annotation(a)}
    aside |= {id(n) for mark in _marks(module, node) for n in ast.walk(mark)}
    own = {n.arg for n in every if isinstance(n, ast.arg)}
    own |= {n.id for n in every if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found: dict[int, ast.expr] = {}
    for inner in every:
        root = _root(inner)
        if not isinstance(root, ast.Name) or id(inner) in aside or root.id in own:
            continue
        if inner is root or inner.value is root or root.id == "paddle":  # type: ignore[attr-defined]
            assert isinstance(inner, ast.expr)
            found.setdefault(id(root), inner)  # an attribute comes before its own name
    return list(found.values())


def _root(node: ast.AST) -> ast.AST:
    """`paddle` of `paddle.nn.RNN`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def _marks(module: RuleModule, node: _Node) -> list[ast.expr]:
    """Decorators that tell the tool something and are not written."""
    every = [] if isinstance(node, ast.Assign) else node.decorator_list
    called = {id(mark): mark.func if isinstance(mark, ast.Call) else mark for mark in every}
    return [mark for mark in every if module.dotted(called[id(mark)]).startswith(PACKAGE)]


def _annotation(node: ast.AST) -> list[ast.AST]:
    annotation = getattr(node, "returns" if isinstance(node, ast.FunctionDef) else "annotation", None)
    return list(ast.walk(annotation)) if isinstance(annotation, ast.AST) else []


# -- text -----------------------------------------------------------------------------------------------------


def _cut(node: ast.expr, field: str) -> _Cut:
    return node.lineno, node.col_offset, node.end_col_offset or 0, f"\0{field}\0"


def _own_name(definition: Definition) -> _Cut:
    node = definition.node
    if isinstance(node, ast.Assign):
        return _cut(node.targets[0], "name")
    start = node.col_offset + len("class " if isinstance(node, ast.ClassDef) else "def ")
    return node.lineno, start, start + len(definition.name), "\0name\0"


def _annotations(lines: list[str], definition: _Node) -> list[_Cut]:
    """Scripts of this kind annotate nothing."""
    cuts: list[_Cut] = []
    for node in _nodes(definition):
        if isinstance(node, ast.arg) and node.annotation and node.annotation.end_lineno == node.lineno:
            end = node.annotation.end_col_offset or 0
            default = lines[node.lineno - 1][end : end + 3] == " = "
            cuts.append((node.lineno, node.col_offset + len(node.arg), end + 3 * default, "=" * default))
        elif isinstance(node, ast.AnnAssign) and node.target.end_col_offset and node.annotation.end_col_offset:
            cuts.append((node.lineno, node.target.end_col_offset, node.annotation.end_col_offset, ""))
        elif isinstance(node, ast.FunctionDef) and node.returns and node.returns.end_lineno == node.returns.lineno:
            arrow = lines[node.returns.lineno - 1].rindex(" ->", 0, node.returns.col_offset)
            cuts.append((node.returns.lineno, arrow, node.returns.end_col_offset or 0, ""))
    return cuts


def _text(definition: Definition, cuts: list[_Cut]) -> str:
    """Sources of rules are ASCII: columns are characters."""
    module, node = definition.module, definition.node
    lines = module.source.splitlines()
    for number, start, end, instead in sorted(cuts, reverse=True):
        lines[number - 1] = lines[number - 1][:start] + instead + lines[number - 1][end:]
    assert node.end_lineno is not None
    kept = [] if isinstance(node, ast.Assign) else [d for d in node.decorator_list if d not in _marks(module, node)]
    spans = [*((d.lineno, d.end_lineno or d.lineno) for d in kept), (node.lineno, node.end_lineno)]
    gone = {n for s in _left_out(definition) for n in range(_start(s), (s.end_lineno or s.lineno) + 1)}
    text = "\n".join(lines[n - 1] for first, last in spans for n in range(first, last + 1) if n not in gone)
    text = re.sub(r" *# type: ignore\[[\w, -]+\]", "", text).rstrip() + "\n"
    return re.sub("\0(\\w+)\0", r"{\1}", text.replace("{", "{{").replace("}", "}}"))


def _narrowed(definition: Definition, text: str) -> str:
    """The text of a function without the parameters that it is written without."""
    if not definition.without or not isinstance(definition.node, ast.FunctionDef):
        return text
    header, source = re.search(r"(?s)def \{name\}\((.*?)\):\n", text), definition.module.source
    assert header is not None
    made = []
    for param in params_of(definition.node.args):
        if param.name not in definition.without:
            default = segment(source, param.default) if param.default is not None else None
            made.append(param.name if default is None else f"{param.name}={default}")
    column = header.start(1) - header.start() + len(definition.name) - len("{name}")
    indent = " " * column
    lines = textwrap.wrap(", ".join(made), 80 - len(indent), break_long_words=False, break_on_hyphens=False)
    return text[: header.start(1)] + f"\n{indent}".join(lines) + text[header.end(1) :]


def _left_out(definition: Definition) -> list[ast.stmt]:
    body = definition.node.body if isinstance(definition.node, ast.ClassDef) else []
    return [s for s in body if _name_of(s) in definition.without]


def _name_of(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return statement.name if isinstance(statement, ast.FunctionDef) else ""


def _start(statement: ast.stmt) -> int:
    """The first line of a statement; of a method, the blank line above it."""
    return statement.lineno - isinstance(statement, ast.FunctionDef)
