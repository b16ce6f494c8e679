"""Generators over a list of samples that yield batches of arrays, as the tutorials of 1.x wrote their readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding, dotted

_ARRAYS = ("array", "asarray")
_SHUFFLES = ("random.shuffle", "numpy.random.shuffle")
_COUNTS = ("range", "numpy.arange")
_LISTS = ("list", "sorted", "os.listdir", "glob.glob")
_LEAVES = (cst.Return, cst.Yield, cst.Await, cst.Global, cst.Nonlocal)


class Unlike(Exception):
    """The reader is of another shape; the message says of which."""


@dataclass(eq=False)
class SampleReader:
    """A reader's parts: what makes one sample, what is yielded of it, and how samples become batches."""

    generator: cst.FunctionDef
    loop: cst.For
    document: cst.BaseStatement | None = None
    lists: list[str] = field(default_factory=list)
    body: list[cst.BaseStatement] = field(default_factory=list)
    appended: dict[str, cst.BaseExpression] = field(default_factory=dict)  # by the list
    yielded: list[tuple[cst.Call, cst.Name]] = field(default_factory=list)  # an array of a list, and the list's name
    size: cst.BaseExpression | None = None  # of a batch
    count: cst.BaseExpression | None = None  # of `range(count)`
    order: cst.Name | None = None  # the list that is looped over
    is_counted: bool = False  # its items are their own places
    shuffled: bool = False
    only_if: cst.BaseExpression | None = None  # the condition of shuffling
    keeps_rest: bool = False


def candidates(facts: Facts) -> list[cst.FunctionDef]:
    """Generators whose loop fills lists and looks how long they are."""
    found = [facts.source.parent(each, cst.FunctionDef) for each in facts.source.all(cst.Yield)]
    return [f for f in dict.fromkeys(found) if f is not None and any(
        isinstance(s, cst.For) and isinstance(s.body, cst.IndentedBlock)
        and any(_length_asked(each) for each in s.body.body) for s in f.body.body
    )]


def sample_reader(facts: Facts, generator: cst.FunctionDef) -> SampleReader:
    """The reader's parts. Raises Unlike."""
    return _Reading(facts, generator).reader()


def _length_asked(node: cst.CSTNode) -> tuple[cst.Name, cst.ComparisonTarget] | None:
    """`if len(images) == size:`: the list, and what its length is compared with."""
    test = node.test if isinstance(node, cst.If) and node.orelse is None else None
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1 or not isinstance(test.left, cst.Call):
        return None
    args = test.left.args
    if dotted(test.left.func) != "len" or len(args) != 1 or not isinstance(args[0].value, cst.Name):
        return None
    return args[0].value, test.comparisons[0]


