"""From a rule and a call's arguments to the expression that the call means today."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

from paddle_migrate.rules.definitions import init_of
from paddle_migrate.rules.expansion import (
    Arguments,
    Call,
    Default,
    Expansion,
    Refused,
    Undecided,
    bind,
    call_of,
    form_of,
    given,
    texts_of,
)
from paddle_migrate.rules.folding import UNKNOWN, activation_rule, is_sized
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.layers import Layers
from paddle_migrate.rules.rule import PACKAGE, Modules, Rule
from paddle_migrate.text.pytree import dotted_name


def expand(rule: Rule, call: Call, target: str = "2.6") -> Expansion:
    """What `call` of `rule` means in the Paddle `target`.

    Raises Refused when that is not one expression known before the program runs.
    """
    if rule.kind == "move":
        keywords = [ast.keyword(arg=k, value=v) for k, v in call.keywords.items()]
        return Expansion(ast.Call(func=dotted_name(rule.target), args=list(call.args), keywords=keywords))
    if rule.node is None or rule.kind not in ("function", "class", "wrapper"):
        raise Refused(f"{rule.short} has no form in one expression: write what it does as statements")
    bound = bind(rule, call)
    run = Body(rule, bound, target)
    run.note_mode(rule, bound)
    if rule.kind == "function":
        assert isinstance(rule.node, ast.FunctionDef)
        result = run.function(rule.node.body)
        activation = run.activation
    else:
        assert isinstance(rule.node, ast.ClassDef)
        result, activation = run.constructor(rule.node, wrapper=rule.kind == "wrapper")
    if any(map(is_sized, ast.walk(result))):
        raise Refused("its channels come last, or where they are is known only when it runs")
    if run.asks_compat and any(isinstance(node, ast.Name) and node.id == PACKAGE for node in ast.walk(result)):
        raise Refused(f"{rule.short} works under the compat layer alone")
    dropped = {
        name: reason for name, reason in rule.dropped.items() if not isinstance(bound.get(name), (Default, type(None)))
    }
    return Expansion(result, activation, run.called, run.naming, dropped, run.asks_training, run.helpers, run.rules,
                     run.asks_target, run.differs, run.dynamic_only)


def expanded(rule: Rule, arguments: Arguments, target: str) -> Expansion:
    """`expand` of a call known by what is written.

    Scripts repeat a few forms of call, so each form is expanded once, and again only for other values of what decides
    it; nothing that comes back may be changed.
    """
    known, texts = _known(rule, form_of(arguments), target), texts_of(arguments)
    for asked, expansions in known.items():
        expansion = expansions.get(tuple([texts[number] for number in asked]))
        if expansion is not None:
            return expansion
    numbers: set[int] = set()
    expansion = expand(rule, call_of(arguments, numbers), target)
    asked = tuple(sorted(numbers))
    known.setdefault(asked, {})[tuple([texts[number] for number in asked])] = expansion
    return expansion


@lru_cache(maxsize=4096)
def _known(
    rule: Rule, form: tuple[tuple[str, str, int], ...], target: str
) -> dict[tuple[int, ...], dict[tuple[str, ...], Expansion]]:
    """Expansions of calls of one form, by the numbers of what was asked for, and by what was written there."""
    return {}


@lru_cache(maxsize=256)
def activated(library: Modules, act: str, target: str = "2.6") -> Expansion:
    """The first thing given, under the activation that `act=` names."""
    return expand(activation_rule(library, act), Call([given(0, True)], {}), target)


class Body(Layers):
    """Follows a rule's body with the bound arguments, folding what they decide."""

    def expand(self, rule: Rule, call: Call) -> Expansion:
        return expand(rule, call, self.target)

    def function(self, body: list[ast.stmt]) -> ast.expr:
        result = self._block(body)
        if result is None:
            raise Refused(f"{self.rule.short} returns nothing")
        return result

    def _block(self, body: list[ast.stmt]) -> ast.expr | None:
        for statement in body:
            if isinstance(statement, ast.Return):
                return self.fold(statement.value) if statement.value else ast.Constant(value=None)
            if isinstance(statement, ast.Raise):
                raise Refused(_words(statement))
            if isinstance(statement, ast.If):
                if self._is_type_guard(statement):
                    continue
                result = self._block(self._branch(statement))
                if result is not None:
                    return result
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                self.names[statement.targets[0].id] = self.fold(statement.value)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                word = self.rule.module.word(statement.value.func)
                if word is not None:
                    self._check_mark(word, statement.value)
        return None

    def _branch(self, statement: ast.If) -> list[ast.stmt]:
        decided = self._truth(statement.test)
        if decided is UNKNOWN and self._is_known(statement.test):
            return statement.orelse
        if decided is UNKNOWN:
            asked = self._undecided(statement.test)
            raise Undecided(f"what it means depends on {asked}, known only when it runs: write it out")
        return statement.body if decided else statement.orelse

    def _is_known(self, test: ast.expr) -> bool:
        return isinstance(test, ast.Call) and self.rule.module.word(test.func) is Word.KNOWN

    def _is_type_guard(self, statement: ast.If) -> bool:
        """A check of an argument's type that raises or hands the argument back, or one for None that raises: it is for
        input that is wrong, or right already, and cannot be decided here."""
        test = statement.test.operand if isinstance(statement.test, ast.UnaryOp) else statement.test
        last = statement.body[0]
        is_check = isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance"
        is_check = is_check or (isinstance(last, ast.Raise) and all(map(_asks_for_none, _alternatives(test))))
        harmless = isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and isinstance(last.value, ast.Name))
        return is_check and harmless and not statement.orelse and self._truth(statement.test) is UNKNOWN

    def _truth(self, test: ast.expr) -> Any:
        """Whether a condition holds, or UNKNOWN; one known part may decide an `or` or an `and`."""
        folded = self.fold(test)
        if not isinstance(folded, ast.BoolOp):
            return self.value(folded)
        decides = isinstance(folded.op, ast.Or)
        known = [bool(value) for value in map(self.value, folded.values) if value is not UNKNOWN]
        return decides if decides in known else UNKNOWN

    def _undecided(self, test: ast.expr) -> str:
        names = [n.id for n in ast.walk(test) if isinstance(n, ast.Name) and n.id in self.names]
        unknown = [n for n in names if self.value(self.names[n]) is UNKNOWN]
        return " and ".join(dict.fromkeys(unknown)) or "its arguments"

    def constructor(self, node: ast.ClassDef, wrapper: bool) -> tuple[ast.expr, ast.expr | None]:
        init = init_of(node)
        if init is None:
            return self._inherited(node)
        return self._constructor_block(init.body, node, wrapper)

    def _inherited(self, node: ast.ClassDef) -> tuple[ast.expr, ast.expr | None]:
        parent = self.rule.module.library.lookup(self.rule.module.dotted(node.bases[0]))
        if isinstance(parent, Rule):
            inner = self._expand(parent, Call([], {k: v for k, v in self.names.items() if not isinstance(v, Default)}))
            return inner.value, inner.activation
        keywords = [ast.keyword(arg=k, value=v) for k, v in self.names.items()]
        return ast.Call(func=self.fold(node.bases[0]), args=[], keywords=keywords), None

    def _constructor_block(
        self, body: list[ast.stmt], node: ast.ClassDef, wrapper: bool
    ) -> tuple[ast.expr, ast.expr | None]:
        result: ast.expr | None = None
        activation: ast.expr | None = None
        pending = list(body)
        while pending:
            statement = pending.pop(0)
            if isinstance(statement, ast.Raise):
                raise Refused(_words(statement))
            if isinstance(statement, ast.If):
                pending = [*self._branch(statement), *pending]
            elif isinstance(statement, ast.Assign):
                target = statement.targets[0]
                if isinstance(target, ast.Name):
                    self.names[target.id] = self.fold(statement.value)
                elif wrapper and isinstance(target, ast.Attribute) and target.attr == "inner":
                    result = self.fold(statement.value)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                called = statement.value
                word = self.rule.module.word(called.func)
                if not wrapper and _is_super_init(called.func):
                    result = self._base_call(called, node)
                elif word is Word.WITH_ACTIVATION:
                    activation = self.fold(called.args[1])
                elif word is Word.WITH_DTYPE and result is not None:
                    result = self._with_dtype(result, self.fold(called.args[1]))
                elif word is not None:
                    self._check_mark(word, called)
        if result is None:
            raise Refused(f"{self.rule.short} has no form in one expression: write what it does as statements")
        if activation is not None and self.value(activation) is None:
            activation = None
        return result, activation

    def _with_dtype(self, layer: ast.expr, dtype: ast.expr) -> ast.expr:
        """The layer, cast where it is not float32 as all are today."""
        if self.value(dtype) == "float32":
            return layer
        cast = ast.Attribute(value=layer, attr="to", ctx=ast.Load())
        return ast.Call(func=cast, args=[], keywords=[ast.keyword(arg="dtype", value=dtype)])

    def _check_mark(self, word: Word, called: ast.Call) -> None:
        """What a constructor does that today's call has no argument for."""
        values = {str(k.arg): self.fold(k.value) for k in called.keywords}
        given = [name for name, value in values.items() if not self._is_left_out(name, value)]
        if word is Word.RUNTIME_ONLY and given:
            raise Refused(f"{given[0]}= has no equivalent today")
        if word is Word.DIFFERS_IF_GIVEN and given:
            self.differs.append(ast.literal_eval(called.args[0]))

    def _is_left_out(self, name: str, value: ast.expr) -> bool:
        """Whether an argument has its default, written or not."""
        param, written = self.rule.param(name), self.value(value)
        if isinstance(value, Default) or param is None or param.default is None or written is UNKNOWN:
            return isinstance(value, Default)
        default = ast.literal_eval(param.default)
        return bool(written == default) and type(written) is type(default)

    def _base_call(self, called: ast.Call, node: ast.ClassDef) -> ast.expr:
        keywords = [ast.keyword(arg=k.arg, value=self.fold(k.value)) for k in called.keywords]
        args = [self.fold(a) for a in called.args]
        parent = self.rule.module.library.lookup(self.rule.module.dotted(node.bases[0]))
        if isinstance(parent, Rule) and parent.kind == "helper":
            return self._helper_call(parent, args, keywords)
        if isinstance(parent, Rule):
            given_only = {k.arg: k.value for k in keywords if k.arg and not isinstance(k.value, Default)}
            return self._expand(parent, Call(args, given_only)).value
        return ast.Call(func=self.fold(node.bases[0]), args=args, keywords=keywords)


def _alternatives(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def _asks_for_none(test: ast.expr) -> bool:
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Is):
        return False
    return isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None


def _is_super_init(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "__init__" and isinstance(func.value, ast.Call)


def _words(statement: ast.Raise) -> str:
    """The text of a rule's own error."""
    error: ast.expr | None = statement.exc
    if isinstance(error, ast.Call) and error.args:
        first = error.args[0]
        if isinstance(first, ast.Constant):
            return str(first.value)
        if isinstance(first, ast.JoinedStr):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in first.values)
    return "this form has no equivalent today"
