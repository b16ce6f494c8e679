"""Which runs of `backward()` may meet gradients that an earlier one has left, and whose: a clear behind or before each
run, which nothing may pass by, keeps them apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import libcst as cst

from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.called_values import has_own_method, runs_own
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.nones import is_none
from paddle_migrate.facts.skipped_layers import may_skip_layers
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached, runs_of
from paddle_migrate.facts.values.values import Values, values_of
from paddle_migrate.facts.values.ways import ways

CLEARING = ("clear_gradients", "clear_grad", "clear_gradient")
_ASKING = ("gradient", "_grad_ivar")
_PARAMETERS = ("parameters", "named_parameters")
_GIVEN = ("parameter_list", "parameters")
_FOREIGN = ("scipy", "tensorflow", "torch")
_AGAIN = (cst.For, cst.While)
_HOMES = (cst.FunctionDef, cst.Lambda)
_BLOCKS = (cst.Module, cst.IndentedBlock, cst.SimpleStatementLine, cst.SimpleStatementSuite)
_SURE = (cst.SimpleStatementLine, cst.SimpleStatementSuite, cst.IndentedBlock, cst.With, cst.Finally)
_LEAVES = (cst.Break, cst.Continue, cst.Raise, cst.Return)
_DEEPEST = 4  # calls within calls
_RUNS = re.compile(rb"\.backward\(")
Key = tuple[object, ...]  # an optimizer: the calls that make it, or what it is called and by whom


class _Asked(NamedTuple):
    """Whether an optimizer's gradients are cleared around a run, before the other one can come."""

    run: cst.Call
    other: cst.Call
    key: Key


