"""The statements that a file, or a function that trains, does itself: kept, or written as what they come to."""

from __future__ import annotations

import ast
import re
from typing import Any

from paddle_migrate.unfolded.changes import all_held
from paddle_migrate.unfolded.machine import Block, Kept, Machine, free_names, marks_in, parts
from paddle_migrate.unfolded.patching import patched
from paddle_migrate.unfolded.settings import Settings
from paddle_migrate.unfolded.statements import execute, run_class, run_function, run_import
from paddle_migrate.unfolded.values import (
    PLAIN,
    Beside,
    Choice,
    Class,
    Code,
    Function,
    Library,
    Object,
    Returned,
    Stuck,
)

_DEFINES = (ast.FunctionDef, ast.ClassDef)
_RUN = ("run", "train_from_dataset", "infer_from_dataset")  # methods that run programs
_SIMPLE = (ast.Assign, ast.Expr, ast.AugAssign, ast.AnnAssign)


class Home:
    """`runs`: what functions and methods are called that run programs, by themselves or by others."""

    def __init__(self, machine: Machine, runs: set[str], settings: Settings) -> None:
        self.machine, self.runs, self.settings = machine, runs, settings
        self.unknown: dict[str, ast.FunctionDef | ast.ClassDef] = {}  # definitions that may make anything of it

    def go(self, body: list[ast.stmt]) -> None:
        for each in body:
            self.machine.comments = self.machine.said.above(each)
            if isinstance(each, (ast.Import, ast.ImportFrom)):
                self._import(each)
            elif isinstance(each, _DEFINES):
                self._define(each)
            elif isinstance(each, ast.If) and _is_main(each):
                self._block(each, self.machine.said.of(each.test), "if")
            elif isinstance(each, ast.With) and (self.is_frozen(each) or self._is_guard(each)):
                items = ", ".join(patched(self.machine, each, item) for item in each.items)
                self._block(each, items, "with")
            elif self.is_frozen(each):
                self._freeze(each)
            else:
                self._try(each)

    def is_frozen(self, node: ast.AST) -> bool:
        """Whether a program is run in it."""
        called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
        return any(_name(each) in _RUN or (_name(each) in self.runs and not self._is_another(each)) for each in called)

    def _is_another(self, func: ast.expr) -> bool:
        """Whether it is a method of an object that is known, which runs none."""
        owner = func.value if isinstance(func, ast.Attribute) else None
        known = self.machine.scope.names.get(owner.id) if isinstance(owner, ast.Name) else None
        method = known.of.find(_name(func)) if isinstance(known, Object) else None
        return isinstance(method, Function) and not _calls(method.node, self.runs - {_name(func)})

    def _is_guard(self, node: ast.With) -> bool:
        """Whether it says of Paddle alone where its statements build, and gives no name."""
        funcs = [each.context_expr.func for each in node.items if isinstance(each.context_expr, ast.Call)]
        try:
            found = [self.machine.value(each) for each in funcs]
        except Stuck:
            return False
        return len(found) == len(node.items) and all(isinstance(each, Library) and each.name.startswith(
            "paddle.") for each in found) and not any(each.optional_vars for each in node.items)

    def _block(self, node: ast.If | ast.With, head: str, word: str) -> None:
        machine = self.machine
        made, outer = Block(f"{word} {head}:", comments=tuple(machine.comments)), machine.rows
        outer.append(made)
        machine.rows = made.rows
        self.go(node.body)
        machine.rows = outer

    # -- what stays ----------------------------------------------------------------------------------------------

    def _keep(self, node: ast.stmt, text: str = "", is_idle: bool = False) -> None:
        machine = self.machine
        names = _stored(node) if not isinstance(node, _DEFINES) else [node.name]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [each.asname or each.name.partition(".")[0] for each in node.names]
        machine.rows.append(Kept(text or machine.said.whole(node), node, names, is_idle, tuple(machine.comments)))
        machine.comments = []

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        before = dict(self.machine.scope.names)
        run_import(self.machine, node)
        if node.names[0].name == "*":
            new = [name for name, value in self.machine.scope.names.items() if before.get(name) is not value]
            for name in new:
                self.machine.bind(name, self.machine.scope.names[name], is_spelled=True)
            self._keep(node)
            return
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self.machine.bind(name, self.machine.scope.names[name], is_spelled=True)
        beside = [each for each in self.machine.beside.values() if each is not None]
        own = [self.machine.scope.names[alias.asname or alias.name.partition(".")[0]] for alias in node.names]
        theirs = [each for there in beside for each in there.scope.names.values() if not isinstance(each, Library)]
        is_theirs = all(isinstance(each, Beside) or any(each is one for one in theirs) for each in own)
        self._keep(node, is_idle=is_theirs and all(each.is_plain for each in beside))

    def _define(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        is_idle, before = True, len(self.machine.rows)
        try:
            (run_function if isinstance(node, ast.FunctionDef) else run_class)(self.machine, node)
            value = self.machine.scope.names[node.name]
            if len(self.machine.rows) > before:  # a default is worked out, which the definition does itself
                del self.machine.rows[before:]
                raise Stuck
        except Stuck:
            value, self.unknown[node.name] = Code(node.name), node
            is_idle = isinstance(node, ast.FunctionDef) and not node.decorator_list
            self._may_change(_run_at_once(node))
        self.machine.bind(node.name, value, is_spelled=True)
        self._keep(node, is_idle=is_idle)

    def _freeze(self, node: ast.stmt) -> None:
        """A statement that runs programs stays; what it is given is written out."""
        machine = self.machine
        known = machine.scope.names
        changed = self._reached([node])[1]
        stored = changed | {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(
            each.ctx, ast.Load)}
        early = changed | (stored & read_first([node], set()))
        if any(name in known and not machine.is_spelled(name) for name in early):
            raise Stuck
        before = {name: known[name] for name in stored if name in known}
        if any(isinstance(value, Code) and value.text == name and self._is_held(value, name)
               for name, value in before.items()):
            raise Stuck
        for name in stored:
            machine.bind(name, Code(name), is_spelled=True)
        text = patched(machine, node)
        self._may_change([node])
        self._keep(node, text)

    def _may_change(self, nodes: list[ast.AST]) -> None:
        """What runs there is not known: containers and objects that it reaches are what the script has from now on."""
        machine, known, own = self.machine, self.machine.scope.names, _free(nodes)
        for name in self._reached(nodes)[0] & known.keys():
            if machine.is_spelled(name) and self.settings.has(name, machine.module.names.get(name)):
                continue
            if isinstance(known[name], (list, dict, set, Object)) and machine.is_spelled(name):
                machine.bind(name, Code(name), is_spelled=True)
            elif isinstance(known[name], (list, tuple, dict, set, Object, Choice)) and name not in own and not (
                    machine.is_spelled(name)):
                self._write_out(name, nodes[0])

    def _write_out(self, name: str, node: ast.AST) -> None:
        """A container of what was written, which a function reads that runs in a statement, under its name."""
        machine, value = self.machine, self.machine.scope.names[name]
        is_shared = any(each is value for other, each in machine.scope.names.items() if other != name)
        if not isinstance(value, (list, tuple, dict)) or not isinstance(node, ast.stmt) or is_shared or (
                machine.is_dirty(value)):
            raise Stuck
        made = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None), lineno=node.lineno, col_offset=0)
        machine.rows.append(Kept(f"{name} = {machine.lift(value)}", made, [name], is_idle=True))
        machine.bind(name, value if isinstance(value, tuple) else Code(name), is_spelled=True)

    def _reached(self, nodes: list[ast.AST]) -> tuple[set[str], set[str]]:
        """Names that are read there, and in functions and methods that it may call; those that these set."""
        found, changed = _free(nodes), set[str]()
        waiting = list(found)
        while waiting:
            name = waiting.pop()
            value = self.machine.scope.names.get(name)
            inner: ast.AST | None = getattr(value.of if isinstance(value, Object) else value, "node", None)
            inner = self.unknown.get(name) if isinstance(value, Code) else inner
            if inner is not None and not hasattr(inner, "is_foreign"):
                changed |= {name for each in ast.walk(inner) if isinstance(each, ast.Global) for name in each.names}
                new = free_names(inner) - found
                found |= new
                waiting += new
        return found, changed

    # -- what is run ---------------------------------------------------------------------------------------------

    def _try(self, node: ast.stmt) -> None:
        machine = self.machine
        before = machine.events, machine.inlined, machine.rounds, machine.resolved
        opened, chosen = machine.opened, machine.chosen
        held = {name: machine.scope.names.get(name) for name in _stored(node)}
        spelled, comments = machine.means_the_same_here(node), list(machine.comments)
        try:
            with machine.tried():
                execute(machine, [node])
                is_built = machine.inlined > before[1] and machine.events > before[0]
                if machine.opened > opened and not is_built and machine.chosen == chosen:
                    raise Stuck  # it builds nothing
        except (Stuck, Returned):
            machine.comments = comments
            self._freeze(node)
            return
        rows = machine.written
        is_event, is_run = machine.events > before[0], machine.inlined > before[1]
        is_held = any(isinstance(value, Code) and value.text == name and self._is_held(value, name)
                      for name, value in held.items())
        is_plain = isinstance(node, _SIMPLE) and not is_run and machine.rounds == before[2]
        is_beside = isinstance(getattr(node, "value", None), (ast.Tuple, ast.List))  # each gets its own statement
        is_new = is_event and any(_holds_new(machine.scope.names.get(name)) for name in _stored(node))
        is_found = machine.resolved > before[3] or machine.chosen > chosen or (is_event and is_beside) or is_new
        if spelled and not is_held and not is_found and (not is_event or is_plain):
            self._seen(node)
            machine.comments = comments
            self._keep(node, is_idle=not is_event and not rows)
            return
        machine.dirty |= machine.touched
        if rows and comments:
            _first(rows).comments = (*comments, *[each for each in _first(rows).comments if each not in comments])
        machine.rows += rows

    def _is_held(self, value: Code, name: str) -> bool:
        """Whether something else has the value, or is worked out of it, than what has its name."""
        word = re.compile(rf"\b{re.escape(value.text)}\b") if value.text.isidentifier() else None
        scopes = {id(each): each for each in (self.machine.module, self.machine.home)}.values()
        waiting = [each for scope in scopes for other, each in scope.names.items() if other != name]
        seen: set[int] = set()
        while waiting:
            each = waiting.pop()
            if id(each) in seen or isinstance(each, (*PLAIN, Library, Function, Class)):
                continue
            seen.add(id(each))
            if each is value or (isinstance(each, Code) and word is not None and word.search(each.text)):
                return True
            waiting += parts(each)
        return False

    def _seen(self, node: ast.stmt) -> None:
        """Values as the statement's own names have them."""
        machine = self.machine
        for name in _stored(node):
            if name in machine.scope.names:
                machine.bind(name, through(machine, name, machine.scope.names[name]), is_spelled=True)
        held = {id(value) for _, _, value in all_held(machine)}
        for value in [each for each in machine.touched.values() if id(each) in held]:
            owner = next((name for name, each in machine.scope.names.items() if each is value), "")
            if any(isinstance(each, Code) and marks_in(each.text) for each in parts(value)):
                if not owner:
                    raise Stuck
                through(machine, owner, value)


