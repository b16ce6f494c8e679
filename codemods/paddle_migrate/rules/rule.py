"""The rules: one for each legacy name, and the modules of compat that they stand in."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, Protocol

from paddle_migrate.rules.definitions import (
    Param,
    all_words,
    called,
    init_of,
    is_rule_body,
    params_of,
    reasons,
    second_words,
    string,
    takes_anything,
    words,
)
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.source import RuleSource
from paddle_migrate.rules.targets import targets

PACKAGE = "paddle_compat"
MUCH = "PM343"  # under which a difference is said that is more than rounding
RuleKind = Literal["function", "class", "wrapper", "helper", "move", "gone", "code"]


@dataclass(frozen=True, eq=False)
class Rule:
    """One legacy API.

    Kinds: `function`, `class` and `wrapper` can be inlined; `helper` is copied; `move` stands for `target`;
    `gone` raises `why` and `do`; `code` runs under compat only, or has a structural rewrite.
    """

    name: str  # the dotted legacy name where it is defined
    kind: RuleKind
    module: RuleModule
    node: ast.FunctionDef | ast.ClassDef | None = None
    params: tuple[Param, ...] = ()
    dropped: dict[str, str] = field(default_factory=dict[str, str])
    vector_result: bool = False
    maybe_vector: bool = False  # its inputs decide whether vector_result holds
    differs: str = ""  # how the numbers of the inlined form differ from 1.8.5's
    differs_much: bool = False  # by more than rounding
    differs_where: str = ""  # an expression of parameters that is true where they do
    dynamic_only: tuple[str, ...] = ()  # why its form is none for programs, and the parameters that make it so
    without_gradient: tuple[str, ...] = ()  # parameters that no gradient came back to in 1.8.5, which today's have
    same_dtype: str = ""  # which dtype the inlined form's result has where 1.8.5's had its input's
    target: str = ""
    why: str = ""
    do: str = ""

    @cached_property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def code_of_difference(self) -> str:
        """Under which code `differs` is said."""
        return MUCH if self.differs_much else "PM202"

    @cached_property
    def parent(self) -> Rule | None:
        """The rule of the class that this one derives from, which is no class of today's."""
        bases = self.node.bases if isinstance(self.node, ast.ClassDef) else []
        found = self.module.library.lookup(self.module.dotted(bases[0])) if bases else None
        return found if isinstance(found, Rule) else None

    @property
    def written_base(self) -> Rule | None:
        """The class that is written into scripts for this one to derive from, where that is not today's own."""
        written = self.kind == "class" and self.parent is not None and self.parent.kind == "helper"
        return self.parent if written else None

    @property
    def base(self) -> str:
        """Today's class that this one derives from, over others; empty where it derives from none."""
        if self.kind not in ("class", "helper") or not isinstance(self.node, ast.ClassDef) or not self.node.bases:
            return self.target
        name = self.module.dotted(self.node.bases[0])
        return name if name.startswith("paddle.") else self.parent.base if self.parent is not None else ""

    @cached_property
    def asks_for_none(self) -> bool:
        """Whether its body asks of anything if that is None, or makes a layer, whose own rule may ask."""
        body = ast.walk(self.node) if self.node is not None else ()
        return self.is_layered or any(isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.Is, ast.IsNot))
                                      for n in body)

    @cached_property
    def is_layered(self) -> bool:
        """Whether it is a function that makes parameters."""
        body = ast.walk(self.node) if self.node is not None else ()
        return any(isinstance(n, ast.Name) and n.id == Word.LAYERED.value for n in body)

    @cached_property
    def asks_for_lists(self) -> bool:
        """Whether its body asks of anything if that is a list."""
        body = ast.walk(self.node) if self.node is not None else ()
        return any(isinstance(n, ast.Name) and n.id == "isinstance" for n in body)

    @cached_property
    def refused(self) -> dict[str, str]:
        """What a function that is written into scripts raises where an argument is given: its words, by parameter."""
        body = self.node.body if self.kind == "helper" and isinstance(self.node, ast.FunctionDef) else []
        return {each.test.id: words for each in body if isinstance(each, ast.If) and isinstance(each.test, ast.Name)
                and (words := _raised(each.body[0]))}

    def param(self, name: str) -> Param | None:
        return next((p for p in self.params if p.name == name), None)

    def why_dynamic(self, given: Collection[str]) -> str:
        """Why what stands for a call with these arguments is nothing for a program; empty where it is."""
        words, *parameters = self.dynamic_only or ("",)
        return words if not parameters or not set(parameters).isdisjoint(given) else ""

    def method(self, name: str) -> tuple[Param, ...] | None:
        """The parameters of a call of a method; None where neither the class nor one that it derives from has it."""
        statements = self.node.body if isinstance(self.node, ast.ClassDef) else []
        for statement in statements:
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in statement.decorator_list)
                return params_of(statement.args)[0 if static else 1 :]
            target = statement.targets[0] if isinstance(statement, ast.Assign) else None
            if isinstance(target, ast.Name) and target.id == name and isinstance(statement, ast.Assign):
                return self.method(ast.unparse(statement.value).rpartition(".")[2])
        base = self.node.bases[0] if isinstance(self.node, ast.ClassDef) and self.node.bases else None
        parent = self.module.library.lookup(self.module.dotted(base)) if base is not None else None
        return parent.method(name) if isinstance(parent, Rule) else None


