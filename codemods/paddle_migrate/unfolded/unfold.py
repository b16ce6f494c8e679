"""A script of 1.8 in which its program is built by statements that stand one behind the other: functions are in the
places of their calls, loops and choices are run, and what is fetched is named."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from paddle_migrate.facts.scopes import BY_TEXT
from paddle_migrate.project.taken import Taken
from paddle_migrate.text.parsing import python_error
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unfolded.beginnings import with_one_beginning
from paddle_migrate.unfolded.beside import note_changes
from paddle_migrate.unfolded.calling import call
from paddle_migrate.unfolded.expressions import attribute, value_of
from paddle_migrate.unfolded.home import Home, running
from paddle_migrate.unfolded.later import open_if
from paddle_migrate.unfolded.machine import Find, Kept, Machine, Row, free_names, marks_in, stored_names
from paddle_migrate.unfolded.patching import known, patched
from paddle_migrate.unfolded.rows import Rows, each_of, text_of
from paddle_migrate.unfolded.settings import Settings
from paddle_migrate.unfolded.statements import assign, execute, run_import
from paddle_migrate.unfolded.training import with_minimize
from paddle_migrate.unfolded.values import PLAIN, Code, Scope, Stuck
from paddle_migrate.unfolded.writing import joined, names_of, read_in, rendered

_TABS = re.compile(r"^ *\t", re.MULTILINE)  # that lines begin with


def unfolded(text: str, find: Find = lambda _: None, taken: Taken | None = None) -> str:
    """The text itself where what it does is not known before it runs. `find`: the text of the project's module of a
    name; `taken`: what files take of it that import it, and what these may change."""
    tree = python_tree(text) if "fluid" in text and not _TABS.search(text) else None
    if tree is None:
        return text
    try:
        new = with_minimize(_Unfolding(text, tree, find, taken or Taken()).text())
    except (Stuck, RecursionError):
        return text
    return new if python_error(new) is None else text


class _Unfolding:
    def __init__(self, text: str, tree: ast.Module, find: Find, taken: Taken) -> None:
        self.source, self.tree, self.is_taken = text, tree, taken.has
        self.machine = _Building(text, find)
        self.machine.changed |= taken.set
        note_changes(self.machine, tree)
        self.runs = running(tree)
        self.home = Home(self.machine, self.runs, Settings(self.machine, tree))
        inner = (each.body[0] for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.ClassDef, ast.If)))
        self.step = " " * next((each.col_offset for each in inner if each.col_offset), 4)

    def text(self) -> str:
        machine = self.machine
        self.home.go(self.tree.body)
        rows = machine.rows
        others = with_one_beginning(rows, machine.made)
        others |= joined(rows)
        self.names: dict[int, str] = {}
        for row in list(each_of(rows)):
            if isinstance(row, Kept) and isinstance(row.node, ast.FunctionDef):
                row.text = self._function(row.node) or row.text
        self._drop_unused(rows)
        for row in each_of(rows):
            if isinstance(row, Kept) and isinstance(row.node, (ast.FunctionDef, ast.ClassDef)):
                self._check(row)
        self.names |= names_of(rows, machine.hints, set(self.names.values()))
        self.names |= {old: self.names[new] for old, new in others.items() if new in self.names}
        self._import(rows)
        lines = rendered(rows, self.names, "", self.step)
        return "\n".join(lines).strip("\n") + "\n"

    # -- functions that train ------------------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef) -> str:
        """The text of one that runs programs; "" where it stays as it is."""
        machine = self.machine
        if node.name not in self.runs or node.decorator_list:
            return ""
        scope = Scope({}, machine.module)
        given = self._given(node)
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg):
                scope.names[each.arg] = given.get(each.arg, Code(each.arg))
                scope.spelled.add(each.arg)
        rows, machine.rows = machine.rows, []
        frames, machine.frames = machine.frames, [("<module>", 0), (node.name, 0)]
        hints = machine.hints
        machine.scope = machine.home = scope
        try:
            self.home.go(node.body)
            mine = machine.rows
            for row in each_of(mine):
                if isinstance(row, Kept) and isinstance(row.node, (ast.FunctionDef, ast.ClassDef)):
                    self._check(row)
        except Stuck:
            return ""
        finally:
            machine.scope = machine.home = machine.module
            machine.rows, machine.frames = rows, frames
        if all(isinstance(row, Kept) and row.text == machine.said.whole(row.node) for row in mine):
            return ""
        with_one_beginning(mine, machine.made)
        joined(mine)
        self._drop_unused(mine)
        names = names_of(mine, hints, {each.arg for each in ast.walk(node.args) if isinstance(
            each, ast.arg)})
        if any(mark not in names for row in each_of(mine) for mark in marks_in(text_of(row))):
            return ""  # it has what is made outside of it and has no name there
        self.names |= names
        first = machine.said.span(node)[0]
        head = self.source[first : machine.said.span(node.body[0])[0]].rstrip()
        body = rendered(mine, names, self.step, self.step)
        return "\n".join([head, *body])

    def _given(self, node: ast.FunctionDef) -> dict[str, Any]:
        """What its only call gives for parameters, where that is plain."""
        calls = [each for each in ast.walk(self.tree) if isinstance(each, ast.Call) and isinstance(
            each.func, ast.Name) and each.func.id == node.name]
        uses = [each for each in ast.walk(self.tree) if isinstance(each, ast.Name) and each.id == node.name]
        if len(calls) != 1 or len(uses) != 1 or any(isinstance(each, ast.Starred) for each in calls[0].args) or (
                self.is_taken(node.name)):
            return {}
        if BY_TEXT.search(self.source) or "sys.modules" in self.source:
            return {}  # it may be called in other words, too
        names = [each.arg for each in node.args.args]
        found: dict[str, Any] = {}
        defaults = zip(names[len(names) - len(node.args.defaults) :], node.args.defaults, strict=True)
        pairs = {**dict(defaults), **dict(zip(names, calls[0].args, strict=False)), **{
            str(each.arg): each.value for each in calls[0].keywords}}
        for name, given in pairs.items():
            value = known(self.machine, given)
            inside = value if isinstance(value, tuple) else [value]
            is_known = value is not None or isinstance(given, ast.Constant)
            if is_known and all(isinstance(each, PLAIN) for each in inside):
                found[name] = value
        return found

    def _import(self, rows: Rows) -> None:
        """What functions of other files need, behind the imports that the script begins with."""
        read = {name for row in each_of(rows) for name in read_in(row)}
        texts = [text for name, text in self.machine.imports.items() if name.partition(".")[0] in read]
        places = [number for number, row in enumerate(rows) if isinstance(row, Kept) and isinstance(
            row.node, (ast.Import, ast.ImportFrom)) and "__future__" not in row.text]
        if texts and not places:
            raise Stuck
        for text in texts:
            is_own = text.startswith("import ") and text.removeprefix("import ") in self.machine.beside
            rows.insert((places[-1] if is_own else places[0]) + 1, Kept(text, self.tree.body[0], [], False))

    # -- what is left --------------------------------------------------------------------------------------------

    def _drop_unused(self, rows: Rows) -> None:
        """Functions, classes and objects that are run by now, and that nothing has any more."""
        while True:
            read: dict[int, set[str]] = {id(row): read_in(row) for row in each_of(rows)}
            idle = [row for row in each_of(rows) if isinstance(row, Kept) and row.is_idle and row.names and not any(
                map(self.is_taken, row.names))]
            gone = [row for row in idle if self._is_run(row) and not any(
                set(row.names) & names for key, names in read.items() if key != id(row))]
            if not gone:
                return
            for row in gone:
                _take_out(rows, row)

    def _is_run(self, row: Kept) -> bool:
        """Whether the script itself had another use for it, which is gone."""
        others = [each for each in ast.walk(self.tree) if isinstance(each, ast.Name) and isinstance(
            each.ctx, ast.Load) and each.id in row.names]
        return bool(others)

    def _check(self, row: Kept) -> None:
        """Raises Stuck where a function that stays reads what is not there any more."""
        machine = self.machine
        if row.text != machine.said.whole(row.node):
            return  # one that trains, and is written anew
        names = free_names(row.node) - stored_names(row.node)
        gone = [name for name in names if not machine.is_spelled(name) and machine.holder(name) is not None]
        if any(machine.times.get((id(machine.holder(name)), name), 0) > 1 for name in gone):
            raise Stuck  # it is another one at another time
        if gone:
            is_later, machine.is_later = machine.is_later, True
            row.text = patched(machine, row.node)
            machine.is_later = is_later


def _take_out(rows: Rows, gone: Kept) -> None:
    for number, row in enumerate(rows):
        if row is gone:
            del rows[number]
            if number < len(rows) and any(each.startswith("#") for each in gone.comments):
                rows[number].comments = (*gone.comments, *rows[number].comments)
            return
        if not isinstance(row, (Kept, Row)):
            _take_out(row.rows, gone)


class _Building(Machine):
    def value(self, node: ast.expr) -> Any:
        return value_of(self, node)

    def attribute(self, owner: Any, name: str) -> Any:
        return attribute(self, owner, name)

    def call(self, function: Any, args: list[Any], words: dict[str, Any]) -> Any:
        return call(self, function, args, words)

    def assign(self, target: ast.expr, value: Any, is_inner: bool = False) -> None:
        assign(self, target, value, is_inner)

    def execute(self, body: list[ast.stmt]) -> None:
        execute(self, body)

    def choose(self, node: ast.If, run: Callable[[list[Any]], None]) -> None:
        open_if(self, node, run)

    def bring(self, node: ast.Import | ast.ImportFrom) -> None:
        run_import(self, node)
