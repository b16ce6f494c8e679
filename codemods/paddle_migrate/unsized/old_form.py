"""The layers' old forms: their rules, read from compat, and what a call of one means once its sizes are known."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.knows.arguments import plain
from paddle_migrate.interpreter.knows.compat import resolved, run
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import TEXT, UNKNOWN, Array, External, Instance, Shape, Symbol, tensor
from paddle_migrate.rules.definitions import Param
from paddle_migrate.rules.expand import Body, expand
from paddle_migrate.rules.expansion import (
    Call,
    Default,
    Expansion,
    Given,
    Refused,
    Written,
    bind,
    call_of,
    given,
    helper_mark,
)
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.library import library
from paddle_migrate.rules.one_call import OneCall
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule

UNSIZED = f"{PACKAGE}.fluid.dygraph.unsized"
SCOPE = "name_scope"


@dataclass(frozen=True, eq=False)
class OldRule:
    """One layer's old form: `tensors` are the parameters that stand for the first call's arguments."""

    rule: Rule
    tensors: tuple[str, ...]
    params: tuple[Param, ...]  # from name_scope on

    @property
    def short(self) -> str:
        return self.rule.short

    @cached_property
    def today(self) -> tuple[Param, ...]:
        """The parameters of the 1.8 form; empty where 1.8 had the layer no longer."""
        found, _ = library().legacy(f"{LEGACY}.dygraph.{self.short}")
        return found.params if isinstance(found, Rule) else ()

    @property
    def text_today(self) -> str:
        """The first parameter of the 1.8 form, where this is a string, too: it is the old form that has two."""
        return self.today[0].name if self.today and self.today[0].is_text else ""

    @property
    def tensors_matter(self) -> bool:
        """Whether the 1.8 form takes a size from the first call's tensors."""
        return not self.rule.dropped.keys() >= set(self.tensors)

    @property
    def prepare(self) -> Rule | None:
        """The function that `@called_with` names: what every call's input goes through first."""
        assert self.rule.node is not None
        mark = self.rule.module.marks(self.rule.node).get(Word.CALLED_WITH)
        found = self.rule.module.find(ast.unparse(mark.args[0])) if isinstance(mark, ast.Call) else None
        return found if isinstance(found, Rule) else None

    def made(self, machine: Machine, args: Mapping[str, Any], tensors: list[Array]) -> Instance | None:
        """The 1.8 form, run on the first call's tensors; None where it cannot be made."""
        known = {p.name for p in self.params[1:]}
        given = {name: value for name, value in args.items() if name in known}
        function = resolved(machine, External(f"{UNSIZED}.{self.short}"))
        made = run(machine, function, list(tensors), {SCOPE: TEXT, **given}, None)
        return made if isinstance(made, Instance) else None

    def sizes(self, args: Mapping[str, Any], shapes: tuple[Shape | None, ...]) -> dict[str, Any]:
        """The 1.8 form's arguments for one call of the layer; empty when the shapes do not tell them."""
        if len(shapes) < len(self.tensors) or any(s is None for s in shapes[: len(self.tensors)]):
            return {}
        tensors = [tensor(shape) for shape in shapes[: len(self.tensors)]]
        made = self.made(Interpreter(Stars([])), args, tensors)
        return {} if made is None else {name: plain(value) for name, value in made.args.items()}


@lru_cache(maxsize=1)
def old_rules() -> dict[str, OldRule]:
    """By the layer's name."""
    module = library().module(UNSIZED)
    return {} if module is None else _read(module)


def _read(module: RuleModule) -> dict[str, OldRule]:
    found: dict[str, OldRule] = {}
    for name in module.definitions:
        rule = module.find(name)
        if not isinstance(rule, Rule) or rule.param(SCOPE) is None:
            continue
        at = next(i for i, p in enumerate(rule.params) if p.name == SCOPE)
        tensors = tuple(p.name for p in rule.params[:at])
        found[name] = OldRule(rule, tensors, rule.params[at:])
    return found


def is_known(size: Any) -> bool:
    """Whether a size is numbers and nothing else."""
    if isinstance(size, (list, tuple)):
        return all(is_known(s) for s in size)
    return isinstance(size, int) and not isinstance(size, (bool, Symbol)) and size is not UNKNOWN


