"""The same call in other clothes: its arguments, its function."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from .trees import Block, Program, expression, legacy, loaded, name, replace, simple, statements
from .values import before, first, in_comprehension, is_literal


def legacy_calls(program: Program) -> Iterator[tuple[Block, ast.stmt, ast.Call, str]]:
    for block in program.blocks():
        for statement in block.body:
            if simple(statement):
                for call in ast.walk(statement):
                    if isinstance(call, ast.Call) and not in_comprehension(statement, call):
                        dotted = legacy(program.files[block.file], call.func)
                        if dotted:
                            yield block, statement, call, dotted


def chosen(program: Program) -> tuple[Block, ast.stmt, ast.Call, str] | None:
    found = list(legacy_calls(program))
    return program.chance.choice(found) if found else None


def parameters(dotted: str) -> list[str]:
    """The names of what 1.8.5's function can be given by position; none where that is not known."""
    import paddle_compat.fluid as fluid

    found: object = fluid
    for part in dotted.split(".")[2:]:
        found = getattr(found, part, None)
    try:
        signature = inspect.signature(found)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = [each.name for each in signature.parameters.values() if each.kind is plain]
    return names if len(names) == len(signature.parameters) else []


def keywords_instead(program: Program) -> bool:
    """Arguments by position are named."""
    found = chosen(program)
    if not found or any(isinstance(each, ast.Starred) for each in found[2].args) or not found[2].args:
        return False
    call, names = found[2], parameters(found[3])
    if len(names) < len(call.args):
        return False
    start = program.chance.randrange(len(call.args))
    call.keywords = [ast.keyword(n, v) for n, v in zip(names[start:], call.args[start:])] + call.keywords  # noqa: B905
    call.args = call.args[:start]
    return True


def positions_instead(program: Program) -> bool:
    """Named arguments that stand in the signature's order are given by position."""
    found = chosen(program)
    if not found or any(isinstance(each, ast.Starred) for each in found[2].args):
        return False
    call, names = found[2], parameters(found[3])
    taken = 0
    for keyword, wanted in zip(call.keywords, names[len(call.args) :]):  # noqa: B905
        if keyword.arg != wanted:
            break
        taken += 1
    call.args += [each.value for each in call.keywords[:taken]]
    call.keywords = call.keywords[taken:]
    return taken > 0


def spread(program: Program) -> bool:
    """Arguments come from a list or a dict."""
    found = chosen(program)
    if not found:
        return False
    block, statement, call, _ = found
    new = program.fresh()
    named = [each for each in call.keywords if each.arg and is_literal(each.value)]
    if named:
        values = ast.Dict([ast.Constant(each.arg) for each in named], [each.value for each in named])
        call.keywords = [each for each in call.keywords if each not in named]
        if program.chance.random() < 0.5:
            before(block, statement, *statements(f"{new} = VALUE", VALUE=values))
            call.keywords.append(ast.keyword(None, name(new)))
        else:
            call.keywords.append(ast.keyword(None, values))
        return True
    if call.args and not any(isinstance(each, ast.Starred) for each in call.args):
        call.args = [ast.Starred(ast.List(call.args, ast.Load()), ast.Load())]
        return True
    return False


def partly(program: Program) -> bool:
    """``functools.partial`` with what is written out."""
    found = chosen(program)
    if not found:
        return False
    block, _, call, _ = found
    named = [each for each in call.keywords if each.arg and is_literal(each.value)]
    if not named:
        return False
    call.keywords = [each for each in call.keywords if each not in named]
    module = program.files[block.file]
    module.body.insert(first(program, block.file), *statements("import functools"))
    call.func = ast.Call(expression("functools.partial"), [call.func], named)
    return True


