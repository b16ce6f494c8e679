"""The same files in a package. The last of the changes: what others make of files they put beside main.py."""

from __future__ import annotations

import ast

from .trees import Program, identifiers, statements, stored_deep


def in_a_package(program: Program) -> bool:
    """The script's modules stand in a folder; it imports them from there, they import each other by the dot."""
    own = [file[:-3] for file in program.files if file != "main.py" and "/" not in file]
    if not own or _is_looked_up(program, own):
        return False
    package = program.fresh()
    hands_on = program.chance.random() < 0.5
    for file, tree in program.files.items():
        near = file != "main.py" and program.chance.random() < 0.7
        for block in [node for node in ast.walk(tree) if hasattr(node, "body") and isinstance(node.body, list)]:
            block.body = [new for each in block.body for new in _elsewhere(program, each, own, package, near, hands_on)]
    for each in own:
        program.files[f"{package}/{each}.py"] = program.files.pop(f"{each}.py")
    lines = [f"from .{each} import *" for each in own]
    program.files[f"{package}/__init__.py"] = ast.Module(statements("\n".join(lines)) if hands_on else [], [])
    return True


def _is_looked_up(program: Program, own: list[str]) -> bool:
    """Whether a module is named by a text, or by something that is no module."""
    words = {word for tree in program.files.values() for word in identifiers(tree)}
    bound = {name for tree in program.files.values() for name in stored_deep(tree)}
    texts = {node.value for tree in program.files.values() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return bool({"import_module", "__import__"} & words or (texts | bound) & set(own))


def _elsewhere(
    program: Program, statement: ast.stmt, own: list[str], package: str, near: bool, hands_on: bool
) -> list[ast.stmt]:
    if isinstance(statement, ast.ImportFrom) and statement.module in own:
        is_star = statement.names[0].name == "*"
        if hands_on and not near and not is_star and program.chance.random() < 0.5:
            return [ast.ImportFrom(package, statement.names, 0)]
        module = statement.module if near else f"{package}.{statement.module}"
        return [ast.ImportFrom(module, statement.names, int(near))]
    if isinstance(statement, ast.Import) and any(each.name in own for each in statement.names):
        new: list[ast.stmt] = []
        for each in statement.names:
            if each.name not in own:
                new.append(ast.Import([each]))
            elif each.asname is None or near or program.chance.random() < 0.5:
                new.append(ast.ImportFrom(None if near else package, [each], int(near)))
            else:
                new.append(ast.Import([ast.alias(f"{package}.{each.name}", each.asname)]))
        return new
    return [statement]


CHANGES = [in_a_package, in_a_package]
