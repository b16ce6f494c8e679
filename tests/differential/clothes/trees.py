"""What changes of clothes ask of a program: its files as trees, its names, places where a statement may stand."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

HELPERS = {"start.py", "utility.py"}  # what programs print and read with; stays as it is
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# Names that say what they are not: what something is called is no evidence.
WORDS = (
    "data", "reader", "loader", "test", "evaluation", "infer", "loss", "opt", "optimizer", "args", "cfg", "out", "x",
    "program", "generator", "dataset", "train", "label", "scale", "value", "result", "box", "kept", "given",
    "main_prog",
    "exe", "feed", "lr", "size", "place", "model", "act", "name", "batch", "n", "i", "w", "tmp", "ret", "item",
    "config",
)


@dataclass
class Program:
    """The files of a program, by their names, and the names that it has somewhere."""

    files: dict[str, ast.Module]
    beside: dict[str, str]
    chance: Random
    taken: set[str] = field(default_factory=set)

    def fresh(self, upper: bool = False) -> str:
        """A name that stands nowhere yet; what it says is chosen by chance."""
        words = [each for each in WORDS if each not in self.taken]
        name = self.chance.choice(words or ["v"])
        while {name, name.upper(), name.capitalize()} & self.taken:
            name += str(self.chance.randrange(10))
        self.taken |= {name, name.upper(), name.capitalize()}
        return name.upper() if upper else name

    def blocks(self) -> list[Block]:
        """All lists of statements but those of classes."""
        return [block for name, tree in self.files.items() for block in blocks_of(name, tree)]

    def top(self, name: str) -> int:
        """Where a file's own statements begin: behind its docstring, its imports."""
        body = self.files[name].body
        count = 0
        while count < len(body) and (is_import(body[count]) or (count == 0 and is_text(body[count]))):
            count += 1
        return count


def parsed(files: dict[str, str], chance: Random) -> Program:
    trees = {name: ast.parse(text) for name, text in files.items() if name not in HELPERS}
    program = Program(trees, {name: text for name, text in files.items() if name in HELPERS}, chance)
    program.taken |= set(dir(builtins)) | set(keyword.kwlist) | {"value", "VALUE", "LEFT", "RIGHT"}
    for name, text in files.items():
        program.taken.add(name.removesuffix(".py"))
        program.taken |= identifiers(ast.parse(text))
    return program


def written(program: Program) -> dict[str, str]:
    texts = {name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in program.files.items()}
    return {**texts, **program.beside}


def identifiers(tree: ast.AST) -> set[str]:
    """Every word that stands in a tree, those in texts included."""
    found: set[str] = set()
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, str):
                found |= set(value.replace(".", " ").split()) if name == "value" else {*value.split(".")}
            elif isinstance(value, list):
                found |= {each for each in value if isinstance(each, str)}
    return found


@dataclass
class Block:
    """A list of statements, in the file and inside the functions and classes that it stands in."""

    file: str
    body: list[ast.stmt]
    around: tuple[ast.AST, ...]

    @property
    def function(self) -> ast.AST | None:
        """The innermost function, if any."""
        return next((node for node in reversed(self.around) if isinstance(node, FUNCTIONS)), None)


def blocks_of(file: str, tree: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[Block]:
    for _, value in ast.iter_fields(tree):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt) and not isinstance(tree, ast.ClassDef):
            yield Block(file, value, (*around, tree))
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.stmt, ast.excepthandler)):
            yield from blocks_of(file, child, (*around, tree))


def simple(statement: ast.stmt) -> bool:
    """A statement that only computes, and may stand in another place with all that it names."""
    return isinstance(statement, (ast.Assign, ast.Expr, ast.AugAssign)) and not any(
        isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in ast.walk(statement)
    ) and not is_text(statement)


def is_import(statement: ast.stmt) -> bool:
    """An import, or what a change has made of one."""
    if isinstance(statement, ast.Try):
        return all(is_import(each) for each in statement.body)
    return isinstance(statement, (ast.Import, ast.ImportFrom)) or ast.unparse(statement) == "fluid = paddle.fluid"


def is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def loaded(*nodes: ast.AST) -> list[str]:
    """Names that are read, in order, each once; not those of lambdas and comprehensions themselves."""
    found: list[str] = []
    for each in nodes:
        _loaded(each, frozenset(), found)
    return list(dict.fromkeys(found))


def _loaded(node: ast.AST, own: frozenset[str], found: list[str]) -> None:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
        found.append(node.id)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.append(node.target.id)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        own |= {name for each in node.generators for name in stored(each.target)}
    elif isinstance(node, ast.Lambda):
        own |= {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
    for child in ast.iter_child_nodes(node):
        _loaded(child, own, found)


def stored(*nodes: ast.AST) -> list[str]:
    """Names that are bound, in order, each once; not those inside functions and comprehensions."""
    found: list[str] = []
    for each in nodes:
        _stored(each, found)
    return list(dict.fromkeys(found))


def _stored(node: ast.AST, found: list[str]) -> None:
    if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
        found.append(node.id)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        found.append(node.name)
        return
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return
    for child in ast.iter_child_nodes(node):
        _stored(child, found)


def name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def expression(text: str, **parts: ast.expr) -> ast.expr:
    """What a text says, names in it standing for parts."""
    return filled(ast.parse(text, mode="eval").body, parts)


def statements(text: str, **parts: ast.expr) -> list[ast.stmt]:
    return [filled(each, parts) for each in ast.parse(text).body]


class _Filled(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


def filled(tree, parts):  # type: ignore[no-untyped-def]
    return _Filled(parts).visit(tree)


class Replaced(ast.NodeTransformer):
    """One node in place of another, wherever it stands."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new, self.done = old, new, False

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            self.done = True
            return self.new
        return super().generic_visit(node)


def replace(inside: ast.AST, old: ast.AST, new: ast.AST) -> None:
    change = Replaced(old, new)
    change.visit(inside)
    assert change.done


def outside(tree: ast.Module) -> dict[str, str]:
    """Names that imports at the top bind, and the dotted name that each stands for."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0])
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def dotted(node: ast.AST) -> str:
    """``fluid.layers.fc`` of a chain of attributes, else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def legacy(tree: ast.Module, node: ast.AST) -> str:
    """The name of 1.8.5 that a chain stands for, if its first name is imported as one of them."""
    first, _, rest = dotted(node).partition(".")
    target = outside(tree).get(first, "") if first else ""
    whole = f"{target}.{rest}" if rest else target
    return whole if whole.startswith("paddle.fluid.") and first not in stored_deep(tree) else ""


def stored_deep(tree: ast.AST) -> set[str]:
    """Names that are bound by anything but imports, at any depth."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
    return found
