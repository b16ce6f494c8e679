"""The same program with other classes, other holders, other ways round a loop."""

from __future__ import annotations

import ast

from .places import chosen, given_and_made
from .trees import Block, Program, expression, loaded, name, replace, simple, statements, stored
from .values import before, first, in_comprehension, is_literal, literal_of

Value = ast.expr


def classes(program: Program) -> list[tuple[ast.Module, int, ast.ClassDef]]:
    return [(tree, at, each) for tree in program.files.values() for at, each in enumerate(tree.body)
            if isinstance(each, ast.ClassDef) and not each.decorator_list and not each.keywords]


def a_base_class(program: Program) -> bool:
    """Some methods stand in a class that the class derives from."""
    found = [(*each, [m for m in each[2].body if isinstance(m, ast.FunctionDef) and "super" not in loaded(m)])
             for each in classes(program)]
    found = [each for each in found if each[3] and len(each[3]) < len(each[2].body)]
    if not found:
        return False
    tree, at, made, methods = program.chance.choice(found)
    moved = program.chance.sample(methods, program.chance.randint(1, len(methods)))
    base = program.fresh().capitalize()
    above = statements(f"class {base}(object):\n    pass")[0]
    above.bases, above.body = made.bases, moved  # type: ignore[attr-defined]
    made.bases, made.body = [name(base)], [each for each in made.body if each not in moved]
    tree.body.insert(at, above)
    return True


def a_derived_class(program: Program) -> bool:
    """What is made is of a class that derives from the script's own, and adds nothing."""
    found = classes(program)
    if not found:
        return False
    tree, at, made = program.chance.choice(found)
    new = program.fresh().capitalize()
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
             and each.func.id == made.name]
    if not calls:
        return False
    tree.body[at + 1 : at + 1] = statements(f"class {new}({made.name}):\n    pass")
    for call in calls:
        call.func = name(new)
    return True


def own_looked_up(program: Program) -> bool:
    """The script's own function or class is called by way of a table, an alias, a text."""
    found = [
        (block, call) for block in program.blocks() for statement in block.body if simple(statement)
        for call in ast.walk(statement) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        and not in_comprehension(statement, call)
        and any(getattr(each, "name", "") == call.func.id for each in program.files[block.file].body)
    ]
    if not found:
        return False
    block, call = program.chance.choice(found)
    assert isinstance(call.func, ast.Name)
    old, new, body = call.func.id, program.fresh(), program.files[block.file].body
    at = next(i for i, each in enumerate(body) if getattr(each, "name", "") == old) + 1
    if body.index(next(each for each in body if call in ast.walk(each))) < at - 1:
        return False
    table, use = program.chance.choice((
        (f"{new} = {{'{old}': {old}}}", f"{new}['{old}']"), (f"{new} = {old}", new),
        (f"{new} = [{old}]", f"{new}[0]"), ("", f"globals()['{old}']"),
        (f"def {new}(kind):\n    return {{'{old}': {old}}}[kind]", f"{new}('{old}')"),
    ))
    body[at:at] = statements(table)
    call.func = expression(use)
    return True


def a_decorator(program: Program) -> bool:
    """A function of the script's is wrapped when it is defined."""
    found = [(file, each) for file, tree in program.files.items() for each in tree.body
             if isinstance(each, ast.FunctionDef) and not each.decorator_list]
    if not found:
        return False
    file, function = program.chance.choice(found)
    new, tree = program.fresh(), program.files[file]
    at = next(i for i, each in enumerate(tree.body) if each is function)
    text = program.chance.choice((
        f"def {new}(f):\n    @functools.wraps(f)\n    def wrapped(*args, **kwargs):\n"
        f"        return f(*args, **kwargs)\n    return wrapped",
        f"def {new}(f):\n    return f",
    ))
    tree.body[at:at] = statements(text)
    function.decorator_list = [name(new)]
    tree.body.insert(first(program, file), *statements("import functools"))
    return True


