"""Where a program is built and what trains it: its home, what is fed, the network's statements, the optimizer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.dynamic.data_files import TELLS, asks_dataset
from paddle_migrate.dynamic.guards import GUARD
from paddle_migrate.dynamic.helpers import (
    CLONES_FOR_TEST,
    FEEDERS,
    HELPER_LAYERS,
    IN_PROGRAM,
    KNOWN,
    LOADERS,
    LOADS_MODEL,
    LOADS_STATE,
    NO_LOOP,
    OPTIMIZERS,
    PARAMETERS,
    SAVES_MODEL,
    SAVES_STATE,
    SHARES,
)
from paddle_migrate.dynamic.reading import (
    Home,
    Line,
    Reading,
    Stays,
    body_of,
    branches,
    small,
    target_names,
    targets,
    value_of,
)
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.sequence_layers import OF_SEQUENCES
from paddle_migrate.text.arguments import argument

OTHERS = (  # calls that take variables and are no part of the network
    *FEEDERS, *LOADERS, *SAVES_MODEL, *LOADS_MODEL, *CLONES_FOR_TEST, SHARES, *SAVES_STATE, *LOADS_STATE,
)
MAKERS = tuple(f"paddle.{name}" for name in (
    "empty", "zeros", "ones", "full", "arange", "linspace", "eye", "rand", "randn", "randint", "normal", "uniform"))
_KNOWN = ("paddle.static.data", "paddle.static.accuracy", "paddle.static.default_main_program",
          "paddle.static.default_startup_program", "paddle.static.Executor", "paddle.static.Scope",
          "paddle.static.scope_guard", "paddle.static.InputSpec",
          "paddle.static.global_scope", *PARAMETERS, SAVES_MODEL[1])
IN_BLOCK = "minimize() stands in a block or takes more than the loss; let it stand by itself"
_CHOSEN = "branches that choose the optimizer do more; choose it in branches of its own"
_PLAIN = (cst.Assign, cst.Expr, cst.AugAssign, cst.Assert, cst.Raise)
_GUARDED = ("program_guard() builds more here than one program at one place: build one program at one place, and copy "
            "it for tests by clone(for_test=True)")
_ALONE = "{} has no counterpart that this tool knows in dynamic mode"
_PROGRAMS = "{}() works on programs; write this by hand"
_SEQUENCES = (
    "{}() works on sequences, whose lengths are not seen here; build the network in one function, from what is fed on")


@dataclass(frozen=True)
class Feed:
    """`name = paddle.static.data(…)`; `key` is what it is fed under."""

    name: str
    key: str
    line: Line
    call: cst.Call


@dataclass
class Program:
    """The one program of a file. `live`: the variables by their names, in the order of their making."""

    reading: Reading
    home: Home
    minimize: cst.Call
    loss: str
    optimizer: Line | cst.If | None  # where it is made, if not in minimize()'s own line
    optimizer_calls: list[cst.Call]  # several, of which branches choose one
    feeds: dict[str, Feed] = field(default_factory=dict[str, Feed])
    network: list[Line] = field(default_factory=list[Line])
    lists: list[Line] = field(default_factory=list[Line])  # of what is fed or given, for feeders and saved models alone
    live: list[str] = field(default_factory=list[str])
    understood: set[int] = field(default_factory=set[int])  # uses of variables, by their ids
    lines: list[cst.CSTNode] = field(default_factory=list[cst.CSTNode])  # what is done where it is built, in order

    @property
    def minimize_line(self) -> cst.CSTNode:
        at: cst.CSTNode = self.minimize
        while at not in self.lines and (above := self.reading.source.parents.get(at)) is not None:
            at = above
        return at

    def is_seen(self, node: cst.CSTNode, name: str) -> bool:
        """Whether a variable of the program's home means the same where a node stands."""
        return self.reading.scopes.of(node).find(name) is self.reading.scope(self.home).bindings.get(name)

    def understand(self, node: cst.CSTNode) -> None:
        """Note that the variables in a node are dealt with."""
        self.understood.update(id(name) for name in self.reading.loads_in(node))


