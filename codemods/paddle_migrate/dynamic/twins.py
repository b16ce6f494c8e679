"""One network that is built twice, to be trained and to be tested, in programs of their own that share its parameters
by the names that begin anew in each: it is built once, and the other program is the copy for tests."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from paddle_migrate.dynamic.guards import GUARD, NAMES, PROGRAM, block_of, dedented, names_guards, unwrap
from paddle_migrate.dynamic.helpers import CLONES_FOR_TEST, FEEDERS, LOADERS
from paddle_migrate.dynamic.modes import Modes, NotOne, Values
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading, small, target_names, targets, value_of
from paddle_migrate.facts.scopes import Binding, Scope
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

_DATA, _LOADERS = "paddle.static.data", (*FEEDERS, *LOADERS)


def without_twins(text: str) -> str:
    """The text with one program; itself where there are other programs, or where what is built is not the same."""
    if text.count(PROGRAM.rpartition(".")[2] + "(") < 2:
        return text
    try:
        new = _Twins(Reading(text)).text()
    except NotOne:
        return text
    return new if python_error(new) is None else text


class _Twins:
    """Two calls of a function that builds under guards, or two blocks under guards. `edits`: what becomes of them."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.source = reading, reading.source
        self.edits, self.steps = Edits(reading.source.text), dict[int, int]()
        self.modes = Modes(reading, self.edits, self.steps)
        self.built: list[cst.CSTNode] = []
        self.programs = {name: line for call in reading.calls if reading.called(call) == PROGRAM
                         for name, line in self._made(call).items()}

    def _made(self, call: cst.Call) -> dict[str, Line]:
        line = self.source.parents.get(self.source.parents.get(call))
        names = target_names(small(line)) if isinstance(line, Line) else []
        if not isinstance(line, Line) or len(names) != 1 or value_of(small(line)) is not call:
            raise NotOne
        return {names[0]: line}

    def text(self) -> str:
        guards = [call for call in self.reading.calls if self.reading.called(call) == GUARD]
        blocks = [block for call in guards if (block := block_of(self.reading, call)) is not None]
        above = [self.source.parent(block, cst.FunctionDef) for block in blocks]
        functions = {id(each): each for each in above if each is not None}
        if len(blocks) != len(guards):
            raise NotOne
        called = [f for f in functions.values() if len(self._calls(f)) == 2]
        if len(called) == 1 and self.reading.functions.get(called[0].name.value) is called[0]:
            self._one_call(called[0], blocks)
        else:
            self._one_block(blocks)
        dedented(self.reading, self.edits, self.steps)
        return self.edits.result()

    def _calls(self, function: cst.FunctionDef) -> list[cst.Call]:
        uses = self.reading.uses(self.reading.scopes.module, function.name.value)
        calls = [self.source.parents.get(use) for use in uses]
        return [call for call, use in zip(calls, uses, strict=True) if isinstance(call, cst.Call) and call.func is use]

    # -- a function that is called twice -------------------------------------------------------------------------

    def _one_call(self, function: cst.FunctionDef, blocks: list[cst.With]) -> None:
        calls = self._calls(function)
        if any(self.reading.called(call) in _LOADERS for call in self.reading.calls_in(function)):
            raise NotOne  # each has its own
        given = [self.modes.given(call, function) for call in calls]
        if given[0].keys() != given[1].keys():
            raise NotOne  # each has what `**` takes
        fixed = [{name: self.modes.constant(value) for name, value in each.items()} for each in given]
        values: Values = {name: (fixed[0][name][0], fixed[1][name][0]) for name in fixed[0]
                          if fixed[0][name] and fixed[1][name] and fixed[0][name] != fixed[1][name]}
        others = [each for each in blocks if not self.source.lies_in(each, function)]
        blocks = [each for each in blocks if each not in others]
        main, starts = (self._of_guard(blocks[0], place) for place in (0, 1))
        if len(blocks) != 1 or not isinstance(main, cst.Name) or not self._begins_anew(blocks[0]):
            raise NotOne
        for name in given[0]:
            codes = [self.reading.code(each[name]) for each in given]
            if codes[0] != codes[1] and name not in values and not all(code in self.programs for code in codes):
                raise NotOne
        trains = self._trains(function, values, calls)
        first, second = calls if trains == 0 else reversed(calls)
        if trains:
            values = {name: (test, train) for name, (train, test) in values.items()}
        self._check_between(first, second)
        self._check_steady([arg for call in calls for arg in call.args], [])
        self.built = [function]
        self.modes.look(function, values)
        names = [self.reading.code(given[calls.index(each)][main.value]) for each in (first, second)]
        gone = [*blocks, *others, *names_guards(self.reading, [*blocks, *others])]
        if any(self._guarded(each) != names[0] for each in others) or not all(
                unwrap(self.reading, each, self.steps) for each in gone):
            raise NotOne
        self._merge(first, second, names)
        self.modes.check([first, second])
        self._call_default(names[0], "default_main_program")
        for name in {self.reading.code(each[starts.value]) for each in given} if isinstance(starts, cst.Name) else ():
            self._call_default(name, "default_startup_program")

    def _call_default(self, name: str, function: str) -> None:
        """`main = default_main_program()`, where the guard that it was for is gone."""
        call = value_of(small(self.programs[name])) if name in self.programs else None
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
            raise NotOne
        self.edits.replace(*self.source.span(call.func.attr), function)

    def _begins_anew(self, block: cst.With) -> bool:
        """Whether names begin anew in it, from the start."""
        inner = [each for each in block.body.body if not self._is_fed(each)]
        items = [*block.items, *(inner[0].items if len(inner) == 1 and isinstance(inner[0], cst.With) else ())]
        return any(self.reading.called(each.item) == NAMES for each in items)

    def _is_fed(self, line: cst.CSTNode) -> bool:
        """Whether a statement says what is fed, of which no layer is made."""
        return isinstance(line, Line) and self.reading.called(value_of(small(line))) in (_DATA, *_LOADERS)

    def _trains(self, function: cst.FunctionDef, values: Values, calls: list[cst.Call]) -> int:
        """Which of the two has a loss that is minimised."""
        every = [call for _, call in self.source.method_calls("minimize")]
        block = self.source.parent(every[0], cst.If) if len(every) == 1 else None
        if len(every) == 1 and self.source.lies_in(every[0], function):
            told = self.modes.told(block.test, values) if block is not None else None
            if told is not None and bool(told[0]) != bool(told[1]):
                return 0 if told[0] else 1
        elif len(every) == 1:
            made = [set(target_names(self.source.parents.get(call))) for call in calls]
            named = [bool(self.reading.names_in(every[0].args[0]) & names) for names in made] if every[0].args else []
            if named.count(True) == 1 and not made[0] & made[1] - {"_"}:
                return named.index(True)
        raise NotOne

    # -- two blocks ----------------------------------------------------------------------------------------------

    def _one_block(self, blocks: list[cst.With]) -> None:
        own = [self._guarded(block) for block in blocks]
        minimized = {name: found for name, block in zip(own, blocks, strict=True) if (found := self._minimized(block))}
        trained = {*minimized}
        others = [block for name, block in zip(own, blocks, strict=True) if name not in trained]
        firsts = [block for name, block in zip(own, blocks, strict=True) if name in trained]
        every = [call for _, call in self.source.method_calls("minimize")]
        if len(trained) != 1 or len(others) != 1 or not all(
                any(call is each for found in minimized.values() for each in found) for call in every):
            raise NotOne
        if not all(map(self._begins_anew, [firsts[0], *others])):
            raise NotOne
        here = self.reading.scopes.of(firsts[0])
        if any(self.reading.scopes.of(each) is not here for each in blocks):
            raise NotOne
        self._check_between(firsts[0], others[0])
        renamed: dict[str, str] = {}
        skipped: set[str] = set()  # what is made for training alone
        kept: list[Line] = []  # what is made for tests alone
        statements = [each for block in firsts for each in self._statements(block)]
        self._check_own(statements, self._statements(others[0]))
        for line in self._statements(others[0]):
            if self.reading.called(value_of(small(line))) in _LOADERS:  # each has its own
                kept.append(line)
                continue
            while statements and not self._is_like(statements[0], line, renamed):
                skipped |= set(target_names(small(statements.pop(0))))
            if not statements or self.reading.names_in(statements[0]) & skipped:
                raise NotOne
            names = target_names(small(statements.pop(0)))
            skipped -= set(names)
            renamed |= dict(zip(target_names(small(line)), names, strict=True))
        self._check_steady([*firsts, *others], [*firsts, *others])
        self.built = [*firsts]
        self._rename(renamed, others[0])
        main, = trained
        starts = [self._of_guard(block, 1) for block in (firsts[0], others[0])]
        first, second = (self.reading.code(each) if each is not None else "" for each in starts)
        if first != second:
            if first not in self.programs or second not in self.programs or len(here.bindings[second]) != 1:
                raise NotOne
            self._drop(self.programs[second])
            for use in self.reading.uses(here, second):
                if not self.source.lies_in(use, others[0]):
                    self.edits.replace(*self.source.span(use), first)
        texts = [f"{target_names(small(line))[0]} = {self._renamed(value, renamed)}" for line in kept
                 if (value := value_of(small(line))) is not None]
        self._drop_program(main, self._guarded(others[0]), others[0], texts)
        self.modes.check([])

    def _check_own(self, firsts: list[Line], others: list[Line]) -> None:
        """Raises NotOne where one program reads what is made in the other."""
        made = [{name for line in lines for name in target_names(small(line))} for lines in (firsts, others)]
        read = [{name for line in lines for name in self.reading.names_in(line)} for lines in (firsts, others)]
        if read[0] & (made[1] - made[0]) or read[1] & (made[0] - made[1]):
            raise NotOne

    def _minimized(self, block: cst.With) -> list[cst.Call]:
        """Where losses are minimised in it, or in functions of the file as it calls them."""
        found = self._minimizing_in(block)
        for call in self.reading.calls_in(block):
            function = self.reading.functions.get(call.func.value) if isinstance(call.func, cst.Name) else None
            found += self._minimized_by(function, call) if function is not None else []
        return found

    def _minimizing_in(self, node: cst.CSTNode) -> list[cst.Call]:
        return [call for _, call in self.source.method_calls("minimize") if self.source.lies_in(call, node)]

    def _minimized_by(self, function: cst.FunctionDef, call: cst.Call) -> list[cst.Call]:
        inside = self._minimizing_in(function)
        given = self.modes.given(call, function) if inside else {}
        fixed = {name: self.modes.constant(value) for name, value in given.items()}
        values: Values = {name: (value[0], value[0]) for name, value in fixed.items() if value}
        tests = [self.source.parent(each, cst.If) for each in inside]
        told = [self.modes.told(test.test, values) if test is not None else None for test in tests]
        return [each for each, of in zip(inside, told, strict=True) if of is None or of[0]]

    def _check_between(self, first: cst.CSTNode, second: cst.CSTNode) -> None:
        """Raises NotOne where something is set between the two that both may read."""
        start, end = sorted((self.source.start(first), self.source.start(second)))
        for node in self.source.all(cst.Assign, cst.AugAssign):
            every = targets(node) if isinstance(node, cst.Assign) else [node.target]
            is_between = start < self.source.start(node) < end and not self.source.lies_in(node, first)
            if is_between and any(isinstance(each, (cst.Attribute, cst.Subscript)) and not self._is_seed(each)
                                  for each in every):
                raise NotOne

    @staticmethod
    def _is_seed(target: cst.BaseExpression) -> bool:
        return isinstance(target, cst.Attribute) and target.attr.value == "random_seed"

    def _check_steady(self, nodes: list[cst.CSTNode], within: list[cst.CSTNode]) -> None:
        """Raises NotOne where a name that both read is set several times, but for what they make themselves."""
        for name in (name for node in nodes for name in self.reading.loads_in(node)):
            bound = self.reading.bindings(name)
            inside = [any(self.source.lies_in(each.node, node) for node in within) for each in bound]
            if len(bound) > 1 and name.value not in self.programs and not all(inside):
                raise NotOne

    def _guarded(self, block: cst.With) -> str:
        name = self._of_guard(block, 0)
        if not isinstance(name, cst.Name) or name.value not in self.programs:
            raise NotOne
        return name.value

    def _of_guard(self, block: cst.With, place: int) -> cst.BaseExpression | None:
        """The program, or the one that starts it, that the block is under."""
        calls = [item.item for item in block.items if self.reading.called(item.item) == GUARD]
        word = ("main_program", "startup_program")[place]
        return argument(calls[0], place, word) if calls and isinstance(calls[0], cst.Call) else None

    def _statements(self, block: cst.With) -> list[Line]:
        found: list[Line] = []
        for each in block.body.body:
            if isinstance(each, cst.With) and all(self.reading.called(i.item) == NAMES for i in each.items):
                found += self._statements(each)
            elif isinstance(each, Line) and isinstance(small(each), (cst.Assign, cst.Expr)):
                found.append(each)
            else:
                raise NotOne
        return found

    def _is_like(self, first: Line, second: Line, renamed: dict[str, str]) -> bool:
        """Whether it makes the same of the same, but for being trained."""
        one, two = value_of(small(first)), value_of(small(second))
        if one is None or two is None or len(list(targets(small(first)))) != len(list(targets(small(second)))) or len(
                target_names(small(first))) != len(list(targets(small(first)))):
            return False
        if self._renamed(two, renamed) == self.reading.code(one):
            self.modes.look_at_calls(one, {})
            return True
        if not isinstance(one, cst.Call) or not isinstance(two, cst.Call) or not isinstance(one.func, cst.Name):
            return False
        function = self.reading.functions.get(one.func.value)
        if function is None or self.reading.code(one.func) != self.reading.code(two.func):
            return False
        given = self.modes.given(one, function), self.modes.given(two, function)
        values: Values = {}
        for name in given[0].keys() | given[1].keys():
            if name not in given[0] or name not in given[1]:
                return False
            consts = self.modes.constant(given[0][name]), self.modes.constant(given[1][name])
            if all(consts) and consts[0] != consts[1]:
                values[name] = consts[0][0], consts[1][0]
            elif self.reading.code(given[0][name]) != self._renamed(given[1][name], renamed):
                return False
        self.modes.followed += [one, two]
        self.modes.look(function, values)
        return True

    def _renamed(self, node: cst.BaseExpression, renamed: dict[str, str]) -> str:
        edits = Edits(self.source.text)
        for name in self.reading.loads_in(node):
            edits.replace(*self.source.span(name), renamed.get(name.value, name.value))
        return edits.render(*self.source.span(node))

    # -- the new text --------------------------------------------------------------------------------------------

    def _merge(self, first: cst.Call, second: cst.Call, programs: list[str]) -> None:
        lines = [self.source.parents.get(self.source.parents.get(call)) for call in (first, second)]
        statements = [small(line) for line in lines if line is not None]
        wanted = [list(targets(each)) for each in statements]
        if len(statements) != 2 or [value_of(each) for each in statements] != [first, second] or len(wanted[0]) != len(
                wanted[1]) or self.reading.scopes.of(first) is not self.reading.scopes.of(second) or not all(
                isinstance(each, cst.Name) for each in [*wanted[0], *wanted[1]]):
            raise NotOne
        scope, renamed = self.reading.scopes.of(first), dict[str, str]()
        for one, two in zip(*wanted, strict=True):
            assert isinstance(one, cst.Name)
            assert isinstance(two, cst.Name)
            is_read = bool(self.reading.uses(scope, two.value))
            if one.value == two.value or not is_read:
                continue
            if self.reading.uses(scope, one.value):
                renamed[two.value] = one.value
            elif len(scope.bindings[two.value]) == 1:
                self.edits.replace(*self.source.span(one), two.value)
            else:
                raise NotOne
        assert isinstance(lines[1], Line)
        self._rename(renamed, lines[1])
        self._drop_program(programs[0], programs[1], lines[1])

    def _rename(self, renamed: dict[str, str], gone: cst.CSTNode) -> None:
        scope = self.reading.scopes.of(gone)
        for name, new in renamed.items():
            bound = [b for b in scope.bindings[name] if not self.source.lies_in(b.node, gone)]
            again = [b for b in scope.bindings[new] if not self.source.lies_in(b.node, gone)]
            if (bound and name != new) or len(again) != 1:
                raise NotOne
            for use in self.reading.uses(scope, name):
                if name != new and not self.source.lies_in(use, gone):
                    self.edits.replace(*self.source.span(use), new)

    def _drop_program(self, main: str, test: str, gone: cst.CSTNode, kept: Sequence[str] = ()) -> None:
        """`test = main.clone(for_test=True)` in the place of what built it, but for what is kept of that."""
        if main not in self.programs or test not in self.programs or main == test:
            raise NotOne
        scope = self.reading.scopes.of(gone)
        copies = [b for b in scope.bindings[test] if self.reading.called(b.value) in CLONES_FOR_TEST]
        if len(scope.bindings[test]) != 1 + len(copies) or len(scope.bindings[main]) != 1:
            raise NotOne
        copy = self._copy(scope, test, gone) if not copies else None
        copies += [copy] if copy is not None else []
        if not copies and not self.modes.is_told(self.built):
            raise NotOne
        for binding in copies:
            line = self.source.parents.get(binding.node)
            if not isinstance(line, Line):
                raise NotOne
            self._drop(line)
        self._drop(self.programs[test])
        start = self.source.start(gone)
        first, last = self.source.line_start(self.source.line(gone)), lines_of(self.reading, gone)[1]
        indent, behind = self.source.text[first:start], self.source.line_start(last)
        name = copy.name if copy is not None else test
        rows = [*self._comments(first, behind), *kept, f"{name} = {main}.clone(for_test=True)"]
        self.edits.replace(first, behind, "".join(f"{indent}{row}{self.source.newline}" for row in rows))

    def _copy(self, scope: Scope, test: str, gone: cst.CSTNode) -> Binding | None:
        """`other = test.clone(for_test=True)`, where nothing else has the program that it copies."""
        uses = [use for use in self.reading.uses(scope, test) if not self.source.lies_in(use, gone)]
        call = self.source.parents.get(self.source.parents.get(uses[0])) if len(uses) == 1 else None
        names = target_names(self.source.parents.get(call)) if self.reading.called(call) in CLONES_FOR_TEST else []
        found = scope.bindings[names[0]] if len(names) == 1 else []
        return found[0] if len(found) == 1 and found[0].value is call else None

    def _comments(self, first: int, behind: int) -> list[str]:
        """What is said there on lines of its own, but for what is said elsewhere, too."""
        inside = [each for each in self.source.comments if first <= each.start < behind]
        others = {each.value for each in self.source.comments if not first <= each.start < behind}
        alone = [each.value for each in inside
                 if self.source.line_text(self.source.line_at(each.start)).lstrip().startswith("#")]
        return [each for each in alone if each not in others]

    def _drop(self, line: Line) -> None:
        first, behind = self.source.line(line), lines_of(self.reading, line)[1]
        self.edits.replace(self.source.line_start(first), self.source.line_start(behind), "")
