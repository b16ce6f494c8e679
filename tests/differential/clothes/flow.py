"""The same statements on other ways: both branches, loops written out, names that serve twice, what never runs."""

from __future__ import annotations

import ast
import copy
import itertools

from .places import chosen
from .trees import FUNCTIONS, Block, Program, loaded, name, outside, replace, statements, stored
from .values import before, first

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
NEVER = "if len(__name__) == 0:\n    pass"


def in_both_branches(program: Program) -> bool:
    """Statements stand twice, and one of the two runs."""
    found = chosen(program)
    if not found:
        return False
    block, at, end = found
    test = program.chance.choice(("len(__name__) > 0", "not __name__", "len(sys.argv) > 3"))
    branch = statements(f"if {test}:\n    pass\nelse:\n    pass")
    branch[0].body, branch[0].orelse = block.body[at:end], copy.deepcopy(block.body[at:end])  # type: ignore[attr-defined]
    block.body[at:end] = branch
    program.files[block.file].body.insert(first(program, block.file), *statements("import sys"))
    return True


def a_round_left_early(program: Program) -> bool:
    """A loop has a round that never is, and leaves it in the middle."""
    found = [each for block in program.blocks() for each in block.body if isinstance(each, (ast.For, ast.While))]
    if not found:
        return False
    loop = program.chance.choice(found)
    at = program.chance.randint(0, len(loop.body))
    loop.body[at:at] = statements(NEVER.replace("pass", program.chance.choice(("continue", "break"))))
    return True


def a_comprehension_written_out(program: Program) -> bool:
    """`xs = [f(x) for x in ys]` as a loop that appends."""
    found = [
        (block, each) for block in program.blocks() for each in block.body
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.ListComp) and len(each.value.generators) == 1
        and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name)
    ]
    if not found:
        return False
    block, statement = program.chance.choice(found)
    value, new = statement.value, program.fresh()
    assert isinstance(value, ast.ListComp)
    target, way = statement.targets[0], value.generators[0]
    own = {each: program.fresh() for each in stored(way.target)}  # a comprehension's names are its own
    part, took = (_renamed(each, own) for each in (value.elt, way.target))
    loop = statements(f"{new} = []\nfor _ in VALUE:\n    {new}.append(PART)", VALUE=way.iter, PART=part)
    loop[1].target = took  # type: ignore[attr-defined]
    for test in way.ifs:
        loop[1].body = [ast.If(_renamed(test, own), loop[1].body, [])]  # type: ignore[attr-defined]
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at : at + 1] = [*loop, ast.Assign([target], name(new))]
    return True


def a_loop_as_comprehension(program: Program) -> bool:
    """`xs = []` and a loop that does nothing but append."""
    found = [
        (block, at) for block in program.blocks() for at, (made, loop) in enumerate(itertools.pairwise(block.body))
        if isinstance(made, ast.Assign) and isinstance(made.value, ast.List) and not made.value.elts
        and isinstance(loop, ast.For) and len(loop.body) == 1 and not loop.orelse
        and ast.unparse(loop.body[0]).startswith(f"{ast.unparse(made.targets[0])}.append(")
    ]
    if not found:
        return False
    block, at = program.chance.choice(found)
    made, loop = block.body[at : at + 2]
    part = loop.body[0].value.args[0]  # type: ignore[attr-defined]
    left = set(stored(loop.target))  # type: ignore[attr-defined]
    whole = block.function or block.around[0]
    inside = {id(node) for node in ast.walk(loop)}
    if any(isinstance(node, ast.Name) and node.id in left and id(node) not in inside for node in ast.walk(whole)):
        return False
    if any(isinstance(node, (ast.Lambda, ast.Await, ast.Yield)) for node in ast.walk(loop)):
        return False
    way = ast.comprehension(loop.target, loop.iter, [], 0)  # type: ignore[attr-defined]
    made.value = ast.ListComp(part, [way])  # type: ignore[attr-defined]
    del block.body[at + 1]
    return True


def by_a_table(program: Program) -> bool:
    """Statements that differ in what is written out are rounds of a loop over it."""
    found = [(block, at) for block in program.blocks() for at in range(len(block.body) - 1)
             if _is_like(block.body[at], block.body[at + 1])]
    if not found:
        return False
    block, at = program.chance.choice(found)
    end = at + 2
    while end < len(block.body) and _is_like(block.body[at], block.body[end]) and program.chance.random() < 0.7:
        end += 1
    rows = [_written_out(each) for each in block.body[at:end]]
    places = [number for number, column in enumerate(zip(*rows, strict=True)) if len({*map(ast.dump, column)}) > 1]
    if not places:
        return False
    names = [program.fresh() for _ in places]
    table = ast.List([ast.Tuple([row[each] for each in places], ast.Load()) for row in rows], ast.Load())
    part = copy.deepcopy(block.body[at])
    constants = _written_out(part)
    for each, new in zip(places, names, strict=True):
        replace(part, constants[each], name(new))
    target = part.targets[0]  # type: ignore[attr-defined]
    if isinstance(target, ast.Attribute):
        rows_of = [ast.Constant(each.targets[0].attr) for each in block.body[at:end]]  # type: ignore[attr-defined]
        for row, attribute in zip(table.elts, rows_of, strict=True):
            row.elts.insert(0, attribute)  # type: ignore[attr-defined]
        names.insert(0, program.fresh())
        part = ast.Expr(ast.Call(name("setattr"), [target.value, name(names[0]), part.value], []))  # type: ignore[attr-defined]
    loop = statements(f"for {', '.join(names)}, in TABLE:\n    pass", TABLE=table)[0]
    loop.body = [part]  # type: ignore[attr-defined]
    block.body[at:end] = [loop]
    return True