def _only(statement: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """The one small statement of a line."""
    return statement.body[0] if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1 else None


def _emptied(statement: cst.CSTNode) -> str:
    """The name in `name = []`."""
    small = _only(statement)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1 or not isinstance(small.value, cst.List):
        return ""
    return "" if small.value.elements else dotted(small.targets[0].target) or ""


class _Reading:
    def __init__(self, facts: Facts, generator: cst.FunctionDef) -> None:
        self.facts, self.generator, self.source = facts, generator, facts.source
        self.scope = facts.scopes.scope(generator)
        self.shuffled: cst.Name | None = None

    def reader(self) -> SampleReader:
        function = self.generator
        if function.decorators or function.asynchronous or self.source.code(function.params).strip():
            raise Unlike("its generator takes arguments or is decorated")
        statements = list(function.body.body)
        loop = next(s for s in statements if isinstance(s, cst.For))
        at = statements.index(loop)
        self.found = SampleReader(function, loop)
        self._read_head(statements[:at])  # type: ignore[arg-type]
        self._read_loop(loop)
        self._read_order(loop)
        self._read_rest(statements[at + 1 :])
        self._check_names()
        return self.found

    def _other(self, node: cst.CSTNode) -> Unlike:
        return Unlike(f"line {self.source.line(node)} does something else")

    def _read_head(self, statements: list[cst.BaseStatement]) -> None:
        for number, statement in enumerate(statements):
            small = _only(statement)
            if number == 0 and isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString):
                self.found.document = statement
            elif _emptied(statement):
                self.found.lists.append(_emptied(statement))
            elif not self._read_shuffle(statement):
                raise self._other(statement)

    def _read_shuffle(self, statement: cst.CSTNode) -> bool:
        """`random.shuffle(order)`, by itself or under a condition."""
        inner = statement
        if isinstance(statement, cst.If) and statement.orelse is None and len(statement.body.body) == 1:
            inner = statement.body.body[0]
            self.found.only_if = statement.test
        small = _only(inner)
        if self.found.shuffled or not isinstance(small, cst.Expr):
            return False
        self.shuffled = self._shuffled_list(small.value)
        self.found.shuffled = self.shuffled is not None
        return self.found.shuffled

    def _shuffled_list(self, node: cst.CSTNode | None) -> cst.Name | None:
        if not isinstance(node, cst.Call) or len(node.args) != 1 or self._called(node) not in _SHUFFLES:
            return None
        value = node.args[0].value
        return value if isinstance(value, cst.Name) else None

    def _called(self, call: cst.Call) -> str:
        """What is called, by the module that it comes from; a builtin by its name."""
        name = dotted(call.func) or ""
        root, dot, rest = name.partition(".")
        bindings = self.facts.scopes.of(call).find(root)
        if not bindings:
            return name
        imported = len({b.target for b in bindings}) == 1 and bindings[0].kind == "import"
        return bindings[0].target + dot + rest if imported else ""

    def _read_loop(self, loop: cst.For) -> None:
        if loop.orelse is not None or not isinstance(loop.target, cst.Name):
            raise self._other(loop)
        statements: list[Any] = list(loop.body.body)
        asked = _length_asked(statements[-1])
        if asked is None or not isinstance(asked[1].operator, (cst.Equal, cst.GreaterThanEqual)):
            raise self._other(statements[-1])
        while statements[:-1] and (given := self._appended(statements[-2])) is not None:
            name, value = given
            if name in self.found.appended:
                raise self._other(statements[-2])
            self.found.appended[name] = value
            del statements[-2]
        self.found.body, self.found.size = statements[:-1], asked[1].comparator
        if set(self.found.lists) != set(self.found.appended) or asked[0].value not in self.found.lists:
            raise Unlike("its lists are not each filled once, behind what makes a sample")
        self.found.yielded, others = self._yielded(statements[-1])
        if {_emptied(each) for each in others} != set(self.found.lists) or len(others) != len(self.found.lists):
            raise self._other(statements[-1])

    def _appended(self, statement: cst.CSTNode) -> tuple[str, cst.BaseExpression] | None:
        small = _only(statement)
        call = small.value if isinstance(small, cst.Expr) else None
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or len(call.args) != 1:
            return None
        name = dotted(call.func.value) or ""
        return (name, call.args[0].value) if call.func.attr.value == "append" and name in self.found.lists else None

    def _yielded(self, branch: cst.CSTNode) -> tuple[list[tuple[cst.Call, cst.Name]], list[cst.CSTNode]]:
        """The arrays that a branch yields, and its other statements behind that."""
        named: dict[str, cst.BaseExpression] = {}
        statements = list(branch.body.body) if isinstance(branch, cst.If) else []
        for number, statement in enumerate(statements):
            small = _only(statement)
            value = small.value if isinstance(small, (cst.Assign, cst.Expr)) else None
            if isinstance(small, cst.Assign) and len(small.targets) == 1 and isinstance(value, cst.Call):
                named[dotted(small.targets[0].target) or ""] = value
            elif isinstance(value, cst.Yield) and isinstance(value.value, cst.Tuple):
                parts = [named.get(dotted(e.value) or "", e.value) for e in value.value.elements]
                arrays = [self._array(part) for part in parts]
                if len({name.value for _, name in arrays}) != len(parts) or len(parts) != len(self.found.lists) < 2:
                    raise self._other(statement)
                return arrays, list(statements[number + 1 :])
            else:
                raise self._other(statement)
        raise self._other(branch)

    def _array(self, part: cst.BaseExpression) -> tuple[cst.Call, cst.Name]:
        """`np.array(images)`, with its dtype or `.astype(…)` of it."""
        made = part
        if isinstance(part, cst.Call) and isinstance(part.func, cst.Attribute) and part.func.attr.value == "astype":
            made = part.func.value
        if isinstance(part, cst.Call) and isinstance(made, cst.Call) and made.args:
            first = made.args[0]
            known = self._called(made) in [f"numpy.{name}" for name in _ARRAYS]
            if known and not first.star and isinstance(first.value, cst.Name) and first.value.value in self.found.lists:
                return part, first.value
        raise Unlike("what it yields are not arrays of its lists")

    def _read_rest(self, statements: list[cst.CSTNode]) -> None:
        """`if len(images) > 0:` and the batch that is left."""
        if not statements:
            return
        asked = _length_asked(statements[0])
        if asked is None or len(statements) > 1 or self.source.code(asked[1]).replace(" ", "") not in (">0", "!=0"):
            raise self._other(statements[0])
        arrays, others = self._yielded(statements[0])
        if others or [self.source.code(a) for a, _ in arrays] != [self.source.code(a) for a, _ in self.found.yielded]:
            raise self._other(statements[0])
        self.found.keeps_rest = True

    def _read_order(self, loop: cst.For) -> None:
        over = loop.iter
        counts = isinstance(over, cst.Call) and self._called(over) == "range" and len(over.args) == 1
        if isinstance(over, cst.Call) and counts and self.shuffled is None:
            self.found.count = over.args[0].value
            return
        if not isinstance(over, cst.Name) or (self.shuffled is not None and self.shuffled.value != over.value):
            raise self._other(loop)
        bindings = self.facts.scopes.find(over)
        if len(bindings) != 1 or bindings[0].kind != "value" or bindings[0].scope is self.scope:
            raise Unlike(f"what {over.value} is, its file does not tell")
        self.found.order = over
        fixed = self._is_fixed(bindings[0])
        counted = self._counts(bindings[0].value)
        self.found.is_counted = counted and not fixed
        if not (counted or self.found.shuffled or self._is_list(bindings[0].value)):
            raise Unlike(f"whether {over.value} is a list, its file does not tell")

    def _is_fixed(self, binding: Binding) -> bool:
        """Whether the list gets its order outside of the generator, once."""
        fixed = False
        for use in binding.uses:
            call = self.source.parents.get(self.source.parents.get(use))
            if use is self.found.order or use is self.shuffled:
                continue
            if isinstance(call, cst.Call) and self._shuffled_list(call) is use:
                fixed = True
            elif not (isinstance(call, cst.Call) and self._called(call) == "len"):
                raise Unlike(f"{use.value} is used in line {self.source.line(use)}, too")
        return fixed

    def _counts(self, value: cst.CSTNode | None) -> bool:
        """`list(range(n))`, `range(n)`, `np.arange(n)`."""
        if isinstance(value, cst.Call) and self._called(value) == "list" and len(value.args) == 1:
            value = value.args[0].value
        return isinstance(value, cst.Call) and self._called(value) in _COUNTS and len(value.args) == 1

    def _is_list(self, value: cst.CSTNode | None) -> bool:
        made = isinstance(value, cst.Call) and self._called(value) in _LISTS
        return made or isinstance(value, (cst.List, cst.ListComp))

    # -- names ------------------------------------------------------------------------------------------------

    def _check_names(self) -> None:
        """What makes a sample leans on nothing that an earlier one left, and the loader's arguments on nothing that
        changes."""
        found, scopes = self.found, self.facts.scopes
        parts = [*found.body, *found.appended.values()]
        for part in parts:
            leaving = self.source.inside(part, cst.Break, cst.Continue)
            if self.source.inside(part, *_LEAVES) or any(map(self._leaves, leaving)):
                raise Unlike(f"line {self.source.line(part)} leaves the loop or the function")
        for name in (n for part in parts for n in self.source.inside(part, cst.Name)):
            bindings = [b for b in scopes.find(name) if b.scope is self.scope]
            if any(name in b.uses for b in bindings) and not any(self._is_before(b, name, parts) for b in bindings):
                raise Unlike(f"{name.value} in line {self.source.line(name)} is of an earlier sample")
        for name in (n for e in (found.size, found.only_if, found.count) if e for n in self.source.inside(e, cst.Name)):
            bindings = scopes.find(name)
            if len(bindings) > 1 or any(b.scope is self.scope for b in bindings):
                raise Unlike(f"{name.value} may change meanwhile")

    def _leaves(self, node: cst.CSTNode) -> bool:
        return self.source.parent(node, cst.For, cst.While) is self.found.loop

    def _is_before(self, binding: Binding, use: cst.Name, parts: list[cst.CSTNode]) -> bool:
        node = binding.node
        if node is self.found.loop:
            return True
        own = isinstance(node, (cst.Assign, cst.AugAssign, cst.AnnAssign)) and self.source.lies_in(use, node)
        inside = any(self.source.lies_in(node, part) for part in parts)
        return inside and not own and self.source.order(node) < self.source.order(use)