class Modules(Protocol):
    """Where modules of compat are found."""

    def module(self, name: str) -> RuleModule | None: ...

    @property
    def since_2(self) -> dict[str, dict[str, object]]:
        """Parameters that 2.0 to 2.4 appended."""

    def lookup(self, name: str) -> Rule | RuleModule | None:
        """What a full name of compat refers to: `paddle_compat.fluid.layers.relu`."""

    def __hash__(self) -> int: ...


class RuleModule(RuleSource):
    """One source file of compat: its public names, and the rules that they stand for."""

    def __init__(self, library: Modules, path: Path, name: str) -> None:
        super().__init__(path, name)
        self.library = library
        self._rules: dict[str, Rule | None] = {}
        self._names: list[str] | None = None
        self._stars: dict[str, Rule | RuleModule | None] = {}

    def names(self) -> list[str]:
        """Public names, star imports included."""
        if self._names is None:
            self._names = self._all_names()
        return self._names

    def _all_names(self) -> list[str]:
        own = self.exported
        if own is None:
            own = [n for n in (*self.definitions, *self.imports) if not n.startswith("_")]
        found = dict.fromkeys(own)
        for star in self.stars:
            module = self.library.module(star)
            if module:
                found.update(dict.fromkeys(module.names()))
        return list(found)

    def find(self, name: str) -> Rule | RuleModule | None:
        if name in self._rules:
            return self._rules[name]
        if name in self.definitions:
            self._rules[name] = None  # an alias of itself finds nothing
            self._rules[name] = self._rule(name, self.definitions[name])
            return self._rules[name]
        if self.imports.get(name, f"{self.name}.{name}") != f"{self.name}.{name}":
            return self.library.lookup(self.imports[name])
        if name not in self._stars:
            self._stars[name] = self._from_star(name)
        return self._stars[name]

    def _from_star(self, name: str) -> Rule | RuleModule | None:
        for star in self.stars:
            module = self.library.module(star)
            found = module.find(name) if module and name in module.names() else None
            if found is not None:
                return found
        return self.library.module(f"{self.name}.{name}")

    def constants(self, name: str) -> ast.Tuple | None:
        """A tuple of constants that the file has under the name, its own or that of the file it imports it from."""
        home, _, last = self.imports.get(name, "").rpartition(".")
        module = self.library.module(home) if home.startswith(f"{PACKAGE}.") else None
        return RuleSource.constants(module or self, last or name)

    def dotted(self, node: ast.expr) -> str:
        """The full name of what `node` refers to in this file: `F.relu` is `paddle.nn.functional.relu`."""
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value)
            return f"{base}.{node.attr}" if base else ""
        if isinstance(node, ast.Name):
            if node.id in self.definitions:
                return f"{self.name}.{node.id}"
            if node.id in self.imports:
                return self.imports[node.id]
            for star in self.stars:
                module = self.library.module(star)
                if module and node.id in module.names():
                    return f"{star}.{node.id}"
        return ""

    def word(self, node: ast.expr) -> Word | None:
        """The word of the rules' language that an expression is."""
        return Word.of(self.dotted(node))

    def marks(self, node: ast.stmt) -> dict[Word, ast.expr]:
        """The decorators of a definition that are read, each with its arguments."""
        decorators = node.decorator_list if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else []
        found = {self.word(called(decorator)): decorator for decorator in decorators}
        return {word: decorator for word, decorator in found.items() if word is not None}

    def _rule(self, name: str, node: ast.stmt) -> Rule | None:
        legacy = "paddle" + self.name[len(PACKAGE) :] + "." + name
        if isinstance(node, ast.Assign):
            return self._alias(legacy, node.value)
        assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
        marks = self.marks(node)
        dropped = reasons(marks.get(Word.DROPPED))
        much, maybe = Word.DIFFERS_MUCH in marks, Word.MAYBE_VECTOR_RESULT in marks
        mark = marks.get(Word.DIFFERS_MUCH if much else Word.DIFFERS)
        differs, where = words(mark), second_words(mark)
        shape = (Word.VECTOR_RESULT in marks or maybe, maybe)
        dynamic = all_words(marks.get(Word.DYNAMIC_ONLY))
        if isinstance(node, ast.FunctionDef):
            own = Word.OF_SEQUENCES in marks or not is_rule_body(node.body)
            kind: RuleKind = "helper" if Word.HELPER in marks else "code" if own else "function"
            dtype = words(marks.get(Word.SAME_DTYPE))
            params = params_of(node.args)
            stopped = all_words(marks.get(Word.WITHOUT_GRADIENT))
            return Rule(legacy, kind, self, node, params, dropped, *shape, differs, much, where, dynamic, stopped,
                        dtype)
        init = init_of(node)
        base = self.dotted(node.bases[0]) if node.bases else ""
        is_helper = Word.HELPER in marks
        if not is_helper and (init is None or takes_anything(init.args)) and base.startswith("paddle."):
            return Rule(legacy, "move", self, node, target=base, differs=differs, differs_much=much,
                        differs_where=where)
        params = params_of(init.args)[1:] if init else self._inherited_params(node)
        kind = "helper" if is_helper else self._class_kind(node)
        return Rule(legacy, kind, self, node, params, dropped, *shape, differs, much, where)

    def _class_kind(self, node: ast.ClassDef) -> RuleKind:
        base = self.dotted(node.bases[0]) if node.bases else ""
        if base.rpartition(".")[2] == "Inner":
            return "wrapper"
        parent = self.library.lookup(base) if base.startswith(PACKAGE) else None
        if isinstance(parent, Rule):
            # what is of our own making has no class of today's to stand for
            kinds: dict[RuleKind, RuleKind] = {"move": "code", "helper": "class"}
            return "code" if parent.short == "Layer" else kinds.get(parent.kind, parent.kind)
        return "class" if base.startswith("paddle.") else "code"

    def _inherited_params(self, node: ast.ClassDef) -> tuple[Param, ...]:
        base = self.dotted(node.bases[0]) if node.bases else ""
        parent = self.library.lookup(base)
        if isinstance(parent, Rule):
            return parent.params
        named = ((str(name), default) for name, default in targets().get(base, ()) if name is not None)
        return tuple(Param(name, None if default is None else _constant(default)) for name, default in named)

    def _text(self, node: ast.expr | None) -> str:
        """A string, written out or by the name of a constant of the file."""
        named = self.definitions.get(node.id) if isinstance(node, ast.Name) else None
        return string(named.value if isinstance(named, ast.Assign) else node)

    def _alias(self, legacy: str, value: ast.expr) -> Rule | None:
        if isinstance(value, ast.Call) and self.word(value.func) is Word.GONE:
            words = {k.arg: k.value for k in value.keywords}
            why, do = (self._text(words.get(w)) for w in ("why", "do"))
            return Rule(legacy, "gone", self, why=why, do=do)
        target = self.dotted(value)
        if target.startswith(PACKAGE):
            found = self.library.lookup(target)
            return found if isinstance(found, Rule) else None
        if target.startswith("paddle."):
            return Rule(legacy, "move", self, target=target)
        return Rule(legacy, "code", self)


def _constant(text: str) -> ast.expr:
    """A recorded default; one in which Paddles differ is none to compare with."""
    return ast.Name(id="differs") if text == "<differs>" else ast.parse(text, mode="eval").body


def _raised(statement: ast.stmt) -> str:
    """The words of `raise NotImplementedError("…")`."""
    made = statement.exc if isinstance(statement, ast.Raise) else None
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Name) or made.func.id != "NotImplementedError":
        return ""
    return "".join(str(each.value) for each in made.args if isinstance(each, ast.Constant))
