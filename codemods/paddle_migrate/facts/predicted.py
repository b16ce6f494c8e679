"""Whether the tensors that predictors take and give can be arrays: every place that a `PaddleTensor` comes to is seen,
and only what it holds is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.predictors import is_predictor
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.takers import calls_of

_DATA = ("float_data", "int32_data", "int64_data")
_TENSOR = "PaddleTensor"


@dataclass
class Plain:
    """The calls that make tensors, and what is asked of those that a run gives: the node, and what it is of an array in
    place of the tensor."""

    made: list[cst.Call] = field(default_factory=list)
    asked: dict[cst.BaseExpression, tuple[cst.BaseExpression, str]] = field(default_factory=dict)


def runs(facts: Facts) -> list[cst.Call]:
    """Each run of a predictor that is given tensors."""
    calls = facts.source.method_calls("run")
    given = [(receiver, call) for receiver, call in calls if len(call.args) == 1 and not call.args[0].keyword]
    return [call for receiver, call in given if is_predictor(facts, receiver)]


def plain(facts: Facts) -> Plain | None:
    """All tensors of the file, where each can be an array."""
    found, following = Plain(), _Following(facts)
    for reference in facts.references:
        if reference.name.rpartition(".")[2] == _TENSOR:
            if reference.call is None or not _is_data(reference.call):
                return None
            found.made.append(reference.call)
            following.follow(reference.call)
    for call in facts.once(runs):
        following.follow(call, many=True, given=True)
    found.asked = following.asked
    fed = all(id(call.args[0].value) in following.followed for call in facts.once(runs))
    return found if fed and following.is_whole() else None


def _is_data(call: cst.Call) -> bool:
    """`PaddleTensor(array)`, of what is no list."""
    arg = call.args[0] if len(call.args) == 1 else None
    if arg is None or arg.star or isinstance(arg.value, (cst.List, cst.ListComp)):
        return False
    return arg.keyword is None or arg.keyword.value == "data"


class _Following:
    """Goes on from a tensor, or a list of such (`many`), to wherever it is had; `given`: by a run."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.source, self.seen = facts, facts.source, True
        self.asked: dict[cst.BaseExpression, tuple[cst.BaseExpression, str]] = {}
        self.followed: set[int] = set()
        self._bound: set[int] = set()  # by id, the bindings that give a tensor
        self._needed: list[Binding] = []  # those that must, as what has them may have a tensor
        self._passed: list[cst.Param] = []
        self._chosen: list[cst.BaseExpression] = []

    def is_whole(self) -> bool:
        """Whether nothing goes where it is not seen, and nothing else comes where tensors do."""
        passed = [value for param in self._passed for value in self.facts.origins.given(param)]
        given = all(id(value) in self.followed for value in (*passed, *self._chosen))
        return self.seen and given and all(id(binding) in self._bound for binding in self._needed)

    def follow(self, node: cst.BaseExpression, many: bool = False, given: bool = False) -> None:
        if id(node) in self.followed:
            return
        self.followed.add(id(node))
        above = self.source.parents.get(node)
        if isinstance(above, cst.Expr):
            return
        if isinstance(above, cst.Assign) and len(above.targets) == 1:
            self._assigned(above, above.targets[0].target, many, given)
        elif isinstance(above, cst.Return):
            self._returned(node, many, given)
        elif isinstance(above, cst.Arg):
            self._taken(node, above, many, given)
        elif isinstance(above, cst.IfExp) and node is not above.test:
            self._chosen += [above.body, above.orelse]
            self.follow(above, many, given)
        elif many:
            self._of_many(node, above, given)
        elif isinstance(above, cst.Attribute) and above.value is node:
            self._ask(node, above, given)
        elif isinstance(above, cst.Element) and isinstance(listed := self.source.parents.get(above), cst.List):
            self.follow(listed, True, given)
        elif isinstance(above, cst.ListComp) and above.elt is node:
            self.follow(above, True, given)
        else:
            self.seen = False

    def _of_many(self, node: cst.BaseExpression, above: cst.CSTNode | None, given: bool) -> None:
        if isinstance(above, cst.Subscript) and above.value is node and len(above.slice) == 1:
            self.follow(above, isinstance(above.slice[0].slice, cst.Slice), given)
        elif isinstance(above, (cst.For, cst.CompFor)) and above.iter is node and isinstance(above.target, cst.Name):
            self._name(above, above.target, False, given)
        elif not (isinstance(above, cst.Attribute) and above.attr.value == "append"):
            self.seen = False

    def _assigned(self, assign: cst.Assign, target: cst.BaseExpression, many: bool, given: bool) -> None:
        elements = target.elements if isinstance(target, (cst.Tuple, cst.List)) and many else ()
        names = [each.value for each in elements if type(each) is cst.Element] if elements else [target]
        if len(names) < len(elements) or any(not isinstance(name, cst.Name) for name in names):
            self.seen = False
            return
        for name in names:
            self._name(assign, name, many and not elements, given)  # type: ignore[arg-type]

    def _name(self, where: cst.CSTNode, name: cst.Name, many: bool, given: bool) -> None:
        """On from what the name is given there."""
        function = self.source.parents.get(self.source.parents.get(where)) if isinstance(where, cst.Param) else None
        scopes = self.facts.scopes
        bindings = scopes.find(name) if function is None else scopes.scope(function).find(name.value)
        mine = [b for b in bindings if b.node is where]
        if len(mine) != 1 or mine[0].scope.is_class or self.facts.scopes.stars:
            self.seen = False
            return
        self._bound.add(id(mine[0]))
        for use in {id(use): use for b in bindings for use in b.uses}.values():
            possible = self.facts.origins.bindings(use)
            if mine[0] in possible:
                self._needed += possible
                self.follow(use, many, given)

    def _returned(self, node: cst.BaseExpression, many: bool, given: bool) -> None:
        function = self.source.parent(node, cst.FunctionDef, cst.Lambda)
        calls = calls_of(self.facts, function) if isinstance(function, cst.FunctionDef) else None
        alone = isinstance(function, cst.FunctionDef) and len(self.facts.definitions.returns(function)) == 1
        self.seen = self.seen and alone and bool(calls)
        for call in calls or ():
            if isinstance(call, cst.Call):
                self.follow(call, many, given)

    def _taken(self, node: cst.BaseExpression, arg: cst.Arg, many: bool, given: bool) -> None:
        call = self.source.parents.get(arg)
        if not isinstance(call, cst.Call) or arg.star:
            self.seen = False
        elif call in self.facts.once(runs):
            self.seen = self.seen and many and not given
        elif isinstance(call.func, cst.Attribute) and call.func.attr.value == "append" and not many:
            self._appended(call.func.value, given)
        elif not (many and self.source.code(call.func) == "len"):
            self._passed_on(call, arg, many, given)

    def _appended(self, listed: cst.BaseExpression, given: bool) -> None:
        """On from a list that was empty, in all its uses."""
        bindings = self.facts.scopes.find(listed) if isinstance(listed, cst.Name) else []
        values = [b.value for b in bindings]
        if not values or not all(isinstance(v, cst.List) and not v.elements for v in values):
            self.seen = False
            return
        for binding in bindings:
            if binding.value is not None:
                self.follow(binding.value, True, given)

    def _passed_on(self, call: cst.Call, arg: cst.Arg, many: bool, given: bool) -> None:
        """On from the parameter of a function of the file, which no other file calls."""
        function = self.facts.kinds.called(call)
        param = _param(function, call, arg) if function is not None else None
        if function is None or param is None or calls_of(self.facts, function) is None:
            self.seen = False
            return
        self._passed.append(param)
        self._name(param, param.name, many, given)

    def _ask(self, node: cst.BaseExpression, attribute: cst.Attribute, given: bool) -> None:
        name = attribute.attr.value
        outer = self.source.parents.get(attribute)
        if (call := self.source.called(node, "as_ndarray")) is not None:
            self.asked[call] = node, "{}"
        elif name == "data" and isinstance(outer, cst.Attribute) and outer.attr.value in _DATA:
            data = self.source.called(attribute, outer.attr.value)
            self.seen = self.seen and data is not None
            self.asked[data or attribute] = node, "{}.ravel().tolist()"
        elif name == "shape" and given and not isinstance(outer, cst.AssignTarget):
            self.asked[attribute] = node, "list({}.shape)"
        else:
            self.seen = False


def _param(function: cst.FunctionDef, call: cst.Call, arg: cst.Arg) -> cst.Param | None:
    """The parameter that an argument is for; None where stars hide it."""
    if any(each.star for each in call.args):
        return None
    params = list(function.params.params)
    if arg.keyword is not None:
        return next((p for p in (*params, *function.params.kwonly_params) if p.name.value == arg.keyword.value), None)
    if params and params[0].name.value in ("self", "cls"):
        params = params[1:]
    place = [each for each in call.args if each.keyword is None].index(arg)
    return params[place] if place < len(params) else None
