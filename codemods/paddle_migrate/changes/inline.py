"""Writing a call's expansion into the script: in place where it stays one call, as new text otherwise."""

from __future__ import annotations

import ast
import re
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.arguments import Arguments
from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.spelling import fill, is_atom, spell
from paddle_migrate.changes.why import place_of_rule
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.interpreter.answers.floats import takes_floats
from paddle_migrate.rules.expand import expand, expanded
from paddle_migrate.rules.expansion import TRAINING, Default, Expansion, Given, Refused, Written, call_of, helper_mark
from paddle_migrate.rules.one_call import OneCall
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_LITERALS = {cst.Integer, cst.Float, cst.SimpleString, cst.UnaryOperation, cst.Tuple, cst.List, cst.Dict}
_CONSTANTS = {"None", "True", "False"}


class Inliner:
    """Inlines one call. Raises Refused, having changed nothing, when it cannot be inlined."""

    def __init__(self, script: Script, reference: Reference) -> None:
        rule = script.rule(reference)
        if reference.call is None or not isinstance(rule, Rule):
            raise Refused("not a call of a known name")
        self.script, self.reference = script, reference
        self.call, self.rule = reference.call, rule
        self.binding: Binding | None = reference.binding
        self.arguments = Arguments(script, self.call)
        self.args = self.arguments.args
        self.parts: list[cst.BaseExpression] = [a.value for a in self.args]  # then the elements of lists written out
        self._check_stars()
        self.scope = self.rule.scope if isinstance(self.rule, OneCall) else None  # the argument that is a name scope
        self.expansion = self._expand(script.options.target)
        if self.expansion.asks_training:
            self._check_training(self.expansion.value)

    def _expand(self, target: str) -> Expansion:
        arguments = self._arguments()
        if isinstance(self.rule, OneCall):
            return self.rule.expansion(arguments, target)
        shared = expanded(self.rule, arguments, target)
        # one that asks for training is changed here, so it may not be the one that other calls have
        return expand(self.rule, call_of(arguments), target) if shared.asks_training else shared

    def _check_stars(self) -> None:
        if self.rule.kind != "move" and any(a.star for a in self.args):
            raise Refused(f"called with {'**' if self.args[-1].star == '**' else '*'}; write the arguments out")

    def _check_training(self, value: ast.expr) -> None:
        """What asks whether the model is in training can ask `self` inside a layer's method, and nobody elsewhere."""
        asks = [n for n in _in_order(value) if isinstance(n, ast.Name) and n.id == TRAINING]
        method = self.script.source.parent(self.call, cst.FunctionDef)
        owner = self.script.source.parent(self.call, cst.ClassDef)
        params = method.params.params if method else ()
        inside = owner is not None and self.script.definitions.is_layer_class(owner)
        if not inside or not params or params[0].name.value != "self":
            raise Refused(
                "it asks whether the model is in training; call it in the model's forward(), or say training="
            )
        for node in asks:
            node.id = "self.training"

    def _arguments(self) -> tuple[tuple[str, Written], ...]:
        """The call's arguments as `expanded` takes them; elements of lists join the parts."""
        if self.rule.kind == "move":
            return ()
        return tuple((arg.keyword.value if arg.keyword else "", self._written(arg.value)) for arg in self.args)

    def _written(self, value: cst.BaseExpression) -> Written:
        if not isinstance(value, (cst.List, cst.Tuple)):
            return self._literal(value), ()
        if not all(isinstance(element, cst.Element) for element in value.elements):
            return self._literal(value), ()
        elements = [element.value for element in value.elements]
        self.parts += elements
        return self._literal(value), tuple(map(self._literal, elements))

    def _literal(self, value: cst.BaseExpression) -> str:
        if isinstance(value, cst.Name):
            return value.value if value.value in _CONSTANTS else ""
        return self.script.source.code(value) if type(value) in _LITERALS else ""

    # -- checks -----------------------------------------------------------------------------------------------

    def _used(self, node: ast.AST) -> list[int]:
        if isinstance(node, Given):
            return [node.number]
        if isinstance(node, ast.Constant):
            return []
        return [n.number for n in _in_order(node) if type(n) is Given]

    def _has_effects(self, number: int) -> bool:
        if number == self.scope:
            return False  # it only named the layer
        return self.script.source.has_effects(self.parts[number])

    def _check_evaluation(self, value: ast.expr) -> None:
        """No argument with an effect may be evaluated twice, in another order, or not at all."""
        if not self.script.source.has_effects(*self.args):
            return
        if any(type(n) is ast.Lambda for n in _in_order(value)):
            raise Refused("an argument that calls something would be evaluated at every step; give it a name first")
        used = self._used(value)
        split = {self._owner(n) for n in used} - {None}
        wholes = [n for n in range(len(self.args)) if n not in split]
        elements = [n for n in range(len(self.args), len(self.parts)) if self._owner(n) in split]
        effects = [n for n in (*wholes, *elements) if self._has_effects(n)]
        if self._why_not(value, used, effects):
            effects = [n for n in effects if not self._becomes_plain(n)]
            reason = self._why_not(value, used, effects)
            if reason:
                raise Refused(reason)

    def _why_not(self, value: ast.expr, used: list[int], effects: list[int]) -> str:
        for number in effects:
            if used.count(number) > 1:
                return "an argument that calls something would be evaluated twice; give it a name first"
            if number not in used:
                return "an argument that is dropped today calls something; give it a name first"
        order = [self.script.source.order(self.parts[n]) for n in used if n in effects]
        if order != sorted(order) and not self._fits_in_place(value):
            return "arguments that call something would be evaluated in another order; give them names first"
        return ""

    def _becomes_plain(self, number: int) -> bool:
        """Whether every call in the part is a legacy one that becomes an expression without calls, as `a + b`."""
        script = self.script
        inside = script.source.inside(self.parts[number], cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
        return all(isinstance(n, cst.Call) and _is_plain(script, script.by_call.get(n)) for n in inside)

    def _owner(self, number: int) -> int | None:
        """The argument that a list's element stands in; None for an argument."""
        if number < len(self.args):
            return None
        parent = self.script.source.parent(self.parts[number], cst.Arg)
        return next((i for i, a in enumerate(self.args) if a is parent), None)

    # -- writing -----------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises Refused where write() would."""
        if self.rule.kind != "move":
            self._check_evaluation(self.expansion.value)

    def write(self) -> str:
        """Make the edits; returns how the call reads now, for the report."""
        with self._named():
            return self._write()

    def _named(self) -> AbstractContextManager[None]:
        """Have the edits know the rule."""
        edits = self.script.edits
        return edits.by(edits.origin._replace(name=self.reference.short, place=place_of_rule(self.rule)))

    def _write(self) -> str:
        value = self.expansion.value
        if self.rule.kind == "move":
            return self._write_name(self.rule.target)
        self._check_evaluation(value)
        self.say_dropped()
        self._say_differences()
        if self._fits_in_place(value):
            assert isinstance(value, ast.Call)
            return self._write_in_place(value)
        start, end = self.script.source.core(self.call)
        text = self.text(value)
        if not self._holds_together(value) and not self.script.source.stands_alone(self.call):
            text = f"({text})"
        self.script.edits.replace(start, end, lambda: fill(self.script, text, self.parts))
        return re.sub(r"__given_\d+__", "…", text)

    def say_dropped(self) -> None:
        for name, reason in self.expansion.dropped.items():
            self.script.say(self.call, "PM201", self.reference.short, f"{name}= is dropped: {reason}")

    def _say_differences(self) -> None:
        """What the new form does otherwise; of dtypes at the first call in the file, since floats keep theirs."""
        short = self.reference.short
        for rule in self.expansion.rules:
            if rule.differs:
                self.script.say(self.call, "PM202", short, rule.differs)
            if rule.same_dtype and not takes_floats(self.script.facts, self.call, rule):
                self.script.say_once(self.call, "PM213", short, rule.same_dtype)
        for words in self.expansion.differs:
            self.script.say(self.call, "PM202", short, words)
        if self.expansion.asks_target and self.script.options.target != "3":
            self.script.say(self.call, "PM214", short, "Paddle 3 has it otherwise; --target 3 writes that")

    def check_arguments(self) -> None:
        """Raises Refused where write_arguments() cannot be called."""
        self._check_evaluation(self.expansion.value)
        if not self._fits_in_place(self.expansion.value):
            raise Refused("the base class's arguments have no form as one call today")

    def write_arguments(self) -> None:
        """Rewrite only the arguments: for a `super().__init__(…)` whose base class is renamed elsewhere."""
        value = self.expansion.value
        assert isinstance(value, ast.Call)
        self.say_dropped()
        self._say_differences()
        with self._named():
            self._layout(value, _callee(value))

    def text(self, node: ast.expr) -> str:
        """A part of the expansion as text, with placeholders for what the user wrote."""
        return spell(self.script, self.binding, self.expansion, node)

    def _holds_together(self, value: ast.expr) -> bool:
        if isinstance(value, Given):
            part = self.parts[value.number]
            return is_atom(part) and (bool(part.lpar) or not isinstance(part, cst.Integer))
        return isinstance(value, (ast.Call, ast.Name, ast.Attribute, ast.Subscript))

    def _fits_in_place(self, value: ast.expr) -> bool:
        """One call, each of whose arguments is something the user wrote or holds nothing that the user wrote."""
        if not isinstance(value, ast.Call) or self._used(value.func):
            return False
        parts = [*value.args, *(k.value for k in value.keywords)]
        used = [n for p in parts for n in dict.fromkeys(self._used(p))]
        return (
            all(isinstance(p, Given) or not self._used(p) or self._is_of_one(p) for p in parts)
            and len(set(used)) == len(used)
            and all(self._is_split_evenly(owner, used) for owner in {self._owner(n) for n in used})
        )

    def _is_of_one(self, part: ast.expr) -> bool:
        """Whether an expression is made of one argument alone, so that it can stand in that argument's place."""
        numbers = set(self._used(part))
        return len(numbers) == 1 and max(numbers) < len(self.args) and not self._has_effects(max(numbers))

    def _is_split_evenly(self, owner: int | None, used: list[int]) -> bool:
        """Whether a list's elements are all used, next to one another and in their order."""
        if owner is None:
            return True
        mine = [n for n in range(len(self.args), len(self.parts)) if self._owner(n) == owner]
        at = used.index(mine[0]) if mine[0] in used else -1
        return at >= 0 and used[at : at + len(mine)] == mine

    def _write_in_place(self, value: ast.Call) -> str:
        name = _callee(value)
        self._layout(value, name)
        return self._write_name(name)

    def _write_name(self, name: str) -> str:
        helper = next((h for h in self.expansion.helpers if helper_mark(h.short) == name), None)
        if helper is not None:
            function = write_helper(self.script, helper)
        else:
            function = self.script.imports.spell(name, self.binding)
        self.script.edits.replace(*self.script.source.span(self.call.func), function)
        return function

    def _layout(self, value: ast.Call, name: str) -> None:
        """Keywords renamed, dropped arguments taken out, new ones put behind the user's own."""
        signature = targets().get(name)
        order = {p[0]: i for i, p in enumerate(signature)} if signature else {}
        keyword_of: dict[int, str] = {}
        extra: list[str] = []
        for passed in value.args:
            if isinstance(passed, Given):
                keyword_of[passed.number] = ""
            elif not isinstance(passed, Default):
                extra.append(self.text(passed))
        for keyword in value.keywords:
            used = self._used(keyword.value)
            if used and keyword.arg:
                keyword_of[used[0]] = keyword.arg
                if not isinstance(keyword.value, Given):
                    self._replace_value(used[0], keyword.value)
            elif keyword.arg and not is_default(name, keyword.arg, keyword.value):
                extra.append(f"{keyword.arg}={self.text(keyword.value)}")
        in_order = not self._speaks_by_name(keyword_of)
        placed = 0
        kept = []
        split = {self._owner(n) for n in keyword_of if self._owner(n) is not None}
        for number, arg in enumerate(self.args):
            members = [number] if number in keyword_of else [n for n in keyword_of if self._owner(n) == number]
            if not members:
                continue
            keywords = []
            for member in members:
                wanted = keyword_of[member]
                if wanted and arg.keyword is None:
                    in_order = in_order and order.get(wanted, -1) == placed
                    placed += 1
                keywords.append(wanted if not (wanted and arg.keyword is None and in_order) else "")
            kept.append(number)
            if number in split:
                self.arguments.split(arg, [self.parts[m] for m in members], keywords)
            else:
                self.arguments.rename(arg, keywords[0])
        self.arguments.keep(kept, extra)

    def _speaks_by_name(self, kept: dict[int, str]) -> bool:
        """Whether only a name scope, whose place a size takes, has no keyword: `Conv2D(scope, num_filters=8)`."""
        named = [a.keyword is not None for i, a in enumerate(self.args) if i != self.scope and i in kept]
        return self.scope is not None and bool(named) and all(named)

    def _replace_value(self, number: int, expression: ast.expr) -> None:
        text = self.text(expression)
        span = self.script.source.span(self.parts[number])
        edit = self.script.edits.replace(*span, "", rank=-1)
        edit.text = lambda: fill(self.script, text, self.parts, edit)


def _is_plain(script: Script, reference: Reference | None) -> bool:
    if reference is None:
        return False
    try:
        inliner = Inliner(script, reference)
        inliner.check()
    except Refused:
        return False
    return inliner.rule.kind != "move" and not any(isinstance(n, ast.Call) for n in _in_order(inliner.expansion.value))


def _in_order(node: ast.AST) -> list[ast.AST]:
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


def _callee(call: ast.Call) -> str:
    return dotted(call.func) or ast.unparse(call.func)
