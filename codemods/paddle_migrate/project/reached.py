"""Which names of a module other files reach through the module as a value: `getattr(ours, "fc")`, `layers = ours`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from paddle_migrate.project.importers import direct_importers, program
from paddle_migrate.project.members import bound
from paddle_migrate.project.project import Module, Project
from paddle_migrate.project.statements import modules_of
from paddle_migrate.text.pytree import dotted, nodes


def reached(path: Path, raw: bytes, project: Project, of_any: bool = False) -> dict[str, str]:
    """The names that may be asked of it so, and a file that asks for each; `of_any`: of whatever may be the module
    where it goes out of sight, too."""
    importing = [(module, _local(module, path, project)) for module in direct_importers(path, project)]
    handing = [(module, local, values) for module, local in importing
               if (values := _as_values(module, local)) or (of_any and not local and not _takes(module, path, project))]
    if not handing:
        return {}
    others = [project.file(each) for each in program(path, raw, project)]
    found: dict[str, str] = {}
    for module, local, values in handing:
        holders, functions, are_all = _holders(module.tree, values)
        for other in others:
            held = holders | _parameters(other.tree, functions)
            found |= dict.fromkeys(_attributes(other.tree, held, of_any and not (local and are_all)), other.path.name)
        found |= dict.fromkeys(_strings(module.tree), module.path.name)
    return found


def _local(module: Module, path: Path, project: Project) -> set[str]:
    """What the file calls the module."""
    return {name for node in nodes(module.tree) for name, asked in modules_of(node)
            if any(each.path == path for each in project.modules(module.path, asked))}


def _takes(module: Module, path: Path, project: Project) -> bool:
    """Whether the file imports names of the module: others import it by a text, `import_module("ours")`."""
    return any(isinstance(node, ast.ImportFrom) and any(
        each.path == path for each in project.modules(module.path, "." * node.level + (node.module or "")))
        for node in nodes(module.tree))


def _as_values(module: Module, local: set[str]) -> list[ast.expr]:
    """Where the file has the module itself, and no name of it."""
    tree, counts = module.tree, bound(module.tree)
    plain = {id(node.value) for node in nodes(tree) if isinstance(node, ast.Attribute) and node.attr != "__dict__"
             and counts[dotted(node.value).partition(".")[0]] == 1}
    return [node for node in nodes(tree) if isinstance(node, (ast.Name, ast.Attribute))
            and isinstance(node.ctx, ast.Load) and dotted(node) in local and id(node) not in plain]


def _holders(tree: ast.Module, values: list[ast.expr]) -> tuple[set[str], dict[str, set[int | str]], bool]:
    """The variables and attributes that are set to the values, the functions that are handed them, and where, and
    whether these are all that have them."""
    numbers = {id(each) for each in values}
    seen: set[int] = set()
    names: set[str] = {dotted(each).rpartition(".")[2] for each in values}
    functions: dict[str, set[int | str]] = {}
    for node in nodes(tree):
        if isinstance(node, ast.Assign) and any(id(each) in numbers for each in _alternatives(node.value)):
            seen |= {id(each) for each in _alternatives(node.value)}
            names |= {dotted(target).rpartition(".")[2] for target in node.targets}
        if isinstance(node, ast.Call):
            places = functions.setdefault(dotted(node.func).rpartition(".")[2], set())
            places |= {number for number, each in enumerate(node.args) if id(each) in numbers}
            places |= {each.arg for each in node.keywords if each.arg and id(each.value) in numbers}
            seen |= {id(each) for each in (*node.args, *(keyword.value for keyword in node.keywords))}
    return names - {""}, functions, numbers <= seen


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    return node.values if isinstance(node, ast.BoolOp) else [node]


def _parameters(tree: ast.Module, functions: dict[str, set[int | str]]) -> set[str]:
    """What functions of these names call what they are handed."""
    found: set[str] = set()
    for node in nodes(tree):
        for function, name in _functions(node):
            params = [each.arg for each in function.args.args if each.arg != "self"]
            places = functions.get(name, set())
            found |= {param for number, param in enumerate(params) if number in places or param in places}
    return found


def _functions(node: ast.AST) -> Iterator[tuple[ast.FunctionDef, str]]:
    """A function under its own name, and a constructor under that of its class."""
    if isinstance(node, ast.FunctionDef):
        yield node, node.name
    if isinstance(node, ast.ClassDef):
        yield from ((e, node.name) for e in node.body if isinstance(e, ast.FunctionDef) and e.name == "__init__")


def _attributes(tree: ast.Module, held: set[str], of_any: bool) -> Iterator[str]:
    """`held.name`; `of_any`: of whatever else is no import, as well."""
    statements = nodes(tree) if of_any else ()
    imported = {name.partition(".")[0] for node in statements for name, _ in modules_of(node)}
    for node in nodes(tree):
        if not isinstance(node, ast.Attribute):
            continue
        last = node.value.attr if isinstance(node.value, ast.Attribute) else dotted(node.value)
        if last in held or (of_any and dotted(node.value).partition(".")[0] not in imported):
            yield node.attr


def _strings(tree: ast.Module) -> Iterator[str]:
    """Names in strings, but for those of keywords: `act="relu"` is none."""
    keywords = {id(node.value) for node in nodes(tree) if isinstance(node, ast.keyword)}
    for node in nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keywords:
            yield node.value