class Meetings:
    """Answers for one file. `behind`: steps behind which their optimizer's gradients are cleared from now on."""

    def __init__(self, facts: Facts, behind: frozenset[cst.Call] = frozenset()) -> None:
        self.facts, self.source, self.behind = facts, facts.source, behind
        self._known: dict[cst.Call, set[str]] = {}
        self._keys: dict[cst.CSTNode, Key] = {}
        self.runs = [call for _, call in self.source.method_calls("backward")
                     if facts.is_whole_statement(call) and not runs_own(facts, call)]

    @cached_property
    def steps(self) -> dict[cst.Call, cst.BaseExpression]:
        """The calls that use the gradients of an optimizer, and what they call it."""
        found = {
            call: receiver for receiver, call in self.source.method_calls("minimize", "step")
            if (self.facts.kinds.what(receiver) == "optimizer" or (call.func.attr.value == "minimize" and call.args))  # type: ignore[attr-defined]
            and not self.facts.names.resolve(receiver).startswith(_FOREIGN) and self.facts.mode.of(call) != "static"
            and not has_own_method(self.facts, call)
        }
        for arg in self.source.all(cst.Arg) if self.runs or found else ():
            call = self.source.parents.get(arg)
            if isinstance(call, cst.Call) and call not in self.facts.by_call and self._steps_it(call, arg.value):
                found.setdefault(call, arg.value)
        return found

    def _steps_it(self, call: cst.Call, given: cst.BaseExpression) -> bool:
        """Whether the call has another file step the optimizer that it gives."""
        kind = self.facts.kinds.of(given)
        if kind is None or kind.what != "optimizer" or kind.made is None:
            return False
        for spot in reached(self.facts, kind.made).spots:
            method, way = spot.above, spot.way
            steps = isinstance(method, cst.Attribute) and method.attr.value in ("minimize", "step")
            while way is not None and steps and spot.facts is not self.facts:
                if way.call.node is call:
                    return True
                way = way.call.way
        return False

    @cached_property
    def asked(self) -> dict[Key, list[cst.BaseExpression]]:
        """Tensors that are asked for their gradients, where no optimizer steps."""
        found = [receiver for receiver, call in self.source.method_calls(*_ASKING) if not call.args]
        return {self._key(each): [each] for each in found} if not self.steps else {}

    @cached_property
    def clears(self) -> list[tuple[cst.BaseExpression, cst.CSTNode]]:
        """What is cleared, and where; a tensor that is made anew has no gradient, either."""
        found: list[tuple[cst.BaseExpression, cst.CSTNode]] = [*self.source.method_calls(*CLEARING)]
        found += [(self.steps[call], call) for call in self.behind]
        made = self.source.all(cst.Assign) if self.asked else ()
        return [*found, *((target.target, each) for each in made for target in each.targets)]

    def _key(self, node: cst.BaseExpression) -> Key:
        """The same for expressions that have the same optimizer."""
        if node not in self._keys:
            names = root_and_keys(node)
            ends = values_of(self.facts).ends(Spot(self.facts, node)) if self.steps else []
            ends = [each for each in ends if not is_none(each)]  # which steps nothing
            named = self.source.code(node), tuple(id(self.facts.scopes.find(each)) for each in names or ())
            is_made = bool(ends) and all(isinstance(end.node, cst.Call) for end in ends)
            self._keys[node] = (frozenset(ends),) if is_made else named
        return self._keys[node]

    # -- who meets whom ------------------------------------------------------------------------------------------

    def met(self, run: cst.Call) -> dict[Key, list[cst.Call]]:
        """The runs whose gradients may be there when this one comes, by the optimizers that hold them; where each run
        has a step of its own behind it, its gradients of other optimizers are replaced before these step."""
        before = [each for each in (*self.runs, *self._elsewhere) if self._may_precede(each, run)]
        found = {key: [each for each in before if key in self.holders(each) and not self._is_between(each, run, key)
                       and not self._clears_itself(each, key)] for key in self.holders(run)}
        found = {key: runs for key, runs in found.items() if runs}
        own = self.steps_behind(run) if self.in_turn(run, found) else found.keys()
        return {key: runs for key, runs in found.items() if key in own}

    def in_turn(self, run: cst.Call, met: dict[Key, list[cst.Call]]) -> bool:
        """Whether the run and those that it meets have steps behind them."""
        return all(map(self.steps_behind, {run, *(each for runs in met.values() for each in runs)}))

    def replaces_all(self, run: cst.Call, met: dict[Key, list[cst.Call]]) -> bool:
        """Whether no gradient that the run meets outlasts it until a step: they are its own, or each run has a
        step of its own behind it, and nothing is left out that it went through before."""
        earlier = {each for runs in met.values() for each in runs}
        return (earlier == {run} or self.in_turn(run, met)) and not may_skip_layers(self.facts, run)

    @property
    def handed(self) -> list[cst.Call]:
        """Calls that go into another file, which has runs and leaves the steps to this one."""
        return [call for call, functions in self._elsewhere.items() if not any(
            each.facts.source.method_calls("minimize", "step") for each in functions)]

    @property
    def met_elsewhere(self) -> dict[cst.Call, dict[Key, list[cst.Call]]]:
        """Calls that go into another file, which has runs and steps of an optimizer that it is given; and the runs of
        this file whose gradients of that optimizer may be there."""
        found: dict[cst.Call, dict[Key, list[cst.Call]]] = {}
        for call in self._elsewhere:
            key = self._key(self.steps[call]) if call in self.steps else None
            runs = [each for each in self.met(call).get(key, []) if each in self.runs] if key is not None else []
            if key is not None and runs:
                found[call] = {key: runs}
        return found

    @cached_property
    def _elsewhere(self) -> dict[cst.Call, list[Spot]]:
        """Calls of functions of other files that have runs, and these."""
        others = self.facts.others if self.runs or self.steps else None
        calls = self.source.all(cst.Call) if others is not None and others.imports(_RUNS) else ()
        found = {call: [each for each in _called(Spot(self.facts, call))
                        if each.facts is not self.facts and _runs_in(each)] for call in calls}
        return {call: functions for call, functions in found.items() if functions}

    def _clears_itself(self, call: cst.Call, key: Key) -> bool:
        """Whether a call into another file clears there what its runs leave in the models of an optimizer."""
        functions = self._elsewhere.get(call, ()) if key in self._named else ()
        values = values_of(self.facts)
        ends = values.ends(Spot(self.facts, self._named[key][0])) if functions else []
        held = {made for end in ends for model in _models_given(values, end) for made in values.ends(model)}
        return bool(held) and all(held <= _left_clear(each) for each in functions)

    def _may_precede(self, one: cst.Call, other: cst.Call) -> bool:
        if self._run_once_beside(one, other):
            if self._are_in_one_loop(one, other):
                return True
        elif self.source.parent(other, *_AGAIN, *_HOMES) is not None:
            return True
        first = self.source.order(one) < self.source.order(other)
        return first and may_both_run(Spot(self.facts, one), Spot(self.facts, other))

    def _run_once_beside(self, one: cst.Call, other: cst.Call) -> bool:
        """Whether both stand outside of functions, or in one that is called once."""
        home = self.source.parent(one, *_HOMES)
        if home is not self.source.parent(other, *_HOMES):
            return False
        found = ways(self.facts, home.body) if isinstance(home, cst.FunctionDef) else [None] if home is None else None
        return found is not None and len(found) == 1

    def _are_in_one_loop(self, one: cst.Call, other: cst.Call) -> bool:
        again = self.source.parent(other, *_AGAIN)
        while again is not None and not self.source.lies_in(one, again):
            again = self.source.parent(again, *_AGAIN)
        return again is not None

    def _is_between(self, one: cst.Call, other: cst.Call, key: Key) -> bool:
        """Whether the optimizer's gradients are surely cleared behind the one run and before the other."""
        return self._is_cleared(Spot(self.facts, one), False, _Asked(one, other, key)) \
            or self._is_cleared(Spot(self.facts, other), True, _Asked(other, one, key))

    def steps_behind(self, run: cst.Call) -> set[Key]:
        """The optimizers that step behind a run, before any other one."""
        found = set[Key]()
        below: cst.CSTNode = run
        above = self.source.parents.get(run)
        while above is not None and not isinstance(above, (*_AGAIN, *_HOMES, cst.ClassDef)):
            for each in _behind(above, below):
                if any(self.source.lies_in(other, each) for other in (*self.runs, *self._elsewhere)):
                    return found
                found |= {self._key(receiver) for call, receiver in self.steps.items()
                          if self.source.lies_in(call, each)}
            below, above = above, self.source.parents.get(above)
        return found

    # -- optimizers ----------------------------------------------------------------------------------------------

    def holders(self, run: cst.Call) -> dict[Key, list[cst.BaseExpression]]:
        """The optimizers that step by the run's gradients, and where they are named: those of its own function, where
        that makes all that it steps, or any that is none of another such function's."""
        home = self._home(run)
        if self.asked or (home is not None and home in self._closed):
            return self.asked or self._closed[home]  # type: ignore[index]
        inside = {key for each in self._closed.values() for key in each}
        return {key: named for key, named in self._named.items() if key not in inside}

    @cached_property
    def _named(self) -> dict[Key, list[cst.BaseExpression]]:
        """All optimizers that step, and where they are named."""
        found = dict[Key, list[cst.BaseExpression]]()
        for receiver in self.steps.values():
            found.setdefault(self._key(receiver), []).append(receiver)
        running = set(map(self._home, self.runs))
        known = {key: named for key, named in found.items() if len(key) == 1 or {*map(self._home, named)} & running}
        for value in self._handed if found else ():
            if self._key(value) in known or len(known) < len(found):
                known.setdefault(self._key(value), []).append(value)
        return known or found  # what is handed in, unseen by whom, is taken for one of those that are seen

    @cached_property
    def _closed(self) -> dict[cst.CSTNode, dict[Key, list[cst.BaseExpression]]]:
        """The optimizers of functions that make all that they step, and have runs of their own; with those that others
        step for them, or may."""
        stepped: dict[cst.CSTNode, dict[Key, list[cst.BaseExpression]]] = {}
        for call, receiver in self.steps.items():
            home = self._home(call)
            if home is not None:
                stepped.setdefault(home, {}).setdefault(self._key(receiver), []).append(receiver)
        running = set(map(self._home, self.runs)) - self._calling
        closed = {home: found for home, found in stepped.items()
                  if home in running and all(self._is_made_in(each[0], home) for each in found.values())}
        stepping = set(map(self._key, self.steps.values()))
        may_be_any = any(len(key) != 1 for key in stepping)
        for home, found in closed.items():
            for each in self._handed:
                steps = may_be_any or self._key(each) in stepping
                if steps and self._key(each) not in found and self._is_made_in(each, home):
                    found[self._key(each)] = [each]
        return closed

    @cached_property
    def _calling(self) -> set[cst.CSTNode | None]:
        """The outermost functions that call others which have runs, and may be given their models."""
        found, seen = set[cst.CSTNode | None](), set[cst.CSTNode]()
        waiting = [self.source.parent(run, cst.FunctionDef) for run in self.runs]
        while waiting:
            function = waiting.pop()
            if not isinstance(function, cst.FunctionDef) or function in seen:
                continue
            seen.add(function)
            calls = [each.node for each in runs_of(self.facts, function) if each.facts is self.facts]
            waiting += [self.source.parent(call, cst.FunctionDef) for call in calls]  # type: ignore[arg-type]
            found |= {self._home(call) for call in calls} - {self._home(function)}  # type: ignore[arg-type]
        return found

    @cached_property
    def _handed(self) -> list[cst.BaseExpression]:
        """Optimizers that calls are given."""
        return [arg.value for arg in self.source.all(cst.Arg) if self.facts.kinds.what(arg.value) == "optimizer"]

    def _home(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The outermost function around."""
        found = None
        at = self.source.parent(node, cst.FunctionDef)
        while at is not None:
            found, at = at, self.source.parent(at, cst.FunctionDef)
        return found

    def _is_made_in(self, optimizer: cst.BaseExpression, home: cst.CSTNode) -> bool:
        ends = values_of(self.facts).ends(Spot(self.facts, optimizer))
        return all(isinstance(end.node, cst.Call) and end.facts is self.facts
                   and self.source.lies_in(end.node, home) for end in ends)

    def models(self, optimizer: cst.BaseExpression) -> list[str]:
        """What the models are called whose parameters it was given; where that is not seen, all that are asked for
        theirs."""
        values = values_of(self.facts)
        ends = values.ends(Spot(self.facts, optimizer))
        found = [_code(model) for end in ends for model in _models_given(values, end)]
        asked = self.source.method_calls("parameters", "named_parameters") if not found else ()
        return list(dict.fromkeys(found or [self.source.code(receiver) for receiver, _ in asked]))

    # -- clears --------------------------------------------------------------------------------------------------

    def _is_cleared(self, spot: Spot, before: bool, asked: _Asked, depth: int = 0) -> bool:
        """Whether what is asked for is surely cleared before the spot or behind it, as the block goes on in which it
        stands, and those around it; of a function, behind or before all its calls."""
        names, at = self._beside(spot.node, before, asked)  # type: ignore[arg-type]
        if self._covers(asked, names):
            return True
        if not isinstance(at, cst.FunctionDef) or depth > _DEEPEST:
            return False
        found = callers(values_of(self.facts), self.facts, at)
        here = found.are_all and found.calls and all(call.facts is self.facts for call in found.calls)
        return bool(here) and all(self._is_cleared(call, before, asked, depth + 1) for call in found.calls)

    def _covers(self, asked: _Asked, cleared: list[cst.BaseExpression]) -> bool:
        if asked.key in map(self._key, cleared) or not cleared:
            return asked.key in map(self._key, cleared)
        if self.asked:
            return self._is_of(self.asked[asked.key][0], set(map(self.source.code, cleared)))
        holders, names = self.holders(asked.run), set(map(self.source.code, cleared))
        models = self.models(holders[asked.key][0])
        whole = all(any(f"{model}.".startswith(f"{name}.") for name in names) for model in models)  # or a part of it
        return (len(holders) == 1 and len(names) >= len(models)) or (bool(models) and whole)

    def _is_of(self, asked: cst.BaseExpression, cleared: set[str]) -> bool:
        """Whether it is a parameter of a model that is cleared: `net.fc.weight`, or one of `net.parameters()`."""
        ends = values_of(self.facts).ends(Spot(self.facts, asked))
        models = [_models_in(end.at(end.node.whole)) if isinstance(end.node, Part) else [] for end in ends]
        owned = [_code(each) for found in models for each in found] if all(models) else [self.source.code(asked)]
        return all(any(f"{each}.".startswith(f"{name}.") for name in cleared) for each in owned)

    def clears_behind(self, run: cst.Call) -> list[cst.BaseExpression]:
        """What is surely cleared behind a run in its own function."""
        return self._beside(run, False, _Asked(run, run, ()))[0]

    def _beside(
        self, node: cst.CSTNode, before: bool, asked: _Asked
    ) -> tuple[list[cst.BaseExpression], cst.CSTNode | None]:
        """What is surely cleared in the statements that come before or behind, up to the other run or a way out, and
        the loop or the function that ends them, where nothing does before."""
        names, below, above = list[cst.BaseExpression](), node, self.source.parents.get(node)
        while above is not None and not isinstance(above, (*_AGAIN, *_HOMES, cst.ClassDef)):
            for each in _before(above, below) if before else _behind(above, below):
                if isinstance(each, cst.SimpleStatementLine) and isinstance(each.body[0], cst.Return):
                    return names, self.source.parent(each, *_HOMES)
                if self._ends(each, asked.other):
                    return names, None
                names += self._cleared_in(each)
            if isinstance(above, cst.If) and above.test is below and not before and self._ends(above, asked.other):
                return names, None
            elif isinstance(above, cst.Try) and not before:
                names = self._cleared_in(above.finalbody) if above.finalbody is not None else []
            below, above = above, self.source.parents.get(above)
        return names, above

    def _cleared_in(self, statement: cst.CSTNode) -> list[cst.BaseExpression]:
        return [receiver for receiver, at in self.clears
                if self.source.lies_in(at, statement) and self._is_sure(at, statement)]

    def _is_sure(self, call: cst.CSTNode, statement: cst.CSTNode) -> bool:
        at = self.facts.statement(call)
        while at is not None and at is not statement:
            at = self.source.parents.get(at)
            if at is not statement and not isinstance(at, _SURE):
                return False
        return at is statement and isinstance(at, (*_SURE, cst.BaseSmallStatement))

    def _ends(self, statement: cst.CSTNode, run: cst.Call) -> bool:
        """Whether the run may come there, or a way out."""
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            return False
        if self.source.lies_in(run, statement) or self.source.inside(statement, *_LEAVES):
            return True
        running = self._running(run)
        return bool(running) and not running.isdisjoint(self._called_in(statement))

    def _running(self, run: cst.Call) -> set[str]:
        """The names of functions that have the run, or call such a one."""
        if run not in self._known:
            home = self.source.parent(run, cst.FunctionDef)
            found = {home.name.value} if home is not None else set()
            while more := {name for name, called in self._calls if called & found} - found:
                found |= more
            self._known[run] = found
        return self._known[run]

    @cached_property
    def _calls(self) -> list[tuple[str, set[str]]]:
        return [(each.name.value, set(self._called_in(each))) for each in self.source.all(cst.FunctionDef)]

    def _called_in(self, part: cst.CSTNode) -> Iterator[str]:
        for call in self.source.inside(part, cst.Call):
            if call in self.steps and self.facts.kinds.what(self.steps[call]) == "optimizer":
                continue  # an own method of that name is another one
            named = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
            if isinstance(named, cst.Name):
                yield named.value


def are_used_twice(facts: Facts) -> bool:
    """Whether a step of the file may use gradients that an earlier one has used."""
    found = facts.once(Meetings)
    return any((met := found.met(run)) and not found.replaces_all(run, met) for run in found.runs)


def root_and_keys(receiver: cst.BaseExpression) -> list[cst.Name] | None:
    """The names of which `self.opts["q"]` and `opts[k]` are made; None of what is no such road."""
    found: list[cst.Name] = []
    while isinstance(receiver, (cst.Attribute, cst.Subscript)):
        key = receiver.slice[0].slice if isinstance(receiver, cst.Subscript) and len(receiver.slice) == 1 else None
        value = key.value if isinstance(key, cst.Index) else None
        if isinstance(value, cst.Name):
            found.append(value)
        elif isinstance(receiver, cst.Subscript) and not isinstance(value, (cst.SimpleString, cst.Integer)):
            return None
        receiver = receiver.value
    return [*found, receiver] if isinstance(receiver, cst.Name) else None


def _called(call: Spot) -> list[Spot]:
    """The functions of the files of the run that a call runs."""
    assert isinstance(call.node, cst.Call)
    if call.facts.names.resolve(call.node.func).startswith("paddle."):
        return []
    found = values_of(call.facts).called(call)
    return [each for each in found if isinstance(each.node, (cst.FunctionDef, cst.Lambda))]


def _runs_in(function: Spot, depth: int = 0) -> bool:
    """Whether it has a run of `backward()`, or calls a function that has."""
    source = function.facts.source
    if any(source.lies_in(call, function.node) for _, call in source.method_calls("backward")):  # type: ignore[arg-type]
        return True
    inside = source.inside(function.node, cst.Call) if depth < _DEEPEST else ()  # type: ignore[arg-type]
    return any(_runs_in(each, depth + 1) for call in inside for each in _called(function.at(call)))


def _left_clear(function: Spot) -> set[Spot]:
    """The models whose gradients are cleared behind each run in a function."""
    there, source = Meetings(function.facts), function.facts.source
    runs = [call for call in there.runs if source.lies_in(call, function.node)]  # type: ignore[arg-type]
    found = [{end for each in there.clears_behind(run) for end in values_of(function.facts).ends(function.at(each))}
             for run in runs]
    return set.intersection(*found) if found else set()


def _behind(block: cst.CSTNode, statement: cst.CSTNode) -> list[cst.CSTNode]:
    """The statements of a block that come behind one."""
    body: Sequence[cst.CSTNode] = block.body if isinstance(block, _BLOCKS) else ()
    place = next((number for number, each in enumerate(body) if each is statement), len(body))
    return list(body[place + 1 :])


def _before(block: cst.CSTNode, statement: cst.CSTNode) -> list[cst.CSTNode]:
    """The same before it, the nearest first."""
    behind = _behind(block, statement)
    body: Sequence[cst.CSTNode] = block.body if isinstance(block, _BLOCKS) else ()
    return list(reversed(body[: len(body) - len(behind) - 1]))


def _models_given(values: Values, optimizer: Spot) -> list[Spot]:
    """The models whose parameters an optimizer is given by name where it is made."""
    given = [arg.value for arg in optimizer.node.args if arg.keyword is not None
             and arg.keyword.value in _GIVEN] if isinstance(optimizer.node, cst.Call) else []
    return [model for each in given for end in values.ends(optimizer.at(each)) for model in _models_in(end)]


def _models_in(given: Spot) -> list[Spot]:
    """`a` and `b` of `a.parameters() + b.parameters()`."""
    calls = given.facts.source.inside(given.node, cst.Call) if isinstance(given.node, cst.CSTNode) else ()
    receivers = [call.func for call in calls if isinstance(call.func, cst.Attribute)]
    return [given.at(each.value) for each in receivers if each.attr.value in _PARAMETERS]


def _code(model: Spot) -> str:
    assert isinstance(model.node, cst.CSTNode)
    return model.facts.source.code(model.node)
