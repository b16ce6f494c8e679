"""Whether an expression is data (an array, a number, a batch of a reader) or a tensor, as far as the script tells.

What holds others (a list, a dict, a reader) is what it holds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Literal

import libcst as cst

from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import BUILTINS, Binding, dotted
from paddle_migrate.facts.values.containers import ADDING
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import gives_tensor
from paddle_migrate.text.arguments import argument

What = Literal["data", "tensor", "", "itself"]  # "": not known; "itself": what leads back to the question

_FOREIGN = sys.stdlib_module_names | {
    "cv2", "gym", "h5py", "imageio", "librosa", "matplotlib", "numpy", "pandas", "PIL", "scipy", "skimage", "sklearn",
    "soundfile", "tqdm",
}
_PASS_ON = ("copy", "deepcopy", "dict", "enumerate", "filter", "iter", "list", "max", "min", "next", "reversed", "set",
            "sorted", "sum", "tqdm", "tuple", "zip")
_OF_TENSORS = ("all_parameters", "iter_parameters", "list_vars", "named_parameters", "parameters", "state_dict",
               "sublayers", "trainable_parameters")
_GIVE_DATA = ("gradient", "item", "numpy")
# of arrays only: tensors of 1.8.5 had no such methods
_OF_ARRAYS = ("argmax", "clip", "flatten", "ravel", "repeat", "reshape", "squeeze", "swapaxes", "tolist", "transpose")
_DEEPEST = 30


class Arrays:
    """Answers for one script."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.source = facts, facts.source
        self._known: dict[int, What] = {}
        self._asking: set[int] = set()

    def of(self, node: cst.CSTNode | None) -> What:
        if node is None:
            return ""
        if isinstance(node, cst.Name):
            bindings = self.facts.origins.bindings(node)
            if not bindings:  # a fragment, that is shown; nobody would show it for a tensor
                return "" if self.facts.scopes.stars else "data"
            whole = bindings is self.facts.scopes.find(node)
            return self._ask(id(bindings if whole else bindings[0]), lambda: self._bound(bindings))
        return self._ask(id(node), lambda: self._infer(node))

    def _ask(self, key: int, infer: Callable[[], What]) -> What:
        if key in self._asking:
            return "itself"
        if len(self._asking) > _DEEPEST:
            return ""
        if key not in self._known:
            self._asking.add(key)
            try:
                found = infer()
            finally:
                self._asking.discard(key)
            if self._asking and found in ("", "itself"):
                return found  # it may be known to whoever asks first
            self._known[key] = found
        return self._known[key]

    def agree(self, answers: list[What]) -> What:
        known: set[What] = {a for a in answers if a != "itself"}
        return known.pop() if len(known) == 1 else "" if known or not answers else "itself"

    def _all(self, nodes: Iterator[cst.BaseExpression] | list[cst.BaseExpression]) -> What:
        return self.agree([self.of(node) for node in nodes])

    def _infer(self, node: cst.CSTNode) -> What:
        if isinstance(node, (cst.BaseNumber, cst.BaseString)):
            return "data"
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, cst.Attribute):
            return self._attribute(node)
        if isinstance(node, cst.Subscript):
            return self.of(node.value)
        if isinstance(node, cst.IfExp):
            return self._all([node.body, node.orelse])
        if isinstance(node, (cst.List, cst.Tuple, cst.Set)):
            return self._all([e.value for e in node.elements]) if node.elements else "itself"
        if isinstance(node, cst.Dict):
            return self._all([e.value for e in node.elements]) if node.elements else "itself"
        if isinstance(node, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
            return self.of(node.elt)
        if isinstance(node, cst.DictComp):
            return self.of(node.value)
        return self._operation(node)

    def _operation(self, node: cst.CSTNode) -> What:
        """A tensor as soon as one of its sides is one."""
        if isinstance(node, cst.UnaryOperation):
            return self.of(node.expression)
        if isinstance(node, cst.BinaryOperation):
            sides: list[What] = [self.of(node.left), self.of(node.right)]
        elif isinstance(node, cst.Comparison):
            sides = [self.of(node.left), *(self.of(c.comparator) for c in node.comparisons)]
            if sides[0] == "data" and isinstance(node.left, cst.Call):
                return "data"  # an array's operators come first
        else:
            return ""
        return "tensor" if "tensor" in sides else self.agree(sides)

    # -- names ---------------------------------------------------------------------------------------------------

    def _bound(self, bindings: list[Binding]) -> What:
        answers: list[What] = [self._binding(b) for b in bindings]
        if set(answers) == {"itself"}:
            answers.extend(self.of(value) for value in self._appended(bindings[0]))  # an empty list so far
        return self.agree(answers)

    def _binding(self, binding: Binding) -> What:
        node = binding.node
        if binding.kind == "value":
            return self.of(binding.value)
        if binding.kind == "param" and isinstance(node, cst.Param):
            return self._param(node)
        if binding.kind == "import":
            return "data" if self._is_foreign(binding.target) else ""
        if isinstance(node, (cst.For, cst.CompFor)):
            return self._part(node.target, binding.name, node.iter)
        if isinstance(node, cst.AugAssign):
            return self.agree(["itself", self.of(node.value)])
        if isinstance(node, cst.Assign):
            return self.agree([self._part(t.target, binding.name, node.value) for t in node.targets])
        return ""

    def _part(self, target: cst.BaseExpression, name: str, value: cst.BaseExpression) -> What:
        """What the name in a target gets: `i, (x, y)` of `enumerate(zip(xs, ys))`, `x, y` of `f(z)`."""
        elements = [e.value for e in target.elements] if isinstance(target, (cst.Tuple, cst.List)) else []
        called = value.func.value if isinstance(value, cst.Call) and isinstance(value.func, cst.Name) else ""
        args = [a.value for a in value.args] if isinstance(value, cst.Call) else []
        if called in ("enumerate", "tqdm") and args:
            if called == "enumerate" and len(elements) == 2:
                return "data" if _binds(elements[0], name) else self._part(elements[1], name, args[0])
            return self._part(target, name, args[0])
        if called == "zip" and elements and len(elements) == len(args):
            mine = [arg for element, arg in zip(elements, args, strict=True) if _binds(element, name)]
            return self._all(mine)
        function = self.facts.kinds.called(value) if isinstance(value, cst.Call) else None
        if function is not None and elements:
            return self._returned_part(function, elements, name)
        if isinstance(value, cst.Call) and not args and function is None and self.of(value) == "":
            return "data" if isinstance(self.source.parent(target, cst.For, cst.CompFor), cst.CSTNode) else ""
        return self.of(value)

    def _returned_part(self, function: cst.FunctionDef, elements: list[cst.BaseExpression], name: str) -> What:
        values = self._given(function)
        tuples = [v for v in values if isinstance(v, cst.Tuple) and len(v.elements) == len(elements)]
        if len(tuples) < len(values):
            return self._all(values)
        place = next((i for i, element in enumerate(elements) if _binds(element, name)), 0)
        return self._all([v.elements[place].value for v in tuples])

    def _appended(self, binding: Binding) -> Iterator[cst.BaseExpression | None]:
        """What is put into a list or a dict in a variable; None for what that does not show."""
        for use in binding.uses:
            above = self.source.parents.get(use)
            holder = self.source.parents.get(above)
            if isinstance(above, cst.Attribute) and isinstance(holder, cst.Call):
                yield from [arg.value for arg in holder.args[-1:]] if above.attr.value in ADDING else ()
            elif isinstance(above, cst.Subscript) and above.value is use:
                if isinstance(holder, cst.AssignTarget):
                    yield self.source.parents[holder].value  # type: ignore[attr-defined]
                elif self.source.is_set(above) and not isinstance(holder, cst.Del):
                    yield None
            elif isinstance(holder, cst.Call) and self.facts.kinds.called(holder) is not None:
                yield None  # a function of the script, which may fill it

    def _param(self, param: cst.Param) -> What:
        """What all the calls in the script pass; of `lambda x: …` in `map()` what the other argument holds."""
        function = self.source.parent(param, cst.FunctionDef, cst.Lambda)
        if isinstance(function, cst.Lambda):
            call = self.facts.taker(function)
            mapped = isinstance(call, cst.Call) and dotted(call.func) == "map" and len(call.args) == 2
            return self.of(call.args[1].value) if mapped else ""  # type: ignore[union-attr]
        if not isinstance(function, cst.FunctionDef):
            return ""
        calls = self._calls(function)
        if not calls or param in (function.params.star_arg, function.params.star_kwarg):
            return ""
        place, name, facts = position_of(function, param), param.name.value, self.facts
        unnamed = [values_of(facts).unnamed(facts, Way(function, Spot(facts, call))) for call in calls]
        given = [argument(call, place - n, name) or param.default for call, n in zip(calls, unnamed, strict=True)]
        return self.agree([self.of(value) for value in given])

    def _calls(self, function: cst.FunctionDef) -> list[cst.Call]:
        owner = self.source.parent(function, cst.FunctionDef, cst.ClassDef)
        name = function.name.value
        if not isinstance(owner, cst.ClassDef):
            return self.facts.definitions.calls_of(function)
        if name == "__init__":
            made = [c for c in self.source.all(cst.Call) if isinstance(c.func, cst.Name)]
            return [c for c in made if self.facts.definitions.class_of(c) is owner]
        if name in ("forward", "__call__"):
            return [c for c in self.source.all(cst.Call) if self.facts.kinds.called(c) is function]
        return [call for _, call in self.source.method_calls(name)]

    def _is_foreign(self, name: str) -> bool:
        """Whether it is a name of another package, which no file of the project's has instead."""
        first, others = name.partition(".")[0], self.facts.others
        return first in _FOREIGN and (others is None or not others.project.modules(others.path, first))

    # -- calls ---------------------------------------------------------------------------------------------------

    def _call(self, call: cst.Call) -> What:
        name = self.facts.names.resolve(call.func)
        if self._is_foreign(name):
            return "data"
        if name:
            return _of_paddle(name)
        if self.facts.kinds.is_layer(call.func):
            return "tensor"
        function = self.facts.kinds.called(call)
        if function is not None:
            return self._all(self._given(function))
        if isinstance(call.func, cst.Name) and not self.facts.scopes.find(call.func):
            return self._builtin(call)
        if isinstance(call.func, cst.Attribute):
            return self._method(call.func)
        return self.of(call.func) if isinstance(call.func, cst.Name) else ""

    def _builtin(self, call: cst.Call) -> What:
        name = call.func.value  # type: ignore[attr-defined]
        if name == "map" and len(call.args) == 2:
            return "tensor" if self.facts.names.resolve(call.args[0].value) else ""
        if name in _PASS_ON:
            return self._all([a.value for a in call.args]) if call.args else "itself"
        return "data" if name in BUILTINS or not self.facts.scopes.stars else ""

    def _method(self, func: cst.Attribute) -> What:
        name = func.attr.value
        if name in _GIVE_DATA:
            return "data"
        if name in _OF_TENSORS:
            return "tensor"
        what = self.of(func.value)
        if what in ("data", "tensor"):
            return what
        return "data" if name in _OF_ARRAYS else ""

    def _given(self, function: cst.FunctionDef) -> list[cst.BaseExpression]:
        """What a function returns, or yields."""
        returned = self.facts.definitions.returned(function)
        yielded = [y.value for y in self.source.inside(function.body, cst.Yield) if y.value is not None]
        return returned or [v.item if isinstance(v, cst.From) else v for v in yielded]

    def _attribute(self, node: cst.Attribute) -> What:
        name = node.attr.value
        if self.facts.names.resolve(node):
            return ""
        if name in ("shape", "dtype"):
            return "data"
        if name in ("weight", "bias"):
            return "tensor"
        if self.facts.definitions.own_class(node.value) is not None:
            values = self.facts.origins.of_attribute(node)
            return self.agree([self.of(value) for value in values]) if values else ""
        return "data" if self.of(node.value) == "data" else ""


def _of_paddle(name: str) -> What:
    """What a function of Paddle's gives."""
    if name.startswith(("paddle.dataset.", "paddle.batch", "paddle.reader.")):
        return "data"
    called = name.rpartition(".")[2]
    return "tensor" if name.startswith("paddle.") and called[:1].islower() and gives_tensor(name) else ""


def _binds(target: cst.BaseExpression, name: str) -> bool:
    if isinstance(target, (cst.Tuple, cst.List)):
        return any(_binds(e.value, name) for e in target.elements)
    return isinstance(target, cst.Name) and target.value == name
