"""Writing a call's expansion into the script: in place where it stays one call, as new text otherwise."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes import named_layers
from paddle_migrate.changes.argument_lines import in_lines
from paddle_migrate.changes.arguments import Arguments
from paddle_migrate.changes.closures import with_own_names
from paddle_migrate.changes.counted_layers import MADE_TEXTS, with_name
from paddle_migrate.changes.devices import PLACES
from paddle_migrate.changes.differences import may_differ
from paddle_migrate.changes.expressions import MARK
from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.leaving import check_mode
from paddle_migrate.changes.operators import reads_well, with_operators
from paddle_migrate.changes.parentheses import holds_together
from paddle_migrate.changes.parts import TWICE, Parts, in_order
from paddle_migrate.changes.spelling import Named, callee, fill, is_atom, marked, spell
from paddle_migrate.changes.trains import answer_training
from paddle_migrate.changes.why import place_of_rule
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.dimensions import is_variable
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.nones import is_a_count, is_list, is_never_none, may_be_list
from paddle_migrate.facts.pure import is_pure
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.interpreter.answers.floats import takes_floats
from paddle_migrate.rules.expand import expand, expanded
from paddle_migrate.rules.expansion import (
    A_LIST,
    A_TENSOR,
    NEVER_NONE,
    Default,
    Expansion,
    Given,
    Refused,
    Undecided,
    Written,
    call_of,
    helper_mark,
    one_of,
)
from paddle_migrate.rules.one_call import OneCall
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.text.edits import Edit

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_LIST_OR_ONE = ("fc",)  # what they become for a list takes one tensor as well
_FELT = ("seed", "filename", "profile_path", "tracer_option")  # parameters whose loss is seen outside of the result
_MADE_FOR_NOTHING = tuple(f"paddle.fluid.{name}" for name in (*PLACES, "Executor"))
_ACTIVATIONS = ("act", "conv_act")  # parameters whose values decide the form, though a variable holds them


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
        self.passed = Parts(script.source, self.call)
        self.parts = self.passed.values
        self._replaced: dict[int, Edit] = {}
        self._is_bare = False  # whether what is called where the call stood takes nothing
        self.named: tuple[str, ast.expr | None, ast.expr] | None = None
        self._check_stars()
        if isinstance(self.rule, OneCall):
            self.passed.scope = self.rule.scope
        self.expansion = with_own_names(script, self.call, self._expand(script.options.target), self.parts)
        self._prefer_operators()
        if self.expansion.asks_training:
            answer_training(script, self.call, self.expansion)
        check_mode(script, self.call, *self.expansion.dynamic_only)

    def _expand(self, target: str) -> Expansion:
        arguments = self._arguments()
        if isinstance(self.rule, OneCall):
            return self.rule.expansion(arguments, target)
        shared = expanded(self.rule, arguments, target)
        # one that asks for training is changed here, so it may not be the one that other calls have
        return expand(self.rule, call_of(arguments), target) if shared.asks_training else shared

    def _prefer_operators(self) -> None:
        called, self.expansion = self.expansion, with_operators(self.expansion)
        if called is not self.expansion:
            try:
                self._check_evaluation()
            except Refused:
                self.expansion = called
            if not reads_well(self.call, self.script.source.code(self.call)):
                self.expansion = called

    def _check_stars(self) -> None:
        if self.rule.kind != "move" and any(a.star for a in self.args):
            raise Undecided(f"called with {'**' if self.args[-1].star == '**' else '*'}; write the arguments out")

    def _arguments(self) -> tuple[tuple[str, Written], ...]:
        """The call's arguments as `expanded` takes them; elements of lists join the parts."""
        if self.rule.kind == "move":
            return ()
        params = [p.name for p in self.rule.params if not p.keyword_only]
        names = [a.keyword.value if a.keyword else "".join(params[i : i + 1]) for i, a in enumerate(self.args)]
        return tuple((arg.keyword.value if arg.keyword else "", self._argument(arg, name))
                     for arg, name in zip(self.args, names, strict=True))

    def _argument(self, arg: cst.Arg, name: str) -> Written:
        text, elements = self.passed.written(arg.value)
        if not text and not elements and self.rule.asks_for_lists:
            asked = may_be_list if self.rule.short in _LIST_OR_ONE else is_list
            if asked(self.script.facts, arg.value):
                return A_LIST, elements
            if is_variable(self.script.facts, arg.value):
                return A_TENSOR, elements
        facts, params = self.script.facts, [p.name for p in self.rule.params]
        among = constants(facts, arg.value) if name in _ACTIVATIONS and not text else ()
        if among:
            return one_of(among), elements
        some = self.rule.asks_for_none and (is_never_none(facts, arg.value) or is_a_count(arg.value, self.args, params))
        return NEVER_NONE if some and not text else text, elements

    def _check_evaluation(self) -> None:
        facts = self.script.facts
        counts = self._keeps_names()
        if counts and any(named_layers.makes_layers(self.script, each) for each in self._inputs()):
            raise Undecided(TWICE)
        self.passed.check_evaluation(
            self.expansion.value, self._becomes_plain, lambda part: is_pure(facts, part), self.expansion.activation)

    def _inputs(self) -> list[cst.BaseExpression]:
        """What the layer is called with, which is made before it."""
        called = self.expansion.called.args if self.expansion.called is not None else []
        used = [number for each in called for number in self.passed.used(each)]
        name = self.rule.params[0].name
        used += [n for n, arg in enumerate(self.args) if (arg.keyword.value == name if arg.keyword else n == 0)]
        return [self.parts[number] for number in used if not isinstance(self.parts[number], Named)]

    def _becomes_plain(self, part: cst.BaseExpression) -> bool:
        """Whether every call in the part is a legacy one that becomes an expression without calls, as `a + b`, or makes
        an executor or a place: whether, and when, does not matter."""
        script = self.script
        inside = script.source.inside(part, cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
        return all(isinstance(n, cst.Call) and _is_plain(script, script.by_call.get(n)) for n in inside)

    def check(self) -> None:
        """Raises Refused where write() would."""
        if self.rule.kind != "move":
            self._check_evaluation()

    def write(self) -> str:
        """Make the edits; returns how the call reads now, for the report."""
        with self._named():
            return self._write()

    def _named(self) -> AbstractContextManager[None]:
        """Have the edits know the rule."""
        edits = self.script.edits
        return edits.by(edits.origin._replace(name=self.reference.short, place=place_of_rule(self.rule)))

    def _write(self) -> str:
        if self.rule.kind == "move":
            return self._write_name(self.rule.target)
        self._check_evaluation()
        self.say_dropped()
        self._say_differences()
        self._name_parameters()
        value = self.expansion.value
        if self.passed.fit_in(value) and not self._holds_calls(value):
            assert isinstance(value, ast.Call)
            return self._write_in_place(value)
        called = self.expansion.called
        if called is not None and self.passed.fit_in(called.func):
            return self._write_layer(called)
        return self._write_anew(value)

    def _keeps_names(self) -> bool:
        """Whether a layer's parameters are to be told the names that they had."""
        short = self.reference.name.rpartition(".")[2]
        naming = self.expansion.naming
        return naming is not None and named_layers.keeps_names(self.script, short, not naming.is_none)

    def _name_parameters(self) -> None:
        self.expansion = with_name(self.script, self.expansion, self.parts)
        self.named = named_layers.named(self.script, self.expansion) if self._keeps_names() else None
        for helper in self.expansion.helpers if self.named is None else ():
            named_layers.say_of_helper(self.script, self.call, self.reference.short, helper)

    def _write_anew(self, value: ast.expr) -> str:
        start, end = self.script.source.core(self.call)
        before, made, behind = self._pieces(value)
        text, alone = f"{before}{made}{behind}", self.script.source.stands_alone(self.call)
        lined = self._in_lines(value) if alone or self._holds_together(value) else None
        if not self._holds_together(value) and not alone:
            text, alone = f"({text})", True

        def filled() -> str:
            if lined is not None:
                return lined()
            new = fill(self.script, text, self.parts)
            return new if alone or holds_together(new) else f"({new})"

        self.script.edits.replace(start, end, filled)
        return re.sub(r"__given_\d+__", "…", text)

    def _in_lines(self, value: ast.expr) -> Callable[[], str] | None:
        """The call, or the layer in it that is called at once, with its arguments as the old one has them."""
        called = self.expansion.called
        anew = any(isinstance(part, Named) for part in self.parts)
        if anew or "\n" not in self.script.source.code(self.call):
            return None
        before, made, behind = self._pieces(value)

        def filled(text: str) -> str:
            return fill(self.script, text, self.parts)

        maker = named_layers.maker(self.expansion, value, self.named is not None)
        name = callee(maker) if called is not None and self.named is None and isinstance(maker, ast.Call) else ""
        return in_lines(self.script, self.call, name, made, (before, behind), filled)

    def _pieces(self, value: ast.expr) -> tuple[str, str, str]:
        """The text of a layer that is made in the expression, and what stands around it; else all the expression."""
        made = named_layers.maker(self.expansion, value, self.named is not None)
        before, _, behind = self.text(marked(value, made)).partition(MARK)
        text = self.text(made)
        if self.named is not None:
            layer, _, arguments = text.partition("(")
            text = self._name_of_named() + layer + (", " if arguments != ")" else "") + arguments
        return before, text, behind

    def _name_of_named(self) -> str:
        """`named(name, ` before the layer."""
        assert self.named is not None
        function, name, counted = self.named
        texts = [self.text(each) for each in (name, counted) if each is not None]
        if isinstance(name, Given) and (name.known or isinstance(self.parts[name.number], MADE_TEXTS)):
            texts = texts[:1]
        return f"{function}({' or '.join(texts)}, "

    def say_dropped(self) -> None:
        for name, reason in self.expansion.dropped.items():
            code = "PM201" if name in _FELT else "PM121"
            self.script.say(self.call, code, self.reference.short, f"{name}= is dropped: {reason}")

    def _say_differences(self) -> None:
        """What the new form does otherwise; of dtypes at the first call in the file, since floats keep theirs."""
        short = self.reference.short
        for rule in self.expansion.rules:
            if may_differ(self.script, self.reference, rule):
                self.script.say(self.call, rule.code_of_difference, short, rule.differs)
            if rule.same_dtype and self.call not in self.script.record.cast_back and \
                    not takes_floats(self.script.facts, self.call, rule):
                self.script.say_once(self.call, "PM213", short, rule.same_dtype)
        for words in self.expansion.differs:
            self.script.say(self.call, "PM202", short, words)
        if self.expansion.asks_target and self.script.options.target != "3":
            self.script.say(self.call, "PM214", short, "Paddle 3 has it otherwise; --target 3 writes that")

    def check_arguments(self) -> None:
        """Raises Refused where write_arguments() cannot be called."""
        self._check_evaluation()
        if not self.passed.fit_in(self.expansion.value):
            raise Refused("the base class's arguments have no form as one call today")

    def write_arguments(self) -> None:
        """Rewrite only the arguments: for a `super().__init__(…)` whose base class is renamed elsewhere."""
        value = self.expansion.value
        assert isinstance(value, ast.Call)
        self.say_dropped()
        self._say_differences()
        with self._named():
            self._layout(value, callee(value))

    def _holds_calls(self, value: ast.expr) -> bool:
        """Whether an argument by its place is made of what the user wrote, and not that itself."""
        passed = value.args if isinstance(value, ast.Call) else []
        return any(self.passed.used(each) and not isinstance(each, Given) for each in passed)

    def text(self, node: ast.expr) -> str:
        """A part of the expansion as text, with placeholders for what the user wrote."""
        return spell(self.script, self.binding, self.expansion, node)

    def _holds_together(self, value: ast.expr) -> bool:
        if isinstance(value, Given):
            part = self.parts[value.number]
            return is_atom(part) and (bool(part.lpar) or not isinstance(part, cst.Integer))
        return isinstance(value, (ast.Call, ast.Name, ast.Attribute, ast.Subscript))

    def _write_in_place(self, value: ast.Call) -> str:
        name = callee(value)
        self._layout(value, name)
        return self._write_name(name)

    def _write_layer(self, called: ast.Call) -> str:
        """A layer made with the call's arguments, where they stand, and called at once."""
        assert isinstance(called.func, ast.Call)
        start, end = self.script.source.core(self.call)
        before, _, after = self.text(marked(self.expansion.value, called)).partition(MARK)
        inputs = ", ".join(self.text(each) for each in called.args)
        name = self._write_in_place(called.func)
        if before:
            self.script.edits.insert(start, before)
        used = [number for each in called.args for number in self.passed.used(each)]
        replaced = [self._replaced[number] for number in used if number in self._replaced]
        self.script.edits.insert(end, lambda: fill(self.script, f"({inputs}){after}", self.parts, replaced))
        return re.sub(r"__given_\d+__", "…", f"{before}{name}(…)({inputs}){after}")

    def _write_name(self, name: str) -> str:
        helper = next((h for h in self.expansion.helpers if helper_mark(h.short) == name), None)
        if helper is not None:
            function = write_helper(self.script, helper)
        else:
            function = self.script.imports.spell(name, self.binding)
        start, end = self.script.source.span(self.call.func)
        if self.named is None:
            self.script.edits.replace(start, end, function)
            return function
        end = self.script.source.text.index("(", end) + 1
        between = "" if self._is_bare else "," if self.script.source.text[end].isspace() else ", "
        text = f"{self._name_of_named()}{function}{between}"
        replaced = self._replaced
        self.script.edits.replace(start, end, lambda: fill(self.script, text, self.parts, [*replaced.values()]))
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
            used = self.passed.used(keyword.value)
            if used and keyword.arg and self._says_nothing(name, keyword):
                continue
            if used and keyword.arg:
                keyword_of[used[0]] = keyword.arg
                if not isinstance(keyword.value, Given):
                    self._replace_value(used[0], keyword.value)
            elif keyword.arg and not is_default(name, keyword.arg, keyword.value):
                extra.append(f"{keyword.arg}={self.text(keyword.value)}")
        in_order = not self._speaks_by_name(keyword_of)
        placed = 0
        kept: list[int] = []
        split = {self.passed.owner(n) for n in keyword_of if self.passed.owner(n) is not None}
        for number, arg in enumerate(self.args):
            members = [number] if number in keyword_of else [n for n in keyword_of if self.passed.owner(n) == number]
            if not members:
                continue
            keywords: list[str] = []
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
        self._is_bare = not kept and not extra
        self.arguments.keep(kept, extra)

    def _says_nothing(self, name: str, keyword: ast.keyword) -> bool:
        """Whether what the user wrote under a keyword, which is another one today, is today's default."""
        given = keyword.value
        if not isinstance(given, Given) or given.number >= len(self.args):
            return False
        old, (known, value) = self.args[given.number].keyword, self.passed.value(given.number)
        if not known or old is None or keyword.arg is None or old.value == keyword.arg:
            return False
        return is_default(name, keyword.arg, ast.Constant(value))

    def _speaks_by_name(self, kept: dict[int, str]) -> bool:
        """Whether only a name scope, whose place a size takes, has no keyword: `Conv2D(scope, num_filters=8)`."""
        named = [a.keyword is not None for i, a in enumerate(self.args) if i != self.passed.scope and i in kept]
        return self.passed.scope is not None and bool(named) and all(named)

    def _replace_value(self, number: int, expression: ast.expr) -> None:
        text = self.text(expression)
        span = self.script.source.span(self.parts[number])
        edit = self._replaced[number] = self.script.edits.replace(*span, "", rank=-1)
        edit.text = lambda: fill(self.script, text, self.parts, [edit])


def _is_plain(script: Script, reference: Reference | None) -> bool:
    if reference is None:
        return False
    if reference.name in _MADE_FOR_NOTHING:
        return True
    try:
        inliner = Inliner(script, reference)
        inliner.check()
    except Refused:
        return False
    return inliner.rule.kind != "move" and not any(isinstance(n, ast.Call) for n in in_order(inliner.expansion.value))
