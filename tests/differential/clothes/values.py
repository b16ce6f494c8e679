"""The same value in other clothes: named, kept, passed, made."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .trees import Block, Program, expression, is_text, name, replace, simple, statements

Value = ast.expr


def literals(program: Program) -> Iterator[tuple[Block, ast.stmt, ast.expr]]:
    """Arguments that are written out, in statements that only compute."""
    for block in program.blocks():
        for statement in block.body:
            if simple(statement):
                for call in ast.walk(statement):
                    if isinstance(call, ast.Call):
                        given = [*call.args, *(each.value for each in call.keywords if each.arg)]
                        yield from ((block, statement, each) for each in given if is_literal(each))


def is_literal(node: ast.expr) -> bool:
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(is_literal(each) for each in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return is_literal(node.operand)
    return isinstance(node, ast.Constant) and not isinstance(node.value, bytes)


def chosen(program: Program) -> tuple[Block, ast.stmt, ast.expr] | None:
    found = list(literals(program))
    return program.chance.choice(found) if found else None


def before(block: Block, statement: ast.stmt, *new: ast.stmt) -> None:
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at:at] = new


def literal_of(kind: Callable[[Program, Block, ast.stmt, ast.expr], ast.expr | None]) -> Callable[[Program], bool]:
    """A change of one literal: what ``kind`` gives stands in its place."""

    def change(program: Program) -> bool:
        found = chosen(program)
        new = found and kind(program, *found)
        if not found or new is None:
            return False
        replace(found[1], found[2], new)
        return True

    change.__name__ = kind.__name__
    return change


def a_local_name(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    new = program.fresh()
    before(block, statement, *statements(f"{new} = VALUE", VALUE=value))
    return name(new)


def a_constant_of_the_file(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    new = program.fresh(upper=True)
    at = program.top(block.file)
    program.files[block.file].body[at:at] = statements(f"{new} = VALUE", VALUE=value)
    return name(new)


def a_constant_of_another_file(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    module, new = program.fresh(), program.fresh(upper=True)
    program.files[f"{module}.py"] = ast.Module(statements(f"{new} = VALUE", VALUE=value), [])
    way, use = program.chance.choice((
        (f"import {module}", f"{module}.{new}"), (f"from {module} import {new}", new), (f"from {module} import *", new),
    ))
    program.files[block.file].body.insert(first(program, block.file), *statements(way))
    return expression(use)


def first(program: Program, file: str) -> int:
    """Where an import may be put: behind a docstring and ``__future__``."""
    body = program.files[file].body
    count = 0
    while count < len(body) and (
        (isinstance(body[count], ast.ImportFrom) and body[count].module == "__future__")
        or (count == 0 and is_text(body[count]))
    ):
        count += 1
    return count


def an_entry_of_a_dict(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    new, key = program.fresh(), program.fresh()
    inner = program.chance.choice((True, False))
    text = f"{new} = {{'{key}': {{'{key}': VALUE}}}}" if inner else f"{new} = dict({key}=VALUE)"
    made = statements(text, VALUE=value)
    if program.chance.random() < 0.5:
        before(block, statement, *made)
    else:
        at = program.top(block.file)
        program.files[block.file].body[at:at] = made
    get = program.chance.choice((f"['{key}']", f".get('{key}')"))
    return expression(f"{new}['{key}']{get}" if inner else f"{new}{get}")


def an_attribute_of_a_class(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    new, attribute = program.fresh().capitalize(), program.fresh()
    at = program.top(block.file)
    made = program.chance.choice((
        f"class {new}(object):\n    {attribute} = VALUE\n",
        f"class {new}(object):\n    def __init__(self):\n        self.{attribute} = VALUE\n",
        f"class {new}(object):\n    def __init__(self, {attribute}=VALUE):\n        self.{attribute} = {attribute}\n",
    ))
    program.files[block.file].body[at:at] = statements(made, VALUE=value)
    return expression(f"{new}().{attribute}" if "__init__" in made else f"{new}.{attribute}")


def what_a_function_returns(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    new = program.fresh()
    at = program.top(block.file)
    made = program.chance.choice((
        f"def {new}():\n    return VALUE\n",
        f"def {new}(which=True):\n    if which:\n        return VALUE\n    return None\n",
        f"def {new}():\n    found = [VALUE]\n    for each in found:\n        return each\n",
    ))
    program.files[block.file].body[at:at] = statements(made, VALUE=value)
    return expression(f"{new}()")


def an_element(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    text = program.chance.choice(("(VALUE, 0)[0]", "[0, VALUE][-1]", "{'a': VALUE}['a']", "(lambda: VALUE)()"))
    return expression(text, VALUE=value)


def one_of_two(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    if not isinstance(value, ast.Constant):
        return None
    new, flag = program.fresh(), program.fresh()
    other = {str: "'other'", bool: "None", int: "77", float: "7.5"}.get(type(value.value), "0")
    text = program.chance.choice((
        f"{flag} = len(__name__) > 0\n{new} = VALUE if {flag} else {other}",
        f"{flag} = len(__name__) > 0\nif {flag}:\n    {new} = VALUE\nelse:\n    {new} = {other}",
        f"{new} = {other}\nif len(__name__) > 0:\n    {new} = VALUE",
    ))
    before(block, statement, *statements(text, VALUE=value))
    return name(new)


def an_option(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    if not isinstance(value, ast.Constant) or not isinstance(value.value, (str, int, float)):
        return None
    parser, option, given = program.fresh(), program.fresh(), program.fresh()
    at = program.top(block.file)
    kind = f", type={type(value.value).__name__}" if not isinstance(value.value, bool) else ""
    text = (f"import argparse\n{parser} = argparse.ArgumentParser()\n"
            f"{parser}.add_argument('--{option}', default=VALUE{kind})\n{given} = {parser}.parse_args([])\n")
    program.files[block.file].body[at:at] = statements(text, VALUE=value)
    return expression(f"{given}.{option}")


def put_together(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    """A text, a number, a list of parts."""
    if isinstance(value, (ast.List, ast.Tuple)):
        if isinstance(value, ast.Tuple):
            return expression("tuple(VALUE)", VALUE=ast.List(value.elts, ast.Load()))
        cut = program.chance.randrange(len(value.elts) + 1)
        left, right = ast.List(value.elts[:cut], ast.Load()), ast.List(value.elts[cut:], ast.Load())
        return program.chance.choice((
            expression("LEFT + RIGHT", LEFT=left, RIGHT=right), expression("[e for e in VALUE]", VALUE=value),
        ))
    if not isinstance(value, ast.Constant):
        return None
    what = value.value
    if isinstance(what, str):
        cut = program.chance.randrange(len(what) + 1)
        a, b = what[:cut], what[cut:]
        inside = f'f"{{{a!r}}}{{{b!r}}}"' if what.isidentifier() else repr(what)
        return expression(program.chance.choice((
            f"{a!r} + {b!r}", f"'%s' % {what!r}", f"'%s%s' % ({a!r}, {b!r})", f"'{{}}{{}}'.format({a!r}, {b!r})",
            inside, f"''.join([{a!r}, {b!r}])", f"str({what!r})",
        )))
    if isinstance(what, bool):
        return expression(f"not {not what}")
    if isinstance(what, int):
        forms = (f"{what + 1} - 1", f"int('{what}')", f"{what} * 1", f"max({what}, {what})")
        return expression(program.chance.choice(forms))
    if isinstance(what, float):
        return expression(program.chance.choice((f"float('{what!r}')", f"{what!r} * 1", f"{2 * what!r} / 2")))
    return None


def a_parameter_with_a_default(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    function = block.function
    if not isinstance(function, ast.FunctionDef) or function.args.vararg or function.args.kwarg:
        return None
    if function.decorator_list or any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
        return None
    new = program.fresh()
    function.args.args.append(ast.arg(new))
    function.args.defaults.append(value)
    return name(new)


CHANGES = [literal_of(each) for each in (
    a_local_name, a_local_name, a_constant_of_the_file, a_constant_of_another_file, an_entry_of_a_dict,
    an_attribute_of_a_class, what_a_function_returns, an_element, one_of_two, an_option, put_together, put_together,
    a_parameter_with_a_default,
)]


def results(program: Program) -> list[tuple[Block, ast.Assign]]:
    """Assignments of one name."""
    return [
        (block, statement) for block in program.blocks() for statement in block.body
        if isinstance(statement, ast.Assign) and simple(statement) and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name)
    ]


def a_result_is_kept(program: Program) -> bool:
    """What is assigned goes through a container, an object, a function."""
    found = results(program)
    if not found:
        return False
    block, statement = program.chance.choice(found)
    new = program.fresh()
    target = statement.targets[0]
    assert isinstance(target, ast.Name)
    text = program.chance.choice((
        f"{new} = {{}}\n{new}['a'] = VALUE\n{target.id} = {new}['a']",
        f"{new} = {{'a': VALUE}}\n{target.id} = {new}['a']",
        f"{new} = [VALUE]\n{target.id} = {new}[0]",
        f"{new} = []\n{new}.append(VALUE)\n{target.id} = {new}[-1]",
        f"{target.id}, = [VALUE]",
        f"{target.id}, {new} = VALUE, 0",
        f"{new} = (VALUE, 1)\n{target.id}, _ = {new}",
        f"{new} = VALUE\n{target.id} = {new}",
        f"for {new} in [VALUE]:\n    {target.id} = {new}",
        f"{target.id} = (lambda given: given)(VALUE)",
        f"{target.id} = dict(zip(['a'], [VALUE]))['a']",
    ))
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at : at + 1] = statements(text, VALUE=statement.value)
    return True


def a_use_is_kept(program: Program) -> bool:
    """A name that a call is given goes through a container first."""
    found = [
        (block, statement, given) for block in program.blocks() for statement in block.body if simple(statement)
        for call in ast.walk(statement) if isinstance(call, ast.Call)
        for given in [*call.args, *(each.value for each in call.keywords if each.arg)] if isinstance(given, ast.Name)
        and not in_comprehension(statement, given)
    ]
    if not found:
        return False
    block, statement, given = program.chance.choice(found)
    new = program.fresh()
    made, use = program.chance.choice((
        (f"{new} = [{given.id}]", f"{new}[0]"), (f"{new} = {{'k': {given.id}}}", f"{new}['k']"),
        (f"{new} = {given.id}", new), (f"{new} = ({given.id}, None)", f"{new}[0]"),
        (f"{new} = dict(k={given.id})", f"{new}.get('k')"),
    ))
    before(block, statement, *statements(made))
    replace(statement, given, expression(use))
    return True


def in_comprehension(statement: ast.stmt, given: ast.AST) -> bool:
    kinds = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return any(given in ast.walk(node) for node in ast.walk(statement) if isinstance(node, kinds))


CHANGES += [a_result_is_kept, a_result_is_kept, a_use_is_kept, a_use_is_kept]
