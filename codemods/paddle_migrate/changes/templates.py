"""A definition of compat or of `written/` as text that a script can be given: what it uses is read off its file."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
import tokenize
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import StringIO
from pathlib import Path

from paddle_migrate import written
from paddle_migrate.changes.expressions import template_of
from paddle_migrate.changes.folded_parameters import header
from paddle_migrate.outcome import Way
from paddle_migrate.rules.definitions import params_of
from paddle_migrate.rules.expansion import Refused, helper_mark
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.rules.unrolled import Unrolled, function_mark, unrolled, written_mark
from paddle_migrate.text.pytree import first_line, segment
from paddle_migrate.text.wrapping import wrapped

_Node = ast.FunctionDef | ast.ClassDef | ast.Assign
_PARAMETERS = re.compile(r", (?![^\[(]*[\])])")  # commas that stand in no brackets
_Cut = tuple[int, int, int, str]  # line, from, to, what stands there instead


@dataclass(frozen=True)
class Definition:
    """A function, a class or a constant, and the file that it stands in; `without`: names of the class, or parameters
    of the function, that it is written without; `way`: of a rule as a function of its own, how it is unrolled."""

    module: RuleModule
    name: str
    node: _Node
    without: tuple[str, ...] = ()
    way: Way | None = None


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


def of_function(function: Unrolled) -> Definition:
    """A rule as a function of its own, under a name that tells the form for programs from that for dynamic mode."""
    rule, way = function.rule, function.way
    assert rule.node is not None
    for other in (replace(way, names_layers=False), replace(way, in_program=True)):
        with suppress(Refused):
            if ast.dump(unrolled(rule, other).node) == ast.dump(function.node):
                way = other
    named = "named_" * way.names_layers + "eager_" * (not way.in_program and rule.kind == "function")
    return Definition(rule.module, f"{named}{rule.short}", rule.node, way=way)


def of_written(name: str, without: tuple[str, ...] = ()) -> Definition:
    """One of `written/`, by its name."""
    return replace(_written()[name], without=without)


def definition_in(module: str, name: str, way: Way | None = None, without: tuple[str, ...] = ()) -> Definition:
    """One of `written/` or of compat, by where it stands."""
    if way is not None:
        rule = library().lookup(f"{module}.{name}")
        assert isinstance(rule, Rule)
        return of_function(unrolled(rule, way))
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
    if definition.way is not None:
        return _of_function(definition)
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
    gone |= _described_further(node, lines)
    text = "\n".join(lines[n - 1] for first, last in spans for n in range(first, last + 1) if n not in gone)
    text = re.sub(r" *# type: ignore\[[\w, -]+\]", "", text).rstrip() + "\n"
    return re.sub("\0(\\w+)\0", r"{\1}", text.replace("{", "{{").replace("}", "}}"))


def _described_further(node: _Node, lines: list[str]) -> set[int]:
    """The lines that describe it behind the first paragraph, and its methods: a script is not where one reads them."""
    gone: set[int] = set()
    for each in _nodes(node):
        if not isinstance(each, (ast.FunctionDef, ast.ClassDef)) or ast.get_docstring(each) is None:
            continue
        first, last = each.body[0].lineno, each.body[0].end_lineno or each.body[0].lineno
        if each is not node:
            gone.update(range(first, last + 1) if len(each.body) > 1 else ())
            continue
        blank = next((n for n in range(first, last) if not lines[n - 1].strip()), None)
        if blank is not None:
            lines[blank - 2] += '"""'
            gone.update(range(blank, last + 1))
    return gone


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
    return first_line(statement) - isinstance(statement, ast.FunctionDef)


# -- rules as functions of their own ---------------------------------------------------------------------------


def _of_function(definition: Definition) -> Template:
    """The statements that a rule was unrolled to, in lines that are not too long."""
    assert definition.way is not None
    rule = definition.module.find(known_name(definition))
    assert isinstance(rule, Rule)
    function = unrolled(rule, definition.way)
    made = template_of(function.node)
    marks: dict[str, str | Definition] = {f"__today_{n}__": name for n, name in enumerate(made.todays)}
    marks.update((helper_mark(each.short), of_rule(each)) for each in function.helpers)
    marks.update((written_mark(each), of_written(each)) for each in function.written)
    marks.update((function_mark(each), of_function(unrolled(each, definition.way))) for each in function.functions)
    names = {n.id for n in ast.walk(function.node) if isinstance(n, ast.Name)}
    text = _in_double_quotes(made.text)
    for number, param in enumerate(rule.params):
        text = text.replace(f"__given_{number}__", param.name)
    params = {param.name for param in rule.params}
    for builtin in sorted(name for name in names if hasattr(builtins, name) and name not in params):
        marks[f"__builtin_{builtin}__"] = f"builtins.{builtin}"
        text = re.sub(rf"(?<![\w.\"]){builtin}(?=[(,)\]])", f"__builtin_{builtin}__", text)
    used = {mark: use for mark, use in marks.items() if mark in text}
    uses = tuple(dict.fromkeys(used.values()))
    first, *lines = text.splitlines()
    top = header(f"def {definition.name}(", _PARAMETERS.split(first[first.index("(") + 1 : -2]), 0)
    text = "\n".join(_in_width(line, used) for line in lines) + "\n"
    text = text.replace("{", "{{").replace("}", "}}")
    for mark, use in used.items():
        text = text.replace(mark, f"{{{uses.index(use)}}}")
    top = top.replace("{", "{{").replace("}", "}}").replace(f"def {definition.name}(", "def {name}(")
    return Template(top + text, uses, tuple(made.standard))


def _in_double_quotes(text: str) -> str:
    """The strings that stand by themselves, and in no other."""
    lines, found = text.splitlines(keepends=True), list[tuple[int, int, int]]()
    deep = 0
    for token in tokenize.generate_tokens(StringIO(text).readline):
        deep += (tokenize.tok_name[token.type] == "FSTRING_START") - (tokenize.tok_name[token.type] == "FSTRING_END")
        plain = token.string.startswith("'") and not token.string.startswith("'''")
        if token.type == tokenize.STRING and not deep and plain and not {'"', "\\"} & set(token.string):
            found.append((token.start[0] - 1, token.start[1], token.end[1]))
    for row, start, end in reversed(found):
        lines[row] = f'{lines[row][:start]}"{lines[row][start + 1 : end - 1]}"{lines[row][end:]}'
    return "".join(lines)


def known_name(definition: Definition) -> str:
    """That of the definition in its file."""
    return definition.name if definition.way is None else definition.node.name  # type: ignore[union-attr]


def _in_width(line: str, marks: dict[str, str | Definition]) -> str:
    """Broken where it will be too long, once the names stand in it."""
    longs = {}
    for number, (mark, use) in enumerate(marks.items()):
        short = use.rpartition(".")[2] if isinstance(use, str) else use.name
        longs[f"T{number}_".ljust(len(short) + 4 * isinstance(use, str), "_")] = mark
        line = line.replace(mark, [*longs][-1])
    column = len(line) - len(line.lstrip())
    line = line[:column] + wrapped(line[column:], column, "    ")
    for long, mark in longs.items():
        line = line.replace(long, mark)
    return line
