"""What kind of object an expression is, as far as the script itself tells: an optimizer, a layer, a tensor …"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.made import made_by_rule, made_today
from paddle_migrate.facts.origins import Origins
from paddle_migrate.facts.pairs import PARTS, is_of_pair
from paddle_migrate.facts.scopes import Binding, dotted
from paddle_migrate.rules.kinds import NUMBERS_FIRST
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument


@dataclass(frozen=True)
class Kind:
    """`what` is optimizer, layer, parallel (a data-parallel model), strategy, env, reader, program, own (of a class of
    the script's that is no layer), scalar (a tensor that is 0-D today) or scalar array (what its numpy() gives); `made`
    is the call that made it. A maybe scalar is 0-D today if it was made of a matrix, or is an element of a vector.
    Tensors of complex numbers are complex, complex scalar or complex maybe scalar; a part is the real or imaginary part
    of one. A predictor has settings: config, or native."""

    what: str
    made: cst.CSTNode | None = None


_CIRCLE = Kind("circle")
_DEEPEST = 40  # names made from names: beyond this the script does not tell


class Elsewhere(Protocol):
    """Whom to ask about functions and models of the project's other modules."""

    def gives(self, call: cst.Call) -> str: ...

    def is_scalar_part(self, call: cst.Call, place: int, length: int) -> bool: ...


class Kinds:
    def __init__(self, code: Code, origins: Origins, elsewhere: Elsewhere | None = None) -> None:
        self.code, self.origins, self._elsewhere = code, origins, elsewhere
        self._known: dict[int, Kind | None] = {}
        self._asking: dict[int, int] = {}  # open questions, by how deep they lie
        self._for_now: dict[int, tuple[Kind | None, int]] = {}  # answers in a circle, and how deep it begins
        self._back_to = _DEEPEST + 1

    def of(self, node: cst.CSTNode | None) -> Kind | None:
        """The kind of the expression; None when the script does not tell."""
        if node is None:
            return None
        if type(node) is cst.Name:
            bindings = self.code.scopes.find(node)
            kind = self.of_bindings(bindings)
            seen = self.origins.flow.reaching(node, bindings) if kind is None and len(bindings) > 1 else None
            return kind if seen is None else self._ask(id(seen), lambda: self._of_binding(seen))
        return self._ask(id(node), lambda: self._infer(node))

    def of_bindings(self, bindings: list[Binding]) -> Kind | None:
        """The kind of what a name means that is bound in these places."""
        if any(type(b.node) is cst.AugAssign for b in bindings):
            return self._ask(id(bindings), lambda: self._of_sum(bindings))
        return self._ask(id(bindings), lambda: self._agree([self._of_binding(b) for b in bindings]))

    def _of_sum(self, bindings: list[Binding]) -> Kind | None:
        """Of `loss = 0`, `loss += x`."""
        values = [b.node.value if isinstance(b.node, cst.AugAssign) else b.value for b in bindings]
        return None if None in values else self._of_arithmetic([v for v in values if v is not None])

    def _ask(self, key: int, infer: Callable[[], Kind | None]) -> Kind | None:
        """The answer to a question, found once; the key is the id of a node, or of a scope's own list of bindings.

        Questions may lead back to one another. The first of such a circle is answered for good; the answers of the
        others took it for granted, so they count only until then.
        """
        if key in self._known:
            return self._known[key]
        if key in self._asking or key in self._for_now:
            kind, back_to = self._for_now.get(key) or (_CIRCLE, self._asking[key])
            self._back_to = min(self._back_to, back_to)
            return kind
        depth = len(self._asking)
        if depth > _DEEPEST:
            return None
        self._asking[key] = depth
        outer, self._back_to = self._back_to, _DEEPEST + 1
        so_far = len(self._for_now)
        try:
            kind = infer()
        finally:
            del self._asking[key]
        if self._back_to < depth:
            self._for_now[key] = kind, self._back_to
            self._back_to = min(outer, self._back_to)
        else:
            self._known[key] = kind
            self._back_to = outer
            for inside in list(self._for_now)[so_far:]:
                del self._for_now[inside]
        return kind

    def what(self, node: cst.CSTNode | None) -> str:
        kind = self.of(node)
        return kind.what if kind else ""

    def is_layer(self, node: cst.CSTNode | None) -> bool:
        return self.what(node) in ("layer", "parallel")

    def _infer(self, node: cst.CSTNode) -> Kind | None:
        if type(node) is cst.Call:
            return self._of_call(node)
        if type(node) is cst.Attribute:
            return self._of_attribute(node)
        if isinstance(node, cst.IfExp):
            return self._agree([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, cst.BinaryOperation):
            return self._of_arithmetic([node.left, node.right])
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
            return self._of_arithmetic([node.expression])
        return self._of_element(node) if isinstance(node, cst.Subscript) else None

    def _of_arithmetic(self, sides: list[cst.BaseExpression]) -> Kind | None:
        """Of a 0-D tensor with another one, or with a number."""
        kinds = [self.of(side) for side in sides]
        scalars = [k for k in kinds if k and k.what in ("scalar", "maybe scalar", "circle")]
        scalars.sort(key=lambda k: ("maybe scalar", "scalar", "circle").index(k.what))
        numbers = [side for side, kind in zip(sides, kinds, strict=True) if kind is None and self._is_number(side)]
        return scalars[0] if scalars and len(scalars) + len(numbers) == len(sides) else None

    def _of_element(self, node: cst.Subscript) -> Kind | None:
        """`z.real()[0]` is 0-D if that is a vector; `parts[0]` is what stands first in the list that is written out."""
        indexes = [e.slice.value for e in node.slice if isinstance(e.slice, cst.Index)]
        whole = [i for i in indexes if isinstance(i, cst.Integer)]
        one = len(indexes) == len(node.slice) and all(self._is_counted(i) for i in indexes)
        if one and self.what(node.value) in ("part", "maybe scalar"):
            return Kind("maybe scalar", node)
        if len(whole) < len(node.slice):
            return None
        bindings = self.code.scopes.find(node.value) if isinstance(node.value, cst.Name) else []
        listed = bindings[0].value if len(bindings) == 1 and len(whole) == 1 else None
        place = whole[0].evaluated_value
        known = isinstance(listed, (cst.List, cst.Tuple)) and place < len(listed.elements)
        element = listed.elements[place] if known and isinstance(listed, (cst.List, cst.Tuple)) else None
        return self.of(element.value) if isinstance(element, cst.Element) else None

    def _is_counted(self, node: cst.BaseExpression) -> bool:
        """A whole number, or one that a loop over range() counts."""
        bindings = self.code.scopes.find(node) if isinstance(node, cst.Name) else []
        over = [b.node.iter if isinstance(b.node, (cst.For, cst.CompFor)) else None for b in bindings]
        counted = [isinstance(each, cst.Call) and dotted(each.func) == "range" for each in over]
        return isinstance(node, cst.Integer) or (bool(counted) and all(counted))

    def _is_number(self, node: cst.BaseExpression) -> bool:
        """A number written out or a constant's name, or `len(x)`."""
        if isinstance(node, cst.Name):
            bindings = self.code.scopes.find(node)
            return len(bindings) == 1 and isinstance(bindings[0].value, (cst.Integer, cst.Float))
        if isinstance(node, cst.Call):
            return isinstance(node.func, cst.Name) and node.func.value in ("len", "float", "int")
        if isinstance(node, cst.UnaryOperation):
            return self._is_number(node.expression)
        return isinstance(node, (cst.Integer, cst.Float))

    @staticmethod
    def _agree(kinds: list[Kind | None]) -> Kind | None:
        """The kind that all places agree on; the kind a model was first made with, when it is wrapped later.
        A place that leads back to the question (`loss = model.scale_loss(loss)`) agrees with the others."""
        kinds = [k for k in kinds if k is not _CIRCLE]
        known = [k for k in kinds if k is not None]
        if not known or len(known) < len(kinds):
            return None
        names = {k.what for k in known}
        if names == {"layer", "parallel"}:
            return next(k for k in known if k.what == "parallel")
        return known[0] if len(names) == 1 else None

    def _of_binding(self, binding: Binding) -> Kind | None:
        node = binding.node
        if binding.value is None and isinstance(node, cst.Assign) and isinstance(node.value, cst.Call):
            return self._of_part(binding, node, node.value)
        kinds = [self.of(origin.whole) for origin in self.origins.of_binding(binding)]
        return kinds[0] if len(kinds) == 1 else self._agree(kinds)

    def _of_part(self, binding: Binding, assign: cst.Assign, call: cst.Call) -> Kind | None:
        """`loss, accuracy = model(x)`: what the called function returns in that place."""
        target = assign.targets[0].target
        if len(assign.targets) > 1 or not isinstance(target, (cst.Tuple, cst.List)):
            return None
        names = [e.value.value if isinstance(e.value, cst.Name) else "" for e in target.elements]
        place = names.index(binding.name) if names.count(binding.name) == 1 else -1
        if place < 0:
            return None
        function = self.called(call)
        if function is not None:
            return self.of_returned_part(function, place, len(names))
        if place < NUMBERS_FIRST.get(self.code.names.resolve(call.func), 0):
            return Kind("scalar", call)
        is_scalar = self._elsewhere is not None and self._elsewhere.is_scalar_part(call, place, len(names))
        return Kind("scalar", call) if is_scalar else None

    def of_returned_part(self, function: cst.FunctionDef, place: int, length: int) -> Kind | None:
        """Of one of so many values that the function returns; other returns do not count."""
        values = [r.value for r in self.code.definitions.returns(function)]
        rows = [v.elements for v in values if isinstance(v, (cst.Tuple, cst.List)) and len(v.elements) == length]
        plain = all(type(each) is cst.Element for row in rows for each in row)
        return self._agree([self.of(row[place].value) for row in rows]) if plain else None

    def _of_call(self, call: cst.Call) -> Kind | None:
        name = self.code.names.resolve(call.func)
        if name.partition(".")[0] == "paddle":
            return self._of_made(name, call)
        if isinstance(call.func, cst.Name) and self.code.definitions.is_own(call.func):
            return self._agree([self._of_local_call(b, call) for b in self.code.scopes.find(call.func)])
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "scale_loss" and call.args:
            return self.of(call.args[0].value)
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "clone" and not call.args:
            return made if (made := self.of(call.func.value)) and made.what == "predictor" else None
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "numpy" and not call.args:
            what = self.what(call.func.value).removeprefix("complex").lstrip()
            return Kind(f"{what} array", call) if what in ("scalar", "maybe scalar") else None
        function = self.called(call)
        if function is not None:
            return self.of_returns(function)
        what = self._elsewhere.gives(call) if self._elsewhere is not None else ""
        return Kind(what) if what else None

    def called(self, call: cst.Call) -> cst.FunctionDef | None:
        """The script's own function that a call runs: by its name, a method, a model's forward(), an object's
        __call__()."""
        if isinstance(call.func, cst.Name) and self.code.definitions.is_own(call.func):
            return self.code.definitions.function(call)
        if isinstance(call.func, cst.Attribute):
            method = self._method(call.func)
            if method is not None:
                return method
        owner, is_layer = self._class_of_object(call.func)
        return method_of(owner, "forward" if is_layer else "__call__") if owner is not None else None

    def _class_of_object(self, node: cst.BaseExpression) -> tuple[cst.ClassDef | None, bool]:
        """The script's own class that an object is of, and whether it is a layer."""
        kind = self.of(node)
        if kind is not None and kind.what == "parallel" and isinstance(kind.made, cst.Call):
            kind = self._wrapped(wrapped_model(kind.made))
        if kind is None or kind.what not in ("layer", "own"):
            return None, False
        return self.code.definitions.class_of(kind.made), kind.what == "layer"

    def _wrapped(self, layers: cst.BaseExpression | None) -> Kind | None:
        """The model in DataParallel(model), whose name may be the wrapped one's too."""
        if not isinstance(layers, cst.Name):
            return self.of(layers)
        kinds = [self._of_binding(b) for b in self.code.scopes.find(layers)]
        return next((k for k in kinds if k is not None and k.what == "layer"), None)

    def _of_made(self, name: str, call: cst.Call) -> Kind | None:
        found, beyond = self.code.names.library.legacy(name) if is_legacy(name) else (None, [])
        rule = found if isinstance(found, Rule) and not beyond else None
        what = made_by_rule(rule, call) if rule else ""
        if rule is not None and not what and rule.short.startswith("elementwise_") and len(call.args) == 2:
            return self._of_arithmetic([a.value for a in call.args])
        what = what or made_today(name)
        return Kind(what, call) if what else None

    def _of_local_call(self, binding: Binding, call: cst.Call) -> Kind | None:
        if isinstance(binding.node, cst.ClassDef):
            return Kind("layer" if self.code.definitions.is_layer_class(binding.node) else "own", call)
        if isinstance(binding.node, cst.FunctionDef):
            return self.of_returns(binding.node)
        return None

    def of_returns(self, function: cst.FunctionDef) -> Kind | None:
        """What is returned alone: whoever unpacks the result or takes it for one thing knows which it is."""
        returns = [r for r in self.code.definitions.returns(function) if not isinstance(r.value, cst.Tuple)]
        values = [r.value for r in returns if r.value is not None]
        return self._agree([self.of(v) for v in values]) if len(values) == len(returns) else None

    def _of_attribute(self, node: cst.Attribute) -> Kind | None:
        if node.attr.value in PARTS:
            what = self.what(node.value)
            if what.startswith("complex") or is_of_pair(self.code, self.origins, node):
                return Kind(what.removeprefix("complex").lstrip() or "part", node)
        owner = self.code.definitions.own_class(node.value)
        if owner is None:
            made = self.of(node.value)
            owner = self.code.definitions.class_of(made.made) if made and made.what in ("layer", "own") else None
        if owner is None:
            return None
        return self._agree([self.of(v) for v in self.code.definitions.attribute_values(owner, node.attr.value)])

    def _method(self, func: cst.Attribute) -> cst.FunctionDef | None:
        owner = self.code.definitions.own_class(func.value) or self._class_of_object(func.value)[0]
        return method_of(owner, func.attr.value) if owner is not None else None


def wrapped_model(parallel: cst.Call) -> cst.BaseExpression | None:
    """The model that `DataParallel(model)` is given, in 1.8.5 and today."""
    return argument(parallel, 0, "layers")