def find_program(reading: Reading, builders: set[str]) -> Program:
    """The one program of the file; `builders`: functions that build a part of it. Raises Stays."""
    calls = [call for _, call in reading.source.method_calls("minimize")]
    if not calls:
        raise Stays(None, NO_LOOP)
    check_known(reading, *SAVES_STATE, *LOADS_STATE)
    if len(calls) > 1:
        raise Stays(calls[1], "there are several losses to minimise; write this one by hand")
    minimize = calls[0]
    line = reading.line_of(minimize)
    statement = small(line)
    if value_of(statement) is not minimize or len(minimize.args) != 1 or minimize.args[0].keyword is not None:
        raise Stays(minimize, IN_BLOCK)
    loss = minimize.args[0].value
    optimizer, calls = _optimizer(reading, minimize)
    home = reading.source.parent(line, cst.FunctionDef) or reading.source.module
    if home is not reading.source.module and home not in reading.functions.values():
        raise Stays(minimize, "the program is built in a method or in a function of a function; give it one at the top")
    if not isinstance(loss, cst.Name):
        raise Stays(minimize, "the loss has no name here; give it one")
    program = Program(reading, home, minimize, loss.value, optimizer, calls, lines=body_of(home))
    program.understand(minimize)
    find_feeds(program, reading.calls)
    find_network(program, builders)
    _check_branches(program)
    _check_order(program)
    if loss.value not in program.live:
        raise Stays(minimize, "it is not seen here how the loss is made; build the network in the same function")
    return program


def check_known(reading: Reading, *more: str) -> None:
    """Raises Stays for what works on programs alone, and is not known to be dealt with."""
    for call in reading.calls:
        check_dynamic(reading, call, (*_KNOWN, *KNOWN, *more))
    left = next((each for each in reading.facts.references if each.call is None), None)
    if left is not None:
        raise Stays(left.node, _ALONE.format(left.name))


def check_dynamic(reading: Reading, call: cst.Call, known: Collection[str] = ()) -> None:
    """Raises Stays for what works on programs alone, but for what is `known` to be dealt with."""
    name = reading.called(call)
    if name in known:
        return
    if name == GUARD:
        raise Stays(call, _GUARDED)
    if name.startswith("paddle.static.") or is_legacy(name):
        raise Stays(call, _ALONE.format(name))
    if name.startswith("written.") and reading.code(call.func) not in reading.works_in_both:
        short = name.partition(".")[2]
        raise Stays(call, (_SEQUENCES if short in OF_SEQUENCES else _PROGRAMS).format(short))


def _optimizer(reading: Reading, minimize: cst.Call) -> tuple[Line | cst.If | None, list[cst.Call]]:
    receiver = minimize.func.value if isinstance(minimize.func, cst.Attribute) else None
    bindings = reading.bindings(receiver)
    made = [each.value for each in bindings] if len(bindings) > 1 else [reading.value(receiver)]
    calls = [each for each in made if isinstance(each, cst.Call) and reading.called(each).startswith(OPTIMIZERS)]
    if len(calls) < len(made):
        raise Stays(minimize, "it is not seen here how the optimizer is made; make it in the same function")
    if made[0] is receiver:
        return None, calls
    line = reading.line_of(calls[0])
    names = set(target_names(small(line))) if isinstance(line, Line) else _in_branches(line)
    above = [reading.source.parent(each, cst.FunctionDef) for each in (line, reading.line_of(minimize))]
    if not isinstance(line, (Line, cst.If)) or above[0] is not above[1] or not isinstance(receiver, cst.Name) or (
            receiver.value not in names) or any(reading.line_of(call) is not line for call in calls):
        raise Stays(calls[0], "the optimizer is made elsewhere; make it where minimize() is called")
    return line, calls