@dataclass(frozen=True, eq=False)
class OldForm(OneCall):
    """One call of an old form, as a rule for the call alone. `sizes` gives the text of each size by the 1.8 form's
    parameter; the first stands in the place of `name_scope`, which is argument number `scope`."""

    old: OldRule | None = None
    sizes: dict[str, str] = field(default_factory=dict)

    def asks_for(self, arguments: tuple[tuple[str, Written], ...], target: str) -> list[str]:
        """The 1.8 form's parameters that need a size."""
        run = self._run(arguments, target, None)
        return list(run.asked)

    def expansion(self, arguments: tuple[tuple[str, Written], ...], target: str) -> Expansion:
        """What the call means today. Raises Refused."""
        run = self._run(arguments, target, self.sizes)
        assert run.found is not None
        reasons = run.rule.dropped
        dropped = {n: reasons[n] for n in reasons if n != SCOPE and isinstance(run.bound.get(n), Given)}
        run.found.dropped = {**dropped, **run.found.dropped}
        return run.found

    def _run(self, arguments: Any, target: str, sizes: dict[str, str] | None) -> _OldRun:
        assert self.old is not None
        bound = bind(self, call_of(arguments))
        run = _OldRun(self, bound, target, sizes)
        node = self.old.rule.node
        assert isinstance(node, ast.FunctionDef)
        run.function(node.body)
        if run.found is None:
            raise Refused(f"{self.short} has no form in one expression: write what it does as statements")
        return run


class _Tensor(ast.Name):
    """Stands for a tensor of the layer's first call."""


class _OldRun(Body):
    """Follows an old form's rule to the layer that it returns, with sizes where it reads a tensor's shape."""

    def __init__(self, form: OldForm, bound: dict[str, ast.expr], target: str, sizes: dict[str, str] | None) -> None:
        assert form.old is not None
        tensors = {n: _Tensor(id=n, ctx=ast.Load()) for n in form.old.tensors}
        super().__init__(form.old.rule, {**bound, **tensors}, target)
        self.bound, self.sizes = bound, sizes
        self.asked: list[str] = []
        self.found: Expansion | None = None

    def _fold__Tensor(self, node: ast.expr) -> ast.expr:
        return node

    def _fold_Call(self, node: ast.Call) -> ast.expr:
        inner = self.rule.module.library.lookup(self.rule.module.dotted(node.func))
        if not isinstance(inner, Rule) or inner.module.name == UNSIZED:
            return ast.Call(func=node.func, args=[self.fold(a) for a in node.args], keywords=[])
        keywords: dict[str, ast.expr] = {}
        for keyword in node.keywords:
            value, name = self.fold(keyword.value), keyword.arg or ""
            if any(isinstance(n, _Tensor) for n in ast.walk(value)):
                value = self._size(name)
            if not self._is_default(inner, name, value):
                keywords[name] = value
        if self.sizes is None:
            self.found = Expansion(node)
            return node
        self.found = self._made(inner, keywords)
        return self.found.value

    def _made(self, inner: Rule, keywords: dict[str, ast.expr]) -> Expansion:
        if inner.kind != "helper":
            return expand(inner, Call([], keywords), self.target)
        passed = [ast.keyword(arg=name, value=value) for name, value in keywords.items()]
        call = ast.Call(func=ast.Name(id=helper_mark(inner.short), ctx=ast.Load()), args=[], keywords=passed)
        return Expansion(call, helpers=[inner], rules=[inner])

    @staticmethod
    def _is_default(inner: Rule, name: str, value: ast.expr) -> bool:
        param = inner.param(name)
        if not isinstance(value, Default) or param is None or param.default is None:
            return False
        try:
            return bool(ast.literal_eval(param.default) == value.value)
        except ValueError:
            return False

    def _size(self, name: str) -> ast.expr:
        self.asked.append(name)
        if self.sizes is None:
            return ast.Constant(value=0)
        if name not in self.sizes:
            raise Refused(f"{name} is not known")
        text, scope = self.sizes[name], self.bound[SCOPE]
        if len(self.asked) > 1 or not isinstance(scope, Given):
            return ast.parse(text, mode="eval").body
        return given(scope.number, scope.positional, text if text.isdigit() else "")
