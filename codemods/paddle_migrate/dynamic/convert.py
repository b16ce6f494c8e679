"""A program in today's names becomes layers and a loop: the whole file, or nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import libcst as cst

from paddle_migrate.dynamic.bodies import find_builders, read_bodies
from paddle_migrate.dynamic.feeds import write_feeds
from paddle_migrate.dynamic.handed import sees_net, write_handed
from paddle_migrate.dynamic.held import reads_rate, write_held, write_rates
from paddle_migrate.dynamic.helpers import RATE_OF, READS_ARRAY, SCHEDULES, STEPS, WARM_UP
from paddle_migrate.dynamic.leftovers import Leftovers
from paddle_migrate.dynamic.loop import Loop
from paddle_migrate.dynamic.models import Models
from paddle_migrate.dynamic.modes import TRAINING
from paddle_migrate.dynamic.moved import check_moved
from paddle_migrate.dynamic.only import only_part
from paddle_migrate.dynamic.optional import Optional
from paddle_migrate.dynamic.parts import Named
from paddle_migrate.dynamic.pieces import flat, piece
from paddle_migrate.dynamic.program import find_program
from paddle_migrate.dynamic.programs import find_programs
from paddle_migrate.dynamic.rates import check_rates
from paddle_migrate.dynamic.reading import Line, Reading, Stays, Unseen, Unsized, body_of, small, target_names
from paddle_migrate.dynamic.runs import RATE, Runs
from paddle_migrate.dynamic.schedules import is_number
from paddle_migrate.dynamic.several import Several
from paddle_migrate.dynamic.sizes import UNSIZED
from paddle_migrate.dynamic.states import States
from paddle_migrate.dynamic.writing import Writing
from paddle_migrate.facts.scopes import Scopes
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.parsing import SourceError, python_error
from paddle_migrate.text.source import Source

_SCHEDULE = "it is not seen here which schedule the rate has; make it beside the optimizer"
_MODE = "what is done for training alone stands in a function that makes no layers; do it where layers are made"


class Converted(NamedTuple):
    """The new text, or why there is none, and the line that shows it; else that of minimize()."""

    text: str
    why: str = ""
    line: int = 0
    is_unsized: bool = False  # whether it is a size that no run on shapes tells
    is_unseen: bool = False  # whether it is that layers may be made elsewhere, of which more is known when these are
    loaded: int = 0  # the line that loads parameters, which an earlier run of the program may have saved
    saved: int = 0  # the line that saves parameters
    brought: tuple[int, ...] = ()  # lines that load parameters which others saved


def convert(
    text: str, brought: Mapping[str, Named] = MappingProxyType({}), apart: bool = False, is_one: bool = True
) -> Converted:
    """`text` is a file that builds and runs a program in today's names. `brought`: what it calls classes of layers
    that other files have, with the names of their parameters; `apart`: whether no two layers share a parameter by its
    name. Without `is_one` it may have several programs."""
    try:
        reading = Reading(text, brought)
        check_rates(reading)
        programs = find_programs(reading, find_builders(reading)) if not is_one else None
        conversion = _Conversion(reading, apart) if programs is None else Several(reading, programs, apart)
        new = conversion.text()
    except Stays as why:
        line = reading.source.line(why.node) if why.node is not None else 0
        return Converted(text, str(why), line, isinstance(why, Unsized), isinstance(why, Unseen))
    except SourceError as error:
        return Converted(text, str(error))
    if re.search(rf"\b{TRAINING}\b", new):
        return Converted(text, _MODE)
    if python_error(new) is not None:
        return Converted(text, "the result would not be Python")
    unknown = _undefined(Scopes(Source(new))) - _undefined(reading.scopes)
    if unknown:
        return Converted(text, UNSIZED.format(min(unknown)))
    states = conversion.states if isinstance(conversion, _Conversion) else None
    made = Converted(new, line=reading.source.line(conversion.program.minimize))
    return made if states is None else made._replace(
        loaded=states.loaded, saved=states.saved, brought=states.brought)


def _undefined(scopes: Scopes) -> set[str]:
    return {name.value for name in scopes.undefined()}


class _Conversion(Writing):
    """One file's. Raises Stays."""

    def __init__(self, reading: Reading, apart: bool) -> None:
        builders = find_builders(reading)
        program = find_program(reading, builders)
        super().__init__(reading, program, read_bodies(program, builders), apart)
        self.runs = Runs(self.program)
        self.models, self.states = Models(self.program, self.runs.kind), States(self.program, self.runs, self.bodies)
        receiver = self.program.minimize.func
        named = self.program.optimizer is not None and isinstance(receiver, cst.Attribute)
        self.optimizer = self.source.code(receiver.value) if named else ""  # type: ignore[attr-defined]
        names = {"net": self.net, "optimizer": self.optimizer or self._free("optimizer", "opt"), "paddle": self.paddle}
        self.loop = Loop(self.program, self.runs, self.models, self.draft, names)
        self.names = names
        self.loop.rate = self._free("last_rate", "rate_of_step") if reads_rate(reading) else ""
        self.only = only_part(self.classes, self.models, self.loop)
        if self.only is not None:
            self.loop.results = target_names(small(self.program.network[0]))

    def text(self) -> str:
        extra = self.loop.unfed
        optional = Optional(self.classes, self.loop.early, extra)
        needs_os = bool(self.models.saved or self.models.loaded or self.states.has_folders)
        self.loop.write()
        os = self._spell("os") if needs_os else ""
        self.loop.write_models(os)
        for each in self.states.all:
            if each.parts:
                self.draft.replace(each.line, self.states.by_names(each, self.net, os, self.only is not None))
                continue
            self.draft.replace(each.line, self.states.written(each, self.names, os))
            if each.chooser is not None:
                self.draft.drop(each.chooser)
        leftovers = Leftovers(self.program, self.draft, self.paddle)
        leftovers.wanted = {READS_ARRAY} if any(each.parts for each in self.states.all) else set()
        write_handed(self.program, self.runs, self.draft, self.net)
        write_held(self.program, self.draft, self.net, self.runs.starts, knows_rate=True)
        write_rates(self.program, self.draft, self.runs, self.loop.rate)
        leftovers.take_out()
        write_feeds(
            self.program, self.models, self.loop.loaders.direct, self.draft, self._spell, self.loop.datasets)
        self._write_classes(optional, extra)
        self._write_made(leftovers)
        self._edit_others()
        self._drop_import()
        self._vanish()
        self.draft.check()
        return self._imported(self.draft.result())

    # -- classes -------------------------------------------------------------------------------------------------

    def _write_classes(self, optional: Optional, extra: list[str]) -> None:
        self._write_bodies(lambda body: optional.parameters(body, self.classes.forward_parameters(body)))
        network = self.bodies[0]
        always = self.models.feeds if self.models.results else [n for n in self.program.feeds if n not in extra]
        inner = [*always, *extra]
        ending = [*optional.ending, f"return {', '.join(self.loop.results)}"]
        text = self.classes.text(network, self.layer, optional.parameters(network, inner), ending)
        self._put_network(text if self.only is None else "")

    # -- the network and its optimizer ---------------------------------------------------------------------------

    def _write_made(self, leftovers: Leftovers) -> None:
        """Both are made where the optimizer was, or behind the choice of the device."""
        program, classes = self.program, self.classes
        for call in program.optimizer_calls:
            self._give_parameters(call)
        network = f"{self.bodies[0].name}({', '.join(self._given())})"
        made = [f"{self.net} = {network if self.only is None else classes.made(self.only)}",
                *self._schedule(program.optimizer_calls)]
        if program.optimizer is not None:
            made += piece(self.reading, program.optimizer, classes.inner).split("\n")
        else:
            assert isinstance(program.minimize.func, cst.Attribute)
            made.append(f"{self.names['optimizer']} = "
                        f"{classes.inner.render(*self.source.span(program.minimize.func.value))}")
        own = program.optimizer or program.minimize_line
        made += [f"{self.loop.rate} = 0.0"] if self.loop.rate else []
        check_moved(program, self.bodies, own)
        order = body_of(program.home)
        behind = order[order.index(own) + 1 :]
        later = [line for line, _ in leftovers.places.values() if line in behind]
        for line, text in leftovers.places.values():
            self.draft.replace(line, [text, *made] if later and line is later[0] else [text])
        self.draft.replace(own, [] if later else made, moved=program.optimizer is not None)
        if program.optimizer is not None:
            self.draft.replace(program.minimize_line, [])
        for name in target_names(program.minimize_line.body[0]):  # type: ignore[attr-defined]
            self.draft.vanish(self.reading.scope(program.home), name)

    def _give_parameters(self, call: cst.Call) -> None:
        if argument(call, -1, "parameters") is not None:
            raise Stays(call, "the optimizer has parameters of its own; write this by hand")
        comma = "" if not call.args else ", "
        tail = self.source.text[: self.source.core(call)[1] - 1].rstrip()
        self.classes.inner.insert(
            len(tail), f"{comma if not tail.endswith(',') else ' '}parameters={self.net}.parameters()")

    def _schedule(self, optimizers: list[cst.Call]) -> list[str]:
        """What makes the schedule of the rate, where it has no name; it steps where the program's did."""
        steps = [call for call in self.reading.calls if self.reading.called(call) == STEPS]
        rate = argument(optimizers[0], 0, "learning_rate")
        self._check_fetched({self.optimizer, *(self._going_on(rate) if steps else ())})
        if not steps:
            return []
        given = {self.source.code(each) if isinstance(each, cst.Name) else "" for call in optimizers
                 if (each := argument(call, 0, "learning_rate")) is not rate}
        is_one = given <= {rate.value if isinstance(rate, cst.Name) else "?"}
        if not is_one:
            return self._chosen_schedule(optimizers, steps)
        if not self.reading.called(self.reading.end(rate)).startswith(SCHEDULES):
            raise Stays(optimizers[0], _SCHEDULE)
        assert rate is not None
        name = rate.value if isinstance(rate, cst.Name) else self._free("scheduler", "schedule", "decay")
        self._step(steps, [f"{name}.step()"])
        if isinstance(rate, cst.Name):
            return []
        text = self.source.code(rate)
        self.classes.inner.replace(*self.source.span(rate), name)
        return [f"{name} = {flat(text)}"]

    def _chosen_schedule(self, optimizers: list[cst.Call], steps: list[cst.Call]) -> list[str]:
        """Of optimizers of which branches choose one, some with a schedule, others with a number."""
        name = self._free("scheduler", "schedule", "decay")
        for call in optimizers:
            rate = argument(call, 0, "learning_rate")
            line = self.source.parent(call, cst.SimpleStatementLine)
            if rate is None or line is None or is_number(self.reading, rate):
                continue
            if not self.reading.called(self.reading.end(rate)).startswith(SCHEDULES):
                raise Stays(call, _SCHEDULE)
            self.classes.inner.replace(*self.source.span(rate), name)
            self.classes.inner.insert(self.source.start(line), f"{name} = {flat(self.source.code(rate))}"
                                      f"{self.source.newline}{self.source.indentation(line)}")
        self._step(steps, [f"if {name}:", f"{self.source.indent}{name}.step()"])
        return [f"{name} = None"]

    def _step(self, steps: list[cst.Call], texts: list[str]) -> None:
        for call in steps:
            line = self.source.parents.get(self.source.parents[call])
            program = argument(call, 0, "program")
            if not isinstance(line, Line) or self.runs.kind(program) != "main" or not sees_net(self.program, call):
                raise Stays(call, "the schedule of the rate steps where the optimizer is not seen; write this by hand")
            self.draft.replace(line, texts)

    def _check_fetched(self, known: set[str]) -> None:
        """Raises Stays where the rate of a schedule is fetched that nothing has go on."""
        for run in self.runs.all:
            if any(each.endswith(f".{RATE}") and each.removesuffix(f".{RATE}") not in known for each in run.fetched):
                raise Stays(run.call, "a rate is fetched that is not the optimizer's; work it out beside the run")

    def _going_on(self, rate: cst.BaseExpression | None) -> Iterator[str]:
        """What the schedule is called, and those that are inside of it and go on with it."""
        made = self.reading.value(rate)
        if isinstance(rate, cst.Name):
            yield rate.value
        inner = [made] if made is not rate else []
        if isinstance(made, cst.Call) and self.reading.called(made) in (WARM_UP, RATE_OF):
            given = made.args[1:] if self.reading.called(made) == RATE_OF else made.args[:1]
            inner = [arg.value for arg in given]
        for each in inner:
            yield from self._going_on(each)

    def _given(self) -> list[str]:
        return [f"{name}={name}" for name in self.classes.config[self.bodies[0]]]
