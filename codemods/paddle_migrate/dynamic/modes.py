"""What functions that build a network do for training alone, told by a constant that they are given: a layer knows
its mode by itself, and what trains stands in the only program that is left."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.guards import unwrap
from paddle_migrate.dynamic.helpers import FEEDERS, LOADERS
from paddle_migrate.dynamic.program import is_minimized
from paddle_migrate.dynamic.reading import Reading, target_names
from paddle_migrate.facts.scopes import BUILTINS
from paddle_migrate.text.edits import Edits

_DATA = "paddle.static.data"
TRAINING = "training__"  # stands for the mode of the layer that a function becomes
_MODES = {"training": True, "is_test": False}  # arguments, and what they are when a network is trained
_BY_MODE = ("dropout", "dropout2d", "dropout3d", "alpha_dropout", "batch_norm")
_LAYERS_BY_MODE = ("BatchNorm", "Dropout", "SyncBatchNorm", "AlphaDropout")
Values = dict[str, tuple[object, object]]  # of parameters, when a network is trained and when it is tested


class NotOne(Exception):
    """What is trained and what is tested are not one network."""


class Modes:
    """Of one file. `edits`, `steps`: what becomes of it, where lines go back."""

    def __init__(self, reading: Reading, edits: Edits, steps: dict[int, int]) -> None:
        self.reading, self.source, self.edits, self.steps = reading, reading.source, edits, steps
        self.settled: set[int] = set()  # calls whose mode was told, and is the layer's own
        self.looked: dict[int, tuple[cst.FunctionDef, Values]] = {}
        self.followed: list[cst.Call] = []  # of functions that are looked at

    def given(self, call: cst.Call, function: cst.FunctionDef) -> dict[str, cst.BaseExpression]:
        params = function.params.params
        found = {each.name.value: each.default for each in params if each.default is not None}
        for place, arg in enumerate(call.args):
            if arg.star or (arg.keyword is None and place >= len(params)):
                raise NotOne
            found[arg.keyword.value if arg.keyword is not None else params[place].name.value] = arg.value
        return found

    @staticmethod
    def constant(node: cst.BaseExpression) -> tuple[object, ...]:
        """The constant that it is, in a tuple."""
        if isinstance(node, cst.Name) and node.value in ("True", "False", "None"):
            return ({"True": True, "False": False}.get(node.value),)
        return (node.evaluated_value,) if isinstance(node, cst.SimpleString) else ()

    def look(self, function: cst.FunctionDef, values: Values) -> None:
        """Note what a function does for training alone. Raises NotOne where it does other things for tests."""
        if id(function) in self.looked:
            if self.looked[id(function)][1] != values:
                raise NotOne
            return
        if any(len(self.reading.scope(function).bindings[name]) > 1 for name in values):
            raise NotOne
        self.looked[id(function)] = function, values
        for name in values:
            for use in self.reading.uses(self.reading.scope(function), name):
                self._look_at(use, values)
        self.look_at_calls(function.body, values)

    def look_at_calls(self, node: cst.CSTNode, values: Values) -> None:
        """Functions of the file that are called with the same."""
        for call in self.reading.calls_in(node):
            function = self.reading.functions.get(call.func.value) if isinstance(call.func, cst.Name) else None
            if function is not None:
                self.followed.append(call)
                given = self.given(call, function)
                told = {name: told for name, value in given.items()
                        if (told := self.told(value, values)) is not None and told[0] != told[1]}
                self.look(function, told)

    def check(self, known: list[cst.Call]) -> None:
        """Raises NotOne where a function that is told its mode no more is called by others, too."""
        for function, values in self.looked.values():
            uses = self.reading.uses(self.reading.scopes.module, function.name.value)
            calls = [self.source.parents.get(use) for use in uses]
            if values and not all(any(call is each for each in [*self.followed, *known]) for call in calls):
                raise NotOne

    def _look_at(self, use: cst.Name, values: Values) -> None:
        node: cst.CSTNode = use
        above = self.source.parents.get(node)
        while isinstance(above, (cst.UnaryOperation, cst.Comparison, cst.ComparisonTarget)):
            node, above = above, self.source.parents.get(above)
        if isinstance(above, (cst.If, cst.IfExp)) and above.test is node:
            told = self.told(above.test, values)
            is_unwrapped = isinstance(above, cst.If) and told == (True, False) and above.orelse is None and (
                self._is_alone(above) and unwrap(self.reading, above, self.steps))
            if not is_unwrapped:
                self._ask_layer(above, told)
        elif isinstance(above, cst.Arg) and isinstance(node, cst.BaseExpression):
            self._look_at_argument(above, node, values)
        else:
            raise NotOne

    def _ask_layer(self, choice: cst.If | cst.IfExp, told: tuple[object, object] | None) -> None:
        """Have a layer choose by its own mode."""
        builds = any(self.reading.called(call) == _DATA or is_minimized(call) for call in self.reading.calls_in(
            self.source.parent(choice, cst.FunctionDef) or self.source.module))
        if told is None or bool(told[0]) == bool(told[1]) or builds:
            raise NotOne
        self.edits.replace(*self.source.span(choice.test), TRAINING if told[0] else f"not {TRAINING}")
        chosen = choice.body if told[0] else choice.orelse
        self.settled |= {id(call) for call in self.reading.calls_in(chosen)} if chosen is not None else set()

    def _look_at_argument(self, arg: cst.Arg, node: cst.BaseExpression, values: Values) -> None:
        call, told = self.source.parents.get(arg), self.told(node, values)
        word = arg.keyword.value if arg.keyword is not None else ""
        if not isinstance(call, cst.Call) or told is None:
            raise NotOne
        if isinstance(call.func, cst.Name) and call.func.value in self.reading.functions:
            return  # which is looked at
        if word not in _MODES or told != (_MODES[word], not _MODES[word]) or not self._is_by_mode(call):
            raise NotOne
        place = call.args.index(arg)
        start = self.source.span(call.args[place - 1])[1] if place else self.source.span(arg)[0]
        if place and self.source.text[start - 1] == ",":
            start -= 1
        after = self.source.start(call.args[1]) if not place and len(call.args) > 1 else self.source.span(arg.value)[1]
        start = self.source.span(call.args[place - 1].value)[1] if place else start
        self.edits.replace(start, after, "")
        self.settled.add(id(call))

    def _is_by_mode(self, call: cst.Call) -> bool:
        short = self.reading.called(call).rpartition(".")[2]
        return self.reading.called(call).startswith("paddle.nn.") and (
            short in _BY_MODE or short.startswith(_LAYERS_BY_MODE))

    def told(self, node: cst.BaseExpression, values: Values) -> tuple[object, object] | None:
        """What an expression is when a network is trained and when it is tested."""
        if isinstance(node, cst.Name) and node.value in values:
            return values[node.value]
        if self.constant(node):
            return self.constant(node)[0], self.constant(node)[0]
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            told = self.told(node.expression, values)
            return (not told[0], not told[1]) if told is not None else None
        if isinstance(node, cst.Comparison) and len(node.comparisons) == 1 and isinstance(
                node.comparisons[0].operator, (cst.Equal, cst.NotEqual)):
            left, right = self.told(node.left, values), self.told(node.comparisons[0].comparator, values)
            if left is None or right is None:
                return None
            same = left[0] == right[0], left[1] == right[1]
            return same if isinstance(node.comparisons[0].operator, cst.Equal) else (not same[0], not same[1])
        return None

    def _is_alone(self, block: cst.If) -> bool:
        """Whether nothing else reads what is made in it."""
        names = {name for node in self.reading.inside(block) for name in target_names(node)}
        scope = self.reading.scopes.of(block)
        is_left = any(isinstance(node, (cst.Return, cst.Raise, cst.AugAssign)) for node in self.reading.inside(block))
        found = [node for name in names for node in (
            *(each.node for each in scope.bindings[name]), *self.reading.uses(scope, name))]
        return not is_left and all(self.source.lies_in(node, block) for node in found)

    def is_told(self, built: list[cst.CSTNode]) -> bool:
        """Whether all that a test does otherwise is told so, and nothing is done where that is not seen."""
        for node in [*built, *(function for function, _ in self.looked.values())]:
            for call in self.reading.calls_in(node):
                name = call.func.value if isinstance(call.func, cst.Name) else ""
                is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value in ("minimize", "append")
                called, is_own = self.reading.called(call), name in self.reading.functions or name in BUILTINS
                is_seen = called.startswith(("paddle.", "math.")) or called in (*FEEDERS, *LOADERS) or is_own or (
                    isinstance(call.func, cst.Call)) or is_method or self._is_the_same_always(name)
                if not is_seen or (self._is_by_mode(call) and id(call) not in self.settled):
                    return False
        return True

    def _is_the_same_always(self, name: str) -> bool:
        """Whether an earlier step wrote it, and it does to tensors what it does in any mode."""
        return name in self.reading.works_in_both and not any(
            map(self._is_by_mode, self.reading.calls_in(self.reading.helpers[name])))
