"""The same statements in another place: a function, a method, a file, a suite of another statement."""

from __future__ import annotations

import ast

from .trees import Block, Program, is_import, loaded, name, outside, simple, statements, stored, stored_deep
from .values import first

LEAVING = (ast.Return, ast.Yield, ast.YieldFrom, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.Import,
           ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def runs(program: Program) -> list[tuple[Block, int, int]]:
    """Statements one behind the other that may go somewhere else together."""
    found = []
    for block in program.blocks():
        start = 0
        for at, statement in enumerate([*block.body, None]):
            if statement is None or not moves(statement):
                found += [(block, start, at)] if at > start else []
                start = at + 1
    return found


def moves(statement: ast.stmt) -> bool:
    if any(isinstance(node, LEAVING) for node in ast.walk(statement)):
        return False
    return simple(statement) or isinstance(statement, (ast.For, ast.With, ast.If))


def chosen(program: Program) -> tuple[Block, int, int] | None:
    found = runs(program)
    if not found:
        return None
    block, start, end = program.chance.choice(found)
    at = program.chance.randrange(start, end)
    return block, at, min(end, at + program.chance.choice((1, 1, 2, 3, 5)))


def given_and_made(program: Program, block: Block, at: int, end: int) -> tuple[list[str], list[str]] | None:
    """What a function of these statements is given and returns; nothing where that is not certain."""
    moved, tree = block.body[at:end], program.files[block.file]
    if block.function is None and block.file != "main.py":  # other files may import what is made there
        return None
    made = stored(*moved)
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) and set(made) & set(node.names)
           for around in block.around for node in ast.walk(around)):
        return None
    known = set(outside(tree))
    module = {n for each in tree.body for n in stored(each)} - known
    function = block.function
    if function is not None:
        local = {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)} | set(stored(*function.body))
        given = [each for each in loaded(*moved) if each in local | stored_around(block)]
    else:
        given = [each for each in loaded(*moved) if each in module]
    bound_before = bound(block, at)
    # what is first made in here is not given; what only may have been made is not certain
    for each in [each for each in given if each in made]:
        if each in made_before_read(moved):
            given.remove(each)
        elif each not in bound_before:
            return None
    certain = set(stored(*[each for each in moved if simple(each) or isinstance(each, ast.With)]))
    if any(each not in certain and each not in given for each in made):
        for each in made:
            if each not in certain and each not in given:
                if each in bound_before:
                    given.append(each)
                elif is_read_elsewhere(block, at, end, each):
                    return None
        made = [each for each in made if each in certain or each in given]
    functions_here = {each.name for each in tree.body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    if any(each in functions_here for each in made) or any(each in perhaps_bound(block, at) for each in given):
        return None
    return [each for each in given if each not in functions_here], made


def stored_around(block: Block) -> set[str]:
    return {n for node in block.around if isinstance(node, ast.FunctionDef)
            for n in [*stored(*node.body), *(arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg))]}


