"""Several programs over parameters that they share, as networks that train each other are: one class of layers with a
method for each program, and an optimizer for each that trains."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.dynamic.bodies import find_builders, read_bodies
from paddle_migrate.dynamic.classes import Method
from paddle_migrate.dynamic.feeds import write_feeds
from paddle_migrate.dynamic.guards import GUARD, NAMES, dedented, unwrap
from paddle_migrate.dynamic.handed import write_handed
from paddle_migrate.dynamic.held import write_held
from paddle_migrate.dynamic.helpers import LOADERS
from paddle_migrate.dynamic.leftovers import Leftovers
from paddle_migrate.dynamic.loop import Loop
from paddle_migrate.dynamic.models import Models
from paddle_migrate.dynamic.moved import check_moved
from paddle_migrate.dynamic.parts import OF_LAYERS, Part
from paddle_migrate.dynamic.pieces import flat
from paddle_migrate.dynamic.program import stops_gradient
from paddle_migrate.dynamic.programs import Each, Programs
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small, target_names
from paddle_migrate.dynamic.runs import Runs
from paddle_migrate.dynamic.schedules import Schedules
from paddle_migrate.dynamic.sharing import Names
from paddle_migrate.dynamic.wanted import find_wanted
from paddle_migrate.dynamic.writing import Writing
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_AGAIN = "{} is a value of several programs; give each a name of its own"
_ANEW = ("names begin anew in one of several programs, and not all parameters have their own: name them with "
         "paddle.ParamAttr(name=…)")
_EARLY = "a program runs before another is built, which needs what is set between; build all programs first"
_TOLD = ("it is not seen here which parameters are trained; give those of a program, or some by names that all have "
         "their own")


class Several(Writing):
    """One file's. Raises Stays."""

    def __init__(self, reading: Reading, programs: Programs, apart: bool) -> None:
        bodies = read_bodies(programs.whole, find_builders(reading))
        self.programs, self.each, self.network = programs, programs.each, bodies[0]
        self.names = Names(reading, bodies)
        self._check_names()
        super().__init__(reading, programs.whole, bodies, apart)
        self._check_plain()
        programs.apart |= {start for start in programs.starts if self._is_apart(start)}
        self.runs = {each: self._runs(each) for each in self.each}
        self.methods: dict[Each, str] = {}
        self.optimizers: dict[Each, str] = {}
        self._name()
        self.schedules = Schedules(reading, self.each, self.optimizers, self._free)
        self.loops = {each: self._loop(each) for each in self.each}
        for each, loop in self.loops.items():
            together = [result for other in self._same(each) for result in self.loops[other].results]
            loop.results = list(dict.fromkeys(together))

    def _check_names(self) -> None:
        if self.programs.begins_anew and not all(self.names.of(part, None).is_whole for part in self.network.parts):
            raise Stays(self.programs.whole.minimize, _ANEW)

    def _check_plain(self) -> None:
        loader = next((call for call in self.reading.calls if self.reading.called(call) in LOADERS), None)
        if loader is not None:
            raise Stays(loader, "loaders feed one of several programs; feed dictionaries")

    def _is_apart(self, start: int) -> bool:
        """Whether no program that it does not start has a parameter of those that it does."""
        begun = self.programs.begun.get(start, [])
        own = {part.attribute for each in begun for part in self._in(each.program.network)}
        others = [each for each in self.each if each not in begun and not any(
            set(map(id, one.program.network)) <= set(map(id, each.program.network)) for one in begun)]
        return bool(begun) and not own & {part.attribute for each in others for part in self._in(
            each.program.network)}

    def _name(self) -> None:
        """Methods and optimizers, by the names of the programs."""
        self.each[:] = [each for each in self.each if each.minimize is not None or self.runs[each].all]
        attributes = {part.attribute for part in self.network.parts} | set(self.classes.config[self.network])
        by_lines: dict[tuple[int, ...], str] = {}
        made = [each.optimizer for each in self.each if each.optimizer is not None]
        for each in self.each:
            name = each.name if each.name not in attributes | OF_LAYERS else f"{each.name}_program"
            self.methods[each] = by_lines.setdefault(tuple(map(id, each.program.network)), name)
        if len(by_lines) == 1:
            self.methods = dict.fromkeys(self.methods, "forward")
        for each in self.each:
            if each.optimizer is None or each.minimize is None:
                continue
            receiver = each.minimize.func.value if isinstance(each.minimize.func, cst.Attribute) else None
            is_own = isinstance(receiver, cst.Name) and sum(call is each.optimizer for call in made) == 1
            self.optimizers[each] = receiver.value if is_own and isinstance(receiver, cst.Name) else self._free(
                f"{self._stem(each)}_optimizer" if len(made) > 1 else "optimizer")

    @staticmethod
    def _stem(each: Each) -> str:
        return re.sub(r"_?(?:main_?)?prog(?:ram)?$", "", each.name) or each.name

    def _same(self, own: Each) -> list[Each]:
        """Those of its method."""
        return [each for each in self.each if self.methods[each] == self.methods[own]]

    def _runs(self, each: Each) -> Runs:
        return Runs(each.program, lambda call: self.programs.told(call, each))

    def _loop(self, each: Each) -> Loop:
        runs, method = self.runs[each], self.methods[each]
        read = {name for line in each.program.network for name in self.reading.names_in(line)} | self._fed(each, runs)
        for name in each.program.feeds.keys() - read:  # it is of the program that this one is a copy of
            del each.program.feeds[name]
        names = {"net": self.net, "optimizer": self.optimizers.get(each, ""), "paddle": self.paddle,
                 "call": self.net if method == "forward" else f"{self.net}.{method}"}
        loop = Loop(each.program, runs, Models(each.program, runs.kind), self.draft, names)
        for run in runs.all:
            other = next((name for name in run.fetched if name not in each.seen), None)
            if other is not None and not self.schedules.is_rate(other):
                raise Stays(run.call, _AGAIN.format(other))
        if loop.unfed:
            raise Stays(runs.all[0].call, "a run does not feed all that its program is fed")
        return loop

    # -- the text ------------------------------------------------------------------------------------------------

    def text(self) -> str:
        whole, draft = self.programs.whole, self.draft
        touched = {each: self._parts(each) for each in self.each if each.minimize is not None}
        trained = {each: self._trained(each, parts) for each, parts in touched.items()}
        for each, loop in self.loops.items():
            reached = {part.attribute for part in touched.get(each, [])}
            loop.cleared = [self.optimizers[other] for other in (each, *trained) if other in trained and (
                other is each or (other in touched and reached & {part.attribute for part in trained[other][0]}))]
            loop.cleared = list(dict.fromkeys(loop.cleared))
            loop.write_runs()
        runs = next(iter(self.loops.values())).runs
        starts = list({id(call): call for loop in self.loops.values() for call in loop.runs.starts}.values())
        for start in starts:
            draft.replace(self.source.parents[self.source.parents[start]], [])
        for loop in list(self.loops.values())[1:]:
            runs.obsolete |= loop.runs.obsolete
            runs.all += loop.runs.all
        self.schedules.write(draft, whole, self.runs)
        write_handed(whole, runs, draft, self.net)
        leftovers = Leftovers(whole, draft, self.paddle)
        write_held(whole, draft, self.net, starts)
        leftovers.take_out(*(call for call in self.reading.calls if id(call) in self.programs.by_call))
        write_feeds(whole, Models(whole, runs.kind), [], draft, self._spell)
        self._write_classes()
        self._write_made(leftovers, {each: text for each, (_, text) in trained.items()})
        self._edit_others()
        self._drop_import()
        self._vanish()
        for block in self.programs.blocks:
            for name in (name for item in block.items for name in self.reading.loads_in(item)):
                draft.settle(name)
        draft.check()
        return _without_guards(self._imported(draft.result()))

    def _write_classes(self) -> None:
        self._write_bodies(self.classes.forward_parameters)
        methods: dict[str, Method] = {}
        for name in dict.fromkeys(self.methods.values()):
            same = [each for each in self.each if self.methods[each] == name]
            results = self.loops[same[0]].results
            feeds = list(dict.fromkeys(feed for each in same for feed in each.program.feeds))
            methods[name] = Method(name, feeds, list(same[0].program.network), [f"return {', '.join(results)}"])
        self._put_network(self.classes.text(self.network, self.layer, [], methods=list(methods.values())))

    def _fed(self, each: Each, runs: Runs) -> set[str]:
        """What runs feed by names that are written out."""
        found: set[str] = set()
        for run in runs.all:
            node = self.reading.value(argument(run.call, 1, "feed"))
            if not isinstance(node, cst.Dict):
                return set(each.program.feeds)
            keys = [one.key for one in node.elements if isinstance(one, cst.DictElement)]
            words = {str(key.evaluated_value) for key in keys if isinstance(key, cst.SimpleString)}
            found |= {name for name, feed in each.program.feeds.items() if feed.key in words}
        return found

    # -- optimizers ----------------------------------------------------------------------------------------------

    def _parts(self, each: Each) -> list[Part]:
        """The parts that its loss is worked out with, and no other."""
        wanted, found = {each.program.loss}, set[int]()
        for line in reversed(each.program.network):
            stopped = stops_gradient(small(line))
            if stopped is not None:
                wanted -= {stopped[0].value} if stopped[1] else set()
            elif wanted & set(target_names(small(line))):
                wanted |= self.reading.names_in(line)
                found.add(id(line))
        lines = [line for line in each.program.network if id(line) in found]
        return self._in(lines)

    def _in(self, lines: list[Line]) -> list[Part]:
        """Each once."""
        found: dict[str, Part] = {}
        for part in self.network.parts:
            if any(self.source.lies_in(part.call, line) for line in lines):
                found.setdefault(part.attribute, part)
        return list(found.values())

    def _write_made(self, leftovers: Leftovers, trained: dict[Each, str]) -> None:
        """All where the last of the optimizers was, or behind the choice of the device."""
        config = [f"{name}={name}" for name in self.classes.config[self.network]]
        made = [f"{self.net} = {self.network.name}({', '.join(config)})"]
        made += self.schedules.made
        made += [f"{self.optimizers[each]} = {self._optimizer(each, text)}" for each, text in trained.items()]
        lines = [self.source.parent(one.minimize, cst.SimpleStatementLine) for one in trained if one.minimize]
        last = self._place([line for line in lines if line is not None])
        check_moved(self.programs.whole, self.bodies, last)
        places = [line for line, _ in leftovers.places.values() if self.source.start(line) > self.source.start(last)]
        for line, text in leftovers.places.values():
            self.draft.replace(line, [text, *made] if places and line is places[0] else [text])
        for each in lines:
            assert each is not None
            self.draft.replace(each, made if each is last and not places else [])
        for own in {id(own): own for each in trained if (own := self._own_line(each)) is not None}.values():
            if own not in lines:
                self.draft.replace(own, [])
                name = target_names(small(own))[0]
                self.draft.vanish(self.reading.scope(self.programs.whole.home), name,
                                  own if name in self.optimizers.values() else None)

    def _place(self, lines: list[cst.SimpleStatementLine]) -> cst.SimpleStatementLine:
        """The statement of these in whose place all are made: before any of the programs runs. Raises Stays."""
        start, home = self.source.start, self.reading.scope(self.programs.whole.home)
        last, first = max(lines, key=start), min(lines, key=start)
        runs = [run.call for each in self.each for run in self.runs[each].all
                if self.reading.scopes.of(run.call) is home]
        if all(start(call) > start(last) for call in runs):
            return last
        makers = [part.maker for part in self.network.parts if part.maker is not None]
        needed = [*makers, *(each.optimizer for each in self.each if each.optimizer is not None)]
        late = next((name for node in needed for name in self.reading.loads_in(node) for bound in self.reading.bindings(
            name) if start(bound.node) > start(first) and bound.name not in self.programs.whole.live), None)
        if late is not None or any(start(call) < start(first) for call in runs):
            raise Stays(late or runs[0], _EARLY)
        return first

    def _own_line(self, each: Each) -> Line | None:
        """The statement that makes its optimizer."""
        line = self.source.parent(each.optimizer, cst.SimpleStatementLine) if each.optimizer is not None else None
        return line if isinstance(line, Line) else None

    def _optimizer(self, each: Each, parameters: str) -> str:
        assert each.optimizer is not None
        own = argument(each.optimizer, -1, "parameters")
        if own is not None:
            raise Stays(each.optimizer, "the optimizer has parameters of its own; write this by hand")
        for name in self.reading.loads_in(each.optimizer):
            if len(self.reading.bindings(name)) > 1:
                raise Stays(name, f"{name.value} is set several times, and an optimizer is made with it")
        text = flat(self.schedules.optimizer(each.optimizer))
        head = text[:-1].rstrip()
        comma = "" if not each.optimizer.args else " " if head.endswith(",") else ", "
        return f"{head}{comma}parameters={parameters})"

    def _trained(self, each: Each, parts: list[Part]) -> tuple[list[Part], str]:
        """The parts whose parameters it trains, of those that its loss is worked out with, and the text of these."""
        if each.given is None:
            return parts, self._of_parts(parts)
        wanted = find_wanted(self.reading, each.given)
        own = self.programs.of(wanted.program) if wanted is not None else None
        if wanted is None or (wanted.program is not None and own is None):
            raise Stays(each.given, _TOLD)
        for line in wanted.lines:
            self.draft.replace(line, [], moved=isinstance(line, cst.For))
        if own is not None:
            kept = {part.attribute for part in self._in(own.program.network)}
            parts = [part for part in parts if part.attribute in kept]
        if not wanted.test:
            return parts, self._of_parts(parts)
        if not all(self.names.of(part, None).is_whole for part in self.network.parts):
            raise Stays(each.given, _TOLD)  # others are counted otherwise
        return parts, f"[{wanted.name} for {wanted.name} in {self._of_parts(parts)} if {wanted.test}]"

    def _of_parts(self, parts: list[Part]) -> str:
        if not parts:
            raise Stays(self.programs.whole.minimize, _TOLD)
        if {part.attribute for part in parts} == {part.attribute for part in self.network.parts}:
            return f"{self.net}.parameters()"
        texts = [f"{self.net}.{part.attribute}.parameters()" for part in parts]
        return texts[0] if len(texts) == 1 else f"[{', '.join(f'*{text}' for text in texts)}]"


def _without_guards(text: str) -> str:
    """Without the `with` of programs, of which nothing is left."""
    reading = Reading(text)
    every = [each for each in reading.source.all(cst.With) if all(
        reading.called(item.item) in (GUARD, NAMES) for item in each.items)]
    guards = [each for each in every if any(reading.called(item.item) == GUARD for item in each.items)]
    blocks = [each for each in every if each in guards or any(
        reading.source.lies_in(each, guard) or reading.source.lies_in(guard, each) for guard in guards)]
    edits, steps = Edits(text), dict[int, int]()
    for block in blocks:
        lines = block.body.body
        if all(reading.code(line).strip() == "pass" for line in lines):
            start, end = reading.source.line(block), reading.source.line_at(reading.source.core(block)[1] - 1) + 1
            edits.replace(reading.source.line_start(start), reading.source.line_start(end), "")
        elif not unwrap(reading, block, steps):
            raise Stays(None, "a string of several lines stands where a program is built; move it out")
    dedented(reading, edits, steps)
    return edits.result()
