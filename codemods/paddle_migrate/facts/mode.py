"""In which mode a line runs: dynamic (as it goes), static (it builds a program), or unknown.

1.8 began in static mode and was dynamic inside `dygraph.guard()`; today it is the other way round. So a program must
not be rewritten as if it were dygraph: `minimize()` of a program is no `step()`. What decides, in this order:

- a `dygraph.guard()` around the line, and a class that derives from a fluid layer: dynamic;
- signs (`signs.py`) in its function, class or module, and in the functions that it calls: calling changes no mode;
- those who call the function, then what it stands in;
- where all signs of a file agree, all of it has that mode; where it has none, the files around it that import it or
  that it imports are asked for theirs.

What follows from it, for all rewrites:

- static altogether: rewritten as a program of today's, behind its `enable_static()`; left and said once with
  `--no-programs`.
- static beside dynamic code that runs in guards: the program first, behind `enable_static()`, then the dygraph, in
  `dynamic_mode()`, where nothing of 1.8 stays (`half`).
- static in functions that no dynamic code calls: the same, and whoever calls them says `enable_static()`.
- static beside other dynamic code, or signs of both in one place: left as it is to the byte, and said once for each
  function. Half of a program in today's names runs nowhere.
- dynamic: rewritten.
- nothing known: what `--mode` says; without it, what means the same in both modes (`relu`, places, initialisers,
  readers) is rewritten call by call; what depends on the mode (an optimizer, a schedule) is left and said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Protocol

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.signs import Sign, in_both, is_guard, signs, switches, todays, weak_signs
from paddle_migrate.options import Half, IfUnknown
from paddle_migrate.rules.modes import Answer
from paddle_migrate.text.lines import Comment

_FUNCTIONS = (cst.FunctionDef, cst.ClassDef)
_DEEPEST = 50  # callers of callers


class Around(Protocol):
    """Whom to ask where a file shows no mode itself."""

    @property
    def mode(self) -> Answer: ...

    @property
    def works_with_fluid(self) -> bool: ...


class Mode:
    """Answers for one script. A region is what has one mode: a function, a class, a guard's block, the module."""

    def __init__(
        self, code: Code, kinds: Kinds, around: Around | None = None, known: Answer | None = None, half: Half = "",
        if_unknown: IfUnknown = "",
    ) -> None:
        """`known`: the mode of a file that is asked for none; `half`: what of a file of both is not left;
        `if_unknown`: the mode of what shows none."""
        self.code, self.kinds, self._around, self._known_of_file = code, kinds, around, known
        self.half = half
        self._otherwise: Answer = if_unknown or "unknown"
        self._homes: dict[int, cst.CSTNode] = {}
        self._known: dict[int, Answer] = {}
        self._busy: set[int] = set()

    def of(self, node: cst.CSTNode) -> Answer:
        """The mode in which the code at the node runs."""
        if not self.is_mixed:
            return self.of_file
        region = self.home(node)
        return self._by_switch(region, node) or self._of_region(region)

    def is_dynamic(self, node: cst.CSTNode) -> bool:
        return self.of(node) == "dynamic"

    @property
    def is_mixed(self) -> bool:
        """Whether the file has signs of both modes."""
        return len(self._shown) > 1

    @cached_property
    def is_guarded(self) -> bool:
        """Whether the dygraph of the file is 1.8's and runs in guards: none would run in static mode beside them."""
        return self._has_guard and not any(mode == "dynamic" for _, mode in todays(self.code))

    @cached_property
    def is_apart(self) -> bool:
        """Whether the programs of the file are functions that nothing else here calls: whoever does is in static mode,
        as it was."""
        parts = [region for region in self._regions if self._of_region(region) == "static"]
        return bool(parts) and not self._switches and all(map(self._is_apart, parts))

    def _is_apart(self, part: cst.CSTNode) -> bool:
        """Whether a static part is a function or a class that only others like it use, or a method of such a one."""
        if not isinstance(part, _FUNCTIONS):
            return False
        around = self.around(part)
        if around is not None and not isinstance(around, cst.Module):
            return self._of_region(around) == "static"
        bindings = self.code.scopes.find(part.name)
        return all(self._of_region(self.home(use)) == "static" for each in bindings for use in each.uses)

    @cached_property
    def of_file(self) -> Answer:
        """The mode of all of the file; unknown when it has both, or shows none."""
        if self._known_of_file is not None:
            return self._known_of_file
        if len(self._shown) == 1:
            return next(iter(self._shown))
        if self.half == "static":
            return self.half
        around = self._around
        if self._shown or not (self.code.references or self.code.imports_legacy or (
                around is not None and around.works_with_fluid)):
            return "unknown"
        found = around.mode if around is not None else "unknown"
        return found if found != "unknown" else self._otherwise

    def of_comments(self, comments: list[Comment]) -> Answer:
        """The mode of all places where these comments stand."""
        return _one({self.of(self.code.source.near(comment)) for comment in comments})

    def has_conflict(self, node: cst.CSTNode) -> bool:
        """Whether what the node stands in has signs of both modes."""
        return self.is_mixed and self.of(node) == "unknown" and len(self._says[id(self.home(node))]) > 1

    def comes_before_guard(self, node: cst.CSTNode) -> bool:
        """Whether the node stands in front of a guard in the same function, or at the top of the file."""
        home, order = self.home(node), self.code.source.order
        guards = [r for r in self._regions if isinstance(r, cst.With) and self.around(r) is home]
        return not isinstance(home, cst.With) and any(order(guard) > order(node) for guard in guards)

    def home(self, node: cst.CSTNode) -> cst.CSTNode:
        """The innermost region that holds the node."""
        passed: list[cst.CSTNode] = []
        parents = self.code.source.above
        at: cst.CSTNode = node
        while (home := self._homes.get(id(at))) is None:
            passed.append(at)
            above = parents.get(id(at))
            if above is None or type(at) in _FUNCTIONS or (type(at) is cst.With and is_guard(self.code, at)):
                home = at
                break
            at = above
        for each in passed:
            self._homes[id(each)] = home
        return home

    def around(self, region: cst.CSTNode) -> cst.CSTNode | None:
        """The region that the region stands in; None around the module."""
        above = self.code.source.parents.get(region)
        return self.home(above) if above is not None else None

    # -- signs -----------------------------------------------------------------------------------------------

    @cached_property
    def signs(self) -> list[Sign]:
        """Those that count, in the order of the text: none in a guard shows a static graph."""
        found = [s for s in signs(self.code, self.kinds) if s[1] == "dynamic" or not self._is_in_guard(s[0])]
        if found and {id(node) for node, _ in found} <= in_both(self.code):
            found = []
        found = self._without_last_switch(found)
        static = {id(self.home(node)) for node, mode in found if mode == "static"}
        if not static or self._has_guard or len({mode for _, mode in found}) > 1:
            found += [s for s in weak_signs(self.code) if id(self.home(s[0])) not in static]
        return sorted(found, key=lambda sign: self.code.source.order(sign[0]))

    def _without_last_switch(self, found: list[Sign]) -> list[Sign]:
        """`disable_dygraph()` shows nothing where no line shows a static graph and dynamic mode does not come back."""
        order = self.code.source.order
        off = {id(node): order(node) for node, mode in switches(self.code) if mode == "static"}
        others = [(node, mode) for node, mode in found if id(node) not in off]
        again = self._has_guard or any(order(node) > min(off.values()) for node, _ in others if off)
        return found if not off or again or {mode for _, mode in others} != {"dynamic"} else others

    @cached_property
    def _shown(self) -> set[Answer]:
        guards: set[Answer] = {"dynamic"} if self._has_guard else set()
        return guards.union(mode for _, mode in self.signs)

    @cached_property
    def _has_guard(self) -> bool:
        guards = (r for r in self.code.references if r.name.endswith(".guard"))
        statements = (self.code.source.parent(r.node, cst.With) for r in guards)
        return any(s is not None and is_guard(self.code, s) for s in statements)

    def _is_in_guard(self, node: cst.CSTNode) -> bool:
        """Whether a guard or a layer's class is around it, over however many functions."""
        region: cst.CSTNode | None = self.home(node)
        while region is not None:
            if isinstance(region, cst.With) or (isinstance(region, cst.ClassDef) and self._is_layer(region)):
                return True
            region = self.around(region)
        return False

    def _is_layer(self, node: cst.ClassDef) -> bool:
        return self.code.definitions.is_layer_class(node)

    @cached_property
    def _own(self) -> dict[int, set[Answer]]:
        """The signs of each region itself, by its id."""
        found: dict[int, set[Answer]] = {}
        for node, mode in self.signs:
            found.setdefault(id(self.home(node)), set()).add(mode)
        return found

    @cached_property
    def _says(self) -> dict[int, set[Answer]]:
        """The signs of each region by its id; those of what it calls where it has none, of its methods where it is a
        class. A function's own guard is no sign of its."""
        said = {id(region): set(self._own.get(id(region), ())) for region in self._regions}
        for region in self._regions:
            if isinstance(region, cst.With) or (isinstance(region, cst.ClassDef) and self._is_layer(region)):
                said[id(region)].add("dynamic")
        shown = {key for key, modes in said.items() if modes}
        waiting = [region for region in self._regions if said[id(region)]]
        while waiting:
            region = waiting.pop()
            for above in self._takers(region):
                new = said[id(region)] - said[id(above)]
                if new and (id(above) not in shown or isinstance(above, cst.ClassDef)):
                    said[id(above)] |= new
                    waiting.append(above)
        return said

    def _takers(self, region: cst.CSTNode) -> list[cst.CSTNode]:
        """The regions that call the function or class, and the class of a method."""
        takers = [self.home(call) for call in self._calls_of(region)]
        if self._is_method(region):
            takers += [around for around in (self.around(region),) if around is not None]
        return [taker for taker in takers if not isinstance(taker, cst.With)]

    @cached_property
    def _regions(self) -> list[cst.CSTNode]:
        """All of them, each before those inside it."""
        guards = [w for w in self.code.source.all(cst.With) if is_guard(self.code, w)]
        found = [self.code.source.module, *self.code.source.all(*_FUNCTIONS), *guards]
        return sorted(found, key=self.code.source.order)

    def _calls_of(self, definition: cst.CSTNode) -> list[cst.Call]:
        if not isinstance(definition, _FUNCTIONS) or self._is_method(definition):
            return []
        return self.code.definitions.calls_of(definition)

    def _is_method(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.FunctionDef) and isinstance(self.around(node), cst.ClassDef)

    # -- answers ---------------------------------------------------------------------------------------------

    def _of_region(self, region: cst.CSTNode) -> Answer:
        key = id(region)
        if key not in self._known:
            if key in self._busy or len(self._busy) > _DEEPEST:
                return "unknown"
            self._busy.add(key)
            self._known[key] = self._found(region)
            self._busy.discard(key)
        return self._known[key]

    def _found(self, region: cst.CSTNode) -> Answer:
        said = self._says[id(region)]
        if said:
            return _one(said)
        if calls := self._calls_of(region):
            return _one({self.of(call) for call in calls})
        around = self.around(region)
        return self._of_region(around) if around is not None and self._belongs(around) else self._otherwise

    def _belongs(self, around: cst.CSTNode) -> bool:
        """A method to its class, a nested function to its function; the module says nothing of its functions."""
        return not isinstance(around, cst.Module)

    @cached_property
    def _switches(self) -> dict[int, list[Sign]]:
        """Where a region goes from one mode to the other and has signs of both."""
        found: dict[int, list[Sign]] = {}
        for node, mode in switches(self.code):
            found.setdefault(id(self.home(node)), []).append((node, mode))
        return {key: sorted(at, key=lambda s: self.code.source.order(s[0])) for key, at in found.items()
                if len(self._own.get(key, ())) > 1}

    def _by_switch(self, region: cst.CSTNode, node: cst.CSTNode) -> Answer | None:
        """The mode that the last switch before the node chose; before the first, the other one than it did."""
        order = self.code.source.order
        at = self._switches.get(id(region), [])
        before: list[Answer] = [mode for switch, mode in at if order(switch) <= order(node)]
        if not at or before:
            return before[-1] if before else None
        return "static" if at[0][1] == "dynamic" else "dynamic"

    # -- what is left ----------------------------------------------------------------------------------------

    def is_left(self, node: cst.CSTNode) -> bool:
        mode, clash = self.of(node), self.has_conflict(node)
        if self.half != "static":
            return mode == "static" or clash
        at_top = isinstance(self.home(node), cst.Module) and not clash  # static, as 1.8 began
        return mode == "dynamic" or (mode == "unknown" and not at_top)

    def left_lines(self) -> set[int]:
        """The lines of a file of both modes that stay as they are."""
        lines: set[int] = set()
        for region in self._regions if self.is_mixed else ():
            for part in self._parts(region):
                (lines.update if self.is_left(part) else lines.difference_update)(self._lines(part))
        source = self.code.source
        for switch, _ in (s for at in self._switches.values() for s in at):
            lines.update(self._lines(switch))  # it parts what stays from what is rewritten
        for node in source.all(cst.Import, cst.ImportFrom):
            if self.code.scopes.of(node) is self.code.scopes.module:
                lines.difference_update(self._lines(node))
        return lines

    def _parts(self, region: cst.CSTNode) -> Iterable[cst.CSTNode]:
        """A region, or its statements where a switch divides it."""
        body = region.body.body if isinstance(region, cst.FunctionDef) else getattr(region, "body", ())
        return body if id(region) in self._switches else (region,)

    def _lines(self, node: cst.CSTNode) -> Iterator[int]:
        source = self.code.source
        if isinstance(node, cst.Module):
            return iter(range(1, source.line_at(len(source.text)) + 1))
        first = min([source.line(node), *(source.line(d) for d in getattr(node, "decorators", ()))])
        return iter(range(first, source.line_at(source.core(node)[1] - 1) + 1))


def _one(modes: set[Answer]) -> Answer:
    return next(iter(modes)) if len(modes) == 1 else "unknown"