def _holds_new(value: Any) -> bool:
    """Whether it is a container of what a statement has written."""
    return any((isinstance(each, Code) and marks_in(each.text)) or _holds_new(each) for each in parts(value))


def _first(rows: list[Any]) -> Any:
    return rows[0]


def through(machine: Machine, text: str, value: Any) -> Any:
    """The value as it is reached from what the text gives."""
    if isinstance(value, Code):
        is_named = value.text.isidentifier() and not marks_in(value.text) and machine.is_spelled(value.text)
        is_inner = text.isidentifier()
        return value if is_named and not is_inner else renamed(machine, text, value)
    if isinstance(value, list):
        value[:] = [through(machine, f"{text}[{number}]", each) for number, each in enumerate(value)]
    elif isinstance(value, tuple):
        return tuple(through(machine, f"{text}[{number}]", each) for number, each in enumerate(value))
    elif isinstance(value, dict):
        for key in value:
            value[key] = through(machine, f"{text}[{machine.lift(key)}]", value[key])
    elif isinstance(value, Object):
        for name in value.attributes:
            value.attributes[name] = through(machine, f"{text}.{name}", value.attributes[name])
    return value


def renamed(machine: Machine, text: str, value: Code) -> Code:
    """The value under another name."""
    new = Code(text, value.of_graph, value.shape, value.made, value.rate, value.owner, is_mixed=value.is_mixed)
    machine.rates = [(new if rate is value else rate, new if of is value else of) for rate, of in machine.rates]
    for each in (each for scope in (machine.module, machine.home) for each in scope.names.values()):
        if isinstance(each, Code) and each.rate is value:
            each.rate = new
    return new