def _in_branches(node: cst.CSTNode) -> set[str]:
    """The names that all branches give a value which do not raise, and which hold plain statements alone."""
    every = [[small(line) for line in lines] for lines in branches(node)]
    if not all(isinstance(each, _PLAIN) for block in every for each in block):
        return set()
    named = [{name for each in block for name in target_names(each)} for block in every
             if not any(isinstance(each, cst.Raise) for each in block)]
    return set.intersection(*named) if named else set()


def _check_branches(program: Program) -> None:
    """Raises Stays where branches that choose the optimizer do something for the network."""
    reading, chosen = program.reading, program.optimizer
    if isinstance(chosen, cst.If):
        calls = reading.calls_in(chosen)
        works = any(reading.called(call).startswith("paddle.static.") or runs(reading, call) for call in calls)
        if works or any(makes_layer(reading, call) for call in calls) or reading.names_in(chosen) & set(program.live):
            raise Stays(chosen, _CHOSEN)


def find_feeds(program: Program, calls: list[cst.Call]) -> None:
    reading = program.reading
    for call in calls:
        if reading.called(call) != "paddle.static.data":
            continue
        line = reading.source.parents.get(reading.source.parents.get(call))
        statement = small(line) if line is not None else None
        names = target_names(statement)
        key = argument(call, 0, "name")
        plain = isinstance(line, Line) and value_of(statement) is call and len(names) == 1
        if not plain or line not in program.lines or not isinstance(key, cst.SimpleString):
            raise Stays(call, "what is fed is not declared beside the optimizer, in statements of its own")
        assert isinstance(line, Line)
        program.feeds[names[0]] = Feed(names[0], str(key.evaluated_value), line, call)
        program.live.append(names[0])


def find_network(program: Program, builders: set[str]) -> None:
    """Note which statements are the network's."""
    reading, live = program.reading, program.live
    declared = [feed.line for feed in program.feeds.values()]
    for line in program.lines:
        statement = small(line)
        value = value_of(statement)
        if line in declared or line is program.minimize_line or not isinstance(line, Line) or value is None:
            continue
        if reading.called(value) in OTHERS or runs(reading, value) or is_minimized(value) or asks_dataset(
                reading, value, TELLS):
            continue
        stopped = stops_gradient(statement)
        if stopped is not None and stopped[0].value in live:
            program.network.append(line)
            program.understand(stopped[0])
            continue
        if _is_for_others(program, statement):
            program.lists.append(line)
            continue
        calls = reading.calls_in(value)
        builds = any(makes_layer(reading, call) or functions_of(reading, call) & builders for call in calls)
        counted = {id(name) for call in calls if is_length(reading, call) for name in reading.loads_in(call)}
        names = {name.value for name in reading.loads_in(value) if id(name) not in counted}
        if not builds and not names & set(live) and reading.called(value) not in MAKERS:
            continue
        if not isinstance(statement, cst.Assign) or not all(isinstance(each, cst.Name) for each in targets(statement)):
            raise Stays(line, "a part of the network is not given a name; assign it to one")
        again = [name for name in target_names(statement) if name in program.feeds]
        if again:
            raise Stays(line, f"{again[0]} is fed, and means something else later; give it a name of its own")
        program.network.append(line)
        program.understand(value)
        live += [name for name in target_names(statement) if name not in live]


def stops_gradient(statement: cst.CSTNode | None) -> tuple[cst.Name, bool] | None:
    """The variable of `x.stop_gradient = True`, and whether it is True."""
    target = statement.targets[0].target if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else None
    value = value_of(statement)
    is_told = isinstance(value, cst.Name) and value.value in ("True", "False")
    if not isinstance(target, cst.Attribute) or target.attr.value != "stop_gradient" or not is_told or not isinstance(
            target.value, cst.Name):
        return None
    return target.value, isinstance(value, cst.Name) and value.value == "True"