def bound(block: Block, at: int) -> set[str]:
    found = set(stored(*block.body[:at]))
    for node in block.around:
        if isinstance(node, ast.FunctionDef):
            found |= {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
        if isinstance(node, ast.For):
            found |= set(stored(node.target))
    return found


def perhaps_bound(block: Block, at: int) -> set[str]:
    """Names that only a branch or a loop before has bound: to hand them over would read them."""
    before = block.body[:at]
    surely = set(stored(*[each for each in before if simple(each) or isinstance(each, ast.With)]))
    return set(stored(*before)) - surely - bound(block, 0)


def made_before_read(moved: list[ast.stmt]) -> set[str]:
    """Names that are made before anything of these reads them."""
    read: set[str] = set()
    made: set[str] = set()
    for statement in moved:
        if isinstance(statement, (ast.Assign, ast.Expr)):
            read |= set(loaded(statement)) - made
            made |= set(stored(statement)) - read
        else:
            read |= set(loaded(statement)) - made
    return made - read


def is_read_elsewhere(block: Block, at: int, end: int, what: str) -> bool:
    inside = [node for each in block.body[at:end] for node in ast.walk(each)]
    whole = block.function or block.around[0]
    return any(isinstance(node, ast.Name) and node.id == what and not any(node is each for each in inside)
               for node in ast.walk(whole))


def a_function(program: Program) -> bool:
    """Statements become a function's; what they name it is given, what they make it returns."""
    found = chosen(program)
    needed = found and given_and_made(program, *found)
    if not found or not needed:
        return False
    block, at, end = found
    given, made = needed
    if {"self", "super"} & set(loaded(*block.body[at:end])):
        return False
    new = program.fresh()
    moved = block.body[at:end]
    tree = program.files[block.file]
    way = program.chance.randrange(4)
    early = statements("if len(__name__) == 0:\n    return None") if not made and program.chance.random() < 0.5 else []
    result = [ast.Return(shaped(program, made))] if made else []
    body = [*early, *moved, *result]
    arguments = list(given)
    if way == 1:
        kind = new.capitalize()
        text = f"class {kind}(object):\n    def {new}(self, {', '.join(arguments)}):\n        pass"
        define = statements(text)
        define[0].body[0].body = body  # type: ignore[attr-defined]
        function: ast.expr = ast.Attribute(ast.Call(name(kind), [], []), new, ast.Load())
    else:
        define = statements(f"def {new}({', '.join(arguments)}):\n    pass")
        define[0].body = body  # type: ignore[attr-defined]
        function = name(new)
    here = set(loaded(*moved)) & ({n for each in tree.body for n in stored(each)} - set(given))
    texts = {each.value for part in moved for each in ast.walk(part) if isinstance(each, ast.Constant)}
    if way == 2 and not here and "__main__" not in texts:  # who asks for it asks which file is run
        module = program.fresh()
        imports = [each for each in tree.body if is_import(each)]
        program.files[f"{module}.py"] = ast.Module([*imports, *define], [])
        tree.body.insert(first(program, block.file), *statements(f"from {module} import {new}"))
    else:
        top = next((i for i, each in enumerate(tree.body) if each is outermost(block, tree)), at)
        tree.body[top:top] = define
    at = next(i for i, each in enumerate(block.body) if each is moved[0])
    end = at + len(moved)
    call = ast.Call(function, [name(each) for each in given], [])
    if made:
        target = shaped(program, made, ast.Store(), like=body[-1].value)  # type: ignore[attr-defined]
        block.body[at:end] = [ast.Assign([target], call)]
    else:
        block.body[at:end] = [ast.Expr(call)]
    return True


def outermost(block: Block, tree: ast.Module) -> ast.AST | None:
    return block.around[1] if len(block.around) > 1 else None


def shaped(
    program: Program, made: list[str], context: ast.expr_context | None = None, like: ast.expr | None = None
) -> ast.expr:
    """One name, or a tuple, or a list of them."""
    context = context or ast.Load()
    names: list[ast.expr] = [ast.Name(each, context) for each in made]
    if isinstance(like, ast.List):
        return ast.List(names, context)
    if isinstance(like, ast.Tuple):
        return ast.Tuple(names, context)
    if isinstance(like, ast.Name) or (len(names) == 1 and program.chance.random() < 0.7):
        return names[0]
    return program.chance.choice((ast.Tuple, ast.List))(names, context)


def inside(program: Program) -> bool:
    """Statements stand under something that changes nothing."""
    found = chosen(program)
    if not found:
        return False
    block, at, end = found
    new = program.fresh()
    around = statements(program.chance.choice((
        "if True:\n    pass", "if len(__name__) > 0:\n    pass", f"for {new} in range(1):\n    pass",
        "try:\n    pass\nfinally:\n    pass", "while True:\n    pass\n    break",
        "if not __name__:\n    pass\nelse:\n    pass",
    )))
    statement = around[0]
    moved = block.body[at:end]
    if isinstance(statement, ast.If) and statement.orelse:
        statement.orelse = moved
    elif isinstance(statement, ast.While):
        statement.body = [*moved, ast.Break()]
    else:
        statement.body = moved  # type: ignore[attr-defined]
    block.body[at:end] = around
    return True


def a_definition_elsewhere(program: Program) -> bool:
    """A function or class stands in a file of its own."""
    found = [
        (file, each) for file, tree in program.files.items() for each in tree.body
        if isinstance(each, (ast.FunctionDef, ast.ClassDef))
        and not set(loaded(each)) & ({n for s in tree.body for n in stored(s)} - {each.name})
        and each.name not in [n for s in tree.body if s is not each for n in stored_deep(s)]
        and "__main__" not in ast.unparse(each) and not any(isinstance(node, ast.Global) for node in ast.walk(each))
    ]
    if not found:
        return False
    file, define = program.chance.choice(found)
    tree, module = program.files[file], program.fresh()
    imports = [each for each in tree.body if is_import(each)]
    program.files[f"{module}.py"] = ast.Module([*imports, define], [])
    tree.body.remove(define)
    way = program.chance.choice((f"from {module} import {define.name}", f"from {module} import *"))
    tree.body.insert(first(program, file), *statements(way))
    return True


def a_class_instead(program: Program) -> bool:
    """A function becomes an object that is called, a static method, a closure."""
    found = [(file, tree, at) for file, tree in program.files.items() for at, each in enumerate(tree.body)
             if isinstance(each, ast.FunctionDef) and not each.decorator_list]
    if not found:
        return False
    _, tree, at = program.chance.choice(found)
    function = tree.body[at]
    assert isinstance(function, ast.FunctionDef)
    old, new = function.name, program.fresh().capitalize()
    way = program.chance.randrange(3)
    if way == 0:
        define = statements(f"class {new}(object):\n    def __call__(self):\n        pass\n{old} = {new}()")
        function.name = "__call__"
        function.args.args.insert(0, ast.arg("self"))
    elif way == 1:
        method = f"@staticmethod\n    def {old}():\n        pass"
        define = statements(f"class {new}(object):\n    {method}\n{old} = {new}.{old}")
        function.decorator_list = [name("staticmethod")]
    else:
        define = statements(f"def {new.lower()}_():\n    pass\n    return {old}\n{old} = {new.lower()}_()")
    holder = define[0]
    holder.body[0] = function  # type: ignore[attr-defined]
    tree.body[at : at + 1] = define
    return True


CHANGES = [a_function, a_function, a_function, inside, inside, a_definition_elsewhere, a_class_instead]