def _stored(node: ast.AST) -> list[str]:
    """Names that a statement binds, outside of comprehensions and functions in it."""
    found: list[str] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.append(each.id)
        if not isinstance(each, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            waiting += ast.iter_child_nodes(each)
    return list(dict.fromkeys(found))


def read_first(body: list[ast.stmt], bound: set[str]) -> set[str]:
    """Names that statements may read before they bind them. `bound`: what is bound by then, which grows."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.For, ast.With)):
            heads = [node.iter] if isinstance(node, ast.For) else [each.context_expr for each in node.items]
            found |= {name for each in heads for name in free_names(each)} - bound
            inner = bound if isinstance(node, ast.With) else set(bound)
            targets = [node.target] if isinstance(node, ast.For) else [each.optional_vars for each in node.items]
            inner |= {name for each in targets if each is not None for name in _stored(each)}
            found |= read_first(node.body, inner)
        elif isinstance(node, (ast.If, ast.While, ast.Try)):
            found |= (free_names(node.test) - bound) if not isinstance(node, ast.Try) else set()
            handlers = [each.body for each in node.handlers] if isinstance(node, ast.Try) else []
            for each in (node.body, node.orelse, getattr(node, "finalbody", []), *handlers):
                found |= read_first(each, set(bound))
        else:
            found |= free_names(node) - bound
            if isinstance(node, ast.AugAssign):
                found |= set(_stored(node)) - bound
            bound |= set(_stored(node))
    return found


def _run_at_once(node: ast.FunctionDef | ast.ClassDef) -> list[ast.AST]:
    """What runs where a function or a class is defined."""
    if isinstance(node, ast.FunctionDef):
        return [*node.decorator_list, node.args]
    body = [each for each in node.body if not isinstance(each, ast.FunctionDef)]
    return [*node.decorator_list, *node.bases, *(each.value for each in node.keywords), *body]


def _free(nodes: list[ast.AST]) -> set[str]:
    return {name for each in nodes for name in free_names(each)}


def _is_main(node: ast.If) -> bool:
    return not node.orelse and "__name__" in free_names(node.test)


def running(tree: ast.Module) -> set[str]:
    """The functions and methods that run programs."""
    defined = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    found: set[str] = set()
    while True:
        more = {each.name for each in defined if each.name not in found and _calls(each, found)}
        if not more:
            return found
        found |= more


def _calls(node: ast.AST, names: set[str]) -> bool:
    found = {_name(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}
    return not found.isdisjoint(_RUN) or bool(found & names)


def _name(func: ast.expr) -> str:
    """`run` of `exe.run`, and of `run`."""
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
