"""A call whose first argument is needed twice and calls something itself: that gets a name in a statement before."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.changes.parts import TWICE
from paddle_migrate.changes.spelling import Named
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import Rule

_FUNCTIONS = ("function", "helper")
_NAMES = ("inputs", "given", "inputs_", "given_", "inputs__")


class NamingInliner(Inliner):
    """`x = fc(f(a), 8)` → `x = f(a)`, `x = nn.Linear(x.shape[1], 8)(x)`."""

    def _write(self) -> str:
        try:
            return super()._write()
        except Refused as refused:
            if str(refused) != TWICE:
                raise
            self._name_first(refused)
        self._name_parameters()
        self.say_dropped()
        self._say_differences()
        return self._write_anew(self.expansion.value)

    def _name_first(self, refused: Refused) -> None:
        """Name the first argument that does anything, which is evaluated before all others that do."""
        source = self.script.source
        number = next(n for n, arg in enumerate(self.args) if source.has_effects(arg))
        statement, value = source.parents.get(self.call), self.args[number].value
        earlier = [n for arg in self.args[:number] for n in source.inside(arg, cst.Attribute, cst.Subscript)]
        name = self._name(statement, value)
        if name is None or earlier or not self._is_made(Spot(self.script.facts, value)):
            raise refused
        self.parts[number] = Named(name)
        self._check_evaluation()
        assert statement is not None
        self.script.beside.before(statement, lambda: f"{name} = {self._text(statement, value)}")

    def _name(self, statement: cst.CSTNode | None, value: cst.BaseExpression) -> str | None:
        """The name that the statement gives the result, unless the other arguments read it; a new one for `return`, and
        where it is kept in an attribute."""
        source = self.script.source
        one = statement.targets if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else ()
        if isinstance(statement, cst.Return) or any(isinstance(each.target, cst.Attribute) for each in one):
            taken = self.script.scopes.bound()
            return next((name for name in _NAMES if name not in taken), None)
        if not isinstance(statement, cst.Assign) or not one:
            return None
        target, inside = one[0].target, source.inside(value, cst.Name)
        if not isinstance(target, cst.Name):
            return None
        names = (n for n in source.inside(self.call, cst.Name) if n.value == target.value and n not in inside)
        return target.value if all(map(self.script.scopes.is_label, names)) else None

    def _text(self, statement: cst.CSTNode, value: cst.BaseExpression) -> str:
        """The argument as it reads now, no deeper than the statement."""
        source, text = self.script.source, self.script.render(value)
        deep, depth = (len(_white(source.line_text(source.line(node)))) for node in (value, statement))
        strings = source.inside(value, cst.SimpleString, cst.FormattedString)
        if deep <= depth or any("\n" in source.code(each) for each in strings):
            return text
        first, *others = text.split("\n")
        return "\n".join([first, *(line[min(deep - depth, len(_white(line))) :] for line in others)])

    def _is_made(self, spot: Spot, through: tuple[Spot, ...] = ()) -> bool:
        """Whether it surely is what a function of Paddle's makes, or is worked out of that, as in `x = x + 1`."""
        ends = values_of(spot.facts).whole(spot)
        others = [end for end in ends or [] if end not in through]
        return bool(others) and all(self._is_made_there(end, end.node, (*through, end)) for end in others)

    def _is_made_there(self, spot: Spot, node: object, through: tuple[Spot, ...]) -> bool:
        if isinstance(node, cst.BinaryOperation):
            return any(self._is_made(spot.at(side), through) for side in (node.left, node.right))
        reference = spot.facts.by_call.get(node) if isinstance(node, cst.Call) else None
        rule = self.script.rule(reference) if reference is not None else None
        return isinstance(rule, Rule) and rule.kind in _FUNCTIONS


def _white(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
