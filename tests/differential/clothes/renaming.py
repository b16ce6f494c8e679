"""The same program under other names."""

from __future__ import annotations

import ast
import re

from .trees import Program, identifiers, outside


def other_names(program: Program) -> bool:
    """A third of the program's own names are others."""
    names = [each for each in own_names(program) if program.chance.random() < 0.34]
    if not names:
        return False
    rename(program, {each: program.fresh() for each in names})
    return True


def own_names(program: Program) -> list[str]:
    """Names that are the program's alone: bound in it, and nowhere an attribute, a keyword or a text."""
    bound: set[str] = set()
    not_alone: set[str] = set()
    for tree in program.files.values():
        not_alone |= set(outside(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                bound.add(node.name)
                methods = node.body if isinstance(node, ast.ClassDef) else []
                not_alone |= {each.name for each in methods if isinstance(each, ast.FunctionDef)}
            elif isinstance(node, ast.Attribute):
                not_alone.add(node.attr)
            elif isinstance(node, ast.keyword) and node.arg:
                not_alone.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                not_alone |= set(re.findall(r"\w+", node.value))
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                not_alone |= set(node.names)
    if "__name__" in not_alone or any(map(looks_up, program.files.values())):  # names of functions and classes are data
        not_alone |= {node.name for tree in program.files.values() for node in ast.walk(tree)
                      if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    beside = {word for text in program.beside.values() for word in identifiers(ast.parse(text))}
    files = {each.removesuffix(".py") for each in program.files}
    own = bound - not_alone - beside - files - {"self", "cls"}
    return sorted(each for each in own if not each.startswith("__"))


def looks_up(tree: ast.Module) -> bool:
    """`globals()[kind + "_loss"]`, `getattr(losses, kind + "_loss")`."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and (node.func.id in ("globals", "vars")
             or (node.func.id == "getattr" and len(node.args) > 1 and not isinstance(node.args[1], ast.Constant)))
        for node in ast.walk(tree)
    )


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = self.names.get(node.name, node.name) if node.name else None
        return self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> ast.alias:
        node.name = self.names.get(node.name, node.name)
        return node


def rename(program: Program, names: dict[str, str]) -> None:
    for tree in program.files.values():
        _Renamed(names).visit(tree)


CHANGES = [other_names, other_names]
