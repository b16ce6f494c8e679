"""What a guard did besides turning the dynamic graph on, where a script can tell the difference.

It counted the names of layers afresh, so that an optimizer's state, which goes by these names, loads again under the
next guard, and a parameter's own name, which Paddle gives only once today, may be given again; and its place was for
its block only. A script that comes to one guard once needs neither.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.signs import is_guard
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_REPEATED = (cst.For, cst.While, cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
_MOST_PATHS = 64
_STATES = ("state_dict", "set_dict", "load_dict", "set_state_dict")
DEFAULT = '"gpu" if {}() else "cpu"'


@dataclass(frozen=True)
class Needs:
    """What a guard's block needs of it: `names` counted afresh, the default device set (`default`), or a device that
    goes back to the one before (`scope`)."""

    names: bool = False
    default: bool = False
    scope: bool = False


class Guards:
    """Answers for one script."""

    def __init__(self, facts: Facts, wrapped: Collection[cst.With] = ()) -> None:
        """`wrapped`: guards that become functions."""
        self.facts = facts
        self._paths_to: dict[int, list[tuple[cst.CSTNode, ...]]] = {}
        self.statements = [
            s for s in facts.source.all(cst.With)
            if is_guard(facts, s) and not facts.is_skipped(s) and s not in wrapped
        ]

    def needs(self, statement: cst.With) -> Needs:
        others = [o for o in self.statements if o is not statement]
        if not self._name_users and not any(self._place(o) for o in (*others, statement)):
            return Needs()
        place = self._place(statement)
        around = [self._place(o) for o in self._around(statement)]
        once = self._runs_once(statement)
        before = [self._place(o) for o in others if not once or self._may_come_before(o, statement)]
        again = not once or bool(before)
        return Needs(
            names=again and self._names_matter(statement),
            default=not place and any(before),
            scope=any(outer != place for outer in around),
        )

    def _place(self, statement: cst.With) -> str:
        """What tells the place from others, empty for the default one: as it is written, and what its names are."""
        calls = [self._guard(item) for item in statement.items]
        args = next((r.call.args for r in calls if r is not None and r.call is not None), ())
        text = self._said(args[0].value) if args else ""
        return "" if text == "None" else text

    def _said(self, value: cst.BaseExpression) -> str:
        bound = self.facts.scopes.find(value) if isinstance(value, cst.Name) else []
        if len(bound) == 1 and bound[0].value is not None and not isinstance(bound[0].value, cst.Name):
            value = bound[0].value
        own = [name for name in self.facts.source.inside(value, cst.Name)
               if any(b.kind != "import" for b in self.facts.scopes.find(name))]
        ends = {id(each.node) for name in own for each in values_of(self.facts).ends(Spot(self.facts, name))}
        return " ".join([*self.facts.source.code(value).split(), *map(str, sorted(ends))])

    def _guard(self, item: cst.WithItem) -> Reference | None:
        reference = self.facts.by_call.get(item.item)
        return reference if reference is not None and reference.name.endswith(".guard") else None

    def _names_matter(self, statement: cst.With) -> bool:
        """Whether the guard's names are used in its block, or in a function that it may come to."""
        lies_in = self.facts.source.lies_in
        elsewhere = [o for o in self.statements if o is not statement and not lies_in(statement, o)]
        return any(lies_in(c, statement) or not any(lies_in(c, o) for o in elsewhere) for c in self._name_users)

    @cached_property
    def _name_users(self) -> list[cst.Call]:
        """Where an optimizer's state is saved or loaded, or a parameter is given a name or asked for it."""
        calls = self.facts.source.method_calls
        states = [call for receiver, call in calls(*_STATES) if self._is_optimizer(receiver)]
        return states + [call for _, call in calls("full_name")] + self._named

    @property
    def _named(self) -> list[cst.Call]:
        """`ParamAttr(name=…)`."""
        attributes = [r for r in self.facts.by_call.values() if r.short.endswith("ParamAttr")]
        names = [(r.call, r.argument("name")) for r in attributes]
        code = self.facts.source.code
        return [call for call, name in names if call is not None and name is not None and code(name) != "None"]

    def _is_optimizer(self, receiver: cst.BaseExpression) -> bool:
        return self.facts.kinds.what(receiver) in ("", "optimizer")

    # -- when it runs ----------------------------------------------------------------------------------------

    def _function(self, node: cst.CSTNode) -> cst.FunctionDef | None:
        return self.facts.source.parent(node, cst.FunctionDef)

    def _calls(self, function: cst.FunctionDef) -> list[cst.Call]:
        """Where the function is called: by its name, a method by any object of the script's own."""
        if isinstance(self.facts.mode.around(function), cst.ClassDef):
            calls = self.facts.source.method_calls(function.name.value)
            return [call for receiver, call in calls if self._is_own(receiver)]
        return self.facts.definitions.calls_of(function)

    def _is_own(self, receiver: cst.BaseExpression) -> bool:
        return self.facts.definitions.own_class(receiver) is not None or self.facts.kinds.what(receiver) == "own"

    def _all_calls(self, function: cst.FunctionDef) -> list[cst.Call]:
        """Every call of the function; none where it is used in another way, too, or called in another file."""
        found = callers(values_of(self.facts), self.facts, function)
        known = found.are_all and all(each.facts is self.facts for each in found.calls)
        return [each.node for each in found.calls if isinstance(each.node, cst.Call)] if known else []

    def _runs_once(self, node: cst.CSTNode, seen: frozenset[int] = frozenset()) -> bool:
        """Whether the script comes there only once, as far as it shows."""
        function = self._function(node)
        at = self.facts.source.parents.get(node)
        while at is not None and at is not function:
            if isinstance(at, _REPEATED):
                return False
            at = self.facts.source.parents.get(at)
        if function is None:
            return True
        calls = self._all_calls(function)
        return len(calls) == 1 and id(function) not in seen and self._runs_once(calls[0], seen | {id(function)})

    def _paths(self, node: cst.CSTNode) -> list[tuple[cst.CSTNode, ...]]:
        """The ways on which the script comes to the node: a line at the top, of which calls lead to it, or a function
        of which nobody knows when it is called."""
        if id(node) not in self._paths_to:
            found: list[tuple[cst.CSTNode, ...]] = []
            waiting: list[tuple[cst.CSTNode, ...]] = [(node,)]
            while waiting:
                path = waiting.pop()
                function, through = self._function(path[0]), {self._function(step) for step in path}
                calls = self._all_calls(function) if function is not None else []
                if function is None or not calls or len(found) + len(waiting) > _MOST_PATHS:
                    found.append(path if function is None else (function, *path))
                else:
                    waiting += [(call, *path) for call in calls if self._function(call) not in through]
            self._paths_to[id(node)] = found
        return self._paths_to[id(node)]

    def _may_come_before(self, one: cst.CSTNode, other: cst.CSTNode) -> bool:
        """Whether the script may have been to one of two places before it comes to the other."""
        first, second = self._paths(one), self._paths(other)
        if any(isinstance(path[0], cst.FunctionDef) for path in (*first, *second)):
            return True  # nobody knows when it is called
        return any(self._leads_first(a, b) for a in first for b in second)

    def _leads_first(self, one: tuple[cst.CSTNode, ...], other: tuple[cst.CSTNode, ...]) -> bool:
        """Whether, where two ways part, one of them stands before the other."""
        a, b = next(((a, b) for a, b in zip(one, other, strict=False) if a is not b), (None, None))
        if a is None or b is None:
            return False
        return self.facts.source.order(a) < self.facts.source.order(b) and not self._exclude(a, b)

    def _exclude(self, one: cst.CSTNode, other: cst.CSTNode) -> bool:
        """Whether they are in two branches of one `if`."""
        parents = self.facts.source.parents
        above: list[cst.CSTNode] = []
        at = parents.get(one)
        while at is not None:
            above.append(at)
            at = parents.get(at)
        at = parents.get(other)
        while at is not None and at not in above:
            at = parents.get(at)
        return isinstance(at, cst.If)

    def _around(self, node: cst.CSTNode) -> list[cst.With]:
        """The guards inside which the script may come to the node."""
        found: list[cst.With] = []
        seen: set[int] = set()
        open_nodes = [node]
        while open_nodes:
            node = open_nodes.pop()
            at = self.facts.source.parents.get(node)
            while at is not None and not isinstance(at, cst.FunctionDef):
                if isinstance(at, cst.With) and at in self.statements:
                    found.append(at)
                at = self.facts.source.parents.get(at)
            if isinstance(at, cst.FunctionDef) and id(at) not in seen:
                seen.add(id(at))
                open_nodes += self._calls(at)
        return found
