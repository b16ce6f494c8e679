"""The schedules of several programs, which share one count as they did in 1.8: each run of a program with one lets all
go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import libcst as cst

from paddle_migrate.dynamic.declared import is_set
from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.handed import sees_net
from paddle_migrate.dynamic.helpers import SCHEDULES, STEPS
from paddle_migrate.dynamic.pieces import flat
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.programs import Each
from paddle_migrate.dynamic.reading import Line, Reading, Stays
from paddle_migrate.dynamic.runs import RATE, Runs
from paddle_migrate.rules.schedules import FROM_ONE
from paddle_migrate.text.arguments import argument

_SCHEDULE = "the rate of one of several optimizers has a schedule; make it and step it by hand"
_NUMBERS = (cst.Integer, cst.Float)


class Schedules:
    """Of one file. `made`: what makes those that have no name yet. Raises Stays."""

    def __init__(
        self, reading: Reading, every: Sequence[Each], optimizers: Mapping[Each, str], free: Callable[..., str]
    ) -> None:
        self.reading, self.source = reading, reading.source
        self.made: list[str] = []
        self.names: dict[Each, str] = {}
        self._rates: dict[int, tuple[cst.BaseExpression, str]] = {}  # by the ids of optimizers
        self.steps = [call for call in reading.calls if reading.called(call) == STEPS]
        for each in every:
            rate = argument(each.optimizer, 0, "learning_rate") if each.optimizer is not None else None
            value = reading.end(rate)
            if rate is not None and each.optimizer is not None and reading.called(value).startswith(SCHEDULES):
                self.names[each] = self._name(rate, each.optimizer, optimizers.get(each, ""), free)
            elif self.steps and not is_number(reading, value):
                raise Stays(each.optimizer, _SCHEDULE)
        self._optimizers = set(optimizers.values())
        self._check([reading.end(argument(each.optimizer, 0, "learning_rate")) for each in self.names  # type: ignore
                     ], self.steps)

    def is_rate(self, fetched: str) -> bool:
        """Whether it is the rate of one of them, or of one of the optimizers."""
        return fetched.endswith(f".{RATE}") and fetched.partition(".")[0] in {*self.names.values(), *self._optimizers}

    def optimizer(self, call: cst.Call) -> str:
        """What makes an optimizer, with its schedule by name."""
        start, end = self.source.core(call)
        if id(call) not in self._rates:
            return self.source.text[start:end]
        rate, name = self._rates[id(call)]
        first, last = self.source.span(rate)
        return f"{self.source.text[start:first]}{name}{self.source.text[last:end]}"

    def write(self, draft: Draft, whole: Program, runs: Mapping[Each, Runs]) -> None:
        """Have all go on behind each run of a program that has one."""
        for call in self.steps:
            line = self.source.parents.get(self.source.parents[call])
            program = argument(call, 0, "program")
            owners = [each for each in runs if runs[each].kind(program) == each.kind]
            if len(owners) != 1 or not isinstance(line, Line) or not sees_net(whole, call):
                raise Stays(call, _SCHEDULE)
            draft.replace(line, [f"{name}.step()" for name in self.names.values()] if owners[0] in self.names else [])

    def _name(self, rate: cst.BaseExpression, optimizer: cst.Call, owner: str, free: Callable[..., str]) -> str:
        if isinstance(rate, cst.Name):
            return rate.value
        name = free(f"{owner.partition('_optimizer')[0]}_scheduler", f"{owner}_scheduler")
        self.made.append(f"{name} = {flat(self.reading.code(rate))}")
        self._rates[id(optimizer)] = rate, name
        return name

    def _check(self, made: list[cst.BaseExpression | None], steps: list[cst.Call]) -> None:
        """All begin at the same count, each has an optimizer of its own, and something has them go on."""
        begins = {self.reading.called(each).endswith(f".{FROM_ONE}") for each in made}
        if len(begins) > 1 or len({id(each) for each in made}) < len(made) or bool(steps) != bool(made) or len(
                {*self.names.values()}) < len(made):
            raise Stays(made[0] if made else steps[0], _SCHEDULE)


def is_number(reading: Reading, value: cst.BaseExpression | None) -> bool:
    """Whether a rate is known to be no schedule."""
    if isinstance(value, cst.UnaryOperation):
        return is_number(reading, value.expression)
    is_told = isinstance(value, cst.Attribute) and not is_set(reading, value.attr.value)
    return value is None or isinstance(value, _NUMBERS) or is_told