def a_method(program: Program) -> bool:
    """Statements of a method become a method of their own."""
    found = chosen(program)
    if not found or len(found[0].around) < 2:
        return False
    block, at, end = found
    holder, moved = block.around[1], block.body[at:end]
    if not isinstance(holder, ast.ClassDef) or "self" not in loaded(*moved) or "super" in loaded(*moved):
        return False
    needed = given_and_made(program, block, at, end)
    if needed is None or "self" in needed[1]:
        return False
    given, made = [each for each in needed[0] if each != "self"], needed[1]
    new = program.fresh()
    method = statements(f"def {new}(self{''.join(f', {each}' for each in given)}):\n    pass")[0]
    result = [ast.Return(ast.Tuple([name(each) for each in made], ast.Load()))] if made else []
    method.body = [*moved, *result]  # type: ignore[attr-defined]
    call = f"self.{new}({', '.join(given)})"
    block.body[at:end] = statements(f"{', '.join(made)}, = {call}" if made else call)
    holder.body.append(method)
    return True


def an_attribute_by_its_name(program: Program) -> bool:
    """`self.x` is read by the text of its name."""
    found = [
        (statement, each) for block in program.blocks() for statement in block.body if simple(statement)
        for each in ast.walk(statement) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        and each.value.id == "self" and not each.attr.startswith("__") and isinstance(each.ctx, ast.Load)
    ]
    if not found:
        return False
    statement, each = program.chance.choice(found)
    replace(statement, each, expression(f"getattr(self, '{each.attr}')"))
    return True


def another_way_round(program: Program) -> bool:
    """A loop takes the same by way of something else."""
    found = [(block, each) for block in program.blocks() for each in block.body if isinstance(each, ast.For)]
    if not found:
        return False
    block, loop = program.chance.choice(found)
    new = program.fresh()
    text = program.chance.choice((
        "iter(VALUE)", f"({new} for {new} in VALUE)", "itertools.chain(VALUE)", f"map(lambda {new}: {new}, VALUE)",
        "next", "counted",
    ))
    if text == "counted":
        loop.iter, loop.target = expression("enumerate(VALUE)", VALUE=loop.iter), ast.Tuple(
            [ast.Name(new, ast.Store()), loop.target], ast.Store())
    elif text == "next":
        again = [each for each in ast.walk(loop) if isinstance(each, ast.Continue)]
        if again or loop.orelse:
            return False
        at = next(i for i, each in enumerate(block.body) if each is loop)
        made = statements(f"{new} = iter(VALUE)\nwhile True:\n    try:\n        _ = next({new})\n"
                          f"    except StopIteration:\n        break", VALUE=loop.iter)
        made[1].body[0].body[0].targets = [loop.target]  # type: ignore[attr-defined]
        made[1].body += loop.body  # type: ignore[attr-defined]
        block.body[at : at + 1] = made
    else:
        loop.iter = expression(text, VALUE=loop.iter)
        body = program.files[block.file].body
        body.insert(first(program, block.file), *statements("import itertools"))
    return True


def taken_apart(program: Program) -> bool:
    """`a, b = f()` by elements."""
    found = [
        (block, each) for block in program.blocks() for each in block.body
        if isinstance(each, ast.Assign) and len(each.targets) == 1
        and isinstance(each.targets[0], (ast.Tuple, ast.List)) and isinstance(each.value, ast.Call)
        and all(isinstance(e, ast.Name) for e in each.targets[0].elts)
        and len(stored(each)) == len(each.targets[0].elts)
        and ast.unparse(each.value.func) not in ("zip", "map", "reversed", "iter")  # which have no elements
    ]
    if not found:
        return False
    block, statement = program.chance.choice(found)
    names = stored(statement)
    new = program.fresh()
    lines = program.chance.choice((
        [f"{new} = VALUE", *(f"{each} = {new}[{i}]" for i, each in enumerate(names))],
        [f"{new} = list(VALUE)", *(f"{each} = {new}.pop(0)" for each in names)],
        [f"{new} = VALUE", f"{', '.join(names)}, = {new}"],
        [f"{', '.join(names)}, = [{new} for {new} in VALUE]"],
    ))
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at : at + 1] = statements("\n".join(lines), VALUE=statement.value)
    return True


def under_own_context(program: Program) -> bool:
    """Statements stand under a context of the script's own."""
    found = chosen(program)
    if not found:
        return False
    block, at, end = found
    new, file = program.fresh(), block.file
    text = program.chance.choice((
        f"@contextlib.contextmanager\ndef {new}():\n    yield",
        f"class {new}(object):\n    def __enter__(self):\n        return self\n"
        f"    def __exit__(self, *args):\n        return False",
    ))
    around = statements(f"with {new}():\n    pass")[0]
    around.body = block.body[at:end]  # type: ignore[attr-defined]
    block.body[at:end] = [around]
    top = program.top(file)
    program.files[file].body[top:top] = statements(text)
    program.files[file].body.insert(first(program, file), *statements("import contextlib"))
    return True