def _is_like(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two assignments are the same but for what is written out, and for the attribute of `self`."""
    shapes = []
    for each in (one, other):
        if not isinstance(each, ast.Assign) or len(each.targets) > 1 or not isinstance(each.value, ast.Call):
            return False
        masked = copy.deepcopy(each)
        for node in ast.walk(masked):
            if isinstance(node, ast.Constant):
                node.value = None
        target = masked.targets[0]
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
            target.attr = "any"
        elif not isinstance(target, ast.Name):
            return False
        shapes.append(ast.dump(masked))
    return shapes[0] == shapes[1]


def _written_out(statement: ast.stmt) -> list[ast.Constant]:
    return [node for node in ast.walk(statement) if isinstance(node, ast.Constant)]


def one_name_for_two(program: Program) -> bool:
    """`y = f(x)` as `x = f(x)`, where x is read no more."""
    found = [each for block in program.blocks() for each in _follow_each_other(program, block)]
    if not found:
        return False
    block, old, new = program.chance.choice(found)
    whole = block.function or block.around[0]
    for node in ast.walk(whole):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
    return True


def _follow_each_other(program: Program, block: Block) -> list[tuple[Block, str, str]]:
    """The pairs of names of a function, or of the script, of which the second begins where the first ends."""
    whole = block.function or block.around[0]
    if getattr(whole, "body", None) is not block.body or (whole is block.around[0] and block.file != "main.py"):
        return []
    everything = [node for tree in program.files.values() for node in ast.walk(tree)]
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in everything):
        return []
    if any(isinstance(node, ast.Name) and node.id in ("globals", "locals", "vars", "eval") for node in everything):
        return []
    late = {node.id for each in ast.walk(whole) if each is not whole and isinstance(each, (*FUNCTIONS, ast.ClassDef))
            for node in ast.walk(each) if isinstance(node, ast.Name)}
    late |= {each for node in ast.walk(whole) if isinstance(node, COMPREHENSIONS) for part in node.generators
             for each in stored(part.target)}
    functions = {node.name for node in ast.walk(whole) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    taken = late | functions | set(outside(program.files[block.file]))
    params = {arg.arg for arg in ast.walk(whole.args) if isinstance(arg, ast.arg)} if whole is block.function else set()  # type: ignore[attr-defined]
    places: dict[str, list[int]] = {each: [-1] for each in params}
    for at, statement in enumerate(block.body):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                places.setdefault(node.id, []).append(at)
    local = (params | set(stored(*block.body))) - taken - {"self"}
    pairs = []
    for at, statement in enumerate(block.body):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            new = target.id if isinstance(target, ast.Name) else ""
            if new in local - params and min(places[new]) == at and new not in loaded(statement.value):
                pairs += [(block, new, each) for each in local - {new} if max(places[each]) <= at]
    return pairs


def a_call_that_never_runs(program: Program) -> bool:
    """A function has a caller more, which gives something else and never comes to it."""
    found = [
        (block, statement, node) for block in program.blocks() for statement in block.body
        for tree in [program.files[block.file]] for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and isinstance(statement, ast.Expr)
        and statement in tree.body and tree.body.index(statement) > tree.body.index(node)
    ]
    if not found:
        return False
    block, statement, function = program.chance.choice(found)
    count = len(function.args.args) - len(function.args.defaults)
    given = ", ".join(program.chance.choice(("None", "0", "'text'", "[]", "lambda given: given")) for _ in range(count))
    before(block, statement, *statements(NEVER.replace("pass", f"{function.name}({given})")))
    return True


def a_namesake(program: Program) -> bool:
    """A class that nobody uses has attributes and methods of the same names, and they are something else."""
    nodes = [node for tree in program.files.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    found = sorted({node.attr for node in nodes if ast.unparse(node.value) == "self"})
    if not found:
        return False
    attributes = program.chance.sample(found, min(len(found), program.chance.randint(1, 4)))
    values = ("None", "'text'", "0.5", "[]", "lambda given: given", "given", "given.shape", "dict(given=given)")
    lines = "".join(f"        self.{each} = {program.chance.choice(values)}\n" for each in attributes)
    new = program.fresh().capitalize()
    text = f"class {new}(object):\n    def __init__(self, given):\n{lines}"
    method = program.chance.choice(("forward", "parameters", "minimize", "run", "shape", "numpy"))
    text += f"    def {method}(self, *args):\n        return args\n"
    file = program.chance.choice([*program.files])
    at = program.chance.choice((program.top(file), len(program.files[file].body)))
    program.files[file].body[at:at] = statements(text)
    return True


def _renamed(node: ast.expr, names: dict[str, str]) -> ast.expr:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            each.id = names.get(each.id, each.id)
    return node


CHANGES = [
    in_both_branches, in_both_branches, a_round_left_early, a_comprehension_written_out, a_loop_as_comprehension,
    one_name_for_two, one_name_for_two, by_a_table, by_a_table, a_call_that_never_runs, a_namesake,
]