def _is_for_others(program: Program, statement: cst.CSTNode | None) -> bool:
    """Whether it is a list of what is fed, or of results, that only feeders, saved models and runs are given."""
    reading, value = program.reading, value_of(statement)
    names = target_names(statement)
    if not isinstance(value, (cst.List, cst.Tuple)) or len(names) != 1 or not value.elements or not all(
            isinstance(each.value, cst.Name) and each.value.value in program.live for each in value.elements):
        return False
    bindings = reading.scope(program.home).bindings[names[0]]
    return len(bindings) == 1 and bool(bindings[0].uses) and all(_lists(reading, use) for use in bindings[0].uses)


def _lists(reading: Reading, use: cst.Name) -> bool:
    """Whether a list is given there to what asks what it names."""
    call = reading.source.parents.get(reading.source.parents.get(use))
    if not isinstance(call, cst.Call) or reading.called(call) in (*FEEDERS, *LOADERS, *SAVES_MODEL) or asks_dataset(
            reading, call, TELLS):
        return isinstance(call, cst.Call)
    is_run = isinstance(call.func, cst.Attribute) and call.func.attr.value == "run" and argument(
        call, 2, "fetch_list") is use
    return is_run or (reading.called(call) == IN_PROGRAM and argument(call, 1, "variables") is use)


def _check_order(program: Program) -> None:
    """Raises Stays where a name means another thing when it is fetched than when the loss was minimised."""
    order = program.lines
    end = order.index(program.minimize_line)
    before = {name for line in program.network if order.index(line) < end for name in target_names(small(line))}
    for line in program.network:
        again = before & set(target_names(small(line)))
        if order.index(line) > end and again:
            raise Stays(line, f"{min(again)} means another value behind minimize(); give it another name")


def is_length(reading: Reading, call: cst.Call) -> bool:
    """`len([loss, accuracy])`, which is a number whatever these are."""
    listed = call.args[0].value if len(call.args) == 1 else None
    return isinstance(call.func, cst.Name) and call.func.value == "len" and not reading.bindings(call.func) and (
        isinstance(listed, cst.List) and all(isinstance(each, cst.Element) and isinstance(each.value, cst.Name)
                                             for each in listed.elements))


def is_layer(reading: Reading, call: cst.Call) -> bool:
    """`nn.Linear(…)(x)`: a layer that is made where it is called."""
    name = reading.called(call.func)
    return name in HELPER_LAYERS or (
        name.startswith("paddle.nn.") and name.count(".") == 2 and name.rpartition(".")[2][:1].isupper())


def makes_layer(reading: Reading, call: cst.Call) -> bool:
    """Whether a layer of Paddle's, or of the file, is made where it is called, or a parameter without one."""
    return is_layer(reading, call) or is_own_layer(reading, call) or reading.called(call) in PARAMETERS


def is_own_layer(reading: Reading, call: cst.Call) -> bool:
    """`Net(…)(x)`, of a class of the file, or of one that it has from another."""
    made = call.func
    if isinstance(made, cst.Call) and reading.code(made.func) in reading.brought:
        return True
    node = reading.bindings(made.func)[:1] if isinstance(made, cst.Call) else []
    known = node[0].node if node else None
    return isinstance(known, cst.ClassDef) and any(
        reading.facts.names.resolve(base.value) == "paddle.nn.Layer" for base in known.bases)


def functions_of(reading: Reading, call: cst.Call) -> set[str]:
    """The file's own functions that a call may be of: by its name, or by another one that was given it."""
    if not isinstance(call.func, cst.Name):
        return set()
    bindings = reading.bindings(call.func)
    if any(b.kind == "def" and b.node in reading.functions.values() for b in bindings):
        return {call.func.value}
    return {b.value.value for b in bindings if isinstance(b.value, cst.Name) and b.value.value in reading.functions}


def is_minimized(value: cst.BaseExpression) -> bool:
    """`optimizer.minimize(…)`."""
    return isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == "minimize"


def runs(reading: Reading, value: cst.BaseExpression) -> bool:
    """`executor.run(…)`, or something that is made of what it gives; which executor is asked when runs are written."""
    called = [each.func for each in reading.calls_in(value)]
    return any(isinstance(each, cst.Attribute) and each.attr.value == "run" for each in called)