def an_operator_called(program: Program) -> bool:
    """`a * b` as `operator.mul(a, b)`."""
    names = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv"}
    found = [(block, statement, each) for block in program.blocks() for statement in block.body if simple(statement)
             for each in ast.walk(statement) if isinstance(each, ast.BinOp) and type(each.op) in names]
    if not found:
        return False
    block, statement, each = program.chance.choice(found)
    called = expression(f"operator.{names[type(each.op)]}(LEFT, RIGHT)", LEFT=each.left, RIGHT=each.right)
    replace(statement, each, called)
    program.files[block.file].body.insert(first(program, block.file), *statements("import operator"))
    return True


def kept_on_itself(program: Program) -> bool:
    """A local of a method is an attribute of the object."""
    found = [
        (block, statement) for block in program.blocks() for statement in block.body
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name) and isinstance(block.function, ast.FunctionDef)
        and block.function.args.args and block.function.args.args[0].arg == "self"
        and is_literal(statement.value)
    ]
    if not found:
        return False
    block, statement = program.chance.choice(found)
    target = statement.targets[0]
    assert isinstance(target, ast.Name)
    new = program.fresh()
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at : at + 1] = statements(f"self.{new} = VALUE\n{target.id} = self.{new}", VALUE=statement.value)
    return True


def a_member(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    """Of what the standard library has for such."""
    new, key, body = program.fresh(), program.fresh(), program.files[block.file].body
    forms = [
        ("import collections", f"{new} = collections.namedtuple('Made', ['{key}'])(VALUE)", f"{new}.{key}"),
        ("import collections", f"{new} = collections.OrderedDict()\n{new}['{key}'] = VALUE", f"{new}['{key}']"),
        ("import types", f"{new} = types.SimpleNamespace({key}=VALUE)", f"{new}.{key}"),
        ("import types", f"{new} = types.SimpleNamespace(**{{'{key}': VALUE}})", f"getattr({new}, '{key}')"),
        ("import copy", f"{new} = copy.deepcopy({{'{key}': VALUE}})", f"{new}['{key}']"),
    ]
    if isinstance(value, ast.Constant) and isinstance(value.value, (str, int, float)) and value.value == value.value:
        import json

        text = json.dumps({key: value.value})
        forms.append(("import json", f"{new} = json.loads({text!r})", f"{new}['{key}']"))
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        forms.append(("import os", f"{new} = os.environ.get('NOWHERE_{key}', VALUE)", new))
    module, made, use = program.chance.choice(forms)
    if program.chance.random() < 0.5:
        before(block, statement, *statements(made, VALUE=value))
    else:
        top = program.top(block.file)
        body[top:top] = statements(made, VALUE=value)
    body.insert(first(program, block.file), *statements(module))
    return expression(use)


def a_global(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    """A name of the file that a function sets."""
    new, how = program.fresh(upper=True), program.fresh()
    top = program.top(block.file)
    text = f"{new} = None\ndef {how}():\n    global {new}\n    {new} = VALUE\n{how}()\n"
    program.files[block.file].body[top:top] = statements(text, VALUE=value)
    return name(new)


def an_update(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    """An entry of a dictionary that another one has overwritten."""
    new, key = program.fresh(), program.fresh()
    made = program.chance.choice((
        f"{new} = {{'{key}': None}}\n{new}.update({key}=VALUE)", f"{new} = dict({{'{key}': None}}, {key}=VALUE)",
        f"{new} = {{'{key}': None, **{{'{key}': VALUE}}}}",
        f"{new} = {{}}\nfor item_, value_ in {{'{key}': VALUE}}.items():\n    {new}[item_] = value_",
        f"{new} = {{}}\n{new}.setdefault('{key}', VALUE)",
    ))
    before(block, statement, *statements(made, VALUE=value))
    return expression(f"{new}['{key}']")


CHANGES = [
    a_base_class, a_derived_class, own_looked_up, a_decorator, a_method, an_attribute_by_its_name, another_way_round,
    taken_apart, under_own_context, an_operator_called, kept_on_itself,
    *(literal_of(each) for each in (a_member, a_member, a_global, an_update)),
]
