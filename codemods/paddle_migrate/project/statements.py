"""What a file imports and binds, by its bytes and by its statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

# each begins with plain letters, so that it is searched for fast
FROM = re.compile(rb"from[ \t]+([.\w]+)[ \t]+import\b[ \t(]*([\w \t,]*)")
IMPORT = re.compile(rb"import[ \t]+([\w. \t,]+)")
_LOADED = re.compile(rb"import(?:_module|__)\(\s*['\"]([\w.]+)['\"]")
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@lru_cache(maxsize=1024)  # several ask, one file after the other
def imported(raw: bytes) -> frozenset[str]:
    """Modules that the bytes seem to import. What `from` takes may be a module, too."""
    names: set[bytes] = set()
    for package, taken in FROM.findall(raw):
        names.add(package)
        between = b"" if package.endswith(b".") else b"."
        names.update(package + between + name for name in _first_words(taken))
    for statement in IMPORT.findall(raw):
        names.update(_first_words(statement))
    names.update(_LOADED.findall(raw))
    return frozenset(name.decode("ascii", "replace") for name in names)


def _first_words(listed: bytes) -> Iterator[bytes]:
    """`a` and `c.d` of `a as b, c.d`."""
    return (words[0] for part in listed.split(b",") if (words := part.split()))


def bindings(node: ast.AST) -> Iterator[str]:
    """Names that running the node binds, in it and in the blocks below, and names that functions declare `global`."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    if isinstance(node, _INNER):
        yield from (name for n in ast.walk(node) if isinstance(n, ast.Global) for name in n.names)
        return
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (a.asname or a.name.partition(".")[0] for a in node.names if a.name != "*")
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    for child in ast.iter_child_nodes(node):
        yield from bindings(child)


def modules_of(statement: ast.AST) -> Iterator[tuple[str, str]]:
    """What the code calls each module that the statement may import, and its name as an import would spell it."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            yield alias.asname or alias.name, alias.name
    elif isinstance(statement, ast.ImportFrom):
        package = "." * statement.level + (statement.module or "")
        for alias in statement.names:
            between = "." if statement.module else ""
            yield alias.asname or alias.name, f"{package}{between}{alias.name}"
    elif isinstance(statement, ast.Assign) and (module := _loaded(statement.value)):
        yield from ((target.id, module) for target in statement.targets if isinstance(target, ast.Name))


def _loaded(value: ast.expr) -> str:
    """`nets` of `importlib.import_module("nets")`, and of `__import__("nets")`."""
    func = value.func if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords else None
    how = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    name = value.args[0] if isinstance(value, ast.Call) and func is not None else None
    return loaded(how, name.value) if isinstance(name, ast.Constant) and isinstance(name.value, str) else ""


def loaded(how: str, name: str) -> str:
    """The module that a call of so named a function gives for the name; nothing where that is none, or not certain."""
    whole = how == "import_module" or (how == "__import__" and "." not in name)
    return name if whole and not name.startswith(".") else ""
