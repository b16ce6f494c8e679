"""What one call passes, in numbers: its arguments, then the elements of lists that are written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import libcst as cst

from paddle_migrate.rules.expansion import A_LIST, Given, Undecided, Written, literal
from paddle_migrate.text.source import Source

TWICE = "an argument that calls something would be evaluated twice; give it a name first"
_LITERALS = {cst.Integer, cst.Float, cst.SimpleString, cst.UnaryOperation, cst.Tuple, cst.List, cst.Dict}
_CONSTANTS = {"None", "True", "False"}


class Parts:
    """`scope`: the number of the argument that only names the layer."""

    def __init__(self, source: Source, call: cst.Call) -> None:
        self.source = source
        self.args = list(call.args)
        self.values: list[cst.BaseExpression] = [a.value for a in self.args]
        self.scope: int | None = None

    def written(self, value: cst.BaseExpression) -> Written:
        if type(value) is not cst.List and type(value) is not cst.Tuple:
            return self._literal(value), ()
        if not all(isinstance(element, cst.Element) for element in value.elements):
            return A_LIST, ()
        elements = [element.value for element in value.elements]
        self.values += elements
        return self._literal(value), tuple(map(self._literal, elements))

    def _literal(self, value: cst.BaseExpression) -> str:
        if type(value) is cst.Name:
            return value.value if value.value in _CONSTANTS else ""
        return self.source.code(value) if type(value) in _LITERALS else ""

    def value(self, number: int) -> tuple[bool, Any]:
        """Whether an argument is a literal, and its value: of an expansion that other calls have, `Given` tells theirs.
        """
        return literal(self._literal(self.values[number]))

    def used(self, node: ast.AST) -> list[int]:
        if isinstance(node, Given):
            return [node.number]
        if isinstance(node, ast.Constant):
            return []
        return [n.number for n in in_order(node) if type(n) is Given]

    def _has_effects(self, number: int) -> bool:
        if number == self.scope:
            return False  # it only named the layer
        return self.source.has_effects(self.values[number])

    def check_evaluation(
        self,
        value: ast.expr,
        becomes_plain: Callable[[cst.BaseExpression], bool],
        is_pure: Callable[[cst.BaseExpression], bool],
        behind: ast.expr | None = None,
    ) -> None:
        """No argument with an effect may be evaluated twice, in another order, or not at all; `behind`: what is
        evaluated once, after the value."""
        if not self.source.has_effects(*self.args):
            return
        if any(type(n) is ast.Lambda for n in in_order(value)):
            raise Undecided("an argument that calls something would be evaluated at every step; give it a name first")
        used = self.used(value) + (self.used(behind) if behind is not None else [])
        split = {self.owner(n) for n in used} - {None}
        wholes = [n for n in range(len(self.args)) if n not in split]
        elements = [n for n in range(len(self.args), len(self.values)) if self.owner(n) in split]
        effects = [n for n in (*wholes, *elements) if self._has_effects(n)]
        if self._why_not(value, used, effects, []):
            effects = [n for n in effects if not becomes_plain(self.values[n])]
            reason = self._why_not(value, used, effects, [n for n in effects if is_pure(self.values[n])])
            if reason:
                raise Undecided(reason)

    def _why_not(self, value: ast.expr, used: list[int], effects: list[int], pure: list[int]) -> str:
        """What would become of arguments with effects; in which order the pure ones are evaluated does not matter."""
        for number in effects:
            if used.count(number) > 1:
                return TWICE
            if number not in used:
                return "an argument that is dropped today calls something; give it a name first"
        order = [self.source.order(self.values[n]) for n in used if n in effects and n not in pure]
        if order != sorted(order) and not (self.fit_in(value) and set(used) == set(self.used(value))):
            return "arguments that call something would be evaluated in another order; give them names first"
        return ""

    def owner(self, number: int) -> int | None:
        """The argument that a list's element stands in; None for an argument."""
        if number < len(self.args):
            return None
        parent = self.source.parent(self.values[number], cst.Arg)
        return next((i for i, a in enumerate(self.args) if a is parent), None)

    def fit_in(self, value: ast.expr) -> bool:
        """One call, each of whose arguments is something the user wrote or holds nothing that the user wrote."""
        if not isinstance(value, ast.Call) or isinstance(value.func, ast.Call) or self.used(value.func):
            return False
        parts = [*value.args, *(k.value for k in value.keywords)]
        used = [n for p in parts for n in dict.fromkeys(self.used(p))]
        return (
            all(isinstance(p, Given) or not self.used(p) or self._is_of_one(p) for p in parts)
            and len(set(used)) == len(used)
            and all(self._is_split_evenly(owner, used) for owner in {self.owner(n) for n in used})
            and self._are_first(value.args, used)
        )

    def _are_first(self, placed: list[ast.expr], used: list[int]) -> bool:
        """Whether what goes by its place is written first, in this order."""
        numbers = list(dict.fromkeys(self._whole(n) for part in placed for n in self.used(part)))
        return numbers == sorted({self._whole(n) for n in used})[: len(numbers)]

    def _whole(self, number: int) -> int:
        owner = self.owner(number)
        return number if owner is None else owner

    def _is_of_one(self, part: ast.expr) -> bool:
        """Whether an expression is made of one argument alone, so that it can stand in that argument's place."""
        numbers = set(self.used(part))
        return len(numbers) == 1 and max(numbers) < len(self.args) and not self._has_effects(max(numbers))

    def _is_split_evenly(self, owner: int | None, used: list[int]) -> bool:
        """Whether a list's elements are all used, next to one another and in their order."""
        if owner is None:
            return True
        mine = [n for n in range(len(self.args), len(self.values)) if self.owner(n) == owner]
        at = used.index(mine[0]) if mine[0] in used else -1
        return at >= 0 and used[at : at + len(mine)] == mine


def in_order(node: ast.AST) -> list[ast.AST]:
    """The node and everything below it, in the order of the text; found once, since calls share expansions."""
    found: list[ast.AST] | None = vars(node).get("in_order")
    if found is None:
        found, open_nodes = [], [node]
        while open_nodes:
            at = open_nodes.pop()
            found.append(at)
            if not isinstance(at, (ast.Name, ast.Constant)):
                open_nodes += reversed(list(ast.iter_child_nodes(at)))
        vars(node)["in_order"] = found
    return found
