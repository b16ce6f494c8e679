"""The same value by way of what is looked up when it runs: properties, configurations, modules, what comes next."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .trees import HELPERS, Block, Program, expression, statements
from .values import before, first, literal_of, results

Value = ast.expr
ATTRIBUTES = {
    "property": "class OWNER(object):\n    @property\n    def KEY(self):\n        return VALUE\n",
    "class method": "class OWNER(object):\n    kept = {'KEY': VALUE}\n    @classmethod\n    def get(cls, name):\n"
                    "        return cls.kept[name]\n",
    "keywords": "class OWNER(object):\n    def __init__(self, **kwargs):\n        self.__dict__.update(kwargs)\n",
    "set by name": "class OWNER(object):\n    def __init__(self, **kwargs):\n        for k, v in kwargs.items():\n"
                   "            setattr(self, k, v)\n",
    "dictionary": "class OWNER(dict):\n    def __getattr__(self, name):\n        return self[name]\n",
    "slots": "class OWNER(object):\n    __slots__ = ('KEY',)\n    def __init__(self, KEY):\n        self.KEY = KEY\n",
    "type": "OWNER = type('OWNER', (object,), {'KEY': VALUE})\n",
}
FUNCTIONS = {
    "nonlocal": "def NAME():\n    kept = None\n    def set_it():\n        nonlocal kept\n        kept = VALUE\n"
                "    set_it()\n    return kept\n",
    "generator": "def made():\n    yield VALUE\ndef NAME():\n    return next(made())\n",
    "default": "def NAME(given=None):\n    given = given or VALUE\n    return given\n",
    "tried": "def NAME():\n    try:\n        return {}['nothing']\n    except KeyError:\n        return VALUE\n",
    "cached": "class Kept(object):\n    found = None\ndef NAME():\n    if Kept.found is None:\n"
              "        Kept.found = VALUE\n    return Kept.found\n",
}
RESULTS = (
    "TARGET = next(iter([VALUE]))",
    "_, TARGET = next(iter({'a': VALUE}.items()))",
    "*_, TARGET = [0, VALUE]",
    "TARGET, *_ = (VALUE, 0)",
    "_, *NEW = (0, VALUE)\nTARGET = NEW[0]",
    "NEW = operator.itemgetter(0)\nTARGET = NEW([VALUE])",
    "NEW = collections.deque([VALUE])\nTARGET = NEW.popleft()",
    "NEW = collections.defaultdict(list)\nNEW['a'].append(VALUE)\nTARGET = NEW['a'][0]",
    "def NEW(given):\n    yield given\nfor TARGET in NEW(VALUE):\n    pass",
    "with contextlib.nullcontext(VALUE) as TARGET:\n    pass",
    "TARGET = NEW = VALUE",
    "TARGET: object = VALUE",
    "NEW = VALUE\nTARGET = NEW\ndel NEW",
    "try:\n    TARGET = VALUE\nexcept KeyError:\n    raise\nelse:\n    pass",
)


def of_an_object(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value:
    owner, key = program.fresh().capitalize(), program.fresh()
    kind = program.chance.choice(list(ATTRIBUTES))
    text = ATTRIBUTES[kind].replace("OWNER", owner).replace("KEY", key)
    at = program.top(block.file)
    program.files[block.file].body[at:at] = statements(text, VALUE=value)
    if "VALUE" in text:
        return expression(f"{owner}.get('{key}')" if "get" in text else f"{owner}().{key}")
    made = program.fresh()
    before(block, statement, *statements(f"{made} = {owner}({key}=VALUE)", VALUE=value))
    return expression(f"{made}.{key}")


def of_a_function(program: Program, block: Block, statement: ast.stmt, value: Value) -> Value | None:
    kind, new = program.chance.choice(list(FUNCTIONS)), program.fresh()
    if kind == "default" and not (isinstance(value, ast.Constant) and value.value):
        return None
    text = FUNCTIONS[kind].replace("NAME", new)
    for each in ("made", "Kept"):
        text = text.replace(each, program.fresh().capitalize()) if each in text else text
    at = program.top(block.file)
    program.files[block.file].body[at:at] = statements(text, VALUE=value)
    return expression(f"{new}()")


def what_comes_next(program: Program) -> bool:
    """What is assigned comes out of something else."""
    found = results(program)
    if not found:
        return False
    block, statement = program.chance.choice(found)
    target = statement.targets[0]
    assert isinstance(target, ast.Name)
    nodes = [node for tree in program.files.values() for node in ast.walk(tree)]
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes):
        return False  # whose names take no annotation
    text = program.chance.choice(RESULTS).replace("NEW", program.fresh()).replace("TARGET", target.id)
    at = next(i for i, each in enumerate(block.body) if each is statement)
    block.body[at : at + 1] = statements(text, VALUE=statement.value)
    body = program.files[block.file].body
    body.insert(first(program, block.file), *statements("import collections, contextlib, operator"))
    return True


def a_module_by_its_name(program: Program) -> bool:
    """A module of the script's own is loaded when it runs."""
    own = {file[:-3] for file in {*program.files, *program.beside} if file not in HELPERS}
    found = [(file, tree, each) for file, tree in program.files.items() for each in tree.body
             if isinstance(each, ast.ImportFrom) and each.module in own and each.names[0].name != "*"]
    if not found:
        return False
    file, tree, statement = program.chance.choice(found)
    how = program.chance.choice(("importlib.import_module('NAME')", "__import__('NAME')"))
    module = how.replace("NAME", str(statement.module))
    new = program.fresh()
    lines = ["import importlib", f"{new} = {module}",
             *(f"{each.asname or each.name} = {new}.{each.name}" for each in statement.names)]
    tree.body.remove(statement)
    at = program.top(file)
    tree.body[at:at] = statements("\n".join(lines))
    return True


CHANGES: list[Callable[[Program], bool]] = [
    literal_of(of_an_object), literal_of(of_an_object), literal_of(of_a_function), literal_of(of_a_function),
    what_comes_next, what_comes_next, a_module_by_its_name,
]
