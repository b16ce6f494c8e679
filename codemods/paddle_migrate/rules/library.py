"""The rules: what each legacy name means today, read from the sources of `paddle_compat` without importing it."""

from __future__ import annotations

import ast
import importlib.util
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

RuleKind = Literal["function", "class", "wrapper", "helper", "move", "gone", "code"]


_SPREAD = ("paddle.fluid.layers", "paddle.fluid.dygraph")


@dataclass(frozen=True)
class Param:
    name: str
    default: ast.expr | None  # None: must be given
    keyword_only: bool = False


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
    dropped: dict[str, str] = field(default_factory=dict)
    vector_result: bool = False
    maybe_vector: bool = False  # its inputs decide whether vector_result holds
    differs: str = ""  # how the numbers of the inlined form differ from 1.8.5's
    same_dtype: str = ""  # which dtype the inlined form's result has where 1.8.5's had its input's
    target: str = ""
    why: str = ""
    do: str = ""

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    def param(self, name: str) -> Param | None:
        return next((p for p in self.params if p.name == name), None)


class RuleModule:
    """One source file of compat: its public names, its imports."""

    def __init__(self, library: Library, path: Path, name: str) -> None:
        self.library, self.path, self.name = library, path, name
        self.is_package = path.name == "__init__.py"
        self.source = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.source)
        self.imports: dict[str, str] = {}
        self.definitions: dict[str, ast.stmt] = {}
        self.stars: list[str] = []
        self.exported: list[str] | None = None
        self._rules: dict[str, Rule | None] = {}
        self._names: list[str] | None = None
        self._stars: dict[str, Rule | RuleModule | None] = {}
        for statement in self.tree.body:
            self._read(statement)

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, (ast.If, ast.Try)):
            for inner in ast.iter_child_nodes(statement):
                if isinstance(inner, ast.stmt):
                    self._read(inner)
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                self.imports[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(statement, ast.ImportFrom):
            base = self._absolute(statement)
            for alias in statement.names:
                if alias.name == "*":
                    self.stars.append(base)
                else:
                    self.imports[alias.asname or alias.name] = f"{base}.{alias.name}"
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            self.definitions[statement.name] = statement
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if name == "__all__":
                self.exported = _strings(statement.value)
            self.definitions[name] = statement
        elif isinstance(statement, ast.AnnAssign) and statement.value and ast.unparse(statement.target) == "__all__":
            self.exported = _strings(statement.value)

    def _absolute(self, statement: ast.ImportFrom) -> str:
        if not statement.level:
            return statement.module or ""
        parts = self.name.split(".")
        keep = len(parts) - statement.level + (1 if self.is_package else 0)
        return ".".join(parts[:keep] + ([statement.module] if statement.module else []))

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
            if module and name in module.names():
                return module.find(name)
        return self.library.module(f"{self.name}.{name}")

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

    def _rule(self, name: str, node: ast.stmt) -> Rule | None:
        legacy = "paddle" + self.name[len(Library.PACKAGE) :] + "." + name
        if isinstance(node, ast.Assign):
            return self._alias(legacy, node.value)
        assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
        marks = {_called_name(d): d for d in node.decorator_list}
        dropped = _reasons(marks.get("dropped"))
        differs, maybe = _words_of(marks.get("differs")), "maybe_vector_result" in marks
        shape = ("vector_result" in marks or maybe, maybe)
        if isinstance(node, ast.FunctionDef):
            own = "of_sequences" in marks or not _is_rule_body(node.body)
            kind: RuleKind = "helper" if "helper" in marks else "code" if own else "function"
            dtype = _words_of(marks.get("same_dtype"))
            return Rule(legacy, kind, self, node, _params(node.args), dropped, *shape, differs, dtype)
        init = init_of(node)
        base = self.dotted(node.bases[0]) if node.bases else ""
        if (init is None or _takes_anything(init.args)) and base.startswith("paddle."):
            return Rule(legacy, "move", self, node, target=base, differs=differs)
        params = _params(init.args)[1:] if init else self._inherited_params(node)
        kind = "helper" if "helper" in marks else self._class_kind(node)
        return Rule(legacy, kind, self, node, params, dropped, *shape, differs)

    def _class_kind(self, node: ast.ClassDef) -> RuleKind:
        base = self.dotted(node.bases[0]) if node.bases else ""
        if base.rpartition(".")[2] == "Inner":
            return "wrapper"
        parent = self.library.lookup(base) if base.startswith(Library.PACKAGE) else None
        if isinstance(parent, Rule):
            # what is of our own making has no class of today's to stand for
            return "code" if parent.kind == "move" or parent.short == "Layer" else parent.kind
        return "class" if base.startswith("paddle.") else "code"

    def _inherited_params(self, node: ast.ClassDef) -> tuple[Param, ...]:
        base = self.dotted(node.bases[0]) if node.bases else ""
        parent = self.library.lookup(base)
        return parent.params if isinstance(parent, Rule) else ()

    def _text(self, node: ast.expr | None) -> str:
        """A string, written out or by the name of a constant of the file."""
        named = self.definitions.get(node.id) if isinstance(node, ast.Name) else None
        return _string(named.value if isinstance(named, ast.Assign) else node)

    def _alias(self, legacy: str, value: ast.expr) -> Rule | None:
        if isinstance(value, ast.Call) and _called_name(value) == "gone":
            words = {k.arg: k.value for k in value.keywords}
            why, do = (self._text(words.get(w)) for w in ("why", "do"))
            return Rule(legacy, "gone", self, why=why, do=do)
        target = self.dotted(value)
        if target.startswith(Library.PACKAGE):
            found = self.library.lookup(target)
            return found if isinstance(found, Rule) else None
        if target.startswith("paddle."):
            return Rule(legacy, "move", self, target=target)
        return Rule(legacy, "code", self)


class Library:
    """All rules, each module read when first asked for."""

    PACKAGE = "paddle_compat"

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, RuleModule | None] = {}
        self._legacy: dict[str, tuple[Rule | RuleModule | None, list[str]]] = {}

    def module(self, name: str) -> RuleModule | None:
        if name not in self._modules:
            self._modules[name] = self._load(name)
        return self._modules[name]

    def _load(self, name: str) -> RuleModule | None:
        if name.partition(".")[0] != self.PACKAGE:
            return None
        base = self.root.joinpath(*name.split(".")[1:])
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file() and (base != self.root or path.name == "__init__.py"):
                return RuleModule(self, path, name)
        return None

    def modules(self) -> list[RuleModule]:
        """Every module of the legacy tree."""
        found = []
        for path in sorted(path for tree in ("complex", "fluid") for path in self.root.joinpath(tree).rglob("*.py")):
            parts = path.relative_to(self.root).with_suffix("").parts
            if any(p.startswith("_") and p != "__init__" for p in parts):
                continue
            module = self.module(".".join([self.PACKAGE, *(p for p in parts if p != "__init__")]))
            if module:
                found.append(module)
        return found

    @cached_property
    def not_yet(self) -> frozenset[str]:
        """The legacy names that can be imported but have no rule yet."""
        source = self.root.joinpath("fluid", "_not_yet_names.py").read_text(encoding="utf-8")
        table = next(s.value for s in ast.parse(source).body if isinstance(s, ast.AnnAssign) and s.value)
        below: dict[str, str] = ast.literal_eval(table)
        return frozenset(
            ".".join(part for part in ("paddle.fluid", module, name) if part)
            for module, names in below.items()
            for name in names.split()
        )

    def is_not_yet(self, name: str) -> bool:
        """Whether this name, or what it is an attribute of, was in 1.8.5 and has no rule yet.

        Its address may be the file that 1.8.5 spread the package over: `fluid.layers.nn.fc`.
        """
        parts = name.split(".")
        spread = [*parts[:3], *parts[4:]] if ".".join(parts[:3]) in _SPREAD else parts
        return any(".".join(p[:n]) in self.not_yet for p in (parts, spread) for n in range(3, len(p) + 1))

    def lookup(self, name: str) -> Rule | RuleModule | None:
        """What a full name of compat refers to: `paddle_compat.fluid.layers.relu`."""
        parts = name.split(".")
        at: Rule | RuleModule | None = self.module(parts[0])
        for part in parts[1:]:
            if not isinstance(at, RuleModule):
                return None
            at = at.find(part)
        return at

    def legacy(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        """The rule or module that a legacy name refers to, and what the name holds beyond a rule:
        `paddle.fluid.io.DataLoader.from_generator` is the rule DataLoader and ['from_generator']."""
        if name not in self._legacy:
            self._legacy[name] = self._find_legacy(name)
        return self._legacy[name]

    def _find_legacy(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        found, beyond = self._walk(name)
        parts = name.split(".")
        if found is None and len(parts) > 4 and ".".join(parts[:3]) in _SPREAD:
            # 1.8.5 spread these packages over files of its own choice: the package has all of their names
            return self._walk(".".join([*parts[:3], *parts[4:]]))
        return found, beyond

    def _walk(self, name: str) -> tuple[Rule | RuleModule | None, list[str]]:
        at: Rule | RuleModule | None = self.module(self.PACKAGE)
        parts = name.split(".")[1:]
        for i, part in enumerate(parts):
            if isinstance(at, Rule):
                return at, parts[i:]
            if at is None:
                return None, []
            at = at.find(part)
        return at, []


@lru_cache(maxsize=1)
def library() -> Library:
    """The rules of the installed compat layer."""
    spec = importlib.util.find_spec(Library.PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("paddle-migrate is not completely installed: paddle_compat is missing; install it again")
    return Library(Path(next(iter(spec.submodule_search_locations))))


def init_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)


def _takes_anything(args: ast.arguments) -> bool:
    """Whether a constructor has `*layers` alone, which only the runtime looks into."""
    return args.vararg is not None and len(args.args) == 1 and not args.kwonlyargs


def _params(args: ast.arguments) -> tuple[Param, ...]:
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    params = [Param(a.arg, d) for a, d in zip(plain, defaults, strict=False)]
    params += [Param(a.arg, d, True) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=False)]
    return tuple(params)


def _is_rule_body(body: list[ast.stmt]) -> bool:
    """Ifs that return or raise, names given once, and one return: what the inliner can follow."""
    rest = body[1:] if _is_docstring(body[0]) else body
    if not rest:
        return False
    *before, last = rest
    simple = all(isinstance(s, (ast.Assign, ast.AnnAssign)) or _is_choice(s) for s in before)
    return simple and (isinstance(last, ast.Return) or _is_choice(last))


def _is_choice(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.If):
        return False
    inner = [*statement.body, *statement.orelse]
    return all(isinstance(s, (ast.Return, ast.Raise, ast.Assign)) or _is_choice(s) for s in inner)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _called_name(node: ast.expr) -> str:
    func = node.func if isinstance(node, ast.Call) else node
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _reasons(mark: ast.expr | None) -> dict[str, str]:
    return {k.arg: _string(k.value) for k in mark.keywords if k.arg} if isinstance(mark, ast.Call) else {}


def _words_of(mark: ast.expr | None) -> str:
    """The first argument of a decorator."""
    return _string(mark.args[0]) if isinstance(mark, ast.Call) and mark.args else ""


def _string(node: ast.expr | None) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _strings(node: ast.expr) -> list[str]:
    return [_string(e) for e in node.elts] if isinstance(node, (ast.List, ast.Tuple)) else []
