"""What is written of a program that becomes layers, however many programs there are: classes, imports, what goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import libcst as cst

from paddle_migrate.dynamic.classes import ACCURACY, DROPS, Classes
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.helpers import COUNTED
from paddle_migrate.dynamic.parts import Body
from paddle_migrate.dynamic.program import Program, is_length
from paddle_migrate.dynamic.reading import Reading, Stays, target_names


class Writing:
    """Of one file. `bodies`: the network, and what it is built by; `apart`: whether no two layers share a parameter."""

    def __init__(self, reading: Reading, program: Program, bodies: list[Body], apart: bool) -> None:
        self.reading, self.source, self.program, self.bodies = reading, reading.source, program, bodies
        self.draft = Draft(reading)
        self.missing: list[str] = []  # imports
        self.paddle, self.layer = self._spell("paddle"), f"{self._spell('paddle.nn')}.Layer"
        self.classes = Classes(program, bodies, f"{self.paddle}.metric.accuracy", apart)
        self.net = self._free("net", "network", "layers")

    # -- classes -------------------------------------------------------------------------------------------------

    def _write_bodies(self, forward: Callable[[Body], Sequence[str]]) -> None:
        for body in self.bodies[1:]:
            assert body.function is not None
            text = self.classes.text(body, self.layer, forward(body)).replace("\n", self.source.newline)
            self.draft.put(*self.source.core(body.function), text)

    def _put_network(self, text: str) -> None:
        """The class of the network, if there is one, above where the program is built; its statements go."""
        home = self.program.home
        above: cst.CSTNode = home if isinstance(home, cst.FunctionDef) else self.program.network[0]
        while self.source.parents.get(above) is not self.source.module:
            above = self.source.parents[above]
        first = self.source.line(above)
        while first > 1 and self.source.text[self.source.line_start(first - 1) :].startswith("#"):
            first -= 1
        blanks = sum(not self.source.line_text(number).strip() for number in range(max(1, first - 2), first))
        blank = "\n" * (2 - blanks) if isinstance(home, cst.Module) else ""
        new = f"{blank}{text}\n\n\n".replace("\n", self.source.newline)
        if text:
            self.draft.edits.insert(self.source.line_start(first), new, rank=-5)
        for line in self.program.network:
            self.draft.replace(line, [], moved=True)
        for body in self.bodies:
            for part in body.parts:
                for name in part.functions if part.alias else ():
                    self._rename_values(part.alias, name, self.classes.by_function[name])

    def _rename_values(self, alias: str, function: str, body: Body) -> None:
        """`chosen = function` → `chosen = Class`."""
        for use in self.reading.uses(self.reading.scopes.module, function):
            assign = self.source.parents.get(use)
            if isinstance(assign, cst.Assign) and target_names(assign) == [alias]:
                self.draft.put(*self.source.span(use), body.name)

    # -- the whole -----------------------------------------------------------------------------------------------

    def _edit_others(self) -> None:
        """Functions that the network calls and that are no part of it."""
        counted = self.reading.helper(COUNTED)
        for call in [*self.reading.calls, *(self.reading.calls_in(counted) if counted is not None else ())]:
            name = self.reading.called(call)
            if call in self.classes.edited:
                continue
            if is_length(self.reading, call) and self.reading.names_in(call.args[0]) & set(self.program.live):
                self.draft.put(*self.source.span(call), str(len(self.reading.loads_in(call.args[0]))))
            if name == ACCURACY:
                self.draft.edits.replace(*self.source.span(call.func), self.classes.accuracy)
            if name in DROPS and not any(arg.keyword and arg.keyword.value == "training" for arg in call.args):
                raise Stays(call, "dropout outside of what builds the network does not know when it is tested")

    def _drop_import(self) -> None:
        """`import math`, where only sizes that are numbers now needed it."""
        sizes = {id(name) for node in self.classes.size_nodes for name in self.reading.loads_in(node)}
        for binding in self.reading.scopes.module.bindings.get("math", []):
            line = self.source.parents.get(binding.node)
            alone = isinstance(binding.node, cst.Import) and len(binding.node.names) == 1
            if line is not None and alone and binding.uses and all(id(use) in sizes for use in binding.uses):
                self.draft.replace(line, [])

    def _vanish(self) -> None:
        """No use of the program's variables may be left, nor of the functions that became classes."""
        scope = self.reading.scope(self.program.home)
        feeds = set(self.program.feeds)
        for name in self.program.live:
            if name not in feeds:
                self.draft.vanish(scope, name, next(line for line in self.program.network
                                                    if name in target_names(line.body[0])))
        for body in self.bodies[1:]:
            assert body.function is not None
            self.draft.vanish(self.reading.scopes.module, body.function.name.value)
        for name, feed in self.program.feeds.items():
            for use in self.reading.uses(scope, name):
                if id(use) in self.program.understood:
                    self.draft.settle(use)
            self.draft.vanish(scope, name, feed.line)

    def _spell(self, module: str) -> str:
        """How the script calls a module; noted where it has to import it."""
        for name, bindings in self.reading.scopes.module.bindings.items():
            if bindings and all(b.kind == "import" and b.target == module for b in bindings):
                return name
        for root, rest in ((module.partition(".")[0], module.partition(".")[2]),):
            if rest and root in self.reading.scopes.module.bindings:
                return f"{self._spell(root)}.{rest}"
        self.missing.append(f"import {module}")
        return module

    def _free(self, *names: str) -> str:
        return next((name for name in names if name not in self.reading.taken), f"{names[0]}_")

    def _imported(self, text: str) -> str:
        first = re.search(r"^import paddle\b", text, re.MULTILINE)
        at = first.start() if first is not None else 0
        return text[:at] + "".join(f"{line}{self.source.newline}" for line in self.missing) + text[at:]
