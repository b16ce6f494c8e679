"""Several programs of one file: which statements each has, which are copies, which of them train."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.dynamic.guards import GUARD, NAMES, PROGRAM, block_of
from paddle_migrate.dynamic.helpers import CLONES_FOR_TEST, EVERY, OPTIMIZERS, VARIABLES
from paddle_migrate.dynamic.program import IN_BLOCK, Feed, Program, check_known, find_feeds, find_network, is_minimized
from paddle_migrate.dynamic.reading import Home, Line, Reading, Stays, body_of, small, target_names, value_of
from paddle_migrate.dynamic.runs import Kind, copied_for_test
from paddle_migrate.text.arguments import argument

PARAMETERS = "written.parameters_of"
_COPY, _DEFAULT, _START = "written.clone", "paddle.static.default_main_program", "paddle.static.default_startup_program"
_DATA = "paddle.static.data"
_NESTED = "the programs are built in a method or in a function of a function; give them one at the top"
_UNSEEN = "it is not seen here how the loss is made; build the network in the same {}"
_HOME = "several programs are built in different functions; build them in one"
_OTHERS = "{} is of another program; each has to be built of what it is fed itself"


@dataclass(eq=False)
class Each:
    """One of them. `program`: what it is fed and its statements, with those of the one that it is a copy of."""

    name: str
    program: Program
    kind: Kind = "given"
    minimize: cst.Call | None = None
    optimizer: cst.Call | None = None
    given: cst.BaseExpression | None = None  # the parameters that are trained; None: all
    seen: set[str] = field(default_factory=set[str])  # its variables whose names mean nothing else in the end


@dataclass(eq=False)
class Programs:
    """All of a file. `whole`: their statements as if they were of one; `blocks`: under guards of theirs."""

    whole: Program
    each: list[Each] = field(default_factory=list[Each])
    blocks: list[cst.With] = field(default_factory=list[cst.With])
    starts: set[int] = field(default_factory=set[int])  # calls that make a program that starts others, by their ids
    begun: dict[int, list[Each]] = field(default_factory=dict[int, list[Each]])  # what each of these starts
    apart: set[int] = field(default_factory=set[int])  # those whose programs share no parameter with another
    by_call: dict[int, Each] = field(default_factory=dict[int, Each])  # of the call that makes it
    default: Each | None = None
    begins_anew: bool = False  # whether names do, in one of them

    def of(self, node: cst.BaseExpression | None) -> Each | None:
        """The program that an expression of the home is; None where it is none, or is not seen."""
        reading = self.whole.reading
        value = reading.end(node)
        if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value in (
                "global_block",) and not value.args:
            return self.of(value.func.value)
        if reading.called(value) == _DEFAULT:
            return self.default
        return self.by_call.get(id(value))

    def told(self, call: cst.Call | None, own: Each) -> Kind | None:
        """What a program that a call makes is to one of them; of None, what the default one is."""
        name = self.whole.reading.called(call)
        if id(call) in self.apart and own not in self.begun[id(call)]:
            return "other"
        if id(call) in self.starts or name == _START:
            return "startup"
        found = self.default if call is None or name == _DEFAULT else self.by_call.get(id(call))
        if found is not None:
            return found.kind if found is own else "other"
        return None


def find_programs(reading: Reading, builders: set[str]) -> Programs | None:
    """None where the file has only one. Raises Stays."""
    minimized = [call for _, call in reading.source.method_calls("minimize")]
    guards = [call for call in reading.calls if reading.called(call) == GUARD]
    guarded = {reading.code(call.args[0].value) for call in guards if call.args}
    if not minimized or not (len(minimized) > 1 or len(guarded) > 1 or any(map(_has_parameters, minimized))):
        return None
    check_known(reading, GUARD, PROGRAM, NAMES, PARAMETERS, EVERY, VARIABLES, "written.is_parameter")
    return _Finding(reading, builders, minimized, guards).found


def _has_parameters(call: cst.Call) -> bool:
    return argument(call, -1, "parameters") is not None


class _Finding:
    """Of one file. `order`: its statements, each with the program that it is of."""

    def __init__(
        self, reading: Reading, builders: set[str], minimized: list[cst.Call], guards: list[cst.Call]
    ) -> None:
        self.reading, self.source, self.builders = reading, reading.source, builders
        home = self.source.parent(minimized[0], cst.FunctionDef) or self.source.module
        if home is not self.source.module and home not in reading.functions.values():
            raise Stays(minimized[0], _NESTED)
        self.home: Home = home
        for call in [*minimized, *guards]:
            if (self.source.parent(call, cst.FunctionDef) or self.source.module) is not home:
                raise Stays(call, _HOME)
        self.found = Programs(self._program(minimized[0]))
        self.order: list[tuple[cst.CSTNode, Each]] = []
        self._find_starts(guards)
        self.default = self.found.default = Each("network", self._program(minimized[0]))
        self._go_through(body_of(self.home), self.default)
        for each in self.every:
            self._read(each)
        known = {id(line) for line, _ in self.order}
        lost = [each for each in reading.calls if reading.called(each) == _DATA and id(self._line(each)) not in known]
        left = next((call for call in minimized if not any(each.minimize is call for each in self.every)), None)
        if left is not None:
            raise Stays(left, IN_BLOCK)
        if lost:
            raise Stays(lost[0], "what is fed is not declared where its program is built, in statements of its own")
        self._join()

    @property
    def every(self) -> list[Each]:
        return [self.default, *self.found.by_call.values()]

    def _program(self, minimize: cst.Call) -> Program:
        return Program(self.reading, self.home, minimize, "", None, [])

    def _find_starts(self, guards: list[cst.Call]) -> None:
        """Programs that are given as the second of a guard, or to minimize(), start others."""
        nodes = [argument(call, 1, "startup_program") for call in guards]
        for node in nodes:
            value = self.reading.value(node)
            if self.reading.called(value) == PROGRAM:
                self.found.starts.add(id(value))

    # -- statements ----------------------------------------------------------------------------------------------

    def _go_through(self, lines: list[cst.CSTNode], own: Each) -> None:
        for line in lines:
            call = next((each for each in self._guards(line)), None)
            if call is not None and isinstance(line, cst.With):
                self._block(line, call, own)
                continue
            self._make(line)
            self.order.append((line, own))
            own.program.lines.append(line)

    def _guards(self, line: cst.CSTNode) -> Iterator[cst.Call]:
        """What a `with` keeps: a program, or where names begin anew."""
        for item in line.items if isinstance(line, cst.With) else ():
            if isinstance(item.item, cst.Call) and self.reading.called(item.item) in (GUARD, NAMES):
                yield item.item

    def _block(self, block: cst.With, call: cst.Call, own: Each) -> None:
        if block_of(self.reading, call) is None:
            raise Stays(call, "a program is guarded beside something else; give it a `with` of its own")
        self.found.blocks.append(block)
        for each in self._guards(block):
            if self.reading.called(each) == NAMES:
                self.found.begins_anew = True
                continue
            told = self.found.of(argument(each, 0, "main_program"))
            if told is None:
                raise Stays(each, "it is not seen here which program is built")
            own = told
            start = self.reading.value(argument(each, 1, "startup_program"))
            self.found.begun.setdefault(id(start), []).append(told)
        self._go_through(list(block.body.body), own)

    def _make(self, line: cst.CSTNode) -> None:
        """Note a program that a statement makes: a new one, or a copy with all that the other has by now."""
        value, names = value_of(small(line)), target_names(small(line))
        if not isinstance(value, cst.Call) or len(names) != 1 or id(value) in self.found.starts:
            return
        name, of, is_test = self.reading.called(value), *self._copied(value)
        if name != PROGRAM and of is None:
            return
        made = Each(names[0], self._program(self.found.whole.minimize))
        if of is not None:
            origin = self.found.of(of)
            if origin is None:
                raise Stays(value, "it is not seen here which program is copied")
            made.program.lines = list(origin.program.lines)
            made.kind = "test" if is_test else "given"
        self.found.by_call[id(value)] = made

    def _copied(self, call: cst.Call) -> tuple[cst.BaseExpression | None, bool]:
        """The program that a call copies, if it does, and whether that is for tests."""
        tested, name = copied_for_test(self.reading, call), self.reading.called(call)
        if tested is not None or name in CLONES_FOR_TEST:
            return tested if tested is not None else argument(call, 0, "program"), True
        if name == _COPY:
            return argument(call, 0, "program"), False
        is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == "clone" and not call.args
        of = call.func.value if is_method and isinstance(call.func, cst.Attribute) else None
        return (of, False) if self.found.of(of) is not None else (None, False)

    # -- what each is --------------------------------------------------------------------------------------------

    def _read(self, each: Each) -> None:
        """Its data, its network, and how it is trained."""
        program = each.program
        lines = {id(line) for line in program.lines}
        find_feeds(program, [call for call in self.reading.calls if id(self._line(call)) in lines])
        find_network(program, self.builders)
        for line in program.lines:
            call = value_of(small(line))
            if isinstance(call, cst.Call) and is_minimized(call):
                self._train(each, call)

    def _line(self, call: cst.Call) -> cst.CSTNode | None:
        return self.source.parents.get(self.source.parents.get(call))

    def _train(self, each: Each, call: cst.Call) -> None:
        if each.kind == "test":
            return
        if any(other.minimize is call for other in self.every):
            raise Stays(call, "a program that trains is copied, and both train; write this one by hand")
        loss = argument(call, 0, "loss")
        words = {arg.keyword.value for arg in call.args if arg.keyword is not None}
        if each.minimize is not None:
            raise Stays(call, "there are several losses to minimise; write this one by hand")
        if not isinstance(loss, cst.Name) or len(call.args) - len(words) > 1 or not words <= {
                "loss", "startup_program", "parameters"}:
            raise Stays(call, "minimize() takes more than a loss that has a name, and parameters; write this by hand")
        if loss.value not in each.program.live:
            raise Stays(call, _UNSEEN.format("program"))
        given = argument(call, -1, "parameters")
        if self.reading.called(given) == PARAMETERS and isinstance(given, cst.Call):
            given = given.args[1].value
        receiver = call.func.value if isinstance(call.func, cst.Attribute) else None
        made = self.reading.value(receiver)
        if not isinstance(made, cst.Call) or not self.reading.called(made).startswith(OPTIMIZERS):
            raise Stays(call, "it is not seen here how the optimizer is made; make it in the same function")
        each.kind, each.minimize, each.optimizer, each.program.loss = "main", call, made, loss.value
        each.given = None if given is None or self.reading.code(given) == "None" else given

    # -- all of them ---------------------------------------------------------------------------------------------

    def _join(self) -> None:
        whole, found = self.found.whole, self.found
        whole.lines = [line for line, _ in self.order]
        found.each = [each for each in self.every if each.program.network]
        own = {id(line): each for each in self.every for line in each.program.network}
        whole.network = [line for line in whole.lines if isinstance(line, Line) and id(line) in own]
        if not whole.network:
            raise Stays(whole.minimize, _UNSEEN.format("function"))
        feeds: dict[int, Feed] = {id(feed.line): feed for each in self.every for feed in each.program.feeds.values()}
        for feed in feeds.values():
            whole.feeds[feed.name if feed.name not in whole.feeds else f"{feed.name} {len(whole.feeds)}"] = feed
        for each in found.each:
            whole.live += [name for name in each.program.live if name not in whole.live]
            whole.lists += [line for line in each.program.lists if line not in whole.lists]
            self._check_own(each)
        blocks = [line for line in whole.lines if not isinstance(line, (Line, cst.FunctionDef, cst.ClassDef))]
        left = next((line for line in blocks if self._builds(line)), None)
        if left is not None:
            raise Stays(left, "a part of the network stands in a block; write it in a function, and call it")

    def _builds(self, line: cst.CSTNode) -> bool:
        return any(isinstance(call.func, cst.Name) and call.func.value in self.builders
                   for call in self.reading.calls_in(line))

    def _check_own(self, each: Each) -> None:
        """Raises Stays where a name means a value of another program where it is read."""
        own = {id(line) for line in [*each.program.network, *(feed.line for feed in each.program.feeds.values())]}
        made: dict[str, cst.CSTNode] = {}
        for line in self.found.whole.lines:
            is_minimized = each.minimize is not None and self.source.lies_in(each.minimize, line)
            read = {each.program.loss} if is_minimized else set[str]()
            if id(line) in own:
                read |= self.reading.names_in(value_of(small(line)) or line)
            other = next((name for name in sorted(read & made.keys()) if id(made[name]) not in own), None)
            if other is not None:
                raise Stays(line, _OTHERS.format(other))
            made |= dict.fromkeys(self._variables(line), line)
        each.seen = {name for name, line in made.items() if id(line) in own}

    def _variables(self, line: cst.CSTNode) -> list[str]:
        """Those of any program that a statement makes."""
        whole = self.found.whole
        is_of_one = line in whole.network or any(line is feed.line for feed in whole.feeds.values())
        return target_names(small(line)) if is_of_one else []
