"""Other files of the project, as far as they are known without a run: their functions, classes and constants."""

from __future__ import annotations

import ast

from paddle_migrate.text.pytree import nodes, python_tree
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.values import Beside, Class, Elsewhere, Function, Library, Object, Scope, Stuck

_DONE = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


def module_of(machine: Machine, name: str) -> Beside | None:
    """None where the project has no such module, or not only one."""
    name = _absolute(machine, name)
    if name not in machine.beside:
        machine.beside[name] = None  # for one that imports it again
        text = machine.find(name)
        tree = python_tree(text) if text is not None else None
        if tree is not None:
            note_changes(machine, tree)
            machine.beside[name] = _read(machine, tree, name)
    return machine.beside[name]


def _absolute(machine: Machine, name: str) -> str:
    """A relative name of another file's, as the script itself would have to say it."""
    module = next((each.module for each in machine.scopes() if each.module), "")
    if not name.startswith(".") or not module:
        return name
    rest = name.lstrip(".")
    dots = len(name) - len(rest)
    if machine.find(f"{module}.__init__") is not None:  # a package, whose own file it is
        dots -= 1
    above = module.split(".")[: -dots or None]
    return ".".join([*above, *filter(None, [rest])]) if above else name


def note_changes(machine: Machine, tree: ast.Module) -> None:
    """Note what a file may change in others, by the names that are set, and the modules that are given away."""
    imports = [node for node in nodes(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    modules = {alias.asname or alias.name.partition(".")[0]: alias.name for node in imports for alias in node.names}
    owners = set[int]()
    for node in nodes(tree):
        if isinstance(node, ast.Attribute):
            owners.add(id(node.value))
            if not isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.value.id in modules:
                machine.changed.add(node.attr)
    machine.changed |= {name for node in nodes(tree) if isinstance(node, ast.Global) for name in node.names}
    machine.given_away |= {modules[node.id].rpartition(".")[2] for node in nodes(tree) if isinstance(node, ast.Name)
                           and node.id in modules and id(node) not in owners}


def found_in(machine: Machine, scope: Scope, name: str) -> object:
    """What a name of another file is, as far as that is known when the program is built."""
    value = scope.names[name]
    is_kept = name not in machine.changed and scope.module.rpartition(".")[2] not in machine.given_away
    if isinstance(value, Library):
        return machine.spelled(value)
    if isinstance(value, Elsewhere) or (not is_kept and not isinstance(value, (Beside, Function, Class))):
        return machine.elsewhere(Elsewhere(scope.module, name))
    if name in machine.changed:
        raise Stuck
    return value


def _read(machine: Machine, tree: ast.Module, module: str) -> Beside:
    for node in ast.walk(tree):
        node.is_foreign = True  # type: ignore[attr-defined]
    found = Beside(Scope(is_foreign=True, module=module))
    outer, rows, home = machine.scope, machine.rows, machine.home
    machine.scope = machine.home = found.scope
    try:
        for line in tree.body:
            is_said = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
            found.is_plain &= isinstance(line, _DONE) or is_said
            if is_said or (isinstance(line, ast.If) and "__name__" in ast.dump(line.test)):
                continue
            try:
                _run(machine, line)
            except Stuck:
                found.is_whole &= not isinstance(line, ast.ImportFrom) or line.names[0].name != "*"
                _forget(found.scope, line)
    finally:
        machine.scope, machine.rows, machine.home = outer, rows, home
    return found


def _run(machine: Machine, line: ast.stmt) -> None:
    """Raises Stuck where something is done when the program runs."""
    steps = machine.steps
    try:
        with machine.tried():
            if isinstance(line, (ast.Import, ast.ImportFrom)):
                machine.bring(line)
            else:
                machine.execute([line])
            if machine.rows:
                raise Stuck
    finally:
        machine.steps = steps  # what the script itself does is counted


def _forget(scope: Scope, line: ast.stmt) -> None:
    """What a statement binds, or may change, is not known."""
    waiting: list[ast.AST] = [line]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.alias)):
            name = node.name if not isinstance(node, ast.alias) else node.asname or node.name.partition(".")[0]
            scope.names.pop(name, None)
            continue
        is_container = isinstance(node, ast.Name) and isinstance(scope.names.get(node.id), (list, dict, set, Object))
        if isinstance(node, ast.Name) and (is_container or not isinstance(node.ctx, ast.Load)):
            scope.names[node.id] = Elsewhere(scope.module, node.id)
        waiting += ast.iter_child_nodes(node)
