"""Names of a function, or of the script, that are kept on an object or in a dictionary instead."""

from __future__ import annotations

import ast

from .trees import FUNCTIONS, Program, expression, is_text, outside, statements, stored

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ALL_NAMES = ("globals", "locals", "vars", "eval", "exec")
MADE = {
    "NEW.KEY": ("import argparse", "NEW = argparse.Namespace()"),
    "NEW['KEY']": ("", "NEW = {}"),
    "NEW.KEY ": ("", "class Kept(object):\n    pass\nNEW = Kept()"),
}


def names_kept_together(program: Program) -> bool:
    """Some names are attributes of one object, or entries of a dictionary."""
    found = [(file, scope, names) for file, tree in program.files.items() for scope in _scopes(file, tree)
             if (names := _own(tree, scope))]
    if not found:
        return False
    file, scope, names = program.chance.choice(found)
    kept = [each for each in names if program.chance.random() < 0.6] or names[:1]
    new, way = program.fresh(), program.chance.choice(list(MADE))
    if isinstance(scope, ast.FunctionDef) and _is_of_object(program, scope) and program.chance.random() < 0.5:
        taken = {node.attr for tree in program.files.values() for node in ast.walk(tree)
                 if isinstance(node, ast.Attribute)}
        uses = {each: f"self.{each if each not in taken else program.fresh()}" for each in kept}
    else:
        at = 1 if isinstance(scope, ast.FunctionDef) and is_text(scope.body[0]) else 0
        at = program.top(file) if isinstance(scope, ast.Module) else at
        at = min([at, *(place for place, each in enumerate(scope.body) if set(kept) & set(stored(each)))])
        made = "\n".join(MADE[way]).replace("NEW", new).replace("Kept", program.fresh().capitalize())
        scope.body[at:at] = statements(made)
        uses = {each: way.strip().replace("NEW", new).replace("KEY", each) for each in kept}
    _Kept(uses).visit(scope)
    return True


def _scopes(file: str, tree: ast.Module) -> list[ast.Module | ast.FunctionDef]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [*([tree] if file == "main.py" else []), *functions]


def _own(tree: ast.Module, scope: ast.Module | ast.FunctionDef) -> list[str]:
    """The names that nothing but assignments gives a value."""
    nodes = [node for each in scope.body for node in ast.walk(each)]
    if any(isinstance(node, ast.Name) and node.id in ALL_NAMES for node in ast.walk(tree)):
        return []
    assigned = {node.id for each in nodes if isinstance(each, (ast.Assign, ast.AugAssign))
                for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
                for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    others = {each for node in nodes for each in _bound_otherwise(node)}
    deeper = {each for node in nodes if isinstance(node, FUNCTIONS) for part in ast.walk(node)
              for each in [*([part.id] if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) else [])]}
    if isinstance(scope, ast.FunctionDef):
        others |= {arg.arg for arg in ast.walk(scope.args) if isinstance(arg, ast.arg)}
    here = set(stored(*scope.body))
    return sorted((assigned & here) - others - deeper - set(outside(tree)))


def _bound_otherwise(node: ast.AST) -> list[str]:
    """What loops, `with`, definitions, arguments, handlers, declarations bind."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return stored(node.target)
    if isinstance(node, ast.With):
        return [each for item in node.items if item.optional_vars for each in stored(item.optional_vars)]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return list(node.names)
    if isinstance(node, ast.Delete):
        return [each.id for each in node.targets if isinstance(each, ast.Name)]
    if isinstance(node, ast.AnnAssign):
        return stored(node.target)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [each.asname or each.name.split(".")[0] for each in node.names]
    return [node.name] if isinstance(node, ast.ExceptHandler) and node.name else []


def _is_of_object(program: Program, function: ast.FunctionDef) -> bool:
    """Whether it is a method that runs once its object is made, and not twice at a time."""
    holds = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function))
    classes = [node for tree in program.files.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    is_method = any(function in each.body for each in classes) and not function.decorator_list
    is_own = bool(function.args.args) and function.args.args[0].arg == "self"
    return is_method and is_own and not holds and not function.name.startswith("__")


class _Kept(ast.NodeTransformer):
    def __init__(self, uses: dict[str, str]) -> None:
        self.uses = uses

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.uses:
            return node
        use = expression(self.uses[node.id])
        use.ctx = node.ctx  # type: ignore[attr-defined]
        return use


CHANGES = [names_kept_together, names_kept_together]