def another_function_name(program: Program) -> bool:
    """The function has a name of the script's own."""
    found = chosen(program)
    if not found:
        return False
    block, statement, call, _ = found
    new = program.fresh()
    module = program.files[block.file].body
    way = program.chance.randrange(5)
    if way == 0:
        before(block, statement, *statements(f"{new} = VALUE", VALUE=call.func))
        call.func = name(new)
    elif way == 1:
        at = program.top(block.file)
        module[at:at] = statements(f"{new} = VALUE", VALUE=call.func)
        call.func = name(new)
    elif way == 2 and isinstance(call.func, ast.Attribute):
        call.func = ast.Call(name("getattr"), [call.func.value, ast.Constant(call.func.attr)], [])
    elif way == 3 and isinstance(call.func, ast.Attribute):
        at = program.top(block.file)
        module[at:at] = statements(f"{new} = VALUE", VALUE=call.func.value)
        call.func = ast.Attribute(name(new), call.func.attr, ast.Load())
    else:
        at = program.top(block.file)
        module[at:at] = statements(f"{new} = {{'f': VALUE}}", VALUE=call.func)
        call.func = expression(f"{new}['f']")
    return True


def own_function_around(program: Program) -> bool:
    """A function of the script's hands everything on."""
    found = chosen(program)
    if not found:
        return False
    block, _, call, _ = found
    if {"args", "kwargs"} & set(loaded(call.func)):
        return False
    new = program.fresh()
    at = program.top(block.file)
    owner, text = new.capitalize(), f"def {new}(*args, **kwargs):\n        return VALUE(*args, **kwargs)\n"
    alone = program.chance.random() < 0.5
    text = text if alone else f"class {owner}(object):\n    @staticmethod\n    {text}"
    program.files[block.file].body[at:at] = statements(text, VALUE=call.func)
    call.func = expression(new if alone else f"{owner}.{new}")
    return True


def own_calls_named(program: Program) -> bool:
    """Calls of the script's own functions name their arguments, or spread them."""
    functions = {
        each.name: [arg.arg for arg in each.args.args]
        for tree in program.files.values() for each in tree.body
        if isinstance(each, ast.FunctionDef) and not each.args.vararg and not each.decorator_list
    }
    found = [
        call for block in program.blocks() for statement in block.body if simple(statement)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in functions and call.args
        and not any(isinstance(each, ast.Starred) for each in call.args)
        and len(call.args) <= len(functions[call.func.id])
    ]
    if not found:
        return False
    call = program.chance.choice(found)
    assert isinstance(call.func, ast.Name)
    if program.chance.random() < 0.5:
        names = functions[call.func.id]
        call.keywords = [ast.keyword(n, v) for n, v in zip(names, call.args)] + call.keywords  # noqa: B905
        call.args = []
    else:
        call.args = [ast.Starred(ast.Tuple(call.args, ast.Load()), ast.Load())]
    return True


def other_import(program: Program) -> bool:
    """Fluid, or a part of it, is imported another way."""
    files = [name for name, tree in program.files.items() if any(is_fluid(each) for each in tree.body)]
    if not files:
        return False
    file = program.chance.choice(files)
    body = program.files[file].body
    at = next(i for i, each in enumerate(body) if is_fluid(each))
    way = program.chance.randrange(5)
    if way == 0:
        body[at : at + 1] = statements("from paddle import fluid")
    elif way == 1:
        module = program.fresh()
        program.files[f"{module}.py"] = ast.Module(statements("import paddle.fluid as fluid"), [])
        name_or_star = program.chance.choice(("fluid", "*"))
        body[at : at + 1] = statements(f"from {module} import {name_or_star}")
    elif way == 2:
        uses = [node for node in ast.walk(program.files[file])
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "fluid"
                and node.attr == "layers"]
        new = program.fresh()
        body.insert(at + 1, *statements(f"import paddle.fluid.layers as {new}"))
        for use in uses:
            replace(program.files[file], use, name(new))
        return bool(uses)
    elif way == 3:
        body[at : at + 1] = statements("try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    raise")
    else:
        body[at : at + 1] = statements("import paddle\nimport paddle.fluid\nfluid = paddle.fluid")
    return True


def is_fluid(statement: ast.stmt) -> bool:
    return ast.unparse(statement) == "import paddle.fluid as fluid"


CHANGES = [
    keywords_instead, positions_instead, spread, partly, another_function_name, another_function_name,
    own_function_around, own_calls_named, other_import,
]
